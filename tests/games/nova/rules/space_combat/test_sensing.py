"""What ships detect, what probes tell, echoes: the book's numbers, both sides of each edge."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.nova.rules.space_combat.captain import ReadyForRound
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.sensing import Sensing, probe_succeeds, screens_of
from pbm.games.nova.state.battle.arena import Fighter, Seen
from pbm.games.nova.state.battle.notes import BattleNote
from tests.games.nova.scenes.fighters import Told, battle, fight, fighter, gate, live


def sensing(
    *ships: Live, round: int = 1, **seen: dict[str, Seen]
) -> tuple[Sensing, list[BattleNote]]:
    """What is detected among these ships."""
    notes: list[BattleNote] = []
    owners = sorted({one.owner for one in ships})
    known = {one: seen.get(one, {}) for one in owners}
    made = Sensing(round, {one.id: one for one in ships}, known, notes.append)
    made.look()
    return made, notes


def at(one: Fighter, **fields: Any) -> Live:
    """A ship with its sensors on unless told."""
    ship = live(one)
    ship.sn = fields.pop("sn", True)
    for name, value in fields.items():
        setattr(ship, name, value)
    return ship


# --- the rule of a probe ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sn", "ss", "hexes", "succeeds"),
    [
        (40, 30, 10, True),
        (39, 30, 10, False),
        (30, 25, 7, False),  # the book's dialogue: SN 32 was needed
        (32, 25, 7, True),
        (10, 0, 10, True),
        (10, 0, 11, False),
        (0, 0, 0, False),
    ],
)
def test_a_probe_needs_screens_and_distance_together(
    sn: int, ss: int, hexes: int, *, succeeds: bool
) -> None:
    assert probe_succeeds(sn, ss, hexes) is succeeds


# --- detection -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("klass", "hexes", "sees"),
    [
        ("Laser", 20, True),
        ("Laser", 21, False),
        ("Eye", 21, False),  # sensors below 20 add nothing
        ("Scout", 30, True),
        ("Scout", 31, False),
    ],
)
def test_ships_are_seen_within_twenty_hexes_or_as_far_as_sensors_reach(
    klass: str, hexes: int, *, sees: bool
) -> None:
    made, _ = sensing(at(fighter("a", klass)), at(fighter("b", at=(hexes, 0))))
    assert made.detected["ann"] == (("b",) if sees else ())
    assert made.detected["bea"] == (("a",) if hexes <= 20 else ())


def test_sensors_that_are_not_used_reach_no_farther() -> None:
    made, _ = sensing(at(fighter("a", "Scout"), sn=False), at(fighter("b", at=(30, 0))))
    assert made.detected["ann"] == ()
    made, _ = sensing(at(fighter("a", "Scout"), sn_most=25), at(fighter("b", at=(26, 0))))
    assert made.detected["ann"] == ()


def test_screens_do_not_hide_a_ship() -> None:
    made, _ = sensing(at(fighter("a", "Scout")), at(fighter("b", "Veil", at=(30, 0))))
    assert made.detected["ann"] == ("b",)


def test_what_one_ship_sees_all_of_its_side_know_of_and_an_ally_does_not() -> None:
    made, _ = sensing(
        at(fighter("a")), at(fighter("a2", at=(15, 0))), at(fighter("b", at=(30, 0))),
        at(fighter("c")),
    )  # fmt: skip
    assert made.detected["ann"] == ("b", "c")
    assert made.detected["cyd"] == ("a", "a2")


def test_counters_stay_and_new_ships_get_the_next() -> None:
    made, _ = sensing(
        at(fighter("a")), at(fighter("b", at=(5, 0))), at(fighter("b1", at=(1, 0))),
        ann={"b1": Seen(1, detected=2)},
        round=4,
    )  # fmt: skip
    seen = made.seen["ann"]
    assert (seen["b1"].number, seen["b"].number) == (1, 2)
    assert (seen["b1"].detected, seen["b"].since) == (4, 4)
    assert seen["b"].at == (5, 0)


def test_only_ships_in_play_are_seen_and_see() -> None:
    carried = at(fighter("a2", "Scout", carrier="a"))
    made, _ = sensing(at(fighter("a", "Carrier")), carried, at(fighter("b", at=(25, 0))))
    assert made.detected == {"ann": (), "bea": ()}
    made, _ = sensing(at(fighter("a", "Carrier")), carried, at(fighter("b", at=(5, 0))))
    assert made.detected["bea"] == ("a",)


# --- probes ----------------------------------------------------------------------------------


def test_the_huron_and_both_explorers_probe_one_another() -> None:
    """The book's set-up; it prints SN 11+ of the Huron, and no distance there is above 9."""
    huron = at(fighter("a", "Tribal"), ew="EW1", fc="FC1")
    lewis = at(fighter("b", "Explorer", at=(3, 0)))
    clark = at(fighter("b2", "Explorer", at=(0, 9)))
    made, notes = sensing(huron, lewis, clark)
    made.probe("C")
    facts = {(one.seen[0], one.to): one.facts for one in notes if one.kind == "probed"}
    assert set(facts) == {("ann", "b"), ("ann", "b2"), ("bea", "a")}
    for explorer in ("b", "b2"):
        found = facts["ann", explorer]
        assert (found["size"], found["shields"], found["ew"], found["sn"]) == ("FG", 12, 0, True)
    found = facts["bea", "a"]
    assert (found["size"], found["shields"], found["ew"], found["ss"]) == ("FG", 24, 2, 0)


