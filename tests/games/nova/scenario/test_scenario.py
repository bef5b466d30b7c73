"""Scenario files, and the state before turn 0."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from pbm.dice.keyed import Ids
from pbm.engine.registry import ruleset
from pbm.engine.types import Seat
from pbm.games.nova.scenario.scenario import begin, check_scenario
from pbm.games.nova.scenario.scenario_file import Scenario
from pbm.games.nova.state.state import Empire, Goal, State
from pbm.games.nova.state.technology import FREE_LEVELS
from pbm.kit.file_part import part_of
from pbm.kit.misfits import misfits
from pbm.kit.problems import Faults
from pbm.kit.toml_reader import load
from tests.games.nova.builders import DEFAULTS

SEATS = tuple(Seat(f"p{number}", f"PLAYER {number}", "E") for number in range(6))


@cache
def shipped(name: str) -> Scenario:
    data = files("pbm.games.nova").joinpath("scenarios", f"{name}.toml").read_bytes()
    return load(Scenario, data, f"{name}.toml")


def scenario(**more: Any) -> Scenario:
    """Two empires on a line of four systems, but for ``more``."""
    return part_of(Scenario, written(**more))


def written(**more: Any) -> dict[str, Any]:
    """The same as its file holds it."""
    values: dict[str, Any] = {
        "game": "nova",
        "name": "test",
        "title": "A test",
        "sides": [{"id": "E", "name": "Empire", "players_max": 2}],
        "map": {
            "systems": ["VIRUS 8 home", "ALGOL 5", "TEDDY 4", "MINKY 8 home"],
            "lines": ["VIRUS D - ALGOL B", "ALGOL D - TEDDY B", "TEDDY A - MINKY K"],
        },
        "goals": [{"method": "population", "level": 40}],
    }
    return {**values, **more}


def opening(one: Scenario, players: int = 2, seed: str = "seed") -> State:
    return begin(one, SEATS[:players], DEFAULTS, Ids(seed.encode()))


def unfit(**more: Any) -> str:
    """Why such a file cannot be read."""
    return "\n".join(one.reason for one in misfits(Scenario, written(**more)))


def faults(**more: Any) -> list[str]:
    return [problem.fault for problem in check_scenario(scenario(**more))]


@pytest.mark.parametrize(("name", "players"), [("cluster", 2), ("cluster", 6), ("age", 6)])
def test_a_shipped_scenario_with_a_generated_map(name: str, players: int) -> None:
    assert list(check_scenario(shipped(name))) == []
    state = opening(shipped(name), players)
    assert len(state.systems) == 10 * players
    assert state.turn == 0
    assert ruleset("nova").remarks(state) == state.notes
    assert state.notes[0] == f"{10 * players} systems, 4 warp lines at each"


def test_a_scenario_may_want_other_sums() -> None:
    notes = opening(scenario(map={"each": 10, "mcr": 500})).notes
    assert notes[1].startswith("500 MCr a position")


def test_the_shipped_duel() -> None:
    assert list(check_scenario(shipped("duel"))) == []
    state = opening(shipped("duel"))
    assert len(state.systems) == 12
    assert {one.home for one in state.empires.values()} == {"VIRUS", "MINKY"}
    assert state.notes == ()
    assert state.goals == (Goal("territory", 100), Goal("time", 0, 25, "territory"))


def test_before_the_pregame_an_empire_has_its_home_star_and_free_technology() -> None:
    """What else it has its sheet says. Rule: NV SET-16, NV TEC-48."""
    state = opening(scenario())
    for id, empire in state.empires.items():
        home = empire.home
        assert empire == Empire(id, empire.name, home, home, home, tech=dict(FREE_LEVELS))
        assert (state.systems[home].type, state.systems[home].owner) == (8, "")
    assert state.ships == {}


def test_homes_are_given_by_the_seed_alone() -> None:
    """Rule: NV SET-14 (before anybody's technology is read)."""
    homes = {opening(scenario(), seed=str(n)).empires["p0"].home for n in range(20)}
    assert homes == {"VIRUS", "MINKY"}
    one = shipped("cluster")
    assert opening(one, 6) == opening(one, 6)
    found = [one.home for one in opening(one, 6).empires.values()]
    assert len(set(found)) == 6


def test_more_homes_than_players() -> None:
    extra = ["VIRUS 8 home", "ALGOL 8 home", "MINKY 8 home"]
    lines = ["VIRUS D - ALGOL B", "ALGOL D - MINKY B"]
    one = scenario(map={"systems": extra, "lines": lines})
    assert list(check_scenario(one)) == []
    found = {e.home for n in range(30) for e in opening(one, seed=str(n)).empires.values()}
    assert found == {"VIRUS", "ALGOL", "MINKY"}


def test_a_last_turn_between_two_is_drawn_and_not_told() -> None:
    """Rule: NV VIC-04. Both ends are drawn, and nothing beyond."""
    part = {"method": "time", "earliest": 5, "last": 7, "by": "production"}
    one = scenario(goals=[part])
    goals = [opening(one, seed=str(number)).goals[0] for number in range(60)]
    assert {goal.last for goal in goals} == {5, 6, 7}
    assert all(goal.hidden for goal in goals)
    assert opening(scenario(goals=[{**part, "earliest": 7}])).goals[0].last == 7


def test_a_fixed_goal_is_told_unless_it_is_hidden() -> None:
    told = {"method": "time", "last": 30, "by": "population"}
    secret = {"method": "production", "level": 900, "hidden": True}
    found = opening(scenario(goals=[told, secret])).goals
    assert found == (
        Goal("time", 0, 30, "population"),
        Goal("production", 900, hidden=True),
    )


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ({"method": "time"}, "a game that ends by time says the last turn"),
        ({"method": "population"}, "population says the level to be reached"),
        ({"method": "production"}, "production says the level to be reached"),
        ({"method": "territory", "last": 9}, "territory says the level to be reached"),
        ({"method": "time", "earliest": 10, "last": 9}, "comes before the last"),
        ({"method": "conquest", "level": 1}, "it should be one of population, production"),
    ],
)
def test_a_goal_says_what_it_needs(goal: dict[str, Any], words: str) -> None:
    assert words in unfit(goals=[goal])


