"""The cases of movement hold, and none of those the rules came with is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.cases import Case, read_cases
from pbm.conform import run_case

PATH = Path(__file__).parents[1] / "cases" / "nova" / "movement.case"
CASES, FAULTS = read_cases(PATH.read_text(encoding="utf-8"), PATH.name)
REQUIRED = """
MOV-INTERDICT-9-0 MOV-INTERDICT-8-0 MOV-INTERDICT-20-11 MOV-INTERDICT-20-12 MOV-DS-22-40
MOV-WL-TWICE MOV-NDC MOV-RETREAT-TIME MOV-CARRION-1 MOV-CARRION-3
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_of_movement_holds(case: Case) -> None:
    row = run_case(case)
    assert row.result == "pass", f"expected {row.expected}\ngot {row.got}"


def test_no_case_is_missing() -> None:
    assert not FAULTS
    assert set(REQUIRED.split()) <= {case.id for case in CASES}
