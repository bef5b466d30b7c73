"""The games there are, by name; each is imported only when it is asked for."""

from __future__ import annotations

import difflib
from importlib import import_module
from typing import Any, NamedTuple

from pbm.engine.game import Ruleset
from pbm.kit.problems import Faults, invalid


class Entry(NamedTuple):
    """A game in the list: its name, the modules that hold its RULESET and its CASES.

    A game without cases of a rulebook names no module for them. ``tools`` are the names of its
    `Ruleset.tools`: a command for one of them need not load every game to find who has it.
    """

    name: str
    game: str
    cases: str = ""
    tools: tuple[str, ...] = ()


GAMES: tuple[Entry, ...] = (
    Entry("knighthawks", "pbm.games.knighthawks.game", "pbm.games.knighthawks.conformance.cases"),
    Entry("deltavee", "pbm.games.deltavee.game", "pbm.games.deltavee.conformance.cases"),
    Entry(
        "nova",
        "pbm.games.nova.game",
        "pbm.games.nova.conformance.cases",
        ("design", "odds", "odds_of_packet", "odds_of_campaign"),
    ),
)


def names() -> tuple[str, ...]:
    """Every game's name."""
    return tuple(entry.name for entry in GAMES)


def ruleset(name: str) -> Ruleset:
    """The game of this name; Faults with a suggestion for any other."""
    found: Ruleset = import_module(_entry(name).game).RULESET
    return found


def cases(name: str) -> Any:
    """What the game of this name gives to its cases, None if nothing; Faults as `ruleset`."""
    module = _entry(name).cases
    return import_module(module).CASES if module else None


def package(name: str) -> str:
    """The package of the game of this name; Faults as `ruleset`."""
    return _entry(name).game.rpartition(".")[0]


def having(tool: str) -> tuple[Entry, ...]:
    """The games that have a tool."""
    return tuple(entry for entry in GAMES if tool in entry.tools)


def _entry(name: str) -> Entry:
    for entry in GAMES:
        if entry.name == name.casefold():
            return entry
    near = difflib.get_close_matches(name, names(), 1)
    raise Faults(
        invalid(
            f'there is no game "{name}"',
            reason=f"the games are {', '.join(names())}",
            remedy=f'Did you mean "{near[0]}"?' if near else "",
        )
    )