def test_a_scenario_has_a_goal() -> None:
    """Rule: NV VIC-01."""
    assert unfit(goals=[]) == "it has 0 and needs at least 1"


@pytest.mark.parametrize(
    ("map", "words"),
    [
        ({"systems": ["Virus 8"]}, '"Virus 8" is not a system'),
        ({"systems": ["VIRUS 8"], "lines": ["VIRUS - ALGOL"]}, "is not a warp line"),
        ({"each": 3}, "it is 3 and must be at least 4"),
        ({"warp_lines": 2}, "it is 2 and must be at least 3"),
        ({"warp_lines": 9}, "it is 9 and must be at most 8"),
    ],
)
def test_a_map_that_is_not_understood(map: dict[str, Any], words: str) -> None:
    assert words in unfit(map=map)


def test_faults_stand_at_their_place() -> None:
    data = files("pbm.games.nova").joinpath("scenarios", "duel.toml").read_text(encoding="utf-8")
    with pytest.raises(Faults) as wrong:
        load(Scenario, data.replace('"PAVO 3"', '"PAVO III"').encode(), "duel.toml")
    (problem,) = wrong.value.problems
    assert problem.span is not None
    assert '"PAVO III" is not a system' in problem.reason + problem.fault


def test_a_drawn_map_needs_a_home_for_everybody() -> None:
    three = [{"id": "E", "name": "Empire", "players_max": 3}]
    (problem,) = check_scenario(scenario(sides=three))
    assert (problem.fault, problem.reason) == (
        "the map has 2 home stars",
        "the scenario takes up to 3 empires",
    )


def test_lines_without_systems() -> None:
    assert faults(map={"lines": ["VIRUS D - ALGOL B"]}) == ["the map has lines but no systems"]


@pytest.mark.parametrize(("each", "found"), [(4, True), (5, False)])
def test_a_generated_map_must_have_room_for_its_lines(each: int, found: bool) -> None:
    """Eight systems of two empires cannot have seven lines each and a choice left."""
    wrong = list(check_scenario(scenario(map={"each": each, "warp_lines": 7})))
    assert bool(wrong) is found
    if found:
        assert wrong[0].fault == "the map is too small for 7 warp lines at every system"
        assert "2 empires with 4 systems each have 8; more than 8" in wrong[0].reason


def test_faults_of_map_sides_and_options_are_told_together() -> None:
    sides = [{"id": "E", "name": "Empire", "players_min": 2, "players_max": 1}]
    lost = {"systems": ["VIRUS 8 home", "MINKY 8 home"], "lines": []}
    found = faults(sides=sides, map=lost, options={"treasury.rate": "much"})
    assert len(found) == 3
    assert found[:2] == [
        "side E needs more players than it takes",
        "no way leads from VIRUS to MINKY",
    ]


def test_all_empires_are_one_side() -> None:
    assert scenario().empires.players_min == 2
    two = [{"id": "A", "name": "One"}, {"id": "B", "name": "Two"}]
    assert unfit(sides=two) == "it has 2 and may have at most 1"
