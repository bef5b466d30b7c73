"""Who perceives what. An unrevealed unit is to its enemies a contact and no more.

A unit's id may stand in any event: it tells nothing, and the reader's own view says what it
is known as. What must not reach a reader is anything that tells the kind of an unrevealed unit:
its class, type, energy, Civ Level, the ship it came from, the order, a rule number of
missiles or battlecraft. So an event about an unrevealed unit shows its enemies the facts of
OUTLINE, and where its kind or its rule would tell too much it is two events.

All rolls are public, as dice on a table are.
"""

from collections.abc import Mapping, Sequence

from pbm.engine.context import PhaseContext
from pbm.engine.events import EVERYBODY, PUBLIC, Seen, only
from pbm.engine.types import Seat
from pbm.games.deltavee.state.units import Unit

# What a counter lying face down shows. Ambiguity: DV-A15.
OUTLINE = ("unit", "at", "from", "to", "path", "velocity", "velocity_before", "ways")
POINTING = ("direction", "direction_before", "zig")


def own_side(seats: Sequence[Seat], side: str) -> tuple[str, ...]:
    """The players of a side."""
    return tuple(seat.id for seat in seats if seat.side == side)


def private(work: PhaseContext, unit: Unit) -> Seen:
    """The audience of a unit's own records: its player, their side with ``share = side``."""
    if work.options["share"] == "side":
        return only(unit.owner, *own_side(work.seats, unit.side))
    return only(unit.owner)


def of_side(work: PhaseContext, side: str) -> Seen:
    """The audience of what one side does and sees."""
    return only(*own_side(work.seats, side))


def about(work: PhaseContext, unit: Unit, *more: str) -> Seen:
    """The audience of an event about a unit: everybody, or its side whole and others in outline.

    ``more`` are names of further facts, rolls, terms or changes that others perceive.
    """
    if unit.revealed:
        return PUBLIC
    pointing = POINTING if shows_direction(work.options) else ()
    seen = dict(of_side(work, unit.side))
    seen[EVERYBODY] = (*OUTLINE, *pointing, *more)
    return seen


def hidden(work: PhaseContext, unit: Unit) -> Seen:
    """The audience of what only the side of a unit perceives while it is unrevealed."""
    return PUBLIC if unit.revealed else of_side(work, unit.side)


def shows_direction(options: Mapping[str, str]) -> bool:
    """True when contacts show where they point. Ambiguity: DV-A15."""
    return options["contacts.direction"] == "shown"
