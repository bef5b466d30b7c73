"""Draw hex maps in SVG: ground, numbers, names, tracks and counters.

Whole numbers only: a hex is 60 units from corner to corner and 52 from side to side. Each game
draws its own counters.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from markupsafe import Markup
from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex, HexGrid
from pbm.drawing.svg import joined, path, picture, tag
from pbm.kit.records import Record

MARGIN = 2  # hexes of margin
LEAST = 9  # least number of hexes shown in each direction
WHOLE_GRID = 5000  # beyond so many hexes only every fifth is drawn

Point = tuple[int, int]
# Left, top, width and height of a picture.
Box = tuple[int, int, int, int]
# The width and height that a page has for a picture, in points.
Room = tuple[int, int]
PAGE: Room = (515, 280)  # as wide as the text
HALF: Room = (252, 283)  # one of two side by side
THIRD: Room = (163, 200)  # of three

INK, WHITE = "#1b1f24", "#ffffff"


class Lattice(HexGrid):
    """A hex grid with its places in a picture."""

    def centre(self, at: Hex) -> Point:
        """The middle of a hex."""
        if self.pointed:
            return 52 * at.column + self._lag(at.row), 45 * at.row
        return 45 * at.column, 52 * at.row + self._lag(at.column)

    def outline(self, at: Hex) -> str:
        """The path around a hex."""
        x, y = self.centre(at)
        if self.pointed:
            return f"M{x - 26} {y - 15}v30l26 15l26 -15v-30l-26 -15z"
        return f"M{x - 15} {y - 26}h30l15 26l-15 26h-30l-15 -26z"

    def own_sides(self, at: Hex) -> str:
        """Three of a hex's six sides, so that each side of a map is drawn once."""
        x, y = self.centre(at)
        if self.pointed:
            return f"M{x - 26} {y - 15}v30l26 15l26 -15"
        return f"M{x - 15} {y - 26}h30l15 26l-15 26"

    def other_sides(self, at: Hex) -> tuple[tuple[Hex, str], ...]:
        """The other three sides of a hex, each with the hex that draws it."""
        x, y = self.centre(at)
        if self.pointed:
            return (
                (self.neighbour(at, 3), f"M{x + 26} {y - 15}v30"),
                (self.neighbour(at, 1), f"M{x + 26} {y - 15}l-26 -15"),
                (self.neighbour(at, 11), f"M{x - 26} {y - 15}l26 -15"),
            )
        return (
            (self.neighbour(at, 6), f"M{x - 15} {y + 26}h30"),
            (self.neighbour(at, 8), f"M{x - 15} {y + 26}l-15 -26"),
            (self.neighbour(at, 10), f"M{x - 30} {y}l15 -26"),
        )

    def _lag(self, number: int) -> int:
        return 26 if (number % 2 == 0) is self.even_down else 0


class Crop(Record):
    """The part of the map that is shown."""

    left: int
    right: int
    top: int
    bottom: int
    lattice: Lattice = Lattice()

    def hexes(self) -> list[Hex]:
        """Every hex shown."""
        return [
            Hex(column, row)
            for column in range(self.left, self.right + 1)
            for row in range(self.top, self.bottom + 1)
        ]

    @property
    def count(self) -> int:
        """How many hexes are shown."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)

    def __contains__(self, at: Hex) -> bool:
        """True for a hex that is shown."""
        return self.left <= at.column <= self.right and self.top <= at.row <= self.bottom

    def around(self, hexes: Iterable[Hex]) -> Self:
        """The part around these hexes, with a margin; all of it if there are none."""
        found = list(hexes)
        left, right = stretch([at.column for at in found], self.left, self.right)
        top, bottom = stretch([at.row for at in found], self.top, self.bottom)
        return replace(self, left=left, right=right, top=top, bottom=bottom)

    def widened(self, first: int, last: int) -> Self:
        """With columns from ``first`` to ``last`` besides, until it is as wide as a page's room."""
        _left, _top, width, height = self.box
        if width * PAGE[1] >= height * PAGE[0] or (self.left <= first and self.right >= last):
            return self
        left, right = max(first, self.left - 1), min(last, self.right + 1)
        return replace(self, left=left, right=right).widened(first, last)

    @property
    def box(self) -> Box:
        """Left, top, width and height of the picture."""
        columns, rows = self.right - self.left, self.bottom - self.top
        if self.lattice.pointed:
            return 52 * self.left - 28, 45 * self.top - 32, 52 * columns + 82, 45 * rows + 64
        return 45 * self.left - 32, 52 * self.top - 28, 45 * columns + 64, 52 * rows + 82


