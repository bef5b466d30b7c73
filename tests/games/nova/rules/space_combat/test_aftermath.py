"""Steps H to K: blow-ups, critical hits and what they take along, shields, coming home."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.rules.space_combat.captain import ReadyForRound
from pbm.games.nova.rules.space_combat.telling import tell_battle_rounds
from pbm.games.nova.state.battle.arena import ABOARD, DESTROYED, IN_PLAY
from pbm.games.nova.state.battle.stowed import Stowed
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import figures
from tests.games.nova.builders import NAMES, state, work
from tests.games.nova.scenes.fighters import (
    DESIGNS,
    Faces,
    Fight,
    Told,
    face_of,
    fight,
    fighter,
    gate,
    live,
    made,
    of,
    shoot,
)

# --- blow-ups --------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "blown"), [(23, True), (24, False)])
def test_a_ship_blows_up_by_all_its_structural_damage(face: int, *, blown: bool) -> None:
    """The Lewis in round 2: 5 shields and 8 armour against 20 leave 7 of 30, 23 percent."""
    fought = fight(fighter("a", "Tribal"), fighter("b", "Explorer", shields=5))
    told = Told({"a": ReadyForRound(probe=False)}, aims={"a": shoot("b")})
    fought.round(Faces(fire=[7], blow_up=[face]), a=told)
    assert fought.ship("b").damage.structure == 7
    assert (fought.ship("b").state == DESTROYED) is blown
    notes = fought.told("blow_up")
    assert [one.facts.get("chance") for one in notes if one.seen == ("bea",)] == [23]
    assert [one.facts for one in notes if one.seen == ("ann",)] == [{"face": face, "blown": blown}]
    assert len(fought.told("critical")) == (0 if blown else 1)  # blow-ups come first
    assert [one.facts["cause"] for one in fought.told("destroyed")] == ["blow-up"] * blown


def test_without_new_structural_damage_nothing_blows_up() -> None:
    hurt = Damage(structure=25, armour=8)
    fought = fight(fighter("a", "Tribal"), fighter("b", "Explorer", damage=hurt))
    fought.round(Faces(fire=[0]), a=Told(aims={"a": shoot("b")}))  # letter B: 10 on 12 shields
    assert fought.told("blow_up") == []
    assert not fought.battle.seen["ann"]["b"].hurt


def test_structure_of_all_its_size_destroys_a_ship_before_any_roll() -> None:
    for structure, destroyed in ((9, False), (10, True)):
        hurt = Damage(structure=structure, armour=8)
        fought = fight(fighter("a", "Tribal"), fighter("b", "Explorer", damage=hurt, shields=0))
        fought.round(Faces(fire=[7]), a=Told(aims={"a": shoot("b")}))
        assert (fought.ship("b").state == DESTROYED) is destroyed
        assert [one.step for one in fought.told("destroyed")] == ["G"] * destroyed


# --- critical hits ---------------------------------------------------------------------------


def struck(klass: str, *faces: int, **fields: Any) -> Fight:
    """A ship without armour that is hit as often as critical faces are told."""
    guns = made(of("PA", len(faces), 0, damage=1, pr=1))
    bare = Damage(armour=figures(DESIGNS[klass]).ta)
    fought = fight(
        fighter("a"), fighter("b", klass, damage=bare, **fields), designs={"Laser": guns}
    )
    names = [f"PA{number + 1}" for number in range(len(faces))]
    told = Told(aims={"a": shoot("b", *names)})
    fought.round(Faces(critical=faces), a=told, b=Told({"b": ReadyForRound(launch=False)}))
    return fought


def test_each_attack_that_does_structural_damage_gives_one_critical_hit() -> None:
    faces = (face_of(DESIGNS["Tribal"], "IE1"), face_of(DESIGNS["Tribal"], "JD1"), 1000)
    fought = struck("Tribal", *faces, shields=0)
    (told,) = fought.told("critical")
    assert told.seen == ("bea",)
    assert told.facts["parts"] == ["IE1", "JD1", ""]
    assert dict(fought.ship("b").damage.parts) == {"IE1": 1, "JD1": 1}


def test_a_lost_shield_multiple_lowers_the_most_and_cuts_what_is_above() -> None:
    """Two of SI 12 stand at 24: without one they are cut to 12, and full at that."""
    guns = made(of("FP", 1, 4, accuracy=300, damage=1))
    fought = fight(
        fighter("a"), fighter("b", "Tribal", damage=Damage(armour=7)), designs={"Laser": guns}
    )
    told = Told(aims={"a": shoot("b", "FP1")})
    fought.round(Faces(fire=[1], critical=[face_of(DESIGNS["Tribal"], "SM1")]), a=told)
    assert fought.told("critical")[0].facts["shields"] == 12
    assert fought.ship("b").shields == 12
    assert fought.told("shields") == []


def test_a_drive_loses_a_level_with_every_hit_and_anything_else_is_lost_once() -> None:
    engine, laser = face_of(DESIGNS["Tribal"], "IE1"), face_of(DESIGNS["Tribal"], "BL1")
    fought = struck("Tribal", engine, engine + 1, laser, laser + 1, shields=0)
    assert dict(fought.ship("b").damage.parts) == {"IE1": 2, "BL1": 1}
    assert fought.told("critical")[0].facts["effects"] == ["reduced"] * 2 + ["destroyed", "again"]


def test_a_critical_hit_on_a_bay_destroys_the_ships_and_gate_ends_in_it() -> None:
    """The carrier's chart: bays of 30 each, a hold, no effect; LB1 is struck first."""
    inside = fighter("b2", "Gnat", carrier="b", bay="LB1")
    other = fighter("b3", "Gnat", carrier="b", bay="LB2")
    hold = fighter("b4", "Gnat", carrier="b", bay="CH1")
    face = face_of(DESIGNS["Carrier"], "LB1")
    guns = made(of("PA", 1, 0, damage=1, pr=1))
    fought = fight(
        fighter("a"),
        fighter("b", "Carrier", damage=Damage(armour=8), ends=(("LB1", "ring"), ("LB2", "far"))),
        inside, other, hold, designs={"Laser": guns},
    )  # fmt: skip
    stay = Told({one: ReadyForRound(launch=False) for one in ("b2", "b3", "b4")})
    told = Told(aims={"a": shoot("b", "PA1")})
    fought.round(Faces(critical=[face]), a=told, b=stay)
    assert [fought.ship(one).state for one in ("b2", "b3", "b4")] == [DESTROYED, ABOARD, ABOARD]
    assert fought.battle.ends_lost == ("ring",)
    (note,) = fought.told("destroyed")
    assert (note.to, note.facts["cause"], note.seen) == ("b2", "bay", ("bea",))


