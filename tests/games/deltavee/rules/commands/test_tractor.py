"""The tractor beam (DV 5.6, 7.4, 7.5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.commands.battle import BattleStep
from pbm.games.deltavee.orders.commands.maneuvers import CourseChange, Weave
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.orders.commands.tractor import Tractor
from pbm.games.deltavee.orders.lines.conditions import ConditionTest
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.state import Dock
from pbm.games.deltavee.state.units import Part, Unit
from tests.games.deltavee.builders import MAPS, planet, ship, shot, state, told
from tests.games.deltavee.lines import battle, commanded, given, only, pod, spent, when_, whys

BRAKE, RIGHT, SPEED = CourseChange("decelerate"), CourseChange("right"), CourseChange("accelerate")


def flute(civ: int = 8, status: str = "ok", **fields: Any) -> Unit:
    pods = (pod("tractor beam", 1, "flute", civ=civ, status=status), pod("arsenal", 2, "flute"))
    return ship(1, "A", "flute", "B0609", 12, 2, **{"pods": pods, **fields})


def pulled(
    target: Unit | list[Unit],
    *commands: CourseChange | Weave,
    ship_: Unit | None = None,
    targets: tuple[str, ...] = ("2b",),
    options: Any = None,
    box: int = 0,
    faces: str = "",
    **table: Any,
) -> PhaseContext:
    units = [ship_ or flute(), *(target if isinstance(target, list) else [target])]
    step = Tractor(targets, commands, box)
    return commanded(
        state(*units, **table), given("1a", battle(step, Search())), options=options, faces=faces
    )


def enemy(klass: str = "dagger", at: str = "B0603", velocity: int = 3, **fields: Any) -> Unit:
    return ship(2, "B", klass, at, 12, velocity, **fields)


def test_two_commands_within_six() -> None:
    """CMD-44: a Dagger at range 6 is braked and turned: 2 x 4 units each."""
    run = pulled(enemy(), BRAKE, RIGHT)
    target = run.state.unit("2b")
    assert (target.velocity, target.direction, target.spent) == (2, 1, 0)
    assert (spent(run), whys(run)) == (16, ["it has had its 1 Battle Command"])
    event = only(run, "tractored")
    assert event.facts == {
        "unit": "1a",
        "target": "2b",
        "commands": ["decelerate", "right"],
        "units": 16,
    }
    shown = event.shown_to("bea")
    assert shown is not None
    assert shown["facts"] == {"unit": "1a", "target": "2b", "commands": ["decelerate", "right"]}
    assert "changes" not in shown
    course = only(run, "course").facts
    assert (course["unit"], course["velocity_before"], course["velocity"]) == ("2b", 3, 2)


@pytest.mark.parametrize(
    ("civ", "at", "commands", "done", "why"),
    [
        (8, "B0603", 2, 2, []),
        (8, "B0602", 1, 0, ["enemy B is 7 hexes away, the beam reaches 6"]),
        (7, "B0605", 1, 1, []),
        (7, "B0604", 1, 0, ["enemy B is 5 hexes away, the beam reaches 4"]),
        (7, "B0605", 2, 1, ["the beam issues 1 command"]),
        (8, "B0605", 3, 2, ["the beam issues 2 commands"]),
    ],
)
def test_range_and_number(civ: int, at: str, commands: int, done: int, why: list[str]) -> None:
    run = pulled(enemy(at=at), CourseChange("right", commands), ship_=flute(civ))
    assert run.state.unit("2b").direction == (done or 12)
    assert whys(run)[: len(why)] == why
    assert spent(run) == 8 * done


@pytest.mark.parametrize(
    ("klass", "units"), [("terwillicker_x", 2), ("flute", 12), ("spear", 24), ("corco_mu", 32)]
)
def test_twice_the_burn_rate_of_the_target(klass: str, units: int) -> None:
    run = pulled(enemy(klass, velocity=1), RIGHT)
    assert spent(run) == units


@pytest.mark.parametrize(("left", "done"), [(16, True), (15, False)])
def test_all_at_once_or_not_at_all(left: int, done: bool) -> None:
    run = pulled(enemy(), BRAKE, RIGHT, ship_=flute(spent=66 - left))
    assert (run.state.unit("2b").velocity == 2) is done
    if not done:
        assert whys(run) == ["it takes 16 energy units, of which 15 are left"]
        assert len(told(run, "searched")) == 1


def test_a_contact_may_be_held_a_missile_not() -> None:
    hidden = ship(2, "B1", "terwillicker_x", "B0604", 12, 2, revealed=False, contact=4)
    run = pulled(hidden, RIGHT, targets=("2b1",))
    assert run.state.unit("2b1").direction == 1
    missile = shot(2, "03", "intelligent", "B0604", 12, 2, contact=5)
    run = pulled(missile, RIGHT, targets=("203", "any ship"))
    assert "contact 5 is a missile, which no beam can hold" in whys(run)
    assert (run.state.unit("1a").spent, run.state.unit("1a").use.tractors) == (0, (1,))
    known = shot(2, "03", "intelligent", "B0604", 12, 2, revealed=True)
    run = pulled(known, RIGHT, targets=("203", "any ship"))
    assert whys(run) == ["a tractor beam cannot hold enemy missile 03"]
    assert len(told(run, "searched")) == 1


def test_what_a_beam_finds_out_of_a_contact_is_paid_with_its_battle_command() -> None:
    """Of an enemy that is revealed, or a unit of one's own, all of it is known before."""
    lame = Part("engine", "engine", 2, status="X")
    for side, revealed, paid in ((2, False, 1), (2, True, 0), (1, False, 0)):
        craft = ship(side, "B1", "terwillicker_x", "B0604", 12, 2, revealed=revealed, contact=4)
        run = pulled(craft.with_part(lame), RIGHT, targets=(craft.id,))
        assert len(told(run, "searched")) == 1 - paid
        assert not told(run, "tractored")
    craft = ship(2, "B1", "terwillicker_x", "B0604", 12, 2, revealed=False, contact=4)
    run = pulled(craft, RIGHT, targets=(craft.id,), ship_=flute(spent=65))
    assert "it takes 2 energy units, of which 1 is left" in whys(run)
    assert not told(run, "searched")


