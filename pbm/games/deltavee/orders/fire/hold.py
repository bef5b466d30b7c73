"""Holding fire: ``hold fire until turn >= 4``. Rule: DV 8.0."""

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.conditions import Condition, ConditionTest, condition_words
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import CRAFT, UnitOrder
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.kit.records import Record
from pbm.language.conditions_syntax import none_of

# What ``hold fire`` alone waits for: it never holds.
_NEVER = Condition(((ConditionTest("turn", op="<", number=0),),))


class HoldLine(Record):
    """``hold fire`` while the condition does not hold (an unrevealed battlecraft)."""

    ref: OrderRef
    until: Condition


def _read(resolver: UnitResolver, statement: Statement) -> HoldLine:
    raw = statement.node.condition
    if raw is None:
        return HoldLine(resolver.ref, _NEVER)
    if statement.node.kind == "hold_if":
        raw = none_of(raw)
    return HoldLine(resolver.ref, resolver.until(raw))


def _text(line: HoldLine, names: SheetNames) -> str:
    if line.until == _NEVER:
        return "hold fire"
    return f"hold fire until {condition_words(line.until, names)}"


ORDER = UnitOrder(
    "hold",
    HoldLine,
    _read,
    _text,
    rules=("hold", "hold_if"),
    starts=("hold +fire",),
    said=("hold fire",),
    kinds=CRAFT,
    why="Missiles do not fire",
    rule="DV 8.0",
)
