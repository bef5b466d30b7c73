"""What can be bought, where, and with which money. Rule: NV ECO-03 to NV ECO-47."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.nova.sheet_table import (
    faults,
    known,
    read_body,
    rules,
    system,
)


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
