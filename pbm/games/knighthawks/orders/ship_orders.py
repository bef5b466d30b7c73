"""The orders of Knight Hawks: the list of them, and what a player's sheet makes of them."""

from collections.abc import Iterator, Mapping

from pbm.games.knighthawks.orders.evade import EVADE, EvadeLine
from pbm.games.knighthawks.orders.fire import ATTACK, DEFENCE, FireLine
from pbm.games.knighthawks.orders.icm import ICM, IcmLine
from pbm.games.knighthawks.orders.move import MOVE, MoveLine
from pbm.games.knighthawks.orders.place import PLACE, PlaceLine
from pbm.kit.records import Record
from pbm.language.order import by_rule
from pbm.sheets.quoting import Name

# In the order in which a sheet prints them. Each verb is a field of `ShipOrders`.
ORDERS = (PLACE, MOVE, ATTACK, DEFENCE, ICM, EVADE)
BY_RULE = by_rule(ORDERS)


class ShipOrders(Record):
    """All lines for one ship, each list in the order written."""

    ship: str
    place: tuple[PlaceLine, ...] = ()
    move: tuple[MoveLine, ...] = ()
    attack: tuple[FireLine, ...] = ()
    defence: tuple[FireLine, ...] = ()
    icm: tuple[IcmLine, ...] = ()
    evade: tuple[EvadeLine, ...] = ()


class Orders(Record):
    """One player's orders: by ship id, in the order of the sheet; missing: they sent none."""

    player: str
    ships: Mapping[str, ShipOrders] = {}
    missing: bool = False

    def of(self, ship: str) -> ShipOrders:
        """The orders of one ship, empty if the sheet has none."""
        return self.ships.get(ship, ShipOrders(ship))


def print_orders(orders: Orders, name: Name) -> str:
    """The body of a sheet that says exactly these orders, and reads back as the same."""
    return "".join(f"{line}\n" for ship in orders.ships.values() for line in ship_lines(ship, name))


def ship_lines(ship: ShipOrders, name: Name) -> Iterator[str]:
    """The lines of one ship, its header first."""
    yield f"SHIP {name(ship.ship)}"
    for order in ORDERS:
        for line in getattr(ship, order.verb):
            yield f"  {order.line_text(line, name)}"
