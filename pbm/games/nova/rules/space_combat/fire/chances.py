"""The expected damage of a weapon at a distance, for doctrine and for odds.

All values are exact fractions. Damage counts as it leaves the weapon, before any defence.

Rule: NV SPC-21 to SPC-27. Ambiguity: NV A-DOCTRINE.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache

from pbm.games.nova.rules.space_combat.fire.accuracy import warp_damage
from pbm.games.nova.rules.space_combat.fire.gunnery import (
    LASERS,
    WARP,
    Hit,
    Shot,
    Weapon,
    hit,
    modes,
    shot,
)
from pbm.games.nova.state.missiles import MissileDesign

_SECOND = {"": (0,), "d10": tuple(range(1, 11)), "d6": tuple(range(1, 7))}


@lru_cache(maxsize=65536)
def outcomes(fired: Shot) -> tuple[tuple[Hit, Fraction], ...]:
    """All possible hits of a shot, each with its chance; the rest up to 1 is a miss."""
    if not fired.bears:
        return ()
    # Each face of a laser's die has an effect of its own; for other weapons all hits are alike.
    laser = fired.mode in LASERS
    firsts, sure = (range(10), 100) if laser else (range(1, 2), min(fired.percent, 100))
    faces = _SECOND[fired.dice[1]]
    found: Counter[Hit] = Counter()
    for first in firsts:
        for face in faces:
            done = hit(fired, first, face)
            if done is not None:
                found[done] += 1
    each = Fraction(sure, 100 * len(firsts) * len(faces))
    return tuple((done, number * each) for done, number in found.items())


def expected(fired: Shot) -> Fraction:
    """The average damage of a shot in points."""
    total = Fraction(0)
    for done, chance in outcomes(fired):
        points = warp_damage(done.damage, done.layer) if done.kind == WARP else done.damage
        total += chance * points
    return total


@lru_cache(maxsize=65536)
def best_shot(
    weapon: Weapon,
    distance: int,
    fc: int,
    ew: int,
    probed: bool = False,
    missile: MissileDesign | None = None,
) -> Shot:
    """A weapon's shot; a combination laser's is in the mode that does more damage."""
    every = (shot(weapon, distance, fc, ew, probed, missile, mode) for mode in modes(weapon))
    return max(every, key=expected)


@lru_cache(maxsize=65536)
def expected_damage(
    weapon: Weapon,
    distance: int,
    fc: int,
    ew: int,
    probed: bool = False,
    missile: MissileDesign | None = None,
) -> Fraction:
    """The average damage of a weapon at a distance, in points, in its better mode."""
    return expected(best_shot(weapon, distance, fc, ew, probed, missile))


@lru_cache(maxsize=65536)
def reach(
    weapon: Weapon,
    fc: int = 0,
    ew: int = 0,
    probed: bool = True,
    missile: MissileDesign | None = None,
) -> int:
    """The greatest distance in hexes at which a weapon can do damage, -1 if at none.

    No weapon does better at a greater distance.
    """
    distance = -1
    while best_shot(weapon, distance + 1, fc, ew, probed, missile).bears:
        distance += 1
    return distance
