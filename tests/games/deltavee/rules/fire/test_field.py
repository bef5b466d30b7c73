"""Force fields at the moment of interception (DV 9.8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.doctrine.field import FieldLine
from pbm.games.deltavee.orders.lines.conditions import Condition, ConditionTest
from pbm.games.deltavee.orders.orders import UnitOrders
from pbm.games.deltavee.rules.missiles.interception import meet
from pbm.games.deltavee.state.energy import left
from pbm.games.deltavee.state.units import (
    DAMAGED,
    DESTROYED,
    DESTROYED_PART,
    FORCE_FIELD,
    JUMPING,
    VULNERABLE,
    Unit,
)
from tests.games.deltavee.builders import ref, ship, shot, state, told, work

HERE = "A0909"
PODS = ("crew",) * 4


def defended(klass: str, status: str = "ok", **fields: Any) -> Unit:
    """A ship of the second side whose field is in this status, with a missile's own course."""
    made = ship(2, "A", klass, HERE, 3, 4, pods=PODS, **fields)
    part = made.part(FORCE_FIELD)
    assert part is not None
    return made.with_part(replace(part, status=status))


def hit(
    target: Unit, faces: str = "", lines: Sequence[FieldLine] = (), phase: str = "1.move"
) -> PhaseContext:
    """A missile of Civ Level 8 on the target's course: interception is automatic."""
    table = state(shot(1, "01", "unguided", HERE, 3, 4), target)
    given = {"bea": [UnitOrders("2a", field=tuple(lines))]}
    made = work(table, given, faces=faces, phase=phase)
    meet(made, "101")
    assert made.state.unit("101").status == DESTROYED
    return made


def hits(made: PhaseContext) -> list[tuple[str, int]]:
    return [(roll.name, roll.total) for event in told(made, "hit") for roll in event.rolls]


def survives(made: PhaseContext) -> bool:
    return bool(made.state.unit("2a").status != DESTROYED)


@pytest.mark.parametrize(
    ("klass", "status", "rolls"),
    [
        ("sword", "ok", 1),
        ("sword", VULNERABLE, 1),
        ("sword", DAMAGED, 3),
        ("corco_iota", "ok", 3),
        ("dagger", VULNERABLE, 3),
    ],
)
def test_an_active_field_lets_through_hits_by_its_class(
    klass: str, status: str, rolls: int
) -> None:
    made = hit(defended(klass, status, field_up=True), " ".join("4567"[:rolls]))
    assert survives(made) and told(made, "field_attempt") == []
    (held,) = told(made, "field_held")
    assert (held.facts["unit"], held.facts["number"]) == ("2a", rolls)
    assert hits(made) == [(f"1.move/field hit/2a/101/1/{n}", 3 + n) for n in range(1, rolls + 1)]
    assert [event.facts["by"] for event in told(made, "hit")] == ["101"] * rolls
    assert left(made.state.unit("2a")) == left(defended(klass))


@pytest.mark.parametrize("klass", ["corco_mu", "piccolo", "terwillicker_x"])
def test_what_has_no_field_is_destroyed(klass: str) -> None:
    made = hit(ship(2, "A", klass, HERE, 3, 4), lines=[FieldLine(ref(player="bea"), True)])
    assert not survives(made) and told(made, "not_done") == []


@pytest.mark.parametrize(
    ("klass", "rolled", "raised"),
    [
        ("sword", 6, True),
        ("sword", 7, False),
        ("corco_iota", 5, True),
        ("corco_iota", 6, False),
    ],
)
def test_a_field_is_raised_in_time_two_below_the_civ_level(
    klass: str, rolled: int, raised: bool
) -> None:
    target = defended(klass)
    made = hit(target, f"{rolled} 10 10 10")
    (attempt,) = told(made, "field_attempt")
    assert attempt.facts["rolled"] == rolled and attempt.facts["success"] is raised
    assert attempt.facts["needed"] == target.civ - 2
    assert attempt.rolls[0].name == "1.move/field/2a/101/1"
    assert survives(made) is raised and made.state.unit("2a").field_up is raised
    assert len(told(made, "field_raised")) == len(told(made, "energy_used")) == int(raised)
    assert len(told(made, "hit")) == (3 if klass == "corco_iota" else 1) * raised


def test_raising_it_costs_a_block_which_only_its_side_sees() -> None:
    made = hit(defended("sword"), "1 10")
    (used,) = told(made, "energy_used")
    assert (used.facts["units"], used.facts["left"]) == (6, 72)
    assert [(c.path, c.before, c.after) for c in used.changes] == [("unit/2a/spent", 0, 6)]
    assert used.shown_to("ann") is None and used.shown_to("bea") is not None
    assert told(made, "field_raised")[0].facts == {"unit": "2a", "how": "emergency"}
    # A failure costs nothing, and the event before says so to everybody.
    failed = hit(defended("sword"), "10")
    assert failed.state.unit("2a").spent == 0


