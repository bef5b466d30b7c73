"""A line run through the tables says what Lark itself makes of it, places and all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from lark import Lark, Tree
from lark.exceptions import UnexpectedInput

from pbm.language import fast_lalr
from pbm.language.fast_lalr import NOT_READ, LineMachine
from pbm.language.lark_tables import tables_of
from pbm.language.parse_tree import Node, NodeTransformer
from pbm.language.token import Token

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
MORE: "~"
_TIMES.9: /x(?= *[0-9])/
BLANKS: / +/
%ignore BLANKS
"""
LINES = (
    "go a",
    "GO a x 3; go b 4.",
    "  stay  ;  ( ( go   stay ) ) ; >= 4 ",
    "~ b; < 4",
    "go go",
    "(stay)",
)
WRONG = ("", "   ", "go", "go a;", "(stay", "stay)", "go a ?", "? go a", "go a\tx 3", "3", "~ 4")


class _Told:
    """Each rule by its name, each token with its kind and its places."""

    def go(self, items: list[Any]) -> Any:
        """A rule with a method of its own."""
        return ["going", *map(_place, items)]

    def __default__(self, data: str, items: list[Any], _meta: Any) -> Any:
        spliced: Any = Tree(data, items)  # which nobody but Lark asks for
        return spliced if data.startswith("_") else [str(data), *map(_place, items)]


def _place(item: Any) -> Any:
    if not isinstance(item, str):
        return item
    word: Any = item
    return (word.type, str(word), word.start_pos, word.end_pos)


def _lark(grammar: str = GRAMMAR, transformer: Any = None) -> Lark:
    starts = ["line", "other"] if grammar is GRAMMAR else ["line"]
    return Lark(grammar, parser="lalr", lexer="contextual", start=starts, transformer=transformer)


def _machine(
    grammar: str = GRAMMAR,
    transformer: Any = None,
    words: Any = None,
    change: Callable[[Token], Token] = lambda word: word,
) -> LineMachine:
    tables = tables_of(_lark(grammar), {}, "")
    return LineMachine(tables, transformer or NodeTransformer(), words, change)


@pytest.mark.parametrize("line", LINES)
def test_values_and_places_are_those_of_lark(line: str) -> None:
    told = _lark(transformer=_Told()).parse(line, "line")
    assert _machine(transformer=_Told()).parse(line, "line") == told


@pytest.mark.parametrize("line", WRONG)
def test_lines_that_lark_refuses_are_not_read(line: str) -> None:
    with pytest.raises(UnexpectedInput) as caught:
        _lark().parse(line, "line")
    machine, error = _machine(), cast("Any", caught.value)
    assert machine.parse(line, "line") is NOT_READ
    at, accepted = machine.stop(line, "line")
    assert at == (error.pos_in_stream if line[at:] else len(line))
    assert accepted == tuple(sorted(error.interactive_parser.accepts()))
    assert machine.stop(line, "line") == (at, accepted)


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
    told: Any = _lark(WORDY, _Told()).parse(line, "line")
    assert _machine(WORDY, _Told(), WORDS).parse(line, "line") == told


def test_places_are_forgotten_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_lalr, "_MOST_PLACES", 20)
    lark, machine = _lark(transformer=_Told()), _machine(transformer=_Told())
    for depth, are_many in ((1, False), (30, True), (1, False)):
        line = "(" * depth + "stay" + ")" * depth
        assert machine.parse(line, "line") == lark.parse(line, "line")
        assert (machine._places > 20) == are_many


def test_a_rule_may_be_empty_and_a_rule_without_a_method_is_a_node() -> None:
    grammar = 'line: NAME many ";" NAME\nmany:\nNAME: /[a-z]+/\n%ignore " "'
    assert _machine(grammar).parse("ab ; cd", "line") == Node(
        "line", (Token("NAME", "ab"), Node("many", ()), Token("NAME", "cd"))
    )


def test_each_start_has_lines_of_its_own() -> None:
    machine = _machine()
    assert machine.parse("3", "other") == Node("other", (Token("NUMBER", "3"),))
    assert machine.parse("3", "line") is NOT_READ
    assert machine.parse("go a", "other") is NOT_READ


def test_a_rule_may_keep_the_words_that_others_drop() -> None:
    grammar = 'line: "(" kept ")"\n!kept: "x" | "y"\n'
    told: Any = _lark(grammar, _Told()).parse("(y)", "line")
    assert _machine(grammar, _Told()).parse("(y)", "line") == told == [
        "line", ["kept", ("Y", "y", 1, 2)],
    ]  # fmt: skip


def test_a_word_can_be_changed_before_it_is_used() -> None:
    def named(word: Token) -> Token:
        word.type = "NAME" if word.casefold() == "walk" else word.type
        return word

    machine = _machine(WORDY, _Told(), WORDS, named)
    assert machine.parse("go walk a", "line") == [
        "line", ("GO", "go", 0, 2), ("NAME", "walk", 3, 7), ("NAME", "a", 8, 9),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("grammar", "fault"),
    [
        ('line: ["a"] NAME [NAME]\nNAME: /[b-z]+/', "line: parts in square brackets"),
        ('line: (GO | NAME)+\nGO: "go"\nNAME: /[a-z]+/', "NAME: a pattern that matches a word"),
    ],
)
def test_a_grammar_with_what_the_lines_do_not_need_is_refused(grammar: str, fault: str) -> None:
    with pytest.raises(TypeError, match=f"{fault}.* not read here"):
        _machine(grammar)
