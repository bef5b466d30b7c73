"""Units lifted off a planet before everything on it dies, as far as the holds there take them.

Rule: NV ECO-33, NV UNI-24, NV SUR-13. Ambiguity: NV A-TFC-EVAC, NV A-PILL-STATUS.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbm.nova.components import HOLD
from pbm.nova.control import with_units
from pbm.nova.draft import Draft
from pbm.nova.effective import Effective
from pbm.nova.orders import Units
from pbm.nova.state import Cargo, Ship
from pbm.nova.units import UNITS

# What is lifted if no order says: by value for its size, then as the book lists it.
BY_VALUE = ("PCB", "IC", "RA", "AA", "C", "SDU", "TFC")


def size_of(kind: str) -> int:
    """Room a unit takes in cargo holds. Rule: NV UNI-01."""
    return UNITS[kind].size or 0


def room_left(ship: Ship, holds: int) -> int:
    """Points of cargo that a ship's sound holds still take.

    Every size is a multiple of a hold's. Rule: NV DSN-12.
    """
    used = sum(-(-size_of(one.kind) // HOLD) * one.number for one in ship.cargo)
    return max(holds - used, 0) * HOLD


def lifted(
    draft: Draft, effective: Effective, empire: str, system: str, first: Sequence[Units]
) -> dict[str, int]:
    """Put an empire's units of a planet aboard its ships there; what was saved, by kind.

    ``first`` is what its orders name; then by value. A unit never lies in two ships.
    """
    ships = sorted(
        (one for one in draft.ships.values() if one.owner == empire and one.at == system),
        key=lambda one: one.name,
    )
    wanted = [(one.kind, one.number) for one in first if not one.owner and one.kind in UNITS]
    wanted += [(kind, 0) for kind in BY_VALUE]
    saved: dict[str, int] = {}
    for kind, number in wanted:
        there = draft.systems[system].units(empire, kind)
        left = min(number or there, there)
        for ship in ships:
            ship = draft.ships[ship.id]
            carried = sum(
                one.carrier == ship.id for one in draft.ships.values() if one.bay.startswith("CH")
            )
            holds = len(effective.fittings.of(ship).holds) - carried
            take = min(left, room_left(ship, holds) // (-(-size_of(kind) // HOLD) * HOLD))
            if take > 0:
                draft.ships[ship.id] = replace(ship, cargo=(*ship.cargo, Cargo(kind, empire, take)))
                here = draft.systems[system]
                draft.systems[system] = replace(
                    here, surface=with_units(here.surface, empire, {kind: -take})
                )
                saved[kind] = saved.get(kind, 0) + take
                left -= take
    return saved
