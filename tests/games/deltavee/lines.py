"""Lines of the Command Phase made in a word or two, and a phase that is run for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.engine.context import PhaseContext
from pbm.engine.events import Event
from pbm.games.deltavee.orders.commands.battle import Battle, BattleLine, BattleStep, PhaseLine
from pbm.games.deltavee.orders.commands.maneuvers import (
    Chase,
    CommandLine,
    CourseChange,
    Maneuver,
    Weave,
)
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, ConditionTest
from pbm.games.deltavee.orders.orders import UnitOrders
from pbm.games.deltavee.rules.command_phase import command_side
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.outfit import pod as made_pod
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Part, Unit
from tests.games.deltavee.builders import DEFAULTS, MAPS, ref, state, told, work


def maneuver(words: str) -> Maneuver:
    """A Maneuver Command: ``accelerate 2``, ``decelerate to 1``, ``weave 12``, ``chase 2a``."""
    verb, _, rest = words.partition(" ")
    if verb == "weave":
        if rest.startswith("to "):
            return Weave(hex=MAPS.parse(rest[3:]))
        if rest.startswith("away from "):
            return Weave(away=tuple(rest[10:].split(" > ")))
        return Weave(bearing=Direction(int(rest)))
    if verb == "chase":
        return Chase(tuple(rest.split(" > ")))
    if rest.startswith("to "):
        return CourseChange(verb, to=int(rest[3:]))
    return CourseChange(verb, int(rest or 1))


def command(
    *commands: str | Maneuver,
    when: ConditionTest | None = None,
    line: int = 1,
    otherwise: bool = False,
) -> CommandLine:
    """A ``command`` line, with a condition of one test."""
    made = tuple(maneuver(one) if isinstance(one, str) else one for one in commands)
    written = ref(line, ", ".join(str(one) for one in commands))
    return CommandLine(written, made, when_(when), otherwise)


def battle(
    *steps: Battle | BattleStep,
    when: ConditionTest | None = None,
    line: int = 1,
    otherwise: bool = False,
) -> BattleLine:
    """A ``battle`` line, with a condition of one test."""
    made = tuple(one if isinstance(one, BattleStep) else BattleStep(one) for one in steps)
    return BattleLine(ref(line, "battle"), made, when_(when), otherwise)


def when_(check: ConditionTest | None) -> Condition:
    """A condition of one test, or none."""
    return ALWAYS if check is None else Condition(((check,),))


def given(unit: str, *lines: PhaseLine | str, **more: Any) -> UnitOrders:
    """The lines of one unit; a text is a ``command`` line of commands parted by commas."""
    made = tuple(command(*one.split(", ")) if isinstance(one, str) else one for one in lines)
    return UnitOrders(unit, commands=made, **more)


def commanded(
    table: State | Sequence[Unit],
    *orders: UnitOrders,
    options: Mapping[str, str] | None = None,
    faces: str = "",
    **more: Any,
) -> PhaseContext:
    """The Command Phase of side 1, run with Ann's orders."""
    made = table if isinstance(table, State) else state(*table, **more)
    run = work(made, {"ann": orders}, options, faces, phase="1.command")
    command_side(run, "1")
    return run


def whys(run: PhaseContext) -> list[str]:
    """The reasons of all that was not done, in order."""
    return [str(event.facts["why"]) for event in told(run, "not_done")]


def spent(run: PhaseContext, unit: str = "1a") -> int:
    """The energy units a unit has spent."""
    found: Unit = run.state.unit(unit)
    return found.spent


def only(run: PhaseContext, kind: str) -> Event:
    """The one event of a kind."""
    (event,) = told(run, kind)
    return event


def pod(kind: str, box: int, klass: str, **fields: Any) -> Part:
    """A pod in its box."""
    status = fields.pop("status", "ok")
    made = made_pod(kind, box, klass, DEFAULTS, **fields)
    return Part(made.name, kind, made.armor, status, made.box, made.civ, made.stock, made.holds)
