"""Sheets of orders in the language of the sheets: what is printed reads back the same."""

from collections.abc import Iterator, Mapping

from pbm.games.deltavee.orders.catalogue import LISTS, line_text
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.orders import MoveOrder, Orders, UnitOrders
from pbm.games.deltavee.state.units import BATTLECRAFT, MISSILE, MISSILE_TYPES, SPACESHIP

HEADS = {SPACESHIP: "SHIP", BATTLECRAFT: "BATTLECRAFT", MISSILE: "MISSILE"}


ALL_HEADS = {
    SPACESHIP: "ALL SHIPS",
    BATTLECRAFT: "ALL BATTLECRAFT",
    MISSILE: "ALL MISSILES",
    **{kind: f"ALL {kind.upper()}" for kind in MISSILE_TYPES},
}


def print_orders(orders: Orders, names: SheetNames, kinds: Mapping[str, str]) -> str:
    """The body of a sheet that says exactly these orders; ``kinds`` gives each unit's kind."""
    lines = ["agree to end"] if orders.agree else []
    lines += _queue("move", orders.move_order, names)
    lines += _queue("missile", orders.missile_order, names)
    for kind, unit in orders.all.items():
        lines += [ALL_HEADS[kind], *unit_lines(unit, names)]
    for unit_id, unit in orders.units.items():
        head = f"{HEADS[kinds[unit_id]]} {names.plain(unit_id)}"
        lines += [head, *unit_lines(unit, names)]
    return "".join(f"{line}\n" for line in lines)


def _queue(word: str, order: MoveOrder | None, names: SheetNames) -> Iterator[str]:
    if order is not None:
        yield queue_words(word, order, names)


def queue_words(word: str, order: MoveOrder, names: SheetNames) -> str:
    """A move order or missile order; ``word`` says which."""
    return f"{word} order {', '.join(map(names.own, order.units))}"


def unit_lines(unit: UnitOrders, names: SheetNames) -> Iterator[str]:
    """The lines of one unit, without its header."""
    for part in dict.fromkeys(LISTS.values()):
        for line in getattr(unit, part):
            yield f"  {line_text(line, names)}"
