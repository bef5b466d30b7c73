"""Who leaves a battle: jump cycles, distortion fields, lost detection, stalemates, the end."""

from __future__ import annotations

import pytest

from pbm.games.nova.rules.space_combat.captain import JUMP, RESTART, ReadyForRound
from pbm.games.nova.rules.space_combat.telling import tell_battle_rounds
from pbm.games.nova.state.battle.arena import CAPTURED, DESTROYED, IN_PLAY, JUMPED
from pbm.games.nova.state.battle.vectors import distance
from pbm.games.nova.state.damage import Damage
from tests.games.nova.builders import NAMES, state, told, work
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

FAR = 60


def rounds(fought: Fight, number: int, **captains: Told) -> Fight:
    """So many quiet rounds."""
    for _ in range(number):
        fought.round(None, **captains)
    return fought


# --- the cycle -------------------------------------------------------------------------------


@pytest.mark.parametrize(("klass", "lag"), [("Quick", 3), ("Hull", 8)])
def test_a_ship_may_jump_at_the_end_of_the_last_round_of_its_cycle(klass: str, lag: int) -> None:
    """The Huron (L3) could jump in round 3, the Clark (L8) does in round 8."""
    fought = fight(fighter("a", klass), fighter("b", at=(9, 0)))
    go = Told(leaves={"a": JUMP})
    rounds(fought, lag - 1, a=go)
    assert fought.ship("a").state == IN_PLAY
    fought.round(a=go)
    assert (fought.ship("a").state, fought.ship("a").state_since) == (JUMPED, lag)
    assert (fought.battle.over, fought.battle.round) == ("alone", lag)
    (note,) = fought.told("jumped")
    assert (note.seen, note.by) == (("ann", "bea"), "a")


@pytest.mark.parametrize("wish", [{}, {"a": RESTART}])
def test_who_does_not_jump_begins_the_cycle_anew_and_all_see_it(wish: dict[str, str]) -> None:
    fought = rounds(fight(fighter("a", "Quick"), fighter("b")), 3, a=Told(leaves=wish))
    (note,) = [one for one in fought.told("cycle", 3) if one.by == "a"]
    assert (note.facts["what"], note.seen) == ("restart", ("ann", "bea"))
    assert fought.battle.seen["bea"]["a"].cycling == 4
    rounds(fought, 2, a=Told(leaves={"a": JUMP}))
    assert fought.ship("a").state == IN_PLAY
    fought.round(a=Told(leaves={"a": JUMP}))
    assert (fought.ship("a").state, fought.battle.round) == (JUMPED, 6)


def test_a_cycle_can_be_stopped_and_begun_again_and_both_are_told() -> None:
    fought = fight(fighter("a", "Quick"), fighter("b"))
    fought.round()
    fought.round(a=Told({"a": ReadyForRound(cycle="stop")}))
    assert fought.ship("a").cycle == -1
    assert fought.battle.seen["bea"]["a"].cycling == 0
    rounds(fought, 3, a=Told(leaves={"a": JUMP}))
    said = [(one.round, one.facts["what"]) for one in fought.told("cycle") if one.by == "a"]
    assert said == [(2, "stop"), (3, "start")]
    assert fought.ship("a").state_since == 5


def test_of_a_ship_without_a_jump_drive_nobody_hears_that_it_cycles() -> None:
    fought = fight(fighter("a", "Stuck"), fighter("b"))
    fought.round()
    fought.round(a=Told({"a": ReadyForRound(cycle="stop")}))
    fought.round()
    assert [one for one in fought.told("cycle") if one.by == "a"] == []
    assert fought.battle.seen["bea"]["a"].cycling == 0
    assert fought.battle.seen["ann"]["b"].cycling == 1


