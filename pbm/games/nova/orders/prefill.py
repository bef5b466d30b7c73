"""What the lines of a player's next sheet are made of."""

from collections.abc import Mapping
from typing import NamedTuple

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.naming import Roster
from pbm.sheets.quoting import Name

# Where a line stands that nobody has written yet.
UNWRITTEN = OrderRef("", "", 0, "")


class Prefill(NamedTuple):
    """What the player knows, how the sheet names things, and the options of the campaign."""

    roster: Roster
    names: Name
    options: Mapping[str, str]

    @property
    def teams(self) -> int:
        """Research teams on all projects."""
        return sum(one.teams for one in self.roster.view.projects)

    @property
    def money(self) -> int:
        """MCr to spend: treasury and production, debts paid."""
        empire = self.roster.empire
        return empire.treasury + empire.production_next - empire.debt
