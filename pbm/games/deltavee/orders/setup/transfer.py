"""Handing over an energy pod: ``transfer energy pod to A``. Rule: DV S9."""

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, when
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import UnitOrder
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.orders.lines.syntax import conditions_of, refs_of
from pbm.games.deltavee.state.pod_contents import energy_pod
from pbm.games.deltavee.state.units import SPACESHIP
from pbm.kit.english import capital
from pbm.kit.records import Record


class TransferLine(Record):
    """``transfer energy pod to A``: to a unit's id, from a box (0: the first energy pod)."""

    ref: OrderRef
    to: str
    box: int = 0
    condition: Condition = ALWAYS


def _read(resolver: UnitResolver, statement: Statement) -> TransferLine:
    (ref,) = refs_of(statement.node)
    found = resolver.own(ref)
    condition = resolver.conditions(conditions_of(statement.node))
    to = "" if found is None else found.id
    return TransferLine(resolver.ref, to, statement.node.number or 0, condition)


def _text(line: TransferLine, names: SheetNames) -> str:
    pod = f"pod {line.box}" if line.box else "energy pod"
    return f"transfer {pod} to {names.own(line.to)}{when(line.condition, names)}"


def _check(resolver: UnitResolver, line: TransferLine) -> TransferLine | None:
    """A transfer line; None where the scenario knows no such thing. Rule: DV S9."""
    record, unit = resolver.record, resolver.unit
    if record is None or unit is None:
        resolver.not_done("a transfer line is for one ship", "The pod is that of one ship", "DV S9")
        return None
    takers = [taker for giver, taker in resolver.roster.transfers if giver == record.id]
    if line.to not in takers:
        may = [resolver.roster.designation(taker) for taker in takers]
        to = resolver.roster.designation(line.to)
        why = (
            f"It may hand over an energy pod to {' and '.join(may)}"
            if may
            else "In this scenario it hands over no pods"
        )
        resolver.not_done(f"{resolver.name} cannot hand over a pod to {to}", why, "DV S9")
        return None
    fault = energy_pod(unit, line.box)
    if isinstance(fault, str):
        why = capital(fault)
        resolver.not_done(f"{resolver.name} cannot hand over that pod", why, "DV S9")
        return None
    return line


ORDER = UnitOrder(
    "transfer",
    TransferLine,
    _read,
    _text,
    _check,
    kinds=(SPACESHIP,),
    why="Only a spaceship has pods",
    rule="DV S9",
)
