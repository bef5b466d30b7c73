"""Prepare Jump, Jump and Abort Jump: what forbids each.

Rule: DV 7.1, DV 7.2 Jump, DV 8.9, DV 11.0. Ambiguity: DV-A21, DV-A25, DV-A26, DV-A27, DV-A84.
"""

from collections.abc import Mapping

from pbm.games.deltavee.state.maneuvers import allowance_fault
from pbm.games.deltavee.state.ratings import AUGMENTED_JUMP, STANDARD_JUMP, status_of
from pbm.games.deltavee.state.specials import JUMP_BEYOND
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DESTROYED_PART, ENGINE, JUMPING, PREPARING, Part, Unit


def prepare_fault(state: State, unit: Unit, options: Mapping[str, str]) -> str:
    """Why Prepare Jump may not be issued, in a phrase; empty if it may. A field does not matter."""
    if fault := _no_jump(state, unit):
        return fault
    if unit.jump:
        return "it carries a jump marker"
    return _allowance(unit, options)


def jump_fault(state: State, unit: Unit, options: Mapping[str, str], *, ready: bool) -> str:
    """Why Jump may not be issued, in a phrase; empty if it may.

    ``ready``: it carries a Prepare Jump marker from an earlier phase; then the Command does
    not count as one of its Maneuver Commands. An augmented jump pod needs no marker.
    """
    if fault := _no_jump(state, unit):
        return fault
    if unit.field_up:
        return "its force field is active"
    if unit.jump == JUMPING:
        return "it carries a Jump marker"
    if not ready:
        if not any(pod.kind == AUGMENTED_JUMP for pod in jump_pods(unit)):
            return "the jump was not prepared in its last Command Phase"
        if fault := _allowance(unit, options):
            return fault
    return _place_fault(state, unit)


def abort_fault(unit: Unit) -> str:
    """Why Abort Jump may not be issued, in a phrase; empty if it may. It costs nothing."""
    return "" if unit.jump == PREPARING else "it carries no Prepare Jump marker"


def _no_jump(state: State, unit: Unit) -> str:
    if not unit.is_ship:
        return "only a spaceship can jump"
    if not state.jumps:
        return "there is no hyperjump in this scenario"
    if not jump_pods(unit):
        return "it has no jump pod that works"
    return "its engine is destroyed" if status_of(unit, ENGINE) == DESTROYED_PART else ""


def _allowance(unit: Unit, options: Mapping[str, str]) -> str:
    if options["jump.needs_maneuver_allowance"] == "no":
        return ""
    return allowance_fault(unit, changes_velocity=False)


def _place_fault(state: State, unit: Unit) -> str:
    """A scenario may let some ships jump, and only on or beyond a map, or above or below it.

    Beyond is on the right, where the row of maps goes. Rule: DV S3. Ambiguity: DV-A84.
    """
    limits = [special for special in state.special if special.kind == JUMP_BEYOND]
    own = [special for special in limits if not special.units or unit.id in special.units]
    if limits and not own:
        return "the scenario does not let it jump"
    for special in own:
        tile = state.maps.lettered(special.name)
        if tile is None or state.maps.place(unit.at)[0] < tile.x:
            return f"it has not come to map {special.name}, or one above or below it"
    return ""


# A hunter jumps as a standard jump pod does. Rule: DV 5.6.
JUMP_PODS = (STANDARD_JUMP, AUGMENTED_JUMP, "hunter")


def jump_pods(unit: Unit) -> tuple[Part, ...]:
    """The pods with which a ship can jump now: neither damaged nor destroyed. Rule: DV 8.9."""
    return tuple(pod for pod in unit.pods_of(*JUMP_PODS) if pod.sound)
