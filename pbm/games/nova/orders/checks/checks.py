"""What may be told of an order before the turn: legality against what its player knows.

An order that may become possible until it is carried out is kept; of one that never can the
part that cannot is left out. Both are said with their numbers and the rule.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pbm.games.nova.orders.catalogue import BY_LINE
from pbm.games.nova.orders.checks import check_money, check_research
from pbm.games.nova.orders.naming import folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.money import (
    Commission,
    Expenditure,
    Pillage,
    Research,
    Salvage,
)


def checked(resolver: Resolver, record: Any) -> tuple[Any, ...]:
    """The record as it is kept: usually itself, none, or several in its place."""
    if (order := BY_LINE.get(type(record))) is not None:
        line = order.check(resolver, record)
        return line if isinstance(line, tuple) else () if line is None else (line,)
    match record:
        case Expenditure():
            check_money.expenditure(resolver, record)
        case Research():
            check_research.research(resolver, record)
        case Salvage():
            check_money.salvage(resolver, record)
        case Pillage():
            check_money.pillage(resolver, record)
        case Commission():
            return _commission(resolver, record)
    return (record,)


def _commission(resolver: Resolver, line: Commission) -> tuple[Commission, ...]:
    """A ship's name is its own. Rule: NV ORD-41, NV PEN-10."""
    roster = resolver.roster
    names: list[str] = []
    for name in line.names:
        if folded(name) in roster.ships:
            resolver.refuse(
                f'you have a ship "{name}" already',
                reason="Ships that are not uniquely named can be given no orders",
                rule="NV ORD-41",
                outcome="The name is not given",
            )
        elif folded(name) in roster.named:
            resolver.refuse(
                f'"{name}" is given twice',
                reason="Ships that are not uniquely named can be given no orders",
                rule="NV ORD-41",
                outcome="The second ship is not called so",
            )
        else:
            roster.named.add(folded(name))
            names.append(name)
    return (replace(line, names=tuple(names)),) if names else ()
