"""Orders that one module each tells whole: how they are read, checked and printed.

Their ``read`` gives a tuple of lines, as a PERMIT is one line for each empire it names; so may
their ``check``, as ships of a movement line may need one of their own.
"""

from typing import Any

from pbm.games.nova.orders.battle.battle import BATTLE
from pbm.games.nova.orders.designs.design import DESIGN
from pbm.games.nova.orders.designs.missile import MISSILE, MISSILES
from pbm.games.nova.orders.designs.redesign import REDESIGN
from pbm.games.nova.orders.diplomacy.contact import CONTACT
from pbm.games.nova.orders.diplomacy.data import DATA
from pbm.games.nova.orders.diplomacy.permit import PERMIT
from pbm.games.nova.orders.diplomacy.transfer import TRANSFER
from pbm.games.nova.orders.economy.claims import CLAIM
from pbm.games.nova.orders.economy.commission import COMMISSION
from pbm.games.nova.orders.economy.destroy import DESTROY
from pbm.games.nova.orders.economy.expenditures import EXPENDITURE
from pbm.games.nova.orders.economy.pillage import PILLAGE
from pbm.games.nova.orders.economy.salvage import SALVAGE
from pbm.games.nova.orders.economy.seat import SEAT
from pbm.games.nova.orders.free import FREE
from pbm.games.nova.orders.movement.move import MOVE
from pbm.games.nova.orders.pregame.buy import BUY
from pbm.games.nova.orders.pregame.home import HOME, KEEP
from pbm.games.nova.orders.pregame.tech import TECH
from pbm.games.nova.orders.research.project import RESEARCH
from pbm.games.nova.orders.standing.standing import STANDING
from pbm.language.order import OrderKind, by_rule
from pbm.sheets.quoting import Name

DESIGNS: tuple[OrderKind, ...] = (DESIGN, REDESIGN, MISSILE, MISSILES)
PREGAME: tuple[OrderKind, ...] = (HOME, TECH, BUY, KEEP)
ORDERS: tuple[OrderKind, ...] = (
    *(CLAIM, SALVAGE, PILLAGE, SEAT, DESTROY, EXPENDITURE, COMMISSION, RESEARCH),
    *(MOVE, PERMIT, TRANSFER, DATA, CONTACT, STANDING),
    *(BATTLE, FREE),
    *DESIGNS,
    *PREGAME,
)

BY_RULE = by_rule(ORDERS)
BY_LINE = {order.line: order for order in ORDERS}


def line_text(line: Any, names: Name) -> str:
    """A line in the language of the sheets, which reads back as the same line."""
    return BY_LINE[type(line)].line_text(line, names)
