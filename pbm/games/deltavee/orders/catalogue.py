"""The orders of units: the one list of them, in the order in which a sheet is written."""

from collections.abc import Iterable
from typing import Any

from pbm.games.deltavee.orders.commands import battle, maneuvers, planet
from pbm.games.deltavee.orders.doctrine import field, intercept, orbit, release
from pbm.games.deltavee.orders.fire import fire, floor, hits, hold
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.orders import UnitOrders
from pbm.games.deltavee.orders.setup import enter, jettison, place, pods, transfer
from pbm.language.order import by_rule

ORDERS = (
    place.ORDER,
    pods.ORDER,
    maneuvers.ORDER,
    battle.ORDER,
    fire.ORDER,
    hits.HITS,
    hits.OWN_HITS,
    hold.ORDER,
    floor.ORDER,
    field.ORDER,
    intercept.ORDER,
    planet.ORDER,
    orbit.ORDER,
    release.ORDER,
    enter.ORDER,
    transfer.ORDER,
    jettison.ORDER,
)
BY_VERB = {order.verb: order for order in ORDERS}
BY_RULE = by_rule(ORDERS)
# The list of `UnitOrders` that an order's lines stand in.
LISTS = {order.verb: order.into or order.verb for order in ORDERS}
_BY_LINE = {order.line: order for order in ORDERS}


def line_text(line: Any, names: SheetNames) -> str:
    """Any line of a unit in the language of the sheets."""
    return _BY_LINE[type(line)].line_text(line, names)


def orders_from(unit: str, lines: Iterable[tuple[str, Any]]) -> UnitOrders:
    """The orders of one unit out of its lines, each with its verb."""
    lists: dict[str, tuple[Any, ...]] = {}
    for verb, line in lines:
        lists[LISTS[verb]] = (*lists.get(LISTS[verb], ()), line)
    return UnitOrders(unit, **lists)
