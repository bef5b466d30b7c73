"""Battle Commands: how many, force fields, control, what a field forbids (DV 7.3, 7.4, 7.5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.deltavee.orders.commands.battle import BattleStep
from pbm.games.deltavee.orders.commands.control import Control
from pbm.games.deltavee.orders.commands.docking import DockWith, Undock
from pbm.games.deltavee.orders.commands.field_switch import FieldSwitch
from pbm.games.deltavee.orders.commands.launch import Launch
from pbm.games.deltavee.orders.commands.maneuvers import CourseChange as Step
from pbm.games.deltavee.orders.commands.maneuvers import JumpCommand
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.orders.commands.tractor import Tractor
from pbm.games.deltavee.orders.lines.conditions import ConditionTest
from pbm.games.deltavee.state.state import Special
from pbm.games.deltavee.state.units import Unit
from tests.games.deltavee.builders import ship, shot, state, told
from tests.games.deltavee.lines import (
    battle,
    command,
    commanded,
    given,
    only,
    pod,
    spent,
    when_,
    whys,
)

ACTIVE = "its force field is active"


def dagger(*kinds: str, **fields: Any) -> Unit:
    return ship(1, "A", "dagger", "B0609", 12, 3, pods=kinds or ("heavy weapon",), **fields)


def hurt(unit: Unit, name: str, status: str) -> Unit:
    part = unit.part(name)
    assert part is not None
    return unit.with_part(replace(part, status=status))


def test_two_heavy_weapons_and_battle_communications_make_four() -> None:
    pods = ("heavy weapon", "heavy weapon", "battle communications")
    sword = ship(1, "A", "sword", "B0609", 12, 3, pods=pods)
    run = commanded([sword], given("1a", battle(*[Search()] * 5)))
    assert len(told(run, "searched")) == 4
    assert whys(run) == ["it has had its 4 Battle Commands"]


@pytest.mark.parametrize(
    ("kinds", "option", "number"),
    [
        (("heavy weapon",), "none", 1),
        (("hunter",), "none", 0),
        (("hunter",), "all", 1),
        (("heavy weapon",), "all", 2),
        (("hunter",), "battlecraft", 0),
    ],
)
def test_number_by_option(kinds: tuple[str, ...], option: str, number: int) -> None:
    run = commanded(
        [dagger(*kinds)],
        given("1a", battle(Search(), Search()), battle(Search())),
        options={"basic_battle_command": option},
    )
    assert len(told(run, "searched")) == number
    why = f"it has had its {number}" if number else "its pods give no Battle Command"
    assert whys(run)[-1].startswith(why)


@pytest.mark.parametrize(("option", "special"), [("battlecraft", ()), ("none", ("1a",))])
def test_one_command_for_battlecraft_alone(option: str, special: tuple[str, ...]) -> None:
    """A Gamma with battlecraft pods only; scenario 8 gives it what the option gives to all."""
    gamma = ship(
        1,
        "A",
        "corco_gamma",
        "B0609",
        12,
        2,
        pods=(pod("battlecraft", 1, "corco_gamma", holds="1a1"),),
    )
    craft = [
        ship(1, "A1", "terwillicker_x", "B0609", 12, 0, status="aboard", mother="1a", pod=1),
    ]
    rules = (Special("battlecraft_command", special),)
    steps = battle(Search(), Prepare("guided"), Prepare(battlecraft="1a1"), DockWith(("2a",)))
    run = commanded(
        state(gamma, *craft, special=rules),
        given("1a", steps),
        options={"basic_battle_command": option},
    )
    assert whys(run) == [
        "its pods give no Battle Command",
        "its pods give no Battle Command",
        "it has had its 1 Battle Command",
    ]
    assert run.state.unit("1a1").status == "prepared"


def test_its_pods_own_commands_leave_none_for_battlecraft() -> None:
    run = commanded(
        [dagger()],
        given("1a", battle(Search(), Undock())),
        options={"basic_battle_command": "battlecraft"},
    )
    assert whys(run) == ["it has had its 1 Battle Command"]


def test_maneuvers_and_the_field() -> None:
    """A Dagger: accelerate, right, field on: a block of 4 each."""
    run = commanded([dagger()], given("1a", "accelerate, right", battle(FieldSwitch(True))))
    unit = run.state.unit("1a")
    assert (unit.field_up, unit.spent, unit.velocity, whys(run)) == (True, 8, 4, [])
    event = only(run, "field_raised")
    assert event.facts == {"unit": "1a", "how": "command", "units": 4}
    shown = event.shown_to("bea")
    assert shown is not None
    assert shown["facts"] == {"unit": "1a", "how": "command"}
    assert "changes" not in shown


def test_the_field_then_maneuvers() -> None:
    run = commanded([dagger()], given("1a", battle(FieldSwitch(True)), "right"))
    assert whys(run) == [ACTIVE]


def test_deactivating_takes_a_command_and_no_energy() -> None:
    run = commanded([dagger(field_up=True)], given("1a", battle(FieldSwitch(False)), "accelerate"))
    unit = run.state.unit("1a")
    assert (unit.field_up, unit.spent, unit.velocity, unit.use.battle) == (False, 0, 4, 1)
    assert only(run, "field_lowered").facts == {"unit": "1a"}


@pytest.mark.parametrize(
    ("unit", "up", "why"),
    [
        (dagger(field_up=True), True, "its force field is active already"),
        (dagger(), False, "its force field is not active"),
        (hurt(dagger(), "force field", "D"), True, "its force field is damaged"),
        (hurt(dagger(), "force field", "X"), True, "its force field is destroyed"),
        (dagger(spent=45), True, "it takes 4 energy units, of which 3 are left"),
        (
            ship(1, "A", "corco_zeta", "B0609", 12, 2, pods=("arsenal",)),
            True,
            "it has no force field",
        ),
    ],
)
def test_what_a_field_needs(unit: Unit, up: bool, why: str) -> None:
    """What is not done takes no Battle Command."""
    run = commanded([unit], given("1a", battle(FieldSwitch(up), Search())))
    assert (whys(run), len(told(run, "searched"))) == ([why], 1)


def test_a_damaged_class_2_field_acts_as_class_1() -> None:
    sword = ship(1, "A", "sword", "B0609", 12, 3, pods=("heavy weapon",))
    run = commanded([hurt(sword, "force field", "D")], given("1a", battle(FieldSwitch(True))))
    assert run.state.unit("1a").field_up
    assert spent(run) == 6


def test_what_an_active_field_forbids() -> None:
    """CMD-28, in its order; missiles and battlecraft are prepared, searches made."""
    pods = (
        pod("arsenal", 1, "spear"),
        pod("battle communications", 2, "spear"),
        pod("battle communications", 3, "spear"),
        pod("battlecraft", 4, "spear", holds="1a1"),
        pod("tractor beam", 5, "spear"),
        pod("standard jump", 6, "spear"),
    )
    spear = ship(1, "A", "spear", "B0609", 12, 1, pods=pods, field_up=True)
    units = [
        spear,
        ship(1, "A1", "terwillicker_x", "B0609", 12, 0, status="aboard", mother="1a", pod=4),
        shot(1, "A-01", "guided", "B0605", 12, 1, mother="1a", pod=1),
        ship(2, "B", "dagger", "B0609", 12, 1),
    ]
    run = commanded(
        state(*units, jumps=True),
        given(
            "1a",
            battle(
                Prepare("intelligent", 1),
                Search(),
                Prepare(battlecraft="1a1"),
                Control("1a-01"),
                Launch("1a1"),
                DockWith(("2b",)),
                Undock(),
                Tractor(("2b",), (Step("right"),)),
            ),
            command("accelerate", JumpCommand("prepare"), JumpCommand("abort")),
            battle(FieldSwitch(False)),
            "accelerate",
        ),
    )
    assert whys(run) == [ACTIVE] * 6
    unit = run.state.unit("1a")
    assert (unit.field_up, unit.velocity, unit.use.battle) == (False, 2, 4)


def test_one_control_command_for_one_missile() -> None:
    """A Flute with one heavy weapon pod and two guided missiles."""
    flute = ship(1, "A", "flute", "B0609", 12, 2, pods=("heavy weapon",))
    missiles = [shot(1, f"A-0{n}", "guided", "B0603", 12, 2, mother="1a", pod=1) for n in (1, 2)]
    run = commanded(
        [flute, *missiles],
        given("1a", battle(Control("1a-01"), Control("1a-02"))),
        given("1a-01", "accelerate 2, right"),
    )
    assert whys(run) == ["it has had its 1 Battle Command"]
    assert run.state.unit("1a-01").spent == 3


def control_of(unit: Unit, **missile: Any) -> list[str]:
    fields = {"mother": "1a", "pod": 1, **missile}
    kind = fields.pop("type", "guided")
    one = shot(1, "A-01", kind, "B0603", 12, 2, **fields)
    other = ship(1, "B", "dagger", "B0609", 12, 2, pods=("arsenal",))
    orders = given("1a", battle(Control("1a-01")))
    return whys(commanded([unit, other, one], orders))


@pytest.mark.parametrize(
    ("missile", "why"),
    [
        ({}, []),
        ({"mother": "1b"}, ["A-01 is not a guided missile of this ship"]),
        ({"type": "intelligent"}, ["A-01 is not a guided missile of this ship"]),
        ({"status": "destroyed"}, ["A-01 is not in play"]),
    ],
)
def test_which_missile_can_be_controlled(missile: dict[str, Any], why: list[str]) -> None:
    assert control_of(dagger(), **missile) == why


@pytest.mark.parametrize(
    ("status", "why"),
    [("V", []), ("D", ["pod 1, which launched it, is damaged"])],
)
def test_from_a_damaged_pod_none_is_controlled(status: str, why: list[str]) -> None:
    assert control_of(hurt(dagger("heavy weapon", "arsenal"), "pod 1", status)) == why


def test_a_missile_is_controlled_once_a_phase() -> None:
    unit = dagger("heavy weapon", "heavy weapon")
    missile = shot(1, "A-01", "guided", "B0603", 12, 2, mother="1a", pod=1)
    run = commanded([unit, missile], given("1a", battle(Control("1a-01"), Control("1a-01"))))
    assert whys(run) == ["A-01 has been controlled in this phase"]


def test_a_controlled_missile_has_its_own_limits() -> None:
    """Guided, Civ Level 8: Velocity Rating 2, Maneuver Rating 6, and 1 unit left."""
    missile = shot(1, "A-01", "guided", "B0603", 12, 2, mother="1a", pod=1)
    run = commanded(
        [dagger(), missile], given("1a", battle(Control("1a-01"))), given("1a-01", "accelerate 3")
    )
    assert whys(run) == ["2 of 3 done, then: its Velocity Rating is 2"]
    run = commanded(
        [dagger(), replace(missile, spent=9)],
        given("1a", battle(Control("1a-01"))),
        given("1a-01", "right, right"),
    )
    assert whys(run) == ["it takes 1 energy unit, of which 0 are left"]


def test_each_command_has_its_own_condition() -> None:
    near = when_(ConditionTest("within", unit="enemy", number=4))
    steps = (BattleStep(FieldSwitch(True), near), BattleStep(Search()))
    for at, up in (("B0605", True), ("B0604", False)):
        run = commanded(
            [dagger("heavy weapon"), ship(2, "B", "dagger", at, 6, 1)],
            given("1a", battle(*steps)),
        )
        assert run.state.unit("1a").field_up is up
        assert whys(run) == [
            "it has had its 1 Battle Command" if up else "its condition did not hold"
        ]


def test_a_ship_that_is_gone_gets_no_more() -> None:
    mu = ship(1, "A", "corco_mu", "B0609", 12, 1, pods=("arsenal",))
    enemy = shot(2, "03", "intelligent", "B0608", 6, 1)
    run = commanded([mu, enemy], given("1a", "weave 12", battle(Search())), faces="*: 1 *")
    assert whys(run) == ["it is out of play (destroyed)"]


def test_what_costs_no_energy_is_done_without_any() -> None:
    """CMD-53: a Flute without energy prepares and searches, but raises no field."""
    pods = ("heavy weapon", "battle communications")
    flute = ship(1, "A", "flute", "B0609", 12, 1, pods=pods, spent=66)
    run = commanded(
        [flute], given("1a", battle(FieldSwitch(True), Prepare("guided", 1), Search()), "weave 12")
    )
    assert whys(run) == ["it takes 6 energy units, of which 0 are left"] * 2
    assert run.state.unit("1a").use.battle == 2
