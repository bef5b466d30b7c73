"""A hex grid with flat-topped hexes and CCRR numbers, even columns half a hex lower.

The same grid code serves every game on hexes. A hex is its column and row, both from 1.
Hexsides are numbered as on a clock: 12, 2, 4, 6, 8, 10. Corners, which some games also
use, lie between them: 1, 3, 5, 7, 9, 11.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, NewType

Side = NewType("Side", int)
SIDES: tuple[Side, ...] = tuple(Side(clock) for clock in (12, 2, 4, 6, 8, 10))

# Cube steps of the six sides; x grows with the column, z grows downwards, x + y + z = 0.
_STEPS: dict[Side, tuple[int, int]] = {
    Side(12): (0, -1),
    Side(2): (1, -1),
    Side(4): (1, 0),
    Side(6): (0, 1),
    Side(8): (-1, 1),
    Side(10): (-1, 0),
}


class Hex(NamedTuple):
    """One hex: column and row as printed, so ``str(Hex(20, 18)) == "2018"``."""

    column: int
    row: int

    def __str__(self) -> str:
        """CCRR, with three digits each once a map is larger than 99."""
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


def cube(at: Hex) -> tuple[int, int]:
    """Axial coordinates (x, z) of a hex; exact for any integers."""
    return at.column, at.row - (at.column + (at.column & 1)) // 2


def from_cube(x: int, z: int) -> Hex:
    """The hex at axial coordinates; the reverse of cube."""
    return Hex(x, z + (x + (x & 1)) // 2)


@cache
def neighbour(at: Hex, side: Side) -> Hex:
    """The hex across one side.

    >>> [str(neighbour(parse_hex("2020"), side)) for side in SIDES]
    ['2019', '2120', '2121', '2021', '1921', '1920']
    """
    x, z = cube(at)
    step_x, step_z = _STEPS[side]
    return from_cube(x + step_x, z + step_z)


def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six adjacent hexes, clockwise from side 12."""
    return tuple(neighbour(at, side) for side in SIDES)


def turned(side: Side, steps: int) -> Side:
    """The side so many hexsides clockwise; negative is counterclockwise.

    >>> turned(Side(12), 1), turned(Side(12), -1)
    (2, 10)
    """
    return SIDES[(SIDES.index(side) + steps) % 6]


@cache
def distance(one: Hex, other: Hex) -> int:
    """Hexes along a shortest path, the last counted and the first not."""
    x1, z1 = cube(one)
    x2, z2 = cube(other)
    x, z = x2 - x1, z2 - z1
    return max(abs(x), abs(z), abs(x + z))


def side_towards(one: Hex, other: Hex) -> Side | None:
    """The side of the first hex that faces an adjacent second one, else None."""
    for side in SIDES:
        if neighbour(one, side) == other:
            return side
    return None


def row_side(one: Hex, other: Hex) -> Side | None:
    """The side along which the other lies in the same hex row, else None (also for range 0)."""
    reach = distance(one, other)
    if reach == 0:
        return None
    x1, z1 = cube(one)
    for side in SIDES:
        step_x, step_z = _STEPS[side]
        if from_cube(x1 + step_x * reach, z1 + step_z * reach) == other:
            return side
    return None


def stepped(at: Hex, side: Side, steps: int) -> Hex:
    """The hex so many steps straight on."""
    x, z = cube(at)
    step_x, step_z = _STEPS[side]
    return from_cube(x + step_x * steps, z + step_z * steps)
