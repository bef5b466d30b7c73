"""The cases of how a game begins and ends hold, and none of those the rules came with is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.cases import Case, read_cases
from pbm.conform import run_case

PATH = Path(__file__).parents[1] / "cases" / "nova" / "setting.case"
CASES, FAULTS = read_cases(PATH.read_text(encoding="utf-8"), PATH.name)
REQUIRED = ["START-HS8", "START-HS5", "START-HS4", "START-STOMP", "VP-A", "VP-D", "ECO-ROUND-UP"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_of_the_setting_holds(case: Case) -> None:
    row = run_case(case)
    assert row.result == "pass", f"expected {row.expected}\ngot {row.got}"


def test_no_case_is_missing() -> None:
    assert not FAULTS
    assert set(REQUIRED) <= {case.id for case in CASES}
