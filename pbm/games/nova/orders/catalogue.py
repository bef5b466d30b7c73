"""Orders that one module each tells whole: how they are read, checked and printed.

Their ``read`` gives a tuple of lines, as a PERMIT is one line for each empire it names; so may
their ``check``, as ships of a movement line may need one of their own.
"""

from __future__ import annotations

from pbm.games.nova.orders.battle.battle import BATTLE
from pbm.games.nova.orders.diplomacy.contact import CONTACT
from pbm.games.nova.orders.diplomacy.data import DATA
from pbm.games.nova.orders.diplomacy.permit import PERMIT
from pbm.games.nova.orders.diplomacy.transfer import TRANSFER
from pbm.games.nova.orders.economy.destroy import DESTROY
from pbm.games.nova.orders.economy.seat import SEAT
from pbm.games.nova.orders.free import FREE
from pbm.games.nova.orders.movement.move import MOVE
from pbm.games.nova.orders.standing.standing import STANDING
from pbm.language.order import OrderKind, by_rule

ORDERS: tuple[OrderKind, ...] = (
    *(SEAT, DESTROY, MOVE, PERMIT, TRANSFER, DATA, CONTACT, STANDING),
    *(BATTLE, FREE),
)

BY_RULE = by_rule(ORDERS)
BY_LINE = {order.line: order for order in ORDERS}
