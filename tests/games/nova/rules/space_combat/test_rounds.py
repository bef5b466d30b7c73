"""A round in its order: getting ready, launching, plots, reports, and what captains may know."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.nova.rules.space_combat.captain import JUMP, ReadyForRound
from pbm.games.nova.rules.space_combat.round_world import no_dice
from pbm.games.nova.rules.space_combat.rounds import fight_round, view_of
from pbm.games.nova.state.battle.arena import ABOARD, DESTROYED, IN_PLAY, Fighter
from pbm.games.nova.state.damage import Damage
from tests.games.nova.scenes.fighters import (
    Faces,
    Fight,
    Told,
    face_of,
    fight,
    fighter,
    gate,
    made,
    of,
    shoot,
)

STEPS = "CEFGHIJKL"


# --- the sequence ----------------------------------------------------------------------------


def test_the_steps_come_in_the_order_of_the_book() -> None:
    """Launch, probe, move, fire, blow-up, critical hit, shields, pick-up, jump."""
    fought = fight(
        fighter("a", "Carrier", cycle=7), fighter("a2", "Tribal", carrier="a"),
        fighter("a3", "Gnat"), fighter("b", "Tribal", at=(1, 0), shields=0, damage=Damage(7)),
    )  # fmt: skip
    told = Told(
        moves={"a3": (0, 1)}, aims={"a2": shoot("b")}, boards={"a3": "a"}, leaves={"a": JUMP}
    )
    fought.round(Faces(fire=[9]), a=told)
    steps = [one.step for one in fought.notes]
    assert steps == sorted(steps, key=STEPS.index)
    assert set(steps) == set(STEPS)
    assert [at for at, _view in told.views] == ["C", "D", "F", "K", "L"]


def test_captains_answer_before_anything_of_the_step_is_done() -> None:
    """Both plot by what they saw last round, and fire by where all stand after the movement."""
    fought = fight(fighter("a"), fighter("b", at=(6, 0), vector=(1, 0)))
    ann, bea = Told(moves={"a": (2, 0)}), Told(moves={"b": (0, 2)})
    fought.round(a=ann, b=bea)
    assert ann.view("D").foes["b"].at == (6, 0)
    assert ann.view("D").foes["b"].known.vector == (1, 0)  # open to all
    assert ann.view("F").foes["b"].at == (7, 2)
    assert bea.view("F").foes["a"].at == (2, 0)


# --- movement --------------------------------------------------------------------------------


def test_the_vector_is_kept_and_thrust_changes_it_by_the_engine_at_most() -> None:
    fought = fight(fighter("a", vector=(3, 0)), fighter("b"))
    fought.round()
    assert (fought.ship("a").at, fought.ship("a").vector) == ((3, 0), (3, 0))
    fought.round(a=Told(moves={"a": (-2, 0)}))
    assert (fought.ship("a").at, fought.ship("a").vector) == ((4, 0), (1, 0))
    fought.round(a=Told(moves={"a": (-5, 0)}))  # IE 2 gives 2 of them
    assert (fought.ship("a").at, fought.ship("a").vector) == ((3, 0), (-1, 0))


def test_lost_engines_thrust_no_more_and_nobody_steers_for_another() -> None:
    fought = fight(
        fighter("a", damage=Damage(parts={"IE1": 1})), fighter("b", damage=Damage(parts={"IE1": 2}))
    )
    fought.round(a=Told(moves={"a": (2, 0), "b": (1, 0)}), b=Told(moves={"b": (0, 1)}))
    assert fought.ship("a").vector == (1, 0)
    assert fought.ship("b").vector == (0, 0)


def test_engines_that_are_used_are_seen() -> None:
    fought = fight(fighter("a"), fighter("b", at=(5, 0)))
    fought.round(a=Told(moves={"a": (2, 0)}))
    fought.round(a=Told(moves={"a": (-1, 0)}))
    fought.round()
    known = fought.battle.seen["bea"]["a"]
    assert (known.ie, known.burned) == (2, 2)
    told = [one.facts["ships"]["a"] for one in fought.told("moved") if one.seen == ("bea",)]
    assert told[0] == [0, 0, 2, 0, 2, 0, 2]
    assert [ship[6] for ship in told] == [2, 1, 0]


def test_gate_ends_do_not_move() -> None:
    fought = fight(fighter("a"), fighter("b"), gate("b9"))
    fought.round(b=Told(moves={"b9": (1, 0)}))
    assert fought.ship("b9").at == (0, 0)


# --- getting ready ---------------------------------------------------------------------------


def test_a_ship_is_launched_with_its_carriers_place_and_vector_and_can_act_at_once() -> None:
    fought = fight(
        fighter("a", "Carrier", at=(2, 0), vector=(1, 0)), fighter("a2", "Gnat", carrier="a"),
        fighter("b", "Wall", at=(3, 0)),
    )  # fmt: skip
    told = Told(moves={"a2": (0, 1)}, aims={"a2": shoot("b")})
    fought.round(Faces(fire=[9]), a=told)
    craft = fought.ship("a2")
    assert (craft.state, craft.state_since, craft.carrier) == (IN_PLAY, 1, "a")
    assert (craft.at, craft.vector) == ((3, 1), (1, 1))
    assert fought.ship("b").damage.armour > 0
    (note,) = fought.told("launched")
    assert (note.seen, note.by, note.to, note.step) == (("ann", "bea"), "a2", "a", "C")


@pytest.mark.parametrize(
    ("bay", "carrier", "launched"),
    [
        ("LB1", {}, True),
        ("CH1", {}, False),  # nothing leaves a hold in combat
        ("LB1", {"damage": Damage(parts={"LB1": 1})}, False),
        ("LB1", {"state": "away"}, False),
    ],
)
def test_ships_leave_bays_that_work(bay: str, carrier: dict[str, Any], *, launched: bool) -> None:
    fought = fight(
        fighter("a", "Carrier", **carrier), fighter("a2", "Gnat", carrier="a", bay=bay),
        fighter("a3"), fighter("b"),
    )  # fmt: skip
    fought.round()
    assert (fought.ship("a2").state == IN_PLAY) is launched


def test_a_ship_stays_aboard_if_told_and_uses_nothing() -> None:
    eye = made(of("SN", 1, 40), of("TC", 1, 2), of("DG", 1, 20))
    fought = fight(
        fighter("a", "Carrier"), fighter("a2", "Gnat", carrier="a"), fighter("b", at=(30, 0)),
        fighter("b2", at=(5, 0)), designs={"Gnat": eye},
    )  # fmt: skip
    stay = Told({"a2": ReadyForRound(launch=False)})
    fought.round(a=stay)
    assert fought.ship("a2").state == ABOARD
    assert set(stay.view("F").foes) == {"b2"}
    assert set(stay.view("F").own) == {"a", "a2"}
    assert fought.told("sensors") == []


def test_installations_in_use_are_chosen_as_the_round_begins_and_changes_announced() -> None:
    fought = fight(fighter("a", "Masks"), fighter("b"))
    fought.round(a=Told({"a": ReadyForRound(ew="EW1", fc="")}))
    assert (fought.ship("a").ew, fought.ship("a").fc) == ("EW1", "")
    assert fought.told("switched") == []  # that is how it begins
    fought.round(a=Told({"a": ReadyForRound(ew="*", fc="FC2")}))
    assert (fought.ship("a").ew, fought.ship("a").fc) == ("EW2", "FC2")
    (note,) = fought.told("switched")
    assert (note.seen, note.facts["what"]) == (("ann", "bea"), ["EW", "FC"])
    fought.round(a=Told({"a": ReadyForRound(ew="EW9", fc="EW1")}))  # there is none, and it is no FC
    assert (fought.ship("a").ew, fought.ship("a").fc) == ("", "")


def test_a_field_that_goes_on_or_off_is_announced_in_the_first_round_too() -> None:
    fought = fight(fighter("a", "Holder"), fighter("b"))
    fought.round()
    fought.round()
    fought.round(a=Told({"a": ReadyForRound(dg=False)}))
    told = [(one.round, one.facts["dg"], one.facts["what"]) for one in fought.told("switched")]
    assert told == [(1, True, ["DG"]), (3, False, ["DG"])]
    assert fought.battle.seen["bea"]["a"].dg == 0


def test_the_start_of_a_cycle_is_seen_by_all_who_see_the_ship() -> None:
    fought = fight(fighter("a"), fighter("b"), fighter("b2", at=(25, 0)))
    fought.round()
    assert fought.battle.seen["bea"]["a"].cycling == 1
    assert "b2" not in fought.battle.seen["ann"]


# --- what a captain is given -----------------------------------------------------------------


def test_a_view_holds_what_the_side_sees_and_nothing_else() -> None:
    fought = fight(
        fighter("a", "Eye"), fighter("a2", damage=Damage(2, 19)), fighter("b", at=(3, 0)),
        fighter("b2", at=(40, 0)), fighter("c"), gate("b9"), gate("c9"),
        enemies={"a": "b", "b": "a", "c": ""},
    )  # fmt: skip
    ann = Told()
    fought.round(Faces(fire=[9]), a=ann, b=Told(aims={"b": shoot("a2")}))
    first = ann.view("F")
    assert (set(first.foes), set(first.others), set(first.gates)) == ({"b"}, {"c", "c9"}, {"b9"})
    assert (first.lost, first.started, first.gone) == ({}, 2, 0)
    last = ann.view("K")
    assert set(last.own) == {"a"}
    assert last.gone == 1


def test_a_gate_end_looks_like_a_ship_until_it_is_probed() -> None:
    fought = fight(fighter("a"), fighter("b"), gate("b9"))
    ann = Told()
    fought.round(a=ann)
    assert (set(ann.view("F").foes), ann.view("F").gates) == ({"b", "b9"}, {})


def test_an_enemy_that_got_out_of_sight_is_remembered_until_it_is_known_to_be_gone() -> None:
    fought = fight(
        fighter("a"), fighter("b", at=(19, 0), vector=(2, 0)), fighter("b2", "Quick", cycle=2)
    )
    ann = Told()
    fought.round(a=ann, b=Told(leaves={"b2": JUMP}))
    assert set(ann.view("D").foes) == {"b", "b2"}
    assert set(ann.view("F").lost) == {"b"}
    assert ann.view("F").lost["b"].at == (19, 0)
    fought.round(Faces(meeting=[1]), a=ann)
    assert set(ann.view("L").lost) == {"b"}  # the other was seen to jump


# --- who hears of it -------------------------------------------------------------------------


def reported(*ships: Fighter, rounds: int = 2, kill: str = "a", **fields: Any) -> Fight:
    """A battle in which Bea's gunner destroys Ann's only ship in the last of some rounds."""
    guns = made(of("PA", 1, 0, damage=60, pr=9))
    fought = fight(*ships, fighter("b8", "Laser"), designs={"Laser": guns}, **fields)
    for _ in range(rounds - 1):
        fought.round()
    fought.round(b=Told(aims={"b8": shoot(kill, "PA1")}))
    assert fought.ship(kill).state == DESTROYED
    return fought


@pytest.mark.parametrize(("rounds", "heard"), [(1, 0), (2, 2), (3, 3)])
def test_a_communicator_reports_unless_it_is_lost_in_the_first_round(
    rounds: int, heard: int
) -> None:
    fought = reported(fighter("a", "Caller"), rounds=rounds)
    assert fought.battle.sides["ann"].heard == heard
    assert fought.told("communicator") == []  # nobody there can tell


def test_without_a_communicator_nothing_is_heard() -> None:
    assert reported(fighter("a", "Hull"), rounds=3).battle.sides["ann"].heard == 0


@pytest.mark.parametrize(("jammer", "heard"), [("Jammer", 0), ("Deaf", 2)])
def test_a_jammer_of_its_level_drowns_a_report_and_hears_of_it(jammer: str, heard: int) -> None:
    """TJ 2 against TC 2 does, TJ 1 does not."""
    fought = reported(fighter("a", "Caller"), fighter("b", jammer))
    assert fought.battle.sides["ann"].heard == heard
    (note,) = fought.told("communicator")
    assert (note.seen, note.facts["level"]) == (("bea",), 2)
    assert note.facts["blocked"] is (heard == 0)


def test_a_jammer_that_comes_later_hears_of_it_then_and_once() -> None:
    fought = fight(
        fighter("a", "Caller"), fighter("b", "Carrier"), fighter("b2", "Gnat", carrier="b"),
        designs={"Gnat": made(of("TJ", 1, 3))},
    )  # fmt: skip
    for number in (1, 2, 3, 4):
        fought.round(b=Told({"b2": ReadyForRound(launch=number > 2)}))
    assert [one.round for one in fought.told("communicator")] == [3]
    assert fought.battle.sides["ann"].noticed == ("bea",)


def test_a_jammer_destroyed_in_time_or_of_a_friend_drowns_nothing() -> None:
    hulk = Damage(structure=9)
    fought = fight(
        fighter("a", "Caller"), fighter("a2"), fighter("b", "Jammer", damage=hulk), fighter("b2")
    )
    fought.round()
    fought.round(Faces(fire=[9]), a=Told(aims={"a2": shoot("b")}))
    assert fought.battle.sides["ann"].heard == 2
    fought = reported(fighter("a", "Caller"), fighter("a2", "Jammer"))
    assert fought.battle.sides["ann"].heard == 2
    fought = reported(
        fighter("a", "Caller"), fighter("c", "Jammer"),
        enemies={"a": "b", "b": "ac", "c": "b"},
    )  # fmt: skip
    assert fought.battle.sides["ann"].heard == 2


@pytest.mark.parametrize(("round", "heard"), [(2, 2), (3, 0)])
def test_what_a_dying_ship_reported_no_later_jammer_takes_back(round: int, heard: int) -> None:
    """TJ 2 comes in round 3: a TC 2 that died before it was heard, one that dies then is not."""
    fought = fight(
        fighter("a", "Caller", damage=Damage(structure=9)), fighter("a2", "Caller"),
        fighter("b"), fighter("b2", "Carrier"), fighter("b3", "Gnat", carrier="b2"),
        designs={"Gnat": made(of("TJ", 1, 2))},
    )  # fmt: skip
    for number in (1, 2, 3):
        aims = {"b": shoot("a")} if number == round else {}
        faces = Faces(fire=[9]) if aims else None
        fought.round(faces, b=Told({"b3": ReadyForRound(launch=number > 2)}, aims=aims))
    assert fought.ship("a").state == DESTROYED
    assert fought.battle.sides["ann"].heard == heard


def test_a_jammer_that_jumps_as_the_round_ends_was_there_in_it() -> None:
    fought = fight(fighter("a", "Caller"), fighter("b", "Jammer", cycle=6), fighter("b2"))
    fought.round()
    fought.round(b=Told(leaves={"b": JUMP}))
    assert fought.battle.sides["ann"].heard == 0
    fought.round()
    assert fought.battle.sides["ann"].heard == 3


def test_what_comes_with_the_size_of_a_ship_reports_too_and_so_does_a_gate_end() -> None:
    large = made(of("AR", 99, 1), intrinsic_tc=3)
    fought = fight(fighter("a", "Wall"), fighter("b"), designs={"Wall": large})
    fought.round()
    fought.round()
    assert fought.battle.sides["ann"].heard == 2
    fought = fight(fighter("a"), gate("a9", tc=1), fighter("b"))
    fought.round()
    fought.round()
    assert fought.battle.sides["ann"].heard == 2


@pytest.mark.parametrize(("round", "garbled"), [(1, True), (2, False)])
def test_a_communicator_lost_to_a_critical_hit_in_round_1_garbles(
    round: int, *, garbled: bool
) -> None:
    caller = made(of("TC", 1, 2), of("AR", 40, 1))
    guns = made(of("PA", 1, 0, damage=1, pr=1))
    fought = fight(
        fighter("a", "Caller", damage=Damage(armour=44)), fighter("b"),
        designs={"Caller": caller, "Laser": guns},
    )  # fmt: skip
    for number in (1, 2):
        hit = {"b": shoot("a", "PA1")} if number == round else {}
        fought.round(Faces(critical=[face_of(caller, "TC1")]) if hit else None, b=Told(aims=hit))
    assert fought.battle.sides["ann"].garbled is garbled
    assert dict(fought.ship("a").damage.parts) == {"TC1": 1}
    assert fought.battle.sides["ann"].heard == (0 if garbled else 2)


def test_between_rounds_a_side_sees_what_it_will_plot_by() -> None:
    fought = fight(fighter("a", "Eye"), fighter("b", at=(4, 0), vector=(1, 0)), gate("b9"))
    fought.round(b=Told(moves={"b": (1, 0)}))
    seen = view_of(fought.battle, fought.world, "ann")
    assert seen.foes["b"].at == (6, 0)
    assert (set(seen.own), set(seen.gates), seen.round) == ({"a"}, {"b9"}, 2)


def test_who_only_looks_rolls_no_dice() -> None:
    with pytest.raises(AssertionError, match="1 d6 rolled to look"):
        no_dice("d6", "anything")


def test_a_round_that_nobody_listens_to_is_the_same_round() -> None:
    fought = fight(fighter("a"), fighter("b"))
    captains = {"ann": Told(aims={"a": shoot("b")}), "bea": Told()}
    quiet = fight_round(fought.battle, fought.world, captains, Faces(fire=[9]))
    assert quiet == fought.round(Faces(fire=[9]), a=captains["ann"])


def test_between_rounds_a_side_sees_what_sensors_in_use_showed_it_at_the_end_of_the_last() -> None:
    for used, seen in ((True, {"b", "b2"}), (False, {"b2"})):
        ready = {"a": ReadyForRound(probe=used)}
        far, near = fighter("b", at=(30, 0)), fighter("b2", at=(20, 0))
        fought = fight(fighter("a", "Scout"), far, near)  # SN 30
        fought.round(a=Told(ready))
        assert set(view_of(fought.battle, fought.world, "ann").foes) == seen
    assert set(view_of(fought.battle, fought.world, "bea").foes) == {"a"}
