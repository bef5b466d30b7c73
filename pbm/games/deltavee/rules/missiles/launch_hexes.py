"""Where a missile is placed at its launch, where it points there, how fast it is.

Where the sheet leaves something open the program chooses: towards a target the placement
whose next two moves come nearest to it, else the ship's own direction.

Rule: DV 9.4. Ambiguity: DV-A10, DV-A64, DV-A65.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.rules.missiles.launch_arcs import missile_placements
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.ratings import top_velocity
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import UNGUIDED, Unit
from pbm.games.deltavee.view.audience import shows_direction
from pbm.kit.records import Record


class LaunchSpot(Record):
    """One way to place a missile: bearing of the hex from the ship, the hex, the direction."""

    bearing: Direction
    at: Hex
    direction: Direction


def spots(state: State, unit: Unit, options: Mapping[str, str]) -> tuple[LaunchSpot, ...]:
    """All placements that the arcs allow a unit's missiles, on the maps or not."""
    grid = state.maps.grid
    return tuple(
        LaunchSpot(bearing, grid.neighbour(unit.at, bearing), direction)
        for bearing, directions in missile_placements(grid, unit.direction, options)
        for direction in directions
    )


def launch_velocity(unit: Unit, speed: int, options: Mapping[str, str]) -> int:
    """The velocity of a missile launched so much faster than the unit: at least 1, at most 9.

    Rule: DV 9.4. Ambiguity: DV-A19, DV-A64.
    """
    return _capped(max(1, unit.velocity + speed), options)


def limit_of(unit: Unit, speed: int, options: Mapping[str, str]) -> str:
    """Why a launch is not at the velocity its order asks for, in a phrase; empty if it is."""
    wanted = unit.velocity + speed
    if wanted < 1:
        return f"not {wanted}: at least 1"
    top = _capped(wanted, options)
    return f"not {wanted}: at most {top}" if top < wanted else ""


def _capped(velocity: int, options: Mapping[str, str]) -> int:
    top = top_velocity(options)
    return velocity if top is None else min(velocity, top)


def fitting(
    state: State,
    unit: Unit,
    options: Mapping[str, str],
    bearing: Direction | None,
    direction: Direction | None,
) -> tuple[LaunchSpot, ...] | str:
    """The placements on the maps with this bearing and direction (None: any), or why none."""
    allowed = spots(state, unit, options)
    found = [
        spot
        for spot in allowed
        if bearing in (None, spot.bearing) and direction in (None, spot.direction)
    ]
    if not found:
        return f"pointing at {unit.direction} it launches to {_in_words(allowed)}"
    on_maps = tuple(spot for spot in found if spot.at in state.maps)
    return on_maps or "the hex is off the maps"


def _in_words(allowed: Sequence[LaunchSpot]) -> str:
    by_bearing: dict[int, list[str]] = {}
    for spot in allowed:
        by_bearing.setdefault(spot.bearing, []).append(str(spot.direction))
    return "; ".join(
        f"bearing {bearing} pointing at {', '.join(directions)}"
        for bearing, directions in by_bearing.items()
    )


def straightest(state: State, unit: Unit, open_spots: Sequence[LaunchSpot]) -> LaunchSpot:
    """The placement nearest to the unit's own course, the left one of two; no planet's hex."""
    return min(open_spots, key=lambda spot: _order(state, unit, spot))


def beside(state: State, open_spots: Sequence[LaunchSpot], bearing: Direction) -> LaunchSpot:
    """The placement with this bearing, else the first; that in a planet's hex comes last."""
    return min(
        open_spots, key=lambda spot: (state.planet_at(spot.at) is not None, spot.bearing != bearing)
    )


def _order(state: State, unit: Unit, spot: LaunchSpot) -> tuple[bool, int, int, int, int]:
    turn, side = _turn(unit, spot.direction), _turn(unit, spot.bearing)
    return state.planet_at(spot.at) is not None, abs(turn), abs(side), turn, side


def _turn(unit: Unit, direction: Direction) -> int:
    """Positions from the unit's direction, to the right positive: -5 to 6."""
    return (direction - unit.direction + 5) % 12 - 5


def nearest(
    state: State,
    unit: Unit,
    open_spots: Sequence[LaunchSpot],
    missile: Unit,
    target: Unit,
    options: Mapping[str, str],
) -> LaunchSpot:
    """The placement from which a missile's next two moves come nearest to the target's.

    ``missile`` has the velocity of its launch. Neither is taken to get commands. Of equal
    ones the one that is nearer at the ends of the moves, then the straightest.
    """

    def key(spot: LaunchSpot) -> tuple[bool, tuple[int, int], tuple[bool, int, int, int, int]]:
        placed = replace(missile, at=spot.at, direction=spot.direction, zig=0)
        order = _order(state, unit, spot)
        return order[0], _approach(state, placed, target, options), order

    return min(open_spots, key=key)


def _approach(
    state: State, missile: Unit, target: Unit, options: Mapping[str, str]
) -> tuple[int, int]:
    """How near they come, now and in two moves each, the target first; and at their ends."""
    faster = (1, 2) if missile.klass == UNGUIDED else (0, 0)
    ours = _moves(state, missile, faster, options)
    seen = target.revealed or shows_direction(options)
    theirs = _moves(state, target, (0, 0), options) if seen else ((target.at,),) * 3
    distance = state.maps.grid.distance
    pairs = [(missile.at, target.at)]
    for move in (1, 2):
        pairs += [(ours[move - 1][-1], at) for at in theirs[move]]
        pairs += [(at, theirs[move][-1]) for at in ours[move]]
    nearest_hexes = min(distance(one, other) for one, other in pairs)
    return nearest_hexes, sum(distance(ours[move][-1], theirs[move][-1]) for move in (1, 2))


def _moves(
    state: State, unit: Unit, faster: tuple[int, int], options: Mapping[str, str]
) -> tuple[tuple[Hex, ...], ...]:
    """Its hex, then the hexes of its next two moves; a move of none is the hex it stays in.

    A missile comes no further than to the edge of the maps. Ambiguity: DV-A05.
    """
    start = (unit.at,)
    if state.in_orbit(unit):
        return start, start, start
    first, second = (_capped(unit.velocity + more, options) for more in faster)
    course = state.maps.grid.course(unit.at, unit.direction, unit.zig, first + second)
    if unit.is_missile:
        course = tuple(takewhile(lambda at: at in state.maps, course))
    one = course[:first] or start
    return start, one, course[first:] or one[-1:]
