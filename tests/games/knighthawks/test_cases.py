"""The conformance cases of Knight Hawks: every one holds, none is missing, every option counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.conformance.case_file import Case, read_cases
from pbm.conformance.case_kit import kit_of
from pbm.conformance.runner import run_case
from pbm.games.knighthawks.conformance.queries import QUERIES
from pbm.games.knighthawks.options import OPTIONS
from tests.case_files import all_cases, assert_complete, assert_holds, assert_readings_shown

DOCS = Path(__file__).parents[3] / "docs" / "cases.md"

# The cases the rules were handed over with, and those their index names. An id never goes.
REQUIRED_TEXT = """
CH-laser_cannon CH-pod_laser CH-laser_battery CH-torpedo CH-assault_rocket CH-rocket_battery
CH-AUTO MV-EX1 MV-EX2 MV-STOP MV-STOP0 MV-TOP MV-ORBIT6 CB-EX1 CB-EX2 CB-EX3 CB-EX4 CB-EX5 CB-EX6
CB-EX7 CB-RD CB-EV CB-MASKDMG D-TURN-START D-TURN-TWICE D-TURN-LAST D-TURN-MR D-ROT0
D-ROT0-STOPPING D-ROT0-MOVING D-OFFMAP D-PLANET-MOVE D-LOS1 D-ORBIT-CCW D-ORBIT-REVERSE
D-ORBIT-ENTER D-ORBIT-LEAVE D-ORBIT-ROT D-BESTDEF D-AUTO D-ICM-WHAT D-ICM-SUPPLY D-DMG-AR
D-DMG-TORP D-DMG-EXACT D-AIM-RANGE D-ROF-LB D-ROF-DEF D-EVADE-NEXT D-EVADE-WHO D-EVADE-WEAPON
D-SCREEN-OUT D-SCREEN-BOTH D-SCREEN-TORP D-SCREEN-LIFE D-SCREEN-SPEED D-SCREEN-ORBIT D-SPEED-PLOT
D-STACK D-RANGE D-MAXRANGE D-ARC D-ARC2 D-ARC-ILLEGAL D-FFSAME-ATT D-FFSAME-DEF D-HEADON-NOTFF
D-CH1 D-CH2 D-CH3 D-CH4 D-CH5 D-CH6 D-CH7 D-CH8 D-CH9 D-CH10 D-CH11 D-CH12 D-CH13 D-DEF-PATH
D-DEF-FF D-DEF-ORDER D-E2E
"""
REQUIRED = REQUIRED_TEXT.split()


CASES = all_cases("knighthawks")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_case_holds(case: Case) -> None:
    assert_holds(case)


def test_no_case_is_missing_and_no_id_is_used_twice() -> None:
    assert_complete(CASES, [f"KH-{name}" for name in REQUIRED])


def test_every_reading_of_every_option_has_a_case_that_differs_from_the_default() -> None:
    assert_readings_shown(CASES, OPTIONS)


def test_every_open_question_has_a_case() -> None:
    named = {name for case in CASES for name in case.ambiguity}
    assert [f"KH-A{n:02}" for n in range(1, 46) if f"KH-A{n:02}" not in named] == []


def _lines(case: Case, *words: str) -> list[str]:
    found: list[str] = []
    for step in case.steps:
        if step.word in words:
            found += [step.rest, *(text.strip() for _number, text in step.block)]
    return found


def _apart(one: Case, other: Case, *words: str) -> int:
    mine, theirs = _lines(one, *words), _lines(other, *words)
    return max(len([t for t in mine if t not in theirs]), len([t for t in theirs if t not in mine]))


def test_every_line_of_doctrine_has_a_case_that_differs_by_it_alone() -> None:
    doctrine = [case for case in CASES if case.id.startswith("KH-DOC-")]
    assert len(doctrine) > 80
    alone = [
        case.id
        for case in doctrine
        if not any(
            _apart(case, other, "SET-UP") == 0
            and 0 < _apart(case, other, "ORDERS") <= 3
            and _apart(case, other, "EXPECT") > 0
            for other in doctrine
        )
    ]
    assert alone == []


def test_everything_that_can_be_asked_is_asked() -> None:
    asked = {step.rest.split()[0] for case in CASES for step in case.steps if step.word == "ASK"}
    assert set(QUERIES) - asked == set()
    assert set(kit_of("knighthawks").queries) == set(QUERIES)


def test_the_examples_of_the_page_on_cases_hold() -> None:
    blocks = DOCS.read_text(encoding="utf-8").split("\n\n    CASE ")[1:]
    texts = [
        "GAME knighthawks\nCASE "
        + "\n".join(line[4:] for line in _indented(f"    CASE {block}"))[5:]
        for block in blocks
    ]
    assert len(texts) == 2
    for text in texts:
        cases, problems = read_cases(text, "cases.md")
        assert not problems
        assert run_case(cases[0]).result == "pass"


def _indented(text: str) -> list[str]:
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("    "):
            break
        lines.append(line)
    return lines
