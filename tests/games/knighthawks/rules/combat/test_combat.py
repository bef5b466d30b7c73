"""The combat phase: its events, in order, with their dice, terms and changes."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.drawing.hexgrid import parse_hex
from pbm.engine.events import Change
from pbm.engine.types import Seat
from pbm.games.knighthawks.orders.conditions import ConditionTest
from pbm.games.knighthawks.rules.combat.combat import fire_attacks, fire_defensively, fire_together
from pbm.games.knighthawks.state.state import DESTROYED, Screen, Ship
from pbm.games.knighthawks.state.weapons import ARMS
from tests.games.knighthawks.builders import ship, state
from tests.games.knighthawks.fire import (
    evade,
    facts,
    fire,
    hold,
    icm,
    mounts,
    mover,
    of_kind,
    orders,
    phase,
)

NEAR = "2018"

HULL = "reflective hull"


def gunner(*labels: str, designation: str = "A1", **fields: Any) -> Ship:
    supplies = {"torpedo": 2, "assault_rocket": 2, "rocket_battery": 2}
    given = {"mounts": mounts(*labels), "supplies": supplies, **fields}
    return ship(designation, "2020", **given)


def target(designation: str = "B1", at: str = NEAR, **fields: Any) -> Ship:
    return ship(designation, at, **{"mounts": (), **fields})


def test_an_attack_that_hits() -> None:
    table = state(gunner("LC"), target(at="2016"))
    made = phase(
        fire_attacks, table, orders("a1", attack=[fire("LC", "b1")]), dice="a1/LC/b1: 50\n4 9"
    )
    (event,) = made.events
    assert event.kind == "attack"
    assert event.facts == {
        "by": "a1",
        "mount": "LC",
        "weapon": "laser_cannon",
        "target": "b1",
        "phase": "own",
        "from_hex": "2020",
        "at_hex": "2016",
        "range": 4,
        "head_on": True,
        "defence": "reflective hull",
        "chance": 50,
        "rolled": 50,
        "hit": True,
        "automatic": "",
        "damage": 13,
        "halved": False,
        "hull_left": 27,
        "wasted": False,
    }
    assert event.terms == (
        ("laser cannon at reflective hull", 60),
        ("head-on", 10),
        ("range 4 x 5", -20),
        ("damage", 13),
        ("2d10", 13),
    )
    assert [roll.name for roll in event.rolls] == [
        "phase/attack/a1/LC/b1",
        "phase/damage/a1/LC/b1",
    ]
    assert event.changes == (Change("ship/b1/hull", 40, 27),)
    assert event.options == ()
    assert event.order is not None
    assert event.order.line == 1
    assert "order" in (event.shown_to("ann") or {})
    assert "order" not in (event.shown_to("bea") or {"order": "nothing shown"})
    assert made.state.ship("b1").hull == 27


def test_an_attack_that_misses() -> None:
    table = state(gunner("LC"), target(at="2016"))
    made = phase(fire_attacks, table, dice="51")
    (event,) = made.events
    assert not event.facts["hit"]
    assert event.facts["damage"] == 0
    assert event.facts["hull_left"] == 40
    assert event.changes == ()
    assert len(event.rolls) == 1
    assert event.order is None
    assert made.state == table


@pytest.mark.parametrize(
    ("chance_at", "rolled", "hit", "automatic"),
    [("2012", "5", True, "hit"), ("2012", "6", False, ""), ("2020", "96", False, "")],
)
def test_automatic_hits(chance_at: str, rolled: str, hit: bool, automatic: str) -> None:
    masked = target(at=chance_at, screen=Screen(parse_hex(chance_at)))
    dice = f"attack *: {rolled} *\ndamage *: 1 *"
    made = phase(fire_attacks, state(gunner("LB"), masked), dice=dice, leftover=True)
    assert facts(made, "attack", "hit", "automatic") == [(hit, automatic)]


@pytest.mark.parametrize(
    ("rounding", "face", "damage", "left"),
    [("up", 7, 4, 36), ("down", 7, 3, 37), ("down", 1, 0, 40), ("up", 1, 1, 39)],
)
def test_a_screen_halves(rounding: str, face: int, damage: int, left: int) -> None:
    table = state(gunner("LB"), target(screen=Screen(parse_hex(NEAR))))
    made = phase(fire_attacks, table, dice=f"1\n{face}", screen__round=rounding)
    (event,) = made.events
    assert (event.facts["damage"], event.facts["hull_left"]) == (damage, left)
    assert event.facts["halved"]
    assert event.options == ("screen.round",)
    assert bool(event.changes) is (damage > 0)
    (missed,) = phase(fire_attacks, table, dice="99", screen__round=rounding).events
    assert (missed.options, missed.facts["halved"]) == ((), False)
    assert made.state.ship("b1").hull == left


def test_both_masked_are_halved_once_and_a_torpedo_not_at_all() -> None:
    own = gunner("LB", "T", screen=Screen(parse_hex("2020")))
    table = state(own, target(at="2019", screen=Screen(parse_hex("2019"))))
    made = phase(fire_attacks, table, dice="LB b1: 5\ndamage a1 LB b1: 7\nT b1: 70\n*: 1 2 3 4")
    assert facts(made, "attack", "chance", "damage", "halved") == [(5, 4, True), (70, 10, False)]


def test_a_destroyed_ship_is_removed_and_later_shots_are_wasted() -> None:
    attack = [fire(weapon, "b1", line=line) for line, weapon in enumerate(("LC", "T", "RB", "LB"))]
    table = state(gunner("LC", "T", "RB", "LB"), target(hull=15))
    made = phase(fire_attacks, table, orders("a1", attack=attack), dice="1\n10 5")
    assert [event.kind for event in made.events] == [
        "attack",
        "ship_destroyed",
        "attack",
        "supply_used",
        "attack",
        "supply_used",
        "attack",
    ]
    assert facts(made, "attack", "wasted", "hit", "rolled") == [
        (False, True, 1),
        (True, False, 0),
        (True, False, 0),
        (True, False, 0),
    ]
    wasted = of_kind(made, "attack")[1]
    assert (wasted.rolls, wasted.terms, wasted.changes) == ((), (), ())
    assert (wasted.facts["automatic"], wasted.facts["chance"], wasted.options) == ("", 70, ())
    assert [event.order for event in of_kind(made, "supply_used")] == [
        line.ref for line in attack[1:3]
    ]
    (gone,) = of_kind(made, "ship_destroyed")
    assert gone.facts == {"ship": "b1", "by": "a1"}
    assert gone.changes == (Change("ship/b1/status", "in play", DESTROYED),)
    after = made.state
    assert after.ship("b1").status == DESTROYED
    assert after.ship("b1").hull == 0
    assert after.ship("a1").supplies == {"torpedo": 1, "assault_rocket": 2, "rocket_battery": 1}
    assert after.ship("a1").rockets_fired_in == 1


@pytest.mark.parametrize(("face", "status"), [(6, DESTROYED), (5, DESTROYED), (4, "in play")])
def test_hull_points_that_are_just_gone(face: int, status: str) -> None:
    made = phase(fire_attacks, state(gunner("LB"), target(hull=5)), dice=f"1\n{face}")
    assert made.state.ship("b1").status == status
    assert facts(made, "attack", "hull_left") == [max(0, 5 - face)]


def test_all_is_chosen_before_the_first_die() -> None:
    # LB at the nearest: B1 is gone when it fires, and it does not turn to B2.
    table = state(gunner("LC", "LB"), target(hull=2), target("B2", "2017"))
    made = phase(fire_attacks, table, dice="1\n1 1")
    assert facts(made, "attack", "target", "wasted") == [("b1", False), ("b1", True)]


def test_supplies_are_told_to_the_own_side_only() -> None:
    table = state(gunner("T"), target())
    closed = phase(fire_attacks, table, dice="99")
    (used,) = of_kind(closed, "supply_used")
    assert used.facts == {"ship": "a1", "supply": "torpedo", "number": 1, "left": 1}
    assert used.changes == (Change("ship/a1/supplies/torpedo", 2, 1),)
    assert used.shown_to("ann") is not None
    assert used.shown_to("bea") is None
    opened = phase(fire_attacks, table, dice="99", records="open")
    assert of_kind(opened, "supply_used")[0].shown_to("bea") is not None
    shown = [event.shown_to("bea") for event in closed.events if event.shown_to("bea")]
    assert "supplies" not in str(shown)


def test_lines_not_carried_out_are_told_to_their_player_only() -> None:
    table = state(gunner("T"), target(at="2014"))
    made = phase(fire_attacks, table, orders("a1", attack=[fire("T", "b1", line=7)]), dice="")
    (told,) = made.events
    assert told.kind == "not_done"
    assert told.facts == {
        "ship": "a1",
        "what": "attack",
        "written": "T at b1",
        "why": "B1: range 6, torpedo range 4",
    }
    assert told.order is not None
    assert told.order.line == 7
    assert told.shown_to("ann") is not None
    assert told.shown_to("bea") is None
    assert made.state.ship("a1").left("torpedo") == 2


# --- defences of the target -------------------------------------------------------------------


def test_icms_as_in_the_book() -> None:
    answer = orders("b1", icm=[icm(torpedo=2)])
    table = state(gunner("T"), target(supplies={"icm": 4}))
    made = phase(fire_attacks, table, answer, dice="50\n1 1 1 1")
    assert [event.kind for event in made.events] == [
        "icm",
        "supply_used",
        "attack",
        "supply_used",
    ]
    first = of_kind(made, "icm")[0]
    assert first.facts == {"ship": "b1", "number": 2, "against": "torpedo", "by": "a1"}
    assert first.order is not None
    assert (first.order.player, first.order.line) == ("bea", 9)
    assert of_kind(made, "attack")[0].terms[:2] == (
        ("torpedo at reflective hull", 70),
        ("2 ICMs x 10", -20),
    )
    assert facts(made, "attack", "hit") == [True]
    assert facts(phase(fire_attacks, table, answer, dice="51"), "attack", "hit") == [False]
    used = of_kind(made, "supply_used")[0]
    assert used.shown_to("ann") is None
    assert used.order == first.order


def test_icms_run_out_attack_by_attack() -> None:
    table = state(gunner("T"), gunner("T", designation="A2"), target(supplies={"icm": 3}))
    made = phase(fire_attacks, table, orders("b1", icm=[icm(torpedo=2)]), dice="99 99")
    assert facts(made, "attack", "chance") == [50, 60]
    assert facts(made, "icm", "number") == [2, 1]
    assert made.state.ship("b1").left("icm") == 0
    assert facts(made, "not_done", "what", "why") == [("icm", "2 wanted, 1 left")]
    assert of_kind(made, "not_done")[0].shown_to("ann") is None


def test_icms_know_of_the_evasion_before_them() -> None:
    # 70 - 20 for MR 4 = 50; the default comes down to 40 with one ICM.
    scout = target(evades=True, mr=4, adf=5, supplies={"icm": 6})
    made = phase(fire_attacks, state(gunner("T"), scout), dice="99")
    assert [event.kind for event in made.events][:3] == ["evaded", "icm", "supply_used"]
    assert facts(made, "attack", "chance") == [40]
    assert facts(made, "icm", "number") == [1]


def test_no_icms_at_lasers_and_none_at_a_wasted_shot() -> None:
    table = state(gunner("LC", "T"), target(hull=2, supplies={"icm": 6}))
    made = phase(fire_attacks, table, orders("b1", icm=[icm(until=0)]), dice="1\n1 1")
    assert facts(made, "attack", "wasted") == [False, True]
    assert of_kind(made, "icm") == []


def test_evasion_is_declared_once_for_all_torpedos_of_the_phase() -> None:
    scout = target(evades=True, mr=4, adf=5)
    table = state(gunner("T", "LB"), gunner("T", designation="A2"), scout)
    made = phase(fire_attacks, table, orders("b1", evade=[evade("always")]), dice="attack *: 99 *")
    (declared,) = of_kind(made, "evaded")
    assert declared.facts == {"ship": "b1", "mr": 4}
    assert declared.changes == (Change("ship/b1/evading", False, True),)
    assert declared.order is not None
    # The first torpedo and the second are evaded, the laser is not: 5 x 2 hexes are all it loses.
    torpedo, laser = ARMS["torpedo"].base(HULL) - 5 * 4, ARMS["laser_battery"].base(HULL) - 5 * 2
    chances = [("T", torpedo), ("LB", laser), ("T", torpedo)]
    assert facts(made, "attack", "mount", "chance") == chances
    assert made.state.ship("b1").evading


def test_a_ship_that_already_owes_turns_may_evade_again() -> None:
    scout = target(evades=True, mr=4, adf=5, evading=True)
    made = phase(fire_attacks, state(gunner("T"), scout), dice="99")
    assert of_kind(made, "evaded")[0].changes == ()
    assert facts(made, "attack", "chance") == [50]


def test_evasion_that_was_ordered_and_is_not_possible() -> None:
    table = state(gunner("T"), gunner("T", designation="A2"), target())
    made = phase(fire_attacks, table, orders("b1", evade=[evade("always")]), dice="99 99")
    assert facts(made, "not_done", "what", "why") == [
        ("evade", "only fighters and assault scouts evade")
    ]
    assert facts(made, "attack", "chance") == [70, 70]
    assert not made.state.ship("b1").evading


@pytest.mark.parametrize(("test", "evades"), [("turn", True), ("in_arc", True), ("speed", False)])
def test_evasion_by_what_lies_open_on_the_table(test: str, evades: bool) -> None:
    """It is turn 1, the firing ship lies straight behind, and the scout is at rest."""
    asked = {
        "turn": ConditionTest("turn", op="=", number=1),
        "in_arc": ConditionTest("in_arc", ship="a1", negated=True),
        "speed": ConditionTest("speed", op=">=", number=1),
    }[test]
    scout = target(evades=True, mr=4, adf=5)
    answer = orders("b1", evade=[evade("when", asked)])
    made = phase(fire_attacks, state(gunner("T"), scout), answer, dice="99")
    assert bool(of_kind(made, "evaded")) is evades


def test_who_sent_no_sheet_answers_by_the_usual_rules() -> None:
    """Nobody plays Cyd's ships here: they evade and fire ICMs as ships do by themselves."""
    scout = ship("C1", NEAR, mounts=(), evades=True, mr=4, adf=5, supplies={"icm": 6})
    made = phase(fire_attacks, state(gunner("T"), scout), dice="99")
    assert facts(made, "attack", "chance") == [40]


