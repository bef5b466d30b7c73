"""Active Search: ``active search``. Rule: DV 7.4."""

from pbm.games.deltavee.orders.commands.act_kind import ActKind
from pbm.games.deltavee.orders.lines.reach import ANYWHERE, Reach, enemies
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.state.units import Unit
from pbm.games.deltavee.state.usable import search_range
from pbm.kit.records import Record


class Search(Record):
    """``active search``."""


def _reach(resolver: UnitResolver, ship: Unit, _act: Search) -> Reach:
    if resolver.roster.view.coming:
        return ANYWHERE
    what = "an active search by {} finds no enemy that you know of"
    return Reach(enemies(resolver.roster), search_range(ship), what, "DV 7.4")


ACT = ActKind(
    ("search",),
    Search,
    lambda _resolver, _node: Search(),
    lambda _act, _names: "active search",
    reach=_reach,
)
