"""The emergency field: ``field try if turn >= 4``, ``field never``. Rule: DV 9.8."""

from collections.abc import Iterator

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, when
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import UnitOrder
from pbm.games.deltavee.orders.lines.prefill import Prefill
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import conditions_of
from pbm.games.deltavee.state.units import SPACESHIP
from pbm.games.deltavee.state.usable import fields, has_emergency_field
from pbm.kit.records import Record
from pbm.language.order import after_always


class FieldLine(Record):
    """The emergency field: ``field try | never | try if ...``."""

    ref: OrderRef
    attempt: bool
    condition: Condition = ALWAYS


def _read(resolver: UnitResolver, statement: Statement) -> FieldLine:
    attempt = statement.node.kind == "field_try"
    return FieldLine(resolver.ref, attempt, resolver.conditions(conditions_of(statement.node)))


def _text(line: FieldLine, names: SheetNames) -> str:
    return f"field {'try' if line.attempt else 'never'}{when(line.condition, names)}"


def _check(resolver: UnitResolver, line: FieldLine) -> FieldLine | None:
    unit = resolver.unit
    if unit is None or fields(unit) or not line.attempt:
        return line
    resolver.not_done(f"{resolver.name} has no force field", "", "DV 4.6")
    return None


def _prefill(sheet: Prefill) -> Iterator[str]:
    if has_emergency_field(sheet.unit):
        yield "  field try"


ORDER = UnitOrder(
    "field",
    FieldLine,
    _read,
    _text,
    _check,
    rules=("field_try", "field_never"),
    unreached=after_always("field"),
    kinds=(SPACESHIP,),
    why="Only a spaceship has a force field",
    rule="DV 4.6",
    prefill=_prefill,
)