def test_no_evasion_from_anything_but_torpedos() -> None:
    scout = target(evades=True, mr=4, adf=5)
    table = state(gunner("AR", "RB", "LB"), scout)
    attack = [fire(weapon, "b1") for weapon in ("AR", "RB", "LB")]
    made = phase(
        fire_attacks,
        table,
        orders("a1", attack=attack),
        orders("b1", evade=[evade("always")]),
        dice="99 99 99",
    )
    assert of_kind(made, "evaded") == []
    rocket, battery, laser = (
        ARMS[kind].base(HULL) for kind in ("assault_rocket", "rocket_battery", "laser_battery")
    )
    # Head-on the rocket gains 10; range 2 takes 10 from the laser.
    assert facts(made, "attack", "chance") == [rocket + 10, battery, laser - 10]


def test_every_event_of_a_fight_has_its_rule_and_its_audience() -> None:
    """A torpedo at a scout that evades, fires an ICM and is lost all the same."""
    scout = target(evades=True, mr=4, adf=5, hull=4, supplies={"icm": 6})
    made = phase(fire_attacks, state(gunner("T"), scout), dice="1\n1 1 1 1")
    everybody, ann, bea = {"*": ("*",)}, {"ann": ("*",)}, {"bea": ("*",)}
    assert [(event.kind, event.rule, event.seen) for event in made.events] == [
        ("evaded", "KH 4 Evasive Maneuvers", everybody),
        ("icm", "KH 4 Interceptor Missiles", everybody),
        ("supply_used", "KH 4 Weapon Systems", bea),
        ("attack", "KH 4 Combat Procedure", everybody),
        ("ship_destroyed", "KH 4 Ship Damage", everybody),
        ("supply_used", "KH 4 Weapon Systems", ann),
    ]
    table = state(gunner("LB", "T"), target(hull=1))
    gone = phase(fire_attacks, table, dice="1\n1")
    assert [event.rule for event in of_kind(gone, "attack")] == [
        "KH 4 Combat Procedure",
        "KH 4 Aiming Weapons",
    ]
    refused = phase(
        fire_attacks,
        state(gunner("T"), target(at="2014")),
        orders("a1", attack=[fire("T", "b1")]),
        leftover=True,
    )
    (event,) = refused.events
    assert (event.rule, event.seen) == ("KH PBM", ann)


