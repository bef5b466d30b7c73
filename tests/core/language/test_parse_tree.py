"""Nodes of a parsed line: its words, numbers, parts and condition."""

from __future__ import annotations

from typing import Any, cast

from lark import Lark, Token

from pbm.language.conditions_syntax import RawCondition
from pbm.language.parse_tree import Node, NodeTransformer

GRAMMAR = """
start: order+
order: MOVE NUMBER amount? _more* -> moved
     | HOLD
amount: "by" NUMBER NUMBER
_more: "," amount
MOVE: "move"
HOLD: "hold"
NUMBER: /[0-9]+/
%ignore " "
"""


def orders(text: str) -> list[Node]:
    parser = Lark(GRAMMAR, parser="lalr", transformer=NodeTransformer())
    return list(cast("list[Node]", parser.parse(text)))


def test_a_rule_becomes_a_node_of_the_name_of_its_form() -> None:
    moved, held = orders("move 3 by 4 5 hold")
    assert (moved.kind, held.kind) == ("moved", "order")
    assert moved.number == 3
    assert held.number is None
    assert moved.word == "move"
    assert moved.word.start_pos == 0
    assert moved.tokens("NUMBER") == ("3",)
    assert moved.tokens() == ("move", "3")


def test_parts_include_the_nodes_of_inlined_rules() -> None:
    (moved,) = orders("move 3 by 4 5, by 6 7")
    assert [part.tokens("NUMBER") for part in moved.parts] == [("4", "5"), ("6", "7")]
    assert moved.part("amount", "other") is moved.parts[0]
    assert moved.part("other") is None


def test_a_node_without_words_has_the_word_of_its_first_part() -> None:
    word = Token("MOVE", "move")
    assert Node("led", (Node("moved", (word,)),)).word is word


def test_the_condition_is_the_one_in_it() -> None:
    condition: RawCondition[Any] = RawCondition(too_long=True)
    word = Token("IF", "if")
    assert Node("when", (word, condition)).condition is condition
    assert Node("when", (word,)).condition is None
