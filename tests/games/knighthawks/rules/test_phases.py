"""The sequence of play: parts, mailings, turns that end, games that do."""

from __future__ import annotations

from msgspec.structs import replace

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine.context import GameState
from pbm.engine.options import settle
from pbm.engine.turn import Inputs, run
from pbm.engine.types import Seat
from pbm.games.knighthawks.game import RULESET
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.rules.phases import missing, phases
from pbm.games.knighthawks.state.state import DESTROYED, WAITING, Placement, State, Victory
from tests.games.knighthawks.builders import SEATS, ship, state, work

LAST = (Victory("A", "last_standing", "alone"), Victory("B", "last_standing", "alone"))


def options(**chosen: str) -> dict[str, str]:
    return settle(OPTIONS, chosen)[0]


def keys(table: State, **chosen: str) -> list[str]:
    return [phase.key for phase in phases(table, 1, options(**chosen))]


def due(table: State, turn: int = 1, **chosen: str) -> list[tuple[str, ...]]:
    return [phase.due(table) for phase in phases(table, turn, options(**chosen))]


TWO = state(ship("A1", "0505"), ship("B1", "3030"), victory=LAST)
THREE = state(ship("A1", "0505"), ship("B1", "3030"), ship("C1", "1010"))


def test_each_side_moves_then_is_fired_at_then_fires() -> None:
    assert keys(TWO) == ["1.move", "1.defence", "1.attack", "2.move", "2.defence", "2.attack"]


def test_with_three_sides_a_turn_has_three_parts() -> None:
    assert [key for key in keys(THREE) if key.endswith("move")] == ["1.move", "2.move", "3.move"]


def test_simultaneous_fire_is_one_phase() -> None:
    assert keys(TWO, defensive_fire="simultaneous") == ["1.move", "1.combat", "2.move", "2.combat"]


def test_one_sheet_a_turn_or_one_a_part() -> None:
    assert due(TWO) == [("",), (), (), (), (), ()]
    assert due(TWO, orders="half-turn") == [("",), (), (), (".2",), (), ()]
    assert due(THREE, orders="half-turn")[6] == (".3",)


def test_set_up_asks_only_where_there_is_a_choice() -> None:
    free = replace(TWO, turn=0, placements={"a1": Placement((), (), 0, 0)})
    assert due(free, 0) == [("",)]
    assert due(replace(TWO, turn=0), 0) == [()]


def test_who_has_nothing_to_place_misses_nothing() -> None:
    waiting = replace(
        state(ship("A1", "0505", status=WAITING), ship("B1", "3030"), turn=0),
        placements={"a1": Placement((), (), 0, 0)},
    )
    made = work(waiting)
    assert missing(made, "bea").missing
    assert made.events == []
    assert missing(made, "ann").missing
    assert [event.kind for event in made.events] == ["missed_turn"]
    later = work(TWO)
    missing(later, "bea")
    assert [event.facts["player"] for event in later.events] == ["bea"]


def played(table: State, turn: int, mailing: str, phase: int = 0, **chosen: str) -> GameState:
    game_state = GameState(turn, phase, (mailing,), SEATS, table)
    stage = run(
        RULESET, game_state, mailing, Inputs(), options(**chosen), KeyedDice(b"", turn), Ids(b"")
    )
    assert stage.game_state is not None
    return stage.game_state


def test_a_turn_ends_and_the_next_sheet_is_due() -> None:
    after = played(TWO, 1, "1")
    assert (after.turn, after.phase, after.due, after.state.turn) == (2, 0, ("2",), 2)


def test_by_half_turns_the_second_half_waits() -> None:
    after = played(TWO, 1, "1", orders="half-turn")
    assert (after.turn, after.phase, after.due, after.state.turn) == (1, 3, ("1.2",), 1)
    then = played(after.state, 1, "1.2", 3, orders="half-turn")
    assert (then.turn, then.due) == (2, ("2",))


def test_the_game_ends_at_the_moment_a_goal_is_reached() -> None:
    lost = state(ship("A1", "0505"), ship("B1", "3030", status=DESTROYED), victory=LAST)
    after = played(lost, 1, "1")
    assert (after.result, after.due, after.state.winner) == ("Side A wins: alone", (), "A")


def test_the_last_turn_ends_the_game() -> None:
    after = played(replace(TWO, last_turn=1), 1, "1")
    assert after.result == "Turn 1 is over and no side reached its goal: a draw"
    going_on = played(replace(TWO, last_turn=2), 1, "1")
    assert going_on.result == ""


def test_a_set_up_without_choices_runs_at_once_into_turn_1() -> None:
    game_state = GameState(0, 0, (), SEATS, replace(TWO, turn=0))
    stage = run(RULESET, game_state, "", Inputs(), options(), KeyedDice(b"", 0), Ids(b""))
    assert stage.game_state is not None
    assert (stage.game_state.turn, stage.game_state.due, stage.game_state.state.turn) == (
        1,
        ("1",),
        1,
    )


def test_several_players_of_a_side_order_their_own_ships() -> None:
    seats = (*SEATS, Seat("cy", "Cy", "A"))
    table = state(ship("A1", "0505"), ship("A2", "0606", owner="cy"), ship("B1", "3030"))
    made = work(table, seats=seats)
    for phase in phases(table, 1, options()):
        made.phase = phase.key
        phase.resolve(made)
    moved = [event for event in made.events if event.kind in ("moved", "stayed")]
    assert {event.facts["ship"] for event in moved} == {"a1", "a2", "b1"}
