"""When the game is over: conditions looked at after every single event.

The kinds:

- ``destroyed``: of ``units`` at least ``number`` are destroyed (0: all of them).

Rule: DV 3.0 (victory at once). Ambiguity: DV-A103 (the first condition met decides).
"""

from __future__ import annotations

from dataclasses import replace

from pbm.deltavee.state import DESTROYED, State, Victory
from pbm.turn import Work


class Decided(Exception):
    """The game is over: stops the phase at once; phases.py catches it."""


def holds(state: State, part: Victory) -> bool:
    """True when a condition is met."""
    units = [state.unit(unit) for unit in part.units]
    return sum(unit.status == DESTROYED for unit in units) >= (part.number or len(units))


def look(work: Work, phase_end: bool = False) -> None:
    """End the game if a condition is met; the state must stand in ``work.state``.

    ``phase_end``: a phase has just ended; some conditions are looked at only then. Raises
    Decided when it is over, so that nothing more happens in the phase.
    """
    del phase_end  # no kind asks for it yet
    state: State = work.state
    if state.result or not state.turn:  # before turn 1 not all units are on the table
        return
    met = next((part for part in state.victory if holds(state, part)), None)
    if met is None:
        return
    said = f"{state.side_names[met.side]} wins: {met.title}" if met.side else met.title
    work.state = replace(state, result=said, winner=met.side)
    work.emit("game_over", rule="DV 3.0", winner=met.side, title=said)
    raise Decided
