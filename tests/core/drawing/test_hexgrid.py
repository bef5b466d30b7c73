"""The hex grid: six neighbours, distances, rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.drawing.hexgrid import (
    SIDES,
    Hex,
    Side,
    cube,
    distance,
    from_cube,
    neighbour,
    neighbours,
    parse_hex,
    row_side,
    side_towards,
    stepped,
    turned,
)

HEXES = st.builds(Hex, st.integers(-50, 150), st.integers(-50, 150))


def test_the_frigates_path_of_the_books_turning_example() -> None:
    at, facing, path = parse_hex("2020"), Side(12), []
    for hexes, turn in ((3, -1), (2, -1), (1, -1), (1, 0)):  # 3 L 2 L 1 L 1
        for _ in range(hexes):
            at = neighbour(at, facing)
            path.append(str(at))
        facing = turned(facing, turn)
    assert path == ["2019", "2018", "2017", "1917", "1816", "1717", "1718"]
    assert facing == 6


@given(HEXES)
def test_the_neighbours_are_the_six_hexes_at_distance_one(at: Hex) -> None:
    near = {Hex(at.column + x, at.row + y) for x in range(-2, 3) for y in range(-2, 3)}
    assert set(neighbours(at)) == {other for other in near if distance(at, other) == 1}
    assert len(set(neighbours(at))) == 6


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(one: Hex, two: Hex, three: Hex) -> None:
    assert distance(one, two) == distance(two, one)
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, three) <= distance(one, two) + distance(two, three)


@given(HEXES, st.sampled_from(SIDES), st.integers(0, 30))
def test_going_straight_on_is_a_row(at: Hex, side: Side, steps: int) -> None:
    there = stepped(at, side, steps)
    assert distance(at, there) == steps
    assert row_side(at, there) == (side if steps else None)
    assert stepped(there, turned(side, 3), steps) == at


@given(HEXES)
def test_cube_and_back(at: Hex) -> None:
    assert from_cube(*cube(at)) == at


@given(HEXES, st.sampled_from(SIDES))
def test_a_side_faces_its_neighbour(at: Hex, side: Side) -> None:
    assert side_towards(at, neighbour(at, side)) == side
    assert side_towards(at, stepped(at, side, 2)) is None


def test_hexes_that_are_in_no_row() -> None:
    assert row_side(parse_hex("2020"), parse_hex("2119")) is None
    assert row_side(parse_hex("2020"), parse_hex("2119")) is None


@given(HEXES)
def test_a_number_reads_back(at: Hex) -> None:
    assert parse_hex(str(at)) == at


@pytest.mark.parametrize("text", ["", "201", "20185", "2o18", "²018", "20.x"])
def test_other_texts_are_not_hexes(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any text that is no number
        parse_hex(text)
