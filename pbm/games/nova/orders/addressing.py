"""Orders as a sheet gives them, turned into orders as the phases want them.

A sheet knows other empires by the letters of its player and what it lets be built by name only.
Here labels become ids of seats once the state is at hand, names become ids once the things are
built, and the designs of other sheets join the orders. Which fields hold them their types say.
Records that hold nothing of the kind stay the same objects, since most of ten thousand lines do.
"""

from collections.abc import Callable, Iterable, Mapping
from operator import is_
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from pbm.games.nova.orders.naming import COMING
from pbm.games.nova.state.orders.designs import DesignSheet
from pbm.games.nova.state.orders.parts import EmpireName, ThingId
from pbm.games.nova.state.orders.sheet import Orders
from pbm.kit.records import Record

Map = Callable[[str], str]
# A value with other words in it; the same object if none stands in it.
_Change = Callable[[Any, "_Words"], Any]


def addressed(orders: Orders, seats: Mapping[str, str]) -> Orders:
    """The orders with ids of seats for labels; ``seats`` gives the seat behind each label."""
    return _changed(orders, lambda label: seats.get(label, label), _same) if seats else orders


def built(orders: Orders, ids: Mapping[str, str]) -> Orders:
    """The orders with ids for what was built by them; ``ids`` by ``=NAME``.

    What was not built keeps its name, and is nothing that there is.
    """
    return _changed(orders, _same, lambda id: ids.get(id, id)) if ids else orders


def coming(name: str) -> str:
    """How orders name a thing that their own sheet lets be built.

    >>> coming("Stinger")
    '=Stinger'
    """
    return f"{COMING}{name}"


def joined(orders: Orders, others: Iterable[Orders]) -> Orders:
    """The orders of a turn with the designs of the player's DESIGNS sheets. Rule: NV DSN-03."""
    sheet = orders.designs
    for other in others:
        more = other.designs
        sheet = DesignSheet(
            (*sheet.designs, *more.designs),
            (*sheet.missiles, *more.missiles),
            sheet.missile_list if more.missile_list is None else more.missile_list,
        )
    return orders if sheet == orders.designs else replace(orders, designs=sheet)


def names_in(order: Record) -> list[str]:
    """The empires and things that an order names, of a kind that may name some."""
    found: list[str] = []

    def note(name: str) -> str:
        found.append(name)
        return name

    change = _change(type(order))
    assert change is not None
    change(order, _Words(note, note))
    return found


def _same(id: str) -> str:
    return id


def _changed(orders: Orders, empire: Map, thing: Map) -> Orders:
    change = _change(Orders)
    assert change is not None
    made: Orders = change(orders, _Words(empire, thing))
    return made


class _Words(NamedTuple):
    """Other words for empires and for things."""

    empire: Map
    thing: Map


class _Kind:
    """The fields of a kind of record in which empires or things stand, however deep inside."""

    def __init__(self, kind: type[Record]) -> None:
        _KINDS[kind] = self  # first of all: a record may hold some of its own kind
        self.fields: list[tuple[str, _Change]] | None = None
        hints = get_type_hints(kind, include_extras=True)
        found = ((name, _change(hint)) for name, hint in hints.items())
        self.fields = [(name, change) for name, change in found if change is not None]

    def changed(self, record: Any, words: _Words) -> Any:
        """The record with other words; the same object if none stands in it."""
        values: dict[str, Any] = {}
        for name, change in self.fields or ():
            value = getattr(record, name)
            if value and (other := change(value, words)) is not value:
                values[name] = other
        return replace(record, **values) if values else record


_KINDS: dict[type[Record], _Kind] = {}


def _change(hint: Any) -> _Change | None:
    """What puts other words into a value of this type; None where none can stand in it."""
    if hint == EmpireName:
        return lambda name, words: words.empire(name)
    if hint == ThingId:
        return lambda id, words: words.thing(id)
    kind, inside = get_origin(hint), map(_change, get_args(hint))
    if kind is None and isinstance(hint, type) and issubclass(hint, Record):
        known = _KINDS.get(hint) or _Kind(hint)
        return None if known.fields == [] else known.changed
    inner = next(filter(None, inside), None)
    if inner is None or kind is not tuple:
        return inner
    return lambda items, words: _each(items, inner, words)


def _each(items: tuple[Any, ...], change: _Change, words: _Words) -> tuple[Any, ...]:
    """The items changed; the same tuple if none is."""
    made = [change(item, words) for item in items]
    return items if all(map(is_, made, items)) else tuple(made)
