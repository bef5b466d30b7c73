"""Rendezvous: pairs, battlecraft into their pods, undocking (DV 5.6, 7.4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.deltavee.orders.commands.battle import BattleStep
from pbm.games.deltavee.orders.commands.docking import DockWith, Undock
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.orders.lines.conditions import ConditionTest
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.state import Dock
from pbm.games.deltavee.state.units import Unit
from tests.games.deltavee.builders import MAPS, ship, shot, state, told
from tests.games.deltavee.lines import battle, commanded, given, only, pod, spent, when_, whys


def flute(**fields: Any) -> Unit:
    return ship(1, "A", "flute", "B0609", 12, 1, pods=("heavy weapon",), **fields)


def mu(**fields: Any) -> Unit:
    values: dict[str, Any] = {"at": "B0609", "direction": 12, "velocity": 1, **fields}
    place = (values.pop("at"), values.pop("direction"), values.pop("velocity"))
    return ship(2, "B", "corco_mu", *place, **values)


def test_a_pair_is_docked_the_ship_of_the_command_leads() -> None:
    run = commanded([flute(zig=1), mu()], given("1a", battle(DockWith(("2b",))), "right 2"))
    assert run.state.docks == (Dock("1a", "2b"),)
    assert only(run, "docked").facts == {"unit": "1a", "with": "2b", "aboard": False}
    assert [unit.direction for unit in run.state.units] == [2, 2]
    assert spent(run) == 22


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"at": "B0608"}, "enemy B: it is 1 hex away"),
        ({"at": "B0607"}, "enemy B: it is 2 hexes away"),
        ({"velocity": 2}, "enemy B: velocities are 1 and 2"),
        ({"direction": 1}, "enemy B: directions are 12 and 1"),
        ({"status": "destroyed"}, "none of its targets is in play"),
    ],
)
def test_what_docking_needs(fields: dict[str, Any], why: str) -> None:
    """What cannot be docked takes no Battle Command."""
    run = commanded([flute(), mu(**fields)], given("1a", battle(DockWith(("2b",)), Search())))
    assert (whys(run), run.state.docks) == ([why], ())
    assert len(told(run, "searched")) == 1


def test_the_next_of_the_list_is_tried() -> None:
    other = ship(2, "C", "corco_mu", "B0609", 12, 1)
    run = commanded(
        [flute(), mu(velocity=2), other], given("1a", battle(DockWith(("2b", "any ship"))))
    )
    assert run.state.docks == (Dock("1a", "2c"),)


def test_nothing_docks_with_a_missile() -> None:
    missile = shot(2, "03", "intelligent", "B0609", 12, 1, revealed=True)
    run = commanded([flute(), missile], given("1a", battle(DockWith(("203",)))))
    assert whys(run) == ["enemy missile 03: nothing docks with a missile"]


def test_one_pair_at_a_time() -> None:
    other = ship(1, "C", "flute", "B0609", 12, 1, pods=("heavy weapon",))
    table = state(flute(), mu(), other, docks=(Dock("1a", "2b"),))
    run = commanded(
        table, given("1a", battle(DockWith(("1c",)))), given("1c", battle(DockWith(("2b", "1a"))))
    )
    assert whys(run) == [
        "C: the ship is docked already",
        "enemy B: it is docked already; A: it is docked already",
    ]


@pytest.mark.parametrize(("at", "docks"), [("B0609", 1), ("B0608", 0)])
def test_if_possible(at: str, docks: int) -> None:
    step = BattleStep(DockWith(("2b",)), when_(ConditionTest("in_range")))
    run = commanded([flute(), mu(at=at)], given("1a", battle(step)))
    assert len(run.state.docks) == docks
    why = "its condition did not hold: enemy B: it is 1 hex away"
    assert whys(run) == ([] if docks else [why])


# --- battlecraft ----------------------------------------------------------------------------


def carrier(status: str = "ok", **craft: Any) -> list[Unit]:
    pods = (
        pod("heavy weapon", 1, "flute"),
        pod("battlecraft", 2, "flute", status=status, holds="1a1"),
    )
    return [
        ship(1, "A", "flute", "B0609", 12, 1, pods=pods),
        ship(1, "B", "flute", "B0609", 12, 1, pods=pods),
        ship(1, "A1", "terwillicker_5000", "B0609", 12, 1, mother="1a", pod=2, **craft),
    ]


@pytest.mark.parametrize("revealed", [True, False])
def test_a_battlecraft_goes_into_its_pod(revealed: bool) -> None:
    table = state(*carrier(revealed=revealed, contact=3), tried=(("203", "1a1"), ("203", "1a")))
    run = commanded(table, given("1a", battle(DockWith(("1a1",)))))
    craft = run.state.unit("1a1")
    assert (craft.status, run.state.docks) == ("aboard", ())
    assert run.state.tried == (("203", "1a"),)
    event = only(run, "docked")
    assert event.facts == {"unit": "1a", "with": "1a1", "aboard": True}
    assert (event.shown_to("bea") is not None) is revealed
    assert len(told(run, "contact_lost")) == (not revealed)


def test_only_into_the_ship_it_came_from() -> None:
    """CMD-52."""
    run = commanded(carrier(), given("1b", battle(DockWith(("1a1",)))))
    assert whys(run) == ["A1: a battlecraft returns only to the ship it was launched from"]


@pytest.mark.parametrize(
    ("status", "why"),
    [("V", []), ("D", ["A1: pod 2 is damaged"]), ("X", ["A1: pod 2 is destroyed"])],
)
def test_only_into_a_pod_that_works(status: str, why: list[str]) -> None:
    assert whys(commanded(carrier(status), given("1a", battle(DockWith(("1a1",)))))) == why


def test_a_ship_that_is_docked_takes_its_battlecraft_in() -> None:
    ship_, other, craft = carrier()
    table = state(ship_, other, craft, docks=(Dock("1a", "1b"),))
    run = commanded(table, given("1a", battle(DockWith(("1a1",)))))
    assert run.state.unit("1a1").status == "aboard"


def test_a_battlecraft_held_by_an_enemy_does_not_come_home() -> None:
    table = state(*carrier(), mu(), docks=(Dock("2b", "1a1"),))
    run = commanded(table, given("1a", battle(DockWith(("1a1",)))))
    assert whys(run) == ["A1: it is docked already"]


def test_an_enemy_battlecraft_is_docked_like_a_ship() -> None:
    enemy = ship(2, "B1", "terwillicker_x", "B0609", 12, 1)
    run = commanded([flute(), enemy], given("1a", battle(DockWith(("2b1",)))))
    assert run.state.docks == (Dock("1a", "2b1"),)


# --- undocking ------------------------------------------------------------------------------


@pytest.mark.parametrize(("lead", "other"), [("1a", "2b"), ("2b", "1a")])
@pytest.mark.parametrize(("option", "commands"), [("battle command", 1), ("free", 0)])
def test_either_ship_may_undock(lead: str, other: str, option: str, commands: int) -> None:
    extra = Dock("1x", "1y")
    table = state(flute(), mu(), docks=(Dock(lead, other), extra))
    run = commanded(table, given("1a", battle(Undock())), options={"undock": option})
    assert run.state.docks == (extra,)
    assert run.state.unit("1a").use.battle == commands
    assert only(run, "undocked").facts == {"unit": "1a", "with": "2b", "aboard": False}
    assert {(MAPS.label(one.at), one.velocity) for one in run.state.units} == {("B0609", 1)}


def test_undocking_by_command_takes_one_and_no_active_field() -> None:
    ship_ = replace(flute(), parts=mu().parts[:2])
    table = state(ship_, mu(), docks=(Dock("1a", "2b"),))
    assert whys(commanded(table, given("1a", battle(Undock())))) == [
        "its pods give no Battle Command"
    ]
    free = commanded(table, given("1a", battle(Undock())), options={"undock": "free"})
    assert free.state.docks == ()
    table = state(flute(field_up=True), mu(), docks=(Dock("1a", "2b"),))
    assert whys(commanded(table, given("1a", battle(Undock())))) == ["its force field is active"]


def test_only_what_is_docked_undocks() -> None:
    assert whys(commanded([flute()], given("1a", battle(Undock())))) == ["it is not docked"]


def test_after_undocking_each_has_its_own_commands() -> None:
    table = state(flute(), mu(direction=Direction(12)), docks=(Dock("1a", "2b"),))
    run = commanded(table, given("1a", battle(Undock()), "right 2"))
    assert [unit.direction for unit in run.state.units] == [2, 12]
    assert spent(run) == 6
