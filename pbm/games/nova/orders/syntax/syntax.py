"""What a line of a Nova sheet says, word by word: the grammar's transformer.

Rules of grammar/nova.lark become the records of `orders` with words as written, or
those of `parsed_lines`; here are sections and other sheets.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from pbm.games.nova.orders.syntax.parsed_lines import (
    Section,
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
