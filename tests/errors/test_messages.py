"""Every message a player can get: as the program says it, and as docs/messages.md shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbm.knighthawks.reading import parser
from tests.errors.messages import PAGE, page, problems_of, said_of, sheets


@pytest.mark.parametrize("path", sheets(), ids=lambda path: path.stem)
def test_a_bad_sheet_gets_its_message(path: Path) -> None:
    assert said_of(path) == path.with_suffix(".expected").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sheets(), ids=lambda path: path.stem)
def test_every_sheet_here_is_bad(path: Path) -> None:
    assert problems_of(path)


def test_the_page_is_what_the_program_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_there_are_many_different_messages() -> None:
    words = re.compile(r'"[^"]*"|\b[A-Z]?[0-9]+\b')
    faults = {words.sub("", problem.fault) for path in sheets() for problem in problems_of(path)}
    assert len(faults) >= 45


def test_no_message_names_a_symbol_of_the_grammar() -> None:
    symbols = {
        *("NUMBER", "COMPARE", "QUOTED", "NAME", "BLANKS", "PERCENT", "$END", "HEX_WORD"),
        *(name for name in parser().keywords if "_" in name),
    }
    for path in sheets():
        for problem in problems_of(path):
            said = f"{problem.fault} {problem.reason} {problem.remedy}"
            assert not any(re.search(rf"(?<!\w){re.escape(s)}(?!\w)", said) for s in symbols), said


@pytest.mark.parametrize("path", sheets(), ids=lambda path: path.stem)
def test_what_is_said_begins_like_a_sentence(path: Path) -> None:
    for problem in problems_of(path):
        for said in (problem.reason, problem.outcome, problem.remedy):
            assert not said[:1].islower()
