"""What every star map keeps to: lines drawn seldom cross, and none runs through a system."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from pbm.games.nova.report.star_map.arrows import arrows_of
from pbm.games.nova.report.star_map.lines import Lines, Point, lines_of
from pbm.games.nova.rules.charting import Cell
from pbm.games.nova.view.record import SystemView

STAR = 24  # the outermost ring of a system


def seldom_crossed(
    systems: Mapping[str, SystemView], places: Mapping[str, Cell]
) -> tuple[int, int]:
    """Check a map with its systems at these places; lines told by arrows, and all."""
    points = {name: (places[name][0] * 60, places[name][1] * 104) for name in systems}
    lines = lines_of(systems, points)
    ways = [(pair, list(pairwise(track))) for pair, track in lines.tracks.items()]
    crossed = {pair: 0 for pair, _way in ways}
    for n, (pair, way) in enumerate(ways):
        for other, another in ways[:n]:
            if not {*pair} & {*other} and any(_cross(*a, *b) for a in way for b in another):
                crossed[pair] += 1
                crossed[other] += 1
    # None crosses two; of eight lines drawn at most one crosses any.
    assert max(crossed.values(), default=0) <= 1
    assert 8 * sum(crossed.values()) <= len(ways)
    for pair, way in ways:
        for name, at in points.items():
            assert name in pair or not any(_near(*leg, at) for leg in way), (pair, name)
    _told_at_every_end(systems, points, lines)
    return len(lines.told), len(lines.told) + len(lines.bends)


def _told_at_every_end(
    systems: Mapping[str, SystemView], points: Mapping[str, Point], lines: Lines
) -> None:
    """Every known end of every line is drawn or has its arrow, and none has both."""
    arrows = arrows_of(systems, points, lines, [], [], 15)
    told = {(name, one.letter, one.to) for name, some in arrows.items() for one in some}
    drawn = set()
    for name, one in systems.items():
        for letter, to in one.lines.items():
            if (min(name, to), max(name, to)) in lines.bends:
                drawn.add((name, letter, to))
    ends = {(name, at, to) for name, one in systems.items() for at, to in one.lines.items()}
    assert not told & drawn
    assert told | drawn == {end for end in ends if end[2]}


def _side(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """True if each of two stretches has its ends on different sides of the other."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _near(a: Point, b: Point, at: Point) -> bool:
    """True if a stretch comes nearer to a point than a system is wide."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = dx * (at[0] - a[0]) + dy * (at[1] - a[1])
    if 0 <= along <= length:
        return _side(a, b, at) ** 2 < STAR * STAR * length
    return min((at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in (a, b)) < STAR * STAR
