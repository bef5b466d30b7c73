"""Outcomes of cases as people and continuous integration read them."""

from __future__ import annotations

from xml.etree import ElementTree as xml

from pbm.conformance.case_file import read_cases
from pbm.conformance.results import junit, report
from pbm.conformance.runner import CaseRow, run_case
from tests.core.conform_game import game

TEXT = """GAME count
CASE GOOD
RULE T 1
ASK double number=1
EXPECT 2
CASE BAD
RULE T 1
ASK double number=1|2
EXPECT 2
EXPECT 2 | 5
CASE ODD
RULE T 9
ASK double number=1
EXPECT 2
"""


def rows() -> list[CaseRow]:
    cases, problems = read_cases(TEXT, "a.case")
    assert not problems
    return [run_case(case, game) for case in cases]


def test_failures_show_each_line_with_what_came_instead() -> None:
    assert list(report(rows())) == [
        "FAIL BAD [T 1] a.case:6",
        "    line 9: expected  2",
        "                 got  4",
        "    line 10: expected  5",
        "                  got  4",
        "ERROR ODD [T 9] a.case:11",
        '    a.case:11:1: "T 9" is not a rule of count',
        "    11 | CASE ODD",
        "       | ^^^^",
        "    Did you mean T 2?",
        "1 passed, 1 failed, 1 with errors",
    ]


def test_junit_names_each_case_with_its_fault() -> None:
    suites = xml.fromstring(junit(rows()))
    assert suites.attrib == {"tests": "3", "failures": "1", "errors": "1"}
    (suite,) = suites
    assert suite.get("name") == "a.case"
    assert [case.get("name") for case in suite] == ["GOOD", "BAD", "ODD"]
    good, bad, odd = suite
    assert len(good) == 0
    assert bad[0].tag == "failure" and "line 9" in (bad[0].text or "")
    assert odd[0].tag == "error" and "is not a rule" in odd[0].get("message", "")
