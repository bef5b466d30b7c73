"""Positions whose players stay away. Rule: NV ORD-44. Ambiguity: NV A-GM-NEUTRAL."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.missed import missed_orders
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import vacancy
from pbm.games.nova.state.orders.sheet import Carried, Orders
from pbm.games.nova.state.state import State
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import contact, empire, ref, ship, state, told, work

HERE = Orders("ann")
RESIGNED = Orders("ann", resign=ref("RESIGN"))


def after(table: State, *orders: Orders, **options: str) -> PhaseContext:
    """The end of a turn; Bea sends a sheet, Ann only one of ``orders``."""
    made = work(table, (Orders("bea"), *orders), options)
    vacancy.vacate(made)
    return made


def ann(**fields: Any) -> State:
    others = [empire("bea", contacts={"ann": contact("normal", "Q")})]
    return state(empire("ann", **fields), *others, players="abc")


@pytest.mark.parametrize(
    ("before", "limit", "vacant"),
    [(0, "2", False), (1, "2", True), (0, "1", True), (98, "0", False), (1, "3", False)],
)
def test_so_many_missed_turns_in_a_row(before: int, limit: str, vacant: bool) -> None:
    """Ambiguity: NV A-GM-MISSED."""
    made = after(ann(missed=before), Orders("cyd"), vacate_after=limit)
    one = made.state.empires["ann"]
    assert (one.missed, one.vacant) == (before + 1, vacant)
    assert len(told(made, "vacated")) == len(told(made, "alien_vacated")) == vacant


def test_who_is_told() -> None:
    """The player, and those in contact by their own letter for him. Rule: NV REP-17."""
    made = after(ann(missed=1), Orders("cyd"), vacate_after="2")
    (own,) = told(made, "vacated")
    assert (list(own.seen), own.facts["missed"], own.facts["resigned"]) == (["ann"], 2, False)
    (alien,) = told(made, "alien_vacated")
    assert (list(alien.seen), dict(alien.facts)) == (["bea"], {"who": "Q"})


def test_a_minor_contact_knows_the_position_by_its_number() -> None:
    faint = empire("bea", contacts={"ann": contact("minor", number=2)})
    made = after(state(empire("ann", missed=1), faint))
    (alien,) = told(made, "alien_vacated")
    assert (list(alien.seen), dict(alien.facts)) == (["bea"], {"who": "#2"})


def test_a_sheet_counts_from_the_start_again() -> None:
    made = after(ann(missed=1), HERE, Orders("cyd"))
    assert (made.state.empires["ann"].missed, made.events) == (0, [])


def test_a_sheet_fills_a_vacant_position() -> None:
    made = after(ann(missed=5, vacant=True), HERE, Orders("cyd"))
    one = made.state.empires["ann"]
    assert (one.missed, one.vacant, made.events) == (0, False, [])


def test_it_stays_vacant_and_is_told_once() -> None:
    made = after(ann(missed=2, vacant=True), Orders("cyd"))
    one = made.state.empires["ann"]
    assert (one.missed, one.vacant, made.events) == (3, True, [])


def test_who_resigns_leaves_at_once_and_for_good() -> None:
    made = after(ann(), RESIGNED, Orders("cyd"))
    (own,) = told(made, "vacated")
    assert (own.facts["missed"], own.facts["resigned"], own.order) == (0, True, RESIGNED.resign)
    next_turn = after(made.state, Orders("cyd"))
    one = next_turn.state.empires["ann"]
    assert (one.missed, one.vacant, next_turn.events) == (1, True, [])


def test_who_is_out_has_no_position() -> None:
    made = after(ann(missed=1, eliminated=True), Orders("cyd"))
    one = made.state.empires["ann"]
    assert (one.missed, one.vacant, made.events) == (1, False, [])


def test_a_vacated_position_tolerates_others_whatever_it_ordered() -> None:
    """Its ships and armies have T; it maintains nothing and moves nowhere."""
    kept = Carried(standing=())
    table = state(empire("ann", vacant=True, standing=kept), ship("Wasp"), ship("Ark", "Hauler"))
    made = work(table)
    orders = missed_orders(made, "ann")
    assert (orders.missing, orders.plans, orders.movement) == (True, (), ())
    draft = Draft(work(table, [orders]).state)
    effective = Effective(draft)
    for name in ("wasp", "ark"):
        assert effective.contact(draft.ships[name], "bea") == "T"
        assert effective.contact(draft.ships[name]) == "T"
    assert effective.surface("ann", "VIRUS", "armies", "bea") == "T"
    assert effective.surface("ann", "VIRUS", "colonies", "bea") == "N"


def test_one_that_waits_for_a_player_goes_on_as_ordered() -> None:
    table = state(empire("ann", vacant=True, standing=Carried()))
    orders = missed_orders(work(table, options={"vacant": "standby"}), "ann")
    assert len(orders.plans) == 1
    assert orders.standing == ()
    kept = missed_orders(work(state(empire("ann"))), "ann")
    assert kept.plans == orders.plans
