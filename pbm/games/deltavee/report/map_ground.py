"""The ground of the maps of a report: the letters and edges of the maps, asteroids."""

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from pbm.drawing.hex_map import Crop, Point
from pbm.drawing.hexgrid import Hex, distance
from pbm.drawing.svg import path
from pbm.games.deltavee.state.maps import Maps

_STONES = "M{} {}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z"


_NO_MAPS = Maps(1, 1, ())


class ShownMaps(Crop):
    """The part of the maps that is shown; where no map lies nothing is drawn."""

    maps: Maps = _NO_MAPS

    def hexes(self) -> list[Hex]:
        """Every hex shown that is on a map."""
        return [
            Hex(column, row)
            for column in range(self.left, self.right + 1)
            for row in range(self.top, self.bottom + 1)
            if Hex(column, row) in self.maps
        ]

    def __contains__(self, at: Hex) -> bool:
        """True for a hex that is shown."""
        within = self.left <= at.column <= self.right and self.top <= at.row <= self.bottom
        return within and at in self.maps


def map_letters(maps: Maps) -> list[tuple[str, list[Hex]]]:
    """The letter of each map, and the hexes where it may stand, those in its middle first."""
    found = []
    for tile in maps.tiles:
        left, top = tile.x * maps.columns + 1, tile.y * maps.rows + 1
        middle = Hex(left + maps.columns // 2, top + maps.rows // 2)
        hexes = [
            Hex(column, row)
            for column in range(left, left + maps.columns)
            for row in range(top, top + maps.rows)
        ]
        found.append((tile.letter, sorted(hexes, key=lambda at: distance(middle, at))))
    return found


def map_edges(crop: Crop, maps: Maps) -> Markup:
    """Where one map ends and the next begins."""
    sides = [side for _at, _other, side in _edges(crop, maps)]
    return path(sides, fill="none", stroke="#66727f", stroke_width=3) if sides else Markup("")


def edge_lines(crop: Crop, maps: Maps) -> list[tuple[Point, Point]]:
    """The lines of these edges, side by side."""
    found = []
    for at, other, _side in _edges(crop, maps):
        (x, y), (to_x, to_y) = crop.lattice.centre(at), crop.lattice.centre(other)
        # Half a side is 15 long, and 52 lie between the middles of two hexes.
        across, down = (y - to_y) * 15 // 52, (to_x - x) * 15 // 52
        x, y = (x + to_x) // 2, (y + to_y) // 2
        found.append(((x - across, y - down), (x + across, y + down)))
    return found


def _edges(crop: Crop, maps: Maps) -> Iterator[tuple[Hex, Hex, str]]:
    """The sides between two maps, with the hexes on either side of each."""
    for at in crop.hexes():
        for other, side in crop.lattice.other_sides(at):
            if other in crop and maps.place(other) != maps.place(at):
                yield at, other, side


def stones(crop: Crop, hexes: Iterable[Hex]) -> Markup:
    """Stones in the hexes of asteroid fields, for eyes and printers without colour."""
    steps = []
    for at in hexes:
        if at in crop:
            x, y = crop.lattice.centre(at)
            steps += [_STONES.format(x + dx, y + dy) for dx, dy in ((-16, 4), (6, -8), (2, 14))]
    return path(steps, fill="#a89880") if steps else Markup("")
