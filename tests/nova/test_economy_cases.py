"""The cases of the economy hold, and none of those the rules came with is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.cases import Case, read_cases
from pbm.conform import run_case

PATH = Path(__file__).parents[1] / "cases" / "nova" / "economy.case"
CASES, FAULTS = read_cases(PATH.read_text(encoding="utf-8"), PATH.name)
REQUIRED_TEXT = """
ECO-PROD-0 ECO-PROD-1 ECO-PROD-6 ECO-PROD-8 ECO-GARR-HOMESTAR-MCR ECO-CAPT-NOGARR-TURN
ECO-PILL-7-WORLD ECO-PILL-5-OUTPOST ECO-DEBT-1
ECO-DEBT-2 ECO-TREASURY-10 ECO-ARMY-LIMIT ECO-PENALTIES RES-COST-SUM
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_of_the_economy_holds(case: Case) -> None:
    row = run_case(case)
    assert row.result == "pass", f"expected {row.expected}\ngot {row.got}"


def test_no_case_is_missing() -> None:
    assert not FAULTS
    assert set(REQUIRED_TEXT.split()) <= {case.id for case in CASES}
