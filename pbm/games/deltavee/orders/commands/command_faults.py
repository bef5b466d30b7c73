"""Whether a unit's Maneuver Commands are allowed, as it flies now and as far as its player knows.

The lines are gone through in their order with the very functions that the run asks. Each is
judged after those above it that hold whatever happens; one with a condition changes nothing
for those below.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbm.games.deltavee.orders.commands.battle import BattleLine, PhaseLine
from pbm.games.deltavee.orders.commands.field_switch import FieldSwitch
from pbm.games.deltavee.orders.commands.maneuvers import (
    CommandLine,
    CourseChange,
    JumpCommand,
    Maneuver,
    Weave,
    change_words,
    steps,
)
from pbm.games.deltavee.orders.commands.planet import PlanetLine
from pbm.games.deltavee.orders.lines.conditions import ALWAYS
from pbm.games.deltavee.state.command_cost import CHANGE, JUMP, WEAVE, maneuver_cost, short_of
from pbm.games.deltavee.state.energy import spent_more
from pbm.games.deltavee.state.jumps import abort_fault, jump_fault, prepare_fault
from pbm.games.deltavee.state.maneuvers import (
    allowance_fault,
    barred,
    counted,
    step_fault,
    stepped,
    weave_units_fault,
    woven,
)
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import JUMPING, PREPARING, UNUSED, Unit
from pbm.kit.records import Record

_MARKERS = {"prepare": PREPARING, "jump": JUMPING, "abort": ""}


class CommandFault(Record):
    """What of a line is not allowed: its line number, the command, why, whether it holds always."""

    line: int
    what: str
    why: str
    always: bool


def command_faults(
    state: State, unit: Unit, lines: tuple[PhaseLine, ...], options: Mapping[str, str]
) -> Iterator[CommandFault]:
    """Everything that is wrong with a unit's command lines, at most one fault a line.

    Rule: DV 7.1, DV 7.2, DV 7.5, DV 7.6.
    """
    unit = replace(unit, use=UNUSED)
    ready = unit.jump == PREPARING
    for line in lines:
        always = line.condition == ALWAYS and not line.otherwise
        if isinstance(line, BattleLine):
            after = _after_battle(unit, line)
        else:
            after, what, why = _after_commands(state, unit, line, options, ready)
            if why:
                yield CommandFault(line.ref.line, what, why, always)
        if always and not _may_stay(line):
            unit = after


def _may_stay(line: PhaseLine) -> bool:
    """True for a line with a jump that has a condition of its own."""
    return isinstance(line, CommandLine) and any(
        isinstance(one, JumpCommand) and one.condition != ALWAYS for one in line.commands
    )


def _after_battle(unit: Unit, line: BattleLine) -> Unit:
    for step in line.steps:
        if isinstance(step.command, FieldSwitch) and step.condition == ALWAYS:
            unit = replace(unit, field_up=step.command.up)
    return unit


def _after_commands(
    state: State, unit: Unit, line: CommandLine, options: Mapping[str, str], ready: bool
) -> tuple[Unit, str, str]:
    """The unit after a line, and the first command in it that is not allowed, and why."""
    what = fault = ""
    for command in line.commands:
        unit, why = _after(state, unit, command, options, ready)
        if why and not fault:
            what, fault = _called(command), why
    return unit, what, fault


def _called(command: Maneuver) -> str:
    if isinstance(command, CourseChange):
        return change_words(command)
    if isinstance(command, Weave):
        return "weave"
    if isinstance(command, JumpCommand):
        return "jump" if command.kind == "jump" else f"{command.kind} jump"
    return "chase"


def _after(
    state: State, unit: Unit, command: Maneuver, options: Mapping[str, str], ready: bool
) -> tuple[Unit, str]:
    if isinstance(command, CourseChange):
        return _changed(unit, command, options)
    if isinstance(command, Weave):
        cost = maneuver_cost((unit,), WEAVE, options)
        why = weave_units_fault((unit,)) or short_of(unit, cost)
        return (unit, why) if why else (woven(spent_more(unit, cost)), "")
    if isinstance(command, JumpCommand):
        return _jumped(state, unit, command, options, ready)
    return unit, barred(unit) or allowance_fault(unit, changes_velocity=True)


def _changed(unit: Unit, change: CourseChange, options: Mapping[str, str]) -> tuple[Unit, str]:
    wanted = steps(change, unit.velocity)
    if not wanted:
        return unit, f"its velocity is {unit.velocity}"
    for done, step in enumerate(wanted):
        cost = maneuver_cost((unit,), CHANGE, options)
        if why := step_fault(unit, step, options) or short_of(unit, cost):
            return unit, why if not done else f"{done} of {len(wanted)} can be done, then {why}"
        unit = stepped(spent_more(unit, cost), step)
    return unit, ""


def _jumped(
    state: State, unit: Unit, jump: JumpCommand, options: Mapping[str, str], ready: bool
) -> tuple[Unit, str]:
    if jump.kind == "prepare":
        why = prepare_fault(state, unit, options)
    elif jump.kind == "jump":
        why = jump_fault(state, unit, options, ready=ready)
    else:
        why = abort_fault(unit)
    cost = 0 if jump.kind == "abort" else maneuver_cost((unit,), JUMP, options)
    if why := why or short_of(unit, cost):
        return unit, why
    counts = jump.kind != "abort" and not ready
    if counts and options["jump.needs_maneuver_allowance"] == "yes":
        unit = counted(unit)
    return replace(spent_more(unit, cost), jump=_MARKERS[jump.kind]), ""


def planet_faults(
    unit: Unit, lines: tuple[PlanetLine, ...], options: Mapping[str, str]
) -> Iterator[CommandFault]:
    """What is wrong with the lines for a planet hex, at most one fault a line. Rule: DV 6.5."""
    unit = replace(unit, use=UNUSED)
    for line in lines:
        always = line.condition == ALWAYS and not line.otherwise
        after, what, why = _at_planet(unit, line, options)
        if why:
            yield CommandFault(line.ref.line, what, why, always)
        if always:
            unit = after


def _at_planet(unit: Unit, line: PlanetLine, options: Mapping[str, str]) -> tuple[Unit, str, str]:
    for change in line.commands:
        for step in steps(change, unit.velocity):
            why = step_fault(unit, step, options)
            if step == "decelerate" and unit.velocity <= 1:
                why = "at a planet its velocity may not fall below 1"
            if why:
                return unit, change_words(change), why
            unit = stepped(unit, step)
    return unit, "", ""
