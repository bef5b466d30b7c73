"""Conformance cases: the form, the questions, the turns, and that each of them can fail."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.conformance import runner
from pbm.conformance.blank import blank
from pbm.conformance.case_file import cut_remark, read_cases
from pbm.conformance.queries import defined_in, named
from pbm.conformance.runner import CaseRow, case_files, run_case, run_cases
from pbm.conformance.values import as_record, text_of
from pbm.conformance.vocabulary import Vocabulary
from pbm.drawing.hexgrid import Hex
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from tests.core import conform_game
from tests.core.conform_game import CASES, GAME, WHOLE, Box, Score, game

HEAD = "GAME count\nCASE C1\nRULE T 1\n"


class Everything(Record):
    """A field of each kind."""

    number: int
    word: str
    yes: bool
    part: Fraction
    score: Score
    some: tuple[int, ...]
    many: list[int]
    by: Mapping[str, int]
    none: int | None
    box: Box
    kept: int = 7


def rows(text: str) -> list[CaseRow]:
    cases, problems = read_cases(text, "a.case")
    assert not problems, problems
    return [run_case(case, game) for case in cases]


def outcome(body: str) -> tuple[str, str]:
    (row,) = rows(HEAD + body)
    return row.result, row.got


def faults(text: str) -> list[str]:
    return [problem.fault for problem in read_cases(text, "a.case")[1]]


# --- the form ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("GAME g\nCASE\nRULE T\nEXPECT 1\n", "a case has one word as its id"),
        ("GAME g\nCASE A B\nRULE T\nEXPECT 1\n", "a case has one word as its id"),
        ("RULE T\n", "RULE comes before the first CASE"),
        ("ASK x\n", "ASK comes before the first CASE"),
        ("GAME g\nCASE A\nRULE T\nEXPEKT 1\nEXPECT 1\n", '"EXPEKT" is not a word of a case'),
        ("GAME g\nCASE A\nRULE T\nQQQ 1\nEXPECT 1\n", '"QQQ" is not a word of a case'),
        ("GAME g\nCASE A\nRULE T\nRULE T\nEXPECT 1\n", "RULE occurs twice in case A"),
        ("GAME g\nCASE A\nRULE T\nOPTION x\nEXPECT 1\n", "an option has the form KEY = VALUE"),
        (
            "GAME g\nCASE A\nRULE T\nOPTION x = 1\nOPTION x = 2\nEXPECT 1\n",
            "option x is set twice in one case",
        ),
        ("GAME g\nCASE A\nRULE T\nEXPECT 1\nORDERS A\n 1\n", "the ORDERS block has no END"),
        ("CASE A\nRULE T\nEXPECT 1\n", "case A does not name its game"),
        ("GAME g\nCASE A\nEXPECT 1\n", "case A names no rule"),
        ("GAME g\nCASE A\nRULE T\nASK x\n", "case A expects nothing"),
        ("GAME g\nCASE A\nRULE T\nEXPECT 1\nCASE A\nRULE T\nEXPECT 1\n", "there are two cases A"),
    ],
)
def test_a_fault_of_form_is_said(text: str, fault: str) -> None:
    assert faults(text) == [fault]


def test_the_statements_of_a_case_about_itself() -> None:
    text = (
        "GAME g\nCASE A\nRULE T 1\nAMBIGUITY T-1, T-2\nABOUT a thing # and more\n"
        "OPTION step = two\nDIFFERS\nEXPECT 1\nCASE B\nGAME h\nRULE T 2\nEXPECT 2\n"
    )
    (first, second), problems = read_cases(text, "a.case")
    assert not problems
    assert (first.game, first.rule, first.about) == ("g", "T 1", "a thing")
    assert (first.ambiguity, first.options, first.differs) == (
        ("T-1", "T-2"),
        {"step": "two"},
        True,
    )
    assert (second.game, second.differs, second.ambiguity) == ("h", False, ())


def test_a_remark_is_cut_outside_quotes_alone() -> None:
    assert cut_remark('ABOUT "a # b" # c') == 'ABOUT "a # b"'


# --- asking -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "got"),
    [
        ("ASK double number=4\nEXPECT 8\n", ("pass", "8")),
        ("ASK double number=4\nEXPECT 9\n", ("fail", "8")),
        ("ASK double number=1|2|3 times=3\nEXPECT 3 | 6 | 9\n", ("pass", "3 | 6 | 9")),
        ("ASK double number=1|2 times=3|4\nEXPECT 3 | 9\n", ("fail", "8")),
        ("ASK double number=0|0\nEXPECT 0\n", ("pass", "0")),
        ("ASK box width=4\nEXPECT open=yes width=4\n", ("pass", "open=yes width=4")),
        ("ASK box width=4\nEXPECT open=no width=4\n", ("fail", "open=yes width=4")),
        ("ASK box width=4\nEXPECT area=16\n", ("pass", "area=16")),
        ("ASK box width=4\nEXPECT area=17\n", ("fail", "area=16")),
        ("ASK box width=4\nEXPECT inner.depth=5\n", ("pass", "inner.depth=5")),
        (
            "ASK box width=1\nEXPECT {width: 1, open: yes, inner: {depth: 2}}\n",
            ("pass", "{width: 1, open: yes, inner: {depth: 2}}"),
        ),
        ("ASK echo hexes=[2018,0101]\nEXPECT hexes=[2018,0101]\n", ("pass", "hexes=[2018,0101]")),
        ("ASK echo hexes=[]\nEXPECT hexes=[] side=none\n", ("pass", "hexes=[] side=none")),
        ("ASK echo side=10\nEXPECT side=10\n", ("pass", "side=10")),
        ("ASK echo side=none\nEXPECT side=none\n", ("pass", "side=none")),
        ("ASK echo part=83/3\nEXPECT part=83/3\n", ("pass", "part=83/3")),
        (
            'ASK echo colour="dark blue" word="a b"\nEXPECT colour="dark blue"\n',
            ("pass", 'colour="dark blue"'),
        ),
        (
            "ASK echo colour=green\nEXPECT word~b\n",
            ("error", 'a.case:4:1: colour: "green" is not one of red, dark blue'),
        ),
        ('ASK echo word="a b"\nEXPECT word="a b" word~b\n', ("pass", 'word="a b" word~b')),
        (
            "ASK echo parts={a: 1, b: 2}\nEXPECT parts={a:1,b:2} parts.b=2\n",
            ("pass", "parts={a:1,b:2} parts.b=2"),
        ),
        ("ASK echo parts={}\nEXPECT parts={}\n", ("pass", "parts={}")),
        ("DICE 3 4\nASK thrown count=2\nEXPECT faces=[3, 4]\n", ("pass", "faces=[3, 4]")),
        ("ASK never number=3\nEXPECT refused small\n", ("pass", "refused small")),
        ("ASK never number=3\nEXPECT refused large\n", ("fail", "refused 3 is too small")),
        ("ASK double number=3\nEXPECT refused\n", ("fail", "6")),
        ("ASK close lid={WIDTH: 3, locked: yes}\nEXPECT -3\n", ("pass", "-3")),
        ("ASK listed number=5\nEXPECT 1\n", ("pass", "1")),
        ("ASK listed number=6\nEXPECT refused tuple\n", ("pass", "refused tuple")),
    ],
)
def test_an_answer(body: str, got: tuple[str, str]) -> None:
    result, said = outcome(body)
    assert (result, said.splitlines()[0]) == got


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("ASK\nEXPECT 1\n", '"" is not a query of this game'),
        ("ASK dubble number=1\nEXPECT 1\n", "Did you mean double?"),
        ("ASK double nummer=1\nEXPECT 1\n", "Did you mean number?"),
        ("ASK double zz=1\nEXPECT 1\n", "it takes number, times"),
        ("ASK double\nEXPECT 1\n", "double needs number"),
        ("ASK double number\nEXPECT 1\n", '"number" is not understood here'),
        ("ASK double number=1 number=2\nEXPECT 1\n", "number occurs twice"),
        ("ASK double number=x\nEXPECT 1\n", 'number: "x" is not a number'),
        ("ASK double number=1|2 times=1|2|3\nEXPECT 1\n", "number: 2, times: 3"),
        ("ASK double number=1|2|3\nEXPECT 1 | 2\n", "2 results are expected from 3 queries"),
        ("ASK box width=1 open=true\nEXPECT width=1\n", '"true" is not yes or no'),
        ("ASK box width=1\nEXPECT widht=1\n", "Did you mean width?"),
        ("ASK box width=1\nEXPECT zz=1\n", "the fields are width, open, inner, area"),
        ("ASK echo hexes=2018\nEXPECT word=a\n", "is not a list such as [hex such as 2018, ...]"),
        ("ASK echo hexes=[20]\nEXPECT word=a\n", '"20" is not a hex such as 2018'),
        ("ASK echo side=3\nEXPECT word=a\n", '"3" is not a facing 12'),
        ("DICE 1\nASK thrown count=-1\nEXPECT faces=[]\n", "No roll asked for this die"),
        ("ASK fragile number=0\nEXPECT 1\n", "ZeroDivisionError"),
        ("ASK fragile number=2\nEXPECT 1\n", "case C1 cannot be carried out"),
        ("ASK close lid={wide: 3}\nEXPECT 1\n", 'lid: "{wide: 3}" has no wide'),
        ("ASK close lid={locked: yes}\nEXPECT 1\n", "Write {width: number, locked: yes or no}"),
        ("ASK close lid={width: x}\nEXPECT 1\n", 'lid: "x" is not a number'),
        ("ASK close lid=3\nEXPECT 1\n", "is not a list such as {width: number"),
        ("ASK echo part=1/0\nEXPECT word=a\n", '"1/0" is not a number or fraction'),
        ("DICE 1 2 3\nASK thrown count=2\nEXPECT faces=[1, 2]\n", "There are more dice here"),
        ("DICE 1\nASK thrown count=2\nEXPECT faces=[1, 2]\n", "no dice are left"),
        ("DICE x\nASK thrown count=1\nEXPECT faces=[1]\n", '"x" is not the face of a die'),
        ("DICE 1\nASK double number=1\nEXPECT 2\n", "No roll asked for this die"),
        ("ASK double number=1\nEXPECT 2\nDICE 1\n", "these dice are never rolled"),
        ("EXPECT 2\n", "EXPECT needs an ASK or a SET-UP before it"),
        ("RUN\nEXPECT 2\n", "RUN needs a SET-UP before it"),
        ("OPTION stepp = two\nASK double number=1\nEXPECT 2\n", 'Did you mean "step"?'),
    ],
)
def test_a_question_that_cannot_be_put(body: str, fault: str) -> None:
    result, said = outcome(body)
    assert result == "error"
    assert fault.casefold() in said.casefold()


def test_the_options_of_a_case_reach_the_question() -> None:
    body = "OPTION step = two\nDIFFERS\nDICE 1\nASK thrown count=1\nEXPECT step=two\n"
    assert outcome(body)[0] == "pass"


def test_a_case_that_does_not_differ_fails() -> None:
    body = "OPTION step = two\nDIFFERS\nASK double number=1\nEXPECT 2\n"
    assert outcome(body) == ("fail", "the same result")
    assert outcome("DIFFERS\nASK double number=1\nEXPECT 2\n") == ("fail", "the same result")


def test_what_may_be_asked_is_listed_with_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "kit_of", lambda _name: CASES)
    listed = {row["ask"]: row for row in runner.asks_of("count")}
    assert list(listed) == [
        *("box", "close", "double", "echo", "fragile", "listed", "never", "thrown")
    ]
    assert listed["double"]["gives"] == "A number so many times."
    assert listed["double"]["arguments"] == "number: number; times: number (may be left out)"
    echo = listed["echo"]["arguments"]
    assert "side: facing 12 or none (may be left out)" in echo
    assert "parts: {name: number, ...} or none" in echo
    assert "colour: red or dark blue" in echo
    assert listed["thrown"]["arguments"] == "count: number"


def test_the_public_functions_of_a_module_are_its_queries() -> None:
    assert {"double", "game"} <= set(found := defined_in(conform_game))
    assert "named" not in found and "_scene" not in found
    assert list(named(range_)) == ["range"]


def range_() -> int:
    """A query with the name of a builtin."""
    return 3


def test_a_blank_record_has_what_is_given() -> None:
    assert blank(Everything, number=3) == Everything(
        number=3, word="", yes=False, part=Fraction(0), score=Score(0), some=(), many=[], by={},
        none=None, box=Box(0, False, {}),
    )  # fmt: skip


def test_values_as_text() -> None:
    assert text_of([Hex(20, 19), Fraction(83, 3), range(1, 3)]) == "[2019, 83/3, [1, 2]]"
    assert list(as_record(Box(1, False, {})) or {}) == ["width", "open", "inner", "area"]
    assert len(as_record(Box(1, False, {})) or {}) == 4
    assert as_record(3) is None
    assert text_of(Box(1, False, {})) == "{width: 1, open: no, inner: {}}"
    assert text_of(["x1", None], {"x1": "B1"}) == "[B1, none]"
    assert CASES.reader.described(bool) == "yes or no"


# --- playing ----------------------------------------------------------------------------------

TABLE = "SET-UP\n5\nEND\n"


def played(orders: str, expect: str, run: str = "RUN", more: str = "") -> tuple[str, str]:
    lines = f"ORDERS ilse\n{orders}\nEND\n" if orders else ""
    return outcome(f"{TABLE}{lines}{more}{run}\n{expect}\n")


@pytest.mark.parametrize(
    ("expect", "result"),
    [
        ("EXPECT sum total=12", "pass"),
        ("EXPECT sum total=13", "fail"),
        ("EXPECT sum unit=U1", "pass"),
        ("EXPECT event added by=ilse unit=U1 number=3", "pass"),
        ("EXPECT event added by=bob", "fail"),
        ("EXPECT event subtracted", "fail"),
        ("EXPECT no event subtracted by=ilse", "pass"),
        ("EXPECT no event added number=3", "fail"),
        ("EXPECT 2 events added by=ilse", "pass"),
        ("EXPECT 1 events added", "fail"),
        ("EXPECT all added number=[3, 4]", "pass"),
        ("EXPECT all added number=[4, 3]", "fail"),
        ("EXPECT all subtracted number=[]", "pass"),
        ('EXPECT event added order=3 in=first rule="T 1" "terms.word"=3', "pass"),
        ("EXPECT event added changes.unit/U1/total=8 rolls=[] parts.half=3/2", "pass"),
        ("EXPECT ilse sees added number=3", "pass"),
        ("EXPECT bob sees event added number=3 in=first", "pass"),
        ("EXPECT bob misses event added", "fail"),
        ("EXPECT bob knows U1 total=12", "pass"),
        ("EXPECT bob knows U1 total=5", "fail"),
        ("EXPECT bob knows U9 total=5", "fail"),
        ("EXPECT no problem", "pass"),
        ("EXPECT problem", "fail"),
        ("EXPECT no docket", "pass"),
        ("EXPECT docket id=Q1", "fail"),
        ("EXPECT waits 1.2", "pass"),
        ("EXPECT waits nothing", "fail"),
    ],
)
def test_what_a_turn_gave(expect: str, result: str) -> None:
    assert played("3\n4", expect)[0] == result


@pytest.mark.parametrize(
    ("expect", "fault"),
    [
        ("EXPECT", "nothing is expected here"),
        ("EXPECT event", "an event has a kind"),
        ("EXPECT event added nummer=3", 'added has no field "nummer"'),
        ("EXPECT event aded", 'there is no event "aded"'),
        ("EXPECT no event aded", 'there is no event "aded"'),
        ("EXPECT no event ruling txt=3", 'ruling has no field "txt"'),
        ("EXPECT all aded number=[3]", 'there is no event "aded"'),
        ("EXPECT bob misses event aded", 'there is no event "aded"'),
        ("EXPECT bob misses event ruling txt=3", 'ruling has no field "txt"'),
        ('EXPECT bob misses event ruling rule="T 1"', 'ruling has no field "rule"'),
        ("EXPECT no problem speed", '"speed" is not a kind of problem'),
        ("EXPECT no bx B1", '"no bx B1" is not understood here'),
        ("EXPECT no box", '"no box" is not understood here'),
        ("EXPECT no box B2", '"B2" is named nowhere else in this case'),
        ('EXPECT bob reads ""', "no words are expected here"),
        ('EXPECT eva reads "sum"', "there is no player eva"),
        ("EXPECT event added three", '"three" is not understood here'),
        ("EXPECT nobody sees added", "there is no player nobody"),
        ("EXPECT nobody knows U1 total=8", "there is no player nobody"),
        ("EXPECT bob knows U1 totall=8", 'U1 has no field "totall"'),
        ("EXPECT sum totall=3", 'sum has no field "totall"'),
        ("EXPECT unit U1 total=3", '"unit U1" is nothing that can be looked up'),
    ],
)
def test_an_expectation_that_is_not_understood(expect: str, fault: str) -> None:
    result, got = played("3", expect)
    assert result == "error"
    assert fault in got


def test_a_secret_event_is_missed_by_the_other_player() -> None:
    assert played("7", "EXPECT ilse sees added number=7\nEXPECT bob misses added")[0] == "pass"
    assert played("7", "EXPECT bob sees added number=7") == ("fail", "bob misses it")


def test_dice_by_label_missing_and_left_over() -> None:
    assert played("roll", "EXPECT event added rolls=[[6]]", more="DICE\nU1: 6\nEND\n")[0] == "pass"
    assert played("roll", "EXPECT sum total=5")[0] == "error"
    result, got = played("3", "EXPECT sum total=8", more="DICE 6\n")
    assert result == "error"
    assert "There are more dice here" in got


def test_a_fault_in_a_sheet_must_be_expected() -> None:
    result, got = played("x", "EXPECT sum total=5")
    assert result == "error"
    assert "a.case:8:1" in got
    assert played("x", 'EXPECT problem invalid "is not a number"\nEXPECT sum total=5')[0] == "pass"
    assert played("x", 'EXPECT problem illegal "is not a number"')[0] in ("error", "fail")
    assert played("too much", 'EXPECT problem illegal "too much"')[0] == "pass"


def test_a_sheet_that_is_refused_whole_is_a_fault() -> None:
    result, got = played("3\n" * 10_001, "EXPECT sum total=5")
    assert result == "error"
    assert "10,000" in got


def test_runs_that_go_on_stop_short_and_name_their_mailing() -> None:
    assert played("3", "EXPECT sum total=8\nRUN 1.2\nEXPECT waits 2")[0] == "pass"
    thrice = "EXPECT sum total=14\nEXPECT all added number=[3, 3, 3]"
    assert played("3", thrice, "RUN 3 turns")[0] == "pass"
    assert "there is no phase" in played("3", "EXPECT sum total=8", "RUN through third")[1]
    assert "there is no phase" in played("3", "EXPECT sum total=8", "RUN only third")[1]
    assert played("3", "EXPECT sum total=8\nEXPECT waits 1", "RUN only first")[0] == "pass"
    assert "cannot be run" in played("3", "EXPECT sum total=8", "RUN 9")[1]
    assert "is not understood" in played("3", "EXPECT sum total=8", "RUN the whole way")[1]
    assert played("99", "EXPECT waits nothing\nEXPECT sum total=104")[0] == "pass"
    assert "Over." in played("99", "EXPECT sum total=104\nRUN\nEXPECT sum total=1")[1]


def played_whole(orders: str, expect: str) -> tuple[str, str]:
    """The same with both phases in one turn, played through the first at first."""
    text = f"{HEAD}{TABLE}ORDERS ilse\n{orders}\nEND\nRUN through first\n{expect}\n"
    cases, problems = read_cases(text, "a.case")
    assert not problems
    row = run_case(cases[0], lambda _name: (WHOLE, CASES))
    return row.result, row.got


def test_a_turn_played_in_parts_counts_its_later_events_alone() -> None:
    """The first phase adds 3, the second adds it again."""
    first = "EXPECT sum total=8\nEXPECT all added in=[first]\n"
    then = "EXPECT sum total=11\nEXPECT all added in=[second]\n"
    assert played_whole("3", f"{first}RUN\n{then}")[0] == "pass"
    assert played_whole("3", f"{first}RUN through second\n{then}")[0] == "pass"
    new = "ORDERS ilse\n1\nEND\nRUN\nEXPECT sum total=13"
    assert played_whole("3", f"{first}RUN\n{then}{new}")[0] == "pass"


def test_dice_of_a_later_part_stand_before_its_run() -> None:
    later = "EXPECT sum total=6\nDICE 2\nRUN\nEXPECT sum total=8"
    cases, _ = read_cases(
        f"{HEAD}{TABLE}ORDERS ilse\nroll\nEND\nDICE 1\nRUN through first\n{later}\n", "a.case"
    )
    assert run_case(cases[0], lambda _name: (WHOLE, CASES)).result == "pass"
    assert "There are more dice" in played_whole("3", "DICE 2\nRUN\nEXPECT sum total=11")[1]


@pytest.mark.parametrize(
    "then", ["RUN only second", "RUN 2 turns", "RUN 2", "ORDERS ilse\n1\nEND\nRUN"]
)
def test_steps_that_cannot_follow_a_part_of_a_turn(then: str) -> None:
    result, got = played_whole("3", f"EXPECT sum total=8\n{then}")
    assert result == "error"
    assert "after RUN through PHASE the same turn goes on" in got


def test_sheets_hold_for_another_phase_alone_unless_there_are_new_ones() -> None:
    again = "EXPECT sum total=8\nRUN only first\nEXPECT sum total=11"
    assert played("3", again, "RUN only first")[0] == "pass"
    new = "ORDERS ilse\n4\nEND\nRUN only first\nEXPECT sum total=12"
    assert played("3", new, "RUN only first")[0] == "pass"
    next_turn = "RUN 1.2\nEXPECT sum total=8"
    assert played("3", next_turn)[0] == "pass"  # a whole stage uses its sheets up


def test_a_fault_in_a_carried_sheet_is_reported_once() -> None:
    again = 'EXPECT problem illegal "too much"\nRUN only first\nEXPECT sum total=5'
    assert played("too much", again, "RUN only first")[0] == "pass"


def test_what_is_absent() -> None:
    small = outcome(f"{TABLE}ORDERS ilse\n1 # B1\nEND\nRUN\nEXPECT no box B1\n")
    assert small[0] == "pass"
    large = outcome(f"{TABLE}ORDERS ilse\n3 # B1\nEND\nRUN\nEXPECT no box B1\n")
    assert large == ("fail", "there is box B1")


def test_words_of_a_report() -> None:
    assert played("3", 'EXPECT ilse reads "added 3"')[0] == "pass"
    assert played("3", 'EXPECT ilse reads "added 4"')[0] == "fail"
    assert played("3", 'EXPECT ilse reads no "added 4"')[0] == "pass"
    assert played("3", 'EXPECT ilse reads no "added 3"')[0] == "fail"
    assert played("3", 'EXPECT ilse reads "2 sums." "added 3"')[0] == "pass"
    assert played("7", 'EXPECT bob reads no "added 7"')[0] == "pass"


def test_all_dice_that_a_run_wants_are_listed_at_once() -> None:
    cases, _ = read_cases(
        f"{HEAD}{TABLE}ORDERS ilse\nroll\nEND\nRUN\nEXPECT sum total=6\n", "a.case"
    )
    row = run_case(cases[0], game, list_dice=True)
    assert row.result == "error"
    assert "DICE\n  first ilse U1: ?    # d6\nEND" in row.got
    asked, _ = read_cases(f"{HEAD}ASK thrown count=2\nEXPECT faces=[1, 1]\n", "a.case")
    assert "  asked: ? ?    # d6" in run_case(asked[0], game, list_dice=True).got
    enough, _ = read_cases(f"{HEAD}DICE 1 1\nASK thrown count=2\nEXPECT faces=[1, 1]\n", "a.case")
    assert run_case(enough[0], game, list_dice=True).result == "pass"


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        ("RULE T 3", '"T 3" is not a rule'),
        ("RULE T 1, T 3", '"T 3" is not a rule'),
        ("RULE T 1\nAMBIGUITY T-2", '"T-2" is not an open question'),
    ],
)
def test_rules_and_questions_that_the_game_does_not_have(head: str, fault: str) -> None:
    (row,) = rows(f"GAME count\nCASE C1\n{head}\nASK double number=1\nEXPECT 2\n")
    assert row.result == "error"
    assert fault in row.got


@pytest.mark.parametrize("head", ["RULE T 1, 2", "RULE T 1, Sums\nAMBIGUITY T-1"])
def test_a_later_rule_may_leave_out_the_book_and_the_chapter(head: str) -> None:
    (row,) = rows(f"GAME count\nCASE C1\n{head}\nASK double number=1\nEXPECT 2\n")
    assert row.result == "pass"


def test_a_game_without_a_vocabulary_lets_every_name_through() -> None:
    bare = replace(CASES, vocabulary=Vocabulary)
    (case,), _ = read_cases(f"{HEAD}{TABLE}RUN\nEXPECT no event aded\n", "a.case")
    assert run_case(case, lambda _name: (GAME, bare)).result == "pass"


def test_a_docket_stops_the_run_until_it_is_answered_or_passed_over() -> None:
    assert played("ask", "EXPECT docket id=Q1 player=ilse\nEXPECT sum total=5")[0] == "pass"
    assert played("ask", "EXPECT no docket")[0] == "fail"
    answer = "RULINGS\nanswer Q1: 2 because it is so\nEND\n"
    assert played("ask", "EXPECT sum total=7\nEXPECT no docket", more=answer)[0] == "pass"
    assert played("NOTE hm\n3", "EXPECT docket question~hm")[0] == "pass"
    assert played("NOTE hm\n3", "EXPECT sum total=8", "RUN anyway")[0] == "pass"


def test_rulings_are_read_checked_and_carried_out() -> None:
    ruled = "RULINGS\nset U1.total = 40 because it is so\nEND\n"
    assert played("3", "EXPECT sum total=43\nEXPECT event ruling", more=ruled)[0] == "pass"
    wrong = "RULINGS\nset U1.total = many because it is so\nEND\n"
    assert "no number" in played("", 'EXPECT problem "zzz"', more=wrong)[1]


def test_a_table_that_cannot_be_laid() -> None:
    assert "a set-up has a number" in outcome("SET-UP\nEND\nEXPECT sum total=1\n")[1]
    assert (
        "there is no player eva"
        in outcome(f"{TABLE}ORDERS eva\n3\nEND\nRUN\nEXPECT sum total=1\n")[1]
    )
    (case,), _ = read_cases(f"{HEAD}{TABLE}EXPECT sum total=5\n", "a.case")
    assert run_case(case, game).result == "pass"
    bare = replace(CASES, scene=None)
    assert "have no SET-UP yet" in run_case(case, lambda _name: (GAME, bare)).got
    blind = replace(CASES, thing=None)
    assert '"sum" is not understood here' in run_case(case, lambda _name: (GAME, blind)).got


# --- files ------------------------------------------------------------------------------------


def test_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    good = tmp_path / "sub" / "a.case"
    good.write_text(f"{HEAD}ASK double number=1\nEXPECT 2\n")
    bad = tmp_path / "b.case"
    bad.write_text("RULE X\nCASE A\nGAME g\nRULE T\nQQQ\nEXPECT 1\n")
    (tmp_path / "c.txt").write_text("nothing")
    steps: list[tuple[int, int]] = []
    found = run_cases([tmp_path], lambda done, of: steps.append((done, of)), game)
    assert [(row.id, row.result) for row in found] == [
        ("", "error"),
        ("A", "error"),
        ("C1", "pass"),
    ]
    assert found[2].file == str(good)
    assert steps == [(1, 2), (2, 2)]
    assert case_files([good, bad]) == [good, bad]


def test_all_paths_without_cases_are_reported(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(Faults) as caught:
        case_files([tmp_path / "empty", tmp_path / "none.case"])
    assert len(caught.value.problems) == 2


def test_any_bytes_give_rows_not_an_exception(tmp_path: Path) -> None:
    odd = tmp_path / "odd.case"
    odd.write_bytes(b"\xff\xfe\x00CASE \xff\nRUN [\n")
    assert all(row.result == "error" for row in run_cases([odd]))


WORDS_OF_CASES = """
CASE GAME RULE OPTION DIFFERS SET-UP ORDERS DICE RULINGS RUN ASK EXPECT END box double echo width=1
width=[ hexes=[2018 parts={a:1 number=1|2 | [ ] { } " # ~ = event no all problem docket waits sum
total=5 ilse bob sees added 5 3 roll ask through first 2 turns step = two
"""
WORDS = st.sampled_from(WORDS_OF_CASES.split())


@settings(max_examples=400)
@given(st.lists(st.lists(WORDS, max_size=5).map(" ".join), max_size=25))
def test_any_words_give_rows_not_an_exception(lines: list[str]) -> None:
    cases, problems = read_cases("\n".join([*HEAD.splitlines(), *lines]), "a.case")
    for case in cases:
        assert run_case(case, game).result in ("pass", "fail", "error")
    for problem in problems:
        assert problem.span is not None


def test_a_game_there_is_not() -> None:
    (row,) = [run_case(case) for case in read_cases(f"{HEAD}EXPECT 1\n", "a.case")[0]]
    assert row.result == "error"
    assert 'there is no game "count"' in row.got
