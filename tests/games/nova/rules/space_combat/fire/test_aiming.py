"""What weapons are expected to do, what a side makes of a target, and which target comes first."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbm.games.nova.orders.battle.targets import (
    CLASSES,
    CRITERIA,
    UNKNOWN_SIZE,
    Target,
    precedence,
    size_of,
    toughness,
)
from pbm.games.nova.rules.space_combat.fire.aiming import HOLD_FIRE, Kit, kit
from pbm.games.nova.rules.space_combat.fire.chances import expected_damage
from pbm.games.nova.rules.space_combat.fire.gunnery import Weapon, weapons
from pbm.games.nova.state.battle.arena import Seen
from tests.games.nova.scenes.doctrine import DART, DESIGNS, LANCE, decided


def kit_of(klass: str, *items: str) -> Kit:
    return kit(
        weapons(DESIGNS[klass]), (DART, LANCE), decided(*items) if items else decided("spread")
    )


def seen(number: int = 1, **known: object) -> Seen:
    return Seen(number, **known)  # type: ignore[arg-type]


def test_like_weapons_are_one_battery() -> None:
    assert [one.names for one in kit_of("Pulsar").batteries] == [("PL1", "PL2")]
    assert [one.names for one in kit_of("Mixed").batteries] == [("BL1",), ("PA1",)]
    assert kit_of("Scout").batteries == ()


def test_points_are_those_expected_of_all_weapons() -> None:
    weapon = Weapon("PL1", "PL", 12)
    for hexes in range(15):
        for fc, ew in ((0, 0), (3, 1), (0, 4)):
            each = int(expected_damage(weapon, hexes, fc, ew) * 1000)
            assert kit_of("Pulsar").points(hexes, fc, ew, False) == 2 * each


def test_best_range_is_that_of_the_greatest_damage_and_of_equals_the_farthest() -> None:
    beam = kit_of("Frigate")
    assert [beam.best_range(3, 0, False, 20) for _ in range(2)] == [0, 0]
    assert kit_of("Pulsar").best_range(3, 0, False, 20) == 0
    assert kit_of("Archer").best_range(0, 0, False, 20) == DART.mr
    assert kit_of("Archer").best_range(0, 0, False, 12) == 12


def test_without_any_hope_of_damage_the_range_is_none() -> None:
    assert kit_of("Frigate").best_range(0, 20, False, 20) == 0
    assert kit_of("Scout").best_range(0, 0, False, 20) == 0


def test_a_combination_laser_is_used_as_what_does_more() -> None:
    auto, beam, pulse = (kit_of("Combined", f"XL {way}") for way in ("auto", "beam", "pulse"))

    def mode(of: Kit, hexes: int, fc: int) -> str:
        return of.picks(hexes, fc, 0, False)[0].mode

    assert (mode(auto, 0, 5), mode(auto, 10, 0)) == ("PL", "BL")
    assert (mode(beam, 0, 5), mode(beam, 10, 0)) == ("BL", "BL")
    assert mode(pulse, 0, 5) == "PL"
    for hexes in range(20):
        points = [one.points(hexes, 2, 0, False) for one in (auto, beam, pulse)]
        assert points[0] == max(points)


def test_missiles_are_chosen_by_damage_in_range_or_as_ordered() -> None:
    def missile(hexes: int, *items: str) -> str:
        return kit_of("Archer", *items).picks(hexes, 0, 0, False)[0].missile

    assert [missile(hexes) for hexes in (14, 15, 17, 18)] == ["Dart", "Lance", "Lance", ""]
    assert [missile(hexes, "missiles Lance") for hexes in (0, 17)] == ["Lance", "Lance"]
    assert missile(15, "missiles Dart") == "Lance"  # the one named does not reach so far
    assert missile(0, "missiles Dart > Lance") == "Dart"


def test_launchers_hold_fire_without_a_missile_that_fits() -> None:
    small = Weapon("ML1", "ML", 3)
    assert kit((small,), (DART,), decided("spread")).picks(0, 0, 0, False) == (HOLD_FIRE,)


def test_fire_may_be_held_for_a_chance_or_a_range() -> None:
    def fires(hexes: int, ew: int, *items: str) -> bool:
        return kit_of("Archer", *items).picks(hexes, 0, ew, False)[0] != HOLD_FIRE

    # MA 90 less 7 for each point of EW
    assert fires(9, 2, "fire if chance >= 76")
    assert not fires(9, 2, "fire if chance >= 77")
    assert fires(9, 0, "fire within 9")
    assert not fires(10, 0, "fire within 9")
    assert fires(0, 12)
    assert not fires(0, 13)


def test_chances_of_lasers_are_those_of_any_damage() -> None:
    # BL 20 at 8 hexes against EW 3 without FC: the dice that do damage
    fired = kit_of("Frigate", "fire if chance >= 1").picks(8, 0, 3, False)[0]
    assert fired.points > 0
    sure = kit_of("Frigate", "fire if chance >= 100")
    assert sure.picks(8, 0, 3, False) == (HOLD_FIRE,)


def test_the_size_is_the_middle_of_the_class_a_probe_told() -> None:
    assert size_of(seen(size="FG")) == 23
    assert size_of(seen(size="NT")) == 951
    assert size_of(seen()) == UNKNOWN_SIZE == 30


def test_toughness_is_what_is_known_and_a_guess_for_the_rest() -> None:
    assert toughness(seen()) == 15 + 30 + 7
    assert toughness(seen(size="FG", shields=24)) == 24 + 23 + 5
    assert toughness(seen(size="FG", shields=0)) == 28
    assert toughness(seen(size="FG", shields=0, hurt=True)) == 12
    assert toughness(seen(size="CT", shields=0, hurt=True)) == 1


@pytest.mark.parametrize(
    ("word", "first", "second"),
    [
        ("armed", {"guns": {"BL 20": 1}}, {}),
        ("unarmed", {}, {"guns": {"BL 20": 1}}),
        ("big", {"size": "DD"}, {"size": "FG"}),
        ("small", {"size": "FG"}, {"size": "DD"}),
        ("hurt", {"hurt": True}, {}),
        ("weak", {"shields": 0}, {"shields": 9}),
        ("strong", {"shields": 9}, {"shields": 0}),
        ("dg", {"dg": 20}, {"dg": 0}),
        ("dd", {"size": "DD"}, {"size": "DN"}),
    ],
)
def test_targets_come_in_the_order_of_a_word(
    word: str, first: dict[str, object], second: dict[str, object]
) -> None:
    one, other = Target("x", seen(2, **first), 5), Target("y", seen(1, **second), 5)
    assert precedence(one, (word,)) < precedence(other, (word,))
    assert precedence(one, ("farthest",)) > precedence(other, ("farthest",))  # by number


def test_near_and_far_and_kills() -> None:
    near, far = Target("x", seen(2), 3, kill=1), Target("y", seen(1), 9, kill=2)
    assert precedence(near, ("nearest",)) < precedence(far, ("nearest",))
    assert precedence(near, ("farthest",)) > precedence(far, ("farthest",))
    assert precedence(near, ("kill", "nearest")) > precedence(far, ("kill", "nearest"))
    assert precedence(near, ()) > precedence(far, ())  # the greatest kill first
    assert precedence(near, ("gates", "nearest")) < precedence(far, ("gates", "nearest"))
    same = Target("y", seen(1), 9, kill=1)
    assert precedence(near, ()) < precedence(same, ())  # then the nearest


def test_words_for_targets_are_no_size_classes() -> None:
    assert not {one.casefold() for one in CLASSES} & set(CRITERIA)


def test_thousandths_lose_nothing_that_counts() -> None:
    # PD 6 at 2 hexes of PR 2: 5 points, always
    assert kit_of("Mixed").picks(2, 0, 9, False)[1].points == Fraction(5) * 1000
