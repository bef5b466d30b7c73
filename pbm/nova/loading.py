"""Phase D: ships take aboard what their lines say, and put off what they do not say.

What stands in the brackets behind a ship is what it carries when it leaves. Without brackets
nothing changes. Units are put off on planets one controls, or over to another own ship that
asks for them; units and ships come aboard from the planet and the system they are in.

Rule: NV MOV-08 to NV MOV-10, NV DSN-12, NV DSN-20, NV ORD-31. Ambiguity: NV A-CARGO-ORDER,
NV A-CARGO-NEST, NV A-CARGO-LB, NV A-CARGO-SHORT, NV A-SIZE-0, NV A-CARGO-ALLY.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from pbm.event import only
from pbm.nova import telling
from pbm.nova.components import HOLD
from pbm.nova.control import with_units
from pbm.nova.draft import Draft, drafting
from pbm.nova.evacuation import size_of
from pbm.nova.fitted import Fittings
from pbm.nova.orders import Loading, Movement, Mover, Units
from pbm.nova.state import ABOARD, GONE, PLACED, STORED, Cargo, GateEnd, Ship
from pbm.nova.units import UNITS
from pbm.turn import Work

# Cheapest first, then smallest, then by name: the order in which holds are filled (MOV-08).
BY_PRICE = tuple(
    sorted(
        (kind for kind, unit in UNITS.items() if unit.size),
        key=lambda kind: (UNITS[kind].cost or 0, UNITS[kind].size or 0, kind),
    )
)


@dataclass(slots=True)
class _Dock:
    """Loading in one phase: what works on ships, and who is aboard whom."""

    work: Work
    draft: Draft
    fittings: Fittings
    aboard: dict[str, list[str]] = field(default_factory=dict)
    ends: dict[str, list[str]] = field(default_factory=dict)
    # Units put off by ships in space, for other ships of the same empire in the system.
    pool: dict[tuple[str, str], list[Cargo]] = field(default_factory=dict)


def holds_of(kind: str) -> int:
    """Cargo holds that one unit takes. Rule: NV DSN-12."""
    return -(-size_of(kind) // HOLD)


def load(work: Work) -> None:
    """All of it: first everything is put off, then everything comes aboard."""
    with drafting(work) as draft:
        dock = _Dock(work, draft, Fittings(draft))
        for ship in draft.ships.values():
            if ship.carrier:
                dock.aboard.setdefault(ship.carrier, []).append(ship.id)
        for end in draft.gates.values():
            if end.carrier:
                dock.ends.setdefault(end.carrier, []).append(end.id)
        tasks = list(_tasks(draft))
        for empire, line, mover in tasks:
            _put_off(dock, empire, line, draft.ships[mover.ship], mover.cargo or ())
        for empire, line, mover in tasks:
            _take_on(dock, empire, line, draft.ships[mover.ship], mover.cargo or ())
        _give_back(dock)


def _tasks(draft: Draft) -> Iterator[tuple[str, Movement, Mover]]:
    """Every ship whose brackets say something, at the place its line begins."""
    for empire, orders in draft.base.orders.items():
        for line in orders.movement:
            for mover in line.movers:
                ship = draft.ships.get(mover.ship) if mover.ship else None
                if ship is None or mover.cargo is None or ship.owner != empire:
                    continue
                if not ship.unnamed and (not line.start or draft.place_of(ship) == line.start):
                    yield empire, line, mover


def _wanted_ships(cargo: Sequence[Loading]) -> set[str]:
    return {one.ship for one in cargo if one.ship}


def _wanted_units(cargo: Sequence[Loading]) -> dict[tuple[str, str], int]:
    """Units to be aboard by kind and owner ("": one's own); 0 for as many as there are."""
    found: dict[tuple[str, str], int] = {}
    for one in cargo:
        if one.units is not None and one.units.kind != "SG":
            name = (one.units.kind, one.units.owner)
            found[name] = found.get(name, 0) + one.units.number
    return found


def _put_off(
    dock: _Dock, empire: str, line: Movement, ship: Ship, cargo: Sequence[Loading]
) -> None:
    """Everything aboard that the brackets do not name leaves the ship."""
    draft = dock.draft
    at = draft.place_of(ship)
    for id in list(dock.aboard.get(ship.id, ())):
        if id not in _wanted_ships(cargo) and not ship.carrier:
            draft.ships[id] = replace(draft.ships[id], carrier="", bay="", at=at)
            dock.aboard[ship.id].remove(id)
    for id in list(dock.ends.get(ship.id, ())):
        if not any(one.units is not None and one.units.gate == id for one in cargo):
            _end_off(dock, line, ship, draft.gates[id], at)
    wanted = _wanted_units(cargo)
    kept: list[Cargo] = []
    for one in draft.ships[ship.id].cargo:
        name = (one.kind, "" if one.owner == empire else one.owner)
        asked = name in wanted
        stays = one.number if asked and not wanted[name] else min(one.number, wanted.get(name, 0))
        if stays:
            kept.append(replace(one, number=stays))
        if one.number > stays:
            off = replace(one, number=one.number - stays)
            dock.pool.setdefault((at, ship.id), []).append(off)
    draft.ships[ship.id] = replace(draft.ships[ship.id], cargo=tuple(kept))


def _end_off(dock: _Dock, line: Movement, ship: Ship, end: GateEnd, at: str) -> None:
    """A gate's end is stored on a planet one controls; elsewhere it stays aboard."""
    if dock.draft.systems[at].owner == ship.owner:
        dock.draft.gates[end.id] = replace(end, carrier="", at=at, place=STORED)
        dock.ends[ship.id].remove(end.id)
    else:
        _short(dock, line, ship, f"{end.name} cannot be stored on {at}, you do not control it")


def _take_on(
    dock: _Dock, empire: str, line: Movement, ship: Ship, cargo: Sequence[Loading]
) -> None:
    """Ships, gate ends and units come aboard as the brackets say, as far as there is room."""
    ship = dock.draft.ships[ship.id]
    missing: list[str] = []
    for one in cargo:
        if one.ship:
            missing += _ship_on(dock, line, ship, one)
    for one in cargo:
        if one.units is not None:
            missing += _units_on(dock, empire, dock.draft.ships[ship.id], one.units)
    if missing:
        _short(dock, line, ship, f"not aboard: {', '.join(missing)}")
        _abort_if_empty(dock, ship, cargo)


def _ship_on(dock: _Dock, line: Movement, ship: Ship, loading: Loading) -> list[str]:
    """One ship comes aboard another, into the bay named or the smallest that takes it."""
    draft = dock.draft
    guest = draft.ships.get(loading.ship)
    at = draft.place_of(ship)
    if guest is None or guest.owner != ship.owner:
        return ["a ship that is not there"]
    if loading.cargo:
        _put_off(dock, ship.owner, line, guest, loading.cargo)
        _take_on(dock, ship.owner, line, guest, loading.cargo)
        guest = draft.ships[guest.id]
    if guest.carrier == ship.id:
        return []
    if guest.carrier or guest.at != at or guest.id == ship.id or dock.aboard.get(guest.id):
        return [guest.name]
    bay = _bay_for(dock, ship, dock.fittings.of(guest).carried, loading.hold)
    if not bay:
        return [f"{guest.name} (no room)"]
    draft.ships[guest.id] = replace(guest, carrier=ship.id, bay=bay, at="")
    dock.aboard.setdefault(ship.id, []).append(guest.id)
    return []


def _bay_for(dock: _Dock, ship: Ship, size: int, named: str) -> str:
    """A launch bay or cargo hold with room for a ship of that size; "" if there is none.

    Bays do not combine; several small ships share one. A hold takes one ship of up to 30.
    """
    works = dock.fittings.of(ship)
    used: dict[str, int] = {}
    for id in dock.aboard.get(ship.id, ()):
        guest = dock.draft.ships[id]
        used[guest.bay] = used.get(guest.bay, 0) + dock.fittings.of(guest).carried
    for name, room in sorted(works.bays, key=lambda one: (one[1], one[0])):
        if named in ("", name) and used.get(name, 0) + size <= room:
            return name
    if size <= HOLD:
        free = _free_holds(dock, ship)
        for name in works.holds:
            if named in ("", name) and name not in used and free > 0:
                return name
    return ""


def _free_holds(dock: _Dock, ship: Ship) -> int:
    """Sound holds that hold nothing. A damaged ship's cargo takes the sound ones first."""
    guests = sum(dock.draft.ships[id].bay.startswith("CH") for id in dock.aboard.get(ship.id, ()))
    ends = holds_of("SG") * len(dock.ends.get(ship.id, ()))
    cargo = sum(holds_of(one.kind) * one.number for one in dock.draft.ships[ship.id].cargo)
    return len(dock.fittings.of(ship).holds) - guests - ends - cargo


def _units_on(dock: _Dock, empire: str, ship: Ship, units: Units) -> list[str]:
    """Units, or the end of a gate, come aboard; what did not, in words."""
    if units.kind == "SG":
        return _end_on(dock, ship, units)
    owner = units.owner or empire
    there = sum(one.number for one in ship.cargo if (one.kind, one.owner) == (units.kind, owner))
    at = dock.draft.place_of(ship)
    supply = _supply(dock, at, ship.owner, owner, units.kind)
    wanted = units.number - there if units.number else supply
    if wanted <= 0:
        return [] if units.number or there else [f"no {units.kind} is on {at}"]
    room = max(_free_holds(dock, ship), 0) // holds_of(units.kind)
    take = min(wanted, supply, room)
    if take:
        _drawn(dock, at, ship.owner, owner, units.kind, take)
        cargo = dock.draft.ships[ship.id].cargo
        dock.draft.ships[ship.id] = replace(
            dock.draft.ships[ship.id], cargo=_added(cargo, Cargo(units.kind, owner, take))
        )
    if take < wanted and units.number:
        why = "no room" if room < min(wanted, supply) else f"{supply} there"
        return [f"{wanted - take} {units.kind} ({why})"]
    return []


def _added(cargo: Sequence[Cargo], more: Cargo) -> tuple[Cargo, ...]:
    """Cargo with more of it; units of one kind and owner lie together, new kinds at the end."""
    found = list(cargo)
    for place, one in enumerate(found):
        if (one.kind, one.owner) == (more.kind, more.owner):
            found[place] = replace(one, number=one.number + more.number)
            return tuple(found)
    return (*found, more)


def _pools(dock: _Dock, at: str, empire: str) -> list[list[Cargo]]:
    return [
        pool
        for (place, id), pool in dock.pool.items()
        if place == at and dock.draft.ships[id].owner == empire
    ]


def _supply(dock: _Dock, at: str, empire: str, owner: str, kind: str) -> int:
    """Units that can come aboard: on the planet, and put off by other ships there."""
    pooled = sum(
        one.number
        for pool in _pools(dock, at, empire)
        for one in pool
        if (one.kind, one.owner) == (kind, owner)
    )
    return pooled + dock.draft.systems[at].units(owner, kind)


def _drawn(dock: _Dock, at: str, empire: str, owner: str, kind: str, number: int) -> None:
    """Take units away from where they were, first what ships have put off."""
    for pool in _pools(dock, at, empire):
        for place, one in enumerate(pool):
            if (one.kind, one.owner) == (kind, owner) and number:
                take = min(one.number, number)
                pool[place] = replace(one, number=one.number - take)
                number -= take
    if number:
        system = dock.draft.systems[at]
        dock.draft.systems[at] = replace(
            system, surface=with_units(system.surface, owner, {kind: -number})
        )


def _end_on(dock: _Dock, ship: Ship, units: Units) -> list[str]:
    """The end of a gate comes aboard, into six holds."""
    draft = dock.draft
    end = draft.gates.get(units.gate)
    at = draft.place_of(ship)
    if end is None or end.owner != ship.owner or end.place == GONE:
        return ["a gate end that is not there"]
    if end.carrier == ship.id:
        return []
    if end.place not in (STORED, PLACED) or end.at != at:
        return [end.name]
    if _free_holds(dock, ship) < holds_of("SG"):
        return [f"{end.name} (no room)"]
    draft.gates[end.id] = replace(end, carrier=ship.id, at="", place=ABOARD)
    dock.ends.setdefault(ship.id, []).append(end.id)
    return []


def _short(dock: _Dock, line: Movement, ship: Ship, why: str) -> None:
    telling.failed(
        dock.work, ship.owner, line.ref, "NT", ship.name, why, rule="NV ORD-31", ship=ship.name
    )


def _abort_if_empty(dock: _Dock, ship: Ship, cargo: Sequence[Loading]) -> None:
    """An unarmed transport whose whole stated cargo is missing stays. NV A-CARGO-SHORT."""
    now = dock.draft.ships[ship.id]
    empty = not now.cargo and not dock.aboard.get(ship.id) and not dock.ends.get(ship.id)
    aborts = dock.work.options["cargo_short"] == "abort" and not dock.fittings.is_armed(now)
    if cargo and empty and aborts:
        dock.draft.stopped[ship.id] = "the whole of its cargo is missing"


def _give_back(dock: _Dock) -> None:
    """What no ship took is put on the planet, if its owner controls it; else it stays aboard."""
    for (at, id), pool in dock.pool.items():
        ship = dock.draft.ships[id]
        system = dock.draft.systems[at]
        for one in pool:
            if not one.number:
                continue
            if system.owner == ship.owner:
                here = dock.draft.systems[at]
                dock.draft.systems[at] = replace(
                    here, surface=with_units(here.surface, one.owner, {one.kind: one.number})
                )
            else:
                ship = dock.draft.ships[id]
                dock.draft.ships[id] = replace(ship, cargo=_added(ship.cargo, one))
                dock.work.emit(
                    "kept_aboard",
                    ship.owner,
                    ship.name,
                    one.kind,
                    rule="NV ORD-31",
                    seen=only(ship.owner),
                    ship=ship.name,
                    system=at,
                    units={one.kind: one.number},
                )