def test_a_critical_hit_on_a_hold_destroys_the_ship_and_the_army_in_it() -> None:
    fought = struck(
        "Carrier", face_of(DESIGNS["Carrier"], "CH1"), stowed=(Stowed("AA", "bea", ("CH1",)),)
    )
    assert fought.ship("b").stowed == ()
    assert fought.told("critical")[0].facts["dead"] == ["AA"]


@pytest.mark.parametrize(("kind", "explodes"), [("PCB", True), ("TFC", True), ("SDU", False)])
def test_bombs_and_constructs_blow_up_their_ship(kind: str, *, explodes: bool) -> None:
    aboard = Stowed(kind, "bea", ("CH1", "CH2", "CH3", "CH4"))
    lines = made(of("CH", 4, 30))
    guns = made(of("PA", 2, 0, damage=1, pr=1))
    carrier = fighter("b", "Hull", damage=Damage(armour=12), stowed=(aboard,))
    fought = fight(fighter("a"), carrier, designs={"Laser": guns, "Hull": lines})
    told = Told(aims={"a": shoot("b", "PA1", "PA2")})
    fought.round(Faces(critical=[face_of(lines, "CH1"), 1000]), a=told)
    assert (fought.ship("b").state == DESTROYED) is explodes
    assert [one.facts["cause"] for one in fought.told("destroyed")] == ["bomb"] * explodes
    assert len(fought.told("critical")[0].facts["parts"]) == (1 if explodes else 2)


def test_what_is_aboard_dies_with_the_ship_gate_ends_too() -> None:
    inside = fighter("b2", "Carrier", carrier="b", ends=(("LB2", "inner"),))
    deeper = fighter("b3", "Gnat", carrier="b2")
    ship = fighter(
        "b", "Carrier", damage=Damage(8, 85), ends=(("LB2", "ring"),),
        stowed=(Stowed("SG", "bea", ("CH1",), end="held"),),
    )  # fmt: skip
    fought = fight(fighter("a"), ship, inside, deeper)
    stay = Told({one: ReadyForRound(launch=False) for one in ("b2", "b3")})
    fought.round(Faces(fire=[9]), a=Told(aims={"a": shoot("b")}), b=stay)
    assert [fought.ship(one).state for one in ("b", "b2", "b3")] == [DESTROYED] * 3
    assert sorted(fought.battle.ends_lost) == ["held", "inner", "ring"]
    notes = fought.told("destroyed")
    assert [(one.to, one.facts["cause"]) for one in notes] == [
        ("b", "damage"), ("b2", "carrier"), ("b3", "carrier"),
    ]  # fmt: skip
    assert notes[0].seen == ("ann", "bea")
    assert [(one.by, one.step) for one in notes] == [("", "G")] * 3
    assert fought.battle.seen["ann"]["b"].gone


