from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.rules.phases import phases
from pbm.games.deltavee.rules.scenario_rules.alert import begin_command
from pbm.games.deltavee.rules.telling import destroyed
from pbm.games.deltavee.rules.victory.scoring import is_cargo
from pbm.games.deltavee.rules.victory.victory import Decided, holds, look
from pbm.games.deltavee.state.state import Dock, State, Victory
from pbm.games.deltavee.state.units import DESTROYED, JUMPED, LANDED, LEFT
from tests.games.deltavee.builders import DEFAULTS, told, work
from tests.games.deltavee.scenes import changed, started, unit


def outcome(state: State, *, phase_end: bool = False) -> tuple[str, str] | None:
    """Winner and result that a look at the state gives; None if the game goes on."""
    made = work(state)
    try:
        look(made, phase_end=phase_end)
    except Decided:
        return made.state.winner, made.state.result
    return None


def gone(state: State, *names: str, status: str = DESTROYED) -> State:
    for name in names:
        state = changed(state, name, status=status)
    return state


def test_the_showdown_ends_with_either_ship() -> None:
    state = started("showdown")
    assert outcome(state) is None
    won = outcome(gone(state, "2D"))
    assert won == ("1", "Gang wins: the ship of the Guard is destroyed")
    lost = outcome(gone(state, "1E"))
    assert lost is not None
    assert lost[0] == "2"


@pytest.mark.parametrize(
    ("names", "winner"), [(("2A",), None), (("2A", "2B"), "1"), (("1A",), "2"), (("1A1",), None)]
)
def test_the_first_shot_is_won_by_ships(names: tuple[str, ...], winner: str | None) -> None:
    found = outcome(gone(started("first-shot"), *names))
    assert (found and found[0]) == winner


@pytest.mark.parametrize(("row", "drawn"), [(27, False), (28, True)])
def test_the_first_shot_is_drawn_beyond_25_hexes_when_a_phase_ends(row: int, drawn: bool) -> None:
    state = started("first-shot")
    at = state.maps.parse("A0101")
    for name in ("2A", "2B"):
        state = changed(state, name, at=at)
    # In one column the range is the difference of the rows: 26 and 27 of a map twice as high.
    state = changed(state, "1A", at=at._replace(row=row - 1))
    assert state.maps.grid.distance(unit(state, "1A").at, at) == row - 2
    assert outcome(state) is None
    found = outcome(state, phase_end=True)
    assert (found is not None) is drawn
    if found:
        assert found == ("", "A draw: all opposing craft are more than 25 hexes apart")
        # A battlecraft in play counts, missiles do not.
        near = changed(state, "1A1", status="in play", at=at)
        assert outcome(near, phase_end=True) is None


@pytest.mark.parametrize(
    ("jumped", "winner"), [(("1A",), "1"), (("1B",), None), (("1B", "1D"), "1")]
)
def test_the_syndicate_wins_by_jumps(jumped: tuple[str, ...], winner: str | None) -> None:
    found = outcome(gone(started("tau-ceti"), *jumped, status=JUMPED))
    assert (found and found[0]) == winner


@pytest.mark.parametrize(
    ("names", "winner"),
    [
        (("1B", "1C", "1D"), None),
        (("1A", "1B"), None),
        (("1A", "1B", "1D"), "2"),
        (("1A", "1B", "1C", "1D"), "2"),
        (("2A",), "1"),
    ],
)
def test_the_navy_must_have_the_iota_among_three(
    names: tuple[str, ...], winner: str | None
) -> None:
    found = outcome(gone(started("tau-ceti"), *names))
    assert (found and found[0]) == winner


def test_a_ship_that_jumped_is_not_destroyed() -> None:
    state = gone(gone(started("tau-ceti"), "1B", status=JUMPED), "1A", "1C")
    assert outcome(state) is None
    assert outcome(gone(state, "1D")) is not None


@pytest.mark.parametrize(("velocity", "won"), [(0, False), (1, True), (2, False)])
def test_esata_wins_the_moment_the_mu_is_in_orbit(velocity: int, won: bool) -> None:
    state = started("pirates")
    mu = changed(state, "1B", at=state.planets[0].at, velocity=velocity)
    assert (outcome(mu) is not None) is won


def test_the_pirates_end_in_docking_destruction_or_a_draw() -> None:
    state = started("pirates")
    mu, flute, other = (unit(state, name).id for name in ("1B", "2B", "2A"))
    assert outcome(replace(state, docks=(Dock(flute, mu),))) == (
        "2",
        "Pirate Band wins: a Flute has docked with the Corco Mu",
    )
    assert outcome(replace(state, docks=(Dock(mu, flute),))) is not None
    assert outcome(replace(state, docks=(Dock(flute, other),))) is None
    assert outcome(gone(state, "1B")) == ("", "A draw: the Corco Mu is destroyed")
    assert outcome(gone(state, "2A")) is None
    won = outcome(gone(state, "2A", "2B"))
    assert won is not None
    assert won[0] == "1"
    assert outcome(gone(state, "1A")) is None


