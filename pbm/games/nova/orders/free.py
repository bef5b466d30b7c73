"""FREE: an order in the player's words, which the game master answers. Rule: NV ORD-10."""

from collections.abc import Iterator

from pbm.games.nova.orders.prefill import Prefill
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.standing import Free
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name, remark


def read(resolver: Resolver, node: Node) -> tuple[Free, ...]:
    """``FREE`` and words of any kind. Ambiguity: NV A-ORD-FREE."""
    words = node.word[len("free") :].strip(" :")
    if not words:
        resolver.say_bad("this free order is empty", "Write what is to be done behind FREE")
    ref = resolver.ref
    return (Free(ref, words, f"{ref.player}-free-{resolver.line.number}"),)


def check(resolver: Resolver, line: Free) -> Free | None:
    """A campaign may do without them."""
    if resolver.options["free_orders"] != "refused":
        return line
    fault = "free orders are not used in this campaign"
    resolver.refuse(fault, rule="NV ORD-10", outcome="It is left out")
    return None


def line_text(line: Free, _names: Name) -> str:
    """The line in the language of the sheets."""
    return f"FREE {line.text}"


def prefill(sheet: Prefill) -> Iterator[str]:
    """That there are such orders, and notes."""
    if sheet.options.get("free_orders") == "docket":
        yield from remark("FREE an order of your own;  NOTE TO GM words")


FREE = OrderKind("free", Free, read, line_text, check, prefill=prefill)
