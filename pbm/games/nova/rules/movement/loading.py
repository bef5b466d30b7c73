"""Phase D: ships take aboard what their lines say, and put off what they do not say.

What stands in the brackets behind a ship is what it carries when it leaves. Without brackets
nothing changes. Units are put off on planets one controls, or over to another own ship that
asks for them; ships and units come aboard from the system and the planet they are in. First
every ship puts off, then every ship takes on, line by line.

Foreign units stay aboard until their own empire lands them, and come aboard only where their
empire's armies (or colonies) are ordered F to the ship's. How a ship is filled: stowage.py;
where units come from: dock.py.

Rule: NV MOV-05, NV MOV-08, NV MOV-09, NV ORD-31, NV CON-22. Ambiguity:
NV A-CARGO-SHORT, NV A-CARGO-NEST, NV A-CARGO-ALLY.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.empire_orders import orders_of
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.movement.dock import LoadingTable, draw, put_down, supply_of
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Loading
from pbm.games.nova.state.state import ABOARD, GONE, STORED, Cargo, Ship
from pbm.games.nova.state.stowage import (
    Guest,
    bay_for_end,
    berths,
    holds_of,
    in_order,
    is_misplaced,
    merged,
    wanted,
)
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.kit.records import Record


class _Task(Record):
    """What one ship is to have aboard; ``outer``: it stands on the line itself."""

    ship: str
    line: Movement
    cargo: tuple[Loading, ...]
    outer: bool


def load(work: PhaseContext) -> None:
    """All of it: first everything is put off, then everything comes aboard."""
    with drafting(work) as draft:
        tasks = list(_tasks(draft))
        if not tasks:
            return
        dock = LoadingTable(draft, Effective(draft))
        for ship in draft.ships.values():
            if ship.carrier:
                dock.aboard.setdefault(ship.carrier, []).append(ship.id)
        for end in draft.gates.values():
            if end.carrier:
                dock.ends.setdefault(end.carrier, []).append(end.id)
        for task in tasks:
            _put_off(dock, task)
        short = [(task, _take_on(dock, task)) for task in tasks]
        _keep_rest(work, dock)
        for task, missing in short:
            if missing:
                _tell_short(work, dock, task, missing)


def _tasks(draft: Draft) -> Iterator[_Task]:
    """Every ship whose brackets say something, at the place its line begins; guests too."""
    found: set[str] = set()
    for empire in draft.base.orders:
        for line, mover in orders_of(draft, empire).loading:
            yield from _of(draft, empire, line, mover.ship, mover.cargo or (), found)


def _of(
    draft: Draft,
    empire: str,
    line: Movement,
    id: str,
    cargo: tuple[Loading, ...],
    found: set[str],
    *,
    outer: bool = True,
) -> Iterator[_Task]:
    ship = draft.ships.get(id)
    if ship is None or ship.owner != empire or ship.unnamed or id in found or id in draft.stopped:
        return
    at = draft.place_of(ship)
    if not at or (line.start and line.start != at):
        return
    found.add(id)
    yield _Task(id, line, cargo, outer)
    for one in cargo:
        if one.ship and one.cargo:
            yield from _of(draft, empire, line, one.ship, one.cargo, found, outer=False)


# --- putting off ------------------------------------------------------------------------------


def _put_off(dock: LoadingTable, task: _Task) -> None:
    """Take off what the brackets do not name, or offer it to another ship."""
    draft = dock.draft
    ship = draft.ships[task.ship]
    at = draft.place_of(ship)
    bays = {one.ship: one.hold for one in task.cargo if one.ship}
    for guest in dock.guests(ship.id):
        if guest.id not in bays or bays[guest.id] not in ("", guest.bay):
            draft.put(replace(guest, carrier="", bay="", at=at))
            dock.aboard[ship.id].remove(guest.id)
    named = {one.units.gate for one in task.cargo if one.units is not None}
    for end in dock.ends_of(ship.id):
        if end.id not in named:
            if dock.controls(ship, at):
                draft.gates[end.id] = replace(end, carrier="", bay="", at=at, place=STORED)
                dock.ends[ship.id].remove(end.id)
            else:
                dock.loose[end.id] = ship.id
    asked = wanted(task.cargo, ship.owner)
    kept: list[Cargo] = []
    for one in merged(ship.cargo):
        number = asked.get((one.kind, one.owner), 0)
        stays = one.number if number is None else min(one.number, number)
        if stays:
            kept.append(replace(one, number=stays))
        if one.number > stays:
            put_down(dock, ship, at, replace(one, number=one.number - stays))
    draft.put(replace(draft.ships[ship.id], cargo=tuple(kept)))


# --- taking on --------------------------------------------------------------------------------


def _take_on(dock: LoadingTable, task: _Task) -> list[str]:
    """Ships, gate ends and units come aboard as far as there is room; the others, in words."""
    missing = _guests_on(dock, task)
    for one in task.cargo:
        if one.units is not None and one.units.kind == "SG":
            missing += _end_on(dock, task, one)
    missing += _units_on(dock, task)
    for one in task.cargo:
        if one.units is not None and is_misplaced(one):
            missing.append(f"{one.units.kind} (launch bays take ships and gate ends)")
    ship = dock.draft.ships[task.ship]
    dock.draft.put(replace(ship, cargo=in_order(ship.cargo, task.cargo, ship.owner)))
    return missing


def _tell_short(work: PhaseContext, dock: LoadingTable, task: _Task, missing: list[str]) -> None:
    """Report what is not aboard; an unarmed transport without any cargo stays. NV A-CARGO-SHORT."""
    ship = dock.draft.ships[task.ship]
    why = f"not aboard: {', '.join(missing)}"
    empty = not (ship.cargo or dock.aboard.get(ship.id) or dock.ends.get(ship.id))
    aborts = work.options["cargo_short"] == "abort"
    if task.outer and empty and aborts and not dock.effective.fittings.is_armed(ship):
        why = f"{why}; without any cargo it stays where it is"
        dock.draft.stopped[ship.id] = why
    telling.failed(
        work,
        ship.owner,
        task.line.ref,
        "NT",
        ship.name,
        why,
        rule="NV ORD-31",
        ship=ship.name,
        at=dock.draft.place_of(ship),
    )


def _guests_on(dock: LoadingTable, task: _Task) -> list[str]:
    """Ships come aboard another; those that cannot, in words."""
    draft = dock.draft
    ship = draft.ships[task.ship]
    missing: list[str] = []
    coming: list[Guest] = []
    for one in task.cargo:
        guest = draft.ships.get(one.ship) if one.ship else None
        if guest is not None and guest.carrier == ship.id:
            continue
        if guest is not None and not (why := _not_coming(draft, ship, guest)):
            works = dock.effective.fittings.of(guest)
            coming.append(Guest(guest.id, guest.name, works.carried, works.cost, one.hold))
        elif guest is not None:
            missing.append(f"{guest.name} ({why})")
        elif one.ship:
            missing.append(one.ship.removeprefix("=") if one.ship[0] == "=" else "a ship")
    if not coming:
        return missing
    works = dock.effective.fittings.of(ship)
    found = berths(works, dock.used(ship), dock.free_holds(ship), coming)
    for one_coming in coming:
        bay = found.get(one_coming.id)
        if bay is None:
            missing.append(f"{one_coming.name} (no room)")
            continue
        guest = draft.ships[one_coming.id]
        draft.put(replace(guest, carrier=ship.id, bay=bay, at=""))
        dock.aboard.setdefault(ship.id, []).append(guest.id)
    return missing


def _not_coming(draft: Draft, ship: Ship, guest: Ship) -> str:
    """Why a ship cannot come aboard another whatever the room; empty if it can."""
    if guest.owner != ship.owner:
        return "not yours"
    if guest.carrier:
        return f"aboard {draft.ships[guest.carrier].name}"
    if guest.at != draft.place_of(ship):
        return "not there"
    outer = ship
    while outer.carrier:
        outer = draft.ships[outer.carrier]
    return "it carries the other" if outer.id == guest.id else ""


def _end_on(dock: LoadingTable, task: _Task, one: Loading) -> list[str]:
    """The end of a gate comes aboard, into a launch bay or six holds. NV A-CARGO-LB."""
    draft = dock.draft
    ship = draft.ships[task.ship]
    assert one.units is not None
    end = draft.gates.get(one.units.gate)
    if end is None or end.owner != ship.owner or end.place == GONE:
        return [one.units.gate.removeprefix("=") if end is None else end.name]
    if end.carrier == ship.id:
        return []
    at = draft.place_of(ship)
    holder = dock.loose.get(end.id, "")
    there = draft.place_of(draft.ships[holder]) if holder else end.at
    if there != at or (end.carrier and not holder):
        return [f"{end.name} (not there)"]
    works = dock.effective.fittings.of(ship)
    bay = bay_for_end(works, dock.used(ship), dock.free_holds(ship), one.hold)
    if bay is None:
        return [f"{end.name} (no room)"]
    if holder:
        del dock.loose[end.id]
        dock.ends[holder].remove(end.id)
    draft.gates[end.id] = replace(end, carrier=ship.id, bay=bay, at="", place=ABOARD)
    dock.ends.setdefault(ship.id, []).append(end.id)
    return []


def _units_on(dock: LoadingTable, task: _Task) -> list[str]:
    """Units come aboard in the order in which holds are filled; what did not, in words."""
    draft = dock.draft
    missing: list[str] = []
    at = draft.place_of(draft.ships[task.ship])
    for (kind, owner), number in wanted(task.cargo, draft.ships[task.ship].owner).items():
        ship = draft.ships[task.ship]
        there = sum(c.number for c in ship.cargo if (c.kind, c.owner) == (kind, owner))
        supply, why = supply_of(dock, ship, at, owner, kind)
        lacking = supply if number is None else number - there
        if lacking <= 0:
            if number is None and not there:
                missing.append(f"{kind} ({why})")
            continue
        room = dock.free_holds(ship) // holds_of(kind)
        take = min(lacking, supply, room)
        if take:
            draw(dock, at, ship.owner, owner, kind, take)
            cargo = merged((*ship.cargo, Cargo(kind, owner, take)))
            draft.put(replace(ship, cargo=cargo))
        if take < lacking and (number is not None or not take):
            short = "no room" if room < min(lacking, supply) else why
            missing.append(f"{lacking - take} {kind} ({short})")
    return missing


def _keep_rest(work: PhaseContext, dock: LoadingTable) -> None:
    """Keep aboard what no ship took, and report it."""
    draft = dock.draft
    kept: dict[str, dict[str, int]] = {}
    for id, waiting in dock.pending.items():
        ship = draft.ships[id]
        rest = [Cargo(kind, owner, number) for (kind, owner), number in waiting.items() if number]
        draft.put(replace(ship, cargo=in_order((*ship.cargo, *rest), (), ship.owner)))
        for one in rest:
            units = kept.setdefault(id, {})
            units[one.kind] = units.get(one.kind, 0) + one.number
    for id in dock.loose.values():
        units = kept.setdefault(id, {})
        units["SG"] = units.get("SG", 0) + 1
    for id, units in kept.items():
        ship = draft.ships[id]
        work.emit_to(
            "kept_aboard",
            ship.owner,
            ship.name,
            rule="NV ORD-31",
            ship=ship.name,
            id=id,
            system=draft.place_of(ship),
            units=units,
        )
