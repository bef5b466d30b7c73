"""The letters of warp lines on a star map, each at its end of a line where it finds room.

Everything is in units of the picture, in whole numbers.
"""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from pbm.drawing.hex_map import label, text
from pbm.drawing.svg import joined, tag
from pbm.games.nova.report.star_map.arrows import TIP, Arrow, open_lines, stub_letter
from pbm.games.nova.report.star_map.lines import Lines, Point, toward
from pbm.games.nova.report.star_map.looks import INK, PALE, RADIUS
from pbm.games.nova.report.star_map.names import Box, overlap
from pbm.games.nova.view.record import SystemView

_DISC = 20  # of a system no letter may lie upon


def letter_spots(
    systems: Mapping[str, SystemView],
    points: Mapping[str, Point],
    lines: Lines,
    arrows: Mapping[str, Sequence[Arrow]],
    boxes: Sequence[Box],
    signs: Sequence[Point],
    size: int,
) -> Iterator[tuple[str, Point]]:
    """Each line's letter and its place at its end, farther out where something is in its way.

    A letter that finds no room is left out: the table of systems has it.
    """
    near = RADIUS + 4 + size // 2
    taken = [*signs]
    discs = [(x - _DISC, y - _DISC, x + _DISC, y + _DISC) for x, y in points.values()]
    names, boxes = boxes, [*boxes, *discs]
    for name, some in arrows.items():
        here = points[name]
        for arrow in some:
            tip = (here[0] + arrow.way[0], here[1] + arrow.way[1])
            # Beyond its head stands its name.
            farthest = max(near, TIP - 9)
            places = [toward(here, tip, far) for far in range(near, farthest + 1, 3)]
            # Rather upon a system than upon a name.
            free = (
                at
                for some_boxes in (boxes, names)
                for at in places
                if _is_free(at, taken, some_boxes, size)
            )
            if at := next(free, None):
                taken.append(at)
                yield arrow.letter, at
    reach = near + 6 * size
    for name, one in systems.items():
        here = points[name]
        around = (here[0] - reach, here[1] - reach, here[0] + reach, here[1] + reach)
        close = [box for box in boxes if overlap(around, box)]
        for letter, to in one.lines.items():
            pair = (min(name, to), max(name, to))
            if pair in lines.bends:
                pull = lines.bends[pair] or points[to]
                ways = (toward(here, pull, far) for far in range(near, near + 5 * size, size // 2))
                at = next((at for at in ways if _is_free(at, taken, close, size)), None)
                if at:
                    taken.append(at)
                    yield letter, at
        for letter, way in open_lines(one, here, lines, arrows.get(name, ()), boxes, size):
            at = stub_letter(here, way, size)
            if _is_free(at, taken, boxes, size):
                taken.append(at)
                yield letter, at


def _is_free(at: Point, taken: Sequence[Point], boxes: Sequence[Box], size: int) -> bool:
    x, y = at
    half = size * 6 // 10
    return all(abs(x - a) * 5 >= size * 4 or abs(y - b) >= size for a, b in taken) and not any(
        overlap((x - half, y - half, x + half, y + half), box) for box in boxes
    )


def letter_drawn(letter: str, at: Point, size: int) -> Markup:
    """A letter on a white ground."""
    return joined(
        (
            tag("circle", cx=at[0], cy=at[1], r=size * 55 // 100, fill="#ffffff"),
            text(letter, at[0], at[1] + size * 4 // 10, size, fill=INK, font_weight="bold"),
        )
    )


def arrow_name(arrow: Arrow, size: int) -> Markup:
    """The name at an arrow."""
    return label(arrow.to, *arrow.label, size, fill=PALE, font_weight="bold")
