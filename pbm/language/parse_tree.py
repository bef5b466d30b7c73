"""The tree of a parsed order line: nodes of words and parts, with conditions worked out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from lark import Token, Transformer, Tree

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

_NOTE = re.compile(r"note(?: +to +(?:the +)?gm(?![\w'\-]))? *:?", re.IGNORECASE)


class Node(Record):
    """A rule of a grammar, or one of its aliases, with what stands in it.

    ``items`` are tokens, which keep their places so that a message can point at the very word,
    nodes, and what methods of a transformer make.
    """

    kind: str
    items: tuple[Any, ...]

    @property
    def word(self) -> Token:
        """The first word, where messages point to."""
        first = self.items[0]
        return first if isinstance(first, Token) else first.word

    def tokens(self, *kinds: str) -> tuple[Token, ...]:
        """Its own words of some kinds, or all of them."""
        own = [item for item in self.items if isinstance(item, Token)]
        return tuple([token for token in own if token.type in kinds] if kinds else own)

    def token(self, *kinds: str) -> Token | None:
        """The first of its own words of some kinds; None if there is none."""
        for item in self.items:
            if isinstance(item, Token) and (item.type in kinds or not kinds):
                return item
        return None

    def behind(self, kind: str) -> Token | None:
        """The word behind its first word of a kind; None if there is none."""
        own = self.tokens()
        return next((own[at + 1] for at, word in enumerate(own) if word.type == kind), None)

    @property
    def name(self) -> Token | None:
        """The first name among its own words."""
        return self.token("NAME", "QUOTED")

    @property
    def number(self) -> int | None:
        """The first number among its own words; None if there is none."""
        for item in self.items:
            if isinstance(item, Token) and item.type == "NUMBER":
                return int(item)
        return None

    @property
    def parts(self) -> tuple[Node, ...]:
        """The nodes in it."""
        return tuple([item for item in self.items if isinstance(item, Node)])

    def part(self, *kinds: str) -> Node | None:
        """The first node in it of some kinds; None if there is none."""
        for item in self.items:
            if isinstance(item, Node) and item.kind in kinds:
                return item
        return None

    @property
    def condition(self) -> RawCondition[Any] | None:
        """The condition in it; None if there is none."""
        for item in self.items:
            if isinstance(item, RawCondition):
                return item
        return None


class ParsedTest(RawTest):
    """One test of a condition as it was parsed."""

    node: Node


Condition = RawCondition[Any]
_AROUND = ("holds", "when")  # rules that put words around a condition


def _conditions_in(items: Iterable[Any]) -> Iterator[Condition]:
    for item in items:
        if isinstance(item, RawCondition):
            yield item
        elif isinstance(item, Node) and item.kind in _AROUND:
            yield from _conditions_in(item.items)
        elif isinstance(item, Node) and item.kind == "otherwise":
            yield ALWAYS


def condition_in(items: Iterable[Any]) -> Condition | None:
    """All conditions among these, before a colon and behind, at once; None without any.

    The one of ``else`` asks for nothing.
    """
    found = list(_conditions_in(items))
    asking = [condition for condition in found if condition != ALWAYS]
    return all_of(asking) if asking else ALWAYS if found else None


class Note(Record):
    """``NOTE TO GM`` and its words."""

    text: str


class NodeTransformer(Transformer[Token, Any]):
    """Makes conditions, notes and nodes; a game adds methods for words of several parts."""

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        """A rule without a method of its own; one that Lark dissolves stays Lark's."""
        if data.startswith("_"):
            return Tree(data, children, meta)
        return Node(str(data), tuple(children))

    def start(self, items: list[Any]) -> list[Any]:
        """The statements of a line, in its order."""
        return items

    def note(self, items: list[Token]) -> Note:
        """The words behind NOTE TO GM."""
        return Note(_NOTE.sub("", items[0], count=1).strip())

    def remark(self, _items: list[Token]) -> Any:
        """What stands in brackets behind a name says nothing."""
        return None

    def compare(self, items: list[Token]) -> Token:
        """A sign of comparison."""
        return Token.new_borrow_pos("COMPARE", items[0], items[0])

    def condition(self, items: list[Any]) -> Condition:
        """Any of these."""
        return any_of(_conditions(items))

    def together(self, items: list[Any]) -> Condition:
        """All of these."""
        return all_of(_conditions(items))

    def negated(self, items: list[Any]) -> RawTest:
        """The opposite of a test."""
        test: RawTest = _test(items[1])
        return negated(test)

    def none_of(self, items: list[Any]) -> Condition:
        """The opposite of a condition."""
        return none_of(items[1])


def _test(item: Any) -> Any:
    return ParsedTest(node=item) if isinstance(item, Node) else item


def _conditions(items: list[Any]) -> Iterator[Condition]:
    for item in map(_test, items):
        if isinstance(item, RawTest):
            yield RawCondition(((item,),))
        elif isinstance(item, RawCondition):
            yield item
