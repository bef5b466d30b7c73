"""Every ship by system, each in a line to be gone on with. Rule: NV ORD-48."""

from collections.abc import Iterable, Iterator

from pbm.games.nova.orders.naming import Roster, foe
from pbm.games.nova.orders.prefill import Prefill
from pbm.games.nova.view.record import ShipView, SystemView
from pbm.sheets.quoting import Name, remark


def prefill(sheet: Prefill) -> Iterator[str]:
    """Every ship by system, each in a line to be gone on with. Rule: NV ORD-48."""
    roster, names = sheet.roster, sheet.names
    places: dict[str, list[ShipView]] = {}
    retreating: list[tuple[ShipView, str]] = []
    for ship in sorted(roster.ships.values(), key=lambda one: one.name):
        if ship.retreat is not None:
            retreating.append((ship, ship.retreat.to))
        elif not ship.carrier:
            places.setdefault(ship.at, []).append(ship)
    for system in roster.systems.values():
        if system.surface or system.name in places:
            yield from _place(roster, names, system, places.get(system.name, []))
    for ship, to in retreating:
        what = f"{ship.name} ({ship.design}) is on a retreat to {to}"
        yield from remark(f"{what}; it needs no orders")
    if not roster.ships:
        yield from remark("you have no ships")


def _place(
    roster: Roster, names: Name, system: SystemView, ships: Iterable[ShipView]
) -> Iterator[str]:
    lines = [f"{letter}={system.lines.get(letter) or '?'}" for letter in system.letters]
    own = [unit for unit in system.surface if unit.owner == "you"]
    ends = [end.name for end in roster.gates.values() if end.at == system.name]
    there = ", ".join([*(f"{unit.number} {unit.kind}" for unit in own), *ends])
    parts = [system.name]
    parts += [f"lines {' '.join(lines)}"] if lines else []
    parts += [f"on the planet {there}"] if there else []
    yield from remark("; ".join(parts))
    for ship in ships:
        if ship.unnamed:
            yield from remark(f"{ship.name} was named by the program; it takes no orders yet")
            continue
        state = "; ".join(_state(ship))
        line = f"  {names(system.name)}  {names(ship.id)}{_cargo(roster, names, ship)}"
        yield f"{line}  # {state}" if len(line) + len(state) < 66 else line


def _state(ship: ShipView) -> Iterator[str]:
    yield ship.design
    yield f"JD {ship.jd}"
    if not ship.damage.is_none:
        yield "damaged"


def _cargo(roster: Roster, names: Name, ship: ShipView) -> str:
    """What is aboard, as it stands; nothing said leaves a ship as it is."""
    parts = [
        f"{one.number} {one.kind}" + ("" if one.owner in ("", "you") else f" of {foe(one.owner)}")
        for one in ship.cargo
    ]
    parts += [f"gate {names(end.id)}" for end in roster.ends_aboard.get(ship.name, ())]
    for other in roster.aboard.get(ship.name, ()):
        hold = f"{other.bay}: " if other.bay else ""
        parts.append(f"{hold}{names(other.id)}{_cargo(roster, names, other)}")
    return f" ({'; '.join(parts)})" if parts else ""
