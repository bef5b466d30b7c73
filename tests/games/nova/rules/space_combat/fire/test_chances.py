"""What is expected of weapons: hand-made sums, and every die against the exact chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbm.games.nova.rules.space_combat.fire.chances import (
    best_shot,
    expected,
    expected_damage,
    outcomes,
    reach,
)
from pbm.games.nova.rules.space_combat.fire.gunnery import Hit, Weapon, shot
from pbm.games.nova.state.missiles import MissileDesign

BEAM = Weapon("BL1", "BL", 20)
PULSE = Weapon("PL1", "PL", 14)
EITHER = Weapon("XL1", "XL", 14)
FORCE = Weapon("FP1", "FP", 8, accuracy=140, damage=5)
PLASMA = Weapon("PA1", "PA", 6, damage=6, pr=2)
WARP = Weapon("WC1", "WC", 9, accuracy=120, damage=4)
LAUNCHER = Weapon("ML1", "ML", 12)
EXPLORER_1 = MissileDesign("Mark1", 6, 90, 14)


def test_a_beam() -> None:
    # Range 8, +2: dice 2 to 11 give A A A B B B B C C C on size 15, so 4, 8 and 12.
    done = outcomes(shot(BEAM, 8, 5, 3))
    assert [(one.letter, one.damage, chance) for one, chance in done] == [
        ("A", 4, Fraction(3, 10)),
        ("B", 8, Fraction(2, 5)),
        ("C", 12, Fraction(3, 10)),
    ]
    assert expected_damage(BEAM, 8, 5, 3) == 8


def test_a_pulse_laser_that_may_miss() -> None:
    # Range 5, no shift, size 9: dice 0 and 1 miss, 2 and 3 A, 4 B, 5 and 6 C, 7 and 8 D, 9 E.
    done = {one.letter: chance for one, chance in outcomes(shot(PULSE, 5, 0, 0))}
    tenths = {"A": 2, "B": 1, "C": 2, "D": 2, "E": 1}
    assert done == {letter: Fraction(number, 10) for letter, number in tenths.items()}


def test_force_beams_and_plasma() -> None:
    assert expected_damage(FORCE, 4, 4, 5) == 4  # 80 % of 5
    assert expected_damage(FORCE, 0, 4, 0) == 5  # 180 % is sure
    assert expected_damage(PLASMA, 5, 0, 9) == 3
    assert expected_damage(PLASMA, 11, 0, 0) == 0
    assert outcomes(shot(PLASMA, 11, 0, 0)) == ()


def test_a_warp_cannon() -> None:
    # 1 3 armour (8), 2 4 structure (12), 5 to 10 shields (4): 6.4 for each hit, 49 % of them.
    assert expected_damage(WARP, 5, 5, 0) == Fraction(49, 100) * Fraction(64, 10)
    done = dict(outcomes(shot(WARP, 5, 5, 0, True)))
    assert done == {
        Hit(4, "WC", "TA"): Fraction(2, 10),
        Hit(4, "WC", "SD"): Fraction(2, 10),
        Hit(4, "WC", "SL"): Fraction(6, 10),
    }


def test_missiles() -> None:
    # 3 5 6 6 9 12 by the die.
    assert expected_damage(LAUNCHER, 14, 0, 2, missile=EXPLORER_1) == Fraction(76, 100) * (
        Fraction(41, 6)
    )
    assert expected_damage(LAUNCHER, 15, 0, 2, missile=EXPLORER_1) == 0
    assert expected_damage(LAUNCHER, 0, 0, 0) == 0


@pytest.mark.parametrize(("distance", "fc", "mode"), [(0, 8, "PL"), (12, 0, "BL"), (30, 0, "BL")])
def test_a_combination_laser_fires_in_its_better_mode(distance: int, fc: int, mode: str) -> None:
    best = best_shot(EITHER, distance, fc, 0)
    assert best.mode == mode
    both = [expected(shot(EITHER, distance, fc, 0, mode=way)) for way in ("BL", "PL")]
    assert expected_damage(EITHER, distance, fc, 0) == expected(best) == max(both)


@pytest.mark.parametrize(
    ("weapon", "fc", "ew", "probed", "missile", "hexes"),
    [
        (BEAM, 3, 0, True, None, 29),  # size 1 at 29, 0 at 30
        (BEAM, 0, 0, True, None, 27),  # u = 18 - 27
        (PULSE, 8, 0, True, None, 13),  # size 1 at 13
        (PULSE, 0, 9, True, None, 1),  # u = 0 - 1, A from -1 on
        (EITHER, 3, 0, True, None, 20),
        (FORCE, 0, 0, True, None, 6),
        (FORCE, 0, 5, True, None, 3),  # 140 - 100 - 30 = 10
        (FORCE, 0, 7, True, None, -1),
        (PLASMA, 0, 0, True, None, 10),
        (WARP, 0, 0, True, None, 10),
        (WARP, 0, 0, False, None, 10),
        (LAUNCHER, 0, 0, True, EXPLORER_1, 14),
        (LAUNCHER, 0, 0, True, None, -1),
    ],
)
def test_reach(
    weapon: Weapon, fc: int, ew: int, probed: bool, missile: MissileDesign | None, hexes: int
) -> None:
    assert reach(weapon, fc, ew, probed, missile) == hexes


@pytest.mark.parametrize("weapon", [BEAM, PULSE, FORCE, PLASMA, WARP])
def test_chances_never_add_up_to_more_than_1(weapon: Weapon) -> None:
    for distance in range(31):
        for fc, ew in ((0, 0), (9, 0), (0, 4)):
            chances = [chance for _done, chance in outcomes(shot(weapon, distance, fc, ew))]
            assert all(chance > 0 for chance in chances)
            assert sum(chances) <= 1
