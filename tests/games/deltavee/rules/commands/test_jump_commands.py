"""Prepare Jump, Jump, Abort Jump (DV 7.2, 8.9, 11.0)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.commands.field_switch import FieldSwitch
from pbm.games.deltavee.orders.commands.maneuvers import JumpCommand
from pbm.games.deltavee.orders.lines.conditions import ConditionTest
from pbm.games.deltavee.state.state import Special
from pbm.games.deltavee.state.units import Unit
from tests.games.deltavee.builders import ship, state, told
from tests.games.deltavee.lines import battle, command, commanded, given, pod, spent, when_, whys

PREPARE, JUMP, ABORT = JumpCommand("prepare"), JumpCommand("jump"), JumpCommand("abort")


def jumper(kind: str = "standard jump", status: str = "ok", **fields: Any) -> Unit:
    pods = (pod(kind, 1, "flute", status=status), pod("heavy weapon", 2, "flute"))
    values: dict[str, Any] = {"pods": pods, **fields}
    return ship(1, "A", "flute", "B0609", 12, values.pop("velocity", 1), **values)


def run(
    unit: Unit, *lines: Any, jumps: bool = True, special: Any = (), **more: Any
) -> PhaseContext:
    table = state(unit, jumps=jumps, special=tuple(special))
    return commanded(table, given("1a", *lines), **more)


def markers(made: PhaseContext) -> list[str]:
    return [str(event.facts["jump"]) for event in told(made, "jump_marked")]


def jump(made: PhaseContext) -> str:
    return str(made.state.unit("1a").jump)


def engine(unit: Unit, status: str) -> Unit:
    part = unit.part("engine")
    assert part is not None
    return unit.with_part(replace(part, status=status))


@pytest.mark.parametrize("kind", ["standard jump", "hunter", "augmented jump"])
def test_prepare_then_jump(kind: str) -> None:
    made = run(jumper(kind), command(PREPARE))
    assert (jump(made), markers(made), whys(made), spent(made)) == (
        "preparing",
        ["preparing"],
        [],
        0,
    )
    after = replace(made.state.unit("1a"), use=jumper().use)
    made = run(after, command(JUMP))
    assert (jump(made), markers(made), whys(made)) == ("jumping", ["jumping"], [])


def test_a_standard_jump_cannot_be_made_at_once() -> None:
    """Nor with a marker placed in the same phase; an augmented one can."""
    why = "the jump was not prepared in its last Command Phase"
    assert whys(run(jumper(), command(JUMP))) == [why]
    assert whys(run(jumper(), command(PREPARE, JUMP))) == [why]
    made = run(jumper("augmented jump"), command(JUMP))
    assert (jump(made), whys(made)) == ("jumping", [])


@pytest.mark.parametrize(("status", "works"), [("V", True), ("D", False), ("X", False)])
def test_a_damaged_pod_does_not_jump(status: str, works: bool) -> None:
    made = run(jumper("hunter", status), command(PREPARE))
    assert whys(made) == ([] if works else ["it has no jump pod that works"])


def test_no_jump_where_the_scenario_has_none() -> None:
    made = run(jumper(), command(PREPARE, JUMP), jumps=False)
    assert whys(made) == ["there is no hyperjump in this scenario"] * 2
    craft = ship(1, "A", "terwillicker_x", "B0609", 12, 1)
    assert whys(run(craft, command(PREPARE))) == ["only a spaceship can jump"]


def test_a_marker_bars_other_commands() -> None:
    """CMD-18: accelerate and weave not, then Jump."""
    made = run(jumper(jump="preparing"), "accelerate", "weave 12", command(JUMP), command(PREPARE))
    assert whys(made) == ["it carries a jump marker"] * 3
    assert jump(made) == "jumping"
    assert whys(run(jumper(jump="preparing"), command(PREPARE, ABORT))) == [
        "it carries a jump marker"
    ]


def test_after_a_jump_command_no_second() -> None:
    made = run(jumper(jump="preparing"), command(JUMP, JUMP, ABORT))
    assert whys(made) == ["it carries a Jump marker", "it carries no Prepare Jump marker"]


def test_neither_ordered_is_aborted() -> None:
    made = run(jumper(jump="preparing"))
    assert (jump(made), markers(made)) == ("", [""])
    assert told(made, "jump_marked")[0].order is None
    made = run(jumper(jump="preparing"), command(ABORT))
    assert (jump(made), markers(made)) == ("", [""])
    assert told(made, "jump_marked")[0].order is not None


def test_commands_before_the_preparing_and_after_the_abort() -> None:
    made = run(jumper(), command("right", PREPARE, "right"))
    assert made.state.unit("1a").direction == 1
    made = run(jumper(jump="preparing"), command(ABORT, "right"))
    assert (made.state.unit("1a").direction, whys(made)) == (1, [])


def test_an_active_field_allows_only_the_preparing() -> None:
    """CMD-21, CMD-22: deactivate first, then jump."""
    made = run(jumper(field_up=True), command(PREPARE))
    assert (jump(made), whys(made)) == ("preparing", [])
    made = run(jumper(field_up=True, jump="preparing"), command(JUMP))
    assert (jump(made), whys(made)) == ("", ["its force field is active"])
    made = run(jumper(field_up=True, jump="preparing"), battle(FieldSwitch(False)), command(JUMP))
    assert (jump(made), whys(made)) == ("jumping", [])


@pytest.mark.parametrize(("velocity", "why"), [(5, []), (6, ["its velocity 6 is not below"])])
def test_prepare_counts_as_a_maneuver_command(velocity: int, why: list[str]) -> None:
    """A Flute has Maneuver Rating 6; with the other reading the number does not matter."""
    made = run(jumper(velocity=velocity), command(PREPARE, "right"))
    assert [one[: len("its velocity 6 is not below")] for one in whys(made)][:1] == (
        why or ["it carries a jump marker"]
    )
    free = {"jump.needs_maneuver_allowance": "no"}
    made = run(jumper(velocity=velocity), command(PREPARE), options=free)
    assert (whys(made), made.state.unit("1a").use.commands) == ([], 0)


def test_a_jump_that_was_prepared_does_not_count() -> None:
    made = run(jumper(velocity=6, jump="preparing"), command(JUMP))
    assert (jump(made), made.state.unit("1a").use.commands) == ("jumping", 0)
    made = run(jumper("augmented jump", velocity=6), command(JUMP))
    assert whys(made)[0].startswith("its velocity 6 is not below its Maneuver Rating 6")
    made = run(jumper("augmented jump", velocity=5), command(JUMP))
    assert made.state.unit("1a").use.commands == 1
    free = {"jump.needs_maneuver_allowance": "no"}
    made = run(jumper("augmented jump", velocity=6), command(JUMP), options=free)
    assert (jump(made), made.state.unit("1a").use.commands) == ("jumping", 0)


@pytest.mark.parametrize(("left", "after"), [(6, "jumping"), (5, "")])
def test_with_a_damaged_engine_a_jump_costs_a_block(left: int, after: str) -> None:
    """Without the block it is aborted, and that is free."""
    unit = engine(jumper(jump="preparing", spent=66 - left), "D")
    made = run(unit, command(JUMP))
    assert jump(made) == after
    assert spent(made) == (66 if after else 61)
    if not after:
        assert whys(made) == ["it takes 6 energy units, of which 5 are left"]


def test_with_a_destroyed_engine_there_is_no_jump() -> None:
    assert whys(run(engine(jumper(), "X"), command(PREPARE))) == ["its engine is destroyed"]


@pytest.mark.parametrize(
    ("letter", "or_abort", "after", "why"),
    [
        ("B", False, "jumping", []),
        ("C", True, "", []),
        ("C", False, "", ["its condition did not hold"]),
    ],
)
def test_jump_on_condition(letter: str, or_abort: bool, after: str, why: list[str]) -> None:
    on = when_(ConditionTest("on_map", name=letter))
    made = run(jumper(jump="preparing"), command(JumpCommand("jump", on, or_abort)))
    assert (jump(made), whys(made)) == (after, why)


@pytest.mark.parametrize(
    ("units", "letter", "why"),
    [
        ((), "B", []),
        (("1a",), "B", []),
        ((), "C", ["it has not come to map C, or one above or below it"]),
        (("1a",), "Z", ["it has not come to map Z, or one above or below it"]),
        (("1b",), "B", ["the scenario does not let it jump"]),
    ],
)
def test_the_scenario_says_who_may_jump_and_where(
    units: tuple[str, ...], letter: str, why: list[str]
) -> None:
    rules = (Special("jump_beyond", units, name=letter), Special("alert", ("1a",)))
    made = run(jumper(jump="preparing"), command(JUMP), special=rules)
    assert whys(made) == why


@pytest.mark.parametrize("at", [Hex(20, 0), Hex(20, 18), Hex(33, 5), Hex(33, 0)])
def test_above_below_and_beyond_the_map_are_as_good(at: Hex) -> None:
    maps = state().maps.grown(at)
    unit = replace(jumper(jump="preparing"), at=at)
    table = state(unit, jumps=True, maps=maps, special=(Special("jump_beyond", name="B"),))
    assert whys(commanded(table, given("1a", command(JUMP)))) == []
