"""The parser of order lines, and the names that lines of one player may hold."""

from __future__ import annotations

from functools import cache

from pbm.games.nova.orders.code_printer import Names
from pbm.games.nova.orders.naming import COMING, Roster
from pbm.games.nova.orders.syntax.syntax import ParseTreeTransformer
from pbm.games.nova.state.orders.parts import ACTIVITY_CODES, CONTACT_CODES
from pbm.language.parser import LineParser
from pbm.sheets.quoting import labels

_LETTERS = tuple(code.casefold() for code in (*CONTACT_CODES, *ACTIVITY_CODES))
# Words that begin a line whatever stands behind them, and letters of orders: a name like
# them is written in quotes.
_TAKEN = ("battle", "ground", "free", "note", "end", *_LETTERS)


@cache
def parser() -> LineParser:
    """The parser of the game's order language, made once."""
    return LineParser("nova", ParseTreeTransformer())


@cache
def _reserved() -> tuple[str, ...]:
    words = parser().keywords.values()
    return (*(form for word in words for form in (*word.full, *word.short)), *_TAKEN)


def names_for(roster: Roster) -> Names:
    """How a sheet names own things and systems so that it reads them back."""
    name = labels(roster.labels, _reserved())
    return cache(lambda id: name(id.removeprefix(COMING)))
