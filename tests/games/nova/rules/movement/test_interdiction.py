"""Who interdicts, whom, and from where."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.movement.interdiction import (
    Interdictor,
    covers,
    hexes_out,
    interdictors,
    is_immune,
)
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.parts import Activity, Codes, ContactOrder, SetUp, Toward
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Action, Group, Standing
from pbm.games.nova.state.state import Permit, Retreat, State
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import contact, design, empire, ref, ship, state, work
from tests.games.nova.scenes.movement import MORE, line, orders


def found(
    table: State, *sheets: Orders, moving: tuple[str, ...] = (), radius: int = 9, most: int = 20
) -> dict[str, list[Interdictor]]:
    """The interdictors of a state."""
    draft = Draft(work(table, sheets).state)
    return interdictors(draft, Effective(draft), set(moving), radius, most)


def who(table: State, *sheets: Orders, **more: Any) -> list[str]:
    return [one.ship for there in found(table, *sheets, **more).values() for one in there]


def does(*activities: Activity, **fields: Any) -> Orders:
    return orders(replace(line("TEDDY", "watch", **fields), codes=Codes(activities=activities)))


WATCH = ship("Watch", "Guard", "TEDDY")  # DG 20
NET = ship("Watch", "Net", "TEDDY")  # DG 9
INTERDICT = Activity("I")


@pytest.mark.parametrize(
    ("dg", "hexes", "covered"), [(9, 0, True), (8, 0, False), (20, 11, True), (20, 12, False)]
)
def test_the_whole_warp_point_must_be_covered(dg: int, hexes: int, covered: bool) -> None:
    assert covers(dg, hexes, 9) is covered


@pytest.mark.parametrize(("ds", "dg", "immune"), [(40, 22, True), (22, 22, True), (21, 22, False)])
def test_a_suppressor_as_large_is_immune(ds: int, dg: int, immune: bool) -> None:
    assert is_immune(ds, dg) is immune


@pytest.mark.parametrize(
    ("setup", "hexes"),
    [
        (None, 0),
        (SetUp(1, 7), 7),
        (SetUp(6, 20), 20),
        (SetUp(6, 21), 20),
        (SetUp(0, 7), 0),
        (SetUp(7, 7), 0),
    ],
)
def test_how_far_out_a_ship_sets_up(setup: SetUp | None, hexes: int) -> None:
    """Ambiguity: NV A-ORD-SETUP-MAX."""
    assert hexes_out(setup, 20) == hexes


def test_a_generator_interdicts_without_orders() -> None:
    """NV MOV-28."""
    assert who(state(WATCH)) == ["watch"]
    assert who(state(ship("Watch", "Frigate", "TEDDY"))) == []


def test_other_orders_are_no_interdiction() -> None:
    assert who(state(WATCH), does(Activity("X"))) == []
    assert who(state(WATCH), does(Activity("X"), INTERDICT)) == ["watch"]
    assert who(state(WATCH), does(Activity("Z"))) == ["watch"]


@pytest.mark.parametrize(("hexes", "there"), [(11, ["watch"]), (12, [])])
def test_who_sets_up_too_far_out_does_not_interdict(hexes: int, there: list[str]) -> None:
    """NV MOV-13: the order is ignored."""
    assert who(state(WATCH), does(INTERDICT, setup=SetUp(4, hexes))) == there


@pytest.mark.parametrize(("radius", "there"), [(9, ["watch"]), (10, [])])
def test_a_small_generator_and_a_larger_warp_point(radius: int, there: list[str]) -> None:
    """Option wp_radius."""
    assert who(state(NET, designs=MORE), radius=radius) == there


def test_without_a_generator_a_point_of_no_size_is_not_covered() -> None:
    frigate = ship("Watch", "Frigate", "TEDDY")
    assert who(state(frigate), does(INTERDICT), radius=0) == []


def test_two_generators_do_not_cover_it_together() -> None:
    """Ambiguity: NV A-INT-UNION."""
    small = {"ann/Half": design("Half", Component("DG", 1, 8))}
    table = state(ship("A", "Half", "TEDDY"), ship("B", "Half", "TEDDY"), designs=small)
    assert who(table) == []


def test_ships_that_jump_or_are_carried_or_lost_do_not_interdict() -> None:
    """NV MOV-13. Ambiguity: NV A-INT-OWN, NV A-INT-CARRIED."""
    assert who(state(WATCH), moving=("watch",)) == []
    assert who(state(replace(WATCH, at="", carrier="mum"))) == []
    assert who(state(replace(WATCH, at="", retreat=Retreat("TEDDY", "VIRUS", ("B",))))) == []
    assert who(state(replace(WATCH, owner="", derelict=True))) == []
    assert who(state(replace(WATCH, damage=Damage(parts={"DG1": 1})))) == []
    assert who(state(replace(WATCH, built=3))) == ["watch"]


def test_without_an_engine_a_friend_at_rest_must_have_one() -> None:
    """NV MOV-16."""
    hulk = replace(WATCH, damage=Damage(parts={"IE1": 2}))
    second = replace(hulk, id="second", name="Second")
    tug = ship("Tug", at="TEDDY")
    assert who(state(hulk)) == []
    assert who(state(hulk, tug)) == ["watch"]
    assert who(state(hulk, second, tug)) == ["watch", "second"]
    assert who(state(hulk, tug), moving=("tug",)) == []
    assert who(state(hulk, replace(tug, at="ALGOL"))) == []
    assert who(state(hulk, replace(tug, at="", carrier="x"))) == []
    assert who(state(hulk, replace(tug, damage=hulk.damage))) == []
    assert who(state(hulk, ship("Tug", at="TEDDY", owner="bea"))) == []
    lame = replace(hulk, damage=Damage(parts={"IE1": 1}))
    assert who(state(lame)) == ["watch"]


def stops(
    table: State, *sheets: Orders, id: str = "stinger", owner: str = "bea", ds: int = 0
) -> bool:
    """True if the one interdictor stops a ship."""
    ((one,),) = found(table, *sheets).values()
    return one.stops(ship("Stinger", owner=owner, id=id), ds)


@pytest.mark.parametrize(("ds", "stopped"), [(0, True), (19, True), (20, False), (40, False)])
def test_a_large_suppressor_passes(ds: int, stopped: bool) -> None:
    assert stops(state(WATCH), ds=ds) is stopped


def test_own_ships_pass_unless_told() -> None:
    """NV MOV-14."""
    assert not stops(state(WATCH), owner="ann")
    assert stops(state(WATCH), does(Activity("I", stop_own=True)), owner="ann")
    assert not stops(state(WATCH), does(Activity("I", stop_own=True)), owner="ann", ds=20)
    let = does(Activity("I", stop_own=True, but=("stinger",)))
    assert not stops(state(WATCH), let, owner="ann")
    assert stops(state(WATCH), let, owner="ann", id="other")
    for place, stopped in (("TEDDY", True), ("ALGOL", False)):
        host = empire("ann", permits=(Permit("stop", what=place),))
        assert stops(state(WATCH, host), owner="ann") is stopped


@pytest.mark.parametrize(
    ("permit", "passes"),
    [
        (Permit("interdiction", "bea", ""), True),
        (Permit("interdiction", "bea", "watch"), True),
        (Permit("interdiction", "bea", "other"), False),
        (Permit("interdiction", "cyd", ""), False),
        (Permit("gate", "bea", ""), False),
    ],
)
def test_permits(permit: Permit, passes: bool) -> None:
    host = empire("ann", permits=(permit,), contacts={"bea": contact()})
    assert stops(state(WATCH, host)) is not passes


def test_the_order_may_let_others_pass() -> None:
    passing = does(Activity("I", passing=("bea",)))
    assert stops(state(WATCH), passing)  # they have not met
    host = empire("ann", contacts={"bea": contact()})
    assert not stops(state(WATCH, host), passing)
    assert stops(state(WATCH, host), passing, owner="cyd")


def test_friendly_orders_alone_let_nobody_pass() -> None:
    """The example of the general orders: the friend is stopped but not attacked."""
    friendly = Standing(
        ref(),
        "general",
        (Action(Group("all"), Codes(contact=(ContactOrder("F", Toward(("bea",))),))),),
    )
    sheet = replace(does(INTERDICT), standing=(friendly,))
    host = empire("ann", contacts={"bea": contact()})
    assert stops(state(WATCH, host), sheet)
