"""Units lifted off a planet before everything on it dies, as far as the holds there take them.

Armies travel in cargo holds alone. Rule: NV ECO-33, NV UNI-04, NV UNI-24, NV SUR-13.
Ambiguity: NV A-TFC-EVAC, NV A-PILL-STATUS.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.planetside import cannot_reach
from pbm.games.nova.state.components import HOLD
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.state import ABOARD, STORED, Cargo, Ship
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.state.working_state import Draft
from pbm.kit.rounding import ceil_div

# What is lifted if no order says: all are worth the same for their size, so as the book lists
# them; the end of a gate comes before a TFC, which no fleet has room for.
BY_VALUE = ("PCB", "IC", "RA", "AA", "C", "SDU", "SG", "TFC")


def size_of(kind: str) -> int:
    """Room a unit takes in cargo holds. Rule: NV UNI-01."""
    return UNITS[kind].size or 0


def _holds_of(kind: str) -> int:
    return ceil_div(size_of(kind), HOLD)


def lifted(
    draft: Draft,
    effective: Effective,
    empire: str,
    system: str,
    first: Sequence[Units],
    rest: Sequence[str] = BY_VALUE,
    ships: Collection[str] | None = None,
) -> dict[str, int]:
    """Put an empire's units of a planet aboard its ships there; what was saved, by kind.

    ``first`` is what its orders name; then kinds of ``rest``, by value. A unit never lies in
    two ships. ``ships``: ids of those that may take them, else all that can get there.
    """
    room = _room(draft, effective, empire, system)
    if ships is not None:
        room = {id: number for id, number in room.items() if id in ships}
    saved: dict[str, int] = {}
    for unit in (*first, *(Units(kind) for kind in rest)):
        if unit.owner in ("", empire) and unit.kind in BY_VALUE:
            take = _gates if unit.kind == "SG" else _units
            number = take(draft, empire, system, unit, room)
            if number:
                saved[unit.kind] = saved.get(unit.kind, 0) + number
    return saved


def _room(draft: Draft, effective: Effective, empire: str, system: str) -> dict[str, int]:
    """Free sound holds of an empire's ships at a planet, by id in the order of their names."""
    ships = sorted(
        (
            one
            for one in draft.ships.values()
            if one.owner == empire
            and one.at == system
            and not cannot_reach(draft, effective, one)[0]
        ),
        key=lambda one: one.name,
    )
    room = {one.id: len(effective.fittings.of(one).holds) - _filled(one) for one in ships}
    for one in draft.ships.values():
        if one.carrier in room and one.bay.startswith("CH"):
            room[one.carrier] -= 1
    for end in draft.gates.values():
        if end.carrier in room and not end.bay:
            room[end.carrier] -= _holds_of("SG")
    return room


def _filled(ship: Ship) -> int:
    """Holds that a ship's cargo takes. Rule: NV DSN-12."""
    return sum(_holds_of(one.kind) * one.number for one in ship.cargo)


def _units(draft: Draft, empire: str, system: str, unit: Units, room: dict[str, int]) -> int:
    there = draft.systems[system].units(empire, unit.kind)
    left = wanted = min(unit.number or there, there)
    for id in room:
        take = min(left, room[id] // _holds_of(unit.kind))
        if take > 0:
            _aboard(draft, id, Cargo(unit.kind, empire, take))
            room[id] -= take * _holds_of(unit.kind)
            left -= take
    here = draft.systems[system]
    surface = with_units(here.surface, empire, {unit.kind: left - wanted})
    draft.systems[system] = replace(here, surface=surface)
    return wanted - left


def _aboard(draft: Draft, id: str, more: Cargo) -> None:
    """Cargo of a ship with more of it; units of one kind and owner lie together."""
    cargo = list(draft.ships[id].cargo)
    for place, one in enumerate(cargo):
        if (one.kind, one.owner) == (more.kind, more.owner):
            cargo[place] = replace(one, number=one.number + more.number)
            break
    else:
        cargo.append(more)
    draft.put(replace(draft.ships[id], cargo=tuple(cargo)))


def _gates(draft: Draft, empire: str, system: str, unit: Units, room: dict[str, int]) -> int:
    """Ends of star gates that are stored there: the one named, or all."""
    number = 0
    for end in _stored(draft, empire, system, unit.gate):
        id = next((id for id in room if room[id] >= _holds_of("SG")), "")
        if id:
            draft.gates[end] = replace(draft.gates[end], place=ABOARD, at="", carrier=id)
            room[id] -= _holds_of("SG")
            number += 1
    return number


def _stored(draft: Draft, empire: str, system: str, only: str) -> Iterable[str]:
    ends = [
        one
        for one in draft.gates.values()
        if (one.owner, one.at, one.place) == (empire, system, STORED) and only in ("", one.id)
    ]
    return [one.id for one in sorted(ends, key=lambda one: one.name)]
