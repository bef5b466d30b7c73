"""A line run through the tables says what Lark itself makes of it, places and all."""

from __future__ import annotations

from typing import Any

import pytest
from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput

from pbm.language import fast_lalr
from pbm.language.fast_lalr import NOT_READ, LineMachine

GRAMMAR = r"""
line: order (";" order)* END?
?order: WORD_GO NAME _TIMES? NUMBER? -> go
      | COMPARE NUMBER -> test
      | MORE NAME -> more
      | "(" order ")"
      | STAY -> stay
other: NUMBER
END: "."
WORD_GO.5: /go(?!\w)/i
STAY.5: /stay(?!\w)/
NAME: /[a-z]\w*/i
NUMBER: /[0-9]+/
COMPARE: /[<>]=?/
MORE: ">"
_TIMES.9: /x(?= *[0-9])/
BLANKS: / +/
%ignore BLANKS
"""
LINES = (
    "go a",
    "GO a x 3; go b 4.",
    "  stay  ;  ( ( go   stay ) ) ; >= 4 ",
    "> b; < 4",
    "go go",
    "(stay)",
)
WRONG = ("", "   ", "go", "go a;", "(stay", "stay)", "go a ?", "? go a", "go a\tx 3", "3", "> 4")


class _Told(Transformer[Token, Any]):
    """Each rule by its name, each token with its kind and all of its places."""

    def _told(self, items: list[Any]) -> Any:
        return [_place(item) for item in items]

    line = other = go = test = more = stay = _told


def _place(item: Any) -> Any:
    if not isinstance(item, Token):
        return item
    places = (item.start_pos, item.end_pos, item.line, item.end_line, item.column, item.end_column)
    return (item.type, str(item), item.value, *places)


def _lark(transformer: Transformer[Token, Any] | None = None) -> Lark:
    return Lark(
        GRAMMAR,
        parser="lalr",
        lexer="contextual",
        start=["line", "other"],
        transformer=transformer,
        lexer_callbacks={"STAY": lambda word: word.update(value="stand")},
    )


@pytest.mark.parametrize("line", LINES)
def test_values_and_places_are_those_of_lark(line: str) -> None:
    lark = _lark(_Told())
    assert LineMachine(lark).parse(line, "line") == lark.parse(line, "line")


@pytest.mark.parametrize("line", LINES)
def test_the_tree_equals_the_tree_of_lark(line: str) -> None:
    lark = _lark()
    assert LineMachine(lark).parse(line, "line") == lark.parse(line, "line")


@pytest.mark.parametrize("line", WRONG)
def test_lines_that_lark_refuses_are_not_read(line: str) -> None:
    lark = _lark()
    with pytest.raises(UnexpectedInput):
        lark.parse(line, "line")
    assert LineMachine(lark).parse(line, "line") is NOT_READ


# Whole words as they are given to it: GO begins with two letters, STAY with the one of STOP.
WORDS = {
    "GO": {"g": r"(?:go)(?!\w)", "w": r"(?:walk|wal)(?!\w)"},
    "STAY": {"s": r"(?:stay|st)(?!\w)"},
    "STOP": {"s": r"(?:stop)(?!\w)"},
}
WORDY = r"""
line: (GO | STAY | STOP | NAME | NUMBER)+
GO.5: /(?:go|walk|wal)(?!\w)/i
STAY.5: /(?:stay|st)(?!\w)/i
STOP.5: /stop(?!\w)/i
NAME: /[a-z]\w*/i
NUMBER: /[0-9]+/
%ignore / +/
"""


@pytest.mark.parametrize(
    "line", ["go WALK wal walks", "stay St stop sto s", "3 go 4 Stop", "st4 gone w", "\u017ftay"]
)
def test_words_by_their_first_letter_are_the_words_of_the_grammar(line: str) -> None:
    lark = Lark(WORDY, parser="lalr", lexer="contextual", start="line", transformer=_Told())
    assert LineMachine(lark, WORDS).parse(line, "line") == lark.parse(line, "line")


def test_places_are_forgotten_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_lalr, "_MOST_PLACES", 20)
    lark, machine = _lark(), LineMachine(_lark())
    for depth, are_many in ((1, False), (30, True), (1, False)):
        line = "(" * depth + "stay" + ")" * depth
        assert machine.parse(line, "line") == lark.parse(line, "line")
        assert (machine._places > 20) == are_many


def test_a_rule_may_be_empty_and_nodes_may_take_the_place_of_trees() -> None:
    grammar = 'start: NAME many ";" NAME\nmany:\nNAME: /[a-z]+/\n%ignore " "'
    lark = Lark(grammar, parser="lalr", lexer="contextual")
    assert LineMachine(lark).parse("ab ; cd", "start") == lark.parse("ab ; cd")
    machine = LineMachine(lark, node=lambda kind, items: (kind, items))
    assert machine.parse("ab ; cd", "start") == ("start", ("ab", ("many", ()), "cd"))


def test_each_start_has_lines_of_its_own() -> None:
    machine = LineMachine(_lark())
    assert machine.parse("3", "other").children == ["3"]
    assert machine.parse("3", "line") is NOT_READ
    assert machine.parse("go a", "other") is NOT_READ


def test_a_word_can_be_changed_before_it_is_used() -> None:
    machine = LineMachine(_lark(_Told()))
    ((told,),) = machine.parse(" stay", "line")
    assert told == ("STAY", "stand", "stand", 1, 5, 1, 1, 2, 6)


def test_a_tree_can_be_made_of_the_places_of_a_word() -> None:
    (order,) = LineMachine(_lark()).parse("go  ab", "line").children
    borrowed = Token.new_borrow_pos("UNIT", "C", order.children[1])
    assert _place(borrowed) == ("UNIT", "C", "C", 4, 6, 1, 1, 5, 7)


def test_names_outside_the_language_may_change_and_keywords_may_not() -> None:
    def louder(word: Token) -> Token:
        return word.update(value=word.upper())

    lark = Lark(
        'start: (GO | NAME)+\nGO: "go"\nNAME: /[a-z]+/\n%ignore " "',
        parser="lalr",
        lexer="contextual",
        lexer_callbacks={"NAME": louder},
    )
    tree = LineMachine(lark).parse("go ab go", "start")
    assert tree == lark.parse("go ab go")
    assert [(one.type, one.value) for one in tree.children] == [
        ("GO", "go"), ("NAME", "AB"), ("GO", "go"),
    ]  # fmt: skip


def test_a_grammar_with_none_for_absent_parts_is_refused() -> None:
    lark = Lark('start: ["a"] NAME [NAME]\nNAME: /[b-z]+/', parser="lalr", lexer="contextual")
    with pytest.raises(TypeError, match="start: parts in square brackets are not read here"):
        LineMachine(lark).parse("b", "start")
