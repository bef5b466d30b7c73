"""Chase: the commands that bring a unit to its target, found by trying all that are legal.

A unit moves before its target gets its next commands and before the target moves, so a missile
first looks for a course through the hex where its target stands now. Else the unit ends its
next move where the target will stand after its own, as far as that can be told, or as near
as it can. Of equal courses the one that costs least is chosen, then that of the fewest
commands, of the smallest turn, to the right rather than to the left.
"""

from collections.abc import Iterator, Mapping, Sequence

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.targets import sought
from pbm.games.deltavee.rules.movement.forecast import next_hex
from pbm.games.deltavee.rules.movement.together import members, units_fault
from pbm.games.deltavee.state.command_cost import CHANGE, maneuver_cost, short_of
from pbm.games.deltavee.state.energy import spent_more
from pbm.games.deltavee.state.maneuvers import stepped
from pbm.games.deltavee.state.ratings import top_velocity, velocity_rating
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import UNGUIDED, Unit
from pbm.games.deltavee.view.audience import of_side, shows_direction
from pbm.kit.records import Record


class Course(Record):
    """Commands found: the target, the steps, where they bring the unit, how near the target."""

    target: str
    steps: tuple[str, ...]
    reaches: Hex
    distance: int


def chosen(work: PhaseContext, unit_id: str, targets: Sequence[str]) -> Course | None:
    """The course to the first target in play, or None if there is none."""
    state: State = work.state
    units = members(state, unit_id)
    found = sought(state, units[0], targets)
    if not found:
        return None
    target = found[0]
    goal = _expected(state, units[0], target, work.options)
    return min(_rated(state, units, target, goal, work.options), key=lambda one: one[0])[1]


def _expected(state: State, unit: Unit, target: Unit, options: Mapping[str, str]) -> Hex:
    """Where a target will stand after its next move, as far as the unit's side can know.

    An unguided missile is one faster by then, but what is not revealed may be anything.
    """
    if target.revealed or target.side == unit.side:
        top = top_velocity(options)
        faster = target.klass == UNGUIDED and (top is None or target.velocity < top)
        return next_hex(state, target, int(faster))
    return next_hex(state, target) if shows_direction(options) else target.at


def tell(work: PhaseContext, unit_id: str, course: Course, ref: OrderRef | None) -> None:
    """Tell the unit's side what the program chose."""
    unit = work.state.unit(unit_id)
    work.emit(
        "chosen",
        unit_id,
        rule="DV 7.0",
        seen=of_side(work, unit.side),
        order=ref,
        unit=unit_id,
        what="chase",
        target=course.target,
        commands=list(course.steps),
        reaches=work.state.maps.label(course.reaches),
        distance=course.distance,
    )


Rating = tuple[int, int, int, int, int, int]


def _rated(
    state: State, units: tuple[Unit, ...], target: Unit, goal: Hex, options: Mapping[str, str]
) -> Iterator[tuple[Rating, Course]]:
    """Every legal course with what it is judged by, least first."""
    unit = units[0]
    for steps, after in _legal(units, options):
        meets = _meets(state, after, target)
        reaches, distance = target.at, 0
        if not meets:
            reaches = next_hex(state, after)
            distance = state.maps.grid.distance(reaches, goal)
        lost = not meets and _is_lost(state, after)
        rating = (
            int(lost),
            int(unit.is_missile and not meets),
            distance,
            after.spent - unit.spent,
            len(steps),
            _turn_order(steps),
        )
        yield rating, Course(target.id, steps, reaches, distance)


def _turn_order(steps: tuple[str, ...]) -> int:
    """Smaller turns first, right before left; then braking before speeding."""
    turns = 2 * (steps.count("left") + steps.count("right")) + ("left" in steps)
    return 2 * turns + ("accelerate" in steps)


def _legal(
    units: tuple[Unit, ...], options: Mapping[str, str]
) -> Iterator[tuple[tuple[str, ...], Unit]]:
    """Every list of commands that may be issued and paid, with the unit after it."""
    most = min(velocity_rating(unit) for unit in units)
    for speed, faster in _runs(units, ("decelerate", "accelerate"), most, options):
        for turn, after in _runs(faster, ("right", "left"), 6, options):
            yield speed + turn, after[0]


def _runs(
    units: tuple[Unit, ...], commands: Sequence[str], most: int, options: Mapping[str, str]
) -> Iterator[tuple[tuple[str, ...], tuple[Unit, ...]]]:
    """No command, then each of these once, twice, up to ``most`` times, while it is legal."""
    yield (), units
    for command in commands:
        found = _after(units, command, options)
        number = 1
        while found is not None and number <= most:
            yield (command,) * number, found
            found, number = _after(found, command, options), number + 1


def _after(
    units: tuple[Unit, ...], step: str, options: Mapping[str, str]
) -> tuple[Unit, ...] | None:
    """The units after one more step, None if it may not be issued or paid."""
    cost = maneuver_cost(units, CHANGE, options)
    if units_fault(units, step, options) or short_of(units[0], cost):
        return None
    payer, *others = (stepped(one, step) for one in units)
    return spent_more(payer, cost), *others


def _way(state: State, unit: Unit) -> tuple[Hex, ...]:
    """The hexes a missile enters in its next move, until it would be lost."""
    found = []
    for at in state.maps.grid.course(unit.at, unit.direction, unit.zig, unit.velocity):
        if at not in state.maps or state.planet_at(at) is not None:
            break
        found.append(at)
    return tuple(found)


def _meets(state: State, unit: Unit, target: Unit) -> bool:
    """True for a missile whose next move leads through the hex where its target stands."""
    return unit.is_missile and target.at in _way(state, unit)


def _is_lost(state: State, unit: Unit) -> bool:
    """True for a missile whose next move leads off the maps or into a planet."""
    return unit.is_missile and len(_way(state, unit)) < unit.velocity
