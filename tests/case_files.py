"""The conformance cases of a game."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pbm.conformance.case_file import Case, read_cases


def folder_of(game: str) -> Path:
    """The folder of a game's contract and cases; a game that a test builds has its own."""
    found = find_spec(f"tests.games.{game}.contract")
    assert found is not None and found.origin is not None
    return Path(found.origin).parents[2]


@cache
def all_cases(game: str) -> tuple[Case, ...]:
    """Every case of a game, in the order of its files."""
    found: list[Case] = []
    for path in sorted((folder_of(game) / "rulebook" / game).glob("*.case")):
        cases, problems = read_cases(path.read_text(encoding="utf-8"), path.name)
        assert not problems, problems
        found += cases
    return tuple(found)


def shown(game: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The rule of each case of a game and the open questions that it settles, by its id."""
    return {case.id: (case.rule, case.ambiguity) for case in all_cases(game)}
