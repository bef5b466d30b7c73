"""When the game is over: conditions looked at after every single event.

The kinds, each for its ``units`` and ``number``:

- ``destroyed``: of the units at least so many are destroyed (0: all of them).
- ``destroyed_with_first``: the same, and the first of them is among those destroyed.
- ``jumped``: at least so many of them made a hyperjump (0: all).
- ``orbit``: at least so many of them are in orbit (0: all).
- ``docked``: the first of them is docked with another of them.
- ``landed``: at least so many of them landed (0: all).
- ``most_destroyed``: more than half of them are destroyed.
- ``cargo_delivered``: one of them is in a planet's hex with a cargo pod that is not destroyed.
- ``cargo_destroyed``: at least so many of their cargo pods are destroyed (0: all), or lost with
  their ships.
- ``points``: the side has so many Victory Points.
- ``over``: none of the units is left in play, or both sides have agreed to end the game.
- ``over_with_points``: the same, and the side has so many Victory Points.
- ``fleet_destroyed``: no spaceship and no battlecraft of the enemy's is left, in play, aboard or
  to come; those that jumped, landed or left the maps are gone as well.
- ``unarmed``: nothing of the enemy's is left that can fire, no missile either.
- ``apart``: every spaceship and battlecraft is more than so many hexes from every one of its
  enemies; looked at when a phase ends.

An agreement that meets none of a scenario's conditions is a draw.

Rule: DV 3.0 (victory at once), DV 11.0, DV S6 to DV S10. Ambiguity: DV-A103 (the first
condition met decides), DV-A83, DV-A84, DV-A87 to DV-A91.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.rules.victory.scoring import is_cargo, score
from pbm.games.deltavee.state.specials import AGREED
from pbm.games.deltavee.state.state import State, Victory
from pbm.games.deltavee.state.units import DESTROYED, JUMPED, LANDED, LEFT, Unit
from pbm.games.deltavee.state.usable import fires

VICTORY_KINDS = (
    "destroyed",
    "destroyed_with_first",
    "jumped",
    "orbit",
    "docked",
    "landed",
    "most_destroyed",
    "cargo_delivered",
    "cargo_destroyed",
    "points",
    "over",
    "over_with_points",
    "apart",
    "fleet_destroyed",
    "unarmed",
)
# Kinds that need no units, and those of which the number must be said.
UNITLESS = ("points", "apart", "fleet_destroyed", "unarmed")
COUNTING = ("points", "over_with_points", "apart")
OF_POINTS = ("points", "over_with_points")
_GONE = (DESTROYED, LANDED, JUMPED, LEFT)
_STATUS = {
    "destroyed": DESTROYED,
    "destroyed_with_first": DESTROYED,
    "jumped": JUMPED,
    "landed": LANDED,
}


class Decided(Exception):
    """The game is over: stops the phase at once; phases.py catches it."""


def holds(state: State, part: Victory, phase_end: bool = False) -> bool:
    """True when a condition is met."""
    if part.kind == "points":
        return state.points.get(part.side, 0) >= part.number
    if part.kind == "apart":
        return phase_end and _apart(state, part.number)
    if part.kind in ("fleet_destroyed", "unarmed"):
        enemy = state.other_side(part.side)
        there = [unit for unit in state.units if unit.side == enemy and unit.status not in _GONE]
        armed = part.kind == "unarmed"
        return not any(_is_armed(unit) if armed else not unit.is_missile for unit in there)
    units = [state.unit(unit) for unit in part.units]
    if part.kind == "docked":
        return _docked(state, units)
    if part.kind in ("over", "over_with_points"):
        enough = part.kind == "over" or state.points.get(part.side, 0) >= part.number
        return enough and (_agreed(state) or all(unit.status in _GONE for unit in units))
    if part.kind == "cargo_delivered":
        return any(_delivers(state, unit) for unit in units)
    if part.kind == "cargo_destroyed":
        lost = [
            pod.gone or unit.status == DESTROYED
            for unit in units
            for pod in unit.pods
            if is_cargo(pod)
        ]
        return bool(lost) and sum(lost) >= (part.number or len(lost))
    if part.kind == "most_destroyed":
        return 2 * sum(unit.status == DESTROYED for unit in units) > len(units)
    if part.kind == "orbit":
        met = [state.in_orbit(unit) for unit in units]
    else:
        met = [unit.status == _STATUS[part.kind] for unit in units]
    if part.kind == "destroyed_with_first" and not met[0]:
        return False
    return sum(met) >= (part.number or len(units))


def _is_armed(unit: Unit) -> bool:
    """True for what can fire, and for a missile."""
    return unit.is_missile or bool(fires(unit))


def _agreed(state: State) -> bool:
    return any(one.kind == AGREED for one in state.special)


def _delivers(state: State, unit: Unit) -> bool:
    """True for a unit in play in a planet's hex with a cargo pod. Rule: DV S8."""
    cargo = any(is_cargo(pod) and not pod.gone for pod in unit.pods)
    return unit.in_play and cargo and state.planet_at(unit.at) is not None


def _docked(state: State, units: list[Unit]) -> bool:
    first, others = units[0].id, [unit.id for unit in units[1:]]
    return any(
        first in (dock.lead, dock.other) and (dock.lead in others or dock.other in others)
        for dock in state.docks
    )


def _apart(state: State, hexes: int) -> bool:
    """Every opposing pair of spaceships and battlecraft is more than so many hexes apart."""
    first, second = (
        [unit for unit in state.of_side(side) if not unit.is_missile] for side in state.sides
    )
    distance = state.maps.grid.distance
    return all(distance(one.at, other.at) > hexes for one in first for other in second)


def look(work: PhaseContext, phase_end: bool = False) -> None:
    """Count Victory Points and end the game if a condition is met; the state is in the work.

    ``phase_end``: a phase has just ended; some conditions are looked at only then. Raises
    Decided when it is over, so that nothing more happens in the phase.
    """
    state: State = work.state
    if state.result or not state.turn:
        return
    if state.special:
        score(work)
        state = work.state
    met = next((part for part in state.victory if holds(state, part, phase_end)), None)
    if met is None and _agreed(state):
        met = Victory("", "over", "both sides have agreed to end the game")
    if met is None:
        return
    said = f"{state.side_names[met.side]} wins: {met.title}" if met.side else f"A draw: {met.title}"
    work.state = replace(state, result=said, winner=met.side)
    work.emit("game_over", rule="DV 3.0", winner=met.side, title=said)
    raise Decided