# --- shields ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("shields", "after"), [(0, 6), (15, 21), (18, 24), (20, 24), (24, 24)])
def test_a_quarter_of_the_shields_comes_back_and_never_more_than_there_were(
    shields: int, after: int
) -> None:
    """2 SI 12: 6 a round; the Huron stood at 15 after round 1, and at 21 after recovery."""
    fought = fight(fighter("a", "Tribal", shields=shields), fighter("b"))
    fought.round()
    assert fought.ship("a").shields == after
    told = [(one.facts["recovered"], one.facts["full"]) for one in fought.told("shields")]
    assert told == ([(after - shields, 24)] if after > shields else [])


# --- coming home -----------------------------------------------------------------------------


def home(**fields: Any) -> Fight:
    """A small ship that asks to come aboard in the first round."""
    craft = fighter("a2", **{"klass": "Gnat", "at": (1, 0), "vector": (1, 0), **fields})
    fought = fight(fighter("a", "Carrier", at=(1, 0), vector=(1, 0)), craft, fighter("b"))
    fought.round(a=Told(boards={"a2": "a"}))
    return fought


def test_a_ship_comes_aboard_in_the_same_hex_with_the_same_vector_and_full_shields() -> None:
    fought = home()
    assert (fought.ship("a2").state, fought.ship("a2").carrier) == (ABOARD, "a")
    assert fought.ship("a2").bay == "LB1"
    (note,) = fought.told("picked_up")
    assert (note.seen, note.step) == (("ann", "bea"), "K")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"at": (2, 0)}, "they are not in the same hex"),
        ({"at": (0, 0), "vector": (2, 0)}, "their vectors differ"),
        ({"klass": "Tribal", "shields": 2}, "its shields stand at 8 of 24"),
        ({"klass": "Wall"}, "no bay has room for it"),
        ({"klass": "Twin"}, "no bay has room for it"),
    ],
)
def test_what_does_not_fit_is_left_outside(fields: dict[str, Any], why: str) -> None:
    fought = home(**fields)
    assert fought.ship("a2").state == IN_PLAY
    (note,) = fought.told("left_out")
    assert (note.seen, note.facts["why"]) == (("ann",), why)


def test_shields_that_are_full_after_recovery_will_do() -> None:
    assert home(klass="Tribal", shields=18).ship("a2").state == ABOARD
    lost = Damage(parts={"SM1": 1})
    assert home(klass="Tribal", shields=9, damage=lost).ship("a2").state == ABOARD


def test_no_carrier_takes_a_ship_of_another_side_or_one_that_is_away() -> None:
    fought = fight(fighter("a", "Carrier"), fighter("a2", "Gnat"), fighter("b", "Carrier"))
    fought.round(a=Told(boards={"a2": "b"}))
    fought.round(a=Told(boards={"a2": "x"}))
    fought.round(a=Told(boards={"a": "a"}))
    why = [one.facts["why"] for one in fought.told("left_out")]
    assert why == ["its carrier is not there"] * 2 + ["no bay has room for it"]


def test_a_bay_holds_several_ships_as_far_as_its_room_goes() -> None:
    """Three of SSZ 10 in a bay of 30, the fourth in the other; a gate end takes a bay."""
    craft = [fighter(f"a{number}", "Gnat") for number in range(2, 6)]
    fought = fight(fighter("a", "Carrier"), *craft, fighter("b"))
    fought.round(a=Told(boards={one.id: "a" for one in craft}))
    bays = [fought.ship(one.id).bay for one in craft]
    assert bays == ["LB1", "LB1", "LB1", "LB2"]
    fought = fight(fighter("a", "Carrier", ends=(("LB1", "ring"),)), *craft, fighter("b"))
    fought.round(a=Told(boards={one.id: "a" for one in craft}))
    bays = [fought.ship(one.id).bay for one in craft]
    assert bays == ["LB2", "LB2", "LB2", ""]


