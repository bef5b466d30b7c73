"""Thrust against an unseen plot: closing, holding a range, opening it, coming to rest."""

from __future__ import annotations

import pytest

from pbm.games.nova.rules.space_combat.captains.steering import (
    hold,
    leave,
    limited,
    meet,
    pace,
    rest,
    scaled,
)
from pbm.games.nova.state.battle.vectors import STEPS, length, plus


def test_a_scaled_step_has_the_length_and_the_way() -> None:
    assert scaled((6, -3), 2) == (2, -1)
    assert scaled((0, 9), 4) == (0, 4)
    assert scaled((0, 0), 4) == (0, 0)
    for x in range(-5, 6):
        for z in range(-5, 6):
            for hexes in range(4):
                step = scaled((x, z), hexes)
                assert length(step) == (hexes if (x, z) != (0, 0) else 0)
                assert scaled((-x, -z), hexes) == (-step[0], -step[1])


def test_a_step_is_cut_down_only_if_it_is_too_long() -> None:
    assert limited((2, 1), 3) == (2, 1)
    assert length(limited((2, 2), 3)) == 3


@pytest.mark.parametrize("thrust", [1, 2, 3, 5])
def test_the_pace_is_the_greatest_from_which_one_stops_in_time(thrust: int) -> None:
    def hexes(speed: int) -> int:
        return sum(range(speed, 0, -thrust))

    for room in range(40):
        speed = pace(room, thrust)
        assert hexes(speed) <= room < hexes(speed + 1)


def test_without_engines_there_is_no_pace() -> None:
    assert pace(20, 0) == 0
    assert hold((9, 0), (1, 0), 0, 3) == (0, 0)


def flown(apart: tuple[int, int], drift: tuple[int, int], thrust: int, hexes: int) -> list[int]:
    """Distances of twenty rounds to a ship that keeps its vector."""
    found = []
    for _ in range(20):
        change = hold(apart, drift, thrust, hexes)
        assert length(change) <= thrust
        drift = plus(drift, change)
        apart = plus(apart, drift)
        found.append(length(apart))
    assert drift == (0, 0)
    return found


@pytest.mark.parametrize("thrust", [1, 2, 4])
@pytest.mark.parametrize("hexes", [0, 3, 12])
@pytest.mark.parametrize("apart", [(9, 0), (-4, 7), (1, -1), (0, 0)])
@pytest.mark.parametrize("drift", [(0, 0), (2, -1)])
def test_a_range_is_reached_and_held_at_rest(
    thrust: int, hexes: int, apart: tuple[int, int], drift: tuple[int, int]
) -> None:
    assert flown(apart, drift, thrust, hexes)[-5:] == [hexes] * 5


def test_closing_does_not_run_past() -> None:
    assert min(flown((20, 0), (0, 0), 2, 6)) == 6


def test_from_one_hex_the_way_is_given() -> None:
    assert [hold((0, 0), (0, 0), 1, 5, way) for way in range(6)] == list(STEPS)
    assert [leave((0, 0), (0, 0), 1, way) for way in range(6)] == list(STEPS)
    assert hold((0, 0), (0, 2), 1, 5) != STEPS[0]


def test_leaving_opens_the_distance_as_it_will_be() -> None:
    assert leave((2, 0), (0, 0), 3) == (3, 0)
    assert leave((2, 0), (-4, 0), 3) == (-3, 0)  # it will have flown past
    assert leave((2, 0), (-2, 0), 3) == (3, 0)  # it would be in the same hex
    assert leave((0, 0), (0, 0), 3) == (0, -3)


def test_a_rendezvous_ends_in_the_same_hex_with_the_same_vector() -> None:
    assert meet((2, 0), (0, 0), 3) == (-2, 0)
    assert meet((0, 0), (-2, 0), 3) == (2, 0)


def test_rest_takes_off_what_thrust_can() -> None:
    assert rest((2, 0), 3) == (-2, 0)
    assert rest((4, 0), 3) == (-3, 0)
