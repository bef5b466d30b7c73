"""A line of the pregame sheet as it is understood, and what it changes of that sheet."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.resolver import Resolver
from pbm.kit.records import Record
from pbm.language.token import Token
from pbm.sheets.quoting import Name


class PregameLine(Record):
    """What a line changes: fields of the pregame sheet by name; ``words`` are those of a receipt.

    ``kind``: home, preset, levels, buy or keep.
    """

    ref: OrderRef
    kind: str
    words: str
    changes: Mapping[str, Any]


def once(resolver: Resolver, kind: str, word: Token) -> None:
    """Refuse a second line of a kind of which there is one."""
    if kind in resolver.roster.pregame.refs:
        resolver.bad(word, f"{kind} occurs twice")


def check(resolver: Resolver, line: PregameLine) -> PregameLine:
    """The sheet as this line changes it; designs below are judged by its technology."""
    roster = resolver.roster
    refs = {**roster.pregame.refs, line.kind: line.ref}
    roster.pregame = replace(roster.pregame, refs=refs, **line.changes)
    roster.levels = line.changes.get("tech", roster.levels)
    return line


def line_text(line: PregameLine, _names: Name) -> str:
    """The line with what follows from it."""
    return line.words
