"""Which part of a Game-Turn a sheet is for, where every part has a sheet of its own."""

from collections.abc import Mapping

from pbm.games.knighthawks.view.record import SideView, View
from pbm.language.order import OrderKind


class ShipOrder(OrderKind):
    """An order of a ship.

    ``when_moving``: it acts while its own side moves (True) or while another does (False) and is
    idle in the other part; None for one that acts in both. Torpedos come in the enemy's part alone.
    Rule: KH 4 Defensive Attacks, KH 4 Evasive Maneuvers.
    """

    when_moving: bool | None = None

    def is_idle(self, side: str, moving: SideView | None) -> bool:
        """True if it does nothing on a side's sheet for the part in which another one moves."""
        if moving is None or self.when_moving is None:
            return False
        return self.when_moving is not (moving.id == side)


def moving_side(view: View, mailing: str, options: Mapping[str, str]) -> SideView | None:
    """The side that moves in the part a mailing is for; None where it is for the whole turn.

    Rule: KH PBM. Ambiguity: KH-A02 (option ``orders``).
    """
    if options["orders"] != "half-turn":
        return None
    number = mailing.partition(".")[2] or "1"
    return next((side for side in view.sides if str(side.moves) == number), None)
