"""The cases about Nova's numbers hold, and none of those the rules came with is gone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pbm.cases import Case, read_cases
from pbm.conform import run_case
from pbm.games import ruleset
from pbm.nova.asks_numbers import ASKS_NUMBERS
from pbm.nova.options import OPTIONS

# The cases that the rules came with. An id never goes.
REQUIRED_TEXT = """
START-TP TECH-BALANCED TECH-STRETCHED TECH-STRETCHED-15 TECH-SWARM-1 TECH-HARRY
TECH-HARRY-TREASURY TECH-XL TECH-MISSILE TECH-PLASMA TECH-PULSE TECH-WARP TP-BL18 TP-BL20 TP-XL14
TP-DG20 TP-FC4 TP-FC6 TP-FD3 TP-IE1 TP-LT4 TP-OS3 TP-MD9 TP-PD6 TP-SN20 TP-SN35 TP-SN40 TP-SN50
TP-SN15 TP-SS30 TP-SI12 TP-SM2 TP-SM3 TP-TC2 TP-WD5 TP-HF1 TP-TC1 TP-WD1 TP-LT8 TP-JD1 TP-DS20
TP-TJ2 TP-DG5 TP-LT9 DSN-CRITSHIP DSN-TRIBAL DSN-EXPLORER DSN-GAS DSN-HF DSN-AR-NOTATION
DSN-BL-NOTATION DSN-JD-NOTATION DSN-LT-DEFAULT DSN-IA-19 DSN-IA-20 DSN-IA-39 DSN-IA-40 DSN-IA-105
DSN-CAT-CL DSN-CAT-CR DSN-CAT-CC DSN-CAT-CS DSN-CAT-CA DSN-CAT-BC DSN-CAT-BB DSN-CAT-BM DSN-CAT-SD
DSN-TP-78 DSN-TP-88 DSN-TP-90 DSN-TP-97 DSN-TP-10 DSN-TP-RSD DSN-TP-NMD MSL-Mark7 WPN-PA8
WPN-PA-STOMP WPN-WC9 WPN-WC-115 WPN-FPR1 WPN-FPR2 WPN-FPR4 WPN-FPR8 DSN-TC-INTRINSIC-1
DSN-TC-INTRINSIC-2 DSN-TC-INTRINSIC-4 DSN-TC-INTRINSIC-5 DSN-TC-INTRINSIC-6 DSN-TC-INTRINSIC-7
DSN-TC-INTRINSIC-9 DSN-TC-SIZE-1 DSN-TC-SIZE-2 DSN-TC-SIZE-5 DSN-COMP-XL15 DSN-COMP-SS30
DSN-COMP-FC8 DSN-COMP-OS3 DSN-COMP-DC DSN-DRIVES-30-3-3 DSN-DRIVES-30-2-3 DSN-DRIVES-30-1-3
DSN-DRIVES-105-1-3 DSN-NOIE DSN-SIZE0 DSN-LB-SIZES UNIT-RA UNIT-SDU UNIT-C UNIT-IC UNIT-PCB
UNIT-TFC UNIT-MA UNIT-SG UNIT-MILITIA-CAPTURED ECO-SALV-MK2 ECO-SALV-SG ECO-REFIT-HORNET CRIT-EX
CRIT-EXPLORER CRIT-ROLL-EX CRIT-CFS-TABLE
"""
REQUIRED = REQUIRED_TEXT.split()
FOLDER = Path(__file__).parents[1] / "cases" / "nova"
FILES = ("technology", "designs", "critical", "repairs", "units", "charts")
# Only what cases ask matters here; the game itself has its own tests.
NUMBERS = replace(ruleset("knighthawks"), name="nova", options=OPTIONS, asks=ASKS_NUMBERS)


def cases() -> list[Case]:
    found: list[Case] = []
    for name in FILES:
        path = FOLDER / f"{name}.case"
        read, problems = read_cases(path.read_text(encoding="utf-8"), path.name)
        assert not problems
        found += read
    return found


CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_the_case_holds(case: Case) -> None:
    row = run_case(case, lambda _name: NUMBERS)
    assert row.result == "pass", f"expected {row.expected}\ngot {row.got}"


def test_no_case_is_missing() -> None:
    assert not [id for id in REQUIRED if id not in {case.id for case in CASES}]
