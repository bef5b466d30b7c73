"""Phase I: armies land on alien planets (activity A) and fight for them.

An empire that meets no defence takes the planet at once. Where there is a defence, armies fight.
Fighting goes on turn after turn as long as both sides have units left. What fights is loaded
only if somebody lands.

Rule: NV SUR-01, NV EOT-17.
"""

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.surface_combat.fronts import fronts
from pbm.games.nova.state.working_state import drafting


def invade(work: PhaseContext) -> None:
    """Carry out all surface combat of the turn."""
    with drafting(work) as draft:
        effective = Effective(draft)
        if found := fronts(work, draft, effective):
            from pbm.games.nova.rules.surface_combat.surface_battles import decide

            decide(work, draft, effective, found)