@pytest.mark.parametrize(("hexes", "reached"), [(10, True), (11, False)])
def test_a_probe_reaches_as_far_as_the_level_less_the_distance(
    hexes: int, *, reached: bool
) -> None:
    made, notes = sensing(at(fighter("a", "Eye")), at(fighter("b", "Shield", at=(hexes, 0))))
    made.probe("C")
    seen = made.seen["ann"]["b"]
    assert (seen.probed, seen.shields) == ((1, 24) if reached else (0, None))
    assert [one.kind for one in notes if "ann" in one.seen] == (["probed"] if reached else [])


def test_a_second_ship_may_succeed_where_the_first_fails_but_levels_do_not_add_up() -> None:
    veil = fighter("b", "Veil", at=(11, 0))
    made, _ = sensing(at(fighter("a", "Scout")), at(fighter("a2", "Scout")), at(veil))
    made.probe("C")
    assert not made.probed_for_fire("ann", "b")
    near = at(fighter("a2", "Scout", at=(11, 0)))
    made, _ = sensing(at(fighter("a", "Scout")), near, at(veil))
    made.probe("C")
    assert made.probed_for_fire("ann", "b")  # 30 against 30 in the same hex


def test_what_a_probe_told_stays_known_but_is_as_old_as_it_is() -> None:
    old = Seen(1, detected=1, probed=1, size="FG", shields=24, ew=2, ss=0)
    made, _ = sensing(at(fighter("a")), at(fighter("b")), ann={"b": old}, round=3)
    made.probe("C")
    seen = made.seen["ann"]["b"]
    assert (seen.probed, seen.size, seen.ew) == (1, "FG", 2)


def test_success_is_told_once_a_round() -> None:
    made, notes = sensing(at(fighter("a", "Eye")), at(fighter("b")))
    for step in ("C", "F", "K"):
        made.probe(step)
    assert [(one.kind, one.step) for one in notes if "ann" in one.seen] == [("probed", "C")]
    assert notes[0].kind == "sensors"
    assert [one.facts["new"] for one in notes if one.kind == "probed"] == [True]


def test_the_use_of_sensors_is_told_to_all_others_who_are_there_once() -> None:
    made, notes = sensing(
        at(fighter("a", "Eye")), at(fighter("b")), at(fighter("c", state="jumped"))
    )
    made.probe("C")
    made.probe("F")
    (told,) = [one for one in notes if one.kind == "sensors"]
    assert (told.seen, told.by, dict(told.facts)) == (("bea",), "", {})


def test_a_probe_shows_a_gate_end_for_what_it_is() -> None:
    made, _ = sensing(at(fighter("a", "Eye")), at(gate("b9")))
    made.probe("C")
    assert made.seen["ann"]["b9"].size == "CC"  # the class of its size, 180


# --- distortion generators -------------------------------------------------------------------


