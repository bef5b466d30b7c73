"""The list of games; each is imported only when it is needed."""

from importlib import import_module
from typing import Any, NamedTuple

from pbm.engine.game import Ruleset
from pbm.kit.english import nearest
from pbm.kit.problems import Faults


class GameEntry(NamedTuple):
    """A game in the list: its name, and the modules of its RULESET and its CASES.

    A game without cases has no module for them. ``tools`` are the names of its `Ruleset.tools`, so
    that a command need not load every game to find one that has a tool.
    """

    name: str
    game: str
    cases: str = ""
    tools: tuple[str, ...] = ()


GAMES: tuple[GameEntry, ...] = (
    GameEntry(
        "knighthawks", "pbm.games.knighthawks.game", "pbm.games.knighthawks.conformance.cases"
    ),
    GameEntry("deltavee", "pbm.games.deltavee.game", "pbm.games.deltavee.conformance.cases"),
    GameEntry(
        "nova",
        "pbm.games.nova.game",
        "pbm.games.nova.conformance.cases",
        ("design", "odds", "odds_of_packet", "odds_of_campaign"),
    ),
)


def names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(entry.name for entry in GAMES)


def ruleset(name: str) -> Ruleset:
    """The game of this name; Faults with a suggestion for an unknown one."""
    found: Ruleset = import_module(_entry(name).game).RULESET
    return found


def cases(name: str) -> Any:
    """The CASES of the game of this name, or None; Faults as in `ruleset`."""
    module = _entry(name).cases
    return import_module(module).CASES if module else None


def package(name: str) -> str:
    """The package of the game of this name; Faults as in `ruleset`."""
    return _entry(name).game.rpartition(".")[0]


def having(tool: str) -> tuple[GameEntry, ...]:
    """The games with this tool."""
    return tuple(entry for entry in GAMES if tool in entry.tools)


def _entry(name: str) -> GameEntry:
    for entry in GAMES:
        if entry.name == name.casefold():
            return entry
    near = nearest(name, names())
    raise Faults.invalid(
        f'there is no game "{name}"',
        reason=f"the games are {', '.join(names())}",
        remedy=f'Did you mean "{near}"?' if near else "",
    )
