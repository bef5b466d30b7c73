"""HOME TYPE and KEEP: what there is to spend before turn 1, and the rest a player reckons with.

Rule: NV SET-22, NV SET-27, NV SET-28, NV SET-30.
"""

from pbm.games.nova.orders.pregame.pregame_line import PregameLine, check, line_text, once
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.technology import HOME_TYPE, LEAST_HOME_TYPE, start_mcr
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node


def read_home(resolver: Resolver, node: Node) -> tuple[PregameLine, ...]:
    """``HOME TYPE 7``: a poorer home star leaves more to spend."""
    once(resolver, "home", node.word)
    number = node.number or 0
    if not LEAST_HOME_TYPE <= number <= HOME_TYPE:
        resolver.bad(
            node.word,
            f"a home star cannot be of type {number}",
            reason=f"It is of type {HOME_TYPE}, and may be reduced to {LEAST_HOME_TYPE}",
            rule="NV SET-27",
        )
        return ()
    words = f"HOME TYPE {number} ({start_mcr(number)} MCr to spend)"
    return (PregameLine(resolver.ref, "home", words, {"home_type": number}),)


def read_keep(resolver: Resolver, node: Node) -> tuple[PregameLine, ...]:
    """``KEEP 362``: the sum is compared, never used."""
    once(resolver, "keep", node.word)
    words = f"KEEP {node.number}, to be compared"
    return (PregameLine(resolver.ref, "keep", words, {"keep": node.number}),)


HOME = OrderKind("home type", PregameLine, read_home, line_text, check, ("home_type",), ("home",))
KEEP = OrderKind("keep", PregameLine, read_keep, line_text, check, ("keep_money",))
