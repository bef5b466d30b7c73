"""Hits on shields, armour and structure: the book's examples, both sides of each edge, sums."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from pbm.games.nova.rules.space_combat.fire.accuracy import warp_damage
from pbm.games.nova.rules.space_combat.fire.gunnery import Hit
from pbm.games.nova.rules.space_combat.fire.striking import (
    NOT_STRUCK,
    Defences,
    Struck,
    above_most,
    affected,
    blow_up_chance,
    destroyed,
    recovery,
    strike,
)


def target(
    shields: int = 0, si: int = 0, sm: int = 0, armour: int = 0, structure: int = 0, ssz: int = 100
) -> Defences:
    assert shields <= si * sm
    return Defences(shields, si, armour, structure, ssz)


def left(ship: Defences) -> tuple[int, int, int]:
    return ship.shields, ship.armour, ship.structure


def test_a_hit_burns_through_one_increment() -> None:
    ship = target(48, 12, 4, 30)
    assert strike(ship, Hit(32, "PL")) == Struck(12, 20, 0)
    assert ship.shields == 36


def test_several_hits_on_shields_and_their_recovery() -> None:
    ship = target(60, 15, 4, 30)
    taken = [strike(ship, Hit(damage, "BL")) for damage in (12, 24, 9)]
    assert [(one.shields, one.armour) for one in taken] == [(12, 0), (15, 9), (9, 0)]
    assert ship.shields == 24
    assert ship.shields + recovery(15, 4, ship.shields) == 39


@pytest.mark.parametrize(
    ("shields", "damage", "taken"),
    [
        (24, 12, (12, 0, 0)),
        (24, 13, (12, 1, 0)),
        (12, 12, (12, 0, 0)),  # exactly one increment is left
        (11, 12, (11, 1, 0)),
        (6, 12, (6, 6, 0)),
        (6, 14, (6, 7, 1)),
        (0, 7, (0, 7, 0)),
        (0, 8, (0, 7, 1)),
    ],
)
def test_carry_over(shields: int, damage: int, taken: tuple[int, int, int]) -> None:
    for kind in ("BL", "PL", "PA", "ML"):
        assert strike(target(shields, 12, 2, 7), Hit(damage, kind)) == Struck(*taken)


def test_force_beams_pass_shields_and_count_three_times_in_structure() -> None:
    ship = target(24, 12, 2, 6)
    taken = [strike(ship, Hit(4, "FP")) for _ in range(2)]
    assert taken == [Struck(0, 4, 0), Struck(0, 2, 6)]
    assert left(ship) == (24, 0, 6)
    assert sum(one.is_critical for one in taken) == 1


def test_warp_cannon_as_in_the_glossary() -> None:
    ship = target(6, 6, 1, 5)
    layers = ("TA", "SL", "SD", "SL")
    taken = [strike(ship, Hit(4, "WC", layer)) for layer in layers]
    assert taken == [Struck(0, 5, 3), Struck(4, 0, 0), Struck(0, 0, 12), Struck(2, 0, 2)]
    assert left(ship) == (0, 0, 17)
    assert sum(one.is_critical for one in taken) == 3


def test_warp_cannon_as_in_the_chapter() -> None:
    ship = target(9, 9, 1, 10)
    layers = ("TA", "SL", "SL", "SD", "SL")
    taken = [strike(ship, Hit(4, "WC", layer)) for layer in layers]
    assert taken[0] == Struck(0, 8, 0)
    assert taken[3] == Struck(0, 0, 12)
    assert taken[4] == Struck(1, 2, 1)
    assert left(ship) == (0, 0, 13)


@pytest.mark.parametrize(
    ("shields", "armour", "layer", "meets", "taken"),
    [
        (0, 20, "SL", "TA", (0, 8, 0)),
        (0, 0, "SL", "SD", (0, 0, 12)),
        (9, 0, "TA", "SD", (0, 0, 12)),
        (9, 0, "SL", "SL", (4, 0, 0)),
        (9, 1, "TA", "TA", (0, 1, 7)),
        (9, 9, "SD", "SD", (0, 0, 12)),
    ],
)
def test_what_is_not_there_is_passed_over(
    shields: int, armour: int, layer: str, meets: str, taken: tuple[int, int, int]
) -> None:
    ship = target(shields, 9, 1, armour)
    assert affected(ship, Hit(4, "WC", layer)) == meets
    assert strike(ship, Hit(4, "WC", layer)) == Struck(*taken)


def test_a_warp_cannon_burns_through_small_shields() -> None:
    assert strike(target(9, 3, 3, 10), Hit(4, "WC", "SL")) == Struck(3, 1, 0)


@pytest.mark.parametrize(
    ("structure", "ssz", "is_destroyed"),
    [(29, 30, False), (30, 30, True), (0, 0, False), (1, 0, True), (0, 1, False), (1, 1, True)],
)
def test_structural_damage_of_the_ships_size_destroys_it(
    structure: int, ssz: int, is_destroyed: bool
) -> None:
    assert destroyed(target(structure=structure, ssz=ssz)) is is_destroyed


def test_hits_on_the_dead_are_lost() -> None:
    ship = target(armour=1, ssz=10)
    assert strike(ship, Hit(11, "BL")) == Struck(0, 1, 10)
    assert strike(ship, Hit(5, "BL")) == NOT_STRUCK
    assert left(ship) == (0, 0, 10)


@pytest.mark.parametrize(
    ("si", "sm", "shields", "points"),
    [
        (15, 3, 0, 11),
        (15, 3, 34, 11),
        (15, 3, 35, 10),
        (15, 3, 45, 0),
        (15, 2, 0, 7),
        (3, 1, 0, 1),
        (18, 6, 0, 27),
        (12, 0, 0, 0),
    ],
)
def test_recovery(si: int, sm: int, shields: int, points: int) -> None:
    assert recovery(si, sm, shields) == points


@pytest.mark.parametrize(("sm", "shields", "cut"), [(2, 40, 10), (2, 30, 0), (2, 20, 0), (0, 5, 5)])
def test_a_lost_multiple_cuts_what_is_above_the_new_greatest_strength(
    sm: int, shields: int, cut: int
) -> None:
    assert above_most(15, sm, shields) == cut


@pytest.mark.parametrize(
    ("structure", "ssz", "percent"),
    [(4, 30, 13), (7, 30, 23), (17, 30, 56), (20, 30, 66), (29, 30, 96), (1, 101, 0), (1, 0, 100)],
)
def test_the_chance_to_blow_up(structure: int, ssz: int, percent: int) -> None:
    assert blow_up_chance(structure, ssz) == percent


def test_criticals_are_counted_by_hits_that_did_structural_damage() -> None:
    taken = [Struck(5), Struck(3, 2), Struck(0, 9), *[Struck(0, 0, 1)] * 4]
    assert sum(one.is_critical for one in taken) == 4


hits = st.one_of(
    st.builds(Hit, st.integers(1, 60), st.sampled_from(["BL", "PL", "PA", "ML", "FP"])),
    st.builds(Hit, st.integers(1, 12), st.just("WC"), st.sampled_from(["SL", "TA", "SD"])),
)


@st.composite
def ships(draw: st.DrawFn) -> Defences:
    si, sm = draw(st.integers(0, 20)), draw(st.integers(0, 5))
    shields = draw(st.integers(0, si * sm))
    ssz, armour = draw(st.integers(0, 120)), draw(st.integers(0, 60))
    return Defences(shields, si, armour, draw(st.integers(0, max(ssz - 1, 0))), ssz)


@given(ships(), st.lists(hits, max_size=12))
def test_damage_is_conserved_over_shields_armour_and_structure(
    ship: Defences, salvo: list[Hit]
) -> None:
    for one in salvo:
        before, was_dead = replace(ship), destroyed(ship)
        layer = affected(ship, one)
        taken = strike(ship, one)
        if was_dead:
            assert taken == NOT_STRUCK and ship == before
            continue
        # What each layer has less is what it took, and nothing is negative.
        assert astuple(taken) == (
            before.shields - ship.shields,
            before.armour - ship.armour,
            ship.structure - before.structure,
        )
        assert min(ship.shields, ship.armour, *astuple(taken)) >= 0
        assert taken.shields <= ship.si
        # The points of the hit, and no other, are found in the layers.
        points = warp_damage(one.damage, layer) if one.kind == "WC" else one.damage
        structure = taken.structure // 3 if one.kind == "FP" else taken.structure
        assert taken.shields + taken.armour + structure == points
        if taken.structure:  # nothing reaches structure past armour but a warp cannon
            assert ship.armour == 0 or layer == "SD"


@given(ships(), st.lists(hits, max_size=8), st.lists(hits, max_size=8))
def test_no_order_of_hits_saves_what_a_longer_salvo_destroys(
    ship: Defences, salvo: list[Hit], more: list[Hit]
) -> None:
    less = replace(ship)
    for one in salvo:
        strike(less, one)
    for one in [*salvo, *more]:
        strike(ship, one)
    assert ship.structure >= less.structure
    assert ship.armour <= less.armour and ship.shields <= less.shields