def test_a_launched_ship_begins_its_cycle_as_it_is_launched() -> None:
    craft = made(of("BL", 1, 10), of("JD", 1, 3, lt=2))
    fought = fight(
        fighter("a", "Carrier"), fighter("a2", "Gnat", carrier="a"), fighter("b"),
        designs={"Gnat": craft},
    )  # fmt: skip
    rounds(fought, 3, a=Told({"a2": ReadyForRound(launch=False)}, leaves={"a2": JUMP}))
    rounds(fought, 1, a=Told(leaves={"a2": JUMP}))
    assert (fought.ship("a2").state, fought.ship("a2").cycle) == (IN_PLAY, 1)
    rounds(fought, 1, a=Told(leaves={"a2": JUMP}))
    assert (fought.ship("a2").state, fought.ship("a2").state_since) == (JUMPED, 5)


def test_a_drive_that_is_hit_goes_on_while_a_jump_is_left() -> None:
    hurt = Damage(parts={"JD1": 2})
    fought = fight(fighter("a", "Quick", damage=hurt), fighter("b"))
    rounds(fought, 3, a=Told(leaves={"a": JUMP}))
    assert fought.ship("a").state == JUMPED
    fought = fight(fighter("a", "Quick", damage=Damage(parts={"JD1": 3})), fighter("b"))
    rounds(fought, 9, a=Told(leaves={"a": JUMP}))
    assert fought.ship("a").state == IN_PLAY


def test_a_spare_drive_begins_its_cycle_anew() -> None:
    """JD1 has lag time 3, JD2 lag time 2; the first is in use until its last level goes."""
    one = live(fighter("a", "Spare", cycle=2))
    assert (one.drive, one.lag) == ("JD1", 3)
    one.parts["JD1"] = 2
    one.refit()
    assert (one.drive, one.lag, one.cycle) == ("JD1", 3, 2)
    one.parts["JD1"] = 3
    one.refit()
    assert (one.drive, one.lag, one.cycle) == ("JD2", 2, -1)
    again = live(one.frozen())
    assert (again.drive, again.cycle) == ("JD2", -1)
    one.parts["JD2"] = 3
    one.refit()
    assert (one.drive, one.lag, one.jump_ready) == ("", 0, False)


def test_ships_jump_with_all_they_carry() -> None:
    fought = fight(fighter("a", "Carrier"), fighter("a2", "Gnat", carrier="a"), fighter("b"))
    stay = Told({"a2": ReadyForRound(launch=False)}, leaves={"a": JUMP})
    rounds(fought, 8, a=stay)
    assert fought.battle.over == "alone"
    assert fought.told("jumped")[0].by == "a"


# --- distortion fields -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("klass", "hexes", "held"),
    [
        ("Quick", 20, True),
        ("Quick", 21, False),
        ("Less", 0, True),  # DS 19 against DG 20
        ("Free", 0, False),
    ],
)
def test_a_field_holds_ships_within_its_size_but_not_with_suppressors_as_large(
    klass: str, hexes: int, *, held: bool
) -> None:
    fought = fight(
        fighter("a", klass, at=(hexes, 0)), fighter("b", "Holder"), fighter("b2", "Scout")
    )
    rounds(fought, 3, a=Told(leaves={"a": JUMP}))
    assert fought.ship("a").state == (IN_PLAY if held else JUMPED)
    said = [one.facts["what"] for one in fought.told("cycle", 3) if one.by == "a"]
    assert said == ["held"] * held
    assert fought.ship("a").cycle == (0 if held else 3)  # it begins anew


def test_of_several_fields_each_counts_for_itself() -> None:
    """DS 20 against two DG 20 is enough: fields do not add up."""
    fought = fight(fighter("a", "Free"), fighter("b", "Holder"), fighter("b2", "Holder"))
    rounds(fought, 3, a=Told(leaves={"a": JUMP}))
    assert fought.ship("a").state == JUMPED


def test_a_sides_own_field_holds_it_until_it_is_switched_off() -> None:
    fought = fight(fighter("a", "Quick"), fighter("a2", "Holder"), fighter("b"))
    rounds(fought, 3, a=Told(leaves={"a": JUMP}))
    assert fought.ship("a").state == IN_PLAY
    off = Told({"a2": ReadyForRound(dg=False)}, leaves={"a": JUMP})
    rounds(fought, 3, a=off)
    assert fought.ship("a").state == JUMPED
    fought = fight(fighter("a", "Held"), fighter("b"))
    rounds(fought, 3, a=Told(leaves={"a": JUMP}))
    assert fought.ship("a").state == IN_PLAY  # it holds itself


