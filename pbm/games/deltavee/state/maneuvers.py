"""The three plain Maneuver Commands, one at a time: what forbids one, and what it does.

A *step* is ``accelerate``, ``decelerate``, ``left`` or ``right``: a change by one. The unit's
``use`` counts them, so a phase (or a planet hex) begins with a fresh one.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.games.deltavee.state.geometry import turned
from pbm.games.deltavee.state.ratings import (
    maneuver_rating,
    one_change_only,
    rated_commands,
    status_of,
    top_velocity,
    velocity_rating,
)
from pbm.games.deltavee.state.units import BRIDGE, DAMAGED, DESTROYED_PART, ENGINE, UNGUIDED, Unit
from pbm.kit.english import count


def step_fault(unit: Unit, step: str, options: Mapping[str, str], *, towed: bool = False) -> str:
    """Why a step may not be issued to a unit now, in a phrase; empty if it may.

    Energy is not looked at. ``towed``: it is docked to the unit that tows it, so that its own
    engine does not matter. Rule: DV 7.1, DV 7.2. Ambiguity: DV-A19 to DV-A22.
    """
    if fault := barred(unit, towed=towed):
        return fault
    if fault := allowance_fault(unit, changes_velocity=step in ("accelerate", "decelerate")):
        return fault
    if step in ("left", "right"):
        return ""
    rating = velocity_rating(unit)
    if unit.use.velocity >= rating:
        return f"its Velocity Rating is {rating}"
    if step == "decelerate" and unit.velocity == 0:
        return "its velocity is 0"
    top = top_velocity(options)
    if step == "accelerate" and top is not None and unit.velocity >= top:
        return f"{top} is the greatest velocity"
    return ""


def barred(unit: Unit, *, towed: bool = False) -> str:
    """Why a unit may be issued no Maneuver Command at all, in a phrase; empty if it may.

    Rule: DV 7.1, DV 8.9 (engine).
    """
    if unit.klass == UNGUIDED:
        return "an unguided missile takes no Maneuver Commands"
    if unit.field_up:
        return "its force field is active"
    if unit.jump:
        return "it carries a jump marker"
    if not towed and status_of(unit, ENGINE) == DESTROYED_PART:
        return "its engine is destroyed"
    return ""


def allowance_fault(unit: Unit, *, changes_velocity: bool) -> str:
    """Why the number of Maneuver Commands forbids one more, in a phrase; empty if it does not.

    The number is fixed when the first is issued. At a velocity of the Maneuver Rating or more
    that first is all, and it must change the velocity. Ambiguity: DV-A20, DV-A21.
    """
    rating = maneuver_rating(unit)
    if unit.use.allowed < 0 and one_change_only(unit) and not changes_velocity:
        return (
            f"its velocity {unit.velocity} is not below its Maneuver Rating {rating}: "
            "one Accelerate or Decelerate only"
        )
    allowed = rated_commands(unit) if unit.use.allowed < 0 else unit.use.allowed
    if unit.use.commands >= allowed:
        return f"it has had its {count(allowed, 'Maneuver Command')}"
    return ""


def counted(unit: Unit, *, velocity: bool = False, change: bool = False) -> Unit:
    """The unit with one more Maneuver Command counted in its use."""
    use = unit.use
    return replace(
        unit,
        use=replace(
            use,
            allowed=rated_commands(unit) if use.allowed < 0 else use.allowed,
            commands=use.commands + 1,
            velocity=use.velocity + velocity,
            changes=use.changes + change,
        ),
    )


def stepped(unit: Unit, step: str) -> Unit:
    """The unit after a step, which is counted. A Direction Change takes the reminder away.

    Ambiguity: DV-A07.
    """
    unit = counted(unit, velocity=step in ("accelerate", "decelerate"), change=True)
    return changed(unit, step)


def changed(unit: Unit, step: str) -> Unit:
    """The unit after a step, not counted."""
    if step == "accelerate":
        return replace(unit, velocity=unit.velocity + 1)
    if step == "decelerate":
        return replace(unit, velocity=unit.velocity - 1)
    turn = 1 if step == "right" else -1
    return replace(unit, direction=turned(unit.direction, turn), zig=0)


def of_docked(place: int, fault: str) -> str:
    """A reason, said of the unit docked to the one commanded if it is not the first."""
    return fault if place == 0 else f"of the unit docked to it: {fault}"


def weave_fault(unit: Unit) -> str:
    """Why a unit may not weave whatever the hex, in a phrase; empty if it may.

    The number of its Maneuver Commands and its energy are not looked at.
    """
    if unit.is_missile:
        return "a missile cannot weave"
    if unit.use.weaved:
        return "it has woven in this phase"
    bridge = status_of(unit, BRIDGE)
    if bridge in (DAMAGED, DESTROYED_PART):
        return f"its bridge is {'damaged' if bridge == DAMAGED else 'destroyed'}"
    return ""


def weave_units_fault(units: Sequence[Unit]) -> str:
    """Why a unit and what is docked to it may not weave now, whatever the hex, or ""."""
    for place, unit in enumerate(units):
        fault = (
            weave_fault(unit)
            or barred(unit, towed=place > 0)
            or allowance_fault(unit, changes_velocity=False)
        )
        if fault:
            return of_docked(place, fault)
    return ""


def woven(unit: Unit) -> Unit:
    """The unit with a Weave counted in its use; its place is another matter."""
    unit = counted(unit)
    return replace(unit, use=replace(unit.use, weaved=True))