# --- who fires when ---------------------------------------------------------------------------


def test_defensive_fire_at_a_hex_of_the_path() -> None:
    path = ("2317", "2217", "2118", "2018", "1919")
    table = state(gunner("LC"), mover("B1", "2416", *path))
    made = phase(fire_defensively, table, dice="60\n1 1", side="B")
    names = ("phase", "from_hex", "at_hex", "range", "chance", "hit")
    assert facts(made, "attack", *names) == [("defensive", "2020", "2018", 2, 60, True)]
    told = orders("a1", defence=[fire("LC", "b1", least_chance=61)])
    refused = phase(fire_defensively, table, told, dice="", side="B")
    assert facts(refused, "not_done", "what") == ["defence"]


def test_all_other_sides_fire_in_moving_order_on_what_was_there() -> None:
    table = state(
        gunner("LB"),
        target(hull=3),
        ship("C1", "2016", mounts=mounts("LB")),
        sides=("C", "B", "A"),
    )
    made = phase(fire_defensively, table, dice="1\n3", side="B")
    assert facts(made, "attack", "by", "wasted") == [("c1", False), ("a1", True)]


def test_only_the_moving_side_attacks_in_its_own_phase() -> None:
    table = state(gunner("LB"), target(mounts=mounts("LB")))
    assert facts(phase(fire_attacks, table, dice="99"), "attack", "by") == ["a1"]
    assert facts(phase(fire_attacks, table, dice="99", side="B"), "attack", "by") == ["b1"]


