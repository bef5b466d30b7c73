"""From a line as written to the records it becomes: who reads which line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbm.games.nova.orders.catalogue import BY_RULE
from pbm.games.nova.orders.reading import build_money
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.syntax.parsed_lines import Bit
from pbm.games.nova.state.orders.money import Pillage
from pbm.language.parse_tree import Node

_BUILD: Mapping[str, Callable[[Resolver, Bit], Any]] = {
    "salvage": build_money.salvage_line,
    "research": build_money.research_line,
}


def records_of(resolver: Resolver, raw: Any) -> tuple[Any, ...]:
    """The records that a line of no section of its own becomes, or one of a section."""
    match raw:
        case Node():
            read: tuple[Any, ...] = BY_RULE[raw.kind].read(resolver, raw)
            return read
        case Bit():
            return (_BUILD[raw.kind](resolver, raw),)
        case Pillage():
            return (build_money.pillage_line(resolver, raw),)
        case _:
            return (build_money.commission_line(resolver, raw),)
