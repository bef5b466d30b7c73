"""Every message a player can get: as the program says it, and as the pages show it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.messages.messages import GAMES, Game, all_sheets, page, problems_of, said_of, sheets

SHEETS = pytest.mark.parametrize(
    "path", all_sheets(), ids=lambda path: f"{path.parent.name} {path.stem}"
)
OF_GAMES = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.folder)


@SHEETS
def test_a_bad_sheet_gets_its_message(path: Path) -> None:
    assert said_of(path) == path.with_suffix(".expected").read_text(encoding="utf-8")


@SHEETS
def test_every_sheet_here_is_bad(path: Path) -> None:
    assert problems_of(path)


@OF_GAMES
def test_the_page_is_what_the_program_says(game: Game) -> None:
    assert game.page.read_text(encoding="utf-8") == page(game)


@OF_GAMES
def test_there_are_many_different_messages(game: Game) -> None:
    words = re.compile(r'"[^"]*"|\b[A-Z]?[0-9]+\b')
    faults = {
        words.sub("", problem.fault) for path in sheets(game) for problem in problems_of(path)
    }
    assert len(faults) >= 45


@OF_GAMES
def test_no_message_names_a_symbol_of_the_grammar(game: Game) -> None:
    symbols = {
        *("NUMBER", "COMPARE", "QUOTED", "NAME", "BLANKS", "PERCENT", "$END", "HEX_WORD"),
        *("SIGNED", "BRACKETED"),
        *(name for name in game.parser().keywords if "_" in name),
    }
    for path in sheets(game):
        for problem in problems_of(path):
            said = f"{problem.fault} {problem.reason} {problem.remedy}"
            assert not any(re.search(rf"(?<!\w){re.escape(s)}(?!\w)", said) for s in symbols), said


@SHEETS
def test_what_is_said_begins_like_a_sentence(path: Path) -> None:
    for problem in problems_of(path):
        for said in (problem.reason, problem.outcome, problem.remedy):
            assert not said[:1].islower()
