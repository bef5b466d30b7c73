"""From a scenario file to the state before turn 0, and what can be wrong in one.

Rule: NV SET-01, NV SET-07, NV SET-14, NV SET-16, NV VIC-04.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.engine.options import settle
from pbm.engine.scenario_base import placed, side_problems
from pbm.engine.types import Seat
from pbm.games.nova.options import OPTIONS
from pbm.games.nova.scenario.generator import Chance, generate, systems_of
from pbm.games.nova.scenario.scenario_file import GoalPart, Scenario
from pbm.games.nova.scenario.star_map import StarMap, drawn
from pbm.games.nova.state.state import Empire, Goal, State
from pbm.games.nova.state.technology import FREE_LEVELS
from pbm.kit.problems import Problem, invalid


def check_scenario(scenario: Scenario) -> Iterator[Problem]:
    """What is wrong in a scenario beyond the form of its values: names, lines, homes."""
    yield from side_problems(scenario.sides)
    most = scenario.empires.players_max
    if scenario.map.is_drawn:
        map, problems = drawn(scenario.map.systems, scenario.map.lines)
        yield from placed(problems, "map")
        if len(map.homes) < most:
            yield invalid(
                f"the map has {len(map.homes)} home stars",
                reason=f"the scenario takes up to {most} empires",
                remedy='Write home behind so many systems, such as "VIRUS 8 home"',
                rule="NV SET-16",
                path=("map", "systems"),
            )
    else:
        yield from _too_small(scenario)
    if scenario.map.lines and not scenario.map.is_drawn:
        yield invalid(
            "the map has lines but no systems",
            remedy="Draw its systems, or leave both out",
            path=("map", "lines"),
        )
    _values, wrong = settle(OPTIONS, scenario.options)
    yield from placed(wrong, "options")


def _too_small(scenario: Scenario) -> Iterator[Problem]:
    """Whether so many lines fit a generated map for the fewest players."""
    least, map = scenario.empires.players_min, scenario.map
    if systems_of(least, map.each, map.warp_lines) <= map.warp_lines + 1:
        yield invalid(
            f"the map is too small for {map.warp_lines} warp lines at every system",
            reason=f"{least} empires with {map.each} systems each have {least * map.each}; "
            f"more than {map.warp_lines + 1} are needed",
            remedy="Write more systems for each position, or fewer warp_lines",
            rule="NV SET-18",
            path=("map", "warp_lines"),
        )


def begin(
    scenario: Scenario, seats: Sequence[Seat], _options: Mapping[str, str], ids: Ids
) -> State:
    """The state before the pregame: the map, and each empire at a home star given by the seed.

    What each empire begins with is settled by its pregame sheet (setup.py).
    """
    map, notes = _map(scenario, len(seats), ids)
    order = Chance(ids).shuffled([seat.id for seat in seats], "seats")
    homes = dict(zip(order, map.homes, strict=False))
    return State(
        scenario=scenario.name,
        title=scenario.title,
        systems=map.systems,
        empires={
            seat.id: Empire(
                id=seat.id,
                name=seat.name,
                home=homes[seat.id],
                capital=homes[seat.id],
                treasury_at=homes[seat.id],
                tech=dict(FREE_LEVELS),
            )
            for seat in seats
        },
        goals=tuple(_goal(part, number, ids) for number, part in enumerate(scenario.goals)),
        notes=notes,
    )


def _map(scenario: Scenario, positions: int, ids: Ids) -> tuple[StarMap, tuple[str, ...]]:
    """The map, and remarks on it for the game master."""
    if scenario.map.is_drawn:
        map = drawn(scenario.map.systems, scenario.map.lines)[0]
        order = Chance(ids).shuffled(map.homes, "homes")
        return replace(map, homes=tuple(order)), ()
    form = scenario.map
    map, advice = generate(positions, form.each, form.warp_lines, ids, form.mcr)
    return map, advice.words()


def _goal(part: GoalPart, number: int, ids: Ids) -> Goal:
    """A victory condition. A last turn that the seed chooses is not told. Rule: NV VIC-04."""
    last = part.last
    if part.earliest:
        last = part.earliest + Chance(ids).below(part.last - part.earliest + 1, "last", str(number))
    return Goal(part.method, part.level, last, part.by, part.hidden or bool(part.earliest))