def test_the_field_is_looked_at_as_ships_jump_after_all_damage() -> None:
    fought = rounds(fight(fighter("a", "Quick"), fighter("a2", "Twin"), fighter("b", "Holder")), 2)
    kill = Told(leaves={"a": JUMP}, aims={"a2": shoot("b", "BL1", "BL2")})
    fought.round(Faces(fire=[9, 9]), a=kill)
    assert fought.ship("b").state == DESTROYED
    assert fought.ship("a").state == JUMPED


def test_who_jumps_at_the_same_time_still_holds() -> None:
    """All jump at one moment: a field that leaves has held until then."""
    strong = made(of("DG", 1, 20), of("DS", 1, 20), of("JD", 1, 3, lt=3))
    fought = fight(fighter("a", "Quick"), fighter("b", "Holder"), designs={"Holder": strong})
    rounds(fought, 3, a=Told(leaves={"a": JUMP}), b=Told(leaves={"b": JUMP}))
    assert [fought.ship(one).state for one in "ab"] == [IN_PLAY, JUMPED]


# --- losing one another ----------------------------------------------------------------------


def apart(**captains: Told) -> Fight:
    """Two sides that see nothing of each other in round 1, shields down."""
    fought = fight(
        fighter("a", "Tribal", shields=2, vector=(0, 1)), fighter("a2", "Stuck"),
        fighter("b", at=(FAR, 0)),
    )  # fmt: skip
    fought.round(Faces(meeting=[3]) if "dice" not in captains else None, **captains)
    return fought


def test_sides_that_lost_one_another_regain_shields_and_meet_anew() -> None:
    fought = apart()
    assert (fought.battle.over, fought.battle.engagement, fought.battle.quiet) == ("", 2, 0)
    assert fought.ship("a").shields == 24
    assert (fought.ship("a").at, fought.ship("a").vector) == ((0, 0), (0, 0))
    assert fought.ship("a2").at == (0, 0)
    assert fought.ship("b").at == (20, 0)  # direction 3, the longest sensors present: SN 20
    assert [one.seen for one in fought.told("apart")] == [("ann", "bea")]


def test_without_sensors_sides_meet_as_far_as_ships_see() -> None:
    for klass, range_ in (("Laser", 20), ("Eye", 10), ("Scout", 30)):
        fought = fight(fighter("a", klass), fighter("b", at=(FAR, 0)))
        fought.round(Faces(meeting=[1]))
        assert distance(fought.ship("a").at, fought.ship("b").at) == range_


def test_who_wants_to_be_away_jumps_whatever_its_cycle() -> None:
    fought = fight(fighter("a"), fighter("b", at=(FAR, 0)))
    fought.round(a=Told(goes=True))
    assert fought.ship("a").state == JUMPED
    assert (fought.battle.over, fought.ship("b").state) == ("parted", IN_PLAY)
    fought = fight(fighter("a"), fighter("b", at=(FAR, 0)))
    fought.round(a=Told(goes=True), b=Told(goes=True))
    assert [fought.ship(one).state for one in "ab"] == [JUMPED, JUMPED]


def test_ships_that_cannot_jump_stay_and_meet_again() -> None:
    fought = fight(fighter("a"), fighter("a2", "Stuck"), fighter("b", at=(FAR, 0)))
    fought.round(Faces(meeting=[1]), a=Told(goes=True))
    assert [fought.ship(one).state for one in ("a", "a2")] == [JUMPED, IN_PLAY]
    assert fought.battle.engagement == 2


def test_while_one_side_sees_the_other_the_battle_goes_on() -> None:
    fought = fight(fighter("a", "Scout"), fighter("b", at=(30, 0)))
    fought.round(b=Told(goes=True))
    assert (fought.battle.engagement, fought.told("apart")) == (1, [])
    assert fought.ship("b").state == IN_PLAY


