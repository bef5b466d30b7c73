"""Speeds, turns, plots, duty and orbits: the numbers of the book, both sides of each edge."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.drawing.hexgrid import SIDES, Hex, Side, distance, neighbours, parse_hex
from pbm.engine.options import settle
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.orders.duty import (
    duty_fault,
    duty_speed,
    duty_speeds,
    may_evade,
    turns_owed,
    zigzag,
)
from pbm.games.knighthawks.orders.plots import (
    course_of,
    legal_speeds,
    legs_of,
    may_rotate,
    may_stop,
    nearest_speed,
    plot_faults,
    plot_speed,
    plot_text,
    speed_fault,
    turns_written,
    walk,
)
from pbm.games.knighthawks.orders.ways import Leg, Plot
from pbm.games.knighthawks.rules.movement.orbit import (
    left_orbits,
    next_in_orbit,
    orbit_fault,
    orbit_ring,
    orbit_step,
    orbit_text,
)
from pbm.games.knighthawks.state.state import Map, Orbit
from tests.games.knighthawks.builders import planet, ship, state

L, R = -1, 1
DEFAULTS, _ = settle(OPTIONS, {})


def plot(text: str, speed: int | None = None) -> Plot:
    """A plot as players write it: "3 L 2 L 1"."""
    legs: list[Leg] = []
    for word in text.split():
        if word in "LR":
            turn = L if word == "L" else R
            if legs and legs[-1].turn == 0:
                legs[-1] = Leg(legs[-1].hexes, turn)
            else:
                legs.append(Leg(0, turn))
        else:
            legs.append(Leg(int(word), 0))
    return Plot(speed, tuple(legs))


def texts(path: tuple[Hex, ...]) -> list[str]:
    return [str(at) for at in path]


# --- speeds ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "adf", "speeds"),
    [
        (5, 2, [3, 4, 5, 6, 7]),
        (0, 4, [0, 1, 2, 3, 4]),
        (30, 5, list(range(25, 36))),
        (2, 3, [0, 1, 2, 3, 4, 5]),
        (3, 0, [3]),
    ],
)
def test_movement_legal_speeds(last: int, adf: int, speeds: list[int]) -> None:
    assert list(legal_speeds(last, adf)) == speeds
    assert [s for s in range(60) if speed_fault(s, last, adf) is None] == speeds


def test_movement_stops_up_to_its_adf() -> None:
    assert [may_stop(last, 2) for last in (0, 1, 2, 3)] == [True, True, True, False]


def test_movement_speed_faults_say_the_numbers() -> None:
    stop = speed_fault(0, 3, 2)
    assert stop is not None
    assert stop == ("it cannot stop: its last speed is 3 and its ADF 2", "KH 3 Stopping")
    fast = speed_fault(8, 5, 2)
    assert fast is not None
    assert fast.why == "speed 8 is not from 3 to 7: its last speed is 5 and its ADF 2"
    assert fast.rule == "KH 3 Acceleration"


def test_movement_rotates_at_rest_or_from_orbit() -> None:
    assert may_rotate(0)
    assert not may_rotate(1)
    assert may_rotate(1, in_orbit=True)


def test_movement_nearest_speed_is_the_slower_of_two() -> None:
    assert nearest_speed([3, 4, 6, 7], 5) == 4
    assert nearest_speed([3, 4, 5], 9) == 5
    assert nearest_speed([3, 4, 5], 0) == 3


# --- plots ----------------------------------------------------------------------------------


def test_movement_frigate_of_the_book() -> None:
    written = plot("3 L 2 L 1 L 1")
    assert plot_faults(written, 7, 0, 3) == ()
    course = course_of(written, 7)
    flown = walk(parse_hex("2020"), Side(12), course)
    assert texts(flown.path) == ["2019", "2018", "2017", "1917", "1816", "1717", "1718"]
    assert (flown.facing, flown.turns) == (6, 3)
    assert plot_text(course) == "3 L 2 L 1 L 1"


def test_movement_turn_in_the_last_hex() -> None:
    written = plot("1 R 1 R")
    assert plot_faults(written, 2, 0, 4) == ()
    flown = walk(parse_hex("2020"), Side(12), course_of(written, 2))
    assert (texts(flown.path), flown.facing, flown.turns) == (["2019", "2119"], 4, 2)


@pytest.mark.parametrize(
    ("written", "mr", "why"),
    [
        ("1 L 1 L 1 L 1", 3, ""),
        ("1 L 1 L 1 L 1", 2, "it turns 3 times, its MR is 2"),
        ("L 4", 3, "it turns before it has entered a hex"),
        ("2 L L 2", 3, "it turns twice in its hex 2"),
        ("2 L 1 L 1", 3, ""),
        ("4 2", 3, "its plot has 6 hexes, its speed is 4"),
        ("2 R 1", 3, "its plot has 3 hexes, its speed is 4"),
        ("2 R 2", 3, ""),
    ],
)
def test_movement_plot_faults(written: str, mr: int, why: str) -> None:
    assert [fault.why for fault in plot_faults(plot(written, 4), 4, 2, mr)] == [why] * bool(why)


def test_movement_all_faults_of_a_plot_at_once() -> None:
    found = plot_faults(plot("L L 2 R R 1", 9), 4, 2, 3)
    assert [fault.why for fault in found] == [
        "speed 9 is not from 2 to 6: its last speed is 4 and its ADF 2",
        "its plot has 3 hexes, its speed is 9",
        "it turns before it has entered a hex",
        "it turns twice in its hex 2",
        "it turns 4 times, its MR is 3",
    ]


def test_movement_speed_of_a_plot() -> None:
    assert plot_speed(plot("3 L 2", 4), 1) == 4
    assert plot_speed(plot("3 L 2"), 1) == 5
    assert plot_speed(Plot(None, ()), 6) == 6
    assert course_of(Plot(None, ()), 2) == (0, 0)
    assert turns_written(plot("L 2 R 1 R").legs) == ((0, L), (2, R), (3, R))
    assert plot_text(()) == ""
    assert legs_of((0, 0)) == (Leg(2, 0),)


@given(st.lists(st.sampled_from([0, L, R]), max_size=9))
def test_movement_course_to_legs_and_back(turns: list[int]) -> None:
    course = tuple(turns)
    assert course_of(Plot(None, legs_of(course)), 0) == course
    assert plot(plot_text(course)) == Plot(None, legs_of(course))


@given(st.lists(st.sampled_from([0, L, R]), max_size=9), st.sampled_from(SIDES))
def test_movement_walks_hex_by_hex(turns: list[int], facing: Side) -> None:
    start = Hex(20, 20)
    flown = walk(start, facing, tuple(turns))
    steps = [start, *flown.path]
    assert len(flown.path) == len(turns)
    assert all(distance(one, two) == 1 for one, two in itertools.pairwise(steps))


# --- the duty after evading -----------------------------------------------------------------


def test_movement_duty_asks_turns_in_the_first_hexes() -> None:
    assert turns_owed(True, 4) == 4
    assert turns_owed(False, 4) == 0
    assert duty_fault(zigzag(5, 4), 4) is None
    assert duty_fault((L, L, L, L, 0), 4) is None
    short = duty_fault((L, R, L), 4)
    assert short is not None
    assert short.why == "it evaded, so its speed must be 4 or more"
    late = duty_fault((L, R, 0, L, R), 4)
    assert late is not None
    assert late.why.endswith("it does not in hex 3")
    assert duty_fault((), 0) is None


def test_movement_duty_speeds() -> None:
    assert zigzag(6, 4) == (L, R, L, R, 0, 0)
    assert zigzag(2, 4) == (L, R)
    assert duty_speeds(legal_speeds(4, 2), 4) == [4, 5, 6]
    assert duty_speeds(legal_speeds(1, 1), 4) == [2]
    assert duty_speed(legal_speeds(4, 2), 4, None) == 4
    assert duty_speed(legal_speeds(4, 2), 4, 6) == 6
    assert duty_speed(legal_speeds(4, 2), 4, 0) == 4


def test_movement_may_evade_if_the_duty_can_be_met() -> None:
    assert may_evade(2, 2, 4)
    assert not may_evade(1, 2, 4)
    assert may_evade(9, 2, 4)


# --- orbits ---------------------------------------------------------------------------------


def test_movement_orbit_ring_both_ways() -> None:
    ring = orbit_ring(parse_hex("2020"), parse_hex("2019"), clockwise=False)
    assert texts(ring) == ["1920", "1921", "2021", "2121", "2120", "2019"]
    ring = orbit_ring(parse_hex("2020"), parse_hex("2019"), clockwise=True)
    assert texts(ring) == ["2120", "2121", "2021", "1921", "1920", "2019"]
    with pytest.raises(ValueError, match="2018 is not next to 2020"):
        next_in_orbit(parse_hex("2020"), parse_hex("2018"), clockwise=True)


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 5), st.booleans())
def test_movement_orbit_returns_in_six_turns(
    column: int, row: int, start: int, clockwise: bool
) -> None:
    around = neighbours(Hex(column, row))
    ring = orbit_ring(Hex(column, row), around[start], clockwise)
    assert sorted(ring) == sorted(around)
    assert ring[5] == around[start]


def may_orbit(at: str, clockwise: bool = True, option: str = "any", **fields: object) -> str:
    size = fields.pop("size", Map(40, 40))
    rocks = fields.pop("rocks", (planet("P1", "2020"),))
    table = state(ship("A1", at, **fields), planets=rocks, map=size)
    options = {**DEFAULTS, "orbit.max_speed": option}
    fault = orbit_fault(table, table.ships[0], "p1", clockwise, options)
    return "" if fault is None else fault.why


def test_movement_orbit_starts_next_to_the_planet() -> None:
    assert may_orbit("2019", speed=9) == ""
    assert may_orbit("2018") == (
        "it starts its move in 2018, 2 hexes from P1 at 2020, not next to it"
    )
    assert may_orbit("2020") != ""


def test_movement_orbit_speed_option() -> None:
    assert may_orbit("2019", speed=4, adf=3) == ""
    assert may_orbit("2019", option="adf", speed=3, adf=3) == ""
    assert may_orbit("2019", option="adf", speed=4, adf=3) == (
        "its last speed 4 is above its ADF 3"
    )


def test_movement_orbit_needs_a_free_ring() -> None:
    assert may_orbit("2019", size=Map(21, 21)) == ""
    blocked = "the ring of P1 has hexes off the map or of another planet"
    assert may_orbit("2019", size=Map(20, 21)) == blocked
    rocks = (planet("P1", "2020"), planet("P2", "2021"))
    assert may_orbit("2019", rocks=rocks) == blocked
    assert may_orbit("2019", rocks=rocks[:1]) == ""


def test_movement_orbit_keeps_its_direction() -> None:
    assert may_orbit("2019", orbit=Orbit("p1", True)) == ""
    assert may_orbit("2019", clockwise=False, orbit=Orbit("p1", True)) == (
        "it must leave its clockwise orbit of P1 first"
    )
    bound = "it has not been away from P1 since it orbited the other way"
    assert may_orbit("2019", clockwise=False, left_orbits=(Orbit("p1", True),)) == bound
    assert may_orbit("2019", clockwise=True, left_orbits=(Orbit("p1", True),)) == ""


def test_movement_direction_is_free_after_a_move_away() -> None:
    table = state(planets=(planet("P1", "2020"), planet("P2", "2022")))
    orbit = Orbit("p1", True)
    before = ship("A1", "2019", orbit=orbit)
    assert left_orbits(table, before, ship("A1", "2120")) == (orbit,)
    assert left_orbits(table, before, ship("A1", "2018")) == ()
    assert left_orbits(table, before, ship("A1", "2120", orbit=orbit)) == ()
    still = ship("A1", "2120", left_orbits=(orbit,))
    assert left_orbits(table, still, ship("A1", "2121")) == (orbit,)
    assert left_orbits(table, still, ship("A1", "2220")) == ()
    assert left_orbits(table, still, ship("A1", "2121", orbit=orbit)) == ()
    at_both = ship("A1", "2021", orbit=Orbit("p2", False), left_orbits=(orbit,))
    assert left_orbits(table, at_both, ship("A1", "2121")) == (orbit,)


def test_movement_orbit_step_stays_where_no_order_could_bring_it() -> None:
    table = state(planets=(planet("P1", "0101"), planet("P2", "2020"), planet("P3", "2120")))
    assert str(orbit_step(table, parse_hex("0201"), Orbit("p1", True))) == "0102"
    assert str(orbit_step(table, parse_hex("0102"), Orbit("p1", True))) == "0102"
    assert str(orbit_step(table, parse_hex("2019"), Orbit("p2", True))) == "2019"
    assert str(orbit_step(table, parse_hex("2017"), Orbit("p2", True))) == "2017"
    assert orbit_text(table, Orbit("p2", False)) == "counterclockwise orbit of P2"
