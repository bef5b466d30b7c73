"""Find the ships that can be fired at from a hex by their place, not by searching the fleet.

The hexes in which ships can be fired at lie in squares; only squares within reach are looked at.
"""

from collections.abc import Mapping, Sequence

from pbm.drawing.hexgrid import Hex, distance
from pbm.games.knighthawks.rules.combat.reach import spots
from pbm.games.knighthawks.state.state import Ship

_SQUARE = 16  # hexes


class Nearby:
    """The ships of some sides by the hexes in which they can be fired at in a phase."""

    def __init__(
        self, ships: Sequence[Ship], options: Mapping[str, str], *, defending: bool
    ) -> None:
        self._places = [
            tuple(spot.at for spot in spots(ship, options, defending=defending)) for ship in ships
        ]
        self.ships = ships
        self.ids = frozenset(ship.id for ship in ships)
        self._squares: dict[tuple[int, int], set[int]] = {}
        for number, places in enumerate(self._places):
            for at in places:
                square = (at.column // _SQUARE, at.row // _SQUARE)
                self._squares.setdefault(square, set()).add(number)

    def within(self, at: Hex, reach: int) -> list[Ship]:
        """The ships that can be fired at within so many hexes, nearest first, then fleet order."""
        # Two hexes so many apart differ in columns by no more, in rows by half of it more at most.
        columns = range((at.column - reach) // _SQUARE, (at.column + reach) // _SQUARE + 1)
        rows = range((at.row - 2 * reach) // _SQUARE, (at.row + 2 * reach) // _SQUARE + 1)
        numbers = {
            number
            for column in columns
            for row in rows
            for number in self._squares.get((column, row), ())
        }
        found = sorted((self._nearness(at, number), number) for number in numbers)
        return [self.ships[number] for nearness, number in found if nearness <= reach]

    def nearest(self, at: Hex) -> Ship:
        """The nearest of them all; ValueError if there is none."""
        numbers = range(len(self.ships))
        return self.ships[min(numbers, key=lambda number: self._nearness(at, number))]

    def _nearness(self, at: Hex, number: int) -> int:
        return min(distance(at, place) for place in self._places[number])
