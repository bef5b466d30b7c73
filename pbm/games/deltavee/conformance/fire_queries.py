"""What a conformance case may ask of DeltaVee about fire, missiles' ways, hexes and the turn."""

from collections.abc import Mapping
from typing import Any, Literal

from pbm.dice.keyed import Dice
from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.conformance.case_units import ROW, hex_of, plain_state, plain_unit
from pbm.games.deltavee.conformance.unit_queries import Status
from pbm.games.deltavee.rules.fire import chance
from pbm.games.deltavee.rules.missiles import launch_arcs
from pbm.games.deltavee.rules.missiles.launch_hexes import launch_velocity
from pbm.games.deltavee.rules.movement.mapping import first_maps
from pbm.games.deltavee.rules.phases import phases
from pbm.games.deltavee.state import usable
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.ratings import MOST_SPEED
from pbm.games.deltavee.state.units import Unit

Options = Mapping[str, str]
Fire = Literal["laser burst", "laser barrage", "particle burst", "particle barrage"]


def fire_chance(type: Fire, value: int) -> str:
    """A cell of the Fire Results Table."""
    return chance.chance_of(type, value)


def fire_cost(type: Fire) -> int:
    """Energy units of a fire."""
    return chance.units_of(type)


def fires(
    klass: str, pods: tuple[str, ...], options: Options, status: Mapping[str, Status] | None = None
) -> dict[str, int]:
    """Fires of one Fire Phase by item, and in all."""
    found = usable.fires(plain_unit(klass, options, pods, status))
    return {**found, "all": sum(found.values())}


def fire_types(
    klass: str,
    pods: tuple[str, ...],
    item: str,
    options: Options,
    status: Mapping[str, Status] | None = None,
) -> tuple[str, ...]:
    """The types of fire an item allows."""
    return usable.fire_types(_with_item(plain_unit(klass, options, pods, status), item), item)


def targeting(
    klass: str,
    pods: tuple[str, ...],
    item: str,
    options: Options,
    status: Mapping[str, Status] | None = None,
) -> int:
    """The best Targeting Program for a fire from an item."""
    return usable.targeting(_with_item(plain_unit(klass, options, pods, status), item), item)


def _with_item(unit: Unit, item: str) -> Unit:
    """The unit; ValueError if it has no such burster or pod to fire from."""
    if item != usable.BURSTER and unit.part(item) is None:
        raise ValueError(usable.item_fault(unit, item))
    return unit


def aim(
    firing_at: str,
    firing_direction: Direction,
    firing_velocity: int,
    target_at: str,
    target_direction: Direction,
    target_velocity: int,
    targeting: int,
    options: Options,
) -> dict[str, Any]:
    """From hexes, directions and velocities of two units to the Hit Chance of every fire."""
    guns = plain_unit(
        "Sword",
        options,
        at=hex_of(firing_at, options),
        direction=firing_direction,
        velocity=firing_velocity,
    )
    target = plain_unit(
        "Sword",
        options,
        id="target",
        at=hex_of(target_at, options),
        direction=target_direction,
        velocity=target_velocity,
    )
    found = chance.aim(plain_state(options, guns, target), guns, target, targeting, options)
    return {
        "range": found.range,
        "range_used": found.range_used,
        "statement": found.relative.statement,
        "rv_8.3": found.relative.terms[0][1],
        "condition_8.4": 2 if found.relative.same_course else int(found.relative.in_line),
        "rv_after_8.4": found.relative.value,
        "rv_modified": found.value - found.range_used,
        "target_value": found.value,
        **{type: chance.chance_of(type, found.value) for type in usable.FIRE_TYPES},
    }


# --- geometry ---------------------------------------------------------------------------------


def range_(at: str, target: str, options: Options) -> int:
    """The range between two hexes."""
    grid = first_maps(ROW, options).grid
    return grid.distance(hex_of(at, options), hex_of(target, options))


def bearing(at: str, target: str, options: Options) -> int | None:
    """The side across which an adjacent hex lies; none if it is not adjacent."""
    return first_maps(ROW, options).grid.bearing(hex_of(at, options), hex_of(target, options))


def neighbours(at: str, options: Options) -> tuple[str, ...]:
    """The six adjacent hexes, clockwise from 12 (or 1) o'clock."""
    maps = first_maps(ROW, options)
    return tuple(maps.label(one) for one in maps.grid.neighbours(maps.parse(at)))


def course(
    at: str, direction: Direction, hexes: int, options: Options, zig: int = 0
) -> tuple[str, ...]:
    """The hexes a unit enters; zig 1: the Direction Reminder lies to its right."""
    maps = first_maps(ROW, options)
    path = maps.grid.course(maps.parse(at), direction, zig, hexes)
    return tuple(maps.label(one) for one in path)


def half_turn(at: str, maps: int, options: Options) -> str:
    """The image of a hex under a half turn of so many maps in a row."""
    row = first_maps(maps, options)
    one = row.parse(at)
    return row.label(Hex(row.columns * maps + 1 - one.column, row.rows + 1 - one.row))


def missile_arcs(direction: Direction, options: Options) -> dict[str, tuple[int, ...]]:
    """Where a launched missile may be placed, by bearing, and where it may point there."""
    grid = first_maps(ROW, options).grid
    found = launch_arcs.missile_placements(grid, direction, options)
    return {str(side): directions for side, directions in found}


def battlecraft_arcs(direction: Direction, options: Options) -> dict[str, tuple[int, ...]]:
    """The same of a launched battlecraft."""
    grid = first_maps(ROW, options).grid
    found = launch_arcs.battlecraft_placements(grid, direction)
    return {str(side): directions for side, directions in found}


def launch_velocities(velocity: int, options: Options) -> tuple[int, ...]:
    """The velocities a launched missile or battlecraft may have."""
    ship = plain_unit("Sword", options, velocity=velocity)
    speeds = range(-MOST_SPEED, MOST_SPEED + 1)
    return tuple(sorted({launch_velocity(ship, speed, options) for speed in speeds}))


# --- sequence of play, dice -------------------------------------------------------------------


def sequence(options: Options) -> tuple[str, ...]:
    """The phases of a Game-Turn."""
    return tuple(phase.key for phase in phases(plain_state(options), 1, options))


def dice_(die: Literal["d10"], count: int, dice: Dice) -> tuple[int, ...]:
    """What dice show as the book reads them."""
    return dice.faces("asked", die, count, "all")
