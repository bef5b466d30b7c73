"""Docked units, which move and are commanded as one, and what changes when a unit's course does.

Rule: DV 7.4 Rendezvous. Ambiguity: DV-A36.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext
from pbm.games.deltavee.rules.missiles.interception import meet
from pbm.games.deltavee.rules.movement import mapping, planets
from pbm.games.deltavee.state.maneuvers import of_docked, step_fault
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit
from pbm.games.deltavee.view.audience import about
from pbm.kit.facts import Fact


def members(state: State, unit_id: str) -> tuple[Unit, ...]:
    """The unit, and after it the one docked to it: what one command changes."""
    unit = state.unit(unit_id)
    dock = state.docked_to(unit_id)
    if dock is None:
        return (unit,)
    return unit, state.unit(dock.other if dock.lead == unit_id else dock.lead)


def towed_by(state: State, unit_id: str) -> str:
    """The id of the unit that leads the pair this one is docked in; empty if it leads itself."""
    dock = state.docked_to(unit_id)
    return dock.lead if dock is not None and dock.other == unit_id else ""


def units_fault(units: Sequence[Unit], step: str, options: Mapping[str, str]) -> str:
    """Why a step may not be issued to a unit and what is docked to it, in a phrase, or "".

    The lower ratings of a pair hold; only the engine of the first matters.
    """
    for place, unit in enumerate(units):
        if fault := step_fault(unit, step, options, towed=place > 0):
            return of_docked(place, fault)
    return ""


def tell_course(work: PhaseContext, before: Sequence[Unit]) -> None:
    """Show every player the new velocity and direction of units, if they changed.

    ``before`` are the units as they were. One that came into orbit by it is said to be so,
    which may decide the game.
    """
    for old in before:
        state: State = work.state
        unit = state.unit(old.id)
        if (unit.velocity, unit.direction) == (old.velocity, old.direction):
            continue
        work.emit(
            "course",
            unit.id,
            # What all units have in common: commands, and the rise of unguided missiles.
            rule="DV 7.0",
            seen=about(work, unit),
            unit=unit.id,
            at=state.maps.label(unit.at),
            velocity_before=old.velocity,
            velocity=unit.velocity,
            direction_before=old.direction,
            direction=unit.direction,
            zig=unit.zig,
        )
        if old.velocity != unit.velocity:
            planets.in_orbit(work, unit.id)


def weave(work: PhaseContext, unit_id: str, at: Hex) -> None:
    """Move a unit, what is docked to it and what they carry to an adjacent hex at once.

    A missile met there intercepts, so after this the units may be gone. What leaves a planet's
    hex so does not land there.
    Rule: DV 7.2 Weave, DV 9.6. Ambiguity: DV-A07, DV-A23.
    """
    mapping.entered(work, at)
    state: State = work.state
    shifted = members(state, unit_id)
    carried = [one for unit in shifted for one in state.stacked(unit.id)]
    zigs = work.options["zig.after_weave"] == "keep"
    work.state = state.with_units(
        *(replace(unit, at=at, zig=unit.zig if zigs else 0, landing=False) for unit in shifted),
        *(replace(unit, at=at) for unit in carried),
    )
    label = work.state.maps.label
    for unit in shifted:
        facts: dict[str, Fact] = {"unit": unit.id, "from": label(unit.at), "to": label(at)}
        work.emit("wove", unit.id, rule="DV 7.0", seen=about(work, unit), **facts)
    for unit in shifted:
        if work.state.unit(unit.id).in_play:
            meet(work, unit.id)