def test_the_first_of_the_list_that_can_be_held() -> None:
    far = ship(2, "C", "dagger", "B0601", 12, 2)
    run = pulled([far, enemy()], RIGHT, targets=("2c", "2b"))
    assert only(run, "tractored").facts["target"] == "2b"
    assert whys(pulled([], RIGHT)) == ["none of its targets is in play"]


def test_a_friend_may_be_held_and_its_own_commands_stay_its_own() -> None:
    """The beam's turn counts against its number; its own first turn is free, its second costs."""
    friend = ship(1, "B", "spear", "B0605", 12, 1)
    units = [flute(), friend]
    beam = battle(Tractor(("1b",), (RIGHT,)))
    run = commanded(units, given("1a", beam), given("1b", "right 3"))
    assert run.state.unit("1b").direction == 3
    assert (spent(run), spent(run, "1b")) == (24, 12)
    assert whys(run) == ["2 of 3 done, then: it has had its 3 Maneuver Commands"]


# --- limits ---------------------------------------------------------------------------------


def hurt(unit: Unit, name: str, status: str) -> Unit:
    part = unit.part(name)
    assert part is not None
    return unit.with_part(replace(part, status=status))


@pytest.mark.parametrize(
    ("target", "command", "why"),
    [
        (enemy(field_up=True), RIGHT, "right: enemy B's force field is active"),
        (enemy(jump="preparing"), RIGHT, "right: enemy B carries a jump marker"),
        (hurt(enemy(), "engine", "X"), RIGHT, "right: enemy B's engine is destroyed"),
        (
            hurt(enemy(), "bridge", "D"),
            Weave(Direction(12)),
            "weave 12: enemy B's bridge is damaged",
        ),
        (enemy("spear", velocity=3), CourseChange("accelerate", 2), ""),
        (
            enemy("spear", velocity=2),
            CourseChange("accelerate", 2),
            "accelerate: enemy B's Velocity Rating is 1",
        ),
    ],
)
def test_as_controlled_or_without_limits(target: Unit, command: Any, why: str) -> None:
    run = pulled(target, command)
    expected = [why] if why else ["accelerate: enemy B has had its 1 Maneuver Command"]
    assert whys(run)[:1] == expected
    free = pulled(target, command, options={"tractor.limits": "none"})
    assert len(told(free, "tractored")) == 1
    assert free.state.unit("2b").use == target.use
    if isinstance(command, CourseChange) and command.number == 2:
        assert free.state.unit("2b").velocity == target.velocity + 2


@pytest.mark.parametrize(
    ("velocity", "command", "why"),
    [
        (0, BRAKE, "decelerate: enemy B's velocity is 0"),
        (1, BRAKE, ""),
        (9, SPEED, "accelerate: 9 is the greatest velocity"),
        (8, SPEED, ""),
    ],
)
def test_no_beam_goes_beyond_the_markers(velocity: int, command: CourseChange, why: str) -> None:
    run = pulled(enemy(velocity=velocity), command, options={"tractor.limits": "none"})
    assert whys(run)[:1] == ([why] if why else ["it has had its 1 Battle Command"])
    both = {"tractor.limits": "none", "velocity.cap": "none"}
    assert len(told(pulled(enemy(velocity=9), SPEED, options=both), "tractored")) == 1


# --- weaves and planets ---------------------------------------------------------------------


