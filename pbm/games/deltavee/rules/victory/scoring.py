"""Victory Points: counted as soon as what earns them has happened, each thing once.

Rule: DV S5, DV S9. Ambiguity: DV-A86, DV-A90.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.state.specials import (
    DAMAGE_COSTS,
    DESTRUCTION_COSTS,
    ENTRY_COSTS,
    KILL_SCORES,
    LOSS_COSTS,
    LOSS_SCORES,
    ORBIT_SCORES,
    PUT_OFF,
    of_unit,
)
from pbm.games.deltavee.state.state import Special, State
from pbm.games.deltavee.state.units import (
    DAMAGED,
    DESTROYED,
    DESTROYED_PART,
    LEFT,
    RESERVE,
    Part,
    Unit,
)
from pbm.kit.english import count

_PENALTIES = (LOSS_COSTS, DAMAGE_COSTS, DESTRUCTION_COSTS, ENTRY_COSTS)
_KINDS = (ORBIT_SCORES, LOSS_SCORES, KILL_SCORES, *_PENALTIES)
# The rule a kind was made for; the points of a master's own scenario cite it too.
_RULES = dict.fromkeys((KILL_SCORES, DAMAGE_COSTS, DESTRUCTION_COSTS, ENTRY_COSTS), "DV S9")


def is_cargo(pod: Part) -> bool:
    """True for a cargo pod of any kind."""
    return pod.kind.endswith("cargo")


def score(work: PhaseContext) -> None:
    """Count every point that has been earned and not been counted; the state is in the work."""
    for special in work.state.special:
        if special.kind in _KINDS:
            for unit_id in special.units:
                _count(work, special, work.state.unit(unit_id))


def _count(work: PhaseContext, special: Special, unit: Unit) -> None:
    if special.kind == ORBIT_SCORES:
        if work.state.in_orbit(unit):
            _reach_orbit(work, special, unit)
        return
    if special.kind in _PENALTIES:
        why, what = _penalty(work.state, special, unit)
        if why:
            rule = _RULES.get(special.kind, "DV S5")
            _add(work, unit.side, -special.number, unit, why, what, rule)
        return
    enemy = work.state.other_side(unit.side)
    if special.kind == KILL_SCORES:
        if unit.status == DESTROYED:
            _add(work, enemy, special.number, unit, "its destruction", "kill", "DV S9")
        return
    for pod in _cargo_lost(unit):
        _add(work, enemy, 1, unit, f"its {pod.kind} pod {pod.box} destroyed", pod.name)
    if unit.status == DESTROYED:
        _add(work, enemy, special.number, unit, "its destruction", "ship")


def _penalty(state: State, special: Special, unit: Unit) -> tuple[str, str]:
    """What a unit has come to that costs its side points, and the key of it; empty for nothing.

    Damaged are pods that are destroyed too; those that were put off count. Ambiguity: DV-A90.
    """
    if special.kind == LOSS_COSTS:
        return ("its loss", "loss") if unit.status == DESTROYED else ("", "")
    if special.kind == ENTRY_COSTS:
        return ("", "") if unit.status == RESERVE else ("its coming", "entry")
    destroyed = special.kind == DESTRUCTION_COSTS
    marks = [pod.status for pod in unit.pods]
    marks += [special.name for special in of_unit(state, PUT_OFF, unit.id)]
    number = sum(mark == DESTROYED_PART or (mark == DAMAGED and not destroyed) for mark in marks)
    if number <= special.limit:
        return "", ""
    word = "destroyed" if destroyed else "damaged"
    why = f"{count(number, f'pod {word}', f'pods {word}')}, more than {special.limit}"
    return why, word


def _cargo_lost(unit: Unit) -> Iterator[Part]:
    """Its cargo pods that are destroyed, by themselves or with it."""
    return (pod for pod in unit.pods if is_cargo(pod) and (pod.gone or unit.status == DESTROYED))


def _reach_orbit(work: PhaseContext, special: Special, unit: Unit) -> None:
    """Take a ship in orbit out of play, with its points."""
    cargo = sum(is_cargo(pod) and not pod.gone for pod in unit.pods)
    at = work.state.maps.label(unit.at)
    work.state = out_of_play(work.state, unit.id, LEFT)
    work.emit("left_in_orbit", unit.id, rule="DV S5", unit=unit.id, at=at)
    why = "its orbit" + (f" with {cargo} cargo pod{'' if cargo == 1 else 's'}" if cargo else "")
    _add(work, unit.side, special.number + cargo, unit, why, "orbit")


def _add(
    work: PhaseContext, side: str, points: int, unit: Unit, why: str, what: str, rule: str = "DV S5"
) -> None:
    """Add points to a side once for each thing of a unit."""
    state: State = work.state
    key = f"{unit.id}/{what}"
    if key in state.scored or not points:
        return
    total = state.points.get(side, 0) + points
    work.state = replace(state, points={**state.points, side: total}, scored=(*state.scored, key))
    work.emit(
        "scored",
        unit.id,
        what,
        rule=rule,
        side=side,
        points=points,
        total=total,
        unit=unit.id,
        why=why,
    )
