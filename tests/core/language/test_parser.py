"""One line parsed alone: abbreviations that are clear, faults in a player's words."""

from __future__ import annotations

from threading import Thread
from typing import Any

import pytest
from lark import Lark

from pbm.games.knighthawks.orders.reading import parser
from pbm.language import parser as line_parser
from pbm.language.keywords import Keyword, pattern_of
from pbm.language.lark_tables import keywords
from pbm.language.parse_tree import NodeTransformer
from pbm.language.syntax_errors import GrammarWords, SyntaxFault, explain
from pbm.language.token import Token

# In the first place four keywords, two of them alike; behind ``name`` a keyword beside names.
LITTLE = """
start: SPEED NUMBER | SPREAD NUMBER | STAY | CALL (NAME | NEAREST | NEVER)
SPEED: "speed"
SPREAD: "spread"
STAY: "stay"
CALL: "call"
NEAREST: "nearest"
NEVER: "never"
NAME: /[a-z][a-z0-9]*/
NUMBER: /[0-9]+/
%ignore " "
"""


def little() -> dict[str, Keyword]:
    return keywords(Lark(LITTLE, parser="lalr", lexer="contextual"), {"STAY": ["halt"]})


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("SPEED", ("spee", "spe")),  # "sp" could be spread
        ("SPREAD", ("sprea", "spre", "spr")),
        ("STAY", ("sta", "st", "hal", "ha")),
        ("CALL", ("cal", "ca")),  # one letter is never enough
        ("NEAREST", ("neares", "neare", "near", "nea")),  # "ne" could be never
        ("NEVER", ("neve", "nev")),  # and beside names two letters are too few
    ],
)
def test_an_abbreviation_is_clear_where_the_word_can_stand(
    name: str, short: tuple[str, ...]
) -> None:
    assert little()[name].short == short


def test_a_keyword_has_its_synonyms() -> None:
    assert little()["STAY"].full == ("stay", "halt")


def test_the_longest_form_is_tried_first_and_only_whole_words_count() -> None:
    pattern = pattern_of(Keyword(("laser battery", "lb"), ("las",)))
    assert pattern == r"(?:laser +battery|las|lb)(?![\w'\-])"


def syntax_fault(line: str, names: frozenset[str] = frozenset()) -> SyntaxFault:
    found = parser().parse(line, names)
    assert isinstance(found, SyntaxFault), found
    return found


@pytest.mark.parametrize("line", ["attack LC at nea", "attack LC at near", "mov spe 3", "MOVE sto"])
def test_clear_abbreviations_are_understood(line: str) -> None:
    assert not isinstance(parser().parse(line), SyntaxFault)


def test_a_known_name_is_a_name_even_if_it_could_be_an_abbreviation() -> None:
    def target(names: frozenset[str], word: str = "nea") -> Token:
        found: Any = parser().parse(f"attack LC at {word}", names)
        token: Token = found[0].part("fire").part("targets").items[0]
        return token

    assert target(frozenset()).type == "NEAREST"
    assert target(frozenset({"nea"})).type == "NAME"
    assert target(frozenset({"nearest"}), "nearest").type == "NEAREST"
    assert target(frozenset(), '"nearest"').type == "QUOTED"


@pytest.mark.parametrize(
    ("line", "fault", "at"),
    [
        ("move s 5", '"s" can mean screen, speed, stay, stop or straight', (5, 6)),
        ("move st", '"st" can mean stay, stop or straight', (5, 7)),
        ("m speed 5", '"m" is too short', (0, 1)),
        ("move sped 5", '"sped" is not understood here', (5, 9)),
        ("move speed", 'the line ends too early after "speed"', (10, 11)),
        ("move speed  ", 'the line ends too early after "speed"', (12, 13)),
        ("", "the line ends too early", (0, 1)),
        ("evade always now", '"now" is unexpected here', (13, 16)),
        ('attack LC at "A', "the closing quote is missing", (13, 15)),
        ('attack LC at "', "the closing quote is missing", (13, 14)),
        ("move speed 5 \u00a7", '"\u00a7" is unexpected here', (13, 14)),
        ("move plot 99999999", '"99999999" is not understood here', (10, 18)),
    ],
)
def test_the_fault_and_its_place(line: str, fault: str, at: tuple[int, int]) -> None:
    found = syntax_fault(line)
    assert (found.fault, (found.start, found.end)) == (fault, at)


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("mvoe speed 5", 'Did you mean "move"?'),
        ("move sped 5", 'Did you mean "speed"?'),
        ("m speed 5", 'Did you mean "move"?'),
        ("move st", "Write more of its letters"),
        ("evade if hulk <= 10", 'Did you mean "hull" instead of "hulk"?'),
        ("SHIP A2; mo speed 5", 'Did you mean "move" instead of "mo"?'),
        ("SHIP A2; scr", 'Did you mean "screen" instead of "scr"?'),
        ("attack LC at A1; PL near", ""),
        ("evade if xyzzy <= 10", ""),
        ("evade if dread <= 10", ""),
        ("evade always now", ""),
        ("attack LC at A1 A2", ""),
    ],
)
def test_the_remedy_of_a_syntax_error(line: str, remedy: str) -> None:
    assert syntax_fault(line, frozenset({"dread", "a1", "a2"})).remedy == remedy


