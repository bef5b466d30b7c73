"""Every message a player can get: as the program says it, and as the pages show it."""

from __future__ import annotations

import re

import pytest

from tests.messages.messages import (
    GAMES,
    HERE,
    BadSheet,
    Game,
    all_sheets,
    page,
    problems_of,
    said_of,
    sheets,
)

SHEETS = pytest.mark.parametrize("bad", all_sheets(), ids=str)
OF_GAMES = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.folder)


@SHEETS
def test_a_bad_sheet_gets_its_message(bad: BadSheet) -> None:
    assert said_of(bad) == bad.said


@SHEETS
def test_every_sheet_here_is_bad(bad: BadSheet) -> None:
    assert problems_of(bad)


@OF_GAMES
def test_the_page_is_what_the_program_says(game: Game) -> None:
    assert game.page.read_text(encoding="utf-8") == page(game)


def test_every_bad_sheet_has_a_name_of_its_own() -> None:
    names = [str(bad) for bad in all_sheets()]
    assert len({*names}) == len(names) > 340
    kept = {f"{path.parent.name} {path.stem}" for path in HERE.glob("*/*.txt")}
    assert kept <= {*names}


@OF_GAMES
def test_there_are_many_different_messages(game: Game) -> None:
    words = re.compile(r'"[^"]*"|\b[A-Z]?[0-9]+\b')
    faults = {words.sub("", problem.fault) for bad in sheets(game) for problem in problems_of(bad)}
    assert len(faults) >= 45


@OF_GAMES
def test_no_message_names_a_symbol_of_the_grammar(game: Game) -> None:
    symbols = {
        *("NUMBER", "COMPARE", "QUOTED", "NAME", "BLANKS", "PERCENT", "$END", "HEX_WORD"),
        *("SIGNED", "BRACKETED"),
        *(name for name in game.parser().keywords if "_" in name),
    }
    for bad in sheets(game):
        for problem in problems_of(bad):
            said = f"{problem.fault} {problem.reason} {problem.remedy}"
            assert not any(re.search(rf"(?<!\w){re.escape(s)}(?!\w)", said) for s in symbols), said


@SHEETS
def test_what_is_said_begins_like_a_sentence(bad: BadSheet) -> None:
    for problem in problems_of(bad):
        for said in (problem.reason, problem.outcome, problem.remedy):
            assert not said[:1].islower()