def test_who_sees_a_ship_go_up_with_its_bombs_sees_that_and_not_why() -> None:
    """The cause is told as it is; whoever tells it to the other side says no more than it saw."""
    aboard = Stowed("PCB", "bea", ("CH1", "CH2", "CH3", "CH4"))
    lines, guns = made(of("CH", 4, 30)), made(of("PA", 1, 0, damage=1, pr=1))
    carrier = fighter("b", "Hull", damage=Damage(armour=12), stowed=(aboard,))
    fought = fight(fighter("a"), carrier, designs={"Laser": guns, "Hull": lines})
    told = Told(aims={"a": shoot("b", "PA1")})
    fought.round(Faces(critical=[face_of(lines, "CH1")]), a=told)
    made_up = work(state())
    tell_battle_rounds(made_up, fought.battle, fought.notes, NAMES)
    told_of = [one for one in made_up.events if one.kind == "fight_destroyed"]
    seen_by_ann = [one.facts["cause"] for one in told_of if "ann" in one.seen]
    assert seen_by_ann == ["blow-up"]
    assert "bomb" in [one.facts["cause"] for one in told_of]  # as the game master reads it


# --- what the notes hold ---------------------------------------------------------------------


def test_a_critical_hit_is_told_to_the_owner_with_its_roll_under_the_ships_name() -> None:
    """Each ship has a roll of its own: what another ship rolls never changes it."""
    bare = Damage(armour=figures(DESIGNS["Tribal"]).ta)
    fought = fight(
        fighter("a", "Pulse"), fighter("a2", "Pulse"),
        fighter("b", "Tribal", damage=bare, shields=0),
        fighter("b2", "Tribal", damage=bare, shields=0),
        designs={"Pulse": made(of("PA", 1, 0, damage=1, pr=1))},
    )  # fmt: skip
    dice = Faces(critical=[999, 1000])
    fought.round(dice, a=Told(aims={"a": shoot("b", "PA1"), "a2": shoot("b2", "PA1")}))
    assert [name for name in dice.rolled if "critical" in name] == [
        ("r1", "critical", "b"),
        ("r1", "critical", "b2"),
    ]
    first, second = fought.told("critical")
    assert (first.by, first.to, second.to) == ("", "b", "b2")
    assert (first.facts["faces"], second.facts["faces"]) == ([999], [1000])
    assert [one.faces for one in (*first.rolls, *second.rolls)] == [(999,), (1000,)]


def test_shields_are_cut_to_what_is_left_of_three() -> None:
    """3 SI 12 stand at 36; of two they are 24. Rule: NV SPC-38, NV SPC-40."""
    guns = made(of("FP", 1, 4, accuracy=300, damage=1))
    three = made(of("SI", 3, 12), of("AR", 7, 1))
    bare = Damage(armour=figures(three).ta)
    fought = fight(
        fighter("a"), fighter("b", "Three", damage=bare, shields=36),
        designs={"Laser": guns, "Three": three},
    )  # fmt: skip
    told = Told(aims={"a": shoot("b", "FP1")})
    fought.round(Faces(fire=[1], critical=[face_of(three, "SM1")]), a=told)
    assert fought.told("critical")[0].facts["shields"] == 12
    assert fought.ship("b").shields == 24


def test_gate_ends_of_all_that_is_lost_in_a_round_are_lost() -> None:
    """An end of 180 dies with two of its six holds: two ends, then one in a bay are lost.

    Rule: NV SPC-39.
    """
    both = made(of("CH", 12, 30), of("LB", 1, 30))
    holds = [f"CH{number}" for number in range(1, 13)]
    stowed = tuple(
        Stowed("SG", "bea", tuple(part), end=end)
        for end, part in (("one", holds[:6]), ("two", holds[6:]))
    )
    guns = made(of("PA", 5, 0, damage=1, pr=1))
    ship = fighter(
        "b",
        "Both",
        damage=Damage(armour=figures(both).ta),
        stowed=stowed,
        ends=(("LB1", "ring"),),
        shields=0,
    )
    fought = fight(fighter("a"), ship, designs={"Laser": guns, "Both": both})
    faces = [face_of(both, part) for part in ("CH1", "CH2", "CH7", "CH8", "LB1")]
    told = Told(aims={"a": shoot("b", *(f"PA{number}" for number in range(1, 6)))})
    fought.round(Faces(critical=faces), a=told)
    assert fought.ship("b").state == IN_PLAY
    assert sorted(fought.battle.ends_lost) == ["one", "ring", "two"]


