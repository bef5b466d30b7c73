"""Energy that fire leaves: ``energy floor 30``. Rule: DV 8.2."""

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import CRAFT, UnitOrder
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.kit.records import Record


class FloorLine(Record):
    """``energy floor 30``: fire spends nothing below."""

    ref: OrderRef
    units: int


def _read(resolver: UnitResolver, statement: Statement) -> FloorLine:
    return FloorLine(resolver.ref, statement.node.number or 0)


def _text(line: FloorLine, _names: SheetNames) -> str:
    return f"energy floor {line.units}"


ORDER = UnitOrder(
    "floor",
    FloorLine,
    _read,
    _text,
    starts=("energy +floor",),
    said=("energy floor",),
    kinds=CRAFT,
    why="Missiles do not fire",
    rule="DV 8.2",
)
