"""Fleets that are bought: what a player may choose, and the ships that come of it at set-up.

Rule: DV COST, DV S6, DV S10, DV 10.1. Ambiguity: DV-A87, DV-A91, DV-A93.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef, Seen, only
from pbm.games.deltavee.orders.orders import Orders, UnitOrders
from pbm.games.deltavee.orders.purchase.purchase import BuyLine
from pbm.games.deltavee.orders.setup.place import PlaceLine, freedom, start_fault, start_of
from pbm.games.deltavee.rules.telling import player_orders
from pbm.games.deltavee.state.fleet import crafts_of, ship_of
from pbm.games.deltavee.state.outfit import craft
from pbm.games.deltavee.state.prices import RULE, BoughtShip, FleetBill, settle, title_of
from pbm.games.deltavee.state.ratings import CLASSES, pod_stock
from pbm.games.deltavee.state.specials import LOG, MISSILES_AT_START
from pbm.games.deltavee.state.state import Buy, Purchase, Special, State
from pbm.games.deltavee.state.units import ABOARD, MISSILE_TYPES, Unit
from pbm.games.deltavee.view.audience import own_side
from pbm.kit.records import Record

_PODS_OF_LOG_1 = 5


# --- units ----------------------------------------------------------------------------------


class LaidOut(Record):
    """A ship that was bought, what is aboard it, and what its log remembers."""

    ship: Unit
    aboard: tuple[Unit, ...]
    memory: tuple[Special, ...]


def lay_out(
    terms: Purchase, buy: Buy, start: PlaceLine | None, options: Mapping[str, str], ids: Ids
) -> LaidOut:
    """The units of one ship, waiting to be placed where its fleet begins."""

    def id_of(name: str) -> str:
        return ids.opaque("unit", f"{terms.side}{name}")

    crafts = crafts_of(buy)
    direction = None if start is None else start.direction
    velocity = None if start is None else start.velocity
    fields: dict[str, Any] = {
        "side": terms.side,
        "owner": terms.owner,
        "at": start_of(terms, start),
        "direction": terms.direction if direction is None else direction,
        "velocity": terms.velocity if velocity is None else velocity,
    }
    ship = ship_of(buy, options, id_of(buy.counter), [id_of(name) for name, _ in crafts], fields)
    boxes = {part.holds: part.box for part in ship.pods if part.holds}
    aboard = tuple(
        craft(
            klass,
            (),
            id=id_of(name),
            designation=name,
            name="",
            status=ABOARD,
            revealed=False,
            mother=ship.id,
            pod=boxes[id_of(name)],
            **{**fields, "velocity": 0},
        )
        for name, klass in crafts
    )
    return LaidOut(ship, aboard, tuple(_memory(ship)))


def _memory(ship: Unit) -> list[Special]:
    """What its log shows of the start."""
    small = CLASSES.number(ship.klass, "pods") <= _PODS_OF_LOG_1
    found = [Special(LOG, (ship.id,), 1 if small else 2)]
    for type in MISSILE_TYPES:
        number = sum(pod_stock(part.kind).get(type, 0) for part in ship.pods)
        if number:
            found.append(Special(MISSILES_AT_START, (ship.id,), number, type))
    return found


# --- set-up ---------------------------------------------------------------------------------


def buy_fleets(work: PhaseContext) -> None:
    """Buy every fleet, in secret; its ships wait to be placed as others do.

    Who buys nothing gets the fleet of the scenario.
    """
    bought = tuple(_buy(work, terms) for terms in work.state.purchases)
    work.state = replace(work.state, purchases=bought)


def _buy(work: PhaseContext, terms: Purchase) -> Purchase:
    orders = player_orders(work, terms.owner)
    written = {line.ship.counter: line for line in orders.buys}
    bill = settle(terms.budget, [line.ship for line in orders.buys], work.options)
    seen = _private(work, terms)
    _refused(work, bill, written, seen)
    given = not bill.ships
    start = orders.fleet
    if start is not None and start_fault(terms, start, work.state.maps):
        start = None
    if given:
        written = {}
        bill = settle(terms.budget, terms.fleet, work.options)
    lines: dict[str, UnitOrders] = {}
    for bought in bill.ships:
        ship = lay_out(terms, bought.buy, start, work.options, work.ids)
        state: State = work.state.with_new((ship.ship, *ship.aboard))
        placing = replace(freedom(terms, start, state.maps), arrange=bool(ship.ship.pods))
        free = {**state.placements, ship.ship.id: placing}
        memory = (*state.special, *ship.memory)
        work.state = replace(state, placements=free, special=memory)
        line = written.get(bought.buy.counter)
        if line is not None:
            lines[ship.ship.id] = UnitOrders(ship.ship.id, place=line.place, pods=line.pods)
        _tell(work, ship.ship, bought, bill, None if line is None else line.ref, seen)
    work.commands[terms.owner] = _with(orders, lines)
    work.emit(
        "fleet_bought",
        terms.owner,
        rule=RULE,
        seen=seen,
        player=terms.owner,
        trans=bill.spent,
        budget=terms.budget,
        lost=terms.budget - bill.spent,
        given=given,
        at=work.state.maps.label(start_of(terms, start)),
    )
    return replace(terms, bought=tuple((_words(one), one.trans) for one in bill.ships))


def _private(work: PhaseContext, terms: Purchase) -> Seen:
    """The audience of a purchase: its player, their side with ``share = side``."""
    if work.options["share"] == "side":
        return only(terms.owner, *own_side(work.seats, terms.side))
    return only(terms.owner)


def _with(orders: Orders, lines: Mapping[str, UnitOrders]) -> Orders:
    return replace(orders, units={**orders.units, **lines})


def _refused(
    work: PhaseContext, bill: FleetBill, written: Mapping[str, BuyLine], seen: Seen
) -> None:
    for refusal in bill.refused:
        work.emit(
            "not_bought",
            refusal.buy.counter,
            str(refusal.wish),
            rule=RULE,
            seen=seen,
            order=written[refusal.buy.counter].ref,
            what=refusal.what,
            why=refusal.why,
        )


def _tell(
    work: PhaseContext,
    ship: Unit,
    bought: BoughtShip,
    bill: FleetBill,
    order: OrderRef | None,
    seen: Seen,
) -> None:
    work.emit(
        "bought",
        ship.id,
        rule=RULE,
        seen=seen,
        order=order,
        terms=[("trans", bought.trans), *((one.words, one.trans) for one in bought.items)],
        unit=ship.id,
        trans=bought.trans,
        left=bought.left,
        budget=bill.budget,
    )


def _words(bought: BoughtShip) -> str:
    """A ship with its pods, as everybody reads it when the game is over."""
    buy = bought.buy
    name = f' "{buy.name}"' if buy.name else ""
    pods = ", ".join(item.words for item in bought.items[1:])
    return f"{title_of(buy.klass)} {buy.counter}{name}" + (f" ({pods})" if pods else "")


def show_fleets(work: PhaseContext) -> None:
    """When the game is over, show everybody what each fleet cost. Rule: DV S10."""
    for terms in work.state.purchases:
        if terms.bought:
            work.emit(
                "fleet_shown",
                terms.owner,
                rule=RULE,
                player=terms.owner,
                budget=terms.budget,
                trans=sum(cost for _words_of, cost in terms.bought),
                ships=[f"{words} for {cost:,}" for words, cost in terms.bought],
            )
    shown = tuple(replace(terms, bought=()) for terms in work.state.purchases)
    work.state = replace(work.state, purchases=shown)
