"""Hyperjumps: which pods can make one, and the removal of the ship in its Movement Phase.

Rule: DV 6.8, DV 7.2 Jump. Ambiguity: DV-A27.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.rules.victory.victory import look
from pbm.games.deltavee.state.jumps import jump_pods
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import JUMPED, JUMPING


def remove_jumping(work: PhaseContext, side: str) -> None:
    """Remove every ship of a side with a Jump marker whose pod still works.

    If it does not work any more the jump fails and the marker is taken away.
    """
    for unit in work.state.of_side(side):
        if unit.jump != JUMPING:
            continue
        state: State = work.state
        at = state.maps.label(unit.at)
        if not jump_pods(unit):
            work.state = state.with_units(replace(unit, jump=""))
            why = "its jump pod was damaged"
            work.emit("jump_failed", unit.id, rule="DV 8.9", unit=unit.id, at=at, why=why)
            continue
        work.state = out_of_play(state, unit.id, JUMPED)
        gone = Change(f"unit/{unit.id}/status", unit.status, JUMPED)
        work.emit("jumped", unit.id, rule="DV 6.8", changes=[gone], unit=unit.id, at=at)
        look(work)
