"""Relative velocity. Rule: DV 8.3, DV 8.4."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbm.games.deltavee.rules.fire.relative import Relative, chart, relative_velocity, statement_of
from pbm.games.deltavee.state.geometry import DIRECTIONS, Direction
from tests.games.deltavee.builders import ship, state, work

PRINTED = (
    (1, 2, 3, 4, 5, 6, 7, 8, 9),
    (2, 3, 4, 4, 5, 6, 7, 8, 9),
    (3, 4, 4, 5, 6, 7, 8, 9, 9),
    (4, 4, 5, 6, 6, 7, 8, 9, 10),
    (5, 5, 6, 6, 7, 8, 9, 9, 10),
    (6, 6, 7, 7, 8, 8, 9, 10, 11),
    (7, 7, 8, 8, 9, 9, 10, 11, 11),
    (8, 8, 9, 9, 9, 10, 11, 11, 12),
    (9, 9, 9, 10, 10, 11, 11, 12, 13),
)


def relative(
    at: str,
    direction: int,
    velocity: int,
    at2: str,
    direction2: int,
    velocity2: int,
    options: Mapping[str, str] | None = None,
    **more: bool,
) -> Relative:
    one = ship(1, "A", "sword", at, direction, velocity)
    other = ship(2, "B", "sword", at2, direction2, velocity2)
    made = work(state(one, other), options=options)
    return relative_velocity(made.state, one, other, made.options, **more)


def test_the_chart_as_printed() -> None:
    assert [[chart(t, f) for f in range(1, 10)] for t in range(1, 10)] == [list(r) for r in PRINTED]
    assert [chart(0, f) for f in range(10)] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [chart(t, 0) for t in range(10)] == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_the_chart_is_symmetric_and_never_falls() -> None:
    for a in range(10):
        for b in range(10):
            assert chart(a, b) == chart(b, a)
            assert chart(a, b) <= chart(a, b + 1)


def test_above_nine_the_chart_goes_on_by_its_pattern() -> None:
    assert chart(10, 9) == 13  # root of 181 is 13.45
    assert chart(10, 10) == 14  # root of 200 is 14.14
    assert chart(12, 5) == 13  # exactly
    assert chart(10, 7) == 12  # root of 149 is 12.2
    assert chart(11, 6) == 13  # root of 157 is 12.53: up
    assert chart(0, 12) == 12  # 0 is read as 1: root of 145 is 12.04


def test_statements_by_the_directions() -> None:
    found = [statement_of(Direction(12), target) for target in DIRECTIONS]
    assert found == [1, 3, 3, 3, 2, 2, 2, 3, 3, 3, 1, 1]  # targets 1 to 12
    assert statement_of(Direction(1), Direction(12)) == 1
    assert statement_of(Direction(3), Direction(5)) == 3


@pytest.mark.parametrize(("direction", "value"), [(1, 1), (7, 7), (3, 5)])
def test_the_books_example(direction: int, value: int) -> None:
    # 4 against 3: difference 1, sum 7, chart 5
    found = relative("A0909", 12, 4, "A1110", direction, 3)
    assert (found.value, found.in_line, found.same_course) == (value, False, False)
    assert sum(amount for _, amount in found.terms) == value


def test_in_line_is_halved_up() -> None:
    assert relative("A0909", 3, 4, "A1309", 3, 2).value == 1  # difference 2
    found = relative("A0909", 12, 4, "A0905", 6, 3)
    assert found.value == 4  # 7 halved
    assert found.in_line
    assert [amount for _, amount in found.terms] == [7, -3]
    assert relative("A0909", 12, 2, "A0907", 12, 1).value == 1  # 1 halved


def test_beside_the_line_it_is_not() -> None:
    assert relative("A0909", 12, 4, "A1005", 6, 3).value == 7
    assert relative("A0909", 3, 4, "A1309", 4, 2).value == 2


def test_same_course_wins_over_in_line() -> None:
    found = relative("A0909", 12, 4, "A0905", 12, 4)
    assert (found.value, found.same_course, found.in_line) == (0, True, False)


def test_same_course_needs_the_same_direction_and_velocity_but_no_place() -> None:
    assert relative("A0909", 12, 4, "A1203", 12, 4).same_course
    assert not relative("A0909", 12, 4, "A1203", 12, 3).same_course
    assert not relative("A0909", 12, 4, "A1203", 1, 4).same_course
    assert relative("A0909", 12, 0, "A1203", 12, 0).same_course


def test_at_an_interception_the_range_is_not_halved_but_the_value_is_none() -> None:
    found = relative("A0909", 12, 4, "A0909", 12, 4, same_course=False)
    assert (found.value, found.same_course) == (0, False)


def test_the_zigzag_reading_takes_odd_places_on_a_corner_line() -> None:
    # One step towards 1 o'clock goes left, to 12: A0908.
    assert relative("A0909", 1, 3, "A0908", 7, 2).value == 5
    assert relative("A0909", 1, 3, "A0908", 7, 2, {"inline": "zigzag"}).value == 3
