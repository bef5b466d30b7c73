"""What the lines of a player's next sheet are made of."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.state.state import Placement
from pbm.games.deltavee.state.units import Unit
from pbm.games.deltavee.view.record import UnitView
from pbm.sheets.quoting import Told

# Of a line that no sheet holds.
NOWHERE = OrderRef("", "", 0, "")


MANY_PODS = 12  # more than that are written in runs


class Prefill(NamedTuple):
    """A unit of the player's, as the view and as the rules have it, and how the sheet names it."""

    roster: Roster
    record: UnitView
    unit: Unit
    names: SheetNames
    told: Told

    def remarks(self, *said: tuple[str, str]) -> Iterator[str]:
        """Remarks on the unit, each a text and what it tells of, but for what is told already."""
        return self.told.remarks(self.names.plain(self.record.id), said)

    @property
    def free(self) -> Placement | None:
        """What the player may choose of its place; None if there is nothing."""
        return self.roster.placements.get(self.unit.id)


def hexes_in_words(hexes: Sequence[str]) -> str:
    """Some hexes, only the first where they are many."""
    return ", ".join(hexes) if len(hexes) <= 6 else f"{len(hexes)} hexes, such as {hexes[0]}"


def course_in_words(directions: Sequence[int], velocities: Sequence[int]) -> str:
    """The directions and velocities that may be chosen."""
    return f"direction {_numbers(directions)}; velocity {_numbers(velocities)}"


def _numbers(numbers: Sequence[int]) -> str:
    """Numbers in a few words: ``1 to 12``."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))
