"""The cases about Nova's reports hold, and none of those the rules came with is gone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbm.cases import Case, read_cases
from pbm.conform import run_case
from pbm.games import ruleset
from pbm.nova.asks_numbers import ASKS_NUMBERS
from pbm.nova.asks_reports import ASKS_REPORTS
from pbm.nova.options import OPTIONS

# The cases that the rules came with. An id never goes.
REQUIRED_TEXT = "REP-1 REP-2 REP-3 REP-4 REP-5 REP-6 REP-ABBR REP-NO-RESEARCH REP-ORDERSHEET"
REQUIRED = REQUIRED_TEXT.split()
FILE = Path(__file__).parents[1] / "cases" / "nova" / "reports.case"
ASKS = {**ASKS_NUMBERS, **ASKS_REPORTS}
# Only what cases ask matters here; the game itself has its own tests.
REPORTS = replace(ruleset("knighthawks"), name="nova", options=OPTIONS, asks=ASKS)


def cases() -> list[Case]:
    found, problems = read_cases(FILE.read_text(encoding="utf-8"), FILE.name)
    assert not problems
    return found


CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_the_case_holds(case: Case) -> None:
    row = run_case(case, lambda _name: REPORTS)
    assert row.result == "pass", f"expected {row.expected}\ngot {row.got}"


def test_no_case_is_missing() -> None:
    assert not [id for id in REQUIRED if id not in {case.id for case in CASES}]
