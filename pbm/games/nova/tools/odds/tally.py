"""Results of many battles, counted in whole numbers, so that tallies add up in any order.

Rule: NV SPC-46, NV SPC-47.
"""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, field

from pbm.games.nova.state.battle.arena import (
    ABOARD,
    AWAY,
    CAPTURED,
    DESTROYED,
    IN_PLAY,
    Battle,
    Fighter,
)
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.state import State

# Outcomes of a side; one for each side of a battle.
WINS = "wins"  # it has ships on the map, and no enemy has
LOSES = "loses"  # all its ships are destroyed or captured
FLEES = "flees"  # it has ships, but none is on the map: they jumped out
OPEN = "open"  # both it and an enemy still have ships on the map
FATES = (WINS, LOSES, FLEES, OPEN)

LOST, LOST_MCR = "lost", "lost MCr"


class Tally(Struct):
    """Counts of so many battles.

    ``fates`` by side and fate. ``sums`` and ``squares`` of LOST and LOST_MCR by side, and of
    what was lost by side and class: ships by the key of their design, units by their kind.
    ``lost`` and ``gone`` by ship: how often it was destroyed or captured, how often it jumped out.
    """

    battles: int = 0
    rounds: int = 0
    fates: Counter[tuple[str, str]] = field(default_factory=Counter)
    sums: Counter[tuple[str, str]] = field(default_factory=Counter)
    squares: Counter[tuple[str, str]] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count the battles of another tally too."""
        self.battles += other.battles
        self.rounds += other.rounds
        self.fates.update(other.fates)
        self.sums.update(other.sums)
        self.squares.update(other.squares)
        self.lost.update(other.lost)
        self.gone.update(other.gone)


def counted(battle: Battle, state: State) -> Tally:
    """The tally of one battle that is over."""
    tally = Tally(1, battle.round)
    stands = dict.fromkeys(battle.sides, False)
    lives = dict.fromkeys(battle.sides, False)
    for one in battle.fighters.values():
        if not takes_part(one):
            continue
        fate = _fate(battle, one)
        if fate in (DESTROYED, CAPTURED):
            tally.lost[one.ship] += 1
            tally.sums[one.owner, LOST] += 1
            tally.sums[one.owner, LOST_MCR] += figures(state.designs[one.design]).cost
            tally.sums[one.owner, one.design] += 1
        else:
            lives[one.owner] = True
            stands[one.owner] = stands[one.owner] or fate == IN_PLAY
            tally.gone[one.ship] += fate != IN_PLAY
    for empire, side in battle.sides.items():
        if not lives[empire]:
            fate = LOSES
        elif not stands[empire]:
            fate = FLEES
        else:
            fate = OPEN if any(stands[one] for one in side.enemies) else WINS
        tally.fates[empire, fate] += 1
    tally.squares.update({key: number * number for key, number in tally.sums.items()})
    return tally


def takes_part(one: Fighter) -> bool:
    """True for a ship that is in a battle at all."""
    return one.state != AWAY and not one.gate


def _fate(battle: Battle, one: Fighter) -> str:
    """The outcome of a ship; of one aboard another, that of its carrier."""
    ship = one
    while ship.state == ABOARD:
        ship = battle.fighters[ship.carrier]
    return ship.state
