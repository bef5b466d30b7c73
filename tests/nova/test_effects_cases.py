"""The cases about research, control, devastation and orders hold, and none is gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.cases import Case, read_cases
from pbm.conform import run_case
from pbm.nova.game import RULESET

FOLDER = Path(__file__).parents[1] / "cases" / "nova"
FILES = ("research.case", "control.case", "devastation.case", "orders.case")
READ = {name: read_cases((FOLDER / name).read_text(encoding="utf-8"), name) for name in FILES}
CASES = [case for cases, _faults in READ.values() for case in cases]
# The cases that the rules came with. An id never goes.
REQUIRED_TEXT = """
RES-TABLE-A RES-TABLE-B RES-TYPE-BL RES-TYPE-NEW RES-TYPE-EQ RES-TYPE-DESIGN RES-COST RES-HOMELESS
RES-REPORT-FEE RES-TURN-A RES-MISSILE-ACQ ECO-CAPT-5-WORLD ECO-CAPT-3-OUTPOST ECO-CAPT-7-WORLD
ECO-CAPT-8-WORLD ECO-CAPT-1-OUTPOST ECO-GARR-HOMESTAR ECO-CAPT-NOGARR ECO-TFC ECO-TFC-SDU ECO-PCB-1
ECO-PCB-2 ECO-PCB-3 ECO-DC-0SDU ECO-DC-1SDU ECO-DC-2SDU SRF-PCB-EX SRF-PCB-PROB SRF-MILITIA-RETURN
SRF-MILITIA-GONE SRF-NO-ESTABLISH CON-EST-NONE CON-EST-HOST CON-EST-ONE CON-EST-BOTH
CON-DEADLOCK-LANDED SEQ-TURN SEQ-OVERRIDE
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_holds(case: Case) -> None:
    row = run_case(case, lambda _name: RULESET)
    assert row.result == "pass", f"expected {row.expected}\ngot {row.got}"


def test_the_cases_are_read_without_a_fault_and_none_is_gone() -> None:
    assert not [fault for _cases, faults in READ.values() for fault in faults]
    assert set(REQUIRED_TEXT.split()) <= {case.id for case in CASES}
