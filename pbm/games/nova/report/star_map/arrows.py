"""Lines of a star map that are not drawn through: arrows that name the other end, and dashes.

Each system's arrows go where its own lines, other lines and the names of systems leave room.
Everything is in units of the picture, in whole numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pbm.drawing.hex_map import label_width
from pbm.games.nova.report.star_map.lines import Lines, Point, meet, toward
from pbm.games.nova.report.star_map.names import Box, Leg, is_near, overlap, through
from pbm.games.nova.view.record import SystemView
from pbm.kit.records import Record

STUB = 44  # how far from its system's middle a dash ends
TIP = 56  # the same of an arrow's tip
_APART = 6  # between a name and what stands beside it
REACH = 190  # nothing farther from a system meets its arrows
# Directions of length 100, as on a clock of twelve hours, and between.
_CLOCK = (
    (0, -100), (50, -87), (87, -50), (100, 0), (87, 50), (50, 87),
    (0, 100), (-50, 87), (-87, 50), (-100, 0), (-87, -50), (-50, -87),
)  # fmt: skip
_BETWEEN = (
    (26, -97), (71, -71), (97, -26), (97, 26), (71, 71), (26, 97),
    (-26, 97), (-71, 71), (-97, 26), (-97, -26), (-71, -71), (-26, -97),
)  # fmt: skip


class Arrow(Record):
    """An end of a line told: its letter, the system at its other end, and its direction.

    ``label`` is the middle of that system's name on the ground line, ``box`` the name's room.
    """

    letter: str
    to: str
    way: Point
    label: Point
    box: Box


class _Around(Record):
    """What an arrow might be in the way of: lines, names, systems, other arrows and signs."""

    others: Sequence[Leg]
    own: Sequence[Leg]
    names: Sequence[Box]
    stars: Sequence[Point]
    taken: Sequence[Box]


def arrows_of(
    systems: Mapping[str, SystemView],
    points: Mapping[str, Point],
    lines: Lines,
    signs: Sequence[Point],
    named: Sequence[Box],
    size: int,
) -> dict[str, list[Arrow]]:
    """The arrows of every system that has some, in the order of their letters.

    ``signs`` is where the signs and numbers of ships stand, ``named`` where the names of systems
    do, ``size`` that of the letters.
    """
    legs = [(pair, leg) for pair, track in lines.tracks.items() for leg in pairwise(track)]
    taken = [(x - 9, y - 10, x + 9, y + 10) for x, y in signs]
    found: dict[str, list[Arrow]] = {}
    for name, one in systems.items():
        for letter, to in sorted(one.lines.items()):
            if not to or (min(name, to), max(name, to)) not in lines.told:
                continue
            used = [arrow.way for arrow in found.get(name, ())] + list(_drawn(name, lines))
            around = [
                (name in pair, leg) for pair, leg in legs if is_near(leg, points[name], REACH)
            ]
            names = [
                box
                for box in named
                if is_near(((box[0], box[1]), (box[2], box[3])), points[name], REACH)
            ]
            stars = [
                at
                for at in points.values()
                if at != points[name] and is_near((at, at), points[name], REACH)
            ]
            arrow = _arrow(
                points[name],
                letter,
                to,
                points[to],
                used,
                _Around(
                    [leg for own, leg in around if not own],
                    [leg for own, leg in around if own],
                    names,
                    stars,
                    taken,
                ),
                size,
            )
            taken.append(arrow.box)
            found.setdefault(name, []).append(arrow)
    return found


def _drawn(name: str, lines: Lines) -> Iterator[Point]:
    """The directions in which the drawn lines of a system leave it."""
    for pair, track in lines.tracks.items():
        if name in pair:
            here, there = (track[0], track[1]) if name == pair[0] else (track[-1], track[-2])
            yield toward((0, 0), (there[0] - here[0], there[1] - here[1]), 100)


def _arrow(
    here: Point, letter: str, to: str, end: Point, used: Sequence[Point], around: _Around, size: int
) -> Arrow:
    """The arrow where it is least in the way, and points most truly."""
    true = toward((0, 0), (end[0] - here[0], end[1] - here[1]), 100)
    ways: list[tuple[int, int, Point]] = []
    for place, way in enumerate((*_CLOCK, *_BETWEEN)):
        cost = (10000 - way[0] * true[0] - way[1] * true[1]) // 250
        cost += sum(_close(way, one) for one in used)
        ways.append((cost, place, way))
    best: tuple[int, int, Arrow] | None = None
    # What is in the way only adds to the cost: a way that points worse than the best found needs no
    # look at it.
    for least, place, way in sorted(ways):
        if best is not None and (least, place) > best[:2]:
            break
        arrow = _made(here, letter, to, way, size)
        cost = least + _in_the_way(here, way, arrow.box, around)
        if best is None or (cost, place) < best[:2]:
            best = cost, place, arrow
    assert best is not None
    return best[2]


def _in_the_way(here: Point, way: Point, box: Box, around: _Around) -> int:
    """What it costs that an arrow runs over lines, names, systems and other arrows."""
    left, top, right, bottom = box
    tip = (here[0] + way[0] * TIP // 100, here[1] + way[1] * TIP // 100)
    point = (tip[0] - 6, tip[1] - 6, tip[0] + 6, tip[1] + 6)
    cost = 60 * sum([meet((here, tip), leg) for leg in around.others])
    cost += 50 * sum([through(box, leg) for leg in (*around.others, *around.own)])
    # Its letter stands on it, beside the system.
    x, y = here[0] + way[0] * 31 // 100, here[1] + way[1] * 31 // 100
    letter = (x - 11, y - 11, x + 11, y + 11)
    cost += 200 * sum(
        [through(name, (here, tip)) or overlap(name, letter) for name in around.names]
    )
    # Words upon words cannot be read, nor whose they are where they touch; lines may pass below.
    room = (left - _APART, top, right + _APART, bottom)
    cost += 300 * sum([overlap(room, one) for one in (*around.names, *around.taken)])
    cost += 90 * sum([overlap(point, one) for one in around.taken])
    cost += 200 * sum(
        [left - 26 < x < right + 26 and top - 26 < y < bottom + 26 for x, y in around.stars]
    )
    return cost


def _close(one: Point, other: Point) -> int:
    """What it costs to go nearly the same way as another line of the system."""
    alike = one[0] * other[0] + one[1] * other[1]  # 10000 if the same
    return 200 if alike > 9000 else 60 if alike > 7600 else 15 if alike > 5500 else 0


def _made(here: Point, letter: str, to: str, way: Point, size: int) -> Arrow:
    """An arrow that goes that way; the name stands beyond its tip."""
    wide = label_width(to, size)
    x = here[0] + way[0] * (TIP + 4) // 100
    y = here[1] + way[1] * (TIP + 4) // 100
    x += way[0] * (wide // 2) // 100 if abs(way[0]) < 60 else wide // 2 * (1 if way[0] > 0 else -1)
    y += way[1] * (size // 2) // 100
    box = (x - wide // 2, y - size // 2, x + wide // 2, y + size // 2)
    return Arrow(letter, to, way, (x, y + size * 3 // 10), box)


def open_lines(
    one: SystemView,
    here: Point,
    lines: Lines,
    arrows: Sequence[Arrow],
    boxes: Sequence[Box],
    size: int,
) -> Iterator[tuple[str, Point]]:
    """Each line with an unknown end, and a direction for it in which its letter finds room.

    ``boxes`` are names and signs of the map.
    """
    # Above a system stand signs for ships.
    used = [(87, -50), (-87, -50), *_drawn(one.name, lines), *(arrow.way for arrow in arrows)]
    half = size // 2 + 2
    near = [box for box in boxes if is_near(((box[0], box[1]), (box[2], box[3])), here, REACH)]

    def cost(way: Point) -> int:
        x, y = stub_letter(here, way, size)
        room = x - half, y - half, x + half, y + half
        meets = any(overlap(room, box) for box in near)
        return 20000 * meets + max(way[0] * u[0] + way[1] * u[1] for u in used)

    for letter in sorted(letter for letter, to in one.lines.items() if not to):
        chosen = min((*_CLOCK, *_BETWEEN), key=cost)
        used.append(chosen)
        yield letter, chosen


def stub_letter(here: Point, way: Point, size: int) -> Point:
    """Where the letter of a dash stands."""
    far = STUB + size // 2
    return here[0] + way[0] * far // 100, here[1] + way[1] * far // 100
