"""What an order of a unit is: which record it makes, who may be given it, how it is read."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.state.units import BATTLECRAFT, MISSILE, MISSILE_TYPES, SPACESHIP
from pbm.language.line_log import article
from pbm.language.order import OrderKind, Unreached, misplaced

CRAFT = (SPACESHIP, BATTLECRAFT)
_EVERY = (*CRAFT, MISSILE)


class UnitOrder(OrderKind):
    """An order of a unit.

    ``into`` is the list of `UnitOrders` that its lines stand in. ``kinds`` of units and
    ``missiles`` by type may be given it, others not because of ``why`` and ``rule``.
    """

    into: str = ""
    kinds: tuple[str, ...] = _EVERY
    missiles: tuple[str, ...] = MISSILE_TYPES
    why: str = ""
    rule: str = ""


def after_chain(verb: str) -> Callable[[Sequence[Any], str], Iterator[Unreached]]:
    """For orders with ``else``, which counts only if nothing of its chain held."""

    def unreached(lines: Sequence[Any], unit: str) -> Iterator[Unreached]:
        always = 0
        for line in lines:
            if not line.otherwise:
                always = 0
            elif always == line.ref.line:
                fault = f'what follows "else" in this {verb} line of {unit} never counts'
                yield always, fault, "What stands before it always holds"
            elif always:
                reason = f"Line {always} always holds, and this one says else"
                yield line.ref.line, f"this {verb} line of {unit} never counts", reason
            if not line.condition.any_of and not always:
                always = line.ref.line

    return unreached


def checked(resolver: UnitResolver, order: UnitOrder, line: Any, sheet: str) -> Any:
    """The line if it is to be kept, perhaps with less in it, else None; ``sheet`` is its kind.

    An order that may become possible until it is carried out is kept; one that never can is
    left out, or the part of it that cannot. Legality itself stands where the run has it, and
    is asked there. Rule: DV PBM.
    """
    if _misplaced(resolver, order, sheet) or _not_for(resolver, order):
        return None
    return order.check(resolver, line)


def _misplaced(resolver: UnitResolver, order: UnitOrder, sheet: str) -> bool:
    fault = misplaced(order, sheet)
    if not fault:
        return False
    why = "Ships are placed and fitted out at set-up, and do nothing else there"
    resolver.not_done(fault, why, "")
    return True


def _not_for(resolver: UnitResolver, order: UnitOrder) -> bool:
    """Say of a line that it is for units of another kind, if it is."""
    klass = resolver.kind if resolver.record is None else resolver.record.klass
    kind = MISSILE if resolver.kind in MISSILE_TYPES else resolver.kind
    if kind in order.kinds and (kind != MISSILE or klass in (*order.missiles, MISSILE)):
        return False
    fault = f"{resolver.name} has no use for {article(order.verb)} {order.verb} line"
    resolver.not_done(fault, order.why, order.rule)
    return True
