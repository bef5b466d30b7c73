"""What the program chooses for a player is the best there is: held against every way there is.

A chase is compared with all lists of commands in any order, judged here by the words of the
rule: not lost, through the target's hex, near it, cheap, few. A Weave away is compared with
all hexes of the map.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.commands.maneuvers import Weave
from pbm.games.deltavee.rules.commands.chase import chosen
from pbm.games.deltavee.rules.commands.weaving import weave_hex
from pbm.games.deltavee.rules.movement.forecast import next_hex
from pbm.games.deltavee.rules.movement.together import units_fault
from pbm.games.deltavee.state.command_cost import CHANGE, maneuver_cost, short_of
from pbm.games.deltavee.state.energy import spent_more
from pbm.games.deltavee.state.maneuvers import stepped
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit
from tests.games.deltavee.builders import MAPS, planet, ship, shot, state, work

COMMANDS = ("accelerate", "decelerate", "left", "right")
Judged = tuple[bool, bool, int, int, int]


def every_way(hunter: Unit, made: PhaseContext) -> list[tuple[tuple[str, ...], Unit]]:
    """All lists of commands, in any order and as long as they can be issued and paid.

    Of lists as long as each other that leave the unit alike in all that counts, one is kept.
    """
    ring: list[tuple[tuple[str, ...], Unit]] = [((), hunter)]
    found = list(ring)
    while ring:
        longer: dict[tuple[object, ...], tuple[tuple[str, ...], Unit]] = {}
        for (steps, unit), step in product(ring, COMMANDS):
            after = issued(unit, step, made)
            if after is not None:
                use = (after.use.commands, after.use.velocity, after.use.changes)
                alike = (after.direction, after.velocity, after.zig, after.spent, *use)
                longer.setdefault(alike, ((*steps, step), after))
        ring = list(longer.values())
        found += ring
    return found


def issued(unit: Unit, step: str, made: PhaseContext) -> Unit | None:
    cost = maneuver_cost((unit,), CHANGE, made.options)
    if units_fault((unit,), step, made.options) or short_of(unit, cost):
        return None
    return spent_more(stepped(unit, step), cost)


def judged(
    table: State, hunter: Unit, after: Unit, steps: tuple[str, ...], target: Unit, goal: Hex
) -> Judged:
    """How good a way is, by the rule of a chase; less is better."""
    course = list(table.maps.grid.course(after.at, after.direction, after.zig, after.velocity))
    free = []
    for at in course:
        if at not in table.maps or table.planet_at(at) is not None:
            break
        free.append(at)
    meets = hunter.is_missile and target.at in free
    lost = hunter.is_missile and not meets and len(free) < len(course)
    far = 0 if meets else table.maps.grid.distance(next_hex(table, after), goal)
    missed = hunter.is_missile and not meets
    return lost, missed, far, after.spent - hunter.spent, len(steps)


HUNTERS: tuple[Any, ...] = (
    shot(1, "03", "intelligent", "B0609", 12, 2, spent=5),
    shot(1, "03", "intelligent", "B0203", 9, 3, spent=6),
    shot(1, "03", "intelligent", "B0815", 5, 0, spent=5),
    ship(1, "A", "piccolo", "B0609", 1, 2, pods=("hunter",), spent=26),
)
PREY = (
    ("B0606", 3, 4),
    ("B0808", 6, 1),
    ("B0612", 12, 3),
    ("B0401", 10, 2),
    ("B1108", 9, 0),
    ("B0205", 7, 5),
)


@pytest.mark.parametrize("hunter", HUNTERS, ids=lambda one: f"{one.designation}-{one.velocity}")
@pytest.mark.parametrize(("at", "direction", "velocity"), PREY)
def test_a_chase_finds_the_best_of_all_ways(
    hunter: Unit, at: str, direction: int, velocity: int
) -> None:
    target = ship(2, "B", "sword", at, direction, velocity)
    table = state(hunter, target, planets=(planet("B0607"),))
    made = work(table, phase="1.command")
    course = chosen(made, hunter.id, (target.id,))
    assert course is not None
    ways = every_way(hunter, made)
    assert max(len(steps) for steps, _after in ways) >= 3
    goal = next_hex(table, target)
    best = min(judged(table, hunter, unit, steps, target, goal) for steps, unit in ways)
    unit = hunter
    for step in course.steps:
        after = issued(unit, step, made)
        assert after is not None
        unit = after
    assert judged(table, hunter, unit, course.steps, target, goal) == best


@pytest.mark.parametrize("at", ["B0609", "B0502", "B0916"])
@pytest.mark.parametrize("danger", ["B0606", "B0811", "B0309", "B0908"])
def test_a_weave_away_goes_as_far_as_any_hex_beside(at: str, danger: str) -> None:
    """Of all hexes of the map those next to the unit, without planet, asteroids or missile."""
    mine = ship(1, "A", "sword", at, 12, 2)
    missile = shot(2, "07", "guided", danger, 6, 2)
    barred = (MAPS.parse("B0608"), MAPS.parse("B0503"))
    table = state(mine, missile, planets=(planet("B0610"),), asteroids=barred)
    distance = table.maps.grid.distance
    whole = [
        MAPS.parse(f"B{column:02d}{row:02d}") for column in range(1, 17) for row in range(1, 18)
    ]
    beside = [
        one
        for one in whole
        if distance(one, mine.at) == 1
        and one not in barred
        and one not in (missile.at, MAPS.parse("B0610"))
    ]
    found, why = weave_hex(table, mine, Weave(away=("missile",)))
    assert (found in beside, why) == (True, "")
    assert found is not None
    assert distance(found, missile.at) == max(distance(one, missile.at) for one in beside)