def test_landing_is_a_condition_a_file_may_name() -> None:
    state = started("showdown")
    part = Victory("1", "landed", "landed", (unit(state, "1E").id,))
    assert not holds(state, part)
    assert holds(gone(state, "1E", status=LANDED), part)
    assert not holds(gone(state, "1E", status=LEFT), part)


# --- Victory Points -------------------------------------------------------------------------


def counted(state: State) -> PhaseContext:
    made = work(state)
    look(made)
    return made


def wreck(state: State, name: str, *boxes: int, status: str = "X") -> State:
    ship = unit(state, name)
    for box in boxes:
        part = ship.part(f"pod {box}")
        assert part is not None
        ship = ship.with_part(replace(part, status=status))
    return state.with_units(ship)


def in_orbit(state: State, name: str) -> State:
    return changed(state, name, at=state.planets[0].at, velocity=1)


def test_a_zeta_destroyed_is_worth_four_points() -> None:
    state = started("convoy-red")
    made = work(state)
    destroyed(made, unit(state, "1B"), rule="DV 11.0", why="hits")
    assert made.state.points == {"1": 0, "2": 4}
    assert [event.facts["points"] for event in told(made, "scored")] == [1, 1, 1, 1]
    look(made)
    assert made.state.points["2"] == 4


@pytest.mark.parametrize(("status", "points"), [("V", 0), ("D", 0), ("X", 1)])
def test_a_cargo_pod_scores_once_destroyed_and_never_again(status: str, points: int) -> None:
    state = wreck(started("convoy-red"), "1B", 4, status=status)
    made = counted(state)
    assert made.state.points["2"] == points
    destroyed(made, unit(made.state, "1B"), rule="DV 11.0", why="hits")
    assert made.state.points["2"] == 4


def test_other_pods_and_ships_without_cargo_score_what_they_are() -> None:
    state = wreck(started("convoy-red"), "1B", 1, 2, 3)
    assert counted(state).state.points["2"] == 0
    assert counted(gone(state, "1E")).state.points["2"] == 1
    assert [is_cargo(pod) for pod in unit(state, "1B").pods] == [False] * 3 + [True] * 3


@pytest.mark.parametrize(("status", "points"), [("D", 4), ("X", 3)])
def test_a_ship_in_orbit_scores_with_its_cargo_and_leaves(status: str, points: int) -> None:
    state = wreck(in_orbit(started("convoy-red"), "1C"), "1C", 6, status=status)
    made = counted(state)
    assert made.state.points["1"] == points
    ship = unit(made.state, "1C")
    assert ship.status == LEFT
    assert len(told(made, "left_in_orbit")) == 1
    assert "cargo pods" in told(made, "scored")[0].facts["why"]


def test_a_ship_without_cargo_scores_one_in_orbit() -> None:
    made = counted(in_orbit(started("convoy-red"), "1E"))
    assert made.state.points["1"] == 1
    assert told(made, "scored")[0].facts["why"] == "its orbit"


def test_a_flute_lost_costs_two_points_and_the_clarinet_the_game() -> None:
    made = counted(gone(started("convoy-red"), "2B", "2C"))
    assert made.state.points == {"1": 0, "2": -4}
    lost = outcome(gone(started("convoy-red"), "2A"))
    assert lost is not None
    assert lost[0] == "1"


@pytest.mark.parametrize(("before", "won"), [(3, False), (4, True)])
def test_eight_points_win(before: int, won: bool) -> None:
    for side, state in (
        ("1", in_orbit(started("convoy-red", points={"1": before, "2": 0}), "1B")),
        ("2", gone(started("convoy-red", points={"1": 0, "2": before}), "1B")),
    ):
        found = outcome(state)
        assert (found and found[0]) == (side if won else None)


# --- the sleeping Dagger --------------------------------------------------------------------


@pytest.mark.parametrize(("face", "wakes"), [(1, True), (2, True), (3, False), (10, False)])
def test_a_die_of_one_or_two_alerts_the_dagger(face: int, wakes: bool) -> None:
    made = work(started("pirates"), faces=f"alert *: {face}", phase="1.command")
    begin_command(made, "1")
    assert unit(made.state, "1A").dormant is not wakes
    assert [event.facts["rolled"] for event in told(made, "alert_roll")] == [face]
    assert len(told(made, "alerted")) == wakes


def test_nothing_is_rolled_for_the_other_side_or_one_awake_or_gone() -> None:
    for state in (
        started("pirates"),
        changed(started("pirates"), "1A", dormant=False),
        gone(started("pirates"), "1A"),
        started("first-shot"),
    ):
        side = "2" if unit(state, "1A").dormant and unit(state, "1A").in_play else "1"
        made = work(state, phase=f"{side}.command")
        begin_command(made, side)
        assert made.events == []


def test_a_turn_of_every_scenario_runs_without_any_sheet() -> None:
    for name in ("showdown", "first-shot", "tau-ceti", "pirates", "convoy-red"):
        state: Any = started(name)
        for phase in phases(state, 1, DEFAULTS):
            made = work(state, phase=phase.key)
            phase.resolve(made)
            state = made.state
        assert state.turn == 2
