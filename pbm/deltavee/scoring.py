"""Victory Points: counted as soon as what earns them has happened, each thing once.

Rule: DV S5. Ambiguity: DV-A86.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbm.deltavee.leaving import out_of_play
from pbm.deltavee.special import LOSS_COSTS, LOSS_SCORES, ORBIT_SCORES
from pbm.deltavee.state import DESTROYED, LEFT, Part, Special, State, Unit
from pbm.turn import Work

_KINDS = (ORBIT_SCORES, LOSS_SCORES, LOSS_COSTS)


def is_cargo(pod: Part) -> bool:
    """True for a cargo pod of any kind."""
    return pod.kind.endswith("cargo")


def score(work: Work) -> None:
    """Count every point that has been earned and not been counted; the state is in the work."""
    for special in work.state.special:
        if special.kind in _KINDS:
            for unit_id in special.units:
                _count(work, special, work.state.unit(unit_id))


def _count(work: Work, special: Special, unit: Unit) -> None:
    if special.kind == ORBIT_SCORES:
        if work.state.in_orbit(unit):
            _reach_orbit(work, special, unit)
        return
    if special.kind == LOSS_COSTS:
        if unit.status == DESTROYED:
            _add(work, unit.side, -special.number, unit, "its loss", "loss")
        return
    enemy = work.state.other_side(unit.side)
    for pod in _cargo_lost(unit):
        _add(work, enemy, 1, unit, f"its {pod.kind} pod {pod.box} destroyed", pod.name)
    if unit.status == DESTROYED:
        _add(work, enemy, special.number, unit, "its destruction", "ship")


def _cargo_lost(unit: Unit) -> Iterator[Part]:
    """Its cargo pods that are destroyed, by themselves or with it."""
    return (pod for pod in unit.pods if is_cargo(pod) and (pod.gone or unit.status == DESTROYED))


def _reach_orbit(work: Work, special: Special, unit: Unit) -> None:
    """Take a ship in orbit out of play, with its points."""
    cargo = sum(is_cargo(pod) and not pod.gone for pod in unit.pods)
    at = work.state.maps.label(unit.at)
    work.state = out_of_play(work.state, unit.id, LEFT)
    work.emit("left_in_orbit", unit.id, rule="DV S5", unit=unit.id, at=at)
    why = "its orbit" + (f" with {cargo} cargo pod{'' if cargo == 1 else 's'}" if cargo else "")
    _add(work, unit.side, special.number + cargo, unit, why, "orbit")


def _add(work: Work, side: str, points: int, unit: Unit, why: str, what: str) -> None:
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
        rule="DV S5",
        side=side,
        points=points,
        total=total,
        unit=unit.id,
        why=why,
    )
