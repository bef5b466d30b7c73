"""Phase B: units are broken up at established, unsuppressed ICs for half their value.

Rule: NV ECO-37 to NV ECO-39, NV UNI-18, NV EOT-03. Ambiguity: NV A-SALV-ARMOUR, NV A-SALV-WHERE,
NV A-SALV-CARGO, NV A-PARTIAL, NV A-IC-SUPPR.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.economy.yards import complex_rests
from pbm.games.nova.state.orders.money import Salvage
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.refits import salvage_value, salvaged
from pbm.games.nova.state.state import GONE, STORED, Ship
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.state.working_state import Draft, drafting


def salvage(work: PhaseContext) -> None:
    """Salvage everything that the sheets order."""
    with drafting(work) as draft:
        for empire, orders in draft.base.orders.items():
            for line in orders.salvage:
                _salvaged(work, draft, empire, line)


def _salvaged(work: PhaseContext, draft: Draft, empire: str, line: Salvage) -> None:
    why, rule = complex_rests(draft.systems[line.at], empire, "salvage", work.options)
    if why:
        telling.failed(work, empire, line.ref, "", f"SALVAGE at {line.at}", why, rule=rule)
        return
    terms = [
        *_ships(work, draft, empire, line),
        *_hulls(work, draft, empire, line),
        *_units(work, draft, empire, line),
    ]
    if terms:
        telling.paid(
            work,
            draft,
            empire,
            -sum(amount for _name, amount in terms),
            "salvaged",
            rule="NV ECO-37",
            order=line.ref,
            terms=terms,
            system=line.at,
            claim=line.claim,
        )


def _not_there(work: PhaseContext, empire: str, line: Salvage, name: str) -> None:
    """Report a thing that is not there; ``name`` "": the empire no longer has it."""
    why = f"{name or 'what is named'} is not at {line.at}"
    telling.failed(work, empire, line.ref, "NT", name or line.ref.text, why, rule="NV ECO-37")


def _ships(
    work: PhaseContext, draft: Draft, empire: str, line: Salvage
) -> Iterator[tuple[str, int]]:
    """Ships that are broken up; what they carry is unloaded first."""
    for id in line.ships:
        ship = draft.ships.get(id)
        if ship is None or ship.owner != empire or draft.place_of(ship) != line.at:
            _not_there(work, empire, line, ship.name if ship is not None else "")
            continue
        _unload_all(draft, ship, line.at)
        draft.drop(id)
        yield ship.name, salvage_value(draft.designs[ship.design], ship.damage)


def _unload_all(draft: Draft, ship: Ship, at: str) -> None:
    """A salvaged ship's cargo lies on the planet, ships it carried stand beside it."""
    system = draft.systems[at]
    surface = dict(system.surface)
    for one in ship.cargo:
        surface = with_units(surface, one.owner, {one.kind: one.number})
    draft.systems[at] = replace(system, surface=surface)
    for other in draft.ships.values():
        if other.carrier == ship.id:
            draft.put(replace(other, carrier="", bay="", at=at))
    for id, end in draft.gates.items():
        if end.carrier == ship.id:
            draft.gates[id] = replace(end, carrier="", at=at, place=STORED)


def _hulls(
    work: PhaseContext, draft: Draft, empire: str, line: Salvage
) -> Iterator[tuple[str, int]]:
    """Hulls, for half of what was paid. Ambiguity: NV A-PARTIAL."""
    for id in line.hulls:
        hull = draft.hulls.get(id)
        if hull is None or hull.owner != empire or hull.at != line.at:
            _not_there(work, empire, line, hull.name if hull is not None else "")
            continue
        del draft.hulls[id]
        yield hull.name, salvaged(hull.paid)


def _units(
    work: PhaseContext, draft: Draft, empire: str, line: Salvage
) -> Iterator[tuple[str, int]]:
    """Units on the planet and ends of gates, those at the warp point too. Rule: NV UNI-18."""
    for unit in line.units:
        if unit.gate:
            end = draft.gates.get(unit.gate)
            if end is None or (end.owner, end.at) != (empire, line.at) or end.place == GONE:
                _not_there(work, empire, line, end.name if end is not None else "")
                continue
            draft.gates[unit.gate] = replace(end, place=GONE, at="")
            yield end.name, salvaged(UNITS["SG"].cost or 0)
            continue
        system = draft.systems[line.at]
        held = 0 if unit.owner not in ("", empire) else system.units(empire, unit.kind)
        number = min(unit.number or held, held)
        if number < max(unit.number, 1):
            written = f"{unit.number} {unit.kind}" if unit.number else unit.kind
            why = f"you have {held or 'none'} on {line.at}"
            telling.failed(work, empire, line.ref, "NT", written, why, rule="NV ECO-37")
        if number:
            draft.systems[line.at] = replace(
                system, surface=with_units(system.surface, empire, {unit.kind: -number})
            )
            each = salvaged(UNITS[unit.kind].cost or 0)
            yield f"{number} {unit.kind}", number * each
