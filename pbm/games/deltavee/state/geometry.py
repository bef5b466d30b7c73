"""Twelve directions on the clock: six through hexsides, six through corners, by zig-zag.

A *direction* is a number of the clock face, 12 up. Every second one points through a hexside,
the others through a corner. Hexes are global: column and row over all maps (see maps.py).
Everything is exact for any integers, so maps may grow to any side.
"""

from __future__ import annotations

from typing import NewType

from pbm.drawing.hexgrid import Hex
from pbm.kit.records import Record

Direction = NewType("Direction", int)
DIRECTIONS: tuple[Direction, ...] = tuple(Direction(clock) for clock in range(1, 13))

# Cube steps of the six sides clockwise, the first that of 12 (flat) or 11 o'clock (pointed).
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def turned(direction: Direction, steps: int) -> Direction:
    """The direction so many positions clockwise; negative is anticlockwise.

    >>> turned(Direction(12), 1), turned(Direction(1), -2)
    (1, 11)
    """
    return Direction((direction - 1 + steps) % 12 + 1)


def apart(one: Direction, other: Direction) -> int:
    """How many positions of the clock lie between two directions: 0 to 6.

    Rule: DV 8.3 Relative Velocity. Ambiguity: DV-A11.
    """
    between = abs(one - other)
    return min(between, 12 - between)


class Grid(Record):
    """How hexes lie: flat or pointed tops, and which columns (rows) stand half a hex further.

    ``even_down``: even columns are half a hex lower (pointed: even rows half a hex to the
    right). Ambiguity: DV-A01, DV-A03.
    """

    pointed: bool = False
    even_down: bool = True

    def cube(self, at: Hex) -> tuple[int, int]:
        """Axial coordinates of a hex."""
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

    @property
    def sides(self) -> tuple[Direction, ...]:
        """The six directions through hexsides, clockwise."""
        return tuple(d for d in (*DIRECTIONS[-1:], *DIRECTIONS[:-1]) if self.is_side(d))

    def is_side(self, direction: Direction) -> bool:
        """True for a direction through a hexside, False for one through a corner."""
        return direction % 2 == int(self.pointed)

    def neighbour(self, at: Hex, side: Direction) -> Hex:
        """The hex across a side; ValueError for a corner."""
        x, z = self.cube(at)
        step_x, step_z = self._step(side)
        return self.from_cube(x + step_x, z + step_z)

    def _step(self, side: Direction) -> tuple[int, int]:
        if not self.is_side(side):
            raise ValueError(f"{side} o'clock is a corner")
        return _STEPS[((side + int(self.pointed)) // 2) % 6]

    def neighbours(self, at: Hex) -> tuple[Hex, ...]:
        """The six adjacent hexes, clockwise."""
        return tuple(self.neighbour(at, side) for side in self.sides)

    def bearing(self, at: Hex, other: Hex) -> Direction | None:
        """The side across which an adjacent hex lies, else None."""
        return next((side for side in self.sides if self.neighbour(at, side) == other), None)

    def step(self, at: Hex, direction: Direction, zig: int) -> tuple[Hex, int]:
        """One hex on in a direction, and the zig after it.

        ``zig`` is 0 if the next step towards a corner goes left, 1 if it goes right (then the
        Direction Reminder lies in the right-hand hex). Through a hexside it does not matter.
        Rule: DV 6.1 Directions. Ambiguity: DV-A06.
        """
        if self.is_side(direction):
            return self.neighbour(at, direction), zig
        return self.neighbour(at, turned(direction, 1 if zig else -1)), 1 - zig

    def course(self, at: Hex, direction: Direction, zig: int, hexes: int) -> tuple[Hex, ...]:
        """The hexes entered by so many steps straight on."""
        found = []
        for _ in range(hexes):
            at, zig = self.step(at, direction, zig)
            found.append(at)
        return tuple(found)

    def distance(self, one: Hex, other: Hex) -> int:
        """Range: the hexes of a shortest path, the last counted and the first not.

        Rule: DV 8.0 Fire. Ambiguity: DV-A12 (0 in the same hex).
        """
        x1, z1 = self.cube(one)
        x2, z2 = self.cube(other)
        x, z = x2 - x1, z2 - z1
        return max(abs(x), abs(z), abs(x + z))

    def on_axis(self, one: Hex, other: Hex, direction: Direction) -> bool:
        """True if the other hex's center lies straight in that direction or straight behind.

        The same hex lies on every axis. Rule: DV 8.4. Ambiguity: DV-A08.
        """
        x1, z1 = self.cube(one)
        x2, z2 = self.cube(other)
        if self.is_side(direction):
            step_x, step_z = self._step(direction)
        else:
            left_x, left_z = self._step(turned(direction, -1))
            right_x, right_z = self._step(turned(direction, 1))
            step_x, step_z = left_x + right_x, left_z + right_z
        x, z = x2 - x1, z2 - z1
        if x * step_z != z * step_x:
            return False
        return x % step_x == 0 if step_x else z % step_z == 0
