"""Into which hex a unit weaves, and what forbids it.

Rule: DV 7.2 Weave, DV 8.9 (bridge). Ambiguity: DV-A23.
"""

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.orders.commands.maneuvers import Weave
from pbm.games.deltavee.orders.lines.targets import sought
from pbm.games.deltavee.state.geometry import Direction, Grid, turned
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit


def hex_fault(state: State, at: Hex) -> str:
    """Why nothing may weave, or launch a battlecraft, into a hex; empty if it may."""
    label = state.maps.label(at)
    if state.planet_at(at) is not None:
        return f"a planet is in {label}"
    if at in state.asteroids:
        return f"asteroids are in {label}"
    return ""


def weave_hex(state: State, unit: Unit, weave: Weave) -> tuple[Hex | None, str]:
    """The hex a unit weaves into, or None and why there is none."""
    grid = state.maps.grid
    if weave.away:
        return _away(state, unit, weave.away)
    at = weave.hex
    if weave.bearing is not None:
        if not grid.is_side(weave.bearing):
            return None, f"{weave.bearing} o'clock is not a hexside"
        at = grid.neighbour(unit.at, weave.bearing)
    if at is None or grid.bearing(unit.at, at) is None:
        return None, "the hex is not adjacent"
    fault = hex_fault(state, at)
    return (None, fault) if fault else (at, "")


def _away(state: State, unit: Unit, away: tuple[str, ...]) -> tuple[Hex | None, str]:
    """The adjacent hex farthest from a thing, without asteroids, planet or enemy missile.

    Ties go clockwise from the unit's direction. What is not revealed may be a missile.
    """
    danger = _danger(state, unit, away)
    if danger is None:
        return None, "there is nothing of the kind to weave away from"
    grid = state.maps.grid
    shunned = {one.at for one in _missiles(state, unit)}
    free = [
        at
        for at in around(grid, unit.at, unit.direction)
        if not hex_fault(state, at) and at not in shunned
    ]
    if not free:
        return None, "every adjacent hex holds asteroids, a planet or a missile"
    return max(free, key=lambda at: grid.distance(at, danger)), ""


def around(grid: Grid, at: Hex, direction: Direction) -> tuple[Hex, ...]:
    """The six adjacent hexes clockwise, from that in a direction or next clockwise to it."""
    first = direction if grid.is_side(direction) else turned(direction, 1)
    return tuple(grid.neighbour(at, turned(first, 2 * place)) for place in range(6))


def _danger(state: State, unit: Unit, away: tuple[str, ...]) -> Hex | None:
    """Where the thing to get away from is: the first of the list that is there at all."""
    for thing in away:
        if thing in ("missile", "enemy"):
            known = _missiles(state, unit) if thing == "missile" else state.enemies_of(unit.side)
            if known:
                near = min(known, key=lambda one: state.maps.grid.distance(unit.at, one.at))
                return near.at
        elif thing[-4:].isdigit() and state.maps.lettered(thing[:-4]) is not None:
            return state.maps.parse(thing)
        elif found := sought(state, unit, (thing,)):
            return found[0].at
    return None


def _missiles(state: State, unit: Unit) -> list[Unit]:
    """Enemy missiles as far as the unit's side knows: revealed ones and all contacts."""
    return [one for one in state.enemies_of(unit.side) if one.is_missile or not one.revealed]