@pytest.mark.parametrize(("spent", "tried"), [(72, True), (73, False)])
def test_it_takes_a_whole_block(spent: int, tried: bool) -> None:
    made = hit(defended("sword", spent=spent), "1 10" if tried else "")
    assert survives(made) is tried
    if not tried:
        (refused,) = told(made, "not_done")
        assert refused.facts["why"] == "an Energy Block is 6 energy units, of which 5 are left"
        assert (refused.facts["what"], refused.facts["written"]) == ("field", "field try")
        assert refused.order is None and refused.shown_to("ann") is None


@pytest.mark.parametrize(
    ("klass", "status", "tried"),
    [
        ("sword", VULNERABLE, True),
        ("sword", DAMAGED, False),
        ("sword", DESTROYED_PART, False),
        ("dagger", VULNERABLE, True),
        ("dagger", DAMAGED, False),
        ("dagger", DESTROYED_PART, False),
    ],
)
def test_a_damaged_field_is_not_raised_in_time(klass: str, status: str, tried: bool) -> None:
    line = FieldLine(ref(text="field try", player="bea"), True)
    made = hit(defended(klass, status), "1 10 10 10" if tried else "", [line])
    assert survives(made) is tried
    word = "destroyed" if status == DESTROYED_PART else "damaged"
    assert [event.facts["why"] for event in told(made, "not_done")] == (
        [] if tried else [f"its force field is {word}"]
    )


def blocks(number: int) -> Condition:
    return Condition(((ConditionTest("blocks", op=">=", number=number),),))


UNLESS_JUMPING = Condition(((ConditionTest("jumping", negated=True),),))


@pytest.mark.parametrize(
    ("lines", "tried", "unmet"),
    [
        ([], True, 0),
        ([FieldLine(ref(), True)], True, 0),
        ([FieldLine(ref(), False)], False, 0),
        ([FieldLine(ref(), True, blocks(13))], True, 0),
        ([FieldLine(ref(), True, blocks(14))], False, 1),
        ([FieldLine(ref(), False, blocks(13))], False, 0),
        ([FieldLine(ref(), False, blocks(14))], True, 0),
        ([FieldLine(ref(), False, blocks(14)), FieldLine(ref(), True)], True, 0),
        ([FieldLine(ref(), False), FieldLine(ref(), True)], False, 0),
        ([FieldLine(ref(), True, blocks(14)), FieldLine(ref(), False, blocks(14))], False, 1),
        ([FieldLine(ref(), True, UNLESS_JUMPING)], True, 0),
    ],
)
def test_the_field_lines_decide(lines: list[FieldLine], tried: bool, unmet: int) -> None:
    # A Sword has 78 units, 13 blocks of 6.
    made = hit(defended("sword"), "1 10" if tried else "", lines)
    assert survives(made) is tried
    assert [event.facts["why"] for event in told(made, "not_done")] == (
        ["its condition did not hold: Energy Blocks 13 where >= 14 was asked"] * unmet
    )


def test_the_line_that_was_followed_is_named() -> None:
    line = FieldLine(ref(7, "field try", "bea"), True)
    assert told(hit(defended("sword"), "1 10", [line]), "field_attempt")[0].order == line.ref


def test_a_jump_marker_stays_and_can_forbid_the_attempt() -> None:
    made = hit(defended("sword", jump=JUMPING), "6 10")
    assert survives(made) and made.state.unit("2a").jump == JUMPING
    lines = [FieldLine(ref(), True, UNLESS_JUMPING)]
    assert not survives(hit(defended("sword", jump=JUMPING), "", lines))


def test_the_field_stays_up_for_the_next_missile() -> None:
    table = state(
        shot(1, "01", "unguided", HERE, 3, 4),
        shot(1, "02", "unguided", HERE, 3, 4),
        defended("sword"),
    )
    made = work(table, faces="6 10 10", phase="2.command")
    meet(made, "2a")
    assert len(told(made, "field_attempt")) == 1 and len(told(made, "field_held")) == 2
    assert survives(made) and made.state.unit("2a").spent == 6


def with_status(unit: Unit, name: str, status: str, armor: int) -> Unit:
    part = unit.part(name)
    assert part is not None
    return unit.with_part(replace(part, status=status, armor=armor))


def test_all_are_rolled_for_though_the_field_falls() -> None:
    # The field of a Dagger is class 1: the first hit, on row 3, damages it.
    made = hit(defended("dagger", VULNERABLE, field_up=True), "3 4 5")
    assert [total for _name, total in hits(made)] == [3, 4, 5]
    assert not made.state.unit("2a").field_up and survives(made)


def test_none_is_rolled_for_once_the_ship_is_gone() -> None:
    # Bridge, engine and two of four pods are gone; the third pod, on row 6, ends it.
    target = defended("dagger", field_up=True)
    for name in ("bridge", "engine", "pod 1", "pod 2"):
        target = with_status(target, name, DESTROYED_PART, 0)
    made = hit(with_status(target, "pod 3", "ok", 0), "6")
    assert [total for _name, total in hits(made)] == [6] and not survives(made)


def test_a_field_raised_by_a_ship_that_never_tires_uses_nothing() -> None:
    """Rule: DV EAL, DV 9.8. Ambiguity: DV-A88."""
    made = hit(replace(defended("sword"), tireless=True), "1 10")
    assert survives(made)
    assert made.state.unit("2a").field_up
    assert made.state.unit("2a").spent == 0
    assert told(made, "energy_used") == []
