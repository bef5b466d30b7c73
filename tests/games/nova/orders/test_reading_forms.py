"""Lists and sums of a sheet, orders in words of one's own, and lines that lean on others."""

from __future__ import annotations

import pytest

from pbm.engine.types import Reading
from pbm.games.nova.state.orders.money import Plan
from pbm.kit.problems import Severity
from tests.games.nova.language import lines_of
from tests.games.nova.sheet_forms import (
    OTHERS,
    PLANS,
    SUMS,
)
from tests.games.nova.sheet_table import read_body


def invalid(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems if p.severity is Severity.INVALID]


@pytest.mark.parametrize(("written", "understood"), PLANS)
def test_a_plan_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"PLAN if {written}:\n  Hornet 1\nPLAN else:\n  Hornet 2")
    one, other = reading.commands.plans
    assert isinstance(one, Plan)
    assert isinstance(other, Plan)
    told = [line.text.split(": (")[0] for line in reading.understood]
    assert told == [f"PLAN if {understood}", "Hornet 1", "PLAN else", "Hornet 2"]
    assert [line.number for line in (*one.expenditures, *other.expenditures)] == [1, 2]
    assert not invalid(reading)


@pytest.mark.parametrize("written", SUMS)
def test_sums_of_the_front_are_claims(written: str) -> None:
    reading = read_body(written)
    assert not invalid(reading)
    assert not lines_of(reading)
    assert all("to be compared" in one.text for one in reading.understood)


def test_claims_are_compared_with_what_is_so() -> None:
    reading = read_body("PRODUCTION 300 TREASURY 50 BONUS 5 RECEIVED B 100\nRECEIVED 3 FROM C")
    first, second = reading.understood
    assert first.text == (
        "production 300, to be compared; treasury 50, to be compared; bonus 5, to be compared;"
        " received B 100, to be compared"
    )
    assert second.text == "received C 3, to be compared"
    (wrong,) = reading.problems
    assert wrong.fault == "production is 316, not 300"
    assert wrong.span is not None
    assert wrong.span.line == 2


@pytest.mark.parametrize(("written", "understood"), OTHERS)
def test_an_order_of_ones_own_goes_to_the_docket(written: str, understood: str) -> None:
    reading = read_body(written)
    (item,) = reading.docket
    (line,) = reading.commands.free
    assert (item.id, item.player) == ("ann-free-2", "ann")
    assert line.item == item.id
    assert [one.text for one in reading.understood] == [understood]


def test_lines_may_stand_behind_the_head_of_their_section() -> None:
    reading = read_body(
        "EXPENDITURES Hornet 1; Scout 1\nCOMMISSIONS VIRUS Hornet: Bee\n"
        "RESEARCH BL 15-20\nMOVEMENT VIRUS Stinger"
    )
    assert lines_of(reading) == [
        "Hornet 1",
        "Scout 1",
        "VIRUS Hornet: Bee",
        "BL 15-20",
        "VIRUS Stinger",
    ]
    assert not invalid(reading)


def test_alternatives_stand_with_the_line_above() -> None:
    reading = read_body("EXPENDITURES\n Hornet 3\n | Hornet 2\n | Scout 1\n Hauler 1")
    assert lines_of(reading) == ["Hornet 3 | Hornet 2 | Scout 1", "Hauler 1"]
    assert not invalid(reading)


def test_what_is_built_may_be_ordered_on_the_same_sheet() -> None:
    reading = read_body(
        "MOVEMENT\n VIRUS Bee > D X\n VIRUS Bumble T\n VIRUS Wasp (Ring-D) E\n"
        "EXPENDITURES\n Hornet 1\n Finish Bumble\n"
        " Scout 1\n | SG at VIRUS + SHOOT as Ring-D + Ring-E\nCOMMISSIONS\n VIRUS Hornet: Bee"
    )
    ships = [line.movers[0].ship for line in reading.commands.movement]
    assert ships == ["=Bee", "=Bumble", "s-wasp"]
    (load,) = reading.commands.movement[2].movers[0].cargo
    assert load.units.gate == "=Ring-D"
    assert not invalid(reading)
    assert any("VIRUS Bee > D X" in one.text for one in reading.understood)


def test_a_route_is_repeated_with_letters_and_names() -> None:
    reading = read_body(
        "MOVEMENT\n VIRUS Stinger > D > TEDDY > gate Ring-A\n VIRUS Pup > B > A\n"
        " SHOOT Tug > gate Ring-C"
    )
    said = [one.text.partition("[")[2].rstrip("]") for one in reading.understood]
    assert said == [
        "VIRUS, D to ALGOL, D to TEDDY, gate to SHOOT",
        "VIRUS, B to the unknown, A to the unknown",
        "SHOOT, gate to the unknown",
    ]
