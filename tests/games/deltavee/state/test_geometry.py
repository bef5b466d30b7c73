"""Directions, zig-zag, ranges and lines (DV 6.1, 8.0, 8.3, 8.4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.rules.fire.inline import in_line
from pbm.games.deltavee.state.geometry import DIRECTIONS, Direction, Grid, apart, turned
from tests.games.deltavee.builders import DEFAULTS, MAPS, ship

GRID = Grid()
GRIDS = [Grid(pointed, down) for pointed in (False, True) for down in (False, True)]
HEXES = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))


def course(at: str, direction: int, zig: int, hexes: int) -> list[str]:
    found = GRID.course(MAPS.parse(at), Direction(direction), zig, hexes)
    return [MAPS.label(one) for one in found]


@pytest.mark.parametrize(
    ("direction", "entered"),
    [
        (12, ["B0608", "B0607", "B0606"]),
        (1, ["B0608", "B0708", "B0707"]),
        (2, ["B0709", "B0808", "B0908"]),
        (3, ["B0709", "B0809", "B0909"]),
        (4, ["B0710", "B0810", "B0911"]),
        (5, ["B0710", "B0711", "B0811"]),
        (6, ["B0610", "B0611", "B0612"]),
        (7, ["B0610", "B0511", "B0512"]),
        (8, ["B0510", "B0410", "B0311"]),
        (9, ["B0510", "B0409", "B0310"]),
        (10, ["B0509", "B0408", "B0308"]),
        (11, ["B0509", "B0508", "B0407"]),
    ],
)
def test_three_hexes_in_each_direction(direction: int, entered: list[str]) -> None:
    assert course("B0609", direction, 0, 3) == entered


def test_the_reminder_tells_which_step_is_next() -> None:
    """Scenario 1: one hex towards 3 o'clock, the reminder in A0407, then three more."""
    at, zig = GRID.step(MAPS.parse("A0207"), Direction(3), 0)
    assert (MAPS.label(at), zig) == ("A0307", 1)
    assert MAPS.label(GRID.step(at, Direction(3), zig)[0]) == "A0407"
    assert course("A0307", 3, 1, 3) == ["A0407", "A0507", "A0607"]
    assert course("B1511", 9, 0, 4) == ["B1411", "B1311", "B1211", "B1111"]


def test_a_hexside_leaves_the_zig_alone() -> None:
    assert GRID.step(Hex(5, 5), Direction(12), 1) == (Hex(5, 4), 1)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("A1112", "A0706", 8),
        ("A1112", "A0705", 9),
        ("A0909", "A0909", 0),
        ("A0407", "C1110", 39),
        ("C1406", "A0409", 42),
        ("B0717", "C1110", 20),
        ("A0207", "B1511", 29),
    ],
)
def test_ranges_of_the_scenarios(one: str, other: str, expected: int) -> None:
    assert GRID.distance(MAPS.parse(one), MAPS.parse(other)) == expected


@pytest.mark.parametrize(("down", "flute_c"), [(True, "B0816"), (False, "B0516")])
def test_the_second_flute_stands_in_rank_with_its_stagger(down: bool, flute_c: str) -> None:
    """Scenario 5: the two sources' hexes and the two staggers go in pairs (DV-A03)."""
    grid = Grid(even_down=down)
    rank = sorted(MAPS.parse(one) for one in ("B0617", "B0717", flute_c))
    first, second, third = rank
    side = grid.bearing(first, second)
    assert side is not None
    assert grid.neighbour(second, side) == third
    other = MAPS.parse("B0516" if down else "B0816")
    assert grid.bearing(rank[0], other) is None or grid.bearing(rank[-1], other) is None


@pytest.mark.parametrize(
    ("one", "other", "expected"), [(12, 12, 0), (12, 1, 1), (1, 12, 1), (10, 4, 6), (11, 4, 5)]
)
def test_positions_between_directions(one: int, other: int, expected: int) -> None:
    assert apart(Direction(one), Direction(other)) == expected


@given(HEXES, st.sampled_from(GRIDS))
def test_six_neighbours_at_one_hex(at: Hex, grid: Grid) -> None:
    around = grid.neighbours(at)
    assert len({*around}) == 6
    assert all(grid.distance(at, one) == 1 for one in around)
    assert all(grid.bearing(at, grid.neighbour(at, s)) == s for s in grid.sides)
    assert grid.from_cube(*grid.cube(at)) == at


@given(HEXES, st.sampled_from(DIRECTIONS), st.integers(1, 12), st.sampled_from(GRIDS))
def test_a_course_stays_within_half_a_hex_of_its_line(
    at: Hex, direction: Direction, hexes: int, grid: Grid
) -> None:
    """After an even number of hexes a corner course is on the true line, whatever the start."""
    end = grid.course(at, direction, 0, hexes)[-1]
    on_line = grid.is_side(direction) or hexes % 2 == 0
    assert grid.on_axis(at, end, direction) is on_line
    assert grid.distance(at, end) == hexes


@given(HEXES, st.sampled_from(DIRECTIONS), st.integers(0, 1), st.integers(1, 9))
def test_two_moves_are_one_move(at: Hex, direction: Direction, zig: int, hexes: int) -> None:
    whole = GRID.course(at, direction, zig, hexes)
    here, now = at, zig
    for one in whole:
        here, now = GRID.step(here, direction, now)
        assert here == one


def test_pointed_tops_swap_sides_and_corners() -> None:
    pointed = Grid(pointed=True)
    assert pointed.sides == (1, 3, 5, 7, 9, 11)
    assert pointed.neighbour(Hex(5, 5), Direction(3)) == Hex(6, 5)
    with pytest.raises(ValueError, match="corner"):
        pointed.neighbour(Hex(5, 5), Direction(12))


def test_turning_goes_round_the_clock() -> None:
    assert [turned(Direction(11), by) for by in (-2, 1, 2, 13)] == [9, 12, 1, 12]


def lined(one: tuple[str, int], other: tuple[str, int], **options: str) -> bool:
    units: list[Any] = [ship(1, "A", "sword", at, d, 2) for at, d in (one, other)]
    return in_line(GRID, units[0], units[1], {**DEFAULTS, **options})


def test_in_line_through_a_hexside() -> None:
    assert lined(("A0909", 12), ("A0905", 12))
    assert lined(("A0909", 12), ("A0905", 6))
    assert lined(("A0909", 12), ("A0913", 12))
    assert not lined(("A0909", 12), ("A0905", 1))
    assert not lined(("A0909", 12), ("A1005", 12))


def test_in_line_through_a_corner_only_at_even_distances() -> None:
    assert lined(("A0909", 3), ("A1109", 9))
    assert not lined(("A0909", 3), ("A1009", 9))
    assert lined(("A0909", 3), ("A1008", 9), inline="zigzag")
    assert not lined(("A0909", 3), ("A1009", 9), inline="zigzag")
    # Its next step goes left, so it came from the hex at 10 o'clock, not from that at 8.
    assert lined(("A0909", 3), ("A0808", 9), inline="zigzag")
    assert not lined(("A0909", 3), ("A0809", 9), inline="zigzag")


def test_in_one_hex_directions_alone_count() -> None:
    assert lined(("A0909", 5), ("A0909", 11))
    assert lined(("A0909", 5), ("A0909", 5))
    assert not lined(("A0909", 5), ("A0909", 6))
