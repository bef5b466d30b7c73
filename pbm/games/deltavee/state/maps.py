"""The maps in play: tiles of one size with letters, joined edge to edge, growing as needed.

A hex has a global column and row over all maps; people read and write it with the letter of
its map: ``A0207``. Tile (x, y) holds the global columns 16x+1 to 16x+16 and rows 17y+1 to
17y+17; tile (0, 0) is map A. Rule: DV 2.1. Ambiguity: DV-A02, DV-A04.
"""

from __future__ import annotations

import string

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.state.geometry import Grid
from pbm.kit.records import Record

FLAT = Grid()


class Tile(Record):
    """One map: its letter and its place among the maps, x to the right, y downwards."""

    letter: str
    x: int
    y: int


class Maps(Record):
    """All maps in play, in the order they were placed, their size and their grid.

    ``later`` are maps the scenario has letters for that are placed during play.
    """

    columns: int
    rows: int
    tiles: tuple[Tile, ...]
    grid: Grid = FLAT
    later: tuple[Tile, ...] = ()

    def __contains__(self, at: object) -> bool:
        """True for a hex on a map in play."""
        return isinstance(at, Hex) and self.tile(at) is not None

    def tile(self, at: Hex) -> Tile | None:
        """The map a hex is on, None off the maps."""
        place = self.place(at)
        for tile in self.tiles:
            if (tile.x, tile.y) == place:
                return tile
        return None

    def place(self, at: Hex) -> tuple[int, int]:
        """The place of the tile that holds a hex, whether or not a map lies there."""
        return (at.column - 1) // self.columns, (at.row - 1) // self.rows

    def label(self, at: Hex) -> str:
        """A hex as people write it, ``A0207``; off the maps with a dash for the letter."""
        tile = self.tile(at)
        column, row = (at.column - 1) % self.columns + 1, (at.row - 1) % self.rows + 1
        return f"{tile.letter if tile else '-'}{column:02d}{row:02d}"

    def parse(self, text: str) -> Hex:
        """The hex of a label; ValueError for one that is on none of the maps in play."""
        letters, digits = text[:-4].upper(), text[-4:]
        tile = next((tile for tile in self.tiles if tile.letter == letters), None)
        if tile is None or not (digits.isascii() and digits.isdigit()):
            raise ValueError(text)
        column, row = int(digits[:2]), int(digits[2:])
        if not (1 <= column <= self.columns and 1 <= row <= self.rows):
            raise ValueError(text)
        return Hex(tile.x * self.columns + column, tile.y * self.rows + row)

    def lettered(self, letter: str) -> Tile | None:
        """The map with this letter, in play or to come; None for any other."""
        wanted = letter.upper()
        return next((t for t in (*self.tiles, *self.later) if t.letter == wanted), None)

    def grown(self, at: Hex) -> Maps:
        """The maps with one more where the hex lies, under its own or the next free letter."""
        if at in self:
            return self
        used = {tile.letter for tile in (*self.tiles, *self.later)}
        own = [tile.letter for tile in self.later if (tile.x, tile.y) == self.place(at)]
        letter = next(name for name in (*own, *_letters(len(used) + 1)) if own or name not in used)
        return replace(self, tiles=(*self.tiles, Tile(letter, *self.place(at))))


def first_letters(number: int) -> list[str]:
    """The letters of the first so many maps."""
    return _letters(number)[:number]


def _letters(number: int) -> list[str]:
    """So many letters of maps: A to Z, then AA, AB ..."""
    alphabet = string.ascii_uppercase
    names = list(alphabet)
    while len(names) < number:
        names += [first + second for first in names[-26:] for second in alphabet]
    return names


def row_of_maps(number: int, columns: int, rows: int, grid: Grid, later: int = 0) -> Maps:
    """So many maps in a row, A leftmost, and room for so many later ones. Ambiguity: DV-A13."""
    letters = first_letters(number + later)
    tiles = tuple(Tile(letter, x, 0) for x, letter in enumerate(letters))
    return Maps(columns, rows, tiles[:number], grid, tiles[number:])
