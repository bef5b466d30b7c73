"""The games there are, by name; each is imported only when it is asked for."""

from __future__ import annotations

import difflib
from importlib import import_module

from pbm.engine.game import Ruleset
from pbm.kit.problems import Faults, invalid

# Name of the game, its title, and the module that holds its RULESET.
GAMES: tuple[tuple[str, str, str], ...] = (
    ("knighthawks", "Knight Hawks", "pbm.games.knighthawks.game"),
    ("deltavee", "DeltaVee", "pbm.games.deltavee.game"),
    ("nova", "Nova", "pbm.games.nova.game"),
)


def names() -> tuple[str, ...]:
    """Every game's name."""
    return tuple(name for name, _title, _module in GAMES)


def ruleset(name: str) -> Ruleset:
    """The game of this name; Faults with a suggestion for any other."""
    for known, _title, module in GAMES:
        if known == name.casefold():
            found: Ruleset = import_module(module).RULESET
            return found
    near = difflib.get_close_matches(name, names(), 1)
    raise Faults(
        invalid(
            f'there is no game "{name}"',
            reason=f"the games are {', '.join(names())}",
            remedy=f'Did you mean "{near[0]}"?' if near else "",
        )
    )
