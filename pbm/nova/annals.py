"""What an empire had at the end of each turn, for the plots of its reports.

Rule: NV REP-20.
"""

from __future__ import annotations

from dataclasses import replace

from pbm.nova.draft import drafting
from pbm.turn import Work


def note(work: Work) -> None:
    """At the end of a turn: its number, production and treasury of each empire, in MCr."""
    with drafting(work) as draft:
        for id, empire in list(draft.empires.items()):
            entry = (work.turn, empire.production, empire.treasury)
            draft.empires[id] = replace(empire, annals=(*empire.annals, entry))
