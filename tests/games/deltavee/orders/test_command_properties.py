"""Whatever lines are written, a Command Phase keeps to the limits of DV 7.1, 7.2, 7.3 and 7.6."""

from __future__ import annotations

from typing import Any

from hypothesis import given as tried
from hypothesis import settings
from hypothesis import strategies as st

from pbm.games.deltavee.orders.commands.battle import Battle
from pbm.games.deltavee.orders.commands.control import Control
from pbm.games.deltavee.orders.commands.docking import DockWith, Undock
from pbm.games.deltavee.orders.commands.field_switch import FieldSwitch
from pbm.games.deltavee.orders.commands.launch import Launch
from pbm.games.deltavee.orders.commands.maneuvers import (
    Chase,
    CourseChange,
    JumpCommand,
    Maneuver,
    Weave,
)
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.commands.refuel import Refuel
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.orders.commands.tractor import Tractor
from pbm.games.deltavee.state.energy import capacity
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.ratings import velocity_rating
from pbm.games.deltavee.state.units import MISSILE_TYPES, PREPARED
from pbm.games.deltavee.state.usable import battle_commands, prepared_limit
from tests.games.deltavee.builders import DEFAULTS, planet, ship, shot, state
from tests.games.deltavee.lines import battle, command, commanded, given, pod

IDS = ("1a", "1a1", "1b", "101", "102", "2a", "2a1", "201")
SOME = st.lists(st.sampled_from((*IDS, "any", "any enemy", "any contact")), max_size=3).map(tuple)
BEARINGS = st.integers(1, 12).map(Direction)
CHANGES = st.builds(
    CourseChange,
    st.sampled_from(("accelerate", "decelerate", "left", "right")),
    st.integers(1, 5),
    st.none(),
)
WEAVES = st.one_of(
    st.builds(Weave, BEARINGS),
    st.builds(Weave, away=st.sampled_from((("missile",), ("enemy",), ("2a", "any")))),
)
MANEUVERS: st.SearchStrategy[Maneuver] = st.one_of(
    CHANGES,
    WEAVES,
    st.builds(Chase, SOME),
    st.builds(JumpCommand, st.sampled_from(("prepare", "jump", "abort"))),
)
BATTLES: st.SearchStrategy[Battle] = st.one_of(
    st.builds(Prepare, st.sampled_from(MISSILE_TYPES), st.integers(0, 6)),
    st.just(Prepare(battlecraft="1a1")),
    st.builds(Control, st.sampled_from(("101", "102"))),
    st.builds(
        Launch, st.just("1a1"), st.none() | BEARINGS, st.none() | BEARINGS, st.integers(-2, 2)
    ),
    st.builds(FieldSwitch, st.booleans()),
    st.builds(Tractor, SOME, st.lists(CHANGES | WEAVES, min_size=1, max_size=2).map(tuple)),
    st.builds(DockWith, SOME),
    st.builds(Refuel, st.just("1a1"), st.none() | st.integers(1, 20)),
    st.sampled_from((Search(), Undock())),
)
LINES = st.lists(
    st.one_of(
        st.lists(MANEUVERS, min_size=1, max_size=4).map(lambda many: command(*many)),
        st.lists(BATTLES, min_size=1, max_size=4).map(lambda many: battle(*many)),
    ),
    max_size=4,
)


def table(velocity: int, spent: int, craft: str) -> Any:
    pods = (
        pod("arsenal", 1, "sword"),
        pod("battle communications", 2, "sword"),
        pod("battlecraft", 3, "sword", holds="1a1"),
        pod("tractor beam", 4, "sword", civ=8),
        pod("standard jump", 5, "sword"),
    )
    fields: dict[str, Any] = {"status": craft, "mother": "1a", "pod": 3, "revealed": False}
    return state(
        ship(1, "A", "sword", "B0609", 12, velocity, pods=pods, spent=spent),
        ship(1, "B", "flute", "B0609", 12, velocity, pods=("heavy weapon",)),
        ship(1, "A1", "terwillicker_x", "B0609", 12, velocity, spent=5, **fields),
        shot(1, "01", "guided", "B0607", 3, 2, mother="1a", pod=1, contact=1),
        shot(1, "02", "intelligent", "B0709", 5, 6, mother="1a", pod=1, contact=2),
        ship(2, "A", "corco_mu", "B0609", 12, velocity, pods=("energy",)),
        ship(2, "A1", "terwillicker_5000", "B0612", 4, 3, revealed=False, contact=1),
        shot(2, "01", "intelligent", "B0610", 12, 3, contact=2),
        planets=(planet("B0510"),),
        jumps=True,
    )


@settings(max_examples=150, deadline=None)
@tried(
    st.lists(LINES, min_size=5, max_size=5),
    st.integers(0, 9),
    st.integers(0, 78),
    st.sampled_from(("aboard", "prepared", "in play")),
)
def test_limits_hold_whatever_is_written(
    lines: list[list[Any]], velocity: int, spent: int, craft: str
) -> None:
    before = table(velocity, spent, craft)
    orders = [given(unit, *found) for unit, found in zip(IDS, lines, strict=False)]
    run = commanded(before, *orders)
    for unit in run.state.units:
        assert 0 <= unit.velocity <= 9
        assert 0 <= unit.spent <= capacity(unit)
        assert unit.use.velocity <= velocity_rating(unit)
        assert unit.use.commands <= max(0, unit.use.allowed)
        if unit.is_ship:
            assert unit.use.battle <= battle_commands(unit, DEFAULTS)
            atop = [one for one in run.state.atop(unit.id) if one.is_missile]
            assert len(atop) <= prepared_limit(unit)
        assert all(number >= 0 for part in unit.parts for number in part.stock.values())
        if unit.status == PREPARED and unit.mother:
            assert unit.at == run.state.unit(unit.mother).at
    for pair in run.state.docks:
        lead, other = run.state.unit(pair.lead), run.state.unit(pair.other)
        assert (lead.at, lead.velocity, lead.direction) == (
            other.at,
            other.velocity,
            other.direction,
        )
