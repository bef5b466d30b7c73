"""Hex grids with CCRR numbers: the geometry of every game and picture on hexes.

A hex is its column and row, both from 1. Directions are numbered as on a clock. On the grid
that most games use, `FLAT`, hexes have flat tops and even columns lie half a hex lower: its
hexsides are 12, 2, 4, 6, 8, 10, and corners lie between them. On a grid with pointed tops the
odd numbers are the hexsides. Everything is exact for any integers.
"""

from functools import cache
from typing import NamedTuple, NewType

from pbm.kit.records import Record

Side = NewType("Side", int)
SIDES: tuple[Side, ...] = tuple(Side(clock) for clock in (12, 2, 4, 6, 8, 10))

# Axial steps across the six sides, clockwise from 12 (flat) or 11 o'clock (pointed). x grows with
# the column, z grows downwards, x + y + z = 0.
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Hex(NamedTuple):
    """One hex: column and row as printed, so ``str(Hex(20, 18)) == "2018"``."""

    column: int
    row: int

    def __str__(self) -> str:
        """CCRR, or CCC.RRR on maps larger than 99."""
        if self.column > 99 or self.row > 99 or self.column < 0 or self.row < 0:
            return f"{self.column:03d}.{self.row:03d}"
        return f"{self.column:02d}{self.row:02d}"


def parse_hex(text: str) -> Hex:
    """The hex of a CCRR number, or of CCC.RRR; ValueError for anything else.

    >>> parse_hex("2018")
    Hex(column=20, row=18)
    """
    if "." in text:
        column, _, row = text.partition(".")
        return Hex(int(column), int(row))
    if len(text) != 4 or not text.isascii() or not text.isdigit():
        raise ValueError(text)
    return Hex(int(text[:2]), int(text[2:]))


class HexGrid(Record):
    """A layout of hexes: flat or pointed tops, and which columns or rows are shifted.

    ``even_down``: even columns are half a hex lower (pointed: even rows half a hex to the right).
    """

    pointed: bool = False
    even_down: bool = True

    def cube(self, at: Hex) -> tuple[int, int]:
        """Axial coordinates (x, z) of a hex."""
        if self.pointed:
            return at.column - self._shift(at.row), at.row
        return at.column, at.row - self._shift(at.column)

    def from_cube(self, x: int, z: int) -> Hex:
        """The hex at axial coordinates; the reverse of cube."""
        if self.pointed:
            return Hex(x + self._shift(z), z)
        return Hex(x, z + self._shift(x))

    def _shift(self, line: int) -> int:
        odd = line & 1
        return (line + odd) // 2 if self.even_down else (line - odd) // 2

    def is_side(self, clock: int) -> bool:
        """True for a direction through a hexside, False for one through a corner."""
        return clock % 2 == int(self.pointed)

    def side_step(self, side: int) -> tuple[int, int]:
        """The axial step across a side; ValueError for a corner."""
        if not self.is_side(side):
            raise ValueError(f"{side} o'clock is a corner")
        return _STEPS[((side + int(self.pointed)) // 2) % 6]

    def neighbour(self, at: Hex, side: int) -> Hex:
        """The hex across a side; ValueError for a corner."""
        x, z = self.cube(at)
        step_x, step_z = self.side_step(side)
        return self.from_cube(x + step_x, z + step_z)

    def stepped(self, at: Hex, side: int, steps: int) -> Hex:
        """The hex ``steps`` hexes away across a side; ValueError for a corner."""
        x, z = self.cube(at)
        step_x, step_z = self.side_step(side)
        return self.from_cube(x + step_x * steps, z + step_z * steps)

    def distance(self, one: Hex, other: Hex) -> int:
        """Hexes along a shortest path, the last counted and the first not."""
        x1, z1 = self.cube(one)
        x2, z2 = self.cube(other)
        x, z = x2 - x1, z2 - z1
        return max(abs(x), abs(z), abs(x + z))


FLAT = HexGrid()


def cube(at: Hex) -> tuple[int, int]:
    """Axial coordinates (x, z) of a hex of the flat grid."""
    return FLAT.cube(at)


def from_cube(x: int, z: int) -> Hex:
    """The hex of the flat grid at axial coordinates; the reverse of cube."""
    return FLAT.from_cube(x, z)


@cache
def neighbour(at: Hex, side: Side) -> Hex:
    """The hex across one side.

    >>> [str(neighbour(parse_hex("2020"), side)) for side in SIDES]
    ['2019', '2120', '2121', '2021', '1921', '1920']
    """
    return FLAT.neighbour(at, side)


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six adjacent hexes, clockwise from side 12."""
    return tuple(neighbour(at, side) for side in SIDES)


def turned(side: Side, steps: int) -> Side:
    """The side ``steps`` hexsides clockwise; negative is counterclockwise.

    >>> turned(Side(12), 1), turned(Side(12), -1)
    (2, 10)
    """
    return SIDES[(SIDES.index(side) + steps) % 6]


@cache
def distance(one: Hex, other: Hex) -> int:
    """Hexes along a shortest path, the last counted and the first not."""
    return FLAT.distance(one, other)


def side_towards(one: Hex, other: Hex) -> Side | None:
    """The side of the first hex that faces an adjacent second one, else None."""
    for side in SIDES:
        if neighbour(one, side) == other:
            return side
    return None


def row_side(one: Hex, other: Hex) -> Side | None:
    """The side in whose straight row the other hex lies; None if none or the same hex."""
    reach = distance(one, other)
    if reach == 0:
        return None
    return next((side for side in SIDES if FLAT.stepped(one, side, reach) == other), None)


def stepped(at: Hex, side: Side, steps: int) -> Hex:
    """The hex ``steps`` hexes away across a side."""
    return FLAT.stepped(at, side, steps)
