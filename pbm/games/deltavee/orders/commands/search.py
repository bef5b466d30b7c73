"""Active Search: ``active search``. Rule: DV 7.4."""

from __future__ import annotations

from pbm.games.deltavee.orders.commands.act_kind import ActKind
from pbm.kit.records import Record


class Search(Record):
    """``active search``."""


ACT = ActKind(
    ("search",),
    Search,
    lambda _resolver, _node: Search(),
    lambda _act, _names: "active search",
)
