"""Activity L: armies and installations come down to a friendly surface.

On a planet without colonies only together with some that are established in phase K, so
that such landings wait until then. Rule: NV ORD-25, NV ECO-25, NV CON-22.
Ambiguity: NV A-SEQ-LOAD, NV A-E-WHAT, NV A-CARGO-ALLY, NV A-ORD-DEFAULT-L.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbm.event import OrderRef, only
from pbm.nova import telling
from pbm.nova.control import with_units
from pbm.nova.draft import Draft, drafting
from pbm.nova.effective import Doing, Effective
from pbm.nova.orders import Movement
from pbm.nova.planetside import cannot_reach, short_of, taken, unloaded
from pbm.nova.state import Cargo, Ship, System
from pbm.turn import Work

LANDS = ("AA", "RA", "SDU", "IC", "PCB", "TFC")


def land(work: Work) -> None:
    """Phase H: every ship with L unloads, where there are colonies to land by."""
    with drafting(work) as draft:
        effective = Effective(draft)
        for ship, doing in effective.doing("L"):
            if draft.systems[ship.at].colonies:
                unload(work, draft, effective, ship, doing)
        for ship, cargo, line in foreign(draft):
            _down(work, draft, ship, cargo, line.ref)


def unload(work: Work, draft: Draft, effective: Effective, ship: Ship, doing: Doing) -> None:
    """Bring down what one ship is to land, or say why not."""
    ref = doing.line.ref if doing.line is not None else None
    ship = draft.ships[ship.id]
    why, rule = cannot_reach(draft, effective, ship)
    if not why:
        why, rule = _unfriendly(draft, ship), "NV ORD-25"
    if why:
        telling.failed(work, ship.owner, ref, "", f"L {ship.name}", why, rule=rule, ship=ship.name)
        return
    short = short_of(ship, doing.activity.units)
    if short:
        telling.failed(
            work,
            ship.owner,
            ref,
            "",
            f"L {ship.name}",
            f"aboard are {', '.join(short)}",
            rule="NV ORD-25",
            ship=ship.name,
        )
    _down(work, draft, ship, taken(ship, doing.activity.units, LANDS), ref)


def _down(work: Work, draft: Draft, ship: Ship, cargo: list[Cargo], ref: OrderRef | None) -> None:
    if not cargo:
        return
    system = draft.systems[ship.at]
    surface: Mapping[str, Mapping[str, int]] = system.surface
    for one in cargo:
        surface = with_units(surface, one.owner, {one.kind: one.number})
    draft.systems[ship.at] = replace(system, surface=surface)
    draft.ships[ship.id] = unloaded(draft.ships[ship.id], cargo)
    for empire in dict.fromkeys(one.owner for one in cargo):
        own = {one.kind: one.number for one in cargo if one.owner == empire}
        named = ship.name if empire == ship.owner else ""
        work.emit(
            "landed",
            empire,
            ship.at,
            named,
            rule="NV ORD-25",
            seen=only(empire),
            order=ref,
            system=ship.at,
            units=own,
            ship=named,
        )
    owner = system.owner
    if owner and owner != ship.owner:
        work.emit(
            "aliens_landed", owner, ship.at, rule="NV ORD-25", seen=only(owner), system=ship.at
        )


def _unfriendly(draft: Draft, ship: Ship) -> str:
    """Why a surface is not friendly to a ship; empty if it is.

    One's own or nobody's is; another's after friendly contact with it this turn.
    """
    system = draft.systems[ship.at]
    if not system.owner or system.owner == ship.owner or _met_friendly(draft, system, ship.owner):
        return ""
    return f"the surface of {ship.at} is not friendly"


def _met_friendly(draft: Draft, system: System, empire: str) -> bool:
    pair = {system.owner, empire}
    met = [
        one for one in draft.meetings if one.system == system.name and {one.one, one.other} == pair
    ]
    return any(one.friendly for one in met) and not any(one.hostile for one in met)


def foreign(draft: Draft) -> list[tuple[Ship, list[Cargo], Movement]]:
    """Units aboard alien ships that their own empire orders to land, with the line.

    The line names the system in which they began the turn. Ambiguity: NV A-CARGO-ALLY.
    """
    found: list[tuple[Ship, list[Cargo], Movement]] = []
    for ship in draft.ships.values():
        aboard = [one for one in ship.cargo if one.owner != ship.owner] if ship.at else []
        for cargo in aboard:
            passage = draft.passages.get(ship.id)
            start = passage.start if passage is not None else ship.at
            orders = draft.base.orders.get(cargo.owner)
            for line in orders.movement if orders is not None else ():
                if line.start == start and _lands(line, cargo):
                    found.append((ship, [cargo], line))
                    break
    return found


def _lands(line: Movement, cargo: Cargo) -> bool:
    wants = any(one.code == "L" for one in line.codes.activities or ())
    return wants and any(
        one.units is not None and one.units.kind == cargo.kind for one in line.movers
    )
