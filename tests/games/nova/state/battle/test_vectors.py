"""Vectors: six directions, thrust that adds up, at most two directions kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.games.nova.state.battle.vectors import (
    DIRECTIONS,
    distance,
    length,
    limited,
    minus,
    of_directions,
    plus,
    simplified,
    step,
)

places = st.tuples(st.integers(-60, 60), st.integers(-60, 60))


def test_directions_go_clockwise_from_straight_up_and_three_apart_are_opposite() -> None:
    assert [step(one) for one in DIRECTIONS] == [
        (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0),
    ]  # fmt: skip
    for one in (1, 2, 3):
        assert plus(step(one, 4), step(one + 3, 4)) == (0, 0)
    assert step(3, 0) == (0, 0)


@pytest.mark.parametrize(
    ("old", "thrust", "new"),
    [
        ({2: 4, 3: 1}, {5: 3, 3: 2}, {2: 1, 3: 3}),
        ({2: 2, 3: 2}, {6: 2}, {2: 2}),
        ({6: 3, 1: 3}, {2: 3}, {1: 6}),
        ({1: 3}, {4: 3}, {}),
        ({1: 1}, {3: 1}, {2: 1}),
        ({6: 1}, {1: 1}, {1: 1, 6: 1}),
    ],
)
def test_a_vector_is_simplified_as_in_the_book(
    old: dict[int, int], thrust: dict[int, int], new: dict[int, int]
) -> None:
    assert simplified(plus(of_directions(old), of_directions(thrust))) == new


@given(places)
def test_a_vector_in_two_directions_is_the_same_vector(vector: tuple[int, int]) -> None:
    parts = simplified(vector)
    assert of_directions(parts) == vector
    assert len(parts) <= 2
    assert all(hexes > 0 for hexes in parts.values())
    assert sum(parts.values()) == length(vector)  # the least thrust that brings it about
    ways = sorted(parts)
    assert len(ways) < 2 or (ways[1] - ways[0]) in (1, 5)


@given(places, places, places)
def test_distance_is_that_of_a_hex_map(
    a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]
) -> None:
    assert distance(a, b) == distance(b, a) == length(minus(b, a))
    assert distance(a, c) <= distance(a, b) + distance(b, c)
    assert (distance(a, b) == 0) == (a == b)
    assert plus(minus(a, b), b) == a


@given(places, st.integers(0, 9))
def test_thrust_is_never_more_than_the_engine_gives(change: tuple[int, int], most: int) -> None:
    kept = limited(change, most)
    assert length(kept) == min(length(change), most)
    assert distance(kept, change) == length(change) - length(kept)


def test_the_greater_part_of_too_much_thrust_is_kept() -> None:
    assert limited(of_directions({2: 1, 3: 4}), 4) == step(3, 4)
    assert limited(of_directions({2: 1, 3: 4}), 5) == of_directions({2: 1, 3: 4})
    assert limited(of_directions({2: 2, 3: 1}), 2) == step(2, 2)
    assert limited((7, 0), 0) == (0, 0)
