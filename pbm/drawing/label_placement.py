"""Place words in a picture so that they hide neither each other nor the marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from pbm.drawing.hex_map import Box, Point, label, label_width
from pbm.drawing.svg import joined


class LabelPlacer:
    """Places words one after the other where there is room."""

    def __init__(self, box: Box, size: int) -> None:
        self._box = box
        self._size = size
        self._taken: list[Box] = []

    def take(self, at: Point, reach: int) -> None:
        """Keep a square around a point free of words."""
        self._taken.append((at[0] - reach, at[1] - reach, 2 * reach, 2 * reach))

    def put(self, words: str, places: Iterable[Point], **more: str | int) -> Markup:
        """Place words at the first of these points where they hide nothing, or least."""
        found = [self._room(words, at) for at in places]
        free = (one for one in found if not any(_meet(one, other) for other in self._taken))
        room = next(free, None) or min(found, key=self._hidden)
        self._taken.append(room)
        x, y = room[0] + room[2] // 2, room[1] + self._size * 8 // 10
        return label(words, x, y, self._size, self._box, "", **more)

    def beside(self, words: str, at: Point, down: int, **more: str | int) -> Markup:
        """Place the name of a mark: below, above, right, left, or farther away."""
        x, y = at
        size = self._size
        wide = len(words) * size * 31 // 100 + size
        below, middle = y + down + size * 3 // 2, y + size // 3
        places = [(x, below), (x, y - size), (x + wide, middle), (x - wide, middle)]
        places += [(x + wide, below), (x - wide, below), (x, below + size), (x, y - 2 * size)]
        return self.put(words, places, **more)

    def block(
        self, lines: Sequence[tuple[str, str]], at: Point, reach: int, **more: str | int
    ) -> Markup:
        """Place the names of a hex in rows: right, left, below, above, or farther away."""
        x, y = at
        size = self._size
        wide = max(label_width(words, size, then) for words, then in lines)
        high = len(lines) * size
        right, left, middle = x + reach + wide // 2, x - reach - wide // 2, y - high // 2
        low, up = y + reach, y - reach - high
        tops = [(right, middle), (x, low), (left, middle), (x, up), (right, low), (left, low)]
        tops += [(right, up), (left, up), (x, low + size), (x, up - size)]
        rooms = [self._within(a - wide // 2, b, wide, high) for a, b in tops]
        free = [box for box in rooms if not any(_meet(box, other) for other in self._taken)]
        room = (free or [min(rooms, key=self._hidden)])[0]
        self._taken.append(room)
        return joined(
            label(
                words,
                room[0] + wide // 2,
                room[1] + n * size + size * 8 // 10,
                size,
                self._box,
                then,
                **more,
            )
            for n, (words, then) in enumerate(lines)
        )

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
        wide = len(words) * self._size * 62 // 100 + 4
        x = max(left, min(at[0] - wide // 2, left + width - wide))
        y = max(top + self._size, min(at[1], top + height - self._size // 4))
        return x, y - self._size * 8 // 10, wide, self._size


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[0] + other[2]
        and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3]
        and other[1] < one[1] + one[3]
    )
