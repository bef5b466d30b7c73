"""The check for collision in an asteroid hex.

Rule: DV 6.6 Asteroids. Ambiguity: DV-A54, DV-A79.
"""

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.rules.fire.hits import struck
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit
from pbm.games.deltavee.view.audience import about


def check(work: PhaseContext, unit_id: str, entered: int) -> None:
    """Roll for a unit that was moved into an asteroid hex, and for the part if it is hit.

    It is hit on its velocity or less. ``entered`` counts the hexes of its move so far.
    """
    state: State = work.state
    unit: Unit = state.unit(unit_id)
    roll = work.roll("d10", "asteroid", unit.id, str(entered))
    hit = roll.total <= unit.velocity
    work.emit(
        "asteroid",
        unit.id,
        rule="DV 6.6",
        seen=about(work, unit, "rolled", "hit", "rolls"),
        rolls=[roll],
        unit=unit.id,
        at=state.maps.label(unit.at),
        velocity=unit.velocity,
        rolled=roll.total,
        hit=hit,
    )
    if hit:
        struck(
            work,
            unit.id,
            name=("asteroid hit", unit.id, str(entered)),
            rule="DV 6.6",
            owner_chooses=True,
            critical=False,
        )
