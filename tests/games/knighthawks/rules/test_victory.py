"""Victory conditions, each from both sides of its edge."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.knighthawks.rules.victory import hull_points_destroyed, look
from pbm.games.knighthawks.state.state import DESTROYED, LOST, WAITING, State, Victory
from tests.games.knighthawks.builders import ship, state, work


def outcome(table: State, at_end: bool = False, **options: str) -> tuple[str, str]:
    """Winner and result after a look."""
    made = work(table, options=options)
    look(made, at_end)
    assert [event.kind for event in made.events] == (["game_over"] if made.state.result else [])
    return made.state.winner, made.state.result


def two_sides(a: dict[str, Any], b: dict[str, Any], *victory: Victory, **fields: Any) -> State:
    return state(ship("A1", "0505", **a), ship("B1", "1010", **b), victory=victory, **fields)


LAST = Victory("A", "last_standing", "alone")
KILL = Victory("A", "destroy", "B1 is gone", ("b1",))
HOLD = Victory("B", "survive", "B1 held", ("b1",))
POINTS = (Victory("A", "hull_points", "more"), Victory("B", "hull_points", "more"))


def test_last_standing() -> None:
    assert outcome(two_sides({}, {}, LAST)) == ("", "")
    assert outcome(two_sides({}, {"status": LOST}, LAST)) == ("A", "Side A wins: alone")


def test_destroy_counts_a_ship_off_the_map_only_by_option() -> None:
    assert outcome(two_sides({}, {}, KILL)) == ("", "")
    assert outcome(two_sides({}, {"status": DESTROYED}, KILL))[0] == "A"
    assert outcome(two_sides({}, {"status": LOST}, KILL)) == ("", "")
    assert outcome(two_sides({}, {"status": LOST}, KILL), off_map="destroyed")[0] == "A"


def test_destroy_some_of_many() -> None:
    some = Victory("A", "destroy", "two", ("b1", "b2", "b3"), 2)
    ships = [ship(f"B{n}", "1010", status=DESTROYED if n == 1 else "in play") for n in (1, 2, 3)]
    assert outcome(state(ship("A1", "0505"), *ships, victory=(some,))) == ("", "")
    ships[1] = ship("B2", "1010", status=DESTROYED)
    assert outcome(state(ship("A1", "0505"), *ships, victory=(some,)))[0] == "A"


def test_survival_counts_at_the_end_of_the_last_turn_only() -> None:
    table = two_sides({}, {}, HOLD, last_turn=1)
    assert outcome(table) == ("", "")
    assert outcome(table, at_end=True)[0] == "B"
    gone = two_sides({}, {"status": LOST}, HOLD, last_turn=1)
    assert outcome(gone, at_end=True) == ("", "Turn 1 is over and no side reached its goal: a draw")


def test_hull_points_decide_at_the_end() -> None:
    hurt = {"hull": 39}
    assert outcome(two_sides({}, hurt, *POINTS, last_turn=1)) == ("", "")
    assert outcome(two_sides({}, hurt, *POINTS, last_turn=1), at_end=True)[0] == "A"
    assert outcome(two_sides(hurt, {}, *POINTS, last_turn=1), at_end=True)[0] == "B"
    assert outcome(two_sides(hurt, hurt, *POINTS, last_turn=1), at_end=True)[0] == ""


def test_hull_points_of_a_ship_off_the_map() -> None:
    table = two_sides({}, {"status": LOST, "hull": 30})
    assert hull_points_destroyed(table, "A", {"off_map": "lost"}) == 10  # what was shot away
    assert hull_points_destroyed(table, "A", {"off_map": "destroyed"}) == 40
    killed = two_sides({}, {"status": DESTROYED, "hull": -2})
    assert hull_points_destroyed(killed, "A", {"off_map": "lost"}) == 40


def test_two_goals_at_the_same_moment_are_a_draw() -> None:
    table = two_sides(
        {"status": DESTROYED},
        {"status": DESTROYED},
        KILL,
        Victory("B", "destroy", "A1 is gone", ("a1",)),
    )
    assert outcome(table)[1] == "More than one side reached its goal at the same moment: a draw"


def test_nobody_left_is_a_draw() -> None:
    table = two_sides({"status": LOST}, {"status": LOST}, HOLD)
    assert outcome(table) == ("", "No ship is left: a draw")


@pytest.mark.parametrize("fields", [{"result": "over"}, {}])
def test_nothing_is_looked_at_before_set_up_or_after_the_end(fields: dict[str, str]) -> None:
    waiting = {} if fields else {"status": WAITING}
    table = two_sides({}, {"status": DESTROYED}, KILL, **fields)
    table = state(*table.ships, ship("A2", "0606", **waiting), victory=(KILL,), **fields)
    made = work(table)
    look(made)
    assert made.events == []
