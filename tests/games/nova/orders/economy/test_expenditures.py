"""Lists of expenditures, ships named where they are bought, work in dock."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbm.games.nova.state.orders.conditions import Condition
from tests.games.nova.sheet_table import (
    faults,
    known,
    read_body,
    rules,
    system,
)

# --- what can be bought, where, and with which money. Rule: NV ECO-03 to NV ECO-47


@pytest.mark.parametrize(
    ("body", "sums"),
    [
        ("EXPENDITURES", "50 treasury + 316 production − 0 expenditures = 366 MCr, 361 after"),
        ("EXPENDITURES\n Scout 2\n Send 6 to B", "− 86 expenditures − 20 fines = 260 MCr)"),
        ("EXPENDITURES\n Maintain all\n Status MD 5-7 Info X Copy designs", "− 70 expenditures"),
        ("EXPENDITURES\n Maintain MD 5-7", "− 30 expenditures"),
        ("EXPENDITURES\n Maintain MD 5-7 [2]", "− 20 expenditures"),
        ("EXPENDITURES\n SG at VIRUS as A1 + A2\n TFC 0", "− 360 expenditures = 6 MCr)"),
        ("EXPENDITURES\n Part Hornet 40\n Finish Bumble 3", "− 43 expenditures"),
        ("EXPENDITURES\n Finish Bumble", "− 43 expenditures"),
        # Armour 9, structure 3, a laser 15, and a tenth of SSZ 52 for the engine.
        ("EXPENDITURES\n Repair Africa\n Scout 1", "− 73 expenditures"),
        ("EXPENDITURES\n Repair Africa: armour, IE", "− 15 expenditures"),
        ("EXPENDITURES\n Repair Africa up to 20", "− 18 expenditures"),
        ("EXPENDITURES\n Finish Bumble\n Repair Bumble", "1 of 2 without a known sum)"),
        ("EXPENDITURES\n Finish Bumble\n Repair Bumble up to 9", "− 52 expenditures"),
        ("EXPENDITURES\n Refit Africa to Frigate-2", "− 27 expenditures"),  # FC 4 12, EW 3 15
        ("EXPENDITURES\n Refit Africa to Hornet", "1 of 1 without a known sum"),
        ("EXPENDITURES\n C 1\n SALVAGE Scout-3 at ALGOL = 20", "+ 20 salvage and pillage − 60"),
    ],
)
def test_the_receipt_says_what_a_list_comes_to(body: str, sums: str) -> None:
    reading = read_body(body)
    assert sums in next(one.text for one in reading.understood if one.line == 2)


def test_debt_is_paid_first() -> None:
    empire = {**known()["empire"], "debt": 70}
    reading = read_body("EXPENDITURES", empire=empire)
    assert "− 70 debt − 0 expenditures = 296 MCr" in reading.understood[0].text


@pytest.mark.parametrize(("debt", "rule"), [(326, ""), (327, "NV ECO-18")])
def test_a_debt_that_stays_lets_teams_be_kept_and_no_more(debt: int, rule: str) -> None:
    """366 MCr, of which 40 keep the teams."""
    empire = {**known()["empire"], "debt": debt}
    reading = read_body("EXPENDITURES\n Maintain all\n Copy designs", empire=empire)
    assert rules(reading) == ([rule] if rule else [])
    assert not read_body("EXPENDITURES\n Maintain all", empire=empire).problems


@pytest.mark.parametrize(
    ("teams", "rules"),
    [
        (9, []),
        (10, ["NV ECO-17"]),
        (17, ["NV ECO-17"]),
        (18, ["NV ECO-15", "NV RES-13"]),  # the projects get none of them
    ],
)
def test_borrowing_ends_at_the_income_of_the_turn(teams: int, rules: list[str]) -> None:
    reading = read_body(f"EXPENDITURES\n RDT {teams}\nRESEARCH BL 15-20 +{teams}")
    assert [p.rule for p in reading.problems] == rules


def test_a_built_ship_needs_a_place_that_can_build_it() -> None:
    barred = system("VIRUS", yours=True, ic=True, ic_barred=True)
    assert rules(read_body("EXPENDITURES\n SDU 1", systems=[barred])) == ["NV ECO-07"]
    assert rules(read_body("EXPENDITURES\n SDU 1", systems=[])) == ["NV ECO-04"]
    assert rules(read_body("EXPENDITURES\n AA 1", systems=[])) == ["NV ECO-03"]
    empire = {**known()["empire"], "capital": ""}
    reading = read_body("EXPENDITURES\n SDU 1\n AA 1", empire=empire)
    assert "you have no Industrial Complex at your home star" in faults(reading)


def test_the_designs_of_others_cannot_be_built() -> None:
    body = 'EXPENDITURES\n "alien Moth" 1\nCOMMISSIONS VIRUS "alien Moth": Bee'
    assert rules(read_body(body)) == ["NV UNI-22"]


def test_repairs_and_refits_of_ships_that_are_not_there_yet_are_kept() -> None:
    body = "EXPENDITURES\n Finish Bumble\n Repair Bumble\n Refit Bumble to Frigate-2"
    reading = read_body(body)
    assert [line.id for line in reading.commands.plans[-1].expenditures] == [
        "h-bumble",
        "=Bumble",
        "=Bumble",
    ]
    assert not reading.problems


@pytest.mark.parametrize("bought", ["SDU", "Hornet", "RDT", "build SDU"])
def test_up_to_stands_before_what_is_bought_or_behind(bought: str) -> None:
    word, _, rest = bought.rpartition(" ")
    before = f"{word} up to 2 {rest}".strip()
    made = [
        read_body(f"EXPENDITURES\n {text}").commands.plans[-1].expenditures[0]
        for text in (before, f"{bought} up to 2")
    ]
    assert replace(made[0], ref=made[1].ref) == made[1]
    assert (made[0].number, made[0].up_to) == (2, True)


# --- lists of expenditures, with and without a condition. Rule: NV ECO-47 -----


def test_the_list_that_always_holds_stands_last() -> None:
    reading = read_body(
        "EXPENDITURES\n Scout 1\nPLAN if treasury < 9:\n RDT 1\nPLAN if received 5 from B:\n"
        "COMMISSIONS VIRUS Scout: Bee\nRESEARCH BL 15-20 +1"
    )
    plans = reading.commands.plans
    assert [len(plan.expenditures) for plan in plans] == [1, 0, 1]
    assert plans[-1].condition == Condition()
    assert plans[0].condition.any_of[0][0].number == 9


def test_expenditures_with_nothing_of_its_own_is_the_heading_of_the_lists_below() -> None:
    reading = read_body("EXPENDITURES\nPLAN if treasury < 9:\n IC 1\nPLAN else:\n C 2\n C 1")
    assert not faults(reading)
    assert [len(plan.expenditures) for plan in reading.commands.plans] == [1, 2]
    reading = read_body("EXPENDITURES\n C 1\nPLAN else:\n C 2")
    assert "there are two lists of expenditures that always hold" in faults(reading)


def test_without_a_list_that_always_holds_nothing_is_bought() -> None:
    plans = read_body("PLAN if treasury < 9:\n RDT 1").commands.plans
    assert [len(plan.expenditures) for plan in plans] == [1, 0]
    assert plans[-1].condition == Condition()


def test_a_list_whose_condition_was_not_read_is_never_carried_out() -> None:
    for head in ("PLAN fi treasury < 9:", "PLAN if won:"):
        reading = read_body(f"{head}\n RDT 1\n | RDT 2")
        assert [plan.expenditures for plan in reading.commands.plans] == [()]
        assert "(lines 3-4)" in reading.problems[0].outcome


def test_a_bill_that_stands_for_none_names_no_ship() -> None:
    fault = "there is no line above for this one to replace"
    for above in ("", " Hronet 1\n"):
        reading = read_body(f"EXPENDITURES\n{above} | Hornet 1 @ 9 as Bee")
        assert faults(reading)[-1] == fault
        assert reading.commands.commissions == ()
        assert reading.commands.plans[-1].expenditures == ()


def test_a_misread_alternative_spoils_no_other_line() -> None:
    reading = read_body("EXPENDITURES\n Hornet 1\n | Hronet 1\n | Scout 1")
    (line,) = reading.commands.plans[-1].expenditures
    assert [one.name for one in line.or_else] == ["Scout"]


# --- names for ships that are built. Rule: NV ORD-41 --------------------------


def test_a_ship_is_named_where_it_is_bought() -> None:
    reading = read_body("EXPENDITURES\n Hornet 2 as Bee, Fly\nMOVEMENT\n VIRUS Bee > D X")
    (line,) = reading.commands.commissions
    assert (line.at, line.design, line.names) == ("VIRUS", "Hornet", ("Bee", "Fly"))
    assert [mover.ship for mover in reading.commands.movement[0].movers] == ["=Bee"]
    assert not [one for one in faults(reading) if "name" in one]
    assert reading.understood[1].text == "Hornet 2 as Bee + Fly"


@pytest.mark.parametrize(
    ("turn", "lenient", "said"),
    [
        (2, "2", "them, as yet without a fine, and"),
        (3, "2", "them for 10 MCr each, and"),
        (1, "0", "them for 10 MCr each, and"),
    ],
)
def test_the_fine_for_a_ship_without_a_name_is_told_when_there_is_one(
    turn: int, lenient: str, said: str
) -> None:
    options = {"lenient_turns": lenient}
    reading = read_body("EXPENDITURES\n Hornet", turn=turn, options=options)
    (found,) = [one for one in reading.problems if "no name" in one.fault]
    assert f"The program names {said} they obey no orders" in found.reason


def test_two_plans_may_name_the_same_ship() -> None:
    body = "PLAN if treasury > 900: Hornet 1 as Bee\nPLAN else: Hornet 1 as Bee"
    reading = read_body(body)
    assert [line.names for line in reading.commands.commissions] == [("Bee",)]
    assert not faults(reading)


def test_too_few_and_too_many_names_behind_as_are_told() -> None:
    few = read_body("EXPENDITURES\n Hornet 2 as Bee")
    assert faults(few) == ["1 of 2 Hornet built at VIRUS has no name"]
    many = read_body("EXPENDITURES\n Hornet 1 as Bee + Fly")
    assert faults(many) == ["2 names for 1 Hornet built at VIRUS"]


def test_a_name_that_is_taken_is_not_given_behind_as_either() -> None:
    reading = read_body("EXPENDITURES\n Hornet 1 as Stinger")
    assert 'you have a ship "Stinger" already' in faults(reading)
    assert not reading.commands.commissions


def test_what_has_no_name_takes_none() -> None:
    reading = read_body("EXPENDITURES\n RDT 1 as Bee\n Part Frigate 2 of 83 as Fly + Ant")
    assert faults(reading)[:2] == [
        'nothing bought on this line can be named "Bee"',
        '"Ant" is a second name for one ship',
    ]


# --- work on ships in dock. Rule: NV ECO-43 -----------------------------------


def test_only_parts_of_a_ship_are_repaired() -> None:
    reading = read_body("EXPENDITURES\nRepair Africa: BL2, QQ3")
    assert any(fault.startswith("QQ3 ") for fault in faults(reading))
    (line,) = (
        read_body("EXPENDITURES\nRepair Africa: BL2, structure 3").commands.plans[0].bills("repair")
    )
    assert line.repairs == (("BL2", 0), ("structure", 3))
