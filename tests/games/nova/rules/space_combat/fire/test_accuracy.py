"""Chances and damage of force beams, plasma, warp cannon and missiles, with the book's figures."""

from __future__ import annotations

import pytest

from pbm.games.nova.rules.space_combat.fire.accuracy import (
    force_accuracy,
    missile_accuracy,
    missile_damage,
    percent_shift,
    plasma_damage,
    plasma_reduction,
    warp_accuracy,
    warp_damage,
    warp_layer,
)
from pbm.games.nova.state.components import beam_range


@pytest.mark.parametrize(
    ("fc", "ew", "shift"),
    [(0, 0, 0), (4, 5, -20), (5, 4, 10), (5, 5, 0), (0, 3, -60), (9, 2, 70)],
)
def test_what_fire_control_and_electronic_warfare_leave(fc: int, ew: int, shift: int) -> None:
    assert percent_shift(fc, ew) == shift


def test_the_force_beams_of_the_example() -> None:
    assert beam_range(4) == 3
    assert beam_range(8) == 6
    assert force_accuracy(140, 4, fc=4, ew=5) == 80
    assert force_accuracy(140, 0, fc=5, ew=4) == 150


@pytest.mark.parametrize(
    ("pd", "pr", "distance", "damage"),
    [(6, 3, 7, 3), (6, 2, 5, 3), (6, 2, 0, 6), (2, 3, 3, 1), (2, 3, 4, 0), (2, 3, 9, 0)],
)
def test_plasma(pd: int, pr: int, distance: int, damage: int) -> None:
    assert plasma_damage(pd, pr, distance) == damage


def test_plasma_of_range_4() -> None:
    reductions = [plasma_reduction(4, distance) for distance in (0, 1, 4, 5, 8, 9, 12, 13)]
    assert reductions == [0, 1, 1, 2, 2, 3, 3, 4]


@pytest.mark.parametrize(
    ("wa", "distance", "fc", "ew", "probed", "percent"),
    [
        (115, 7, 5, 4, True, 76),
        (115, 7, 3, 4, True, 46),
        (115, 7, 5, 4, False, 26),
        (120, 5, 5, 0, True, 145),
        (120, 5, 5, 0, False, 49),
        (100, 10, 0, 0, True, 0),
        (100, 10, 0, 0, False, 0),
        (101, 10, 0, 0, False, 1),
        (100, 11, 0, 0, False, -7),
    ],
)
def test_warp_accuracy(
    wa: int, distance: int, fc: int, ew: int, probed: bool, percent: int
) -> None:
    assert warp_accuracy(wa, distance, fc, ew, probed) == percent


def test_where_a_warp_cannon_hits_and_how_hard() -> None:
    assert [warp_layer(die, 4) for die in range(1, 11)] == [
        "TA", "SD", "TA", "SD", "SL", "SL", "SL", "SL", "SL", "SL",
    ]  # fmt: skip
    assert warp_layer(10, 10) == "SD"
    assert [warp_damage(4, layer) for layer in ("SL", "TA", "SD")] == [4, 8, 12]


def test_missiles() -> None:
    assert [missile_accuracy(90, ew) for ew in (0, 2, 13)] == [90, 76, -1]
    assert [missile_damage(6, die) for die in range(1, 7)] == [3, 5, 6, 6, 9, 12]
    assert [missile_damage(13, die) for die in range(1, 7)] == [7, 10, 13, 13, 20, 26]
