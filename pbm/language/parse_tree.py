"""The tree of a parsed order line: nodes with words, parts and built conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from pbm.kit.records import Record
from pbm.language.conditions_syntax import (
    ALWAYS,
    RawCondition,
    RawTest,
    all_of,
    any_of,
    negated,
    none_of,
)
from pbm.language.token import Token

_NOTE = re.compile(r"note(?: +to +(?:the +)?gm(?![\w'\-]))? *:?", re.IGNORECASE)


class Node(Record):
    """A match of a grammar rule, or of one of its aliases, with its contents.

    ``items`` are nodes, results of the transformer's methods, and tokens, which keep their
    places so that a message can point at the very word.
    """

    kind: str
    items: tuple[Any, ...]

    @property
    def word(self) -> Token:
        """The first word, which messages point at."""
        first = self.items[0]
        return first if isinstance(first, Token) else first.word

    def tokens(self, *kinds: str) -> tuple[Token, ...]:
        """Its own words of these kinds, or all of them."""
        own = [item for item in self.items if isinstance(item, Token)]
        return tuple([token for token in own if token.type in kinds] if kinds else own)

    def token(self, *kinds: str) -> Token | None:
        """The first of its own words of these kinds, or None."""
        for item in self.items:
            if isinstance(item, Token) and (item.type in kinds or not kinds):
                return item
        return None

    def behind(self, kind: str) -> Token | None:
        """The word after its first word of this kind, or None."""
        own = self.tokens()
        return next((own[at + 1] for at, word in enumerate(own) if word.type == kind), None)

    @property
    def names(self) -> tuple[Token, ...]:
        """The names among its own words."""
        return self.tokens("NAME", "QUOTED")

    @property
    def name(self) -> Token | None:
        """The first of them; None if there is none."""
        return self.token("NAME", "QUOTED")

    @property
    def number(self) -> int | None:
        """The first number among its own words, or None."""
        for item in self.items:
            if isinstance(item, Token) and item.type == "NUMBER":
                return int(item)
        return None

    @property
    def parts(self) -> tuple[Node, ...]:
        """Its child nodes."""
        return tuple([item for item in self.items if type(item) is Node])

    def part(self, *kinds: str) -> Node | None:
        """The first child node of these kinds, or None."""
        for item in self.items:
            if type(item) is Node and item.kind in kinds:
                return item
        return None

    @property
    def condition(self) -> RawCondition[Any] | None:
        """Its condition, or None."""
        for item in self.items:
            if type(item) is RawCondition:
                return item
        return None


class ParsedTest(RawTest):
    """One test of a condition as it was parsed."""

    node: Node


Condition = RawCondition[Any]
_AROUND = ("holds", "when")  # rules that put words around a condition


def _conditions_in(items: Iterable[Any]) -> Iterator[Condition]:
    for item in items:
        if type(item) is Node:
            if item.kind in _AROUND:
                yield from _conditions_in(item.items)
            elif item.kind == "otherwise":
                yield ALWAYS
        elif type(item) is RawCondition:
            yield item


def condition_in(items: Iterable[Any]) -> Condition | None:
    """The conditions before and after a colon, combined by "and", or None.

    ``else`` alone gives a condition that always holds.
    """
    found = list(_conditions_in(items))
    asking = [condition for condition in found if condition != ALWAYS]
    return all_of(asking) if asking else ALWAYS if found else None


class Note(Record):
    """Words of a sheet for people: a ``note`` to the game master, a ``message`` or a ``remark``.

    ``text``: the words; of a message to whom it is.
    """

    text: str
    kind: Literal["note", "message", "remark"] = "note"


class NodeTransformer:
    """Makes conditions, notes and nodes; a game adds methods for rules of its own."""

    def __default__(self, data: str, children: list[Any], _meta: Any) -> Any:
        """A node for a rule without a method."""
        return Node(str(data), tuple(children))

    def start(self, items: list[Any]) -> list[Any]:
        """The statements of a line, in order."""
        return items

    def note(self, items: list[Token]) -> Note:
        """The words after NOTE TO GM."""
        return Note(_NOTE.sub("", items[0], count=1).strip())

    def remark(self, _items: list[Token]) -> Any:
        """None: a remark in brackets after a name means nothing."""
        return None

    def compare(self, items: list[Token]) -> Token:
        """A comparison such as >=."""
        return Token.across("COMPARE", items[0], items[0])

    def condition(self, items: list[Any]) -> Condition:
        """The condition that holds if any of these holds."""
        return any_of(_conditions(items))

    def together(self, items: list[Any]) -> Condition:
        """The condition that holds if all of these hold."""
        return all_of(_conditions(items))

    def negated(self, items: list[Any]) -> RawTest:
        """The opposite of the test after ``not``."""
        test: RawTest = _test(items[1])
        return negated(test)

    def none_of(self, items: list[Any]) -> Condition:
        """The opposite of the condition after ``not``."""
        return none_of(items[1])


def _test(item: Any) -> Any:
    return ParsedTest(node=item) if isinstance(item, Node) else item


def _conditions(items: list[Any]) -> Iterator[Condition]:
    for item in map(_test, items):
        if isinstance(item, RawTest):
            yield RawCondition(((item,),))
        elif isinstance(item, RawCondition):
            yield item
