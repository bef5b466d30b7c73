"""Steering: thrust that closes, holds or opens a range to another ship.

The other ship's plot is unknown, so it is taken to keep its vector. A ship approaches as fast as
still lets it stop in time, so that it reaches the range it wants with the other's vector.

Rule: NV SPC-08, SPC-09. Ambiguity: NV A-DOCTRINE.
"""

from math import isqrt

from pbm.games.nova.state.battle.arena import Place
from pbm.games.nova.state.battle.vectors import STEPS, length, minus, plus

NOWHERE: Place = (0, 0)


def scaled(vector: Place, hexes: int) -> Place:
    """The step of this length that points most nearly in the same direction.

    >>> scaled((4, -2), 2), scaled((0, 0), 3)
    ((2, -1), (0, 0))
    """
    whole = length(vector)
    if not whole:
        return NOWHERE
    # The longest of the three cube coordinates comes out exact; one of the others is rounded.
    x, z = vector
    near = _rounded(x * hexes, whole)
    if abs(x + z) == whole:
        return near, -near - _rounded(-(x + z) * hexes, whole)
    return near, _rounded(z * hexes, whole)


def _rounded(number: int, by: int) -> int:
    """The nearest whole number of a quotient, a half away from zero."""
    half = (2 * abs(number) + by) // (2 * by)
    return half if number > 0 else -half


def limited(vector: Place, most: int) -> Place:
    """A step, cut to at most so many hexes in the same direction."""
    return vector if length(vector) <= most else scaled(vector, most)


def pace(hexes: int, thrust: int) -> int:
    """The greatest speed from which a ship comes to rest within so many hexes.

    This round's hexes are included; each later round takes ``thrust`` off the speed.

    >>> [pace(hexes, 3) for hexes in (0, 2, 3, 5, 9, 20)]
    [0, 2, 3, 4, 6, 9]
    """
    if not thrust:
        return 0
    full = (isqrt(1 + 8 * hexes // thrust) - 1) // 2  # rounds of braking with all thrust
    done = thrust * full * (full + 1) // 2
    return thrust * full + (hexes - done) // (full + 1)


def hold(apart: Place, drift: Place, thrust: int, hexes: int, way: int = 0) -> Place:
    """The change of vector that brings a ship to a distance and keeps it there.

    ``apart`` is its place relative to the other's, ``drift`` its vector less the other's. From the
    same hex it leaves in the direction of its drift, or in the direction ``way``.
    """
    away = apart if apart != NOWHERE else drift if drift != NOWHERE else STEPS[way % len(STEPS)]
    to_go = minus(scaled(away, hexes), apart)
    wanted = scaled(to_go, pace(length(to_go), thrust))
    return limited(minus(wanted, drift), thrust)


def leave(apart: Place, drift: Place, thrust: int, way: int = 0) -> Place:
    """The change of vector that takes a ship farthest from another."""
    next_apart = plus(apart, drift)
    for away in (next_apart, apart, drift):
        if away != NOWHERE:
            return scaled(away, thrust)
    return scaled(STEPS[way % len(STEPS)], thrust)


def meet(apart: Place, drift: Place, thrust: int) -> Place:
    """The change of vector that brings a ship into another's hex, with its vector."""
    return hold(apart, drift, thrust, 0)


def rest(vector: Place, thrust: int) -> Place:
    """The change of vector that comes nearest to stopping."""
    return limited(minus(NOWHERE, vector), thrust)
