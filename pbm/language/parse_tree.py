"""What the parser makes of a rule that has no method of its own: a node of words and parts."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from pbm.kit.records import Record
from pbm.language.conditions_syntax import Language, RawCondition


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


class NodeTransformer(Language):
    """Makes nodes; a game's transformer adds methods for conditions and words of several parts."""

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        """A rule without a method of its own; one that Lark dissolves stays Lark's."""
        if data.startswith("_"):
            return Tree(data, children, meta)
        return Node(str(data), tuple(children))
