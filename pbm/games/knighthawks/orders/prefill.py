"""What the lines of a player's next sheet are made of."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pbm.games.knighthawks.orders.roster import Roster
from pbm.games.knighthawks.view.record import ShipView
from pbm.sheets.quoting import Name, Told


class Prefill(NamedTuple):
    """One ship of the player's, how the sheet names things, and the verbs that would do nothing."""

    roster: Roster
    ship: ShipView
    options: Mapping[str, str]
    name: Name
    told: Told
    idle: Sequence[str] = ()
