"""Report an order line that was not carried out to its player alone."""

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.knighthawks.view.audience import private

NOT_DONE = "not_done"  # it could not be
NOT_NEEDED = "not_needed"  # an alternative that was not called for


def tell_fate(
    work: PhaseContext, ship: str, ref: OrderRef, what: str, why: str, kind: str = NOT_DONE
) -> None:
    """Say why a line (a ``what``: move, screen, attack, defence, icm, place) was not carried out.

    Rule: KH PBM.
    """
    owner = work.state.ship(ship).owner
    work.emit(
        kind,
        ship,
        str(ref.line),
        rule="KH PBM",
        seen=private(work.seats, work.options, owner),
        order=ref,
        ship=ship,
        what=what,
        written=ref.text,
        why=why,
    )
