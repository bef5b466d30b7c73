"""The orders of a line one by one, each with the parts of it and when it counts.

``command if docked: right, else left`` is two orders, the second counting if the first did
not; so is ``right if docked else left``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.games.deltavee.orders.lines.syntax import Holds, Tests, holds_of
from pbm.kit.records import Record
from pbm.language.conditions_syntax import all_of
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.language.token import Token

_CHAINED = ("command", "battle", "planet")
# Parts that say when, or begin another order.
_LIMITS = ("when", "or_do", "or_if", "or_abort")
_LISTS = ("steering", "steps", "aims")


class Statement(Record):
    """One order: ``verb``, when it counts, its parts. ``bare``: written without its verb.

    ``node`` is the order as parsed. ``behind``: it follows on ``else`` in the line of the one
    before it. ``ends``: its condition stands behind it and so counts for nothing that comes after.
    """

    verb: str
    word: Token
    node: Node
    parts: tuple[Node, ...]
    holds: Holds = Holds()
    bare: bool = False
    behind: bool = False
    ends: bool = False


def statements(items: Iterable[Any], orders: Mapping[str, OrderKind]) -> Iterator[Any]:
    """The orders of a parsed line, and what else stands in it, as it is.

    ``orders`` by the grammar's rules for them.
    """
    for item in items:
        if isinstance(item, Node) and item.kind == "headed":
            yield from statements(item.items, orders)
        elif isinstance(item, Node) and item.kind == "led":
            holds, order = item.items
            first, *more = _orders(order, orders[order.kind].verb)
            yield replace(first, holds=joined_holds(holds, first.holds))
            yield from more
        elif isinstance(item, Node) and item.kind in orders:
            yield from _orders(item, orders[item.kind].verb)
        else:
            yield item


def _orders(node: Node, verb: str) -> list[Statement]:
    bare = node.kind.startswith("bare")
    parts: list[Node] = []
    for part in node.parts:
        parts += part.parts if part.kind in _LISTS else (part,)
    word = parts[0].word if bare else node.word
    found = Statement(verb, word, node, tuple(parts), holds_of(node), bare=bare)
    return alternatives(found) if verb in _CHAINED else [found]


def alternatives(statement: Statement) -> list[Statement]:
    """A statement and those behind ``else`` in its line, each with its own condition."""
    if not any(part.kind in _LIMITS for part in statement.parts):
        return [statement]
    found = [replace(statement, parts=())]
    for part in statement.parts:
        abort = part.kind == "or_abort" and not _last_jumps(found[-1])
        if abort or part.kind in ("or_do", "or_if"):
            found.append(_otherwise(statement, part))
        else:
            found[-1] = replace(found[-1], parts=(*found[-1].parts, part))
    return list(map(_with_condition_behind, found))


def _otherwise(first: Statement, part: Node) -> Statement:
    act = replace(part, kind="abort_jump") if part.kind == "or_abort" else part.items[-1]
    holds = Holds(holds_of(part).condition, otherwise=True)
    return Statement(first.verb, part.word, first.node, (act,), holds, behind=True)


def _last_jumps(statement: Statement) -> bool:
    return bool(statement.parts) and statement.parts[-1].kind == "jump"


def _with_condition_behind(statement: Statement) -> Statement:
    """A condition behind the one command of an order counts for that order.

    Behind several it is not clear for which: it stays among the parts, to be spoken of.
    """
    *acts, last = statement.parts
    if last.kind != "when" or len(acts) != 1:
        return statement
    holds = joined_holds(statement.holds, Holds(last.condition))
    return replace(statement, parts=tuple(acts), holds=holds, ends=True)


def joined_holds(outer: Holds, inner: Holds) -> Holds:
    """Two conditions at once; ``else`` if either says so."""
    return Holds(both([outer.condition, inner.condition]), outer.otherwise or inner.otherwise)


def both(conditions: Sequence[Tests | None]) -> Tests | None:
    """All of these conditions that there are."""
    some = [one for one in conditions if one is not None]
    return all_of(some) if some else None
