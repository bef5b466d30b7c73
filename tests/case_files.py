"""The conformance cases of a game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pbm.conformance.case_file import Case, read_cases

FOLDER = Path(__file__).with_name("rulebook")


@cache
def all_cases(game: str) -> tuple[Case, ...]:
    """Every case of a game, in the order of its files."""
    found: list[Case] = []
    for path in sorted((FOLDER / game).glob("*.case")):
        cases, problems = read_cases(path.read_text(encoding="utf-8"), path.name)
        assert not problems, problems
        found += cases
    return tuple(found)


def shown(game: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The rule of each case of a game and the open questions that it settles, by its id."""
    return {case.id: (case.rule, case.ambiguity) for case in all_cases(game)}
