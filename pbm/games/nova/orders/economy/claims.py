"""PRODUCTION, TREASURY and the like: sums as a player has them, compared and never used.

Rule: NV ORD-04.
"""

from collections.abc import Iterator

from pbm.games.nova.orders.prefill import Prefill
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Claim
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name, remark


def read(resolver: Resolver, node: Node) -> tuple[Claim, ...]:
    """``PRODUCTION 316``, ``TREASURY AFTER -20``, ``RECEIVED 100 FROM B``: each once."""
    what = node.tokens("PRODUCTION", "TREASURY", "AFTER", "BONUS", "TOTAL", "EXPEND", "RECEIVED")
    who = node.token("NAME", "QUOTED", "NUMBER")
    sender = resolver.empire(who) if who is not None else ""
    claim = Claim(resolver.ref, what[-1].type.lower(), mcr(node), str(who or ""))
    if not resolver.is_understood:
        return ()
    if resolver.roster.claims.setdefault((claim.what, sender), claim) is not claim:
        fault = f"what {sender} sent occurs twice" if sender else f'"{node.word}" occurs twice'
        resolver.bad(node.word, fault)
    return (claim,)


def mcr(node: Node) -> int:
    """The amount in a node of the front; a treasury may be below zero."""
    (amount,) = (part for part in node.parts if part.kind in ("amount", "minus"))
    number = amount.number or 0
    return -number if amount.kind == "minus" else number


def line_text(claim: Claim, _names: Name) -> str:
    """The line as it was written."""
    who = f" {claim.who}" if claim.who else ""
    return f"{claim.what}{who} {claim.number}, to be compared"


def prefill(sheet: Prefill) -> Iterator[str]:
    """What there is."""
    empire = sheet.roster.empire
    yield f"PRODUCTION {empire.production_next}   TREASURY {empire.treasury}"


def claims_to_come(sheet: Prefill) -> Iterator[str]:
    """What comes in, and what is left when only teams are kept."""
    empire, spent = sheet.roster.empire, fees.UPKEEP * sheet.teams
    yield from ("  # RECEIVED empire sum", "BONUS 0")
    total, after = empire.treasury + empire.production_next, sheet.money - spent
    yield f"  # TOTAL {total}   EXPEND {spent}   TREASURY AFTER {after}"
    if empire.debt:
        yield from remark(f"{empire.debt} MCr of debt are paid first")
    if empire.locked:
        yield from remark(f"{empire.locked} MCr more were sent to you, to be spent later")


CLAIM = OrderKind("claim", Claim, read, line_text, rules=("sum",), prefill=prefill)
