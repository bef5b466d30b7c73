"""Whether a unit stays in orbit: ``orbit stay``, ``orbit leave``. Rule: DV 6.5."""

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, prefix
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import CRAFT, UnitOrder
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import conditions_of
from pbm.kit.records import Record
from pbm.language.order import after_always


class OrbitLine(Record):
    """``orbit: stay | leave``."""

    ref: OrderRef
    stay: bool
    condition: Condition = ALWAYS


def _read(resolver: UnitResolver, statement: Statement) -> OrbitLine:
    stay = bool(statement.node.tokens("STAY"))
    return OrbitLine(resolver.ref, stay, resolver.conditions(conditions_of(statement.node)))


def _text(line: OrbitLine, names: SheetNames) -> str:
    return f"orbit {prefix(line.condition, names)}{'stay' if line.stay else 'leave'}"


ORDER = UnitOrder(
    "orbit",
    OrbitLine,
    _read,
    _text,
    unreached=after_always("orbit"),
    kinds=CRAFT,
    why="A missile that enters a planet hex is destroyed",
    rule="DV 6.5",
)
