"""Where the names of systems stand on a star map: beside their system, off the lines and signs.

Everything is in units of the picture, in whole numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pbm.drawing.hex_map import label_width
from pbm.games.nova.report.star_map.lines import Lines, Point, Track, meet
from pbm.kit.records import Record

Leg = tuple[Point, Point]  # a straight part of a line
Box = tuple[int, int, int, int]  # left, top, right, bottom

_STAR = 26  # from a system's middle to the outside of its rings
_ROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))


class Name(Record):
    """The rows of a system's name and of what stands under it, and the room they take."""

    rows: tuple[str, ...]
    box: Box


def names_of(
    rows: Mapping[str, Sequence[str]],
    points: Mapping[str, Point],
    lines: Lines,
    signs: Sequence[Point],
    size: int,
) -> dict[str, Name]:
    """A place for the name of every system; rows under it that find no room are left out.

    ``signs`` is where the signs and numbers of ships stand, ``size`` that of the letters.
    """
    half = size * 6 // 10
    taken = [(x - half, y - half, x + half, y + half) for x, y in signs]
    legs = [leg for track in lines.tracks.values() for leg in pairwise(track)]
    found: dict[str, Name] = {}
    for name, here in points.items():
        reach = _STAR + 4 * size + len(name) * size
        stars = [at for at in points.values() if at != here and is_near((at, at), here, reach)]
        rooms = [
            (place, box, said)
            for said in (tuple(rows[name][:n]) for n in range(len(rows[name]), 0, -1))
            for place, box in enumerate(_rooms(here, said, size))
        ]
        around = _hull([box for _place, box, _said in rooms])
        near = [leg for leg in legs if through(around, leg)]
        others = [box for box in taken if overlap(around, box)]
        best: tuple[int, int, int] | None = None
        for place, box, said in rooms:
            cost = _upon(box, here, stars, others, size)
            if best and cost > best[0]:
                continue  # lines, of which there are many, would make it no better
            # Fewer rows are better than rows upon something.
            rank = (cost + sum(through(box, leg) for leg in near), -len(said), place)
            if best is None or rank < best:
                best, found[name] = rank, Name(said, box)
        taken.append(found[name].box)
    return found


def _hull(boxes: Sequence[Box]) -> Box:
    """The least box around some."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _rooms(here: Point, rows: Sequence[str], size: int) -> Iterator[Box]:
    wide = max(label_width(row, size) for row in rows)
    high = len(rows) * size
    for off in (_STAR, _STAR + size):
        for across, down in _ROUND:
            aside = off if not (across and down) else off * 7 // 10
            left = here[0] + across * aside - (wide if across < 0 else 0 if across else wide // 2)
            top = here[1] + down * aside - (high if down < 0 else 0 if down else high // 2)
            yield left, top, left + wide, top + high


def _upon(box: Box, here: Point, stars: Sequence[Point], taken: Sequence[Box], size: int) -> int:
    """What lies in a room besides lines, which count 1: systems, even near it, and names."""
    near = _gap(box, here) + size
    gaps = [_gap(box, at) for at in stars]
    return (
        4 * sum(overlap(box, other) for other in taken)
        + 6 * sum(gap < near for gap in gaps)
        + 8 * sum(gap < _STAR for gap in gaps)
    )


def _gap(box: Box, at: Point) -> int:
    """How far a point is from a box, across or down."""
    left, top, right, bottom = box
    return max(left - at[0], at[0] - right, top - at[1], at[1] - bottom, 0)


def is_near(leg: Leg, at: Point, far: int) -> bool:
    """True if a part of a line comes about so near to a point."""
    (ax, ay), (bx, by) = leg
    x, y = at
    return (
        min(ax, bx) - far <= x <= max(ax, bx) + far and min(ay, by) - far <= y <= max(ay, by) + far
    )


def through(box: Box, leg: Leg) -> bool:
    """True if a part of a line runs through a box."""
    left, top, right, bottom = box
    (ax, ay), (bx, by) = leg
    if max(ax, bx) < left or min(ax, bx) > right or max(ay, by) < top or min(ay, by) > bottom:
        return False
    frame: Track = ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))
    return any(left <= x <= right and top <= y <= bottom for x, y in leg) or meet(frame, leg)


def overlap(one: Box, other: Box) -> bool:
    """True if two boxes meet."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
