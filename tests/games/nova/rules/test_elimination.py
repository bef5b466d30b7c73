"""Who is out: no world, and nothing to make one of. Rule: NV EOT-16. Ambiguity: NV A-ELIM."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.missed import missed_orders
from pbm.games.nova.orders.template import template
from pbm.games.nova.rules import elimination, phases
from pbm.games.nova.rules.battle_by_mail.waiting import awaits
from pbm.games.nova.state.orders.dealings import PermitLine
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import State
from pbm.games.nova.view.record import EmpireView, YouView, empty_view
from tests.games.nova.builders import (
    DEFAULTS,
    empire,
    home,
    ref,
    ship,
    sight,
    state,
    system,
    told,
    work,
)

LOST = system("VIRUS", colonies=0, home_of="")
SETTLED = system("SHOOT", colonies=2, colonizer="ann")  # type 6, room for one more


def after(*things: Any, **more: Any) -> PhaseContext:
    made = work(state(*things, **more))
    elimination.eliminate(made)
    return made


def fate(made: PhaseContext) -> str:
    """What Ann is told, and whether she is out."""
    events = [event.kind for event in told(made, empire="ann")]
    assert all(len(event.seen) == 1 for event in made.events)
    assert made.state.empires["ann"].eliminated is (events == ["eliminated"])
    return events[0] if events else ""


def test_who_has_a_world_is_in() -> None:
    assert fate(after()) == ""
    assert fate(after(LOST, system("SHOOT", colonies=3, colonizer="ann"))) == ""


def test_who_has_no_world_and_no_colony_is_out() -> None:
    assert fate(after(LOST)) == "eliminated"
    assert fate(after(LOST, SETTLED)) == "eliminated"


def test_a_captured_world_is_no_world_of_its_captor_nor_of_its_colonizer() -> None:
    assert fate(after(home("ann", owner="bea"))) == "eliminated"
    assert fate(after(LOST, home("bea", owner="ann"))) == "eliminated"


@pytest.mark.parametrize(("colonies", "out"), [(1, True), (2, False)])
def test_colonies_aboard_may_make_an_own_system_a_world(colonies: int, out: bool) -> None:
    """SHOOT has one colony and room for three."""
    settled = system("SHOOT", colonies=1, colonizer="ann")
    carrier = ship("Ark", "Hauler", at="ALGOL", cargo=[("C", colonies)])
    assert fate(after(LOST, settled, carrier)) == ("eliminated" if out else "world_needed")


@pytest.mark.parametrize(
    ("cargo", "type", "out"),
    [
        ([("C", 3), ("TFC", 1)], 4, False),
        ([("C", 3)], 4, True),
        ([("C", 2), ("TFC", 1)], 4, True),  # the two that stand there die of the construct
        ([("TFC", 1)], 4, True),
        ([("C", 3), ("TFC", 1)], 0, True),  # a construct does nothing to type 0
    ],
)
def test_a_terraform_construct_makes_room_for_a_world(
    cargo: list[tuple[str, int]], type: int, out: bool
) -> None:
    poor = system("SHOOT", type=type, colonies=2, colonizer="ann")
    ark = ship("Ark", "Hauler", at="ALGOL", cargo=cargo)
    knows = empire("ann", sights={})  # else the ruins of VIRUS would do
    assert fate(after(LOST, poor, ark, knows)) == ("eliminated" if out else "world_needed")


def test_colonies_in_store_count_and_other_cargo_does_not() -> None:
    stored = system("ALGOL", surface={"ann": {"C": 1, "RA": 3}})
    assert fate(after(LOST, SETTLED, stored)) == "world_needed"
    armies = ship("Ark", "Hauler", cargo=[("RA", 3)])
    assert fate(after(LOST, SETTLED, armies)) == "eliminated"


def test_colonies_of_others_do_not_count() -> None:
    theirs = system("ALGOL", surface={"bea": {"C": 3}})
    ark = ship("Ark", "Hauler", owner="bea", cargo=[("C", 3)])
    assert fate(after(LOST, SETTLED, theirs, ark)) == "eliminated"


@pytest.mark.parametrize(("colonies", "out"), [(2, True), (3, False)])
def test_a_free_system_that_is_explored_takes_three(colonies: int, out: bool) -> None:
    """ALGOL is of type 5, which holds three."""
    ark = ship("Ark", "Hauler", at="VIRUS", cargo=[("C", colonies)])
    ann = empire("ann", sights={"ALGOL": sight("ALGOL")})
    assert fate(after(LOST, ark, ann)) == ("eliminated" if out else "world_needed")


@pytest.mark.parametrize(
    "sights",
    [
        {},
        {"ALGOL": sight("ALGOL", explored=False)},
        {"TEDDY": sight("TEDDY")},  # type 4 holds two
        {"MINKY": sight("MINKY")},  # a world of another
    ],
)
def test_other_systems_help_nobody(sights: dict[str, Any]) -> None:
    ark = ship("Ark", "Hauler", at="TEDDY", cargo=[("C", 3)])
    assert fate(after(LOST, ark, empire("ann", sights=sights))) == "eliminated"


def test_an_own_system_in_foreign_hands_does_not_help() -> None:
    taken = system("SHOOT", colonies=2, colonizer="ann", owner="bea")
    ark = ship("Ark", "Hauler", at="ALGOL", cargo=[("C", 1)])
    assert fate(after(LOST, taken, ark)) == "eliminated"


def test_it_is_told_once() -> None:
    assert after(LOST, empire("ann", eliminated=True)).events == []


def test_a_sheet_of_who_is_out_is_not_carried_out() -> None:
    table = state(empire("ann", eliminated=True), ship("Wasp"))
    made = work(table)
    orders = {id: Orders(id, permits=(PermitLine(ref(), "stop"),)) for id in ("ann", "bea")}
    made.commands = dict(orders)
    made.turn = 3
    phases.phases(table, 3, DEFAULTS)[0].resolve(made)
    assert made.state.orders == {"ann": Orders("ann", missing=True), "bea": orders["bea"]}


def test_who_is_out_orders_nothing_and_misses_nothing() -> None:
    table: State = state(empire("ann", eliminated=True))
    made = work(table)
    orders = missed_orders(made, "ann")
    assert (orders.missing, orders.plans, orders.movement, made.events) == (True, (), (), [])
    nothing = empty_view(3, YouView(player="ann", name="Ann"))
    view = structs.replace(nothing, empire=EmpireView(name="VIRUS", eliminated=True))
    assert not awaits(table, "ann", "3")
    assert awaits(state(empire("ann")), "ann", "3")
    lines = template(view, "", DEFAULTS).splitlines()
    assert lines
    assert all(line.strip().startswith("#") for line in lines)
