"""How the warp lines of a star map run: drawn through, or shown by arrows at both ends.

A line bows around systems in its way. Where it could not, or would cross more than one other,
it is not drawn: an arrow at each end names the other (arrows.py).
Everything is in units of the picture, in whole numbers.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from math import isqrt
from typing import Literal

from pbm.games.nova.rules.charting import crosses
from pbm.games.nova.view.record import SystemView
from pbm.kit.records import Record

Point = tuple[int, int]
Pair = tuple[str, str]  # the ends of a line in the order of their names
# Of each line drawn: where a bow is pulled to, None for a straight one.
Bends = Mapping[Pair, Point | None]
Track = tuple[Point, ...]

SELDOM = 8  # of so many lines drawn at most one crosses another, and none crosses two
_CLEAR = 32  # how far from a system a line keeps that does not end there
_BOWS = (6, -6, 4, -4, 3, -3)  # parts of a line's length it may bow by, to either side


class Lines(Record):
    """The known lines: ``bends`` and ``tracks`` of those drawn, and the ``told``."""

    bends: Bends
    tracks: Mapping[Pair, Track]
    told: frozenset[Pair]


def toward(one: Point, other: Point, far: int) -> Point:
    """The point so far from one towards another."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    length = max(isqrt(dx * dx + dy * dy), 1)
    return one[0] + dx * far // length, one[1] + dy * far // length


def half(one: Point, other: Point) -> Point:
    """The point between two."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def _far(one: Point, other: Point) -> int:
    """The square of a distance."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def _passes(one: Point, other: Point, at: Point) -> bool:
    """True if a stretch of a line runs through a system other than its ends."""
    dx, dy, px, py = other[0] - one[0], other[1] - one[1], at[0] - one[0], at[1] - one[1]
    length = dx * dx + dy * dy
    along = dx * px + dy * py
    if along <= 0 or along >= length:
        return min(_far(one, at), _far(other, at)) < _CLEAR**2
    return (dx * py - dy * px) ** 2 < _CLEAR**2 * length


def _bend(name: str, to: str, points: Mapping[str, Point]) -> Point | Literal[False] | None:
    """Where a line is pulled to, so that it bows around systems in its way; None: straight.

    False if no bow is of use.
    """
    one, other = points[name], points[to]
    reach = max(abs(one[0] - other[0]), abs(one[1] - other[1])) // _BOWS[-2] + _CLEAR
    rest = [
        at
        for system, at in points.items()
        if min(one[0], other[0]) - reach < at[0] < max(one[0], other[0]) + reach
        and min(one[1], other[1]) - reach < at[1] < max(one[1], other[1]) + reach
        and system not in (name, to)
    ]
    for pull in (None, *_pulls(one, other)):
        track = _track((name, to), pull, points)
        if not any(_passes(*leg, at) for leg in pairwise(track) for at in rest):
            return pull
    return False


def _pulls(one: Point, other: Point) -> Iterator[Point]:
    """What a line between two points may be pulled to."""
    middle = half(one, other)
    across = (one[1] - other[1], other[0] - one[0])
    for share in _BOWS:
        yield middle[0] + across[0] // share, middle[1] + across[1] // share


def lines_of(systems: Mapping[str, SystemView], points: Mapping[str, Point]) -> Lines:
    """Decide which known lines are drawn, with their bows, and which are shown by arrows."""
    pairs = {
        (min(name, to), max(name, to))
        for name, one in systems.items()
        for to in one.lines.values()
        if to
    }
    ways = {pair: _bend(*pair, points) for pair in sorted(pairs)}
    tracks = {pair: _track(pair, pull, points) for pair, pull in ways.items() if pull is not False}
    told = pairs - tracks.keys() | _too_many(_crossings(tracks), tracks)
    bends = {pair: pull or None for pair, pull in ways.items() if pair not in told}
    return Lines(bends, {pair: tracks[pair] for pair in bends}, frozenset(told))


def _track(pair: Pair, pull: Point | None, points: Mapping[str, Point]) -> Track:
    """The points a drawn line runs through, straight from one to the next."""
    one, other = points[pair[0]], points[pair[1]]
    if pull is None:
        return (one, other)
    return tuple(
        (
            (one[0] * (8 - n) ** 2 + 2 * pull[0] * n * (8 - n) + other[0] * n * n) // 64,
            (one[1] * (8 - n) ** 2 + 2 * pull[1] * n * (8 - n) + other[1] * n * n) // 64,
        )
        for n in range(9)
    )


def _crossings(tracks: Mapping[Pair, Track]) -> dict[Pair, set[Pair]]:
    """Of each line, those that it crosses."""
    found: dict[Pair, set[Pair]] = {pair: set() for pair in tracks}
    boxes = {pair: _box(track) for pair, track in tracks.items()}
    for one, other in combinations(tracks, 2):
        (left, top, right, bottom), (west, north, east, south) = boxes[one], boxes[other]
        apart = right < west or east < left or bottom < north or south < top
        if not apart and not {*one} & {*other} and meet(tracks[one], tracks[other]):
            found[one].add(other)
            found[other].add(one)
    return found


def _box(track: Track) -> tuple[int, int, int, int]:
    across, down = zip(*track, strict=True)
    return min(across), min(down), max(across), max(down)


def meet(one: Track, other: Track) -> bool:
    """True if two ways, straight from point to point, cross."""
    return any(crosses((a, b), (c, d)) for a, b in pairwise(one) for c, d in pairwise(other))


def _too_many(crossings: Mapping[Pair, set[Pair]], tracks: Mapping[Pair, Track]) -> set[Pair]:
    """Choose lines to leave out until few cross: the worst first, of those the longest."""
    long = {pair: _far(track[0], track[-1]) for pair, track in tracks.items()}
    left = {pair: set(others) for pair, others in crossings.items()}
    out: set[Pair] = set()
    while left:
        worst = max(left, key=lambda pair: (len(left[pair]), long[pair], pair))
        crossing = sum(bool(others) for others in left.values())
        if len(left[worst]) < 2 and crossing * SELDOM <= len(left):
            break
        for other in left.pop(worst):
            left[other].discard(worst)
        out.add(worst)
    return out
