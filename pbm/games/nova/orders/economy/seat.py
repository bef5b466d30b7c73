"""TREASURY AT and HOME AT: where an empire's money and home star are.

Rule: NV ECO-05, NV ECO-11.
"""

from pbm.games.nova.orders.naming import folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.money import Seat
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name


def read(resolver: Resolver, node: Node) -> tuple[Seat, ...]:
    """``TREASURY AT SHOOT``, ``HOME AT SHOOT``."""
    return (Seat(resolver.ref, node.word.type.lower(), resolver.system(node.names[0])),)


def check(resolver: Resolver, line: Seat) -> Seat | None:
    """Only a system of the player's own can be either."""
    if resolver.roster.systems[folded(line.at)].yours:
        return line
    what = "your treasury" if line.what == "treasury" else "your designated home star"
    resolver.refuse(
        f"{line.at} is not yours, so {what} cannot be there",
        rule="NV ECO-11" if line.what == "treasury" else "NV ECO-05",
        outcome="It stays where it is",
    )
    return None


def line_text(line: Seat, names: Name) -> str:
    """The line in the language of the sheets."""
    return f"{line.what.upper()} AT {names(line.at)}"


SEAT = OrderKind(
    *("seat", Seat, read, line_text, check),
    rules=("treasury_at", "home_at"),
    starts=("treasury", "home"),
)
