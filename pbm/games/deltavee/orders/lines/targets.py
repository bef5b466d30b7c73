"""Whom the targets written on a sheet mean on the table, and what a sentence calls them.

Targets are ids, and words such as ``any ship``. A word speaks of what its writer knows: ``any
missile`` is a revealed one, ``any contact`` an enemy that is not revealed, whatever it is.
Targets of fire are enemies alone (`wanted`); a chase, a tractor beam or a docking may be for a
unit of the own side (`sought`).
"""

from collections.abc import Sequence

from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import BATTLECRAFT, MISSILE, SPACESHIP, Unit, sorting

_KINDS = {"any ship": SPACESHIP, "any battlecraft": BATTLECRAFT, "any missile": MISSILE}


def means(target: str, enemy: Unit) -> bool:
    """True if a target, an id or a word, means this enemy."""
    if target == "any enemy":
        return True
    if target == "any contact":
        return not enemy.revealed
    if target == "any":
        return enemy.revealed
    if target in _KINDS:
        return enemy.revealed and enemy.kind == _KINDS[target]
    return target == enemy.id


def wanted(state: State, unit: Unit, targets: Sequence[str]) -> tuple[Unit, ...]:
    """The enemies in play that targets mean, by preference; those of one word nearest first."""
    distance = state.maps.grid.distance
    found: dict[str, Unit] = {}
    for target in targets:
        meant = [enemy for enemy in state.enemies_of(unit.side) if means(target, enemy)]
        for enemy in sorted(meant, key=lambda one: (distance(unit.at, one.at), counter(one))):
            found.setdefault(enemy.id, enemy)
    return tuple(found.values())


def counter(enemy: Unit) -> tuple[int, str]:
    """What sorts enemies by their open counters: ships, battlecraft, contacts, missiles."""
    if not enemy.revealed:
        return 2, f"{enemy.contact:06d}"
    return {SPACESHIP: 0, BATTLECRAFT: 1, MISSILE: 3}[enemy.kind], sorting(enemy)


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
