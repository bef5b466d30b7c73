"""Weapons of a design, and single shots with their dice."""

from __future__ import annotations

import pytest

from pbm.games.nova.conformance.builders import weapon_of
from pbm.games.nova.rules.space_combat.fire.gunnery import (
    Hit,
    Weapon,
    counted_as,
    hit,
    hits,
    modes,
    shot,
    weapons,
)
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.missiles import MissileDesign
from pbm.kit.problems import Faults
from tests.games.nova.builders import design

BEAM = Weapon("BL1", "BL", 20)
PULSE = Weapon("PL1", "PL", 14)
FORCE = Weapon("FP1", "FP", 8, accuracy=140, damage=5)
PLASMA = Weapon("PA1", "PA", 6, damage=6, pr=2)
WARP = Weapon("WC1", "WC", 9, accuracy=120, damage=4)
LAUNCHER = Weapon("ML1", "ML", 12)
EXPLORER_1 = MissileDesign("Mark1", 6, 90, 14)

BATTERY = design(
    "Battery",
    Component("IE", 1, 1),
    Component("XL", 1, 10),
    Component("BL", 2, 20),
    Component("FP", 1, 8, accuracy=140, damage=5),
    Component("PA", 1, damage=5, pr=3),
    Component("WC", 1, accuracy=120, damage=4),
    Component("ML", 1, 12),
    Component("FC", 1, 3),
)


def test_the_weapons_of_a_design_in_the_order_of_its_sheet() -> None:
    assert weapons(BATTERY) == (
        Weapon("XL1", "XL", 10),
        Weapon("BL1", "BL", 20),
        Weapon("BL2", "BL", 20),
        Weapon("FP1", "FP", 8, 140, 5),
        Weapon("PA1", "PA", 8, 0, 5, 3),
        Weapon("WC1", "WC", 9, 120, 4),
        Weapon("ML1", "ML", 12),
    )


def test_lost_weapons_are_none() -> None:
    names = [one.name for one in weapons(BATTERY, {"BL1": 1, "IE1": 1, "ML1": 1})]
    assert names == ["XL1", "BL2", "FP1", "PA1", "WC1"]


def test_ways_to_fire() -> None:
    assert modes(Weapon("XL1", "XL", 10)) == ("BL", "PL")
    assert modes(WARP) == ("WC",)


def test_the_beams_of_the_example() -> None:
    fired = shot(BEAM, 8, fc=5, ew=3)
    assert (fired.size, fired.dropoff, fired.shift, fired.bears) == (15, 5, 2, True)
    assert fired.terms == (("FC", 5), ("EW", -3))
    assert fired.dice == ("d10_low", "")
    assert hit(fired, 7) == Hit(12, "BL", letter="C")
    assert hit(fired, 0) == Hit(4, "BL", letter="A")


@pytest.mark.parametrize(
    ("fc", "distance", "bears"),
    [(0, 27, True), (0, 28, False), (1, 28, True), (1, 29, True), (3, 29, True), (3, 30, False)],
)
def test_a_beam_out_of_range_is_wasted(fc: int, distance: int, bears: bool) -> None:
    # The best die is 9: with FC 0 it gives A up to 27. At 30 nothing is left of the size.
    fired = shot(BEAM, distance, fc, ew=0)
    assert fired.bears is bears
    assert (hit(fired, 9) is not None) is bears


def test_a_pulse_laser_that_its_die_lets_down() -> None:
    fired = shot(PULSE, 5, fc=0, ew=0)
    assert fired.bears
    assert hit(fired, 1) is None
    assert not hits(fired, 1)
    assert hit(fired, 2) == Hit(3, "PL", letter="A")
    assert hit(shot(PULSE, 5, fc=8, ew=0), 4) == Hit(16, "PL", letter="G")
    assert not shot(PULSE, 2, fc=0, ew=9).bears


@pytest.mark.parametrize("mode", ["BL", "PL"])
def test_a_combination_laser_fires_as_either(mode: str) -> None:
    alike = shot(Weapon("BL1", mode, 14), 5, 4, 0)
    assert shot(Weapon("XL1", "XL", 14), 5, 4, 0, mode=mode) == alike


def test_a_laser_that_is_not_told_how_fires_as_a_beam_and_a_single_one_as_what_it_is() -> None:
    assert shot(Weapon("XL1", "XL", 14), 5, 4, 0).mode == "BL"
    assert shot(PULSE, 5, 4, 0, mode="BL").mode == "PL"
    assert shot(BEAM, 5, 4, 0, mode="PL").mode == "BL"