def test_what_dies_of_a_critical_hit_dies_in_step_i() -> None:
    aboard = Stowed("PCB", "bea", ("CH1", "CH2", "CH3", "CH4"))
    lines, guns = made(of("CH", 4, 30)), made(of("PA", 1, 0, damage=1, pr=1))
    carrier = fighter("b", "Hull", damage=Damage(armour=12), stowed=(aboard,))
    fought = fight(fighter("a"), carrier, designs={"Laser": guns, "Hull": lines})
    told = Told(aims={"a": shoot("b", "PA1")})
    fought.round(Faces(critical=[face_of(lines, "CH1")]), a=told)
    assert [(one.to, one.step) for one in fought.told("destroyed")] == [("b", "I")]
    fought = struck(
        "Carrier", face_of(DESIGNS["Carrier"], "LB1"), 1000, shields=0
    )  # an empty bay takes nobody along
    assert fought.told("destroyed") == []
    inside = fighter("b2", "Gnat", carrier="b", bay="LB1")
    fought = fight(
        fighter("a"), fighter("b", "Carrier", damage=Damage(armour=8)), inside,
        designs={"Laser": guns},
    )  # fmt: skip
    stay = Told({"b2": ReadyForRound(launch=False)})
    fought.round(Faces(critical=[face_of(DESIGNS["Carrier"], "LB1")]), a=told, b=stay)
    assert [(one.to, one.step) for one in fought.told("destroyed")] == [("b2", "I")]


def test_only_ships_in_its_own_bays_take_a_carriers_room() -> None:
    """What lies in its hold, or in a bay of that name of another carrier, takes none."""
    elsewhere = [fighter(f"a{number}", "Gnat", carrier="a9", bay="LB1") for number in range(4, 7)]
    held = fighter("a3", "Gnat", carrier="a", bay="CH1")
    fought = fight(
        fighter("a", "Carrier"), fighter("a2", "Gnat"), fighter("a9", "Carrier"),
        *elsewhere, held, fighter("b"),
    )  # fmt: skip
    stay = {one.id: ReadyForRound(launch=False) for one in (*elsewhere, held)}
    fought.round(a=Told(stay, boards={"a2": "a"}))
    assert (fought.ship("a2").carrier, fought.ship("a2").bay) == ("a", "LB1")


def test_a_gate_end_that_was_in_a_lost_bay_takes_no_other() -> None:
    lost = Damage(parts={"LB1": 1})
    carrier = fighter("a", "Carrier", damage=lost, ends=(("LB1", "ring"),))
    fought = fight(carrier, fighter("a2", "Gnat"), fighter("b"))
    fought.round(a=Told(boards={"a2": "a"}))
    assert fought.ship("a2").bay == "LB2"
    assert fought.told("left_out") == []


def test_each_ship_that_was_hurt_may_blow_up_a_gate_end_before_it_or_not() -> None:
    guns = made(of("PA", 3, 0, damage=1, pr=1))
    bare = Damage(armour=figures(DESIGNS["Tribal"]).ta)
    fought = fight(
        fighter("a"), gate("b1"), fighter("b2", "Tribal", damage=bare, shields=0),
        fighter("b3", "Tribal", damage=bare, shields=0), designs={"Laser": guns},
    )  # fmt: skip
    end = fought.battle.fighters["b1"]
    worn = replace(end, damage=Damage(armour=live(end).ta))
    fought.battle = replace(fought.battle, fighters={**fought.battle.fighters, "b1": worn})
    aims = [*shoot("b1", "PA1"), *shoot("b2", "PA2"), *shoot("b3", "PA3")]
    dice = Faces(blow_up=[99, 1])
    fought.round(dice, a=Told(aims={"a": aims}))
    assert [name for name in dice.rolled if "blow up" in name] == [
        ("r1", "blow up", "b2"),
        ("r1", "blow up", "b3"),
    ]
    own = [one for one in fought.told("blow_up") if one.seen == ("bea",)]
    assert [(one.by, one.to, one.facts["face"], one.rolls[0].faces) for one in own] == [
        ("", "b2", 99, (99,)),
        ("", "b3", 1, (1,)),
    ]
    assert [(one.to, one.step) for one in fought.told("destroyed")] == [("b3", "H")]


def test_who_is_left_outside_keeps_nobody_else_from_coming_home() -> None:
    fought = fight(
        fighter("a", "Carrier"), fighter("a2", "Wall"), fighter("a3", "Gnat"), fighter("b")
    )
    fought.round(a=Told(boards={"a2": "a", "a3": "a"}))
    (out,), (home_,) = fought.told("left_out"), fought.told("picked_up")
    assert (out.by, out.to, out.round, out.step) == ("a2", "a", 1, "K")
    assert (home_.by, home_.to, home_.round) == ("a3", "a", 1)
    assert fought.ship("a3").state == ABOARD


def test_shields_are_told_as_they_stand_then() -> None:
    fought = fight(fighter("a", "Tribal", shields=15), fighter("b"))
    fought.round()
    (told,) = fought.told("shields")
    assert told.facts == {"recovered": 6, "shields": 21, "full": 24}
    assert (told.by, told.to, told.step) == ("", "a", "J")
