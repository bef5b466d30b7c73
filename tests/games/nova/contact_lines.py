"""Movement lines and orders for tests, in a word or two."""

from __future__ import annotations

from typing import Any

from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, Codes, ContactOrder, Mover, Toward
from pbm.games.nova.state.orders.sheet import Orders
from tests.games.nova.builders import ref


def codes(contact: str = "", acts: str = "", default: str = "", **fields: Any) -> Codes:
    """``codes("F to bea, H", "X E")``: contact orders and activities by their letters."""
    parts = []
    for text in contact.split(", ") if contact else ():
        code, _to, who = text.partition(" to ")
        others = who == "others"
        toward = Toward(others=True) if others else Toward(tuple(who.split("+")) if who else ())
        parts.append(ContactOrder(code, toward))
    activities = tuple(Activity(code) for code in acts.split()) if acts else None
    return Codes(tuple(parts), default, activities, **fields)


def line(
    ids: str, contact: str = "", acts: str = "", default: str = "", at: str = "TEDDY", **fields: Any
) -> Movement:
    """The line of some ships, by their ids."""
    given = fields.pop("codes", None) or codes(contact, acts, default)
    movers = tuple(Mover(id) for id in ids.split())
    return Movement(ref(f"{ids}: {contact} {acts}"), at, movers, codes=given, **fields)


def orders(player: str, *lines: Movement, **fields: Any) -> Orders:
    """An empire's orders."""
    return Orders(player, movement=lines, **fields)
