"""Who has won, and when. Numbers are the book's."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC
from pbm.games.nova.rules import victory
from pbm.games.nova.rules.victory import population, standing
from pbm.games.nova.state.state import Goal, State, System
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import empire, home, state, system, told, work

ALGOL = system("ALGOL", colonies=2, colonizer="ann")  # a settlement: type 5 gives 20
TEDDY = system("TEDDY", colonies=1, colonizer="bea")  # an outpost


def looked(table: State, **options: str) -> PhaseContext:
    made = work(table, options={key.replace("_", "."): value for key, value in options.items()})
    victory.look(made)
    return made


def over(made: PhaseContext) -> tuple[str, tuple[str, ...]]:
    return made.state.result, made.state.winners


def goal(method: str, level: int = 0, **more: Any) -> Goal:
    return Goal(method, level, **more)


# --- points ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("colonies", "points"), [(0, 0), (1, 1), (2, 3), (3, 5)])
def test_points_by_status(colonies: int, points: int) -> None:
    """Rule: NV VIC-02."""
    one = System("A", 8, {}, colonies, "ann", "ann")
    assert population({"A": one}, "ann", "nobody") == points
    assert population({"A": one}, "bea", "nobody") == 0


def test_a_captured_system_is_worth_nothing() -> None:
    """To its captor never; to its colonizer by option. Ambiguity: NV A-CAPT-VP."""
    taken = {"A": System("A", 8, {}, 3, "ann", "bea")}
    assert population(taken, "bea", "nobody") == population(taken, "bea", "colonizer") == 0
    assert population(taken, "ann", "nobody") == 0
    assert population(taken, "ann", "colonizer") == 5


def test_territory_counts_what_is_controlled() -> None:
    """Captured or colonized, one each a turn, never lost. Rule: NV VIC-05, NV VIC-08."""
    taken = system("TEDDY", colonies=1, colonizer="bea", owner="ann")
    free = system("SHOOT")
    table = state(ALGOL, taken, free, empire("ann", points=4), goals=(goal("territory", 99),))
    made = looked(table)
    assert made.state.empires["ann"].points == 7
    assert made.state.empires["bea"].points == 1
    facts = {event.seen.keys().__iter__().__next__(): dict(event.facts) for event in made.events}
    assert facts == {"ann": {"gain": 3, "points": 7}, "bea": {"gain": 1, "points": 1}}


def test_points_are_counted_but_not_told_where_they_do_not_win() -> None:
    made = looked(state(goals=(goal("population", 99),)))
    assert made.state.empires["ann"].points == 1
    assert made.events == []
    assert told(looked(state(goals=(goal("time", last=9, by="territory"),))), "territory")


def test_who_is_out_or_holds_nothing_gets_no_points() -> None:
    out = empire("bea", eliminated=True, points=3)
    made = looked(state(out, players="abc"))
    assert made.state.empires["bea"].points == 3
    bare = looked(state(system("VIRUS"), goals=(goal("territory", 99),)))
    assert bare.state.empires["ann"].points == 0
    assert [list(event.seen) for event in told(bare, "territory")] == [["bea"]]


def test_where_each_empire_stands() -> None:
    taken = system("TEDDY", colonies=3, colonizer="bea", owner="ann", surface={"ann": {"RA": 9}})
    table = state(ALGOL, replace(taken, type=6), empire("bea", points=8))
    made = work(table)
    draft = Draft(table)
    assert standing(made, draft, "population") == {"ann": 8, "bea": 5}
    assert standing(made, draft, "territory") == {"ann": 0, "bea": 8}
    found = standing(made, draft, "production")
    assert found == {"ann": 200 + 20 + 50, "bea": 200}  # half of a captured world of 100
    out = Draft(state(empire("bea", eliminated=True)))
    assert standing(made, out, "population") == {"ann": 5}


# --- goals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "won"), [(8, True), (9, False)])
def test_population_reaches_its_level(level: int, won: bool) -> None:
    """A world and a settlement are 8. Rule: NV VIC-02."""
    made = looked(state(ALGOL, goals=(goal("population", level),)))
    expected = ("VIRUS wins: population of 8, reached first", ("VIRUS",)) if won else ("", ())
    assert over(made) == expected
    events = told(made, "game_over")
    assert len(events) == won
    if won:
        assert events[0].seen == PUBLIC
        assert events[0].facts["winner"] == "VIRUS"


@pytest.mark.parametrize(("level", "won"), [(219, True), (220, False)])
def test_production_exceeds_its_level(level: int, won: bool) -> None:
    """200 of the home star and 20 of a settlement. Rule: NV VIC-03."""
    made = looked(state(ALGOL, goals=(goal("production", level),)))
    assert over(made) == (
        ("VIRUS wins: production of 220, reached first", ("VIRUS",)) if won else ("", ())
    )


@pytest.mark.parametrize(("before", "won"), [(98, True), (97, False)])
def test_territory_reaches_its_level(before: int, won: bool) -> None:
    made = looked(state(ALGOL, empire("ann", points=before), goals=(goal("territory", 100),)))
    assert bool(made.state.result) is won


@pytest.mark.parametrize(("last", "won"), [(3, True), (2, True), (4, False)])
@pytest.mark.parametrize(
    ("by", "number"), [("production", 220), ("population", 8), ("territory", 2)]
)
def test_when_time_is_up_the_most_wins(last: int, won: bool, by: str, number: int) -> None:
    """The table is in turn 3. Rule: NV VIC-04."""
    made = looked(state(ALGOL, goals=(goal("time", last=last, by=by),)))
    words = f"VIRUS wins: {by} of {number}, the most after turn {last}"
    assert over(made) == ((words, ("VIRUS",)) if won else ("", ()))


def test_a_goal_may_have_a_level_and_a_last_turn() -> None:
    """Who reached the level wins, else who is ahead."""
    reached = looked(state(ALGOL, goals=(goal("population", 8, last=3),)))
    assert reached.state.result == "VIRUS wins: population of 8, reached first"
    ahead = looked(state(ALGOL, goals=(goal("population", 9, last=3),)))
    assert ahead.state.result == "VIRUS wins: population of 8, the most after turn 3"
    assert over(looked(state(ALGOL, goals=(goal("population", 9, last=4),)))) == ("", ())


def test_the_first_goal_that_is_reached_decides() -> None:
    goals = (goal("population", 99), goal("production", 219), goal("time", last=3))
    assert looked(state(ALGOL, goals=goals)).state.result.startswith("VIRUS wins: production")


# --- ties ------------------------------------------------------------------------------------


def test_several_reach_the_goal_at_once() -> None:
    """The higher surplus, then production, then shared. Ambiguity: NV A-VIC-TIE."""
    goals = (goal("population", 6),)
    taken = system("SHOOT", colonies=1, colonizer="bea")
    surplus = state(ALGOL, taken, goals=goals)  # 8 and 6
    assert looked(surplus).state.winners == ("VIRUS",)
    level = state(ALGOL, system("SHOOT", colonies=2, colonizer="bea"), goals=goals)  # 8 and 8
    assert looked(level).state.winners == ("MINKY",)  # 220 and 200 + 80
    poor = home("bea", suppressed=True)
    assert looked(replace(level, systems={**level.systems, "MINKY": poor})).state.winners == (
        "VIRUS",
    )
    same = state(goals=(goal("population", 5),))
    assert over(looked(same)) == (
        ("VIRUS and MINKY win: population of 5 and 5, reached first", ("VIRUS", "MINKY"))
    )


def test_where_victory_is_shared_all_who_reach_the_goal_win() -> None:
    taken = system("SHOOT", colonies=1, colonizer="bea")
    table = state(ALGOL, taken, players="abc", goals=(goal("population", 6),))
    made = looked(table, victory_tie="shared")
    assert over(made) == (
        ("VIRUS and MINKY win: population of 8 and 6, reached first", ("VIRUS", "MINKY"))
    )
    assert told(made, "game_over")[0].facts["winner"] == "VIRUS, MINKY"


def test_where_victory_is_shared_and_time_is_up_all_that_are_level_win() -> None:
    """Production does not part them."""
    poor = home("bea", suppressed=True)
    table = state(poor, goals=(goal("time", last=3, by="population"),))
    assert looked(table, victory_tie="shared").state.winners == ("VIRUS", "MINKY")
    assert looked(table).state.winners == ("VIRUS",)
    ahead = replace(table, systems={**table.systems, "ALGOL": ALGOL})
    assert looked(ahead, victory_tie="shared").state.winners == ("VIRUS",)


# --- the last one ----------------------------------------------------------------------------


def test_the_last_empire_left_has_won() -> None:
    out = empire("bea", eliminated=True)
    assert over(looked(state(out))) == ("VIRUS is the last empire left", ("VIRUS",))
    assert over(looked(state(out, players="abc"))) == ("", ())
    assert over(looked(state(out, empire("ann", eliminated=True)))) == ("No empire is left", ())


def test_an_empire_alone_from_the_start_has_not_won_yet() -> None:
    assert over(looked(state(players="a", goals=(goal("population", 6),)))) == ("", ())
    assert looked(state(players="a", goals=(goal("population", 5),))).state.winners == ("VIRUS",)
