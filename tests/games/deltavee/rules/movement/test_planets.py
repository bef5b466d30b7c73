"""Planets, orbit, landing and asteroids (DV 6.5, 6.6)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.commands.maneuvers import CourseChange
from pbm.games.deltavee.orders.commands.planet import PlanetLine
from pbm.games.deltavee.orders.doctrine.orbit import OrbitLine
from pbm.games.deltavee.orders.lines.conditions import Condition, ConditionTest
from pbm.games.deltavee.orders.orders import UnitOrders
from pbm.games.deltavee.rules import movement_phase
from pbm.games.deltavee.rules.movement import asteroids
from pbm.games.deltavee.rules.movement.planets import entered, settled
from pbm.games.deltavee.rules.movement_phase import move_side
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.state.state import Dock, State
from pbm.games.deltavee.state.units import (
    BRIDGE,
    DAMAGED,
    DESTROYED,
    DESTROYED_PART,
    ENGINE,
    IN_PLAY,
    JUMPING,
    LANDED,
    PREPARING,
    Unit,
)
from tests.games.deltavee.builders import MAPS, planet, ref, ship, shot, state, told, work


def change(words: str) -> CourseChange:
    kind, _, number = words.partition(" ")
    if number.startswith("to "):
        return CourseChange(kind, to=int(number[3:]))
    return CourseChange(kind, int(number or 1))


def at_planet(unit: Unit, *words: str, **fields: Any) -> PhaseContext:
    """The phase in which a unit with these planet commands moves."""
    line = PlanetLine(ref(), tuple(change(word) for word in words))
    more = fields.pop("others", ())
    options = fields.pop("options", None)
    table = state(unit, *more, planets=(planet("A0907"),), **fields)
    made = work(table, {"ann": [UnitOrders(unit.id, planet=(line,))]}, options)
    move_side(made, "1")
    return made


def where(table: State, unit_id: str) -> str:
    return table.maps.label(table.unit(unit_id).at)


def refusals(made: PhaseContext) -> list[str]:
    return [str(event.facts["why"]) for event in told(made, "not_done")]


def test_the_new_velocity_less_the_hexes_moved_is_still_to_move() -> None:
    """DV-PLA-01."""
    craft = ship(1, "A1", "terwillicker_x", "A0909", 12, 4)
    made = at_planet(craft, "accelerate 3", "right 2")
    unit = made.state.unit("1a1")
    assert (unit.velocity, unit.direction, where(made.state, "1a1")) == (7, 2, "A1404")
    assert told(made, "planet_entered")[0].facts["hexes_left"] == 5
    assert unit.spent == 0
    assert not refusals(made)


def test_a_sixth_command_is_one_too_many() -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0909", 12, 4)
    made = at_planet(craft, "accelerate 3", "right 3")
    assert made.state.unit("1a1").direction == 2
    assert refusals(made) == ["it has had its 5 Maneuver Commands"]


def test_the_velocity_rating_holds_at_a_planet() -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0909", 12, 4)
    made = at_planet(craft, "accelerate 4", "right")
    assert made.state.unit("1a1").velocity == 7
    assert refusals(made) == ["its Velocity Rating is 3"]
    assert made.state.unit("1a1").direction == 1


def test_slowing_to_what_was_moved_ends_the_move_in_the_planet_hex() -> None:
    made = at_planet(ship(1, "A", "sword", "A0909", 12, 4), "decelerate to 2")
    assert (where(made.state, "1a"), made.state.unit("1a").velocity) == ("A0907", 2)
    one_more = at_planet(ship(1, "A", "sword", "A0909", 12, 4), "decelerate to 3")
    assert where(one_more.state, "1a") == "A0906"


@pytest.mark.parametrize("start", ["A0908", "A0909"])
def test_velocity_1_in_the_planet_hex_is_orbit(start: str) -> None:
    """DV-PLA-04: a Corco Mu of velocity 2, as its first or second hex."""
    made = at_planet(ship(1, "B", "corco_mu", start, 12, 2), "decelerate")
    assert made.state.in_orbit(made.state.unit("1b"))
    assert [event.facts["unit"] for event in told(made, "orbiting")] == ["1b"]


def test_a_direction_change_alone_keeps_the_hexes_to_move() -> None:
    """DV-PLA-05."""
    made = at_planet(ship(1, "A", "sword", "A0909", 12, 3), "right")
    assert told(made, "planet_entered")[0].facts["hexes_left"] == 1
    assert (made.state.unit("1a").velocity, where(made.state, "1a")) == (3, "A0906")
    assert made.state.unit("1a").zig == 1


@pytest.mark.parametrize(
    ("words", "velocity", "refused"),
    [(["right"], 5, 1), (["decelerate"], 4, 0), (["accelerate", "right"], 6, 1)],
)
def test_at_the_maneuver_rating_one_change_of_velocity_only(
    words: list[str], velocity: int, refused: int
) -> None:
    """DV-PLA-06: a Spear, Maneuver Rating 4, at velocity 5."""
    made = at_planet(ship(1, "A", "spear", "A0909", 12, 5), *words)
    assert made.state.unit("1a").velocity == velocity
    assert made.state.unit("1a").direction == 12
    assert len(refusals(made)) == refused


def hurt(unit: Unit, part: str, status: str) -> Unit:
    found = unit.part(part)
    assert found is not None
    return unit.with_part(replace(found, status=status))


SWORD = ship(1, "A", "sword", "A0909", 12, 2, pods=("standard jump",))


@pytest.mark.parametrize(
    "unit",
    [
        replace(SWORD, field_up=True),
        replace(SWORD, jump=PREPARING),
        hurt(SWORD, ENGINE, DESTROYED_PART),
    ],
)
def test_no_commands_with_field_jump_marker_or_without_engine(unit: Unit) -> None:
    """DV-PLA-08, DV-PLA-13."""
    made = at_planet(unit, "decelerate")
    assert made.state.unit("1a").velocity == 2
    assert len(refusals(made)) == 1


def test_a_damaged_engine_costs_nothing_here() -> None:
    made = at_planet(hurt(SWORD, ENGINE, DAMAGED), "decelerate", "right 2")
    unit = made.state.unit("1a")
    assert (unit.velocity, unit.direction, unit.spent) == (1, 2, 0)


@pytest.mark.parametrize(("status", "turns"), [("V", 6), (DAMAGED, 4), (DESTROYED_PART, 0)])
def test_a_damaged_bridge_leaves_fewer_commands(status: str, turns: int) -> None:
    """A Sword, Maneuver Rating 8, at velocity 2."""
    made = at_planet(hurt(SWORD, BRIDGE, status), "right 7")
    assert (made.state.unit("1a").direction) % 12 == turns


def test_velocity_never_falls_below_1_here() -> None:
    made = at_planet(ship(1, "A", "sword", "A0908", 12, 1), "decelerate", "right")
    assert made.state.unit("1a").velocity == 1
    assert refusals(made) == ["at a planet its velocity may not fall below 1"]
    assert made.state.unit("1a").direction == 1


def test_without_a_line_nothing_is_done() -> None:
    made = work(state(SWORD, planets=(planet("A0908"),)))
    move_side(made, "1")
    assert where(made.state, "1a") == "A0907"


def test_planet_lines_with_else() -> None:
    def lines(turn: int) -> UnitOrders:
        when = Condition(((ConditionTest("turn", op=">=", number=turn),),))
        return UnitOrders(
            "1a",
            planet=(
                PlanetLine(ref(1), (CourseChange("right"),), when),
                PlanetLine(ref(2), (CourseChange("left"),), otherwise=True),
            ),
        )

    for turn, direction in ((1, 1), (2, 11)):
        made = work(state(SWORD, planets=(planet("A0907"),)), {"ann": [lines(turn)]})
        move_side(made, "1")
        assert made.state.unit("1a").direction == direction


@pytest.mark.parametrize("kind", ["unguided", "guided", "intelligent", "mims"])
def test_a_missile_is_destroyed_on_entering(kind: str) -> None:
    """DV-PLA-09."""
    made = at_planet(shot(1, "12", kind, "A0909", 12, 3))
    assert made.state.unit("112").status == DESTROYED
    assert where(made.state, "112") == "A0907"


@pytest.mark.parametrize(("shield", "met"), [("yes", []), ("no", ["112"])])
def test_a_unit_at_a_planet_is_shielded(
    monkeypatch: pytest.MonkeyPatch, shield: str, met: list[str]
) -> None:
    """DV-MIS-36."""
    found: list[str] = []
    monkeypatch.setattr(movement_phase, "meet", lambda _work, unit_id: found.append(unit_id))
    mu = ship(2, "B", "corco_mu", "A0907", 3, 1)
    missile = shot(1, "12", "unguided", "A0909", 12, 3)
    made = at_planet(missile, others=(mu,), options={"planet.shield": shield})
    assert made.state.unit("112").status == DESTROYED
    assert found == met


@pytest.mark.parametrize(("stay", "end"), [(None, "A0907"), (True, "A0907"), (False, "A0906")])
def test_a_unit_in_orbit_stays_unless_told_to_leave(stay: bool | None, end: str) -> None:
    """DV-PLA-10."""
    dagger = ship(1, "A", "dagger", "A0907", 12, 1)
    lines = () if stay is None else (OrbitLine(ref(), stay),)
    table = state(dagger, planets=(planet("A0907"),))
    made = work(table, {"ann": [UnitOrders("1a", orbit=lines)]})
    move_side(made, "1")
    assert where(made.state, "1a") == end


def test_faster_than_1_is_no_orbit() -> None:
    made = work(state(ship(1, "A", "dagger", "A0907", 12, 2), planets=(planet("A0907"),)))
    move_side(made, "1")
    assert where(made.state, "1a") == "A0905"
    assert not told(made, "planet_entered")


@pytest.mark.parametrize(("klass", "lands"), [("dagger", True), ("sword", False)])
def test_only_a_streamlined_unit_lands(klass: str, lands: bool) -> None:
    """DV-PLA-11, DV-PLA-12."""
    table = state(ship(1, "A", klass, "A0907", 12, 0), planets=(planet("A0907"),))
    table = table.with_units(settled(table, table.unit("1a")))
    theirs = work(table, phase="2.move")
    move_side(theirs, "2")
    assert theirs.state.unit("1a").status == IN_PLAY
    made = work(table)
    move_side(made, "1")
    assert made.state.unit("1a").status == (LANDED if lands else IN_PLAY)
    assert bool(told(made, "landed")) is lands


def test_velocity_0_otherwise_than_by_reduction_is_no_landing() -> None:
    made = work(state(ship(1, "A", "dagger", "A0907", 12, 0), planets=(planet("A0907"),)))
    move_side(made, "1")
    assert made.state.unit("1a").in_play


def test_who_is_sped_up_again_does_not_land() -> None:
    table = state(ship(1, "A", "dagger", "A0907", 12, 1, landing=True))
    table = table.with_units(settled(table, table.unit("1a")))
    assert not table.unit("1a").landing


def test_a_docked_pair_takes_the_lower_ratings() -> None:
    """Flute 6 and 3, Corco Mu 4 and 1: at velocity 2 two commands, one of them of velocity."""
    flute = ship(1, "A", "flute", "A0909", 12, 2)
    mu = ship(2, "B", "corco_mu", "A0909", 12, 2)
    made = at_planet(flute, "right 3", others=(mu,), docks=(Dock("1a", "2b"),))
    assert [made.state.unit(unit).direction for unit in ("1a", "2b")] == [2, 2]
    assert refusals(made) == ["of the unit docked to it: it has had its 2 Maneuver Commands"]
    towed = hurt(mu, ENGINE, DESTROYED_PART)
    made = at_planet(flute, "decelerate", others=(towed,), docks=(Dock("1a", "2b"),))
    assert [made.state.unit(unit).velocity for unit in ("1a", "2b")] == [1, 1]


# --- asteroids ------------------------------------------------------------------------------

Struck = list[dict[str, Any]]


@pytest.fixture
def strikes(monkeypatch: pytest.MonkeyPatch) -> Struck:
    found: Struck = []

    def record(_work: PhaseContext, unit_id: str, **how: Any) -> None:
        found.append({"unit": unit_id, **how})

    monkeypatch.setattr(asteroids, "struck", record)
    return found


def through(unit: Unit, faces: str, *fields: str) -> PhaseContext:
    table = state(unit)
    hexes = tuple(table.maps.parse(one) for one in fields)
    made = work(state(unit, asteroids=hexes), faces=faces)
    move_side(made, "1")
    return made


@pytest.mark.parametrize(("face", "hit"), [(2, True), (3, True), (4, False)])
def test_hit_on_the_velocity_or_less(strikes: Struck, face: int, hit: bool) -> None:
    """DV-AST-01, DV-AST-02, DV-AST-03: a Corco Mu at velocity 3."""
    mu = ship(1, "B", "corco_mu", "A0909", 12, 3)
    made = through(mu, f"asteroid 1b *: {face}", "A0907")
    assert told(made, "asteroid")[0].facts["hit"] is hit
    assert [strike["unit"] for strike in strikes] == ["1b"] * hit
    if hit:
        assert strikes[0]["owner_chooses"] is True
        assert strikes[0]["critical"] is False


@pytest.mark.parametrize(("face", "hit"), [(5, True), (6, False)])
def test_missiles_check_too(strikes: Struck, face: int, hit: bool) -> None:
    """DV-AST-05."""
    through(shot(1, "12", "unguided", "A0909", 12, 5), f"asteroid 112 *: {face}", "A0908")
    assert bool(strikes) is hit


def test_each_hex_entered_is_a_check_and_the_start_is_none(strikes: Struck) -> None:
    mu = ship(1, "B", "corco_mu", "A0909", 12, 3)
    made = through(mu, "9 9", "A0909", "A0908", "A0908", "A0906")
    assert [event.facts["at"] for event in told(made, "asteroid")] == ["A0908", "A0906"]
    assert strikes == []


def test_a_contact_shows_its_check_but_not_what_it_is(strikes: Struck) -> None:
    made = through(shot(1, "12", "guided", "A0909", 12, 5), "asteroid *: 9", "A0908")
    seen = told(made, "asteroid")[0].shown_to("bea")
    assert seen is not None
    assert seen["facts"] == {
        "unit": "112",
        "at": "A0908",
        "velocity": 5,
        "rolled": 9,
        "hit": False,
    }
    assert seen["rolls"][0]["group"] == "all"
    assert strikes == []


def test_a_ship_that_jumps_meets_no_asteroid(strikes: Struck) -> None:
    jumper = ship(1, "A", "flute", "A0909", 12, 3, pods=("augmented jump",), jump=JUMPING)
    made = through(jumper, "", "A0908")
    assert not told(made, "asteroid")
    assert strikes == []


def test_a_missile_that_intercepts_at_an_unshielded_planet_is_gone_but_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def kill(work: PhaseContext, unit_id: str) -> None:
        work.state = out_of_play(work.state, unit_id, DESTROYED)

    monkeypatch.setattr(movement_phase, "meet", kill)
    mu = ship(2, "B", "corco_mu", "A0907", 3, 1)
    missile = shot(1, "12", "unguided", "A0909", 12, 3)
    made = at_planet(missile, others=(mu,), options={"planet.shield": "no"})
    assert not told(made, "destroyed")
    alone = at_planet(missile, options={"planet.shield": "no"})
    assert told(alone, "destroyed")


def test_a_refused_change_to_a_velocity_is_told_as_written() -> None:
    made = at_planet(ship(1, "A", "spear", "A0909", 12, 3), "decelerate to 1", "right")
    refused, _turn = told(made, "not_done")
    assert (refused.facts["written"], refused.facts["why"]) == (
        "decelerate to 1",
        "it has had its 1 Maneuver Command",
    )
    assert [event.facts["written"] for event in told(at_planet(SWORD, "right 7"), "not_done")] == [
        "right 7"
    ]


def test_an_orbit_line_with_a_condition_that_fails_is_passed_over() -> None:
    never = Condition(((ConditionTest("turn", op=">=", number=9),),))
    lines = (OrbitLine(ref(1), True, never), OrbitLine(ref(2), False))
    table = state(ship(1, "A", "dagger", "A0907", 12, 1), planets=(planet("A0907"),))
    made = work(table, {"ann": [UnitOrders("1a", orbit=lines)]})
    move_side(made, "1")
    assert where(made.state, "1a") == "A0906"


def test_an_unrevealed_battlecraft_that_lands_is_a_contact_lost() -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0907", 12, 0, revealed=False, landing=True)
    made = work(state(craft, planets=(planet("A0907"),)))
    move_side(made, "1")
    assert made.state.unit("1a1").status == LANDED
    assert [event.kind for event in made.events if event.shown_to("bea")] == ["contact_lost"]


def test_what_is_no_planet_is_not_entered() -> None:
    with pytest.raises(ValueError, match="A0909 is not a planet's hex"):
        entered(work(state(SWORD)), "1a", 1)


def test_each_of_a_docked_pair_meets_asteroids_if_it_is_still_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def kill(work: PhaseContext, unit_id: str, **_how: Any) -> None:
        work.state = out_of_play(work.state, unit_id, DESTROYED)
        work.state = out_of_play(work.state, "1b", DESTROYED)

    units = ship(1, "A", "flute", "A0909", 12, 1), ship(1, "B", "corco_mu", "A0909", 12, 1)
    table = state(*units, docks=(Dock("1a", "1b"),), asteroids=(MAPS.parse("A0908"),))
    safe = work(table, faces="2 2")
    move_side(safe, "1")
    assert [event.facts["unit"] for event in told(safe, "asteroid")] == ["1a", "1b"]
    monkeypatch.setattr(asteroids, "struck", kill)
    lost = work(table, faces="1")
    move_side(lost, "1")
    assert [event.facts["unit"] for event in told(lost, "asteroid")] == ["1a"]
