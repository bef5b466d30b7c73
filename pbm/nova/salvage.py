"""Phase B: units are broken up at established, unsuppressed ICs for half their value.

Rule: NV ECO-37 to NV ECO-39, NV UNI-18. Ambiguity: NV A-SALV-ARMOUR, NV A-SALV-WHERE,
NV A-SALV-CARGO, NV A-PARTIAL, NV A-IC-SUPPR.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbm.nova import telling
from pbm.nova.control import armies, with_units
from pbm.nova.draft import Draft, drafting
from pbm.nova.orders import Salvage
from pbm.nova.refits import salvage_value, salvaged
from pbm.nova.state import GONE, PLACED, STORED, Ship, System
from pbm.nova.units import UNITS
from pbm.turn import Work

# Not salvaged: colonies and ICs that are established (they are no stored units).
KINDS = ("AA", "RA", "SDU", "C", "IC", "PCB", "TFC")


def works_at(system: System, empire: str) -> str:
    """Why an empire cannot repair or salvage at a system; empty if it can.

    An established IC it controls (captured: with an army), and no suppression.
    """
    if system.owner != empire or not system.ic:
        return f"you have no established IC at {system.name}"
    if system.suppressed:
        return f"{system.name} is suppressed"
    if system.captured and not armies(system, empire):
        return f"no army of yours is on {system.name}"
    return ""


def salvage(work: Work) -> None:
    """All that the sheets order salvaged."""
    with drafting(work) as draft:
        for empire, orders in draft.base.orders.items():
            for line in orders.salvage:
                _salvaged(work, draft, empire, line)


def _salvaged(work: Work, draft: Draft, empire: str, line: Salvage) -> None:
    why = works_at(draft.systems[line.at], empire)
    if why:
        telling.failed(work, empire, line.ref, "", f"SALVAGE at {line.at}", why, rule="NV ECO-37")
        return
    total = 0
    terms: list[tuple[str, int]] = []
    for name, amount in (
        *_ships(work, draft, empire, line),
        *_hulls(work, draft, empire, line),
        *_units(work, draft, empire, line),
    ):
        terms.append((name, amount))
        total += amount
    if terms:
        telling.paid(
            work,
            draft,
            empire,
            -total,
            "salvaged",
            rule="NV ECO-37",
            order=line.ref,
            terms=terms,
            system=line.at,
            claim=line.claim,
        )


def _not_there(work: Work, empire: str, line: Salvage, name: str) -> None:
    telling.failed(
        work, empire, line.ref, "NT", name, f"{name} is not at {line.at}", rule="NV ECO-37"
    )


def _ships(work: Work, draft: Draft, empire: str, line: Salvage) -> Iterator[tuple[str, int]]:
    """Ships that are broken up; what they carry is unloaded first."""
    for id in line.ships:
        ship = draft.ships.get(id)
        if ship is None or ship.owner != empire or ship.at != line.at or ship.unnamed:
            _not_there(work, empire, line, ship.name if ship is not None else id)
            continue
        _unload_all(draft, ship)
        del draft.ships[id]
        yield ship.name, salvage_value(draft.designs[ship.design], ship.damage)


def _unload_all(draft: Draft, ship: Ship) -> None:
    """A salvaged ship's cargo lies on the planet, ships it carried stand beside it."""
    system = draft.systems[ship.at]
    surface = dict(system.surface)
    for one in ship.cargo:
        surface = with_units(surface, one.owner, {one.kind: one.number})
    draft.systems[ship.at] = replace(system, surface=surface)
    for id, other in draft.ships.items():
        if other.carrier == ship.id:
            draft.ships[id] = replace(other, carrier="", bay="", at=ship.at)
    for id, end in draft.gates.items():
        if end.carrier == ship.id:
            draft.gates[id] = replace(end, carrier="", at=ship.at, place=STORED)


def _hulls(work: Work, draft: Draft, empire: str, line: Salvage) -> Iterator[tuple[str, int]]:
    """Hulls, for half of what was paid; and ends of star gates."""
    for id in line.hulls:
        hull = draft.hulls.get(id)
        if hull is None or hull.owner != empire or hull.at != line.at:
            _not_there(work, empire, line, hull.name if hull is not None else id)
            continue
        del draft.hulls[id]
        yield hull.name, salvaged(hull.paid)


def _units(work: Work, draft: Draft, empire: str, line: Salvage) -> Iterator[tuple[str, int]]:
    for unit in line.units:
        if unit.gate:
            end = draft.gates.get(unit.gate)
            there = end is not None and end.owner == empire and end.at == line.at
            if end is None or not there or end.place not in (PLACED, STORED):
                _not_there(work, empire, line, end.name if end is not None else unit.gate)
                continue
            draft.gates[unit.gate] = replace(end, place=GONE, at="")
            yield end.name, salvaged(UNITS["SG"].cost or 0)
            continue
        system = draft.systems[line.at]
        held = system.units(empire, unit.kind)
        number = min(unit.number or held, held)
        if not number or unit.kind not in KINDS:
            _not_there(work, empire, line, unit.kind)
            continue
        draft.systems[line.at] = replace(
            system, surface=with_units(system.surface, empire, {unit.kind: -number})
        )
        for _ in range(number):
            yield unit.kind, salvaged(UNITS[unit.kind].cost or 0)
