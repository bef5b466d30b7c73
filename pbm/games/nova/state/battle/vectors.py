"""Vectors on the hex map: thrust in six directions, kept from round to round, simplified.

Directions go from 1 to 6, clockwise from straight up; a vector is kept as one axial step
(x, z), which opposite and merging thrusts bring about by themselves, and written in at most two
directions. Rule: NV SPC-08, NV SPC-10. Ambiguity: NV A-MISS-PICTURE.
"""

from collections.abc import Mapping

from pbm.games.nova.state.battle.arena import Place

STEPS: tuple[Place, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
DIRECTIONS = range(1, 7)


def step(direction: int, hexes: int = 1) -> Place:
    """So many hexes in a direction from 1 to 6.

    >>> step(2, 3)
    (3, -3)
    """
    x, z = STEPS[direction - 1]
    return x * hexes, z * hexes


def length(vector: Place) -> int:
    """How many hexes a vector leads over; how much thrust a change by it takes."""
    x, z = vector
    return max(abs(x), abs(z), abs(x + z))


def distance(one: Place, other: Place) -> int:
    """Hexes between two places; 0 in the same hex. Ambiguity: NV A-RANGE-ROUND."""
    x, z = other[0] - one[0], other[1] - one[1]
    if (x < 0) == (z < 0):  # then both ways add up, else the longer leads over the other
        return abs(x + z)
    return max(abs(x), abs(z))


def plus(one: Place, other: Place) -> Place:
    """Two steps one after the other."""
    return one[0] + other[0], one[1] + other[1]


def minus(one: Place, other: Place) -> Place:
    """The step that leads from the second place to the first."""
    return one[0] - other[0], one[1] - other[1]


def of_directions(parts: Mapping[int, int]) -> Place:
    """The step that hexes in several directions add up to.

    >>> of_directions({2: 4, 5: 3, 3: 2})
    (3, -1)
    """
    x = z = 0
    for direction, hexes in parts.items():
        one = step(direction, hexes)
        x, z = x + one[0], z + one[1]
    return x, z


def simplified(vector: Place) -> dict[int, int]:
    """A vector in at most two directions, which lie side by side.

    >>> simplified(of_directions({6: 3, 1: 3, 2: 3}))
    {1: 6}
    >>> simplified((0, 0))
    {}
    """
    x, z = vector
    for place, (x1, z1) in enumerate(STEPS):
        x2, z2 = STEPS[(place + 1) % 6]
        first, second = x * z2 - z * x2, x1 * z - z1 * x
        if first > 0 and second >= 0:
            both = {place + 1: first, (place + 1) % 6 + 1: second}
            return {way: both[way] for way in sorted(both) if both[way]}
    return {}


def limited(change: Place, most: int) -> Place:
    """A change of vector cut down to so many hexes, along the directions it is written in.

    The greater part is kept first.
    """
    if length(change) <= most:
        return change
    parts = sorted(simplified(change).items(), key=lambda part: (-part[1], part[0]))
    left, kept = most, {}
    for direction, hexes in parts:
        kept[direction] = min(hexes, left)
        left -= kept[direction]
    return of_directions(kept)
