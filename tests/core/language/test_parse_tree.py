"""Nodes of a parsed line: its words, numbers, parts and condition."""

from __future__ import annotations

import pickle
from typing import Any, cast

from lark import Lark

from pbm.language.conditions_syntax import RawCondition
from pbm.language.fast_lalr import LineMachine
from pbm.language.lark_tables import tables_of
from pbm.language.parse_tree import Node, NodeTransformer
from pbm.language.token import Token

GRAMMAR = """
start: order+
order: MOVE NUMBER amount? _more* -> moved
     | HOLD
amount: _BY NUMBER NUMBER
_more: "," amount
_BY: "by"
MOVE: "move"
HOLD: "hold"
NUMBER: /[0-9]+/
%ignore " "
"""


def orders(text: str) -> list[Node]:
    tables = tables_of(Lark(GRAMMAR, parser="lalr", lexer="contextual"), {}, "")
    return cast("list[Node]", LineMachine(tables, NodeTransformer()).parse(text, "start"))


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


def test_words_are_their_texts_but_of_two_kinds_they_differ() -> None:
    word = Token("MOVE", "go", 3, 5)
    others = ["go", "goes", Token("MOVE", "go"), Token("NAME", "go", 3, 5), Token("MOVE", "goes")]
    assert [word == one for one in others] == [True, False, True, False, False]
    assert [word != one for one in others] == [False, True, False, True, True]
    assert "go" in {word}


def test_a_word_stands_in_the_place_of_others() -> None:
    first, last = Token("A", "at", 3, 5), Token("B", "most", 7, 11)
    made = [Token.across("AT", "C", first), Token.across("AT", "C", first, last)]
    assert [(one, one.type, one.start_pos, one.end_pos) for one in made] == [
        ("C", "AT", 3, 5),
        ("C", "AT", 3, 11),
    ]


def test_another_process_gets_a_word_with_its_place() -> None:
    word = pickle.loads(pickle.dumps(Token("MOVE", "go", 3, 5)))
    assert (word, word.type, word.start_pos, word.end_pos) == ("go", "MOVE", 3, 5)


def test_the_condition_is_the_one_in_it() -> None:
    condition: RawCondition[Any] = RawCondition(too_long=True)
    word = Token("IF", "if")
    assert Node("when", (word, condition)).condition is condition
    assert Node("when", (word,)).condition is None
