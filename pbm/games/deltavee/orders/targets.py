"""What the targets written on a sheet mean on the table: ids, and words such as ``any ship``.

A word speaks of what its writer knows: ``any missile`` is a revealed one, ``any contact`` an
enemy that is not revealed, whatever it is.
"""

from __future__ import annotations

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
