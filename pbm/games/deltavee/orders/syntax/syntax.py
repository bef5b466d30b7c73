"""What a line of a DeltaVee sheet says, word by word: the grammar's transformer.

Rules of grammar/deltavee.lark become the records of `parsed_lines`; those for units and
conditions, commands, and fire are in the classes this one is made of.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token

from pbm.games.deltavee.orders.syntax.alternatives import alternatives
from pbm.games.deltavee.orders.syntax.fire_syntax import FireSyntax
from pbm.games.deltavee.orders.syntax.naming import Ref
from pbm.games.deltavee.orders.syntax.parsed_lines import (
    Agreement,
    Header,
    Holds,
    Part,
    Queue,
    Statement,
    holds_of,
    parts_of,
    refs_of,
)
from pbm.games.deltavee.orders.syntax.purchase_syntax import PurchaseSyntax


class ParseTreeTransformer(PurchaseSyntax, FireSyntax):
    """Builds the records while the line is parsed: headers, doctrine and set-up here."""

    def start(self, items: list[Any]) -> list[Any]:
        """The statements of a line, in its order."""
        return [one for item in items for one in _flat(item)]

    def headed(self, items: list[Any]) -> list[Any]:
        """A header with an order behind it, or two orders that need no sign between them."""
        return items

    def header(self, items: list[Any]) -> Header:
        """SHIP, BATTLECRAFT or MISSILE and names."""
        others = tuple(item for item in items[2:] if item is not None)
        return Header(items[0], items[1], others)

    def all_of(self, items: list[Any]) -> Header:
        """ALL and a kind of unit, or a type of missile."""
        kind = items[1]
        words = {"SHIP": "spaceship", "BATTLECRAFT": "battlecraft", "MISSILE": "missile"}
        return Header(items[0], every=kind.name if isinstance(kind, Part) else words[kind.type])

    def queue(self, items: list[Any]) -> tuple[Ref, ...]:
        """Units in an order."""
        return tuple(item for item in items if isinstance(item, Ref))

    def move_order(self, items: list[Any]) -> Queue:
        """Which units move first."""
        return Queue("move", items[-1])

    def missile_order(self, items: list[Any]) -> Queue:
        """Which missiles intercept first."""
        return Queue("missile", items[-1])

    # --- doctrine ---

    def field_try(self, items: list[Any]) -> Statement:
        """Try the emergency field."""
        condition = items[-1].condition if isinstance(items[-1], Part) else None
        return Statement("field", items[0], (Part("try", items[0]),), Holds(condition))

    def field_never(self, items: list[Token]) -> Statement:
        """Never try it."""
        return Statement("field", items[0], (Part("never", items[0]),))

    def always(self, items: list[Token]) -> Part:
        """Always intercept."""
        return Part("always", items[0])

    def never(self, items: list[Token]) -> Part:
        """Never intercept."""
        return Part("never", items[0])

    def spare(self, items: list[Any]) -> Part:
        """What is not to be intercepted."""
        return Part("not", items[0], units=items[1])

    def only(self, items: list[Any]) -> Part:
        """What alone is to be intercepted."""
        return Part("only", items[0], units=items[1])

    def first_of(self, items: list[Any]) -> Part:
        """What is preferred among equals."""
        return Part("first", items[0], units=items[1])

    def more_of(self, items: list[Ref]) -> Part:
        """One more of the list before it."""
        return Part("more", items[0].word, units=(items[0],))

    def intercept(self, items: list[Any]) -> Statement:
        """How a missile intercepts."""
        return Statement("intercept", items[0], parts_of(items))

    def nothing(self, items: list[Token]) -> Part:
        """No command."""
        return Part("nothing", items[0])

    def planet(self, items: list[Any]) -> list[Statement]:
        """Commands on entering a planet hex."""
        line = Statement("planet", items[0], parts_of(items), holds_of(items))
        return alternatives(line)

    def orbit(self, items: list[Any]) -> Statement:
        """Whether to stay in orbit."""
        stay = next(item for item in items[1:] if isinstance(item, Token))
        parts = (Part(stay.type.lower(), stay), *parts_of(items))
        return Statement("orbit", items[0], parts, holds_of(items))

    def at_range(self, items: list[Any]) -> Part:
        """A range at which to do something."""
        return Part("when", items[0], condition=self.range_of(items[1:]))

    def at_this_range(self, items: list[Any]) -> Part:
        """The same, from a range on that has no sign before it."""
        up_to = (("<=", int(items[2])),)
        return Part("when", items[0], condition=self.range_of([items[1], up_to, items[-1]]))

    def release_keep(self, items: list[Any]) -> Statement:
        """Keep the missiles of a MIMS."""
        return self._release(items, Part("keep", items[0]))

    def release_fan(self, items: list[Any]) -> Statement:
        """Release them in a fan."""
        return self._release(items)

    def release_four(self, items: list[Any]) -> Statement:
        """Release them as they are placed."""
        return self._release(items)

    def _release(self, items: list[Any], *more: Part) -> Statement:
        return Statement("release", items[0], (*parts_of(items), *more), holds_of(items))

    # --- what a scenario of its own may allow ---

    def enter(self, items: list[Any]) -> Statement:
        """How a ship in reserve comes into play."""
        return Statement("enter", items[0], parts_of(items), holds_of(items))

    def transfer(self, items: list[Any]) -> Statement:
        """An energy pod that is handed over."""
        box = next((int(item) for item in items if getattr(item, "type", "") == "NUMBER"), 0)
        given = Part("pod", items[0], box, units=refs_of(items))
        return Statement("transfer", items[0], (given, *parts_of(items)))

    def jettison(self, items: list[Any]) -> Statement:
        """A pod that is put off to make room."""
        return Statement("jettison", items[0], items[-1])

    def agree(self, items: list[Token]) -> Agreement:
        """That the game may end."""
        return Agreement(items[0])

    # --- set-up ---

    def place_at(self, items: list[Token]) -> Part:
        """The hex."""
        return Part("at", items[-1], at=items[-1])

    def place(self, items: list[Any]) -> Statement:
        """Where a ship begins."""
        at = [item for item in items if isinstance(item, Token) and item.type == "HEX"]
        return Statement("place", items[0], (*map(_at, at), *parts_of(items)))

    def words(self, items: list[Token]) -> Token:
        """A kind of pod in words of its own."""
        last = items[-1]
        names = [item for item in items if item.type == "KIND_WORD"]
        token = Token.new_borrow_pos("WORDS", " ".join(names).casefold(), items[0])
        token.end_pos = last.end_pos
        return token

    def one_box(self, items: list[Token]) -> Part:
        """What is in one box."""
        return self.boxes(items)

    def boxes(self, items: list[Token]) -> Part:
        """What is in some boxes."""
        kind = " ".join(items[-1].strip('"').casefold().split())
        numbers = [int(item) for item in items[:-1]]
        return Part("boxes", items[0], numbers[0], numbers[-1], kind, at=items[-1])

    def pods(self, items: list[Any]) -> Statement:
        """Which pod is in which box."""
        return Statement("pods", items[0], parts_of(items))


def _flat(item: Any) -> Iterator[Any]:
    """An item of a line, or those of a list of them."""
    if isinstance(item, list):
        for one in item:
            yield from _flat(one)
    else:
        yield item


def _at(token: Token) -> Part:
    return Part("at", token, at=token)
