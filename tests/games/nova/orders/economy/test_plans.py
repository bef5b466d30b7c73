"""Lists of expenditures, with and without a condition. Rule: NV ECO-47."""

from __future__ import annotations

from pbm.games.nova.state.orders.conditions import Condition
from tests.games.nova.sheet_table import (
    faults,
    read_body,
)


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
