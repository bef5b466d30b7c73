"""DESTROY: money, a part-paid ship or a gate end. Rule: NV ECO-09, NV ECO-13, NV UNI-18."""

from pbm.games.nova.orders.economy.claims import mcr
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.money import Destroy
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name


def read(resolver: Resolver, node: Node) -> tuple[Destroy, ...]:
    """``DESTROY 100 MCr | hull Bee | Ring-A``."""
    if node.name is None:
        number = mcr(node)
        if number <= 0:
            resolver.say_bad("there is nothing to destroy", "Write how many MCr")
        return (Destroy(resolver.ref, "MCr", number),)
    if node.kind == "destroy_hull":
        return (Destroy(resolver.ref, "hull", id=resolver.hull(node.name)),)
    return (Destroy(resolver.ref, "gate", id=resolver.gate(node.name)),)


def check(resolver: Resolver, line: Destroy) -> Destroy:
    """No more money than there will be."""
    empire = resolver.roster.empire
    have = empire.treasury + empire.production_next
    if line.what == "MCr" and line.number > have:
        resolver.refuse(
            f"you will have {have} MCr, not {line.number}",
            rule="NV ECO-13",
            outcome="All that is there then is destroyed",
        )
    return line


def line_text(line: Destroy, names: Name) -> str:
    """The line in the language of the sheets."""
    if line.what == "MCr":
        return f"DESTROY {line.number} MCr"
    return f"DESTROY {line.what} {names(line.id)}"


DESTROY = OrderKind(
    "destroy", Destroy, read, line_text, check, ("destroy_money", "destroy_hull", "destroy_gate")
)
