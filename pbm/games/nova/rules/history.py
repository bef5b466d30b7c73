"""An empire's figures at the end of each turn, for the plots of its reports.

The last hundred turns, so that neither state nor reports grow with the age of a campaign.

Rule: NV REP-20.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.state.working_state import drafting

KEPT = 100  # turns


def note(work: PhaseContext) -> None:
    """At the end of a turn: its number, production and treasury in MCr, levels of technology."""
    with drafting(work) as draft:
        for id, empire in list(draft.empires.items()):
            levels = sum(empire.tech.values())
            entry = (work.turn, empire.production, empire.treasury, levels)
            draft.empires[id] = replace(empire, annals=(*empire.annals, entry)[-KEPT:])
