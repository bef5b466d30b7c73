"""What a command is called where the program says that it was, or was not, carried out."""

from __future__ import annotations

from pbm.deltavee.orders import (
    Battle,
    Change,
    Control,
    DockWith,
    Field,
    Jump,
    Launch,
    Maneuver,
    Prepare,
    Refuel,
    Search,
    Tractor,
    Weave,
)
from pbm.deltavee.seeking import called, named
from pbm.deltavee.state import State

_JUMPS = {"prepare": "prepare jump", "jump": "jump", "abort": "abort jump"}


def maneuver_words(state: State, side: str, command: Maneuver) -> str:
    """A Maneuver Command in the words of a sheet.

    >>> maneuver_words(None, "", Change("right", 2)), maneuver_words(None, "", Change("left"))
    ('right 2', 'left')
    """
    if isinstance(command, Change):
        if command.to is not None:
            return f"{command.kind} to {command.to}"
        return command.kind if command.number == 1 else f"{command.kind} {command.number}"
    if isinstance(command, Weave):
        return _weave_words(state, side, command)
    if isinstance(command, Jump):
        return _JUMPS[command.kind]
    return f"chase {named(state, command.targets, side)}"


def _weave_words(state: State, side: str, weave: Weave) -> str:
    if weave.away:
        return f"weave away from {named(state, weave.away, side)}"
    if weave.hex is not None:
        return f"weave to {state.maps.label(weave.hex)}"
    return f"weave {weave.bearing}"


def battle_words(state: State, side: str, command: Battle) -> str:
    """A Battle Command in the words of a sheet."""
    if isinstance(command, Prepare):
        if command.battlecraft:
            return f"prepare {called(state, command.battlecraft, side)}"
        return f"prepare {command.missile}" + (f" from {command.box}" if command.box else "")
    if isinstance(command, Control):
        return f"control {state.unit(command.missile).designation}"
    if isinstance(command, Launch):
        return f"launch {called(state, command.battlecraft, side)}"
    if isinstance(command, Search):
        return "active search"
    if isinstance(command, Field):
        return f"field {'on' if command.up else 'off'}"
    if isinstance(command, Tractor):
        done = ", ".join(maneuver_words(state, side, one) for one in command.commands)
        return f"tractor {named(state, command.targets, side)}: {done}"
    if isinstance(command, DockWith):
        return f"dock with {named(state, command.targets, side)}"
    if isinstance(command, Refuel):
        units = "full" if command.units is None else str(command.units)
        return f"refuel {called(state, command.battlecraft, side)} {units}"
    return "undock"
