"""Chances to hit term by term, automatic hits and misses, damage and its halves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.games.knighthawks.rules.combat.chance import (
    Terms,
    automatic,
    chance_of,
    chance_terms,
    defence_against,
    hits,
    odds,
)
from pbm.games.knighthawks.rules.combat.damage import damage_terms, half, is_halved, mean_damage
from pbm.games.knighthawks.state.state import WEAPONS
from pbm.games.knighthawks.state.weapons import ARMS

UP, DOWN = {"screen.round": "up"}, {"screen.round": "down"}
HULL, SCREEN, NONE = "reflective hull", "masking screen", "none"


@pytest.mark.parametrize(
    ("kind", "defence", "reach", "more", "difference"),
    [
        ("laser_battery", HULL, 0, {}, 0),
        ("laser_battery", SCREEN, 0, {}, 0),
        ("laser_cannon", HULL, 4, {"head_on": True}, -10),
        ("laser_cannon", HULL, 0, {"head_on": True}, 10),
        ("laser_battery", NONE, 0, {}, 0),
        ("laser_battery", SCREEN, 4, {}, -20),
        ("laser_battery", HULL, 6, {"head_on": True}, -30),  # not a forward-firing weapon
        ("torpedo", NONE, 4, {}, 0),
        ("torpedo", HULL, 2, {"icms": 2}, -20),
        ("torpedo", HULL, 2, {"icms": 8}, -80),
        ("torpedo", HULL, 0, {"evading_mr": 3}, -15),
        ("torpedo", HULL, 0, {"evading_mr": 4}, -20),
        ("torpedo", HULL, 0, {"evading_mr": 5}, -25),
        ("torpedo", HULL, 0, {"evading_mr": 4, "icms": 1}, -30),
        ("assault_rocket", HULL, 3, {"head_on": True, "icms": 3}, -5),
        ("assault_rocket", HULL, 3, {"evading_mr": 4}, 0),
        ("rocket_battery", HULL, 2, {"icms": 4}, -12),
        ("rocket_battery", HULL, 2, {"evading_mr": 4}, 0),
        ("laser_cannon", HULL, 0, {"icms": 3, "evading_mr": 4}, 0),
    ],
)
def test_chance(kind: str, defence: str, reach: int, more: dict[str, int], difference: int) -> None:
    """What is added to the cell of the table, and taken from it."""
    terms = chance_terms(ARMS[kind], defence, reach, **more)  # type: ignore[arg-type]
    assert chance_of(terms) == ARMS[kind].base(defence) + difference
    assert all(amount for _name, amount in terms)


def test_terms_are_named() -> None:
    terms = chance_terms(ARMS["torpedo"], HULL, 3, evading_mr=4, icms=2)
    assert terms == (
        ("torpedo at reflective hull", 70),
        ("evasive maneuvers MR 4 x 5", -20),
        ("2 ICMs x 10", -20),
    )
    assert chance_terms(ARMS["torpedo"], NONE, 3, icms=1) == (
        ("torpedo at no reflective hull", 70),
        ("1 ICM x 10", -10),
    )
    assert chance_terms(ARMS["laser_battery"], SCREEN, 2)[1] == ("range 2 x 5", -10)


@pytest.mark.parametrize(
    ("reflective", "screened", "out", "laser", "rocket"),
    [
        (True, False, False, HULL, HULL),
        (True, True, False, SCREEN, HULL),
        (False, True, False, SCREEN, SCREEN),
        (False, False, False, NONE, NONE),
        (True, False, True, SCREEN, HULL),
        (False, False, True, SCREEN, NONE),
        (True, True, True, SCREEN, HULL),
    ],
)
def test_most_effective_defence(
    reflective: bool, screened: bool, out: bool, laser: str, rocket: str
) -> None:
    for kind in WEAPONS:
        found = defence_against(
            ARMS[kind], reflective=reflective, screened=screened, out_of_screen=out
        )
        assert found == (laser if ARMS[kind].is_laser else rocket)


@pytest.mark.parametrize(
    ("chance", "rolled", "hit", "auto"),
    [
        (-20, 5, True, "hit"),
        (-20, 6, False, ""),
        (0, 1, True, "hit"),
        (5, 5, True, ""),
        (4, 5, True, "hit"),
        (105, 96, False, "miss"),
        (105, 95, True, ""),
        (100, 100, False, "miss"),
        (50, 100, False, ""),
        (50, 50, True, ""),
        (50, 51, False, ""),
    ],
)
def test_hits(chance: int, rolled: int, hit: bool, auto: str) -> None:
    assert hits(chance, rolled) is hit
    assert automatic(chance, rolled) == auto


@given(st.integers(-50, 150))
def test_odds_count_the_rolls_that_hit(chance: int) -> None:
    assert odds(chance) == Fraction(sum(hits(chance, rolled) for rolled in range(1, 101)), 100)


@given(st.sampled_from(WEAPONS), st.sampled_from((HULL, SCREEN, NONE)), st.integers(0, 9))
def test_nothing_a_target_does_raises_the_chance(kind: str, defence: str, number: int) -> None:
    weapon = ARMS[kind]

    def chance(reach: int, mr: int, icms: int) -> int:
        return chance_of(chance_terms(weapon, defence, reach, evading_mr=mr, icms=icms))

    assert chance(number + 1, 0, 0) <= chance(number, 0, 0)
    assert chance(0, number + 1, 0) <= chance(0, number, 0)
    assert chance(0, 0, number + 1) <= chance(0, 0, number)


@pytest.mark.parametrize(("rolled", "up", "down"), [(1, 1, 0), (7, 4, 3), (12, 6, 6), (13, 7, 6)])
def test_half_damage(rolled: int, up: int, down: int) -> None:
    assert (half(rolled, UP), half(rolled, DOWN)) == (up, down)


def test_who_is_halved() -> None:
    for kind in WEAPONS:
        weapon = ARMS[kind]
        assert is_halved(weapon, screened=True, out_of_screen=False) is weapon.is_laser
        assert is_halved(weapon, screened=False, out_of_screen=True) is weapon.is_laser
        assert not is_halved(weapon, screened=False, out_of_screen=False)


def test_damage_terms() -> None:
    assert damage_terms(ARMS["torpedo"], (3, 9, 8, 2), halved=False, options=UP) == (
        ("damage", 22),
        ("4d10", 22),
    )
    assert damage_terms(ARMS["assault_rocket"], (1, 10), halved=False, options=UP) == (
        ("damage", 15),
        ("2d10", 11),
        ("+4", 4),
    )
    # the total is halved, not each die
    assert damage_terms(ARMS["laser_cannon"], (3, 3), halved=True, options=UP) == (
        ("damage", 3),
        ("2d10", 6),
        ("half, fractions up", 3),
    )
    assert damage_terms(ARMS["laser_battery"], (7,), halved=True, options=DOWN)[0] == ("damage", 3)


@pytest.mark.parametrize(
    ("weapon", "faces", "halved", "struck", "terms"),
    [
        ("assault_rocket", (1, 10), False, "+4", [11, 11, 0]),
        ("assault_rocket", (1, 10), False, "2d10", [4, 0, 4]),
        ("laser_cannon", (3, 4), True, "half", [7, 7, 0]),
        # What is left is halved.
        ("laser_cannon", (3, 4), True, "2d10", [0, 0, 0]),
        ("laser_cannon", (3, 4), True, "", [4, 7, 4]),
    ],
)
def test_damage_without_a_part_that_a_ruling_strikes(
    weapon: Any, faces: tuple[int, ...], halved: bool, struck: str, terms: list[int]
) -> None:
    def counted(parts: Terms) -> Terms:
        return tuple(
            (f"{part} struck out", 0) if struck and struck in part else (part, points)
            for part, points in parts
        )

    found = damage_terms(ARMS[weapon], faces, halved=halved, options=UP, counted=counted)
    assert [points for _part, points in found] == terms


def test_without_screens_there_is_no_mask() -> None:
    assert defence_against(ARMS["laser_battery"], reflective=False, screened=False) == NONE


def test_mean_damage() -> None:
    assert mean_damage(ARMS["torpedo"], halved=False, options=UP) == 22
    assert mean_damage(ARMS["assault_rocket"], halved=False, options=UP) == 15
    assert mean_damage(ARMS["laser_battery"], halved=False, options=UP) == Fraction(11, 2)
    # 1 to 10 halved up: 1 1 2 2 3 3 4 4 5 5; down: 0 1 1 2 2 3 3 4 4 5
    assert mean_damage(ARMS["laser_battery"], halved=True, options=UP) == 3
    assert mean_damage(ARMS["laser_battery"], halved=True, options=DOWN) == Fraction(5, 2)
    # Two dice make 11; half of all sums are odd, and each of those gains or loses a half.
    assert mean_damage(ARMS["laser_cannon"], halved=True, options=UP) == Fraction(23, 4)
    assert mean_damage(ARMS["laser_cannon"], halved=True, options=DOWN) == Fraction(21, 4)