@pytest.mark.parametrize(
    "line",
    [
        "attack LC at A1",
        "atack LC at A1",
        "attack LC at",
        "attack",
        "qx; move stop",
        "move speed %",
    ],
)
def test_where_a_line_stops_is_where_its_fault_is(line: str) -> None:
    found = parser().parse(line)
    assert parser().stops(line) == (found.start if isinstance(found, SyntaxFault) else None)


def test_a_name_is_suggested_for_a_typo_in_one() -> None:
    words = GrammarWords({}, {"NAME": "a ship"})
    found = explain("at 'Draed", 3, ["NAME"], words, frozenset({"dread"}))
    assert found.remedy == 'Did you mean "dread"?'


def test_expected_words_are_summarized() -> None:
    words = GrammarWords(
        {name: (name.lower(),) for name in "ABCDEFGHIJ"},
        {"NAME": "a ship", "QUOTED": "a quote"},
        (("letters", frozenset("AB")),),
    )
    assert words.listed([]) == ""
    assert words.listed(["$END"]) == ""
    assert words.listed(["C"]) == '"c"'
    assert words.listed(["C", "D", "NAME", "QUOTED"]) == '"c", "d" or a ship'
    assert words.listed(["QUOTED"]) == "a quote"
    assert words.listed(["A", "B", "C", "NAME"]) == "letters or a ship"
    assert words.listed("CDEFGHIJ") == '"c", "d", "e", "f", "g", "h", "i" or another such word'


def test_no_reason_without_expected_words() -> None:
    assert explain("x", 0, [], GrammarWords({}, {})).reason == ""
    assert explain("", 0, [], GrammarWords({}, {})).reason == ""
    assert explain("x", 0, ["$END"], GrammarWords({}, {})).reason == "Expected the end of the line"


def test_one_line_leaves_nothing_behind_for_the_next() -> None:
    before = parser().parse("attack LC at nea")
    syntax_fault("attack LC at")
    parser().parse("attack LC at nea", frozenset({"nea"}))
    assert str(parser().parse("attack LC at nea")) == str(before)


def test_a_line_that_was_refused_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    line, storm = "attack LC at 'sturm", frozenset({"storm"})
    at = parser().stops(line, storm)
    first = syntax_fault(line, storm)
    assert (at, first.remedy) == (first.start, 'Did you mean "storm"?')
    assert syntax_fault(line).remedy != first.remedy  # a name of nobody's view
    monkeypatch.setattr(line_parser, "explain", lambda *_: pytest.fail("explained again"))
    assert syntax_fault(line, storm) is first
    assert parser().stops(line, storm) == at


def test_few_refused_lines_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_parser, "_MOST_REFUSED", 1)
    first = syntax_fault("mov sideways 3")
    syntax_fault("mov sideways 4")
    again = syntax_fault("mov sideways 3")
    assert again == first
    assert again is not first


def test_lines_read_at_once_keep_their_names_apart() -> None:
    other = Thread(target=parser().parse, args=("move stop", frozenset({"move"})))

    class Names(frozenset[str]):
        def __contains__(self, word: object) -> bool:
            if other.ident is None:  # while this line is read, another desk's begins
                other.start()
                other.join(0.1)
            return super().__contains__(word)

    found: Any = parser().parse("attack LC at nea", Names({"nea"}))
    other.join()
    assert found[0].part("fire").part("targets").items[0].type == "NAME"


def test_a_transformer_is_all_a_game_adds() -> None:
    class Words(NodeTransformer):
        def start(self, items: list[Any]) -> list[Any]:
            return [len(items)]

    from pbm.language.parser import LineParser

    assert LineParser("knighthawks", Words()).parse("move stay; move stay") == [2]
