"""The cases about contact and exploration hold, and none of those the rules came with is gone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbm.cases import Case, read_cases
from pbm.conform import run_case
from pbm.nova.asks_contact import ASKS_CONTACT
from pbm.nova.game import RULESET

# The cases that the rules came with. An id never goes.
REQUIRED_TEXT = """
CON-TABLE CON-FF CON-HF CON-QF CON-RF CON-TF CON-HG CON-RG CON-TG CON-UG CON-FH CON-QH CON-RH
CON-TH CON-GK CON-RK CON-TK CON-FN CON-HN CON-NN CON-QN CON-TN CON-UN CON-FQ CON-GQ CON-KQ CON-NQ
CON-TQ CON-GR CON-NR CON-QR CON-RR CON-GT CON-HT CON-KT CON-NT CON-QT CON-RT CON-GU CON-HU CON-QU
CON-TU CON-UU CON-AROMA-G CON-AROMA-U CON-AROMA-N CON-AROMA-T-ACT2 CON-AROMA-R CON-AROMA-S
CON-AROMA-MIXED CON-GT-EX CON-CARRION-1 CON-CARRION-3 CON-FULL-10 CON-FULL-11 CON-FULL-INTRO
CON-FULL-INTRO-NO CON-MINOR-SURFACE CON-MINOR-SPACE CON-MINOR-KNOWN CON-DEF-F-unarmed
CON-DEF-G-unarmed CON-DEF-N-armed CON-DEF-N-unarmed CON-DEF-Q-armed CON-DEF-Q-unarmed
CON-DEF-T-unarmed CON-DEF-U-armed CON-DEF-U-unarmed CON-NOORD-armed_ship CON-NOORD-army
CON-NOORD-colony CON-NOORD-ship_with_DG_activity REP-SX-OWNER REP-SX-SHIPS REP-EXPLORE-INFO
REP-W-INFO REP-OBS-INFO CON-DEADLOCK
"""
FOLDER = Path(__file__).parents[1] / "cases" / "nova"
FILES = ("contact.case", "exploration.case", "handing.case")
NOVA = replace(RULESET, asks=ASKS_CONTACT)
READ = {name: read_cases((FOLDER / name).read_text(encoding="utf-8"), name) for name in FILES}
CASES = [case for cases, _faults in READ.values() for case in cases]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_holds(case: Case) -> None:
    row = run_case(case, lambda _name: NOVA)
    assert row.result == "pass", f"expected {row.expected}\ngot {row.got}"


def test_the_cases_are_read_without_a_fault() -> None:
    assert not [fault for _cases, faults in READ.values() for fault in faults]


def test_no_case_is_gone() -> None:
    assert not set(REQUIRED_TEXT.split()) - {case.id for case in CASES}
    assert len({case.id for case in CASES}) == len(CASES)
