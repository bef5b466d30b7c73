"""The conformance cases of Nova: every one holds, none is missing, every option counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.cases import Case, read_cases
from pbm.conform import run_case
from pbm.games import ruleset
from pbm.nova.asks import ASKS
from pbm.nova.options import OPTIONS
from pbm.options import settle

FOLDER = Path(__file__).parents[1] / "cases" / "nova"

# The cases that everything but the fighting was handed over with. An id never goes.
REQUIRED_TEXT = """
START-HS8 START-HS5 START-HS4 START-TP VP-A VP-D TECH-BALANCED TECH-STRETCHED TECH-STRETCHED-15
TECH-SWARM-1 TECH-HARRY TECH-HARRY-TREASURY TECH-XL TECH-MISSILE TECH-PLASMA TECH-PULSE TECH-WARP
TP-BL18 TP-BL20 TP-XL14 TP-DG20 TP-FC4 TP-FC6 TP-FD3 TP-IE1 TP-LT4 TP-OS3 TP-MD9 TP-PD6 TP-SN20
TP-SN35 TP-SN40 TP-SN50 TP-SN15 TP-SS30 TP-SI12 TP-SM2 TP-SM3 TP-TC2 TP-WD5 TP-HF1 TP-TC1 TP-WD1
TP-LT8 TP-JD1 TP-DS20 TP-TJ2 TP-DG5 TP-LT9 DSN-CRITSHIP DSN-TRIBAL DSN-EXPLORER DSN-GAS START-STOMP
DSN-HF DSN-AR-NOTATION DSN-BL-NOTATION DSN-JD-NOTATION DSN-LT-DEFAULT DSN-IA-19 DSN-IA-20 DSN-IA-39
DSN-IA-40 DSN-IA-105 DSN-CAT-CL DSN-CAT-CR DSN-CAT-CC DSN-CAT-CS DSN-CAT-CA DSN-CAT-BC DSN-CAT-BB
DSN-CAT-BM DSN-CAT-SD DSN-TP-78 DSN-TP-88 DSN-TP-90 DSN-TP-97 DSN-TP-10 DSN-TP-RSD DSN-TP-NMD
MSL-Mark7 WPN-PA8 WPN-PA-STOMP WPN-WC9 WPN-WC-115 WPN-FPR1 WPN-FPR2 WPN-FPR4 WPN-FPR8
DSN-TC-INTRINSIC-1 DSN-TC-INTRINSIC-2 DSN-TC-INTRINSIC-4 DSN-TC-INTRINSIC-5 DSN-TC-INTRINSIC-6
DSN-TC-INTRINSIC-7 DSN-TC-INTRINSIC-9 DSN-TC-SIZE-1 DSN-TC-SIZE-2 DSN-TC-SIZE-5 DSN-COMP-XL15
DSN-COMP-SS30 DSN-COMP-FC8 DSN-COMP-OS3 DSN-COMP-DC DSN-DRIVES-30-3-3 DSN-DRIVES-30-2-3
DSN-DRIVES-30-1-3 DSN-DRIVES-105-1-3 DSN-NOIE DSN-SIZE0 DSN-LB-SIZES UNIT-RA UNIT-SDU UNIT-C UNIT-IC
UNIT-PCB UNIT-TFC UNIT-MA UNIT-SG UNIT-MILITIA-CAPTURED ECO-PROD-0 ECO-PROD-1 ECO-PROD-6 ECO-PROD-8
ECO-CAPT-5-WORLD ECO-CAPT-3-OUTPOST ECO-CAPT-7-WORLD ECO-CAPT-8-WORLD ECO-GARR-HOMESTAR
ECO-CAPT-NOGARR ECO-PILL-7-WORLD ECO-PILL-5-OUTPOST ECO-SALV-MK2 ECO-SALV-SG ECO-REFIT-HORNET
ECO-DEBT-1 ECO-DEBT-2 ECO-TREASURY-10 ECO-ROUND-UP ECO-TFC ECO-PCB-1 ECO-PCB-2 ECO-PCB-3 ECO-DC-0SDU
ECO-DC-1SDU ECO-DC-2SDU ECO-ARMY-LIMIT ECO-PENALTIES RES-TABLE-A RES-TABLE-B RES-TYPE-BL
RES-TYPE-NEW RES-TYPE-EQ RES-TYPE-DESIGN RES-COST RES-HOMELESS RES-REPORT-FEE CRIT-EX CRIT-EXPLORER
CRIT-ROLL-EX CRIT-CFS-TABLE MOV-DS-22-40 MOV-INTERDICT-9-0 MOV-INTERDICT-8-0 MOV-INTERDICT-20-11
MOV-INTERDICT-20-12 MOV-WL-TWICE MOV-NDC SRF-PCB-EX SRF-MILITIA-RETURN SRF-MILITIA-GONE
SRF-NO-ESTABLISH CON-TABLE CON-FF CON-HF CON-QF CON-RF CON-TF CON-HG CON-RG CON-TG CON-UG CON-FH
CON-QH CON-RH CON-TH CON-GK CON-RK CON-TK CON-FN CON-HN CON-NN CON-QN CON-TN CON-UN CON-FQ CON-GQ
CON-KQ CON-NQ CON-TQ CON-GR CON-NR CON-QR CON-RR CON-GT CON-HT CON-KT CON-NT CON-QT CON-RT CON-GU
CON-HU CON-QU CON-TU CON-UU CON-AROMA-G CON-AROMA-U CON-AROMA-N CON-AROMA-T-ACT2 CON-AROMA-R
CON-AROMA-S CON-AROMA-MIXED CON-GT-EX CON-CARRION-1 CON-CARRION-3 CON-DEADLOCK CON-FULL-10
CON-FULL-11 CON-FULL-INTRO CON-FULL-INTRO-NO CON-MINOR-SURFACE CON-MINOR-SPACE CON-MINOR-KNOWN
CON-DEF-F-unarmed CON-DEF-G-unarmed CON-DEF-N-armed CON-DEF-N-unarmed CON-DEF-Q-armed
CON-DEF-Q-unarmed CON-DEF-T-unarmed CON-DEF-U-armed CON-DEF-U-unarmed CON-NOORD-armed_ship
CON-NOORD-army CON-NOORD-colony CON-NOORD-ship_with_DG_activity CON-EST-NONE REP-1 REP-3 REP-4 REP-5
REP-6 REP-ABBR REP-NO-RESEARCH REP-SX-OWNER REP-SX-SHIPS SEQ-TURN SEQ-OVERRIDE REP-EXPLORE-INFO
REP-W-INFO REP-OBS-INFO REP-ORDERSHEET MOV-RETREAT-TIME
"""
# Those of the weapons and of what hits do.
REQUIRED_TEXT += """
WPN-BL-EX1 WPN-BL-DEAD WPN-PL-14-8-0-5-4 WPN-PL-12-6-5-3-0 WPN-FP-EX WPN-FD-EX WPN-PT-EX2 WPN-PR-4
WPN-WA-EX3 WPN-WA-EX4 WPN-WD-EX1 WPN-WD-UPGRADE WPN-MD-4 WPN-MD-5 WPN-MD-6 WPN-MD-13 WPN-BURN-EX
WPN-SI-EX WPN-SR-1 WPN-SR-MIN WPN-ALLOC-BC WPN-EWFC WPN-SHIELD-LOW CRIT-COUNT CRIT-BLOW-4-30
CRIT-BLOW-20-30 CRIT-BLOW-29-30 CRIT-CARGO-IC2 CRIT-CARGO-SDU CRIT-CARGO-PCB MOV-VEC-1
MOV-SIMPLIFY-1 MOV-SIMPLIFY-5 TAB-PULSE TAB-DAMAGE TAB-BEAM-R0 TAB-PULSE-R0 TAB-BEAM-R1 TAB-BEAM-R7
TAB-PULSE-R7 TAB-BEAM-R8 TAB-PULSE-R21 TAB-PULSE-R42 TAB-BEAM-OVER
"""
# Those of battles.
REQUIRED_TEXT += """
SEN-DIALOGUE SEN-SS-EX SEN-SS-EX2 SEN-SS-1 SEN-HURON MOV-IE-LIMIT MOV-SCATTER-1 MOV-SCATTER-0
MOV-SCATTER-L MOV-LT-3 MOV-LT-8 MOV-DG-HOLD MOV-ARRIVAL REP-TC-1 REP-TC-2 SEQ-HURON-R1 SEQ-HURON-R2
SEQ-HURON-R3 SEQ-HURON-R4-8 SEQ-SPACE REP-HURON
"""
REQUIRED = REQUIRED_TEXT.split()

# What stands on a page is shown by the tests of pages.
OF_PAGES = ("status_annex",)


def _all_cases() -> list[Case]:
    found: list[Case] = []
    for path in sorted(FOLDER.glob("*.case")):
        cases, problems = read_cases(path.read_text(encoding="utf-8"), path.name)
        assert not problems, problems
        found += cases
    return found


CASES = _all_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_case_holds(case: Case) -> None:
    row = run_case(case)
    assert row.result == "pass", f"{row.expected}\n{row.got}"


def test_no_case_is_missing_and_no_id_is_used_twice() -> None:
    ids = [case.id for case in CASES]
    assert sorted(ids) == sorted(set(ids))
    assert [name for name in REQUIRED if name not in ids] == []


def test_every_reading_of_every_option_has_a_case_that_differs_from_the_default() -> None:
    shown = {(key, value) for case in CASES if case.differs for key, value in case.options.items()}
    defaults, _ = settle(OPTIONS, {})
    wanted = {
        (option.key, reading)
        for option in OPTIONS
        for reading in option.readings
        if reading != defaults[option.key] and option.key not in OF_PAGES
    }
    assert wanted - shown == set()


def test_every_number_that_can_be_chosen_has_a_case_with_another() -> None:
    shown = {key for case in CASES if case.differs for key in case.options}
    assert [
        option.key for option in OPTIONS if not option.readings and option.key not in shown
    ] == []


def test_a_case_that_differs_sets_one_option_alone() -> None:
    assert [case.id for case in CASES if case.differs and len(case.options) != 1] == []


def test_everything_that_can_be_asked_is_asked() -> None:
    asked = {step.rest.split()[0] for case in CASES for step in case.steps if step.word == "ASK"}
    assert set(ASKS) - asked == set()
    assert set(ruleset("nova").asks) == set(ASKS)
