"""PERMIT, STOP, REVOKE: who may pass gates and interdicting ships.

Rule: NV MOV-14, NV UNI-15, NV ORD-51, NV ORD-52.
"""

from collections.abc import Iterator

from pbm.games.nova.orders.naming import foe, folded
from pbm.games.nova.orders.prefill import UNWRITTEN, Prefill
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.dealings import PermitLine
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name


def read(resolver: Resolver, node: Node) -> tuple[PermitLine, ...]:
    """One line for each empire named; a STOP is for one's own ships."""
    let = node.part("let_gate", "let_interdiction")
    revoke = node.kind.startswith("revoke")
    if let is None:
        return (PermitLine(resolver.ref, "stop", "", resolver.system(node.names[0]), revoke),)
    kind = let.kind.removeprefix("let_")
    what = ""
    if let.name is not None:
        what = resolver.gate(let.name) if kind == "gate" else resolver.ship(let.name)
    who = resolver.empires(node.tokens("NAME", "QUOTED", "NUMBER"))
    return tuple(PermitLine(resolver.ref, kind, one, what, revoke) for one in who)


def line_text(line: PermitLine, names: Name) -> str:
    """The line in the language of the sheets."""
    verb = "REVOKE" if line.revoke else "PERMIT"
    if line.kind == "stop":
        return f"{'REVOKE ' if line.revoke else ''}STOP own at {names(line.what)}"
    if line.kind == "gate":
        return f"{verb} {foe(line.who)} through {names(line.what)}"
    return f"{verb} {foe(line.who)} interdiction {f'of {names(line.what)}' if line.what else 'all'}"


def prefill(sheet: Prefill) -> Iterator[str]:
    """What stands; of a gate or ship that is gone its id."""
    roster = sheet.roster

    def name(what: str) -> str:
        is_known = what in roster.labels or folded(what) in roster.systems
        return sheet.names(what) if is_known else what

    for one in roster.view.permits:
        line = PermitLine(UNWRITTEN, one.kind, one.who, one.what)
        yield f"  # stands: {line_text(line, name)}"


PERMIT = OrderKind(
    "permit",
    PermitLine,
    read,
    line_text,
    rules=("permit", "stop_line", "revoke", "revoke_stop"),
    starts=("permit", "stop", "revoke"),
    prefill=prefill,
)