@pytest.mark.parametrize(("limits", "weaved"), [("as controlled", True), ("none", False)])
def test_a_weave_by_beam(limits: str, weaved: bool) -> None:
    run = pulled(enemy(), RIGHT, Weave(Direction(12)), BRAKE, options={"tractor.limits": limits})
    target = run.state.unit("2b")
    assert (MAPS.label(target.at), target.direction, target.velocity) == ("B0602", 1, 3)
    assert target.use.weaved is weaved
    assert only(run, "tractored").facts["commands"] == ["right", "weave to B0602"]
    kinds = [event.kind for event in run.events]
    assert kinds.index("course") < kinds.index("wove")


def test_a_step_after_a_weave_and_off_the_maps() -> None:
    run = pulled(
        enemy(at="B0601"),
        Weave(Direction(12)),
        RIGHT,
        ship_=replace(flute(), at=MAPS.parse("B0605")),
    )
    assert only(run, "tractored").facts["commands"] == ["weave to D0617", "right"]
    assert run.state.unit("2b").direction == 1


def test_a_weave_into_asteroids_is_left_out_the_rest_done() -> None:
    rocks = (MAPS.parse("B0602"),)
    run = pulled(enemy(), Weave(Direction(12)), RIGHT, asteroids=rocks)
    assert only(run, "tractored").facts["commands"] == ["right"]
    assert whys(run)[0] == "weave 12: asteroids are in B0602"
    assert spent(run) == 8


def test_a_weave_into_a_missile() -> None:
    """Ann's missile waits for Bea's Dagger; what is left of the beam comes to nothing."""
    missile = shot(1, "03", "intelligent", "B0602", 12, 1)
    target = enemy("corco_mu", velocity=1)
    run = pulled([target, missile], Weave(Direction(12)), RIGHT, faces="*: 1 *")
    assert not run.state.unit("2b").in_play
    assert told(run, "course") == []
    assert spent(run) == 64


def test_braked_to_0_at_a_planet_it_begins_to_land_at_1_it_is_in_orbit() -> None:
    table: dict[str, Any] = {"planets": (planet("B0603"),)}
    run = pulled(enemy(velocity=1), BRAKE, **table)
    assert run.state.unit("2b").landing
    run = pulled(enemy(velocity=2), BRAKE, **table)
    assert only(run, "orbiting").facts["unit"] == "2b"


# --- docked targets, pods -------------------------------------------------------------------


def test_a_docked_pair_is_pulled_as_one() -> None:
    pair = [enemy("flute", velocity=1), ship(2, "C", "corco_mu", "B0603", 12, 1)]
    run = pulled(pair, RIGHT, docks=(Dock("2b", "2c"),))
    assert [run.state.unit(one).direction for one in ("2b", "2c")] == [1, 1]
    assert spent(run) == 2 * (6 + 16)


def test_not_what_is_docked_to_the_ship_itself() -> None:
    run = pulled(enemy(at="B0609", velocity=2), RIGHT, docks=(Dock("1a", "2b"),))
    assert whys(run) == ["enemy B is docked to it"]


@pytest.mark.parametrize(
    ("status", "box", "why"),
    [
        ("ok", 1, ""),
        ("V", 0, ""),
        ("D", 0, "pod 1 is damaged"),
        ("X", 1, "pod 1 is destroyed"),
        ("ok", 2, "pod 2 is not a tractor beam"),
    ],
)
def test_which_pod(status: str, box: int, why: str) -> None:
    run = pulled(enemy(), RIGHT, ship_=flute(status=status), box=box)
    assert len(told(run, "tractored")) == (not why)
    if why:
        assert whys(run) == [why]


def test_without_a_pod_there_is_no_beam() -> None:
    assert whys(pulled(enemy(), RIGHT, ship_=flute(pods=("arsenal",)))) == [
        "it has no tractor beam"
    ]


def test_each_pod_once_a_phase() -> None:
    pods = (
        pod("tractor beam", 1, "flute"),
        pod("tractor beam", 2, "flute"),
        pod("battle communications", 3, "flute"),
        pod("arsenal", 4, "flute"),
    )
    one = Tractor(("2b",), (RIGHT,))
    units = [flute(pods=pods), enemy(at="B0605")]
    run = commanded(units, given("1a", battle(one, one, one)))
    assert run.state.unit("2b").direction == 2
    assert run.state.unit("1a").use.tractors == (1, 2)
    assert whys(run) == ["its tractor beam has been used in this phase"]


@pytest.mark.parametrize(("at", "used"), [("B0603", True), ("B0602", False)])
def test_if_in_range(at: str, used: bool) -> None:
    step = BattleStep(Tractor(("2b",), (RIGHT,)), when_(ConditionTest("in_range")))
    run = commanded([flute(), enemy(at=at)], given("1a", battle(step)))
    assert len(told(run, "tractored")) == used
    far = "its condition did not hold: enemy B is 7 hexes away, the beam reaches 6"
    assert whys(run) == ([] if used else [far])
    broken = commanded([flute(status="X"), enemy(at=at)], given("1a", battle(step)))
    assert whys(broken) == ["its condition did not hold: pod 1 is destroyed"]
