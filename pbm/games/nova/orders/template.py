"""The body of a player's next sheet: all that they have and carry over, with lines to change.

It reads without a problem unchanged. What is left to the player stands in remarks; a line
of a ship without codes leaves it its default orders. Rule: NV ORD-04, NV ORD-05, NV ORD-40.
Ambiguity: NV A-MISS-SHEET.
"""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from pbm.games.nova.orders.diplomacy.contact import CONTACT
from pbm.games.nova.orders.diplomacy.permit import PERMIT
from pbm.games.nova.orders.economy.claims import CLAIM, claims_to_come
from pbm.games.nova.orders.economy.commission import COMMISSION
from pbm.games.nova.orders.economy.expenditures import EXPENDITURE
from pbm.games.nova.orders.economy.pillage import PILLAGE
from pbm.games.nova.orders.economy.salvage import SALVAGE
from pbm.games.nova.orders.free import FREE
from pbm.games.nova.orders.movement.move import MOVE
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.order_parser import names_for
from pbm.games.nova.orders.prefill import Prefill
from pbm.games.nova.orders.pregame import default_sheet
from pbm.games.nova.orders.research.project import RESEARCH
from pbm.games.nova.orders.standing.standing import STANDING
from pbm.games.nova.view.record import View
from pbm.language.order import OrderKind
from pbm.sheets.quoting import remark


def template(view: View, due: str, options: Mapping[str, str]) -> str:
    """Lines that read without a problem. Rule: NV ORD-04, NV ORD-05."""
    if view.battles is not UNSET:
        from pbm.games.nova.orders.rounds.round_template import round_template  # seldom

        return round_template(view.battles, due)
    roster = Roster(view)
    if roster.turn == 0:
        return default_sheet.TEXT
    if roster.empire.eliminated:
        lines = remark("your empire is out of the game; there is nothing to order")
    else:
        lines = list(_lines(Prefill(roster, names_for(roster), options)))
    return "\n".join(lines) + "\n"


def _lines(sheet: Prefill) -> Iterator[str]:
    """The fields of the printed form in their order. Rule: NV ORD-04."""
    yield from _of(sheet, CLAIM, SALVAGE, PILLAGE)
    yield from claims_to_come(sheet)
    yield from ("", "EXPENDITURES                      # the most important first")
    yield from _of(sheet, EXPENDITURE)
    yield from ("", "COMMISSIONS", *_of(sheet, COMMISSION))
    yield from ("", "RESEARCH", *_of(sheet, RESEARCH))
    yield from ("", "MOVEMENT", *_of(sheet, MOVE))
    yield from ("", *_of(sheet, CONTACT, PERMIT, STANDING, FREE))


def _of(sheet: Prefill, *orders: OrderKind) -> Iterator[str]:
    for order in orders:
        assert order.prefill is not None
        yield from order.prefill(sheet)
