"""The lines of a purchase, word by word: ``BUY``, ``with`` and ``FLEET``.

The part of the transformer that only a set-up sheet uses.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from pbm.games.deltavee.orders.syntax.parsed_lines import Buying, Fleet, Good, parts_of


class PurchaseSyntax:
    """Ships to buy, their pods, and where a fleet begins."""

    def stowed(self, items: list[Token]) -> tuple[Token, ...]:
        """What lies in a pod."""
        return tuple(item for item in items if item.type in ("KIND_WORD", "NUMBER"))

    def good(self, items: list[Any]) -> Good:
        """So many pods of a kind."""
        tokens = [item for item in items if isinstance(item, Token) and item.type != "X"]
        number = int(tokens[0]) if tokens[0].type == "NUMBER" else 1
        held = items[-1] if isinstance(items[-1], tuple) else ()
        words = tuple(token for token in held if token.type != "NUMBER" or len(token) > 2)
        each = [int(token) for token in held if token not in words]
        kind = " ".join(tokens[-1].strip('"').casefold().split())
        return Good(tokens[-1], kind, number, words, each[0] if each else None)

    def goods(self, items: list[Any]) -> tuple[Good, ...]:
        """Pods in a row."""
        return tuple(item for item in items if isinstance(item, Good))

    def buy(self, items: list[Any]) -> Buying:
        """A ship with its pods."""
        words = tuple(i for i in items[1:] if isinstance(i, Token) and i.type != "WITH")
        goods = items[-1] if isinstance(items[-1], tuple) else ()
        return Buying(items[0], words, goods)

    def with_goods(self, items: list[Any]) -> Buying:
        """More pods for the ship above."""
        return Buying(items[0], (), items[-1])

    def fleet(self, items: list[Any]) -> Fleet:
        """Where all ships begin."""
        return Fleet(items[0], parts_of(items))
