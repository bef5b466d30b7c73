"""The parser of order lines, and the names that lines of one player may hold."""

from collections.abc import Mapping
from functools import cache, lru_cache

from pbm.games.nova.orders.economy.expenditures import EXPENDITURE
from pbm.games.nova.orders.forms import BARE, marks
from pbm.games.nova.orders.naming import COMING, Roster
from pbm.games.nova.state.orders.letters import ACTIVITIES, CONTACTS
from pbm.language.order import words_for
from pbm.language.parse_tree import Node, NodeTransformer
from pbm.language.parser import LineParser
from pbm.language.token import Token
from pbm.sheets.quoting import Name, labels

_UNITS = {"COLONY": "C"}
_LETTERS = tuple(code.casefold() for code in (*CONTACTS, *ACTIVITIES))
# Words that begin a line whatever stands behind them, and letters of orders: a name like
# them is written in quotes.
_TAKEN = frozenset(("battle", "ground", "free", "note", "end", *_LETTERS))


class ParseTreeTransformer(NodeTransformer):
    """Words of several parts."""

    def unit_kind(self, items: list[Token]) -> Token:
        """A kind of unit by its abbreviation."""
        word = items[0]
        return Token.across("UNIT", _UNITS.get(word.type, word.type), word)

    def worth(self, items: list[Token]) -> Node:
        """The sum a line says it comes to; messages point to the number."""
        return Node("worth", tuple(items[1:]))


@cache
def parser() -> LineParser:
    """The parser of the game's order language, made once."""
    return LineParser("nova", ParseTreeTransformer(), words_for([EXPENDITURE]))


@cache
def _taken() -> frozenset[str]:
    """Words that stand for a name only in quotes."""
    return parser().reserved | _TAKEN


@cache
def _more_than_names() -> frozenset[str]:
    """Words that can stand for more than a name."""
    return _taken().union(*map(str.split, _taken()))


@lru_cache(maxsize=4)
def marks_for(names: frozenset[str]) -> Mapping[str, str]:
    """What stands in the form of a line for each name of a player."""
    return marks(names, _more_than_names(), parser().reserved)


def names_for(roster: Roster) -> Name:
    """How a sheet names own things and systems so that it reads them back."""
    marks = marks_for(roster.names)
    ships = roster.ships.items()
    plain = {ship.id: ship.name for name, ship in ships if marks.get(name) is BARE}
    return _Names(plain, labels(roster.labels, _taken())).__getitem__


class _Names(dict[str, str]):
    """How a sheet names things, by their ids; ``label`` names those that are asked for later."""

    def __init__(self, known: Mapping[str, str], label: Name) -> None:
        super().__init__(known)
        self._label = label

    def __missing__(self, id: str) -> str:
        self[id] = name = self._label(id.removeprefix(COMING))
        return name