def test_force_beams() -> None:
    fired = shot(FORCE, 4, fc=4, ew=5)
    assert (fired.percent, fired.bears) == (80, True)
    assert fired.terms == (("FA", 140), ("range", -40), ("EW", -20))
    assert hit(fired, 80) == Hit(5, "FP")
    assert hit(fired, 81) is None
    assert not shot(Weapon("FP1", "FP", 4, 140, 5), 4, 4, 5).bears
    assert shot(Weapon("FP1", "FP", 4, 140, 5), 3, 4, 5).bears
    assert not shot(FORCE, 5, fc=0, ew=5).bears  # 140 - 50 - 100
    assert fired.distance == 4
    barely = Weapon("FP1", "FP", 8, accuracy=61, damage=5)
    assert shot(barely, 4, fc=4, ew=5).bears  # 61 - 40 - 20
    assert not shot(barely, 5, fc=4, ew=5).bears


def test_plasma_needs_no_dice() -> None:
    fired = shot(PLASMA, 5, fc=0, ew=9)
    assert fired.dice == ("", "")
    assert hit(fired) == Hit(3, "PA")
    assert (fired.distance, fired.percent) == (5, 100)
    assert shot(PLASMA, 10, 0, 0).bears
    assert hit(shot(PLASMA, 11, 0, 0)) is None


def test_warp_cannon() -> None:
    fired = shot(WARP, 5, fc=5, ew=0)
    assert (fired.percent, fired.distance) == (49, 5)
    assert fired.terms == (("WA", 120), ("range", -25), ("FC", 50), ("not probed", -96))
    assert hit(fired, 50, 3) is None
    assert hit(fired, 49, 3) == Hit(4, "WC", "TA")
    probed = shot(WARP, 5, fc=5, ew=0, probed=True)
    assert (probed.percent, probed.terms[-1]) == (145, ("FC", 50))
    assert hit(probed, 100, 10) == Hit(4, "WC", "SL")
    assert not shot(WARP, 11, 0, 0).bears


def test_missiles() -> None:
    fired = shot(LAUNCHER, 14, fc=9, ew=2, missile=EXPLORER_1)
    assert (fired.percent, fired.damage) == (76, 6)
    assert fired.terms == (("MA", 90), ("EW", -14))
    assert fired.dice == ("d100", "d6")
    assert hit(fired, 76, 6) == Hit(12, "ML")
    assert hit(fired, 77, 6) is None
    assert not shot(LAUNCHER, 15, 0, 0, missile=EXPLORER_1).bears
    assert not shot(LAUNCHER, 1, 0, 13, missile=EXPLORER_1).bears
    assert fired.distance == 14
    for accuracy, bears in ((91, False), (92, True)):  # less 7 for each of 13 levels
        assert shot(LAUNCHER, 1, 0, 13, missile=MissileDesign("M", 6, accuracy, 14)).bears is bears


def test_a_launcher_without_a_missile_that_fits() -> None:
    assert not shot(LAUNCHER, 1, 0, 0).bears
    assert shot(LAUNCHER, 3, 0, 0).distance == 3
    assert not shot(Weapon("ML1", "ML", 10), 1, 0, 0, missile=EXPLORER_1).bears
    assert hit(shot(LAUNCHER, 1, 0, 0), 1, 6) is None


@pytest.mark.parametrize("weapon", [BEAM, PULSE, FORCE, WARP])
@pytest.mark.parametrize(("fc", "ew"), [(0, 0), (5, 2), (2, 5)])
@pytest.mark.parametrize("probed", [True, False])
def test_terms_add_up(weapon: Weapon, fc: int, ew: int, probed: bool) -> None:
    fired = shot(weapon, 3, fc, ew, probed)
    assert sum(term for _name, term in fired.terms) == fired.percent + fired.shift


def test_a_case_that_asks_for_the_shot_of_what_is_no_weapon_is_told_so() -> None:
    with pytest.raises(Faults) as fault:
        weapon_of("DC")
    assert fault.value.problems[0].fault == "DC is not a weapon"


def test_a_struck_term_changes_a_beams_shift_and_a_force_beams_chance() -> None:
    """NV SPC: the advantage of FC over EW shifts a laser's die, and a force beam's chance."""
    beam = shot(BEAM, 3, 3, 1)
    assert (beam.terms, beam.shift) == ((("FC", 3), ("EW", -1)), 2)
    alone = counted_as(beam, (("FC", 3), ("EW struck out, so", 0)))
    assert (alone.shift, alone.bears, alone.terms[1][1]) == (3, True, 0)
    force = shot(FORCE, 3, 3, 1)
    terms = tuple((name, 0 if name == "range" else amount) for name, amount in force.terms)
    nearer = counted_as(force, terms)
    assert nearer.percent == sum(amount for _name, amount in terms) > force.percent
    assert nearer.bears
    assert not counted_as(force, tuple((name, 0) for name, _amount in force.terms)).bears
    assert counted_as(force, force.terms) is force