def test_defensive_fire_first_leaves_the_dead_silent() -> None:
    table = state(gunner("LB", hull=1), target(mounts=mounts("LB")))
    made = phase(fire_defensively, table, dice="1\n1")
    fire_attacks(made, "A")
    assert facts(made, "attack", "by") == ["b1"]


def test_fire_together_counts_damage_after_the_last_shot() -> None:
    table = state(gunner("LB", hull=1), target(hull=1, mounts=mounts("LB1", "LB2")))
    dice = "attack *: 1 *\ndamage b1 LB1 a1: 1\ndamage b1 LB2 a1: 2\ndamage a1 LB b1: 3"
    made = phase(fire_together, table, dice=dice, defensive_fire="simultaneous")
    assert [event.kind for event in made.events] == [
        "attack",
        "attack",
        "attack",
        "ship_destroyed",
        "ship_destroyed",
    ]
    assert facts(made, "attack", "by", "phase", "hit", "wasted", "hull_left") == [
        ("b1", "defensive", True, False, 0),
        ("b1", "defensive", True, False, 0),
        ("a1", "own", True, False, 0),
    ]
    assert facts(made, "ship_destroyed", "ship", "by") == [("a1", "b1"), ("b1", "a1")]
    assert not made.state.fleet("A")
    assert not made.state.fleet("B")


