"""Draw a part of a board: marks, then names, then hex numbers where there is room."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt

from markupsafe import Markup

from pbm.drawing import hex_map
from pbm.drawing.animation_steps import Stand
from pbm.drawing.counters import CounterTable, rows
from pbm.drawing.hex_map import INK, Counter, Crop, Planet, Point, Room, label_width
from pbm.drawing.hexgrid import Hex
from pbm.drawing.label_placement import LabelPlacer, NameLine
from pbm.drawing.svg import joined, path, tag
from pbm.kit.records import Record

_POINTER = "#56616d"


class Board(Record):
    """How a game draws its map.

    ``whole`` is the part around everything, ``near`` the part that all phases are drawn in.
    ``find`` returns the hex of a place, None off the map; ``look`` the counter of a unit at its
    place, ``colour`` the colour of its side, ``friend`` True if its track is a solid line.
    ``ground`` is everything below the counters, ``many`` the word for several of them.
    ``letters`` are names of parts of the map, each with the places where it may stand, ``lines``
    what divides them.
    """

    whole: Crop
    near: Crop
    find: Callable[[str], Hex | None]
    ground: Callable[[Crop], Markup]
    look: Callable[[str, Stand], Counter]
    colour: Callable[[str], str]
    friend: Callable[[str], bool]
    many: str
    number: Callable[[Hex], str]
    fifth: Callable[[Hex], bool]
    planets: Sequence[Planet] = ()
    letters: Sequence[tuple[str, Sequence[Hex]]] = ()
    lines: Sequence[tuple[Point, Point]] = ()


class Canvas:
    """A picture in the making; first all marks are asked for, then it is finished."""

    def __init__(self, board: Board, crop: Crop, room: Room) -> None:
        self.size = hex_map.letters_in(crop.box, room)
        self.labels = LabelPlacer(crop.box, self.size)
        self.table = CounterTable(self.labels, self.size, board.many)
        self._board = board
        self._crop = crop
        self._used: list[Hex] = []
        for line in board.lines:
            self.labels.cross(line)
        self._planets = [one for one in board.planets if one.at in crop]
        for one in self._planets:
            self.table.name([NameLine(one.name)], crop.lattice.centre(one.at))

    def place(self, at: str) -> Point | None:
        """The middle of a hex; None for one that is not in the picture."""
        found = self._board.find(at)
        if found is None or found not in self._crop:
            return None
        self._used.append(found)
        return self._crop.lattice.centre(found)

    def way(self, hexes: Iterable[str]) -> list[Point]:
        """The middles of hexes on the map, in the picture or not: a line without hex numbers."""
        found = filter(None, map(self._board.find, hexes))
        way = [self._crop.lattice.centre(at) for at in found]
        self.labels.cross(way)
        return way

    def pointers(self, counters: Iterable[tuple[str, Counter]]) -> Iterator[Markup]:
        """Arrows at the edge towards the counters that lie outside, which are named there."""
        spots: dict[tuple[Point, Point], list[Counter]] = {}
        for at, counter in counters:
            found = self._board.find(at)
            if found and found not in self._crop:
                spots.setdefault(self._edge(self._crop.lattice.centre(found)), []).append(counter)
        for ((x, y), (dx, dy)), these in spots.items():
            self.table.name(rows(these, self._board.many), (x, y), self.size * 6 // 10)
            head = f"M{x + dx // 2} {y + dy // 2}L{x - dx // 2 - dy // 3} {y - dy // 2 + dx // 3}"
            yield path([f"{head}L{x - dx // 2 + dy // 3} {y - dy // 2 - dx // 3}z"], fill=_POINTER)

    def _edge(self, to: Point) -> tuple[Point, Point]:
        """The place at the edge towards a point, near ones alike, and a step in its direction."""
        left, top, width, height = self._crop.box
        x, y, inset = left + width // 2, top + height // 2, self.size
        dx, dy = to[0] - x, to[1] - y
        wide, high = width // 2 - inset, height // 2 - inset
        if abs(dx) * high > abs(dy) * wide:
            out = (wide if dx > 0 else -wide), dy * wide // abs(dx)
        else:
            out = dx * high // max(abs(dy), 1), (high if dy > 0 else -high)
        step = 4 * self.size
        across = out[0] if abs(out[0]) == wide else out[0] // step * step + step // 2
        down = out[1] if abs(out[1]) == high else out[1] // step * step + step // 2
        far = max(isqrt(across * across + down * down), 1)
        spot = max(-wide, min(across, wide)), max(-high, min(down, high))
        return (x + spot[0], y + spot[1]), (across * self.size // far, down * self.size // far)

    def finished(
        self, below: Iterable[Markup], marks: Iterable[Markup], hits: Callable[[], Iterable[Markup]]
    ) -> Markup:
        """All but the ground: what lies below the marks, the marks, names, hits and numbers."""
        board, crop = self._board, self._crop
        discs = [
            hex_map.planet(crop.lattice.centre(one.at), one.designation, self.size)
            for one in self._planets
        ]
        marks = list(marks)
        names = tag("g", *self.table.names(), class_="names")
        said = list(hits())
        letters = list(self._letters())
        numbers = hex_map.numbers(
            crop, self.size, board.number, board.fifth, self.labels.fits, self._used
        )
        return joined((numbers, *letters, *discs, *below, *marks, names, *said))

    def _letters(self) -> Iterator[Markup]:
        size = 2 * self.size
        for words, places in self._board.letters:
            wide = label_width(words, size)
            for at in places:
                x, y = self._crop.lattice.centre(at)
                if self.labels.fits((x - wide // 2, y - size // 2, wide, size)):
                    yield hex_map.text(
                        words, x, y + size * 3 // 10, size, font_weight="bold", fill="#66727f"
                    )
                    break


def around(crop: Crop) -> list[Point]:
    """The line that frames a part of the map."""
    x, y, wide, high = crop.box
    return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high), (x, y)]


def frame(crop: Crop, width: int) -> Markup:
    """The edge of a part of the map, drawn on a picture of more of it."""
    x, y, wide, high = crop.box
    return tag("rect", x=x, y=y, width=wide, height=high, fill="none", stroke=INK,
               stroke_width=width, stroke_dasharray=f"{4 * width} {2 * width}")  # fmt: skip
