"""Lines of COMMISSIONS: names for ships that are built. Rule: NV ORD-41, NV PEN-10."""

from __future__ import annotations

from msgspec.structs import replace

from pbm.games.nova.orders.code_printer import Names
from pbm.games.nova.orders.naming import folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.money import Commission
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node


def read(resolver: Resolver, node: Node) -> tuple[Commission, ...]:
    """``VIRUS Hornet: Stinger, Wasp``."""
    at, design, *given = node.tokens()
    names = tuple(map(resolver.new_name, given))
    return (Commission(resolver.ref, resolver.system(at), resolver.design(design), names),)


def check(resolver: Resolver, line: Commission) -> Commission | None:
    """A ship's name is its own."""
    roster = resolver.roster
    names: list[str] = []
    for name in line.names:
        if folded(name) in roster.ships:
            _not_unique(resolver, f'you have a ship "{name}" already', "The name is not given")
        elif folded(name) in roster.named:
            _not_unique(resolver, f'"{name}" is given twice', "The second ship is not called so")
        else:
            roster.named.add(folded(name))
            names.append(name)
    return replace(line, names=tuple(names)) if names else None


def _not_unique(resolver: Resolver, fault: str, outcome: str) -> None:
    resolver.refuse(
        fault,
        reason="Ships that are not uniquely named can be given no orders",
        rule="NV ORD-41",
        outcome=outcome,
    )


def line_text(line: Commission, names: Names) -> str:
    """The line in the language of the sheets."""
    return f"{names(line.at)} {names(line.design)}: {', '.join(map(names, line.names))}"


COMMISSION = OrderKind("commission", Commission, read, line_text, check)
