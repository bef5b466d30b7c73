"""What lies below the units on the maps of a report: letters, edges of the maps, asteroids."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from pbm.drawing import hex_map
from pbm.drawing.hex_map import Crop
from pbm.drawing.hexgrid import Hex
from pbm.drawing.svg import path, tag
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


def map_letters(crop: ShownMaps) -> Markup:
    """The letter of each map, large and pale below all else."""
    found = []
    maps, size = crop.maps, crop.letters * 6
    for tile in maps.tiles:
        left, top = tile.x * maps.columns + 1, tile.y * maps.rows + 1
        columns = max(left, crop.left), min(left + maps.columns - 1, crop.right)
        rows = max(top, crop.top), min(top + maps.rows - 1, crop.bottom)
        if columns[0] <= columns[1] and rows[0] <= rows[1]:
            x, y = crop.lattice.centre(Hex(sum(columns) // 2, sum(rows) // 2))
            found.append(hex_map.text(tile.letter, x, y + size // 3, size, font_weight="bold"))
    return tag("g", *found, fill="#e9edf1")


def map_edges(crop: ShownMaps) -> Markup:
    """Where one map ends and the next begins."""
    sides = [
        side
        for at in crop.hexes()
        for other, side in crop.lattice.other_sides(at)
        if other in crop and crop.maps.place(other) != crop.maps.place(at)
    ]
    return path(sides, fill="none", stroke="#66727f", stroke_width=3) if sides else Markup("")


def stones(crop: ShownMaps, hexes: Iterable[Hex]) -> Markup:
    """Stones in the hexes of asteroid fields, for eyes and printers without colour."""
    steps = []
    for at in hexes:
        if at in crop:
            x, y = crop.lattice.centre(at)
            steps += [_STONES.format(x + dx, y + dy) for dx, dy in ((-16, 4), (6, -8), (2, 14))]
    return path(steps, fill="#a89880") if steps else Markup("")