def letters_in(box: Box, room: Room) -> int:
    """The font size that makes letters 6.1 points high where print.css gives so much room."""
    return max(15, -(-61 * box[2] // (10 * room[0])), -(-61 * box[3] // (10 * room[1])))


def screen_width(box: Box, letters: int) -> int:
    """The width in pixels at which letters of this size are 10 pixels high."""
    return -(-10 * box[2] // letters)


def stretch(numbers: Sequence[int], first: int, last: int) -> tuple[int, int]:
    """The range of the numbers to show, with a margin, within first to last."""
    if not numbers:
        return first, last
    low, high = max(first, min(numbers) - MARGIN), min(last, max(numbers) + MARGIN)
    while high - low + 1 < min(LEAST, last - first + 1):
        low, high = max(first, low - 1), min(last, high + 1)
    return low, high


# --- the ground -----------------------------------------------------------------------------


def grid(crop: Crop, fifth: Callable[[Hex], bool]) -> Markup:
    """All hexsides, each drawn once by one of its hexes.

    On a very large map only every fifth hex is drawn, like the numbers.
    """
    lattice, hexes = crop.lattice, crop.hexes()
    if len(hexes) > WHOLE_GRID:
        steps = [lattice.outline(at) for at in hexes if fifth(at)]
        return path(steps, fill="none", stroke="#b9c2cc", stroke_width=1)
    steps = []
    for at in hexes:
        steps.append(lattice.own_sides(at))
        if at.column in (crop.left, crop.right) or at.row in (crop.top, crop.bottom):
            steps += [side for other, side in lattice.other_sides(at) if other not in crop]
    return path(steps, fill="none", stroke="#b9c2cc", stroke_width=1)


def patch(crop: Crop, hexes: Iterable[Hex], fill: str) -> Markup:
    """A ground of one colour below these hexes; nothing if none is shown."""
    shown = [at for at in hexes if at in crop]
    steps = [crop.lattice.outline(at) for at in shown]
    return path(steps, fill=fill, stroke="none") if steps else Markup("")


def numbers(
    crop: Crop,
    size: int,
    name: Callable[[Hex], str],
    fifth: Callable[[Hex], bool],
    fits: Callable[[Box], bool],
    used: Iterable[Hex] = (),
) -> Markup:
    """Hex numbers where they fit: of hexes in use, along two edges, and of every fifth.

    A number stands in the middle of its hex, in one in use near its upper or lower side. Where it
    is too wide for its hex, and its sides would run through it, it has a ground.
    """
    hexes, (left, _top, across, _high) = crop.hexes(), crop.box
    edges = [
        at
        for at in hexes
        if at.column == crop.left or (at.row == crop.top and (at.column - crop.left) % 2 == 0)
    ]
    shown = [] if len(hexes) > WHOLE_GRID else edges
    used = set(used)
    aside = 25 - size // 2
    drawn = []
    for at in dict.fromkeys([*sorted(used), *shown, *filter(fifth, hexes)]):
        (x, y), words = crop.lattice.centre(at), name(at)
        wide = label_width(words, size)
        x = _between(left + wide // 2, x, left + across - wide // 2)
        for middle in (y - aside, y + aside) if at in used else (y,):
            if fits((x - wide // 2, middle - size // 2, wide, size)):
                is_inside = at not in used and wide < 64 - size * 58 // 100
                drawn.append(
                    (text if is_inside else label)(words, x, middle + size * 3 // 10, size)
                )
                break
    return tag("g", *drawn, fill="#56616d")


def text(words: str, x: int, y: int, size: int, then: str = "", **more: str | int) -> Markup:
    """Words around a point, followed by ``then`` in plain letters."""
    inside: list[Markup | str] = [words]
    if then:
        inside.append(tag("tspan", f" {then}", font_weight="normal", fill=INK))
    return tag("text", *inside, x=x, y=y, font_size=size, text_anchor="middle", **more)


def label(
    words: str,
    x: int,
    y: int,
    size: int,
    box: Box | None = None,
    then: str = "",
    ground: str = WHITE,
    **more: str | int,
) -> Markup:
    """Words on a ground, so that lines do not cross them.

    ``box`` is the picture's: words too near its edge are moved inside. ``then`` follows them in
    plain letters.
    """
    width = label_width(words, size, then)
    if box is not None:
        x = _between(box[0] + width // 2, x, box[0] + box[2] - width // 2)
        y = _between(box[1] + size, y, box[1] + box[3] - size // 4)
    below = tag(
        "rect",
        x=x - width // 2,
        y=y - size * 8 // 10,
        width=width,
        height=size,
        fill=ground,
        fill_opacity="0.8" if ground == WHITE else "1",
    )
    return joined((below, text(words, x, y, size, then, **more)))


def label_width(words: str, size: int, then: str = "") -> int:
    """The width of a label."""
    return (len(words) + (len(then) + 1) * bool(then)) * size * 62 // 100 + 4


def _between(least: int, number: int, most: int) -> int:
    return max(least, min(number, most))


class Planet(Record):
    """A planet in its hex, with its designation on it and its name beside it."""

    at: Hex
    designation: str
    name: str


def planet(at: Point, designation: str, size: int) -> Markup:
    """The disc of a planet."""
    x, y = at
    return joined(
        (
            tag("circle", cx=x, cy=y, r=24, fill="#d9dee4", stroke="#3d4852", stroke_width=2),
            text(designation, x, y + size // 3, size, font_weight="bold", fill=INK),
        )
    )


# --- counters -------------------------------------------------------------------------------


def track(way: Sequence[Point], colour: str, *, dashed: bool) -> Markup:
    """A line through the hexes of a move, with a dot in each hex that was left."""
    line = " ".join(f"{x},{y}" for x, y in way)
    dashes: dict[str, str | int] = {"stroke_dasharray": "7 5"} if dashed else {}
    dots = [f"M{x - 3} {y}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z" for x, y in way[:-1]]
    return tag(
        "g",
        tag(
            "polyline",
            points=line,
            fill="none",
            stroke=colour,
            stroke_width=3,
            stroke_opacity="0.6",
            **dashes,
        ),
        path(dots, fill=colour),
    )


class Counter(Record):
    """A mark around 0,0, its name, the colour of its side and a suffix such as a speed."""

    mark: Markup
    name: str
    bold: bool = False
    more: str = ""
    colour: str = INK


def cross_key() -> Markup:
    """The cross in the legend."""
    return path(["M-14 -14l28 28M14 -14l-28 28"], stroke="#3d4852", stroke_width=5)


def patch_key(fill: str) -> Markup:
    """A ground in the legend."""
    return tag("rect", x=-20, y=-20, width=40, height=40, fill=fill, stroke="#b9c2cc")


def entry(words: str, mark: Markup) -> dict[str, Any]:
    """An entry of the legend."""
    return {"text": words, "svg": picture(words, (-26, -26, 52, 52), mark, class_="key")}