def test_all_see_that_a_field_is_on_and_only_probes_how_large_it_is() -> None:
    holder = at(fighter("b", "Holder"), dg=True, sn=False)
    made, _ = sensing(at(fighter("a", "Eye"), sn=False), holder)
    made.probe("C")
    assert made.seen["ann"]["b"].dg == -1
    made.lives["a"].sn = True
    made.probe("F")
    assert made.seen["ann"]["b"].dg == 20
    made.look()
    assert made.seen["ann"]["b"].dg == 20
    holder.dg = False
    made.look()
    assert made.seen["ann"]["b"].dg == 0


# --- echoes ----------------------------------------------------------------------------------


def test_each_screen_but_the_first_gives_an_echo_while_probes_fail() -> None:
    made, notes = sensing(at(fighter("a", "Scout")), at(fighter("b", "Ghosts", at=(1, 0))))
    made.probe("C")
    seen = made.seen["ann"]["b"]
    assert (seen.ghosts, seen.echoes) == (True, 2)
    (told,) = [one for one in notes if one.kind == "screened"]
    assert (told.seen, told.to, dict(told.facts)) == (("ann",), "b", {"positions": 3})
    made.probe("F")  # nothing new
    assert sum(one.kind == "screened" for one in notes) == 1


def test_one_screen_alone_gives_no_echo() -> None:
    made, notes = sensing(at(fighter("a", "Eye")), at(fighter("b", "Veil", at=(10, 0))))
    made.probe("C")
    seen = made.seen["ann"]["b"]
    assert (seen.probed, seen.ghosts, seen.echoes) == (0, False, 0)
    assert not [one for one in notes if one.kind == "screened"]


def test_who_has_no_sensors_sees_echoes_too() -> None:
    made, _ = sensing(at(fighter("a")), at(fighter("b", "Ghosts")))
    made.probe("C")
    assert made.seen["ann"]["b"].ghosts


def test_a_probe_that_succeeds_ends_the_echoes_for_the_round() -> None:
    scout, ghosts = at(fighter("a", "Scout")), at(fighter("b", "Ghosts"))
    made, _ = sensing(scout, ghosts)
    made.probe("C")
    assert (made.seen["ann"]["b"].ghosts, made.probed_for_fire("ann", "b")) == (False, True)
    ghosts.at = (1, 0)  # out of reach of the next probe
    made.probe("F")
    assert (made.seen["ann"]["b"].ghosts, made.seen["ann"]["b"].echoes) == (False, 0)


def test_screens_that_are_down_or_kept_low_hide_as_much_as_they_are_up() -> None:
    ghosts = at(fighter("b", "Ghosts"))
    assert screens_of(ghosts) == (30, 3)
    ghosts.ss_most = 10
    assert screens_of(ghosts) == (10, 3)
    ghosts.ss = False
    assert screens_of(ghosts) == (0, 0)
    assert screens_of(at(fighter("b"))) == (0, 0)


# --- in a round ------------------------------------------------------------------------------


def test_probes_come_at_the_start_of_c_f_and_k() -> None:
    """In C they reach 10 hexes, after movement the ship is too far off."""
    fought = fight(fighter("a", "Eye"), fighter("b", at=(9, 0), vector=(3, 0)))
    watch = Told()
    fought.round(a=watch)
    assert watch.view("D").foes["b"].known.probed == 1
    assert watch.view("F").foes["b"].at == (12, 0)
    assert [one.step for one in fought.told("probed")] == ["C"]
    fought = fight(fighter("a", "Eye"), fighter("b", at=(12, 0), vector=(-3, 0)))
    fought.round(a=watch)
    assert [one.step for one in fought.told("probed")] == ["F"]


def test_sensors_told_to_rest_find_nothing() -> None:
    fought = fight(fighter("a", "Eye"), fighter("b", at=(9, 0)))
    fought.round(a=Told(readiness={"a": ReadyForRound(probe=False)}))
    assert fought.told("probed") == []
    assert fought.told("sensors") == []


def test_nobody_learns_of_what_is_not_on_its_map() -> None:
    made, _ = sensing(at(fighter("a")), at(fighter("b", at=(21, 0))))
    made.learn("ann", "b", hurt=True)
    assert made.seen["ann"] == {}
    assert battle(fighter("a"), fighter("b")).seen == {"ann": {}, "bea": {}}
