"""Reach on the map as sets of bits: hexes a ship can get to, and hexes it can get there from.

Every hex of the map is one bit of a number, laid out so that a step across one hexside is a
shift. So all ships' ways through all hexes are followed at once: a speed of 30 with six turns
takes a few milliseconds, where the paths themselves are many millions.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pbm.drawing.hexgrid import SIDES, Hex, Side, cube, from_cube, neighbour, turned
from pbm.games.knighthawks.state.state import Map

# Bits of a layer by turns made (or left) and by side faced, in the order of SIDES.
Layer = list[list[int]]


class OpenHexes:
    """The hexes of a map that can be entered: all but the planets'. Rule: KH 3 Planets."""

    def __init__(self, size: Map, planets: tuple[Hex, ...]) -> None:
        self.size = size
        self.planets = planets
        # One guard bit at each end of a column: a step over the edge never meets another column.
        self._lift = (size.columns + 1) // 2
        self._width = size.rows + self._lift + 1
        self._shifts = [self._shift(side) for side in SIDES]
        on_map = 0
        for column in range(1, size.columns + 1):
            first = self.bit(Hex(column, 1))
            on_map |= (first << size.rows) - first
        self.free = on_map
        for planet in planets:
            self.free &= ~self.bit(planet)
        self.exits = [self.free & ~_shifted(on_map, -shift) for shift in self._shifts]

    def _shift(self, side: Side) -> int:
        x, z = cube(Hex(1, 1))
        next_x, next_z = cube(neighbour(Hex(1, 1), side))
        return (next_x - x) * self._width + next_z - z

    def bit(self, at: Hex) -> int:
        """The bit of a hex on the map, or one step off it."""
        x, z = cube(at)
        return 1 << (x * self._width + z + self._lift)

    def hexes(self, bits: int) -> Iterator[Hex]:
        """The hexes of a set, by column and row."""
        text = bin(bits)[:1:-1]
        index = text.find("1")
        while index >= 0:
            column, place = divmod(index, self._width)
            yield from_cube(column, place - self._lift)
            index = text.find("1", index + 1)

    def onward(self, bits: int, side: int) -> int:
        """The free hexes one step across a side (its index) from these."""
        return _shifted(bits, self._shifts[side]) & self.free

    def back(self, bits: int, side: int) -> int:
        """The free hexes from which one step across a side (its index) leads to these."""
        return _shifted(bits, -self._shifts[side]) & self.free


def _shifted(bits: int, by: int) -> int:
    return bits << by if by >= 0 else bits >> -by


@lru_cache(maxsize=64)
def board_of(size: Map, planets: tuple[Hex, ...]) -> OpenHexes:
    """The board of a map with planets in these hexes."""
    return OpenHexes(size, planets)


def reach(
    board: OpenHexes, at: Hex, facing: Side, hexes: int, mr: int, duty: int = 0
) -> list[Layer]:
    """The hexes a ship can be in after 0, 1, 2 ... hexes, on the map and clear of planets.

    ``duty``: it must turn in each of so many first hexes. Rule: KH 3 Turning.
    """
    first = [0] * 6
    first[SIDES.index(facing)] = board.bit(at)
    layers: list[Layer] = [[first]]
    for number in range(1, hexes + 1):
        layer: Layer = [[0] * 6 for _ in range(min(mr, number) + 1)]
        for turns, sides in enumerate(layers[-1]):
            for side, bits in enumerate(sides):
                entered = board.onward(bits, side) if bits else 0
                if not entered:
                    continue
                if number > duty:
                    layer[turns][side] |= entered
                if turns < mr:
                    layer[turns + 1][(side + 1) % 6] |= entered
                    layer[turns + 1][side - 1] |= entered
        layers.append(layer)
    return layers


class Completions:
    """From where a move of so many hexes and at most so many turns can still be completed.

    ``ends`` are the hexes it may end in, by side faced (all free hexes if not given);
    ``exits``: it may also leave the map on its way. Rule: KH 3 Turning, KH 3 Planets.
    """

    def __init__(
        self,
        board: OpenHexes,
        hexes: int,
        turns: int,
        ends: Sequence[int] | None = None,
        duty: int = 0,
        exits: bool = False,
    ) -> None:
        self._board = board
        self._hexes = hexes
        self._duty = duty
        self._exits = exits
        most = min(turns, hexes)
        self._turns = most
        table: list[Layer] = [[list(ends or [board.free] * 6) for _ in range(most + 1)]]
        for number in range(hexes, 0, -1):
            after = table[-1]
            layer: Layer = []
            for left in range(most + 1):
                sides: list[int] = []
                for side in range(6):
                    good = after[left][side] if number > duty else 0
                    if left:
                        good |= after[left - 1][(side + 1) % 6] | after[left - 1][side - 1]
                    bits = board.back(good, side)
                    sides.append(bits | board.exits[side] if exits else bits)
                layer.append(sides)
            table.append(layer)
        self._table = table

    def fewest_turns(self, at: Hex, facing: Side) -> int | None:
        """The fewest turns with which the whole move can be made from here; None: it cannot."""
        bit, side = self._board.bit(at), SIDES.index(facing)
        for turns, sides in enumerate(self._table[self._hexes]):
            if sides[side] & bit:
                return turns
        return None

    def choices(self, at: Hex, facing: Side, entered: int, turns: int) -> tuple[int, ...]:
        """The turns, of straight, right and left, that may be made in the next hex entered.

        ``entered`` hexes were entered so far, ``turns`` turns may still be made.
        """
        ahead = neighbour(at, facing)
        if ahead not in self._board.size:
            return (0,) if self._exits else ()
        bit = self._board.bit(ahead)
        after = self._table[self._hexes - entered - 1]
        turns = min(turns, self._turns)
        return tuple(
            turn
            for turn in ((1, -1) if entered < self._duty else (0, 1, -1))
            if turns >= abs(turn)
            and after[turns - abs(turn)][SIDES.index(turned(facing, turn))] & bit
        )
