"""Maneuver Commands: number, ratings, energy, Weave, docked pairs (DV 7.1, 7.2, 7.5, 7.6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.deltavee.orders.doctrine.field import FieldLine
from pbm.games.deltavee.state.state import Dock
from pbm.games.deltavee.state.units import Unit
from tests.games.deltavee.builders import MAPS, planet, ref, ship, shot, state, told
from tests.games.deltavee.lines import command, commanded, given, only, spent, whys


def hurt(unit: Unit, **status: str) -> Unit:
    for name, worse in status.items():
        part = unit.part(name)
        assert part is not None
        unit = unit.with_part(replace(part, status=worse))
    return unit


def one(klass: str, velocity: int, **fields: Any) -> Unit:
    return ship(1, "A", klass, "B0609", 12, velocity, **fields)


@pytest.mark.parametrize(
    ("klass", "velocity", "commands", "units"),
    [
        ("sword", 3, "accelerate 2, right 2", 6),
        ("sword", 3, "right", 0),
        ("sword", 3, "right, right", 6),
        ("sword", 3, "weave 12", 6),
        ("sword", 3, "weave 12, right", 6),
        ("sword", 3, "right 2, weave 12", 12),
        ("terwillicker_x", 2, "accelerate, right, weave 4", 2),
        ("terwillicker_x", 2, "accelerate", 0),
    ],
)
def test_what_commands_cost(klass: str, velocity: int, commands: str, units: int) -> None:
    run = commanded([one(klass, velocity)], given("1a", commands))
    assert (spent(run), whys(run)) == (units, [])


def test_a_missile_pays_for_each_command() -> None:
    guided = shot(1, "03", "intelligent", "B0609", 12, 3)
    run = commanded([guided], given("103", "accelerate 2, right 2"))
    missile = run.state.unit("103")
    assert (missile.spent, missile.energy - missile.spent, missile.velocity) == (4, 5, 5)
    assert only(run, "commanded").facts["units"] == 4


@pytest.mark.parametrize(("velocity", "number"), [(0, 8), (3, 5), (7, 1)])
def test_the_rating_less_the_velocity(velocity: int, number: int) -> None:
    run = commanded([one("sword", velocity)], given("1a", "right 9"))
    assert whys(run) == [
        f"{number} of 9 done, then: it has had its {number} Maneuver Command"
        + ("" if number == 1 else "s")
    ]


@pytest.mark.parametrize("velocity", [8, 9])
def test_at_the_rating_only_one_change_of_velocity(velocity: int) -> None:
    run = commanded([one("sword", velocity)], given("1a", "right, weave 12, decelerate, right"))
    unit = run.state.unit("1a")
    assert (unit.velocity, unit.direction, unit.at) == (velocity - 1, 12, MAPS.parse("B0609"))
    why = f"its velocity {velocity} is not below its Maneuver Rating 8: "
    why += "one Accelerate or Decelerate only"
    assert whys(run) == [why, why, "it has had its 1 Maneuver Command"]


def test_the_number_is_fixed_by_the_first_command() -> None:
    """DV-A20: a Sword at 6 has two, though it is at 7 after the first."""
    run = commanded([one("sword", 6)], given("1a", "accelerate, right, right"))
    assert run.state.unit("1a").direction == 1
    assert len(whys(run)) == 1


def test_velocity_rating_limits_both_ways_together() -> None:
    run = commanded([one("spear", 1)], given("1a", "accelerate 2"))
    assert (run.state.unit("1a").velocity, whys(run)) == (
        2,
        ["1 of 2 done, then: its Velocity Rating is 1"],
    )
    run = commanded([one("sword", 4)], given("1a", "accelerate 2, decelerate 2"))
    assert (run.state.unit("1a").velocity, whys(run)) == (
        5,
        ["1 of 2 done, then: its Velocity Rating is 3"],
    )


@pytest.mark.parametrize(
    ("direction", "commands", "after"), [(12, "right, right, left", 1), (1, "left, left", 11)]
)
def test_direction_changes(direction: int, commands: str, after: int) -> None:
    unit = ship(1, "A", "sword", "B0609", direction, 2)
    assert commanded([unit], given("1a", commands)).state.unit("1a").direction == after


@pytest.mark.parametrize(
    ("commands", "velocity", "why"),
    [
        ("accelerate to 5", 5, []),
        ("decelerate to 1", 1, []),
        ("accelerate to 3", 3, ["its velocity is 3"]),
        ("decelerate to 4", 3, ["its velocity is 3"]),
    ],
)
def test_to_a_velocity(commands: str, velocity: int, why: list[str]) -> None:
    run = commanded([one("sword", 3)], given("1a", commands))
    assert (run.state.unit("1a").velocity, whys(run)) == (velocity, why)


@pytest.mark.parametrize(
    ("commands", "why"),
    [
        ("accelerate", []),
        ("accelerate, right", ["it takes 4 energy units, of which 1 is left"]),
        ("weave 12", ["it takes 4 energy units, of which 1 is left"]),
    ],
)
def test_what_one_unit_of_energy_allows(commands: str, why: list[str]) -> None:
    """A Dagger with 1 unit left: only what is free (DV 7.6, DV-A39)."""
    run = commanded([one("dagger", 3, spent=47)], given("1a", commands))
    assert (spent(run), whys(run)) == (47, why)


def test_exactly_a_block_is_enough() -> None:
    run = commanded([one("dagger", 3, spent=44)], given("1a", "accelerate, right"))
    assert (spent(run), whys(run)) == (48, [])


@pytest.mark.parametrize(("reading", "units"), [("replace", 12 * 3), ("add", 12 * 3 + 12 + 12)])
def test_a_damaged_engine(reading: str, units: int) -> None:
    """Two changes and a Weave: a block each, with ``add`` the normal cost beside it."""
    unit = hurt(one("spear", 0), engine="D")
    run = commanded(
        [unit], given("1a", "accelerate, right, weave 12"), options={"engine_damaged": reading}
    )
    assert (spent(run), whys(run)) == (units, [])


@pytest.mark.parametrize(
    ("status", "done", "why"),
    [
        ("ok", True, []),
        ("V", True, []),
        ("D", False, ["it takes 6 energy units, of which 0 are left"]),
        ("X", False, ["its engine is destroyed"]),
    ],
)
def test_without_energy_a_single_change_is_free(status: str, done: bool, why: list[str]) -> None:
    unit = hurt(one("flute", 1, spent=66), engine=status)
    run = commanded([unit], given("1a", "accelerate"))
    assert (run.state.unit("1a").velocity, whys(run)) == (1 + done, why)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"field_up": True}, "its force field is active"),
        ({"jump": "jumping"}, "it carries a jump marker"),
    ],
)
def test_what_bars_every_maneuver(fields: dict[str, Any], why: str) -> None:
    run = commanded([one("sword", 2, **fields)], given("1a", "right, weave 12, chase 2a"))
    assert whys(run) == [why] * 3


def test_what_everybody_sees_and_what_only_its_side() -> None:
    hidden = ship(1, "A1", "terwillicker_x", "B0609", 12, 2, revealed=False, contact=4)
    run = commanded([hidden], given("1a1", "accelerate, right"))
    private, course = only(run, "commanded"), only(run, "course")
    assert private.shown_to("bea") is None
    assert {change.path for change in private.changes} == {
        "unit/1a1/spent",
        "unit/1a1/velocity",
        "unit/1a1/direction",
    }
    shown = course.shown_to("bea")
    assert shown is not None
    assert shown["facts"] == {
        "unit": "1a1",
        "at": "B0609",
        "velocity_before": 2,
        "velocity": 3,
        "direction_before": 12,
        "direction": 1,
        "zig": 0,
    }
    assert shown["rule"] == "DV 7.0"


def test_there_and_back_shows_nothing() -> None:
    run = commanded([one("sword", 2)], given("1a", "left, right"))
    assert (told(run, "course"), spent(run)) == ([], 6)


# --- Weave ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "zig"), [("keep", 1), ("reset", 0)])
def test_a_weave_keeps_velocity_and_direction(reading: str, zig: int) -> None:
    unit = ship(1, "A", "sword", "A0909", 3, 2, zig=1)
    run = commanded([unit], given("1a", "weave 12"), options={"zig.after_weave": reading})
    after = run.state.unit("1a")
    assert (MAPS.label(after.at), after.direction, after.velocity) == ("A0908", 3, 2)
    assert after.zig == zig
    assert only(run, "wove").facts == {"unit": "1a", "from": "A0909", "to": "A0908"}


def test_a_direction_change_takes_the_reminder_away() -> None:
    run = commanded([one("sword", 2, zig=1)], given("1a", "right"))
    assert run.state.unit("1a").zig == 0


def test_one_weave_a_phase() -> None:
    run = commanded([one("sword", 2)], given("1a", "weave 12, weave 12", "weave 12"))
    assert whys(run) == ["it has woven in this phase"] * 2
    assert spent(run) == 6


def test_a_weave_counts_as_a_command() -> None:
    run = commanded([one("sword", 7)], given("1a", "weave 12, right"))
    assert whys(run) == ["it has had its 1 Maneuver Command"]


@pytest.mark.parametrize(
    ("bridge", "why"),
    [("V", []), ("D", ["its bridge is damaged"]), ("X", ["its bridge is destroyed"])],
)
def test_a_damaged_bridge_weaves_no_more(bridge: str, why: list[str]) -> None:
    run = commanded([hurt(one("sword", 0), bridge=bridge)], given("1a", "weave 12"))
    assert whys(run) == why


def test_no_weave_into_asteroids_or_a_planet() -> None:
    """Scenario 4: the Mu at C1106 towards C1006, a Dagger at A0408 towards A0409."""
    mu = ship(1, "A", "corco_mu", "C1106", 12, 2)
    dagger = ship(1, "B", "dagger", "A0408", 12, 1)
    table = state(mu, dagger, planets=(planet("A0409"),), asteroids=(MAPS.parse("C1006"),))
    run = commanded(table, given("1a", "weave 8"), given("1b", "weave 6"))
    assert whys(run) == ["asteroids are in C1006", "a planet is in A0409"]
    assert spent(run) == spent(run, "1b") == 0


def test_a_weave_that_was_not_made_is_told_in_its_words() -> None:
    run = commanded(
        [one("sword", 2)],
        given("1a", "weave away from missile > B0605 > 1a", "weave to B0611", "weave 3"),
    )
    words = [event.facts["written"] for event in told(run, "not_done")]
    assert words == ["weave to B0611", "weave 3"]
    run = commanded([one("sword", 2)], given("1a", "weave away from missile > enemy"))
    assert told(run, "not_done")[0].facts["written"] == "weave away from missile > enemy"


def test_a_missile_cannot_weave() -> None:
    run = commanded([shot(1, "03", "intelligent", "B0609", 12, 2)], given("103", "weave 12"))
    assert whys(run) == ["a missile cannot weave"]


def test_a_weave_at_velocity_0_and_off_the_maps() -> None:
    unit = ship(1, "A", "sword", "A0901", 3, 0)
    run = commanded([unit], given("1a", "weave 12"))
    assert only(run, "map_placed").facts["map"] == "D"
    assert only(run, "wove").facts["to"] == "D0917"


def test_a_weave_takes_along_what_is_aboard_and_atop() -> None:
    unit = ship(1, "A", "sword", "A0909", 3, 2)
    craft = ship(1, "A1", "terwillicker_x", "A0909", 3, 0, status="aboard", mother="1a")
    missile = shot(1, "03", "guided", "A0909", 3, 0, status="prepared", mother="1a")
    run = commanded([unit, craft, missile], given("1a", "weave 12"))
    assert {MAPS.label(one.at) for one in run.state.units} == {"A0908"}


def test_a_weave_into_a_missile_meets_it() -> None:
    """It intercepts at once, and what was to follow is told not to be done."""
    unit = ship(1, "A", "corco_mu", "B0609", 12, 1)
    enemy = shot(2, "03", "intelligent", "B0608", 6, 1)
    run = commanded([unit, enemy], given("1a", "weave 12, right"), faces="*: 1 *")
    assert not run.state.unit("1a").in_play
    assert whys(run) == ["it is out of play (destroyed)"]


# --- docked pairs ---------------------------------------------------------------------------


def pair(lead: Unit, other: Unit, *orders: Any, **more: Any) -> Any:
    return commanded(state(lead, other, docks=(Dock(lead.id, other.id),), **more), *orders)


def test_a_pair_is_commanded_as_one() -> None:
    """A Flute tows a Corco Mu: 6 + 16 units, paid by the Flute."""
    run = pair(one("flute", 1), ship(2, "B", "corco_mu", "B0609", 12, 1), given("1a", "right 2"))
    assert (spent(run), spent(run, "2b")) == (22, 0)
    assert {unit.direction for unit in run.state.units} == {2}
    assert [event.facts["unit"] for event in told(run, "course")] == ["1a", "2b"]


def test_the_lower_ratings_hold() -> None:
    """A Mu at 1 has three commands, and changes its velocity by one."""
    run = pair(
        one("flute", 1),
        ship(2, "B", "corco_mu", "B0609", 12, 1),
        given("1a", "accelerate 2, right 3"),
    )
    assert [unit.velocity for unit in run.state.units] == [2, 2]
    assert whys(run) == [
        "1 of 2 done, then: of the unit docked to it: its Velocity Rating is 1",
        "2 of 3 done, then: of the unit docked to it: it has had its 3 Maneuver Commands",
    ]


def test_the_towed_engine_does_not_matter_and_the_towing_one_does() -> None:
    towed = hurt(ship(2, "B", "corco_mu", "B0609", 12, 1), engine="X")
    assert whys(pair(one("flute", 1), towed, given("1a", "right"))) == []
    lead = hurt(one("flute", 1), engine="X")
    assert whys(pair(lead, towed, given("1a", "right"))) == ["its engine is destroyed"]


def test_a_pair_weaves_if_both_bridges_allow() -> None:
    towed = ship(2, "B", "corco_mu", "B0609", 12, 1)
    run = pair(one("flute", 1), towed, given("1a", "weave 12"))
    assert [MAPS.label(unit.at) for unit in run.state.units] == ["B0608", "B0608"]
    assert spent(run) == 22
    run = pair(one("flute", 1), hurt(towed, bridge="D"), given("1a", "weave 12"))
    assert whys(run) == ["of the unit docked to it: its bridge is damaged"]


def test_one_missile_destroys_one_of_a_pair() -> None:
    """It takes the Mu with its pods before the Flute; the Flute goes on alone."""
    towed = ship(1, "B", "corco_mu", "B0609", 12, 1, pods=("arsenal", "energy"))
    table = state(
        one("flute", 1),
        towed,
        shot(2, "03", "intelligent", "B0608", 6, 1),
        docks=(Dock("1a", "1b"),),
    )
    never = FieldLine(ref(), attempt=False)
    run = commanded(table, given("1a", "weave 12, right", field=(never,)), faces="*: 1 *")
    assert [unit.in_play for unit in run.state.units] == [True, False, False]
    assert (run.state.unit("1a").direction, run.state.docks) == (1, ())
    assert spent(run) == 22


def test_a_towed_ship_gets_no_commands_of_its_own() -> None:
    lead = ship(2, "B", "flute", "B0609", 12, 1)
    run = pair(lead, one("corco_mu", 1), given("1a", command("right")))
    assert whys(run) == ["it is docked to enemy B, which tows it"]
    assert run.state.unit("1a").direction == 12


# --- planets --------------------------------------------------------------------------------


@pytest.mark.parametrize(("klass", "landing"), [("flute", True), ("sword", False)])
def test_reduced_to_0_at_a_planet_a_streamlined_unit_begins_to_land(
    klass: str, landing: bool
) -> None:
    table = state(one(klass, 1), planets=(planet("B0609"),))
    run = commanded(table, given("1a", "decelerate"))
    assert run.state.unit("1a").landing is landing


def test_turning_at_velocity_0_is_no_landing() -> None:
    table = state(one("flute", 0), planets=(planet("B0609"),))
    assert not commanded(table, given("1a", "right")).state.unit("1a").landing
    table = state(one("flute", 0, landing=True), planets=(planet("B0609"),))
    assert not commanded(table, given("1a", "accelerate")).state.unit("1a").landing


@pytest.mark.parametrize(("velocity", "told_of"), [(2, 1), (3, 0), (1, 0)])
def test_coming_into_orbit_is_told(velocity: int, told_of: int) -> None:
    """From 2 to 1 at a planet; a turn in orbit is nothing new."""
    table = state(one("flute", velocity), planets=(planet("B0609"),))
    run = commanded(table, given("1a", "right" if velocity == 1 else "decelerate"))
    assert len(told(run, "orbiting")) == told_of
