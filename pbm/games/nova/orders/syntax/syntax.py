"""What a line of a Nova sheet says, word by word: the grammar's transformer.

Rules of grammar/nova.lark become the records of `orders` with words as written, or
those of `parsed_lines`; here are sections and other sheets.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from pbm.games.nova.orders.syntax.parsed_lines import (
    PregameLine,
    Section,
    Text,
)
from pbm.language.conditions_syntax import RawCondition
from pbm.language.parse_tree import Node, NodeTransformer

_UNITS = {"COLONY": "C"}


class ParseTreeTransformer(NodeTransformer):
    """Builds the records while the line is parsed."""

    def unit_kind(self, items: list[Token]) -> Token:
        """A kind of unit by its abbreviation."""
        word = items[0]
        return Token.new_borrow_pos("UNIT", _UNITS.get(word.type, word.type), word)

    def worth(self, items: list[Token]) -> Node:
        """The sum a line says it comes to; messages point to the number."""
        return Node("worth", tuple(items[1:]))

    # --- sections ---

    def expenditures_head(self, items: list[Any]) -> Section:
        """EXPENDITURES."""
        return Section("expenditures", items[0], items[1] if len(items) > 1 else None)

    def plan(self, items: list[Any]) -> Section:
        """A list of expenditures with a condition."""
        condition = next((item for item in items if isinstance(item, RawCondition)), None)
        body = next((item for item in items if isinstance(item, Node)), None)
        return Section("plan", items[0], body, condition)

    def commissions_head(self, items: list[Any]) -> Section:
        """COMMISSIONS."""
        return Section("commissions", items[0], items[1] if len(items) > 1 else None)

    def research_head(self, items: list[Any]) -> Section:
        """RESEARCH."""
        return Section("research", items[0], items[1] if len(items) > 1 else None)

    def movement_head(self, items: list[Any]) -> Section:
        """MOVEMENT."""
        return Section("movement", items[0], items[1] if len(items) > 1 else None)

    # --- lines whose words are read elsewhere ---

    # --- designs and the pregame sheet ---

    def design_head(self, items: list[Token]) -> Text:
        """A design begins."""
        return Text("design", items[0], (items[1],))

    def design_end(self, items: list[Token]) -> Text:
        """A design ends."""
        return Text("end design", items[0])

    def redesign(self, items: list[Token]) -> Text:
        """A design that improves another."""
        return Text("redesign", items[0], (items[1], items[3]))

    def redesign_head(self, items: list[Token]) -> Text:
        """A redesign written out in full begins."""
        return Text("design", items[0], (items[1], items[3]))

    def missile(self, items: list[Token]) -> Text:
        """A missile design."""
        return Text("missile", items[0], (items[1],))

    def missile_list(self, items: list[Token]) -> Text:
        """The whole list of missiles."""
        return Text("missiles", items[0], tuple(items[1:]))

    def home_type(self, items: list[Token]) -> PregameLine:
        """The type of the home star."""
        return PregameLine("home", items[0], number=int(items[2]))

    def preset(self, items: list[Token]) -> PregameLine:
        """One of the sample technologies."""
        return PregameLine("preset", items[2], items[2])

    def level(self, items: list[Token]) -> tuple[Token, int]:
        """A level of a technology."""
        return items[0], int(items[1])

    def levels(self, items: list[Any]) -> PregameLine:
        """Levels of technologies."""
        return PregameLine("levels", items[0], levels=tuple(items[1:]))

    def buy(self, items: list[Any]) -> PregameLine:
        """Ships or units that are bought."""
        numbers = [int(item) for item in items[1:] if getattr(item, "type", "") == "NUMBER"]
        names = ("NAME", "QUOTED", "UNIT")
        name = next(item for item in items[1:] if getattr(item, "type", "") in names)
        bits = tuple(item for item in items if isinstance(item, Node))
        return PregameLine("buy", name, name, numbers[0] if numbers else 1, bits=bits)

    def keep_money(self, items: list[Token]) -> PregameLine:
        """MCr that are kept."""
        return PregameLine("keep", items[0], number=int(items[1]))
