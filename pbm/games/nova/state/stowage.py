"""How a ship is filled: which bay or hold takes what, and in which order.

Holds are filled first to last: what is ordered into a hold first, then the cheapest, smallest,
first by name. Ships go into launch bays smallest, cheapest, first by name, each into the
smallest bay that takes it, unless size forces another order; then into holds, one each.

Rule: NV MOV-08, NV MOV-09, NV MOV-10, NV DSN-12, NV DSN-20. Ambiguity: NV A-CARGO-ORDER,
NV A-CARGO-LB, NV A-SIZE-0.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.games.nova.state.components import HOLD
from pbm.games.nova.state.fitted import Fitted
from pbm.games.nova.state.orders.parts import Loading
from pbm.games.nova.state.state import Cargo
from pbm.games.nova.state.units import UNITS
from pbm.kit.records import Record

_LAST = 10**6  # behind every hold with a number


def holds_of(kind: str) -> int:
    """Cargo holds that one unit takes. Rule: NV DSN-12."""
    return UNITS[kind].holds or 0


class Guest(Record):
    """A ship that comes aboard: the room it takes, its cost, the bay it is to lie in or ""."""

    id: str
    name: str
    size: int
    cost: int
    hold: str = ""


def is_misplaced(one: Loading) -> bool:
    """True for units ordered into a launch bay. Ambiguity: NV A-CARGO-LB."""
    return one.units is not None and one.units.kind != "SG" and one.hold.startswith("LB")


def wanted(cargo: Sequence[Loading], empire: str) -> dict[tuple[str, str], int | None]:
    """Units that are to be aboard by kind and owner, in the order in which they are loaded.

    None: as many as there are. Gate ends are left out, and what is ordered into launch bays.
    """
    found: dict[tuple[str, str], int | None] = {}
    for one in cargo:
        if one.units is not None and one.units.kind != "SG" and not is_misplaced(one):
            name = (one.units.kind, one.units.owner or empire)
            old = found.get(name, 0)
            all_of_it = not one.units.number or old is None
            found[name] = None if all_of_it else (old or 0) + one.units.number
    places = _places(cargo, empire)
    return dict(sorted(found.items(), key=lambda one: _rank(places, *one[0])))


def _places(cargo: Sequence[Loading], empire: str) -> dict[tuple[str, str], int]:
    """The first hold that units are ordered into, by kind and owner."""
    found: dict[tuple[str, str], int] = {}
    for one in cargo:
        if one.units is not None and one.hold.startswith("CH"):
            name = (one.units.kind, one.units.owner or empire)
            found[name] = min(found.get(name, _LAST), int(one.hold[2:] or 0))
    return found


def _rank(places: Mapping[tuple[str, str], int], kind: str, owner: str) -> tuple[object, ...]:
    unit = UNITS[kind]
    return (places.get((kind, owner), _LAST), unit.cost or 0, unit.size or 0, kind, owner)


def merged(cargo: Sequence[Cargo]) -> tuple[Cargo, ...]:
    """Cargo with the units of one kind and owner lying together."""
    found: dict[tuple[str, str], Cargo] = {}
    for one in cargo:
        old = found.get((one.kind, one.owner))
        number = one.number + (old.number if old is not None else 0)
        found[one.kind, one.owner] = replace(one, number=number)
    return tuple(found.values())


def in_order(cargo: Sequence[Cargo], ordered: Sequence[Loading], empire: str) -> tuple[Cargo, ...]:
    """Cargo in the order in which it fills the holds. Rule: NV MOV-08."""
    places = _places(ordered, empire)
    return tuple(sorted(merged(cargo), key=lambda one: _rank(places, one.kind, one.owner)))


def berths(
    works: Fitted, used: Mapping[str, int], free: int, guests: Sequence[Guest]
) -> dict[str, str]:
    """The bay or hold of each guest by its id; who finds no room is left out.

    ``used``: room taken by bay or hold, ``free`` holds that are empty. Rule: NV MOV-10.
    """
    small = sorted(guests, key=lambda one: (not one.hold, one.size, one.cost, one.name))
    found = _berthed(works, used, free, small)
    if len(found) < len(guests):
        large = sorted(guests, key=lambda one: (not one.hold, -one.size, one.cost, one.name))
        forced = _berthed(works, used, free, large)
        found = forced if len(forced) > len(found) else found
    return found


def smallest(works: Fitted) -> list[tuple[str, int]]:
    """Sound launch bays and their sizes, the smallest first, then as the design lists them."""
    return sorted(works.bays, key=lambda one: one[1])


def _berthed(
    works: Fitted, used: Mapping[str, int], free: int, guests: Sequence[Guest]
) -> dict[str, str]:
    room = {name: size - used.get(name, 0) for name, size in works.bays}
    holds = [name for name in works.holds if name not in used]
    found: dict[str, str] = {}
    for guest in guests:
        fits = [
            name
            for name, _size in smallest(works)
            if room[name] >= guest.size and guest.hold in ("", name)
        ]
        if fits:
            found[guest.id] = fits[0]
            room[fits[0]] -= guest.size
            continue
        alone = [name for name in holds if guest.hold in ("", name)]
        if alone and free > 0 and guest.size <= HOLD:
            found[guest.id] = alone[0]
            holds.remove(alone[0])
            free -= 1
    return found


def bay_for_end(works: Fitted, used: Mapping[str, int], free: int, hold: str) -> str | None:
    """Where the end of a star gate goes: a launch bay, "" for cargo holds, None: no room.

    Ambiguity: NV A-CARGO-LB.
    """
    size = UNITS["SG"].size or 0
    for name, room in smallest(works):
        if hold in ("", name) and room - used.get(name, 0) >= size:
            return name
    return "" if not hold.startswith("LB") and free >= holds_of("SG") else None
