"""Movement lines."""

from pbm.engine.events import OrderRef
from pbm.games.nova.state.orders.parts import NO_CODES, Codes, Jump, Mover, SetUp, ThingId
from pbm.kit.records import Record


class Movement(Record):
    """A movement line. ``retreat``: a system's name or a letter, "" the default.

    ``tow``: the ship that the first mover tows. ``retreating``: written for ships that are on
    a retreat.
    """

    ref: OrderRef
    start: str
    movers: tuple[Mover, ...]
    route: tuple[Jump, ...] = ()
    codes: Codes = NO_CODES
    retreat: str = ""
    setup: SetUp | None = None
    tow: ThingId = ""
    retreating: bool = False