def test_a_gate_end_in_sight_is_no_ship_in_sight() -> None:
    fought = fight(fighter("a", "Scout"), fighter("b", at=(FAR, 0)), gate("b9", at=(0, 25)))
    fought.round(a=Told(goes=True))
    assert fought.battle.over == "parted"


def test_a_hunt_that_finds_nobody_ends_with_the_last_round() -> None:
    """Sensors of 30 that are not used: sides meet at 30 hexes and never see each other."""
    blind = Told({one: ReadyForRound(probe=False) for one in ("a", "b")})
    fought = fight(fighter("a", "Scout"), fighter("b", at=(FAR, 0)), cap=5)
    for number in range(5):
        fought.round(Faces(meeting=[1]) if number < 4 else None, a=blind, b=blind)
    assert (fought.battle.over, fought.battle.round) == ("cap", 5)


# --- stalemates ------------------------------------------------------------------------------


def test_ten_rounds_without_damage_end_a_battle_and_nobody_need_leave() -> None:
    fought = rounds(fight(fighter("a"), fighter("b")), 9)
    assert fought.battle.over == ""
    fought.round()
    assert fought.battle.over == "stalemate"
    assert [fought.ship(one).state for one in "ab"] == [IN_PLAY, IN_PLAY]


def test_the_side_that_would_not_close_must_leave() -> None:
    """Bea's ship moves away round after round, Ann's stays; it leaves though its cycle runs."""
    fought = fight(fighter("a"), fighter("b", vector=(1, 0)))
    rounds(fought, 10)
    assert (fought.battle.over, fought.ship("b").state) == ("stalemate", JUMPED)
    assert fought.ship("a").state == IN_PLAY


def test_who_must_leave_and_cannot_stays() -> None:
    for klass, other in (("Stuck", "Laser"), ("Laser", "Holder")):
        fought = fight(fighter("a", other), fighter("b", klass, vector=(1, 0)))
        rounds(fought, 10)
        assert (fought.battle.over, fought.ship("b").state) == ("stalemate", IN_PLAY)


def test_who_must_leave_is_not_held_by_a_field_of_its_own() -> None:
    fought = fight(fighter("a"), fighter("b", "Holder", vector=(1, 0)))
    rounds(fought, 10)
    assert (fought.battle.over, fought.ship("b").state) == ("stalemate", JUMPED)


def test_a_ship_without_engines_jumps_or_is_captured() -> None:
    adrift = Damage(parts={"IE1": 2})
    fought = fight(fighter("a"), fighter("b", "Stuck", damage=adrift))
    rounds(fought, 10)
    assert (fought.ship("b").state, fought.ship("b").captor) == (CAPTURED, "ann")
    assert fought.battle.seen["ann"]["b"].gone
    (note,) = fought.told("captured")
    assert (note.seen, note.by, note.facts["captor"]) == (("ann", "bea"), "b", "ann")
    fought = fight(fighter("a", damage=adrift), fighter("b"))
    rounds(fought, 10)
    assert fought.ship("a").state == JUMPED


def test_a_field_keeps_a_ship_without_engines_from_jumping_away() -> None:
    adrift = Damage(parts={"IE1": 2})
    fought = rounds(fight(fighter("a", "Holder"), fighter("b", damage=adrift)), 10)
    assert (fought.ship("b").state, fought.ship("b").captor) == (CAPTURED, "ann")


def test_a_side_with_one_engine_left_is_not_adrift() -> None:
    adrift = Damage(parts={"IE1": 2})
    fought = fight(fighter("a"), fighter("b", "Stuck", damage=adrift), fighter("b2"))
    rounds(fought, 10)
    assert fought.ship("b").state == IN_PLAY


def test_two_sides_adrift_stay_where_they_are() -> None:
    adrift = Damage(parts={"IE1": 2})
    fought = rounds(fight(fighter("a", damage=adrift), fighter("b", damage=adrift)), 10)
    assert [fought.ship(one).state for one in "ab"] == [IN_PLAY, IN_PLAY]


