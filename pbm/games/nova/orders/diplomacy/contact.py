"""CONTACT: full contact with an empire, and introductions. Rule: NV CON-10, NV CON-11."""

from collections.abc import Iterator

from pbm.games.nova.orders.naming import foe, is_minor, label_of
from pbm.games.nova.orders.prefill import UNWRITTEN, Prefill
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.dealings import ContactLine
from pbm.games.nova.state.state import FULL
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name, remark

_KINDS = {
    "contact_full": "full",
    "contact_through": "through",
    "contact_as_introduced": "through",
    "contact_introduce": "introduce",
}


def read(resolver: Resolver, node: Node) -> tuple[ContactLine, ...]:
    """``CONTACT full B | full through B | introduce B to C | as introduced first``."""
    who = node.tokens("NAME", "QUOTED", "NUMBER")
    empires = [resolver.empire(one) for one in who]
    if node.kind == "contact_introduce" and empires[1] and empires[0] == empires[1]:
        resolver.bad(who[1], f"{empires[1]} cannot be introduced to {empires[1]}")
    return (ContactLine(resolver.ref, _KINDS[node.kind], *empires),)


def check(resolver: Resolver, line: ContactLine) -> ContactLine:
    """Say which contacts are full already, and which empires cannot introduce yet."""
    contact = resolver.roster.empire_of(line.empire) if line.empire else None
    if contact is None:
        return line
    full = contact.kind == FULL
    if line.kind == "full" and full:
        resolver.warn(f"you are in full contact with {line.empire} already")
    elif line.kind != "full" and not full:
        resolver.refuse(
            f"you are not in full contact with {line.empire}",
            reason="Only an empire in full contact with both can introduce them",
            rule="NV CON-11",
            outcome="Unless that changes this turn, it has no effect",
        )
    return line


def line_text(line: ContactLine, _names: Name) -> str:
    """The line in the language of the sheets."""
    if line.kind == "introduce":
        return f"CONTACT introduce {foe(line.empire)} to {foe(line.to)}"
    if line.kind == "through":
        who = f"full through {foe(line.empire)}" if line.empire else "as introduced first"
        return f"CONTACT {who}"
    return f"CONTACT full {foe(line.empire)}"


def prefill(sheet: Prefill) -> Iterator[str]:
    """Whom the player knows, and whom full contact can be made with."""
    contacts = sheet.roster.view.contacts
    known = [
        f"{label_of(one)} ({', '.join(filter(None, (one.kind, one.name)))})" for one in contacts
    ]
    if known:
        yield from remark(f"you know {', '.join(known)}")
    for one in contacts:
        if not is_minor(one) and one.kind != FULL:
            line = ContactLine(UNWRITTEN, "full", label_of(one))
            yield f"  # {line_text(line, sheet.names)}"


CONTACT = OrderKind(
    *("contact", ContactLine, read, line_text, check), rules=tuple(_KINDS), prefill=prefill
)
