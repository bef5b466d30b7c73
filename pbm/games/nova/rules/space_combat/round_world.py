"""The fixed data of a battle's rounds, and helpers shared by their steps."""

from collections.abc import Mapping

from pbm.dice.keyed import Roll
from pbm.games.nova.rules.space_combat.captain import BEST
from pbm.games.nova.rules.space_combat.fire.firing import Missiles
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import Place
from pbm.games.nova.state.battle.vectors import distance
from pbm.games.nova.state.design import Design
from pbm.kit.records import Record


class RoundWorld(Record):
    """The fixed data that a battle needs besides its own state.

    ``designs``: by key. ``missiles``: by builder and name. ``cap``: the greatest number of rounds.
    ``stalemate``: rounds without damage after which the battle ends.
    """

    designs: Mapping[str, Design]
    missiles: Missiles
    cap: int = 100
    stalemate: int = 10


def no_dice(die: str, *name: str, count: int = 1) -> Roll:
    """Dice for a caller that only looks: a roll raises AssertionError."""
    raise AssertionError(f"{count} {die} rolled to look: {name}")


def installation(ship: Live, kind: str, wanted: str) -> str:
    """The name of the working installation that is wanted, "" for none."""
    if wanted == BEST:
        return ship.best(kind)[0]
    return wanted if wanted.startswith(kind) and ship.level(wanted) else ""


def nearest(one: set[Place], other: set[Place]) -> int:
    """The fewest hexes between two groups of places."""
    return min(distance(a, b) for a in one for b in other)
