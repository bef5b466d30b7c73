"""Whom a line speaks of, its own side's units too, and what its writer calls them.

Targets of fire are enemies alone (targets.py); a chase, a tractor beam or a docking may be
for a unit of one's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbm.games.deltavee.orders.targets import wanted
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit


def sought(state: State, unit: Unit, targets: Sequence[str]) -> tuple[Unit, ...]:
    """The units in play that targets mean, by preference, friends by their id; not the unit."""
    own = {one.id: one for one in state.of_side(unit.side) if one.id != unit.id}
    found: dict[str, Unit] = {}
    for target in targets:
        meant = (own[target],) if target in own else wanted(state, unit, (target,))
        for one in meant:
            found.setdefault(one.id, one)
    return tuple(found.values())


def called(state: State, unit_id: str, side: str) -> str:
    """What the players of a side call a unit in a sentence: ``A``, ``enemy B``, ``contact 7``."""
    unit = state.unit(unit_id)
    if unit.side != side and not unit.revealed:
        return f"contact {unit.contact}"
    name = f"missile {unit.designation}" if unit.is_missile else unit.designation
    return name if unit.side == side else f"enemy {name}"


def named(state: State, targets: Sequence[str], side: str) -> str:
    """Targets as they are written: ``A > contact 7 > any ship``."""
    ids = {unit.id for unit in state.units}
    return " > ".join(called(state, one, side) if one in ids else one for one in targets)
