"""Rendezvous: ``dock with B``, ``undock``. Rule: DV 7.4."""

from pbm.games.deltavee.orders.commands.act_kind import ActKind
from pbm.games.deltavee.orders.lines.names import AnyNames
from pbm.games.deltavee.orders.lines.reach import Reach
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.syntax import Ref, refs_of
from pbm.games.deltavee.state.units import Unit
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class DockWith(Record):
    """``dock with B``."""

    targets: tuple[str, ...]


class Undock(Record):
    """``undock``."""


def _read(resolver: UnitResolver, node: Node) -> DockWith:
    """One's own units, or where there is none of the name the enemy's."""

    def meant(ref: Ref) -> str:
        own = resolver.roster.own(ref.text) if ref.whose in ("", "own") else None
        if own is None or resolver.is_itself(ref):
            return "".join(resolver.targets([ref]))
        return own.id

    return DockWith(resolver.listed(refs_of(node), meant))


def _text(act: DockWith, names: AnyNames) -> str:
    return f"dock with {names.own_targets(act.targets)}"


def _reach(_resolver: UnitResolver, _ship: Unit, act: DockWith) -> Reach:
    return Reach(act.targets, 0, "{} cannot dock with {} this turn", "DV 7.4")


DOCK = ActKind(("dock",), DockWith, _read, _text, reach=_reach)
UNDOCK = ActKind(
    ("undock",), Undock, lambda _resolver, _node: Undock(), lambda _act, _names: "undock"
)
