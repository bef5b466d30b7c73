"""What a round of a battle is fought in, and rolls that take no dice."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.dice.keyed import Roll
from pbm.games.nova.rules.space_combat.captain import BEST
from pbm.games.nova.rules.space_combat.fire.firing import Missiles
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import (
    Place,
)
from pbm.games.nova.state.battle.vectors import distance
from pbm.games.nova.state.design import Design
from pbm.kit.records import Record


class World(Record):
    """What a battle needs to know beside itself.

    ``designs`` by key; ``missiles`` by builder and name; ``cap``: the most rounds;
    ``stalemate``: rounds without damage after which it ends.
    """

    designs: Mapping[str, Design]
    missiles: Missiles
    cap: int = 100
    stalemate: int = 10


def no_dice(die: str, *name: str, count: int = 1) -> Roll:
    """Dice of one who only looks: nothing is rolled."""
    raise AssertionError(f"{count} {die} rolled to look: {name}")


def installation(ship: Live, kind: str, wanted: str) -> str:
    """The working installation that is meant, "" for none."""
    if wanted == BEST:
        return ship.best(kind)[0]
    return wanted if wanted.startswith(kind) and ship.level(wanted) else ""


def nearest(one: set[Place], other: set[Place]) -> int:
    """The fewest hexes between two groups of places."""
    return min(distance(a, b) for a in one for b in other)
