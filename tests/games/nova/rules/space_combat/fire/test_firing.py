"""What is fired at what, and the damage of a round: allocation, order, echoes, what is learned."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.dice.keyed import Roll
from pbm.games.nova.rules.space_combat.captain import Aim, ReadyForRound
from pbm.games.nova.state.battle.arena import DESTROYED
from pbm.games.nova.state.damage import Damage
from tests.games.nova.scenes.fighters import (
    Faces,
    Fight,
    Told,
    fight,
    fighter,
    gate,
    live,
    made,
    of,
    shoot,
)


def fired(fought: Fight, by: str, aims: list[Aim], dice: Faces | None = None, **more: Told) -> Any:
    """A round in which one ship fires; gives its fighter's side's volleys."""
    more.setdefault(by[0], Told(aims={by: aims}))
    fought.round(dice, **more)
    return [one.facts for one in fought.told("volley") if one.by == by]


# --- what cannot be fired --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("aim", "why"),
    [
        (Aim("b", ("BL2",)), "does not work, or has fired this round"),
        (Aim("x", ("BL1",)), "the target is not detected"),
        (Aim("b2", ("BL1",)), "the target is not detected"),
        (Aim("c", ("BL1",)), "the target is not an enemy"),
        (Aim("a2", ("BL1",)), "the target is not detected"),
    ],
)
def test_what_cannot_be_fired_is_told_and_not_fired(aim: Aim, why: str) -> None:
    fought = fight(
        fighter("a"), fighter("a2"), fighter("b"), fighter("b2", at=(21, 0)), fighter("c"),
        enemies={"a": "b", "b": "a"},
    )  # fmt: skip
    assert fired(fought, "a", [aim]) == []
    (told,) = fought.told("wasted")
    assert (told.seen, told.facts["why"], told.by) == (("ann",), why, "a")
    assert told.facts["weapons"] == list(aim.weapons)


def test_a_ship_aboard_another_does_not_fire() -> None:
    fought = fight(fighter("a", "Carrier"), fighter("a2", "Gnat", carrier="a"), fighter("b"))
    stays = Told({"a2": ReadyForRound(launch=False)}, aims={"a2": shoot("b")})
    assert fired(fought, "a2", [], a=stays) == []
    assert [one.facts["why"] for one in fought.told("wasted")] == ["it is not on the map"]


def test_nobody_fires_with_another_empires_ship() -> None:
    fought = fight(fighter("a"), fighter("b"))
    fought.round(a=Told(aims={"b": shoot("b")}))
    assert [one.facts["why"] for one in fought.told("wasted")] == ["it is not on the map"]


def test_a_weapon_fires_once_in_a_round_whatever_is_asked() -> None:
    fought = fight(fighter("a", "Twin"), fighter("b"), fighter("b2"))
    aims = [Aim("b", ("BL1", "BL1")), Aim("b2", ("BL1", "BL2"))]
    volleys = fired(fought, "a", aims, Faces(fire=[0, 0]))
    assert [one["weapons"] for one in volleys] == [["BL1"], ["BL2"]]
    assert [one.facts["weapons"] for one in fought.told("wasted")] == [["BL1"], ["BL1"]]


def test_one_ship_spots_for_all_of_its_side() -> None:
    """The archer sees 20 hexes; a friend beside the target lets it fire over 17 all the same."""
    fought = fight(
        fighter("a", "Archer"), fighter("a2", at=(40, 0)), fighter("b", at=(25, 0)),
        fighter("b2", at=(40, 0)),
    )  # fmt: skip
    volleys = fired(fought, "a", shoot("b", "ML1", missile="Lance"))
    assert [one["bears"] for one in volleys] == [False]  # seen, but beyond MR 17
    assert fought.told("wasted") == []


def test_a_shot_out_of_range_is_wasted_without_a_die() -> None:
    fought = fight(fighter("a", "Archer"), fighter("b", at=(15, 0)))
    (volley,) = fired(fought, "a", shoot("b", "ML1", missile="Dart"))
    assert (volley["bears"], volley["damages"]) == (False, [])
    fought = fight(fighter("a", "Archer"), fighter("b", at=(14, 0)))
    (volley,) = fired(fought, "a", shoot("b", "ML1", missile="Dart"), Faces(fire=[91]))
    assert (volley["bears"], volley["percent"], volley["damages"]) == (True, 90, [0])


# --- missiles --------------------------------------------------------------------------------


def test_a_launcher_fires_only_designs_of_the_builder_that_the_ship_may_use() -> None:
    fought = fight(fighter("a", "Archer", missiles=("Lance",)), fighter("b"))
    (volley,) = fired(fought, "a", shoot("b", "ML1", missile="Dart"))
    assert (volley["bears"], volley["damages"]) == (False, [])
    fought = fight(fighter("a", "Archer", missiles=("Lance",), builder="cyd"), fighter("b"))
    (volley,) = fired(fought, "a", shoot("b", "ML1", missile="Lance"), Faces(fire=[75], effect=[4]))
    assert (volley["percent"], volley["damages"]) == (75, [4])
    strange = fight(fighter("a", "Archer", builder="nobody"), fighter("b"))
    (volley,) = fired(strange, "a", shoot("b", "ML1", missile="Dart"))
    assert not volley["bears"]


def test_missiles_never_run_out() -> None:
    fought = fight(fighter("a", "Archer"), fighter("b", "Wall", at=(5, 0)), stalemate=20)
    for _ in range(12):
        volleys = fired(fought, "a", shoot("b", "ML1", missile="Dart"), Faces(fire=[100]))
    assert len(volleys) == 12


# --- figures in use --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ew", "fc", "shift", "terms"),
    [
        ("*", "*", 3 - 7, [("FC", 3), ("EW", -7)]),
        ("EW1", "FC2", 1 - 2, [("FC", 1), ("EW", -2)]),
        ("", "", 0, [("FC", 0), ("EW", 0)]),
    ],
)
def test_fire_is_by_the_installations_in_use(
    ew: str, fc: str, shift: int, terms: list[tuple[str, int]]
) -> None:
    sniper = made(of("BL", 1, 20), of("FC", 1, 3), of("FC", 1, 1))
    fought = fight(fighter("a"), fighter("b", "Masks"), designs={"Laser": sniper})
    told = Told({"a": ReadyForRound(fc=fc)}, aims={"a": shoot("b")})
    fought.round(Faces(fire=[9]), a=told, b=Told({"b": ReadyForRound(ew=ew)}))
    (volley,) = fought.told("volley")
    assert volley.facts["shift"] == shift
    assert [term for term in volley.terms if term[0] in ("FC", "EW")] == terms


def test_all_weapons_of_a_ship_share_its_one_fire_control() -> None:
    assert live(fighter("a", "Masks", fc="FC1")).fc_level == 3
    assert live(fighter("a", "Masks", fc="FC2")).fc_level == 1
    assert live(fighter("a", "Masks", damage=Damage(parts={"FC1": 1}), fc="FC1")).fc_level == 0


# --- order and damage ------------------------------------------------------------------------


def test_all_attacks_are_rolled_before_any_damage_counts() -> None:
    """Both die in one round: who is destroyed has fired."""
    weak = Damage(structure=19)
    fought = fight(fighter("a", damage=weak), fighter("b", damage=weak))
    fought.round(Faces(fire=[9, 9]), a=Told(aims={"a": shoot("b")}), b=Told(aims={"b": shoot("a")}))
    assert [fought.ship(one).state for one in "ab"] == [DESTROYED, DESTROYED]
    assert len(fought.told("volley")) == 2
    assert fought.battle.over == "alone"


def test_damage_counts_in_the_order_of_the_ranks() -> None:
    """Two shots at 24 shields of SI 12: 20 burns through whichever comes first."""
    target = fighter("b", "Shield")
    for ranks, first in (((0, 1), "PA1"), ((1, 0), "BL1")):
        pair = made(of("PA", 1, 0, damage=6, pr=2), of("BL", 1, 20))
        fought = fight(fighter("a"), target, designs={"Laser": pair})
        aims = [Aim("b", ("PA1",), rank=ranks[0]), Aim("b", ("BL1",), rank=ranks[1])]
        fought.round(Faces(fire=[9]), a=Told(aims={"a": aims}))
        assert next(one.facts["weapons"] for one in fought.told("volley")) == [first]


def test_of_two_sides_the_one_with_the_first_id_counts_first() -> None:
    fought = fight(fighter("a"), fighter("c"), fighter("b", damage=Damage(2)), enemies=
        {"a": "b", "c": "b", "b": "ac"})  # fmt: skip
    fought.round(Faces(fire=[9, 9]), a=Told(aims={"a": shoot("b")}), c=Told(aims={"c": shoot("b")}))
    struck = fought.told("struck")
    assert [one.by for one in struck] == ["a", "c"]
    assert [one.facts["structure"] for one in struck] == [[20], [0]]  # the second finds a wreck
    assert fought.ship("b").damage.structure == 20


def test_who_is_fired_at_hears_what_it_lost_and_the_other_what_it_did() -> None:
    fought = fight(fighter("a"), fighter("b", "Shield"))
    fought.round(Faces(fire=[9]), a=Told(aims={"a": shoot("b")}))
    (volley,), (struck,) = fought.told("volley"), fought.told("struck")
    assert (volley.seen, struck.seen) == (("ann", "bea"), ("bea",))
    assert volley.facts["damages"] == [20]  # letter D: 9 in the same hex
    assert volley.facts["letters"] == ["D"]
    assert [struck.facts[what] for what in ("shields", "armour", "structure")] == [[12], [0], [8]]
    assert fought.ship("b").state == DESTROYED  # of a ship of 2


def test_damage_stops_the_quiet() -> None:
    fought = fight(fighter("a"), fighter("b", at=(18, 0)))
    fought.round(Faces(fire=[1]), a=Told(aims={"a": shoot("b")}))
    assert fought.battle.quiet == 1  # a shot that finds nothing
    fought.round(Faces(fire=[9]), a=Told(aims={"a": shoot("b")}))
    assert fought.battle.quiet == 0


# --- echoes ----------------------------------------------------------------------------------


def ghosts(*positions: int, real: int = 2) -> Fight:
    """Two shots at a ship with two echoes, its true place drawn as given."""
    fought = fight(fighter("a", "Twin"), fighter("b", "Ghosts"))
    names = ("BL1", "BL2")
    aims = [
        Aim("b", (names[at],), position=position) for at, position in enumerate(positions)
    ] or shoot("b", *names)
    on = sum(one == real for one in positions or (1, 2))
    fought.round(Faces(echo=[real], fire=[9] * on), a=Told(aims={"a": aims}))
    return fought


def test_fire_is_spread_evenly_over_a_ship_and_its_echoes() -> None:
    """Two shots go to the first and the second place of three."""
    for real, on in ((1, 1), (2, 1), (3, 0)):
        fought = ghosts(real=real)
        (volley,) = fought.told("volley")
        assert len(volley.facts["damages"]) == on
        assert volley.facts["echoes"] == 2 - on


def test_fire_can_be_aimed_at_one_place() -> None:
    fought = ghosts(2, 2, real=2)
    assert [one.facts["echoes"] for one in fought.told("volley")] == [0, 0]
    fought = ghosts(1, 3, real=2)
    assert [one.facts["echoes"] for one in fought.told("volley")] == [1, 1]


def test_the_true_place_is_drawn_once_a_round_for_all_who_fire() -> None:
    fought = fight(fighter("a", "Twin"), fighter("a2", "Twin"), fighter("b", "Ghosts"))
    aims = {"a": shoot("b", "BL1", "BL2"), "a2": shoot("b", "BL1", "BL2")}
    dice = Faces(echo=[1], fire=[9, 9])
    fought.round(dice, a=Told(aims=aims))  # places 1 2 and 3 1
    assert [one.facts["echoes"] for one in fought.told("volley")] == [1, 1]
    assert sum("echo" in name for name in dice.rolled) == 1


def test_who_hits_only_echoes_learns_nothing_of_the_ship() -> None:
    fought = ghosts(1, 3, real=2)
    (first, second) = fought.told("volley")
    assert "ew" not in first.facts and "shift" not in first.facts
    assert (first.terms, first.rolls) == ((), ())
    assert fought.battle.seen["ann"]["b"].ew is None
    assert fought.battle.seen["bea"]["a"].guns == {}
    assert second.facts["damages"] == []


# --- what fire teaches -----------------------------------------------------------------------


def test_fire_tells_ew_to_the_one_and_fire_control_and_guns_to_the_other() -> None:
    fought = fight(fighter("a", "Tribal"), fighter("b", "Masks", at=(3, 0)))
    fought.round(Faces(fire=[0]), a=Told({"a": ReadyForRound(probe=False)}, aims={"a": shoot("b")}))
    seen = fought.battle.seen
    assert (seen["ann"]["b"].ew, seen["ann"]["b"].fc) == (7, None)
    assert (seen["bea"]["a"].fc, dict(seen["bea"]["a"].guns)) == (3, {"BL 20": 1})
    assert seen["bea"]["a"].ew is None


def test_missiles_are_known_as_such_and_numbers_by_the_most_at_once() -> None:
    fought = fight(fighter("a", "Archer"), fighter("b"))
    fought.round(Faces(fire=[100]), a=Told(aims={"a": shoot("b", "ML1", missile="Dart")}))
    assert dict(fought.battle.seen["bea"]["a"].guns) == {"ML": 1}
    fought = fight(fighter("a", "Twin"), fighter("b2", at=(18, 0)))
    two = Faces(fire=[1, 1])
    fought.round(two, a=Told(aims={"a": shoot("b2", "BL1", "BL2")}))
    fought.round(Faces(fire=[1]), a=Told(aims={"a": shoot("b2")}))
    assert dict(fought.battle.seen["bea"]["a"].guns) == {"BL 20": 2}


def test_one_is_fired_at_from_beyond_its_sight() -> None:
    """Sensors of 30 see over 25 hexes; the target learns of the shots, not of who fired."""
    far = made(of("SN", 1, 30), of("PA", 1, 0, damage=40, pr=2))
    fought = fight(fighter("a"), fighter("b", "Hull", at=(25, 0)), designs={"Laser": far})
    fought.round(Faces(), a=Told(aims={"a": shoot("b", "PA1")}))
    assert fought.battle.seen["bea"] == {}
    assert fought.ship("b").state == DESTROYED  # 40 - 13 is more than its 2 of armour and 0


def test_a_gate_end_is_fired_at_like_a_ship_and_has_no_critical_hits() -> None:
    fought = fight(fighter("a"), fighter("b", at=(9, 9)), gate("b9"))
    for _ in range(2):
        fought.round(Faces(fire=[9]), a=Told(aims={"a": shoot("b9")}))
    end = fought.ship("b9")
    assert end.damage == Damage(18, 22, {})  # 20 and 20 against TA 18
    assert [one.kind for one in fought.notes if one.kind in ("blow_up", "critical")] == []
    assert fought.battle.seen["ann"]["b9"].hurt


# --- what the notes hold ---------------------------------------------------------------------


def test_a_volley_is_noted_with_all_that_made_it() -> None:
    """The Tribal at the Lewis over 8 hexes: 20 lose 5, FC 3 stands against no EW."""
    fought = fight(fighter("a", "Tribal"), fighter("b", "Explorer", at=(8, 0)))
    dice = Faces(fire=[6])
    fought.round(dice, a=Told({"a": ReadyForRound(probe=False)}, aims={"a": shoot("b")}))
    (volley,), (struck,) = fought.told("volley"), fought.told("struck")
    assert dict(volley.facts) == {
        "mode": "BL",
        "weapons": ["BL1"],
        "size": 20,
        "distance": 8,
        "dropoff": 5,
        "left": 15,
        "fc": 3,
        "ew": 0,
        "shift": 3,
        "percent": 0,
        "missile": "",
        "bears": True,
        "echoes": 0,
        "letters": ["C"],
        "layers": [""],
        "damages": [12],
        "faces": [[6]],
    }
    assert (volley.step, volley.round, volley.by, volley.to) == ("G", 1, "a", "b")
    assert volley.terms == (("FC", 3), ("EW", 0))
    assert [(one.die, one.faces) for one in volley.rolls] == [("d10_low", (6,))]
    assert [name for name in dice.rolled if "fire" in name] == [("r1", "fire", "a", "b", "1")]
    assert dict(struck.facts) == {"shields": [12], "armour": [0], "structure": [0]}
    assert (struck.step, struck.round, struck.by, struck.to) == ("G", 1, "a", "b")


def test_what_hits_do_has_dice_of_its_own_under_the_volleys_name() -> None:
    """Of three launchers two hit: two dice of effect. The next volley at the ship is number 2."""
    three = made(of("ML", 4, 12))
    fought = fight(fighter("a"), fighter("b", "Wall"), designs={"Laser": three})
    aims = [
        *shoot("b", "ML1", "ML2", "ML3", missile="Dart"),
        *shoot("b", "ML4", missile="Lance", rank=1),
    ]
    dice = Faces(fire=[90, 91, 1, 76], effect=[3, 5])
    first, second = fired(fought, "a", aims, dice)
    assert [name for name in dice.rolled if name[1] == "fire"] == [
        ("r1", "fire", "a", "b", "1"),
        ("r1", "fire", "a", "b", "1", "effect"),
        ("r1", "fire", "a", "b", "2"),
    ]
    assert (first["missile"], second["missile"]) == ("Dart", "Lance")
    assert first["faces"] == [[90, 91, 1], [3, 5]]
    assert (second["faces"], second["damages"]) == ([[76]], [0])
    assert [one > 0 for one in first["damages"]] == [True, False, True]
    assert [one.die for one in fought.told("volley")[0].rolls] == ["d100", "d6"]


def test_a_warp_cannon_notes_the_layer_it_tore() -> None:
    fought = fight(fighter("a", "Cannon"), fighter("b", "Tribal", at=(5, 0)))
    (volley,) = fired(fought, "a", shoot("b", "WC1"), Faces(fire=[1], effect=[3]))
    assert (volley["mode"], volley["layers"], volley["letters"]) == ("WC", ["TA"], [""])


def test_what_is_wasted_is_told_in_step_f() -> None:
    fought = fight(fighter("a"), fighter("b"))
    assert fired(fought, "a", shoot("b", "BL9")) == []
    (told,) = fought.told("wasted")
    assert (told.step, told.round, told.by, told.to) == ("F", 1, "a", "b")


def test_unlike_weapons_of_one_aim_make_a_volley_each() -> None:
    guns = made(of("BL", 1, 20), of("BL", 1, 15), of("PA", 1, 0, damage=1, pr=1))
    fought = fight(fighter("a"), fighter("b", "Wall"), designs={"Laser": guns})
    volleys = fired(fought, "a", shoot("b", "BL1", "BL2", "PA1"), Faces(fire=[0, 0]))
    assert [one["weapons"] for one in volleys] == [["BL1"], ["BL2"], ["PA1"]]


def test_a_combination_laser_fires_as_it_is_told_and_shows_as_what_it_fired() -> None:
    guns = made(of("XL", 1, 12))
    fought = fight(fighter("a"), fighter("b", "Wall", at=(3, 0)), designs={"Laser": guns})
    (volley,) = fired(fought, "a", shoot("b", "XL1", mode="PL"), Faces(fire=[9]))
    assert volley["mode"] == "PL"
    assert dict(fought.battle.seen["bea"]["a"].guns) == {"PL 12": 1}


def test_the_spread_over_echoes_goes_on_from_volley_to_volley_and_from_ship_to_ship() -> None:
    """Places 1 2 3 1 2 3: the third shot and the sixth are at the third place."""
    fought = fight(fighter("a", "Twin"), fighter("a2", "Twin"), fighter("a3", "Twin"),
        fighter("b", "Ghosts"))  # fmt: skip
    aims = {one: shoot("b", "BL1", "BL2") for one in ("a", "a2", "a3")}
    dice = Faces(echo=[3], fire=[0, 0])
    fought.round(dice, a=Told(aims=aims))
    assert [one.facts["echoes"] for one in fought.told("volley")] == [2, 1, 1]
    assert ("r1", "echo", "b") in dice.rolled


def test_the_spread_of_each_empire_begins_anew() -> None:
    fought = fight(fighter("a"), fighter("b", "Ghosts"), fighter("c"),
        enemies={"a": "b", "b": "ac", "c": "b"})  # fmt: skip
    fought.round(
        Faces(echo=[1], fire=[0, 0]), a=Told(aims={"a": shoot("b")}), c=Told(aims={"c": shoot("b")})
    )
    assert [one.facts["echoes"] for one in fought.told("volley")] == [0, 0]


def test_damage_to_one_ship_counts_though_the_next_is_saved_by_its_shields() -> None:
    guns = made(of("PA", 2, 0, damage=1, pr=1))
    fought = fight(
        fighter("a"), fighter("b", "Wall"), fighter("b2", "Tribal"), designs={"Laser": guns},
        quiet=3,
    )  # fmt: skip
    fired(fought, "a", [*shoot("b", "PA1"), *shoot("b2", "PA2")])
    struck = {one.to: one.facts for one in fought.told("struck")}
    assert (struck["b"]["armour"], struck["b2"]["shields"]) == ([1], [1])
    assert fought.battle.quiet == 0
    fired(fought, "a", shoot("b2", "PA2"))
    assert fought.battle.quiet == 1  # shields alone


def test_sides_count_by_the_least_id_of_their_ships_wherever_it_stands() -> None:
    fought = fight(fighter("c"), fighter("a2"), fighter("a"), fighter("b", "Wall"), enemies=
        {"a": "b", "c": "b", "b": "ac"})  # fmt: skip
    fought.round(
        Faces(fire=[0, 0]), a=Told(aims={"a2": shoot("b")}), c=Told(aims={"c": shoot("b")})
    )
    assert [one.by for one in fought.told("volley")] == ["a2", "c"]


def test_armour_is_worn_by_one_round_after_another() -> None:
    guns = made(of("PA", 2, 0, damage=3, pr=1))
    fought = fight(fighter("a"), fighter("b", "Wall"), designs={"Laser": guns})
    for worn in (6, 12):
        fired(fought, "a", shoot("b", "PA1", "PA2"))
        assert fought.ship("b").damage.armour == worn


@pytest.mark.parametrize(
    ("sensors", "probe", "percent"),
    [
        ("Scout", True, 95),  # 120 less 5 x 5 of range
        ("Scout", False, 32),  # a third of that, rounded up
        ("Eye", True, 95),  # 10 see over 5
        ("Hull", True, 32),
    ],
)
def test_a_warp_cannon_needs_a_friend_that_probed_its_target(
    sensors: str, percent: int, *, probe: bool
) -> None:
    """Rule: NV SPC-26. Ambiguity: NV A-PROBE-WHEN."""
    fought = fight(
        fighter("a", "Cannon"), fighter("a2", sensors), fighter("b", "Hull", at=(5, 0)),
        fighter("b2", "Scout", at=(5, 0)), fighter("c", "Scout", at=(5, 0)),
        enemies={"a": "b", "b": "a"},
    )  # fmt: skip
    told = Told({"a2": ReadyForRound(probe=probe)}, aims={"a": shoot("b", "WC1")})
    fought.round(Faces(fire=[100]), a=told)
    (volley,) = fought.told("volley")
    assert volley.facts["percent"] == percent


def test_a_probe_of_another_ship_than_the_target_does_not_help() -> None:
    """Screens of 30 hide it from sensors of 30, which see the ship beside it."""
    fought = fight(
        fighter("a", "Cannon"), fighter("a2", "Scout"), fighter("b", "Veil", at=(5, 0)),
        fighter("b2", at=(5, 0)),
    )  # fmt: skip
    fought.round(Faces(fire=[100]), a=Told(aims={"a": shoot("b", "WC1")}))
    (volley,) = fought.told("volley")
    assert volley.facts["percent"] == 32
    assert [one.to for one in fought.told("probed") if one.seen == ("ann",)] == ["b2"]


def test_what_missed_has_neither_letter_nor_layer() -> None:
    three = made(of("ML", 2, 12))
    fought = fight(fighter("a"), fighter("b", "Wall"), designs={"Laser": three})
    aims = shoot("b", "ML1", "ML2", missile="Dart")
    (volley,) = fired(fought, "a", aims, Faces(fire=[91, 90], effect=[3]))
    assert (volley["letters"], volley["layers"]) == (["", ""], ["", ""])
    assert volley["damages"] == [0, 6]  # MD 6 x 1


def test_the_die_of_the_true_place_has_a_side_for_each_place() -> None:
    drawn: list[tuple[str, tuple[str, ...]]] = []

    class Watched(Faces):
        def __call__(self, die: str, *name: str, count: int = 1) -> Roll:
            drawn.append((die, name))
            return super().__call__(die, *name, count=count)

    fought = fight(fighter("a"), fighter("b", "Ghosts"))
    fought.round(Watched(echo=[1], fire=[0]), a=Told(aims={"a": shoot("b")}))
    assert ("d3", ("r1", "echo", "b")) in drawn


def test_a_weapon_that_was_lost_does_not_fire() -> None:
    """Rule: NV SPC-38."""
    hurt = Damage(parts={"BL1": 1})
    fought = fight(fighter("a", "Twin", damage=hurt), fighter("b", "Wall"))
    (volley,) = fired(fought, "a", shoot("b", "BL1", "BL2"), Faces(fire=[0]))
    assert volley["weapons"] == ["BL2"]
    (told,) = fought.told("wasted")
    assert told.facts == {"weapons": ["BL1"], "why": "does not work, or has fired this round"}


@pytest.mark.parametrize("ids", [("c1", "a0"), ("a0", "c1")])
def test_the_first_ship_of_a_side_counts_wherever_it_stands_whatever_its_empire_is_called(
    ids: tuple[str, str],
) -> None:
    """Ann's ship that fires is c1: behind Cyd's a1, but before it where she has a0, too."""
    cyds = replace(fighter("a1"), owner="cyd")
    for anns, first in ((("c1",), "a1"), (ids, "c1")):
        ships = [replace(fighter(one), owner="ann") for one in anns]
        fought = fight(*ships, cyds, fighter("b", "Wall"), enemies={"a": "b", "c": "b", "b": "ac"})
        told = {"a": Told(aims={"c1": shoot("b")}), "c": Told(aims={"a1": shoot("b")})}
        fought.round(Faces(fire=[0, 0]), **told)
        assert fought.told("volley")[0].by == first
