"""Say what of a pregame sheet is not carried out.

Rule: NV SET-23, NV SET-30.
"""

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.rules import telling


def refused(
    work: PhaseContext, empire: str, ref: OrderRef | None, written: str, why: str, rule: str
) -> None:
    """A line of a pregame sheet that is not carried out, and why."""
    telling.failed(work, empire, ref, "", written, why, rule=rule)
