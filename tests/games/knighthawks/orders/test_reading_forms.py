"""Orders for several ships, several in a line, and lines that lean on others."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.types import Reading
from pbm.games.knighthawks.orders.ship_orders import ShipOrders, ship_lines
from pbm.kit.problems import Severity
from tests.games.knighthawks.language import NAME
from tests.games.knighthawks.sheet_forms import (
    FLEETS,
)
from tests.games.knighthawks.sheet_table import read_body


def canonical(reading: Reading, ship: str) -> list[str]:
    orders: ShipOrders = reading.commands.of(ship)
    return [line.strip() for line in ship_lines(orders, NAME)][1:]


def invalid(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems if p.severity is Severity.INVALID]


@pytest.mark.parametrize("header", FLEETS)
def test_a_fleet_line_is_for_ships_without_such_a_line(header: str) -> None:
    body = f"SHIP B1\n  attack LB hold\n{header}\n  attack LB at nearest\n  defence RB hold"
    reading = read_body(body)
    assert canonical(reading, "sb1") == ["attack LB hold"]
    assert canonical(reading, "sb2") == ["attack LB at nearest", "defence RB hold"]
    assert canonical(reading, "sb3") == ["attack LB at nearest", "defence RB hold"]
    assert not reading.problems
    assert reading.understood[-1].text == "defence RB hold (for B2, B3)"


def test_statements_on_one_line_repeat_the_verb() -> None:
    reading = read_body("SHIP B2\n  attack LC at A1 in arc; LB at A2; defence LB at any; RB hold")
    assert canonical(reading, "sb2") == [
        "attack LC at A1, in arc",
        "attack LB at A2",
        "defence LB at any, best hex",
        "defence RB hold",
    ]
    assert reading.understood[1].text == "; ".join(canonical(reading, "sb2"))


@pytest.mark.parametrize("header", ["SHIP B2:", "SHIP B2", "ship b2 (flagship)"])
def test_an_order_may_stand_on_the_line_of_its_ship(header: str) -> None:
    reading = read_body(f"{header} move speed 3; attack LB at A2")
    assert canonical(reading, "sb2") == ["move speed 3", "attack LB at A2"]
    assert reading.understood[0].text == "for Zz'Nakk (B2): move speed 3; attack LB at A2"
    assert not reading.problems


def test_else_keeps_a_condition_at_the_end_of_its_line() -> None:
    reading = read_body(
        "SHIP B2\n  attack if turn >= 8: LC at A2\n  attack else LC at A1, if turn >= 4"
    )
    assert canonical(reading, "sb2") == [
        "attack if turn >= 8: LC at A2",
        "attack if turn >= 4: LC at A1",
    ]


def test_a_repeated_verb_needs_one_before_it() -> None:
    reading = read_body("SHIP B2\n  move speed 3; LB at A2")
    assert invalid(reading) == ['"LB" needs attack or defence before it']
    assert canonical(reading, "sb2") == ["move speed 3"]


def test_orders_before_any_ship_are_for_the_only_one() -> None:
    lost: dict[str, Any] = {ship: {"status": "destroyed"} for ship in ("B1", "B3")}
    reading = read_body("move speed 3\nattack LB at A2", **lost)
    assert canonical(reading, "sb2") == ["move speed 3", "attack LB at A2"]
    assert reading.understood[0].text == "for Zz'Nakk (B2), your only ship: move speed 3"
    assert not reading.problems
    two = read_body("move speed 3", B3={"status": "destroyed"})
    assert invalid(two) == ["this order stands before any SHIP line"]


@pytest.mark.parametrize(
    ("head", "is_read"),
    [("B2", True), ("ZzNakk", True), ("B9", False), ("B2 and B3", False)],
)
def test_the_ship_a_line_begins_with_is_its_head_though_the_rest_is_not_read(
    head: str, is_read: bool
) -> None:
    reading = read_body(f"SHIP B1\nmove speed 4\n{head}: sing 2 songs\nattack LB at A2")
    assert canonical(reading, "sb2") == (["attack LB at A2"] if is_read else [])
    assert canonical(reading, "sb1")[0] == "move speed 4"
    place = [p.span.column for p in reading.problems if p.severity is Severity.INVALID and p.span]
    assert place == [len(head) + 3 if is_read else 1]
