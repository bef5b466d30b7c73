"""Conditions of a sheet, each on both sides of its edge."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.deltavee.orders.lines.conditions import (
    ALWAYS,
    Attempt,
    Chain,
    Condition,
    ConditionTest,
    holds,
    not_held,
    passes,
)
from pbm.games.deltavee.state.state import Dock
from pbm.games.deltavee.state.units import DESTROYED, JUMPING, PREPARED
from tests.games.deltavee.builders import planet, ship, shot, state

ME = ship(1, "A", "flute", "A0909", 12, 3, pods=("heavy weapon", "energy"), spent=198)
FOE = ship(2, "A", "sword", "A0905", 12, 2, field_up=True)
TABLE = state(ME, FOE)


def check(kind: str, table: Any = TABLE, attempt: Attempt | None = None, **fields: Any) -> bool:
    return passes(table, ConditionTest(kind, **fields), table.unit("1a"), attempt or Attempt())


@pytest.mark.parametrize(("number", "expected"), [(3, False), (4, True)])
def test_within(number: int, expected: bool) -> None:
    assert check("within", unit="enemy", number=number) is expected
    assert check("within", unit="2a", number=number) is expected
    assert not check("within", unit="missile", number=20)
    assert not check("within", unit="contact", number=20)


@pytest.mark.parametrize(
    "hidden",
    [
        shot(2, "12", "unguided", "A0907", 12, 3),
        ship(2, "A1", "terwillicker_x", "A0907", 12, 3, revealed=False),
    ],
)
def test_a_condition_tells_nothing_of_what_a_contact_is(hidden: Any) -> None:
    """A contact counts as a missile until it is revealed, whatever it is."""
    table = state(ME, hidden)
    for what in ("missile", "contact", "enemy"):
        assert check("within", table, unit=what, number=2)
        assert not check("within", table, unit=what, number=1)
    seen = table.with_units(replace(hidden, revealed=True))
    assert check("within", seen, unit="missile", number=2) is hidden.is_missile
    assert not check("within", seen, unit="contact", number=2)


def test_a_dormant_or_friendly_unit_is_no_enemy_within() -> None:
    table = state(ME, replace(FOE, dormant=True), ship(1, "B", "sword", "A0908", 12, 1))
    assert not check("within", table, unit="enemy", number=9)


@pytest.mark.parametrize(
    ("kind", "unit", "value"),
    [
        ("range", "2a", 4),
        ("velocity", "", 3),
        ("velocity", "2a", 2),
        ("energy", "", 12),
        ("blocks", "", 2),
        ("turn", "", 1),
    ],
)
def test_numbers(kind: str, unit: str, value: int) -> None:
    for op, outcomes in {
        ">=": (True, True, False),
        "<=": (False, True, True),
        ">": (True, False, False),
        "<": (False, False, True),
        "=": (False, True, False),
    }.items():
        found = tuple(check(kind, unit=unit, op=op, number=value + by) for by in (-1, 0, 1))
        assert found == outcomes, op


def test_an_enemys_energy_is_never_looked_at() -> None:
    assert check("energy", unit="2a", op="=", number=12)


def test_the_act_at_attempt() -> None:
    assert check("chance", attempt=Attempt(chance=3), op=">=", number=3)
    assert not check("chance", attempt=Attempt(chance=2), op=">=", number=3)
    assert check("value", attempt=Attempt(value=0), op="<=", number=0)
    assert not check("chance", op=">=", number=0)
    assert not check("value", op="<=", number=99)
    assert check("in_range", attempt=Attempt(out_of_range=""))
    assert not check("in_range")


def test_parts() -> None:
    assert check("part", name="engine", state="ok")
    hurt = TABLE.with_units(ME.with_part(replace(ME.pods[0], status="D")))
    assert check("part", hurt, name="pod 1", state="damaged")
    assert check("part", hurt, name="heavy weapon", state="damaged")
    assert not check("part", hurt, name="pod 1", state="destroyed")
    assert not check("part", hurt, name="pod 1", state="ok")
    gone = TABLE.with_units(ME.with_part(replace(ME.pods[0], status="X")))
    assert check("part", gone, name="pod 1", state="destroyed")
    assert check("part", gone, name="pod 1", state="damaged")
    frail = TABLE.with_units(ME.with_part(replace(ME.pods[0], status="V")))
    assert check("part", frail, name="pod 1", state="ok")
    assert not check("part", name="pod 9", state="ok")


def test_fields_orbit_docks_and_markers() -> None:
    assert check("field_on", unit="2a")
    assert not check("field_off", unit="2a")
    assert check("field_off")
    assert not check("in_orbit")
    orbiting = state(replace(ME, velocity=1), planets=(planet("A0909"),))
    assert check("in_orbit", orbiting)
    assert check("docked", replace(TABLE, docks=(Dock("2a", "1a"),)))
    assert not check("docked")
    assert check("jumping", state(replace(ME, jump=JUMPING)))
    assert not check("jumping")
    assert check("revealed", unit="2a")
    assert check("on_map", name="A")
    assert not check("on_map", name="B")
    assert not check("prepared")
    atop = shot(1, "A-01", "guided", "A0909", 12, 0, mother="1a", status=PREPARED)
    assert check("prepared", state(ME, atop))


def test_a_unit_out_of_play_fails_every_test_but_destroyed() -> None:
    gone = state(ME, replace(FOE, status=DESTROYED))
    assert check("destroyed", gone, unit="2a")
    assert not check("destroyed", unit="2a")
    for kind in ("range", "velocity", "field_on", "revealed"):
        assert not check(kind, gone, unit="2a", op=">=", number=0)


def test_groups_are_alternatives_of_joined_tests() -> None:
    yes, no = ConditionTest("field_off"), ConditionTest("field_on")
    me = TABLE.unit("1a")
    assert holds(TABLE, ALWAYS, me)
    assert holds(TABLE, Condition(((no,), (yes, yes))), me)
    assert not holds(TABLE, Condition(((no, yes), (no,))), me)
    assert holds(TABLE, Condition(((replace(no, negated=True),),)), me)
    assert not holds(TABLE, Condition(((replace(yes, negated=True),),)), me)


def test_else_lines_count_only_if_none_of_their_chain_held() -> None:
    chain = Chain()
    assert chain.takes(False, False) is False
    assert chain.takes(True, True) is True
    assert chain.takes(True, True) is False
    assert chain.takes(False, True) is True
    assert chain.takes(True, True) is False
    assert Chain().takes(True, True) is True


def test_a_test_of_what_is_out_of_play_fails_and_its_denial_holds() -> None:
    table = state(ME, replace(FOE, status=DESTROYED))
    for kind in ("field_on", "revealed", "range"):
        op = ">=" if kind == "range" else ""
        assert not check(kind, table, unit="2a", op=op)
        assert check(kind, table, unit="2a", op=op, negated=True)


UNMET = "its condition did not hold"


@pytest.mark.parametrize(
    ("test", "said"),
    [
        (ConditionTest("chance", op=">=", number=5), "Hit Chance 3 where >= 5 was asked"),
        (ConditionTest("chance", op=">=", number=3), ""),
        (ConditionTest("value", op="<", number=9), "Target Value 9 where < 9 was asked"),
        (
            ConditionTest("chance", op=">=", number=3, negated=True),
            "Hit Chance 3 where not >= 3 was asked",
        ),
        (ConditionTest("range", "2a", op="<=", number=3), "range 4 where <= 3 was asked"),
        (ConditionTest("docked"), ""),
    ],
)
def test_what_did_not_hold_is_said_with_what_was_found(test: ConditionTest, said: str) -> None:
    attempt = Attempt(chance=3, value=9)
    unmet = f"{UNMET}: {said}" if said else UNMET
    assert not_held(TABLE, Condition(((test,),)), ME, attempt) == unmet


def test_all_numbers_that_failed_are_said_once() -> None:
    far, slow = (
        ConditionTest("range", "2a", op="<=", number=3),
        ConditionTest("velocity", op="<", number=3),
    )
    asked = Condition(((far, slow), (far,)))
    assert not_held(TABLE, asked, ME) == (
        f"{UNMET}: range 4 where <= 3 was asked and velocity 3 where < 3 was asked"
    )
