"""What a unit does on entering a planet's hex: ``planet right 2, accelerate 1``. Rule: DV 6.5."""

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.commands.maneuvers import CourseChange, acts_of, change, change_words
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, prefix
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import CRAFT, UnitOrder, after_chain
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.kit.records import Record


class PlanetLine(Record):
    """``planet: right 2, accelerate 1`` on entering a planet hex; empty: nothing."""

    ref: OrderRef
    commands: tuple[CourseChange, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False


def _read(resolver: UnitResolver, statement: Statement) -> PlanetLine:
    return PlanetLine(
        resolver.ref,
        tuple(change(resolver, part) for part in acts_of(resolver, statement)),
        resolver.condition(statement.holds.condition),
        statement.holds.otherwise,
    )


def _text(line: PlanetLine, names: SheetNames) -> str:
    what = ", ".join(map(change_words, line.commands)) or "nothing"
    return f"planet {prefix(line.condition, names, otherwise=line.otherwise)}{what}"


ORDER = UnitOrder(
    "planet",
    PlanetLine,
    _read,
    _text,
    unreached=after_chain("planet"),
    kinds=CRAFT,
    why="A missile that enters a planet hex is destroyed",
    rule="DV 6.5",
)
