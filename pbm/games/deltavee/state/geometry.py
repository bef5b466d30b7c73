"""Twelve directions on the clock: six through hexsides, six through corners, by zig-zag.

A *direction* is a number of the clock face, 12 up. Every second one points through a hexside,
the others through a corner. Hexes are global: column and row over all maps (see maps.py).
Everything is exact for any integers, so maps may grow to any side.
"""

from typing import NewType

from pbm.drawing.hexgrid import Hex, HexGrid

Direction = NewType("Direction", int)
DIRECTIONS: tuple[Direction, ...] = tuple(Direction(clock) for clock in range(1, 13))


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


class Grid(HexGrid):
    """A grid with courses in all twelve directions.

    Range is the ``distance`` of two hexes, 0 in the same hex. Rule: DV 8.0 Fire.
    Ambiguity: DV-A01, DV-A03 (how hexes lie), DV-A12 (range).
    """

    @property
    def sides(self) -> tuple[Direction, ...]:
        """The six directions through hexsides, clockwise."""
        return tuple(d for d in (*DIRECTIONS[-1:], *DIRECTIONS[:-1]) if self.is_side(d))

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

    def on_axis(self, one: Hex, other: Hex, direction: Direction) -> bool:
        """True if the other hex's center lies straight in that direction or straight behind.

        The same hex lies on every axis. Rule: DV 8.4. Ambiguity: DV-A08.
        """
        x1, z1 = self.cube(one)
        x2, z2 = self.cube(other)
        if self.is_side(direction):
            step_x, step_z = self.side_step(direction)
        else:
            left_x, left_z = self.side_step(turned(direction, -1))
            right_x, right_z = self.side_step(turned(direction, 1))
            step_x, step_z = left_x + right_x, left_z + right_z
        x, z = x2 - x1, z2 - z1
        if x * step_z != z * step_x:
            return False
        return x % step_x == 0 if step_x else z % step_z == 0
