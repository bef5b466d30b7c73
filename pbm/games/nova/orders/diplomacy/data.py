"""DATA: exploration data given away. Rule: NV CON-28."""

from msgspec.structs import replace

from pbm.games.nova.orders.naming import foe, folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.dealings import Data
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name


def read(resolver: Resolver, node: Node) -> tuple[Data, ...]:
    """``DATA TEDDY, MAVIS to B``."""
    _data, *names, _to, who = node.tokens()
    systems = tuple(dict.fromkeys(filter(None, map(resolver.system, names))))
    return (Data(resolver.ref, systems, resolver.empire(who)),)


def check(resolver: Resolver, line: Data) -> Data | None:
    """Only systems that were explored can be told."""
    systems = resolver.roster.systems
    told = tuple(name for name in line.systems if systems[folded(name)].explored)
    for name in line.systems:
        if name not in told:
            resolver.refuse(
                f"you have not explored {name}",
                rule="NV CON-28",
                outcome="Nothing about it can be given away",
            )
    return replace(line, systems=told) if told else None


def line_text(line: Data, names: Name) -> str:
    """The line in the language of the sheets."""
    return f"DATA {', '.join(map(names, line.systems))} to {foe(line.to)}"


DATA = OrderKind("data", Data, read, line_text, check, rules=("data",))
