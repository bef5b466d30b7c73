"""Ships without an impulse engine: they drift, their crews die, and others find them.

Rule: NV MOV-21, NV MOV-23. Ambiguity: NV A-DERELICT, NV A-DERELICT-TWO, NV A-TOW.
"""

from __future__ import annotations

from dataclasses import replace

from pbm.event import only
from pbm.nova.draft import Draft
from pbm.nova.effective import Effective
from pbm.nova.state import Ship
from pbm.turn import Work


def drift(work: Work, draft: Draft, effective: Effective) -> None:
    """At the end of phase G: derelicts are taken, then ships that drift alone lose their crews.

    A ship whose impulse engine is gone stays at the warp point only if another ship of its
    empire there has one; alone in space at its first turn's end its crew is lost.
    """
    adrift = [
        ship
        for ship in draft.ships.values()
        if ship.at and not ship.carrier and (ship.derelict or effective.fittings.of(ship).ie < 1)
    ]
    if not adrift:
        return
    here: dict[str, list[Ship]] = {}
    for ship in draft.ships.values():
        if ship.at and ship.owner:
            here.setdefault(ship.at, []).append(ship)
    for ship in sorted(adrift, key=lambda one: (one.at, one.name)):
        if ship.derelict:
            _taken(work, draft, ship, here.get(ship.at, []))
        elif not _helped(draft, effective, ship, here.get(ship.at, [])):
            _crew_lost(work, draft, ship)


def _helped(draft: Draft, effective: Effective, ship: Ship, there: list[Ship]) -> bool:
    """True if a friend with an engine, or one's own planet's IC, keeps the ship."""
    system = draft.systems[ship.at]
    if system.owner == ship.owner and system.colonies:
        return True
    return any(
        one.owner == ship.owner and one.id != ship.id and effective.fittings.of(one).ie > 0
        for one in there
    )


def _crew_lost(work: Work, draft: Draft, ship: Ship) -> None:
    draft.ships[ship.id] = replace(ship, owner="", derelict=True, given=True)
    work.emit(
        "crew_lost",
        ship.owner,
        ship.name,
        rule="NV MOV-21",
        seen=only(ship.owner),
        ship=ship.name,
        system=ship.at,
    )


def _taken(work: Work, draft: Draft, ship: Ship, there: list[Ship]) -> None:
    """The one empire that has ships here takes a derelict; of several, who holds the space.

    Ambiguity: NV A-DERELICT-TWO.
    """
    owners = sorted({one.owner for one in there})
    system = draft.systems[ship.at]
    if len(owners) > 1:
        owners = [one for one in owners if one == system.owner]
    if len(owners) != 1:
        return
    taker = owners[0]
    taken = {one.name.casefold() for one in draft.ships.values() if one.owner == taker}
    name, number = ship.name, 1
    while name.casefold() in taken:
        number += 1
        name = f"{ship.name[:12]}-{number}"
    draft.ships[ship.id] = replace(ship, owner=taker, name=name, derelict=False, given=True)
    work.emit(
        "derelict_taken",
        taker,
        name,
        rule="NV MOV-21",
        seen=only(taker),
        ship=name,
        system=ship.at,
        klass=ship.design.split("/", 1)[1],
    )
