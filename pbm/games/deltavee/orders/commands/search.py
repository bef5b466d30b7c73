"""Active Search: ``active search``. Rule: DV 7.4."""

from __future__ import annotations

from pbm.games.deltavee.orders.commands.act_kind import ActKind
from pbm.games.deltavee.orders.lines.reach import out_of_reach
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.state.units import IN_PLAY, Unit
from pbm.games.deltavee.state.usable import search_range
from pbm.kit.records import Record


class Search(Record):
    """``active search``."""


def _fault(resolver: UnitResolver, ship: Unit, _act: Search) -> tuple[str, str]:
    roster = resolver.roster
    enemies = [one.id for one in roster.units if one.status == IN_PLAY and one.side != roster.side]
    enemies += [one.id for one in roster.contacts.values() if one.status == IN_PLAY]
    if not roster.view.coming:
        what = "an active search by {} finds no enemy that you know of"
        out_of_reach(resolver, enemies, search_range(ship), what, "DV 7.4")
    return "", ""


ACT = ActKind(
    ("search",),
    Search,
    lambda _resolver, _node: Search(),
    lambda _act, _names: "active search",
    _fault,
)
