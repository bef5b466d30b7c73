"""What a receipt says of money while a debt is owed, and how far credit goes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.nova.sheet_table import known, read_body


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
    assert "50 treasury + 316 production + 40 received - 60" in read.understood[0].text
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
