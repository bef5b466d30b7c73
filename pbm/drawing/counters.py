"""Place counters on hexes, and their names where there is room.

All marks of a picture are placed first and the names afterwards, so that no name hides a counter.
Whole numbers only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from pbm.drawing.hex_map import Counter, Point, cross_key
from pbm.drawing.label_placement import LabelPlacer
from pbm.drawing.svg import tag

NAMED = 6  # counters of a hex that are named; more are only counted
ACROSS = 3  # names in a row
REACH = 22  # of a hex's middle that marks occupy
_MOST = 9  # marks in a hex; more are not drawn


class CounterTable:
    """The counters of a picture, placed hex by hex, and their names."""

    def __init__(self, labels: LabelPlacer, size: int, many: str) -> None:
        self._labels = labels
        self._size = size
        self._many = many
        self._named: list[tuple[Sequence[tuple[str, str]], Point, bool]] = []

    def heap(
        self,
        counters: Sequence[Counter],
        at: Point,
        more: Sequence[Mapping[str, str | int]] = (),
    ) -> Iterator[Markup]:
        """Place the marks of one hex; ``more`` are attributes of each."""
        x, y = at
        self._labels.take(at, REACH)
        bold = any(one.bold for one in counters)
        self._named.append((rows(counters, self._many), at, bold))
        for place, (one, (dx, dy, percent)) in enumerate(
            zip(counters, spots(len(counters)), strict=False)
        ):
            yield self.put(one.mark, (x + dx, y + dy), percent, **(more[place] if more else {}))

    def wreck(self, names: Sequence[str], at: Point, **more: str | int) -> Markup:
        """Place one named cross for all units lost in a hex."""
        self._labels.take(at, REACH)
        name = names[0] if len(names) == 1 else f"{len(names)} lost"
        self._named.append(([(name, "")], at, False))
        return self.put(cross_key(), at, 90, **more)

    def ghost(self, mark: Markup, at: Point) -> Markup:
        """Place a pale mark of a unit that was there for a moment."""
        self._labels.take(at, REACH)
        return self.put(mark, at, 70, opacity="0.35")

    def put(self, mark: Markup, at: Point, percent: int, **more: str | int) -> Markup:
        """Place a mark at a percentage of its size, larger where letters are large."""
        scale = percent * max(24, min(self._size, 60)) // 24
        transform = f"translate({at[0]} {at[1]}) scale({scale // 100}.{scale % 100:02d})"
        return tag("g", mark, transform=transform, **more)

    def names(self) -> Iterator[Markup]:
        """The names, placed after everything else."""
        for lines, at, bold in self._named:
            weight = "bold" if bold else "normal"
            yield self._labels.block(lines, at, REACH + 2, font_weight=weight)


def spots(number: int) -> list[tuple[int, int, int]]:
    """The places of a hex's counters around its middle, and their size in per cent.

    >>> spots(1), len(spots(5))
    ([(0, 0, 90)], 9)
    """
    if number == 1:
        return [(0, 0, 90)]
    if number == 2:
        return [(-12, 0, 62), (12, 0, 62)]
    if number <= 4:
        return [(-11, -10, 52), (11, -10, 52), (-11, 11, 52), (11, 11, 52)]
    return [(dx, dy, 38) for dy in (-15, 0, 15) for dx in (-15, 0, 15)][:_MOST]


def rows(counters: Sequence[Counter], many: str) -> list[tuple[str, str]]:
    """The names of a hex in short rows, each with its small suffix.

    One or two counters have a row each; too many are only counted.
    """
    names = [one.name for one in counters]
    if len(names) > NAMED:
        return [(f"{len(names)} {many}", "")]
    if len(names) <= 2 and any(one.more for one in counters):
        return [(one.name, one.more) for one in counters]
    return [(" ".join(names[n : n + ACROSS]), "") for n in range(0, len(names), ACROSS)]
