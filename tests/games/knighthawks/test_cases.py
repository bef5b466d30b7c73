"""The cases of doctrine in Knight Hawks, and those that docs/cases.md shows."""

from __future__ import annotations

from pathlib import Path

from pbm.conformance.case_file import Case, read_cases
from pbm.conformance.runner import run_case
from tests.case_files import all_cases

DOCS = Path(__file__).parents[3] / "docs" / "cases.md"

CASES = all_cases("knighthawks")


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