def test_who_destroyed_a_ship_is_who_took_its_last_point() -> None:
    table = state(gunner("LB"), gunner("LB", designation="A2"), target(hull=3))
    dice = "attack *: 1 *\ndamage a1 *: 3\ndamage a2 *: 9"
    made = phase(fire_together, table, dice=dice, defensive_fire="simultaneous")
    assert facts(made, "ship_destroyed", "ship", "by") == [("b1", "a1")]
    dice = "attack *: 1 *\ndamage a1 *: 2\ndamage a2 *: 1"
    made = phase(fire_together, table, dice=dice, defensive_fire="simultaneous")
    assert facts(made, "ship_destroyed", "ship", "by") == [("b1", "a2")]


def test_fire_together_adds_up_hits_and_keeps_what_else_changed() -> None:
    scout = target(evades=True, mr=4, adf=5, supplies={"icm": 6}, mounts=mounts("LB"))
    table = state(gunner("LB", "T"), scout)
    dice = "b1 LB a1: 99\nattack *: 1 *\ndamage a1 LB b1: 3\ndamage a1 T b1: 1 1 1 1"
    made = phase(fire_together, table, dice=dice, defensive_fire="simultaneous")
    assert facts(made, "attack", "hull_left") == [40, 37, 33]
    hit = [event.changes for event in of_kind(made, "attack")]
    assert hit == [(), (Change("ship/b1/hull", 40, 37),), (Change("ship/b1/hull", 37, 33),)]
    after = made.state.ship("b1")
    assert (after.hull, after.evading, after.left("icm")) == (33, True, 5)
    assert of_kind(made, "ship_destroyed") == []


def test_rocket_batteries_in_both_phases_by_option() -> None:
    both = orders("a1", attack=[fire("RB", "b1")], defence=[fire("RB", "b1")])
    for rate, shots in (("per phase", 2), ("per game-turn", 1)):
        table = state(gunner("RB"), target())
        made = phase(fire_attacks, table, both, dice="attack *: 99 *", rate__rocket_battery=rate)
        made.phase = "later"
        fire_defensively(made, "B")
        assert len(of_kind(made, "attack")) == shots
        assert made.state.ship("a1").left("rocket_battery") == 2 - shots


def test_a_sheet_that_holds_everything_is_silent() -> None:
    table = state(gunner("LC", "T"), target())
    made = phase(fire_attacks, table, orders("a1", attack=[hold("LC"), hold("T")]), dice="")
    assert made.events == []
    assert made.state == table


def test_players_of_one_side_read_each_others_refusals_by_option() -> None:
    table = state(gunner("T"), target(at="2014"))
    lines = orders("a1", attack=[fire("T", "b1")])
    for share, told in (("side", True), ("own", False)):
        made = phase(fire_attacks, table, lines, dice="", share=share)
        made.seats = (*made.seats, Seat("ada", "Ada", "A"))
        made.events.clear()
        fire_attacks(made, "A")
        (event,) = made.events
        assert (event.shown_to("ada") is not None) is told
