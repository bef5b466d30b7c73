"""The ``evade`` order: always, never, or when a condition holds. Rule: KH 4 Evasive Maneuvers."""

from collections.abc import Iterator

from pbm.engine.events import OrderRef
from pbm.games.knighthawks.orders.conditions import ALWAYS, Condition, behind
from pbm.games.knighthawks.orders.part import ShipOrder
from pbm.games.knighthawks.orders.prefill import Prefill
from pbm.games.knighthawks.orders.resolver import ShipResolver
from pbm.kit.english import with_article
from pbm.kit.records import Record
from pbm.language.order import after_always
from pbm.language.order_resolver import NOT_DONE
from pbm.language.parse_tree import Node, condition_in
from pbm.sheets.quoting import Name

_WHEN = {"evade_always": "always", "evade_never": "never", "evade_if": "when"}


class EvadeLine(Record):
    """The ``evade`` line: "always", "never" or "when" its condition holds."""

    ref: OrderRef | None
    when: str
    condition: Condition = ALWAYS


def _read(resolver: ShipResolver, node: Node) -> EvadeLine:
    condition = resolver.condition(condition_in(node.items), chance=True)
    return EvadeLine(resolver.ref, _WHEN[node.kind], condition)


def _check(resolver: ShipResolver, line: EvadeLine) -> EvadeLine | None:
    if resolver.ship.evades or line.when == "never":
        return line
    resolver.refuse(
        f"{resolver.name} cannot evade",
        reason="Only fighters and assault scouts can, it is " + with_article(resolver.ship.klass),
        rule="KH 4 Evasive Maneuvers",
        outcome=NOT_DONE,
    )
    return None


def _text(line: EvadeLine, name: Name) -> str:
    return f"evade{behind(line.condition, name)}" if line.when == "when" else f"evade {line.when}"


def _prefill(sheet: Prefill) -> Iterator[str]:
    if "evade" not in sheet.idle and sheet.ship.evades:
        yield "  evade   if chance >= 50"


EVADE = ShipOrder(
    verb="evade",
    line=EvadeLine,
    rules=tuple(_WHEN),
    read=_read,
    check=_check,
    line_text=_text,
    prefill=_prefill,
    unreached=after_always("evade"),
    when_moving=False,
)