def test_damage_begins_the_count_anew() -> None:
    fought = rounds(fight(fighter("a"), fighter("b", "Wall", vector=(0, 1))), 9)
    fought.round(Faces(fire=[9]), a=Told(aims={"a": shoot("b")}))
    assert (fought.battle.over, fought.battle.quiet) == ("", 0)
    assert fought.battle.sides["bea"].opened == 0


def test_a_battle_ends_after_its_greatest_number_of_rounds() -> None:
    fought = fight(fighter("a"), fighter("b", "Wall"), cap=3)
    for _ in range(3):
        assert fought.battle.over == ""
        fought.round(Faces(fire=[9]), a=Told(aims={"a": shoot("b")}))
    assert (fought.battle.over, fought.battle.round) == ("cap", 3)
    before = fought.battle
    assert fought.round() is before  # nothing more happens


# --- several sides ---------------------------------------------------------------------------


def test_a_battle_goes_on_while_one_hostile_pair_is_left() -> None:
    """Ann fights Bea and Cyd, who do not fight each other."""
    fought = fight(
        fighter("a"), fighter("b", damage=Damage(2, 19)), fighter("c"),
        enemies={"a": "bc", "b": "a", "c": "a"},
    )  # fmt: skip
    fought.round(Faces(fire=[9]), a=Told(aims={"a": shoot("b")}))
    assert (fought.ship("b").state, fought.battle.over) == (DESTROYED, "")
    fought = fight(
        fighter("a", damage=Damage(2, 19)), fighter("b"), fighter("c"),
        enemies={"a": "bc", "b": "a", "c": "a"},
    )  # fmt: skip
    fought.round(Faces(fire=[9]), b=Told(aims={"b": shoot("a")}))
    assert fought.battle.over == "alone"  # Bea and Cyd have nothing to fight about
    assert [fought.ship(one).state for one in "bc"] == [IN_PLAY, IN_PLAY]


def test_a_captor_is_an_enemy_and_no_third() -> None:
    adrift = Damage(parts={"IE1": 2})
    fought = fight(
        fighter("a"), fighter("b", "Stuck", damage=adrift), fighter("c"),
        enemies={"a": "c", "b": "c", "c": "ab"},
    )  # fmt: skip
    rounds(fought, 10)
    assert fought.ship("b").captor == "cyd"


def test_three_sides_without_sight_of_one_another_stand_apart() -> None:
    fought = fight(fighter("a"), fighter("b", at=(FAR, 0)), fighter("c", at=(0, FAR)))
    fought.round(Faces(meeting=[3, 4]))
    assert [fought.ship(one).at for one in "abc"] == [(0, 0), (20, 0), (0, 20)]


def test_who_has_left_hears_nothing_of_how_it_ended() -> None:
    fought = fight(fighter("a", "Quick"), fighter("b"), fighter("c"))
    rounds(fought, 3, a=Told(leaves={"a": JUMP}))
    rounds(fought, 7)
    assert fought.battle.over == "stalemate"
    assert [one.seen for one in fought.told("ended")] == [("bea", "cyd")]
    assert max(one.round for one in fought.notes if "ann" in one.seen) == 3


def test_hits_on_shields_that_recover_all_of_it_harm_nobody() -> None:
    """Shields of 24 recover 6 a round: fire of 6 wears nothing down, fire of 7 does."""
    for damage, over in ((6, "stalemate"), (7, "")):
        guns = made(of("PA", 1, 0, damage=damage, pr=1))
        fought = fight(fighter("a"), fighter("b", "Shield"), designs={"Laser": guns})
        rounds(fought, 10, a=Told(aims={"a": shoot("b", "PA1")}))
        assert fought.battle.over == over


def test_a_capture_is_told_by_counters_and_not_by_whom() -> None:
    adrift = Damage(parts={"IE1": 2})
    fought = rounds(fight(fighter("a"), fighter("b", "Stuck", damage=adrift)), 10)
    made_up = work(state())
    tell_battle_rounds(made_up, fought.battle, fought.notes, NAMES)
    (event,) = told(made_up, "fight_captured", "ann")
    assert event.facts["by"] == {"foe": 1}
    assert "captor" not in event.facts
