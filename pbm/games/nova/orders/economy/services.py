"""Bills of MCr sent to others, and of what the game master answers: Send, Info, Copy.

Rule: NV ECO-46, NV PEN-04, NV PEN-05.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.games.nova.orders.economy.bill import Bill, amount, fixed
from pbm.games.nova.orders.naming import foe
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.games.nova.state.orders.sheet import Orders
from pbm.kit.problems import Found, illegal
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name


def _copy(_resolver: Resolver, node: Node) -> Mapping[str, Any]:
    """All designs, all orders, or one design by its name."""
    every = node.token("DESIGNS", "ORDERS")
    return {"name": bare(node.names[0]) if every is None else every.type.lower()}


def _copy_words(line: Expenditure, names: Name) -> str:
    return f"Copy {line.name if line.name in ('designs', 'orders') else names(line.name)}"


def _send(resolver: Resolver, node: Node) -> Mapping[str, Any]:
    """``Send 40 to B``, ``Send B 40``."""
    who = node.names[0] if node.token("TO") is None else node.tokens()[-1]
    return {"empire": resolver.empire(who)}


def sends(orders: Orders) -> Iterator[Found]:
    """Transfers of MCr are not conditional. Rule: NV ECO-46."""
    in_all = unconditional(orders.plans)
    for line in (one for plan in orders.plans for one in plan.tries if one.kind == "send"):
        if (line.empire, line.amount) not in in_all:
            problem = illegal(
                "a transfer of MCr cannot be conditional",
                reason="It is not in every list of expenditures",
                rule="NV ECO-46",
                outcome="Nothing is sent",
                remedy="Write the same line into each list",
            )
            yield line.ref.line, problem


def unconditional(plans: Sequence[Plan]) -> set[tuple[str, int]]:
    """Receivers and MCr of the transfers that stand in every list. Rule: NV ECO-46."""
    lists = ([one for one in plan.tries if one.kind == "send"] for plan in plans)
    return set.intersection(*({(one.empire, one.amount) for one in sent} for sent in lists))


INFO = Bill(
    "info",
    lambda line, names: f"Info {names(line.name)}",
    lambda _resolver, node: {"name": bare(node.names[0])},
    fixed(fees.INFO),
)
COPY = Bill("copy", _copy_words, _copy, fixed(fees.COPY))
SEND = Bill(
    "send",
    lambda line, _names: f"Send {line.amount} to {foe(line.empire)}",
    _send,
    cost=amount,
    number="amount",
)
