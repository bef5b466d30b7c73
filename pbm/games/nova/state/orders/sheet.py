"""One empire's orders of a turn, and what a missed turn repeats of them.

Each line remembers where it was written (``ref``). Other empires stand by their id (the reader
turned the player's label into it), own ships, gate ends and hulls by their id, systems by name.
Sums a player writes are claims: they are compared and remarked on, never used. Rule: NV ORD-04.
"""

from pbm.engine.events import OrderRef
from pbm.games.nova.state.orders.dealings import ContactLine, Data, PermitLine, Transfer
from pbm.games.nova.state.orders.designs import DesignSheet, Pregame
from pbm.games.nova.state.orders.money import (
    Commission,
    Destroy,
    Pillage,
    Plan,
    Research,
    Salvage,
    Seat,
)
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.standing import Battle, Free, Standing
from pbm.kit.records import Record


class Orders(Record):
    """One empire's orders of a turn, every list in the order written.

    ``plans``: the last holds always. ``missing``: no sheet was sent. ``form_faults``: lines not
    in format (for fines); ``designs_among_orders``: a design stood on the order sheet.
    """

    player: str
    salvage: tuple[Salvage, ...] = ()
    pillage: tuple[Pillage, ...] = ()
    seats: tuple[Seat, ...] = ()
    destroy: tuple[Destroy, ...] = ()
    plans: tuple[Plan, ...] = ()
    commissions: tuple[Commission, ...] = ()
    research: tuple[Research, ...] = ()
    movement: tuple[Movement, ...] = ()
    permits: tuple[PermitLine, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    data: tuple[Data, ...] = ()
    contacts: tuple[ContactLine, ...] = ()
    standing: tuple[Standing, ...] = ()
    battle: tuple[Battle, ...] = ()
    free: tuple[Free, ...] = ()
    designs: DesignSheet = DesignSheet()
    pregame: Pregame | None = None
    resign: OrderRef | None = None
    missing: bool = False
    form_faults: int = 0
    designs_among_orders: int = 0


class Carried(Record):
    """What a missed turn repeats: standing lines, and each unit's codes by ship id.

    ``movement`` holds lines whose routes are dropped. Rule: NV ORD-43.
    """

    standing: tuple[Standing, ...] = ()
    movement: tuple[Movement, ...] = ()
    permits: tuple[PermitLine, ...] = ()
    battle: tuple[Battle, ...] = ()
