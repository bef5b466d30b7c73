"""How the warp lines of a star map run: around systems in their way, and out into the unknown.

Everything is in units of the picture, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt

from pbm.nova.saying import Record

Point = tuple[int, int]
# Of each known line, by its ends: where a bow is pulled to, None for a straight one.
Bends = Mapping[tuple[str, str], Point | None]

_CLEAR = 32  # how far from a system a line keeps that does not end there
_BOWS = (6, -6, 4, -4, 3, -3)  # parts of a line's length it may bow by, to either side
# Twelve directions as on a clock, of length 100, for lines that lead nobody knows where.
_CLOCK = (
    (0, -100), (50, -87), (87, -50), (100, 0), (87, 50), (50, 87),
    (0, 100), (-50, 87), (-87, 50), (-100, 0), (-87, -50), (-50, -87),
)  # fmt: skip


def toward(one: Point, other: Point, far: int) -> Point:
    """The point so far from one towards another."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = max(isqrt(dx * dx + dy * dy), 1)
    return one[0] + dx * far // length, one[1] + dy * far // length


def half(one: Point, other: Point) -> Point:
    """The point between two."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def _passes(one: Point, other: Point, at: Point) -> bool:
    """True if a stretch of a line runs through a system that it does not end at."""
    dx, dy, px, py = other[0] - one[0], other[1] - one[1], at[0] - one[0], at[1] - one[1]
    length = dx * dx + dy * dy
    return 0 < dx * px + dy * py < length and (dx * py - dy * px) ** 2 < _CLEAR**2 * length


def _bend(name: str, to: str, points: Mapping[str, Point]) -> Point | None:
    """Where a line is drawn to, so that it bows around systems in its way; None: straight."""
    one, other = points[name], points[to]
    reach = max(abs(one[0] - other[0]), abs(one[1] - other[1])) // _BOWS[-2] + _CLEAR
    rest = [
        at
        for system, at in points.items()
        if min(one[0], other[0]) - reach < at[0] < max(one[0], other[0]) + reach
        and min(one[1], other[1]) - reach < at[1] < max(one[1], other[1]) + reach
        and system not in (name, to)
    ]
    if not any(_passes(one, other, at) for at in rest):
        return None
    middle = half(one, other)
    across = (one[1] - other[1], other[0] - one[0])
    for share in _BOWS:
        pull = (middle[0] + across[0] // share, middle[1] + across[1] // share)
        top = half(middle, pull)
        if not any(_passes(one, top, at) or _passes(top, other, at) for at in rest):
            return pull
    return None


def bends_of(
    systems: Mapping[str, Record], points: Mapping[str, Point]
) -> dict[tuple[str, str], Point | None]:
    """Every known line by its ends in the order of their names, and how it bows."""
    pairs = {
        (min(name, to), max(name, to)): None
        for name, one in systems.items()
        for to in one["lines"].values()
        if to
    }
    return {pair: _bend(*pair, points) for pair in pairs}


def open_lines(one: Record, points: Mapping[str, Point]) -> Iterator[tuple[str, Point]]:
    """Each line with an unknown end, and a free direction for it."""
    here = points[one["name"]]
    # Below a system stands its name, above it stand signs for ships.
    used = [(0, 100), (87, -50), (-87, -50)]
    for to in one["lines"].values():
        if to:
            x, y = toward((0, 0), (points[to][0] - here[0], points[to][1] - here[1]), 100)
            used.append((x, y))
    for letter in sorted(letter for letter, to in one["lines"].items() if not to):
        chosen = min(_CLOCK, key=lambda way: max(way[0] * u[0] + way[1] * u[1] for u in used))
        used.append(chosen)
        yield letter, chosen
