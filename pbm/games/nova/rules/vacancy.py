"""Positions whose players have missed too many turns, and the reports about it.

Rule: NV ORD-44, NV REP-17. Ambiguity: NV A-GM-NEUTRAL, NV A-GM-MISSED,
NV A-GM-NOTICE.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.state.working_state import drafting
from pbm.games.nova.view.labels import label


def vacate(work: PhaseContext) -> None:
    """Count missed turns; after too many in a row the position is vacated.

    A new sheet fills it again. Empires in contact are told. An empire that is out has no
    position to vacate.
    """
    limit = int(work.options["vacate_after"])
    with drafting(work) as draft:
        for id, empire in list(draft.empires.items()):
            if empire.eliminated:
                continue
            orders = draft.base.orders[id]
            missed = empire.missed + 1 if orders.missing else 0
            resigned = orders.resign is not None
            stays = empire.vacant and orders.missing
            vacant = resigned or stays or (bool(limit) and missed >= limit)
            draft.empires[id] = replace(empire, missed=missed, vacant=vacant)
            if vacant and not empire.vacant:
                work.emit_to(
                    "vacated",
                    id,
                    rule="NV ORD-44",
                    missed=missed,
                    resigned=resigned,
                    order=orders.resign,
                )
                for viewer, one in draft.empires.items():
                    if id in one.contacts:
                        work.emit_to(
                            "alien_vacated",
                            viewer,
                            id,
                            rule="NV REP-17",
                            who=label(draft, viewer, id),
                        )
