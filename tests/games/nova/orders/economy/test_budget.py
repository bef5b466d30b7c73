"""What a receipt says of money while a debt is owed, and how far credit goes."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.kit.problems import Severity
from tests.games.nova.sheet_table import design, known, read_body


def reading(*lines: str, salvage: str = "", **fields: Any) -> Any:
    """A list of expenditures, of an empire with these fields: 50 are there, 316 come in."""
    body = "\n".join(filter(None, (salvage, "EXPENDITURES", *lines)))
    return read_body(body, empire={**known()["empire"], **fields})


@pytest.mark.parametrize(
    ("debt", "lines", "rules"),
    [
        (366, ("C 1",), ["NV ECO-17"]),
        (367, ("C 1",), ["NV ECO-18"]),
        (366, ("Maintain all", "C 1"), ["NV ECO-18"]),
        (326, ("Maintain all", "C 1"), ["NV ECO-17"]),
        (400, ("Maintain all",), []),
        (400, (), []),
    ],
)
def test_nothing_is_bought_while_a_debt_is_not_paid(
    debt: int, lines: tuple[str, ...], rules: list[str]
) -> None:
    """Four teams are 40 MCr. Rule: NV ECO-16, NV ECO-18."""
    assert [one.rule for one in reading(*lines, debt=debt).problems] == rules


def test_how_much_stays_unpaid() -> None:
    (problem,) = reading("C 1", debt=400).problems
    assert problem.fault == "34 MCr of your debt of 400 stay unpaid this turn"


def test_what_aliens_sent_may_be_spent() -> None:
    """Rule: NV ECO-12."""
    read = reading("C 1", locked=40)
    assert "50 treasury + 316 production + 40 received − 60" in read.understood[0].text
    assert not reading("C 6", locked=0).problems
    assert not reading("AA 2", "SDU 3", "C 1", locked=40).problems
    assert reading("AA 2", "SDU 3", "C 1", locked=0).problems


def test_a_transfer_is_not_conditional() -> None:
    """It stands in every list or in none. Rule: NV ECO-46."""
    lists = "PLAN if treasury >= 300:\n{}\nPLAN else:\nSend 40 to B"
    assert not read_body(lists.format("Send 40 to B")).problems
    for other in ("C 1", "Send 41 to B", "Send 40 to C"):
        found = [one.rule for one in read_body(lists.format(other)).problems]
        assert found == ["NV ECO-46"] * (2 if "Send" in other else 1)


@pytest.mark.parametrize(("claimed", "rule"), [(318, "NV ECO-17"), (317, "NV ECO-15")])
def test_salvage_is_no_income_to_borrow_on(claimed: int, rule: str) -> None:
    """1000 MCr are 316 deeper than 684. Rule: NV ECO-15. Ambiguity: NV A-DEFICIT-CAP."""
    lines = ("C 10", "IC 1", "PCB 1", "RDT 2", "Copy designs @ 20")
    read = reading(*lines, salvage=f"SALVAGE Scout-3 at ALGOL = {claimed}")
    assert rule in [one.rule for one in read.problems]


def test_a_players_own_sums_are_told_where_they_are_not_right() -> None:
    """50 + 316 + 3 that aliens sent + 7 of bonus, less a debt of 12 and 80 for two Scouts.

    Rule: NV ORD-04.
    """
    right = "PRODUCTION 316 BONUS 7 TREASURY 50 TOTAL 376 EXPEND 80 TREASURY AFTER 284"
    spent = "COMMISSIONS VIRUS Scout: Bee, Fly\nEXPENDITURES\n Scout 2"
    empire = {**known()["empire"], "debt": 12, "locked": 3}
    assert read_body(f"{right}\n{spent}", empire=empire).problems == ()
    bare = "TOTAL 366 EXPEND 80 TREASURY AFTER 286"  # 50 and 316 alone
    assert read_body(f"{bare}\n{spent}").problems == ()
    wrong = "PRODUCTION 1 BONUS 7 TREASURY 1 TOTAL 1 EXPEND 1 TREASURY AFTER 1"
    assert [one.fault for one in read_body(f"{wrong}\n{spent}", empire=empire).problems] == [
        "production is 316, not 1",
        "treasury is 50, not 1",
        "total is 376, not 1",
        "expend is 80, not 1",
        "after is 284, not 1",
    ]


def test_what_is_spent_is_not_compared_while_the_sum_of_a_line_is_not_known() -> None:
    body = "EXPEND 1 TREASURY AFTER 1 TOTAL 1\nEXPENDITURES\n Finish Bumble\n Repair Bumble"
    found = [one.fault for one in read_body(body).problems]
    assert [fault for fault in found if "not 1" in fault] == ["total is 366, not 1"]


def test_of_several_lists_the_last_is_compared() -> None:
    body = "EXPEND 60\nPLAN if treasury >= 300:\nAA 1\nPLAN else:\nC 1"
    assert not read_body(body).problems


@pytest.mark.parametrize(
    ("line", "price"),
    [
        ("Maintain all", 10),
        ("RDT 1", 40),
        ("Scout 1", 40),
        ("AA 1", 30),
        ("SDU 1", 90),
        ("SG at VIRUS as A1 + A2", 360),
        ("Refit Africa to Frigate-2", 27),
        ("Part Hornet 40", 83),
        ("Status MD 5-7", 5),
        ("Info X", 5),
        ("Copy designs", 20),
    ],
)
def test_a_price_that_is_written_is_compared_with_the_right_one(line: str, price: int) -> None:
    """Rule: NV ECO-45, NV RES-16, NV PEN-04, NV PEN-05; FC 4 for 12 and EW 3 for 15 of a refit."""
    names = "COMMISSIONS VIRUS Scout: Bee\nRESEARCH BL 15-20 +1\n"
    names = names if line.split()[0] in ("RDT", "Scout") else ""

    def wrong(claimed: int) -> list[str]:
        found = read_body(f"{names}EXPENDITURES\n {line} @ {claimed}").problems
        return [one.fault for one in found if str(price + 1) in one.fault]

    assert wrong(price) == []
    assert len(wrong(price + 1)) == 1


def test_what_borrowing_comes_to_in_words() -> None:
    """366 are there; ten teams cost 400."""
    (problem,) = read_body("EXPENDITURES\n RDT 10\nRESEARCH BL 15-20 +10").problems
    assert problem.severity is Severity.WARNING
    assert problem.fault == "this list borrows 34 MCr"
    assert problem.reason == "68 MCr are to be paid next turn before anything else is bought"
    problem, teams = read_body("EXPENDITURES\n RDT 18\nRESEARCH BL 15-20 +18").problems
    assert problem.severity is Severity.ILLEGAL
    assert problem.fault == "this list borrows 354 MCr"
    assert problem.reason == "At most the income of the turn can be borrowed, 316 MCr"
    assert problem.outcome == "What stands last is not bought: line 3"
    assert teams.fault == "0 new teams are bought and 18 assigned"


def test_what_cannot_be_paid_counts_nowhere() -> None:
    """366 and a loan of 316 pay sixteen teams; the names below have no ship."""
    names = "COMMISSIONS\n VIRUS Hornet: Wren"
    there = f"EXPENDITURES\n RDT 16\n Hornet 1 at VIRUS\n{names}\nRESEARCH BL 15-20 +16"
    faults = [one.fault for one in read_body(there).problems]
    assert "1 name for 0 Hornet built at VIRUS" in faults
    assert not [one for one in faults if "teams are bought" in one]


def test_what_stays_unpaid_stops_all_but_upkeep() -> None:
    """366 less 40 for the teams: of 400, 74 stay."""
    (problem,) = reading("Maintain all", "C 1", debt=400).problems
    assert problem.fault == "74 MCr of your debt of 400 stay unpaid this turn"
    assert problem.reason == (
        "Until a debt is paid nothing is bought but the upkeep of research teams"
    )
    assert problem.outcome == "Nothing else of this list is bought"


def test_of_a_list_on_a_condition_nothing_is_said_beforehand() -> None:
    """There may be more money then."""
    body = "PLAN if received 5 from B:\nC 10\nPLAN else:\nC 1"
    assert [one.rule for one in read_body(body).problems] == []
    assert [one.rule for one in read_body("EXPENDITURES\nC 10").problems] == ["NV ECO-17"]


def test_pillage_and_salvage_count_as_they_are_claimed() -> None:
    body = "SALVAGE Scout-3 at ALGOL = 20\nSALVAGE ship Stinger at VIRUS\nPILLAGE MAVIS = 9"
    read = read_body(f"{body}\nEXPENDITURES\n C 1")
    line = next(one.text for one in read.understood if one.text.startswith("EXPENDITURES"))
    assert "+ 29 salvage and pillage − 60 expenditures = 335 MCr, 333 after" in line
    assert "received" not in line
    assert "debt" not in line
    assert "without" not in line


@pytest.mark.parametrize(("reading_", "cost"), [("host", 21), ("free", 0)])
def test_a_better_lag_time_costs_its_drive_or_nothing(reading_: str, cost: int) -> None:
    """JD 3 of SSZ 52 is 3 x 5.2 + 5, 20.6. Rule: NV ECO-41, NV TEC-22. Ambiguity: A-REFIT-LT."""
    lines = ("2 BL 15", "EW 2", "1 DC", "JD3 L7", "IE 2", "FC 3")
    designs = [*known()["designs"], design("Frigate-3", *lines, of="Frigate")]
    body = "EXPENDITURES\n Refit Africa to Frigate-3"
    read = read_body(body, designs=designs, options={"refit.intangibles": reading_})
    assert f"− {cost} expenditures = {366 - cost} MCr, " in read.understood[0].text


def test_a_line_without_a_known_sum_adds_nothing() -> None:
    read = read_body("EXPENDITURES\n Finish Bumble\n Repair Bumble")
    assert read.understood[0].text == (
        "EXPENDITURES (50 treasury + 316 production − 43 expenditures = 323 MCr, "
        "1 of 2 without a known sum)"
    )


def test_where_nothing_comes_in_nothing_can_be_borrowed_and_all_of_a_debt_stays() -> None:
    """Rule: NV ECO-15, NV ECO-18."""
    read = reading("C 1", production_next=0)
    said = "50 treasury + 0 production − 0 expenditures = 50 MCr, 45 after the penalty on savings"
    assert said in read.understood[0].text
    (problem,) = read.problems
    assert problem.reason == "At most the income of the turn can be borrowed, 0 MCr"
    (problem,) = reading("Maintain all", "C 1", treasury=0, production_next=40, debt=10).problems
    assert problem.fault == "10 MCr of your debt of 10 stay unpaid this turn"


@pytest.mark.parametrize(
    ("teams", "left", "after"),
    # 366 MCr less the list, of which a tenth above the production of 316 is lost, rounded up
    [(0, 366, 361), (1, 326, 325), (2, 286, None)],
)
def test_the_receipt_says_what_savings_will_lose(teams: int, left: int, after: int | None) -> None:
    """Rule: NV ECO-10."""
    text = reading(*([f"RDT {teams}"] if teams else [])).understood[0].text
    assert f"= {left} MCr" in text
    assert ("after the penalty on savings" in text) == (after is not None)
    assert after is None or f", {after} after the penalty" in text


@pytest.mark.parametrize(
    ("bills", "counted", "lines"),
    [
        (("C 5", "RDT 2", "C 1"), 440, ""),  # 440 of 366 and on credit
        (("C 11", "C 1", "RDT 1"), 660, "lines 4-5"),  # 682 may be spent: 720 is too much
        (("C 12", "C 1"), 0, "lines 3-4"),
    ],
)
def test_what_cannot_be_paid_is_not_counted(
    bills: tuple[str, ...], counted: int, lines: str
) -> None:
    """Rule: NV ECO-15, NV ECO-19: nothing below the first line that cannot be paid."""
    read = reading(*bills)
    assert f"− {counted} expenditures" in read.understood[0].text
    outcomes = [one.outcome for one in read.problems if one.rule == "NV ECO-15"]
    assert outcomes == ([f"What stands last is not bought: {lines}"] if lines else [])


def test_fines_that_are_sure_are_counted() -> None:
    """10 MCr for each ship without a name, 25 for lines that were not read. Rule: NV PEN-01."""
    text = read_body("EXPENDITURES\n Scout 2 as Ann\n Xyzzy 1 1 1").understood[0].text
    assert "− 80 expenditures − 10 fines = 276 MCr" in text
    on = read_body("EXPENDITURES\n Scout 2 as Ann\nXyzzy 1 1 1", options={"fines": "on"})
    assert "− 80 expenditures − 35 fines = 251 MCr" in on.understood[0].text
    lenient = read_body("EXPENDITURES\n Scout 2 as Ann", options={"lenient_turns": "12"})
    assert "fines" not in lenient.understood[0].text
