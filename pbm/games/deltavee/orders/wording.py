"""What a command is called where the program says that it was, or was not, carried out.

Units are called as in a sentence (``enemy B``, ``contact 7``), and only what names the command
is said; `order_printer` writes the whole of it, in the form that a sheet reads back.
"""

from __future__ import annotations

from pbm.games.deltavee.orders.battle_commands import (
    Battle,
    Control,
    DockWith,
    Field,
    Launch,
    Prepare,
    Refuel,
    Search,
    Tractor,
)
from pbm.games.deltavee.orders.maneuver_commands import Change, Jump, Maneuver, Weave
from pbm.games.deltavee.orders.reading.target_labels import called, named
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import GUIDED

JUMPS = {"prepare": "prepare jump", "jump": "jump", "abort": "abort jump"}


def change_words(change: Change) -> str:
    """Accelerate, Decelerate or Direction Change.

    >>> change_words(Change("decelerate", to=1)), change_words(Change("right"))
    ('decelerate to 1', 'right')
    """
    if change.to is not None:
        return f"{change.kind} to {change.to}"
    return change.kind if change.number == 1 else f"{change.kind} {change.number}"


def maneuver_words(state: State, side: str, command: Maneuver) -> str:
    """A Maneuver Command in the words of a sheet.

    >>> maneuver_words(None, "", Change("right", 2)), maneuver_words(None, "", Change("left"))
    ('right 2', 'left')
    """
    if isinstance(command, Change):
        return change_words(command)
    if isinstance(command, Weave):
        return _weave_words(state, side, command)
    if isinstance(command, Jump):
        return JUMPS[command.kind]
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
        one = state.unit(command.missile).designation if command.missile else GUIDED
        return f"control {one}"
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
