"""What a DeltaVee sheet can say, as records. The grammar's transformer makes them.

Each line remembers where it was written (``ref``). *Targets*, in order of preference, are unit
ids (of contacts too) or words: ``any`` (revealed enemies, nearest first), ``any ship``,
``any battlecraft``, ``any missile``, ``any contact``, ``any enemy`` (all of these).

Lines of one word are carried out one after the other, each if its condition holds; a line
that begins with ``else`` only if none of the chain before it held.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import fields

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.commands.battle import PhaseLine
from pbm.games.deltavee.orders.commands.planet import PlanetLine
from pbm.games.deltavee.orders.doctrine.field import FieldLine
from pbm.games.deltavee.orders.doctrine.intercept import InterceptLine
from pbm.games.deltavee.orders.doctrine.orbit import OrbitLine
from pbm.games.deltavee.orders.doctrine.release import ReleaseLine
from pbm.games.deltavee.orders.fire.fire import FireLine
from pbm.games.deltavee.orders.fire.floor import FloorLine
from pbm.games.deltavee.orders.fire.hits import HitsLine
from pbm.games.deltavee.orders.fire.hold import HoldLine
from pbm.games.deltavee.orders.purchase.purchase import BuyLine
from pbm.games.deltavee.orders.setup.enter import EnterLine
from pbm.games.deltavee.orders.setup.jettison import JettisonLine
from pbm.games.deltavee.orders.setup.place import PlaceLine
from pbm.games.deltavee.orders.setup.pods import PodsLine
from pbm.games.deltavee.orders.setup.transfer import TransferLine
from pbm.kit.records import Record

# --- the whole sheet ------------------------------------------------------------------------


class UnitOrders(Record):
    """All lines for one unit, each list in the order written."""

    unit: str
    commands: tuple[PhaseLine, ...] = ()
    fire: tuple[FireLine, ...] = ()
    hits: tuple[HitsLine, ...] = ()
    hold: tuple[HoldLine, ...] = ()
    floor: tuple[FloorLine, ...] = ()
    field: tuple[FieldLine, ...] = ()
    intercept: tuple[InterceptLine, ...] = ()
    planet: tuple[PlanetLine, ...] = ()
    orbit: tuple[OrbitLine, ...] = ()
    release: tuple[ReleaseLine, ...] = ()
    place: tuple[PlaceLine, ...] = ()
    pods: tuple[PodsLine, ...] = ()
    enter: tuple[EnterLine, ...] = ()
    transfer: tuple[TransferLine, ...] = ()
    jettison: tuple[JettisonLine, ...] = ()


NO_ORDERS = UnitOrders("")


class MoveOrder(Record):
    """``MOVE ORDER`` or ``MISSILE ORDER``: units that come first, in this order."""

    ref: OrderRef
    units: tuple[str, ...]


class Orders(Record):
    """One player's orders.

    ``units`` by unit id, ``all`` the lines written for all units of a kind (spaceship,
    battlecraft, missile, or a type of missile). ``missing``: they sent none. ``buys`` is bought
    before the game, ``fleet`` where all of it begins. ``agree``: they would end the game.
    """

    player: str
    units: Mapping[str, UnitOrders] = {}
    all: Mapping[str, UnitOrders] = {}
    move_order: MoveOrder | None = None
    missile_order: MoveOrder | None = None
    missing: bool = False
    buys: tuple[BuyLine, ...] = ()
    fleet: PlaceLine | None = None
    agree: OrderRef | None = None

    def of(self, unit: str, *kinds: str) -> UnitOrders:
        """The lines for one unit; where it has none of a word, those for all of its kinds.

        ``kinds`` are looked for in the order given (a missile's type, then missile).
        """
        own = self.units.get(unit, NO_ORDERS)
        for kind in kinds:
            general = self.all.get(kind, NO_ORDERS)
            own = UnitOrders(
                unit,
                **{
                    part.name: _completed(getattr(own, part.name), getattr(general, part.name))
                    for part in fields(UnitOrders)
                    if part.name != "unit"
                },
            )
        return own


def _completed(own: tuple[Any, ...], general: tuple[Any, ...]) -> tuple[Any, ...]:
    """A unit's own lines and, of the words that none of them begins with, those for all.

    ``command`` and ``battle`` are two words that share a list, as are ``hits`` and ``own hits``;
    lines stay in the order written.
    """
    if not own or not general:
        return own or general
    words = {_word(line) for line in own}
    more = [line for line in general if _word(line) not in words]
    return tuple(sorted((*own, *more), key=lambda line: line.ref.line)) if more else own


def _word(line: Any) -> tuple[type, bool]:
    return type(line), isinstance(line, HitsLine) and line.own
