"""Place counters on hexes, and their names where there is room.

All marks of a picture are placed first and the names afterwards, so that no name hides a counter.
Whole numbers only.
"""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from pbm.drawing.hex_map import Counter, Point, cross_key
from pbm.drawing.label_placement import LabelPlacer, NameLine
from pbm.drawing.svg import tag

NAMED = 6  # counters of a side in a hex that are named; more are only counted
ACROSS = 3  # names in a row
REACH = 22  # of a hex's middle that marks occupy
_MOST = 9  # marks in a hex; more are not drawn


class CounterTable:
    """The counters of a picture, placed hex by hex, and their names."""

    def __init__(self, labels: LabelPlacer, size: int, many: str) -> None:
        self._labels = labels
        self._size = size
        self._many = many
        self._named: list[tuple[Sequence[NameLine], Point, int]] = []

    def heap(
        self, counters: Sequence[Counter], at: Point, more: Sequence[Mapping[str, str | int]] = ()
    ) -> Iterator[Markup]:
        """Place the marks of one hex; ``more`` are attributes of each."""
        x, y = at
        self.name(rows(counters, self._many), at)
        for place, (one, (dx, dy, percent)) in enumerate(
            zip(counters, spots(len(counters)), strict=False)
        ):
            yield self.put(one.mark, (x + dx, y + dy), percent, **(more[place] if more else {}))

    def wreck(self, counters: Sequence[Counter], at: Point, **more: str | int) -> Markup:
        """Place one named cross for all units lost in a hex."""
        self.name([one.with_more("lost") for one in rows(counters, self._many)], at)
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

    def name(self, lines: Sequence[NameLine], at: Point, reach: int = REACH) -> None:
        """Keep names for a mark that occupies so much around its middle."""
        self._labels.take(at, reach)
        self._named.append((lines, at, reach))

    def names(self) -> Iterator[Markup]:
        """The names, placed after everything else; in one hex what was named first goes first."""
        for lines, at, reach in self._named:
            yield self._labels.block(lines, at, reach + 2)


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


def rows(counters: Sequence[Counter], many: str) -> list[NameLine]:
    """The names of a hex in short rows, each of one side alone, the reader's own first.

    One or two counters have a row each; too many of a side are only counted.
    """
    found: list[NameLine] = []
    sides: dict[tuple[bool, str], list[Counter]] = {}
    for one in sorted(counters, key=lambda one: not one.bold):
        sides.setdefault((one.bold, one.colour), []).append(one)
    for (bold, colour), these in sides.items():
        names = [one.name for one in these]
        if len(names) > NAMED:
            words = [(f"{len(names)} {many}", "")]
        elif len(counters) <= 2 and any(one.more for one in these):
            words = [(one.name, one.more) for one in these]
        else:
            words = [(" ".join(names[n : n + ACROSS]), "") for n in range(0, len(names), ACROSS)]
        found += [NameLine(said, more, bold, colour) for said, more in words]
    return found
