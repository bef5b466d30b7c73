"""Place words in a picture so that they hide neither each other nor the marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from markupsafe import Markup
from msgspec.structs import replace

from pbm.drawing.hex_map import INK, WHITE, Box, Point, label, label_width
from pbm.drawing.svg import joined, path
from pbm.kit.records import Record

_RINGS = (0, 10, 20, 32, 46, 64, 90)  # how far names stand off, in tenths of their size
_LEADER = 10  # from this ring on a thin line leads to the mark
_EIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))


class NameLine(Record):
    """A row of names with a suffix; bold for the reader's own, in the colour of its side."""

    words: str
    more: str = ""
    bold: bool = False
    colour: str = INK

    def with_more(self, more: str) -> NameLine:
        """The same row with this suffix."""
        return replace(self, more=more)


class LabelPlacer:
    """Places words one after the other where there is room."""

    def __init__(self, box: Box, size: int) -> None:
        self._box = box
        self._size = size
        self._taken: list[Box] = []
        self._lines: list[tuple[Point, Point]] = []

    def take(self, at: Point, reach: int) -> None:
        """Keep a square around a point free of words."""
        self._taken.append((at[0] - reach, at[1] - reach, 2 * reach, 2 * reach))

    def cross(self, way: Sequence[Point]) -> None:
        """Keep a line free of what need not stand in its way, as `fits` finds out."""
        self._lines += pairwise(way)

    def fits(self, box: Box) -> bool:
        """Take a box if it lies in the picture and meets nothing, no line either; False if not."""
        inside = self._within(*box) == box and not any(_is_cut(box, line) for line in self._lines)
        if inside and (free := self._is_free(box)):
            self._taken.append(box)
            return free
        return False

    def put(
        self,
        words: str,
        mark: Point,
        places: Iterable[Point],
        ground: str = WHITE,
        **more: str | int,
    ) -> Markup:
        """Place words at the first of these points where they hide nothing, or least.

        A thin line leads to a mark that is far from them.
        """
        room = self._best([self._room(words, at) for at in places])
        self._taken.append(room)
        x, y = room[0] + room[2] // 2, room[1] + self._size * 8 // 10
        drawn = label(words, x, y, self._size, self._box, "", ground, **more)
        (mark_x, mark_y), (end_x, end_y) = mark, _nearest(mark, room)
        is_far = max(abs(mark_x - end_x), abs(mark_y - end_y)) > 2 * self._size
        return joined((_leader(mark, room), drawn)) if is_far else drawn

    def beside(self, words: str, at: Point, down: int, **more: str | int) -> Markup:
        """Place the name of a mark: below, above, right, left, or farther away."""
        x, y = at
        size = self._size
        wide = len(words) * size * 31 // 100 + size
        below, middle = y + down + size * 3 // 2, y + size // 3
        places = [(x, below), (x, y - size), (x + wide, middle), (x - wide, middle)]
        places += [(x + wide, below), (x - wide, below), (x, below + size), (x, y - 2 * size)]
        for far in range(2 * size, 14 * size, size):
            places += [(x, below + far), (x, y - size - far)]
            places += [(x + wide, middle + far), (x - wide, middle + far)]
            places += [(x + wide, middle - far), (x - wide, middle - far)]
        return self.put(words, at, places, WHITE, **more)

    def block(self, lines: Sequence[NameLine], at: Point, reach: int) -> Markup:
        """Place the names of a hex in rows: right, below, left, above, or farther away.

        Far from its mark a thin line leads to it.
        """
        size = self._size
        wide = max(label_width(one.words, size, one.more) for one in lines)
        rooms = dict(self._around(at, reach, wide, len(lines) * size))
        room = self._best(list(rooms))
        self._taken.append(room)
        leader = _leader(at, room) if rooms[room] >= _LEADER else Markup("")
        return joined(
            (
                leader,
                *(
                    label(
                        one.words,
                        room[0] + wide // 2,
                        room[1] + n * size + size * 8 // 10,
                        size,
                        self._box,
                        one.more,
                        font_weight="bold" if one.bold else "normal",
                        fill=one.colour,
                    )
                    for n, one in enumerate(lines)
                ),
            )
        )

    def _around(self, at: Point, reach: int, wide: int, high: int) -> Iterator[tuple[Box, int]]:
        """The rooms about a mark, near ones first, each with its ring."""
        x, y = at
        for ring in _RINGS:
            off = reach + ring * self._size // 10
            for across, down in _EIGHT:
                left = x + across * off - (wide if across < 0 else 0 if across else wide // 2)
                top = y + down * off - (high if down < 0 else 0 if down else high // 2)
                yield self._within(left, top, wide, high), ring

    def _best(self, rooms: Sequence[Box]) -> Box:
        """The first free room, or the one that hides least."""
        return next(filter(self._is_free, rooms), None) or min(rooms, key=self._hidden)

    def _is_free(self, box: Box) -> bool:
        return not any(_meet(box, other) for other in self._taken)

    def _within(self, x: int, y: int, wide: int, high: int) -> Box:
        """A place moved into the picture."""
        left, top, width, height = self._box
        across = max(left, min(x, left + width - wide))
        return across, max(top, min(y, top + height - high)), wide, high

    def _hidden(self, box: Box) -> int:
        """How much of what is already placed a box would hide."""
        return sum(
            max(0, min(box[0] + box[2], one[0] + one[2]) - max(box[0], one[0]))
            * max(0, min(box[1] + box[3], one[1] + one[3]) - max(box[1], one[1]))
            for one in self._taken
        )

    def _room(self, words: str, at: Point) -> Box:
        """The box that words occupy, moved into the picture as `label` does."""
        left, top, width, height = self._box
        wide = label_width(words, self._size)
        x = max(left, min(at[0] - wide // 2, left + width - wide))
        y = max(top + self._size, min(at[1], top + height - self._size // 4))
        return x, y - self._size * 8 // 10, wide, self._size


def _leader(at: Point, room: Box) -> Markup:
    """A thin line from a mark to the nearest point of its names."""
    x, y = _nearest(at, room)
    return path([f"M{at[0]} {at[1]}L{x} {y}"], stroke="#66727f", stroke_width=1)


def _nearest(at: Point, room: Box) -> Point:
    x, y = at
    return max(room[0], min(x, room[0] + room[2])), max(room[1], min(y, room[1] + room[3]))


def _is_cut(box: Box, line: tuple[Point, Point]) -> bool:
    """True if a line runs through a box."""
    (x, y), (to_x, to_y) = line
    left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
    if max(x, to_x) < left or min(x, to_x) > right or max(y, to_y) < top or min(y, to_y) > bottom:
        return False
    corners = ((left, top), (left, bottom), (right, top), (right, bottom))
    return len({(to_x - x) * (b - y) > (to_y - y) * (a - x) for a, b in corners}) == 2


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )
