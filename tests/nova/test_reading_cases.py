"""The cases about Nova's order language hold."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbm.cases import Case, read_cases
from pbm.conform import run_case
from pbm.games import ruleset
from pbm.nova.asks_orders import ASKS_ORDERS
from pbm.nova.options import OPTIONS

PATH = Path(__file__).parents[1] / "cases" / "nova" / "reading.case"
ORDERS = replace(ruleset("knighthawks"), name="nova", options=OPTIONS, asks=ASKS_ORDERS)
CASES, FAULTS = read_cases(PATH.read_text(encoding="utf-8"), PATH.name)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_about_orders_holds(case: Case) -> None:
    row = run_case(case, lambda _name: ORDERS)
    assert row.result == "pass", f"expected {row.expected}\ngot {row.got}"


def test_the_cases_are_read_without_a_fault() -> None:
    assert not FAULTS
    assert len({case.id for case in CASES}) == len(CASES)
