"""Orders for units of a kind, several in a line, and lines that lean on others."""

from __future__ import annotations

import pytest

from pbm.engine.types import Reading
from pbm.games.deltavee.orders.orders import MoveOrder, Orders
from pbm.games.deltavee.orders.sheet import read
from pbm.games.deltavee.orders.sheet_text import unit_lines
from pbm.games.deltavee.view.view import build_view
from pbm.kit.problems import Severity
from tests.games.deltavee.builders import DEFAULTS, ship, state
from tests.games.deltavee.sheet_forms import (
    ALL,
    ORDERS,
)
from tests.games.deltavee.sheet_table import NAMES, SEATS, read_body, sheet_of


def canonical(reading: Reading, unit: str) -> list[str]:
    orders: Orders = reading.commands
    own = orders.units.get(unit)
    return [] if own is None else [line.strip() for line in unit_lines(own, NAMES)]


def invalid(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems if p.severity is Severity.INVALID]


@pytest.mark.parametrize(("header", "kind"), ALL)
def test_lines_for_all_of_a_kind_stand_by_themselves(header: str, kind: str) -> None:
    line = "energy floor 4" if kind in ("spaceship", "battlecraft") else "intercept always"
    reading = read_body(f"{header}\n  {line}")
    orders: Orders = reading.commands
    assert not orders.units
    assert list(orders.all) == [kind]
    assert [text.strip() for text in unit_lines(orders.all[kind], NAMES)] == [line]
    assert not reading.problems
    assert "that have no such line" in reading.understood[0].text


@pytest.mark.parametrize(("written", "understood"), ORDERS)
def test_an_order_of_units_is_understood(written: str, understood: str) -> None:
    reading = read_body(written)
    orders: Orders = reading.commands
    order = orders.move_order or orders.missile_order
    assert isinstance(order, MoveOrder)
    assert order.units[:2] == (("105", "1b-03") if orders.move_order else ("104", "1b-03"))
    assert [one.text for one in reading.understood] == [understood]
    assert not reading.problems


def test_an_order_may_stand_on_the_line_of_its_unit() -> None:
    reading = read_body("MISSILE 05 chase A; intercept never\nSHIP A: field never")
    assert canonical(reading, "105") == ["command chase A", "intercept never"]
    assert canonical(reading, "1a") == ["field never"]
    assert not reading.problems
    reading = read_body("SHIP A at A0909 pods 1 battlecraft, 2 heavy weapon", turn=0)
    assert canonical(reading, "1a") == ["at A0909", "pods 1 battlecraft, 2 heavy weapon"]
    reading = read_body("SHIP A\n  at A0909 pods 1 battlecraft", turn=0)
    assert canonical(reading, "1a") == ["at A0909", "pods 1 battlecraft"]


def test_commands_behind_a_semicolon_belong_to_the_line_before_them() -> None:
    reading = read_body(
        "SHIP A\n  battle if turn >= 4: prepare A1; search; field try\n  command right; left"
    )
    assert canonical(reading, "1a") == [
        "battle if turn >= 4: prepare A1; active search",
        "command right, left",
        "field try",
    ]


def test_commands_behind_another_order_need_their_verb_only_under_a_condition() -> None:
    reading = read_body("SHIP A\n  field try; right; search")
    assert canonical(reading, "1a") == ["command right", "battle active search", "field try"]
    for line in ("command if docked: right; search", "command else right; search"):
        reading = read_body(f"SHIP A\n  {line}")
        assert invalid(reading) == ['it is not clear whether the condition counts for "search" too']
        assert canonical(reading, "1a") == [line.partition(";")[0]]


def test_orders_before_any_unit_are_for_the_only_one() -> None:
    one = build_view(state(ship(1, "A", "ram_jet", "A0909", 3, 2)), "ann", SEATS, DEFAULTS)
    reading = read(sheet_of("field try\nSHIP A\ncommand right"), one, DEFAULTS)
    assert canonical(reading, "1a") == ["command right", "field try"]
    assert reading.understood[0].text == "for A (Ram Jet), your only unit: field try"
    assert invalid(read_body("field try")) == ["this order stands before any SHIP line"]


def test_what_is_said_of_each_pod_of_a_line_is_said_once() -> None:
    reading = read_body("SHIP C\npods 1-2: laser burst at Z")
    assert invalid(reading) == ['"Z" is not an enemy unit that you know of']
