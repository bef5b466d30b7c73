"""What a player orders for one round of a battle fought by mail.

    BATTLE age turn 12 SHOOT round 3 for VIRUS
    Africa: plot 2*3 1*1; fire BL1 at c2; fire 2 ML Dart at c1; SN 30; jump
    all: EW none; DG off
    END

What is not said follows the BATTLE lines of the turn's sheet. Rule: NV SPC-04, NV SPC-09,
NV SPC-18. Ambiguity: NV A-WHO.
"""

from collections.abc import Mapping

from pbm.engine.events import OrderRef
from pbm.games.nova.state.orders.standing import BattleItem
from pbm.kit.records import Record

# What an order decides.
PLOT, FIRE, HOLD, LAUNCH, PICK_UP, LEAVE, CYCLE = (
    *("plot", "fire", "hold", "launch", "pick up"),
    *("leave", "cycle"),
)


class Told(Record):
    """One order for one ship, as written in ``words``. Ships are ids of fighters.

    PLOT: ``by`` is the change of its vector. FIRE: ``weapons`` by their names on the chart at
    the counter ``counter``; ``mode`` BL or PL of combination lasers, ``missile`` the design,
    ``position`` of a screened ship, 0 for all evenly. PICK_UP: it takes ``other`` aboard.
    LAUNCH and LEAVE: done if ``yes``. CYCLE: its jump drive goes on if ``yes``.
    """

    ref: OrderRef
    ship: str
    kind: str
    words: str
    by: tuple[int, int] = (0, 0)
    weapons: tuple[str, ...] = ()
    counter: int = 0
    mode: str = ""
    missile: str = ""
    position: int = 0
    other: str = ""
    yes: bool = True


class RoundOrders(Record):
    """All that a player orders for a round.

    ``told``: the first order of a ship that decides something holds; shots add up. ``items``:
    what else its BATTLE lines would decide, by fighter, the winning ones first.
    """

    player: str
    told: tuple[Told, ...] = ()
    items: Mapping[str, tuple[BattleItem, ...]] = {}
