"""Sheets found in any text: envelopes, quotes, remarks, lines that go on."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.kit.problems import Severity
from pbm.sheets.envelope import MOST_JOINED, FoundSheets, Sheet, envelope, find_sheets
from pbm.sheets.kinds import ORDERS, HeadExample, SheetKind
from pbm.sheets.line import Line


def found(text: str | bytes, **more: Any) -> FoundSheets:
    return find_sheets(text.encode() if isinstance(text, str) else text, "a.txt", **more)


def the_sheet(text: str | bytes) -> Sheet:
    (sheet,) = found(text).sheets
    return sheet


def body(text: str) -> list[str]:
    return [line.text for line in the_sheet(f"ORDERS age turn 3 for X\n{text}\nEND\n").lines]


def faults(text: str | bytes) -> list[str]:
    return [problem.fault for problem in found(text).problems]


@pytest.mark.parametrize(
    "head",
    [
        "ORDERS eridani turn 3 for Laidley",
        "orders  eridani   TURN 3  by Laidley",
        "  Orders eridani turn 3 for Laidley  # my sheet",
        '\tORDERS "eridani" turn 3 for "Laidley"',
    ],
)
def test_a_head_is_read(head: str) -> None:
    sheet = the_sheet(f"{head}\nSHIP B1\nEND\n")
    assert (sheet.kind, sheet.campaign, sheet.mailing, sheet.player) == (
        *("ORDERS", "eridani"),
        *("3", "Laidley"),
    )


@pytest.mark.parametrize("mailing", ["0", "3", "3.2", "12/SHOOT/3"])
def test_any_mailing_can_be_named(mailing: str) -> None:
    assert the_sheet(f"SETUP age turn {mailing} for A B\nEND").mailing == mailing


def test_a_player_and_a_campaign_may_have_several_words() -> None:
    sheet = the_sheet('ORDERS "age of iron" turn 3 for Morgan le Fay\nEND')
    assert (sheet.campaign, sheet.player) == ("age of iron", "Morgan le Fay")


@pytest.mark.parametrize(
    "end", ["END", "end", "  End of orders", "END OF SHEET.", "END # bye", "END!"]
)
def test_how_a_sheet_ends(end: str) -> None:
    assert body("a\nEND DESIGN\nENDING b") == ["a", "END DESIGN", "ENDING b"]
    assert the_sheet(f"ORDERS age turn 3 for X\na\n{end}\n").lines[0].text == "a"


def test_a_sheet_without_end_is_not_used() -> None:
    assert found("ORDERS age turn 3 for X\nSHIP B1\n").sheets == ()
    assert faults("ORDERS age turn 3 for X\nSHIP B1\n") == ["the ORDERS sheet on line 1 has no END"]


def test_a_new_head_ends_a_sheet_without_end() -> None:
    text = "ORDERS age turn 3 for X\na\nORDERS age turn 3 for X\nb\nEND\n"
    assert [line.text for line in the_sheet(text).lines] == ["b"]
    assert faults(text) == ["the ORDERS sheet on line 1 has no END"]


def test_several_sheets_in_one_text() -> None:
    text = "ORDERS age turn 3 for X\na\nEND\nMESSAGE age turn 3 for X\nhello\nEND\n"
    assert [sheet.kind for sheet in found(text).sheets] == ["ORDERS", "MESSAGE"]


def test_kinds_are_the_games_own() -> None:
    text = "DESIGNS age turn 3 for X\na\nEND\n"
    assert found(text).sheets == ()
    assert found(text, kinds=(ORDERS, SheetKind("DESIGNS"))).sheets[0].kind == "DESIGNS"
    assert '"DESIGNS" is not a kind of sheet' in faults(text)


def test_lines_outside_the_sheet_are_reported_as_ignored() -> None:
    text = "Hi\n\nORDERS age turn 3 for X\na\nEND\nbye\n"
    assert faults(text) == ["lines 1, 6 outside the sheet were ignored"]
    assert faults(text.replace("bye\n", "")) == ["line 1 outside the sheet was ignored"]
    many = "".join(f"{number}\n\n" for number in range(20))
    assert faults(many + "ORDERS age turn 3 for X\nEND\n")[0].endswith(
        "23 and more outside the sheet were ignored"
    )


# --- quotes ---------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > ", " > "])
def test_a_quoted_sheet_is_unquoted(mark: str) -> None:
    lines = ["ORDERS age turn 3 for X", "SHIP B1", "  move speed 5 >", "> A2", "", "END"]
    text = "\n".join(f"{mark}{line}" for line in lines)
    assert [line.text for line in the_sheet(text).lines] == ["SHIP B1", "move speed 5 > > A2"]


def test_a_blank_line_inside_a_quote_needs_no_mark() -> None:
    text = "> ORDERS age turn 3 for X\n> a\n\n> b\n> END"
    assert [line.text for line in the_sheet(text).lines] == ["a", "b"]


def test_marks_are_kept_where_not_every_line_has_one() -> None:
    assert body("VIRUS Stinger\n> TEDDY") == ["VIRUS Stinger", "> TEDDY"]


def test_the_unquoted_sheet_is_preferred_to_its_copy() -> None:
    own = "ORDERS age turn 3 for X\nnew\nEND\n"
    quoted = "> ORDERS age turn 2 for X\n> old\n> END\n"
    for text in (own + quoted, quoted + own):
        assert [line.text for line in the_sheet(text).lines] == ["new"]
        assert "the quoted ORDERS sheet was ignored" in faults(text)
    other = quoted.replace("for X", "for Y")
    assert len(found(own + other).sheets) == 2


def test_a_sheet_quoted_in_part_is_not_used() -> None:
    text = "> ORDERS age turn 3 for X\n> a\nb\n> END\n"
    assert found(text).sheets == ()
    assert faults(text)[0] == "the ORDERS sheet on line 1 is only partly quoted"


def test_a_quoted_sheet_without_end_is_not_used() -> None:
    assert faults("> ORDERS age turn 3 for X\n> a\n") == ["the ORDERS sheet on line 1 has no END"]


def test_a_quoted_head_inside_a_sheet_is_a_line_of_it() -> None:
    assert body("a\n> ORDERS age turn 2 for X") == ["a", "> ORDERS age turn 2 for X"]


# --- lines ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [",", ";", ">", "("])
def test_a_line_goes_on_after(sign: str) -> None:
    assert body(f"a {sign} # remark\n\n   b\nc") == [f"a {sign} b", "c"]


def test_a_line_goes_on_after_a_backslash_which_is_cut() -> None:
    assert body("a \\\nb\n\\\nc\n\\") == ["a b", "c"]


def test_a_continuation_at_the_end_of_a_sheet_is_kept() -> None:
    assert body("a,") == ["a,"]


def test_a_line_goes_on_only_so_far() -> None:
    assert len(body("a,\n" * (MOST_JOINED + 1))) == 2


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("a # b", ["a"]),
        ("# b", []),
        ('a "x # y" # z', ['a "x # y"']),
        ('a "x # y', ['a "x']),
        ('"x" "#" b', ['"x" "#" b']),
    ],
)
def test_remarks_are_cut_outside_quotes(line: str, text: list[str]) -> None:
    assert body(line) == text


def test_a_line_knows_where_each_sign_was_typed() -> None:
    (line,) = the_sheet("ORDERS age turn 3 for X\n  move speed 4,\n     face A1\nEND").lines
    assert (line.number, line.indented) == (2, True)
    start = line.text.index("face")
    span = line.span(start, start + 4)
    assert (span.line, span.column, span.length, span.text) == (3, 6, 4, "     face A1")
    assert line.span(0, 99).length == len("move speed 4,")
    behind = line.span(len(line.text))
    assert (behind.line, behind.column, behind.text) == (3, 13, "     face A1 ")


def test_an_empty_line_has_a_place() -> None:
    line = Line(4, "", (), ((4, "  "),), "a.txt")
    assert (line.span().line, line.span().column, line.span().text) == (4, 1, "  ")


def test_a_part_of_a_line_is_a_line() -> None:
    (line,) = the_sheet("ORDERS age turn 3 for X\nab,\n  cd\nEND").lines
    part = line.part(3, 6)
    assert (part.text, part.number, part.typed) == ("cd", 3, ((3, "  cd"),))
    assert line.part(3, 4).text == ""


# --- PASS -----------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["PASS K7QM-2XPA", "  pass:  K7QM-2XPA ", "Pass\tK7QM-2XPA"])
def test_the_password_is_taken_out(line: str) -> None:
    sheet = the_sheet(f"ORDERS age turn 3 for X\na\n{line}\nEND")
    assert sheet.password == "K7QM-2XPA"
    assert [line.text for line in sheet.lines] == ["a"]


def test_a_password_is_never_shown() -> None:
    text = "ORDERS age turn 3 for X\nPASS K7QM\nPASS K7QN\nPASS\na\nEND"
    sheet = the_sheet(text)
    assert sheet.password == "K7QM"
    assert [remark.fault for remark in sheet.remarks] == ["a second PASS line was ignored"] * 2
    assert "K7Q" not in repr((sheet.remarks, found(text).problems, sheet.lines))


def test_the_same_password_twice_is_allowed() -> None:
    assert not the_sheet("ORDERS age turn 3 for X\nPASS K\nPASS K\nEND").remarks


def test_an_empty_password_is_said() -> None:
    (remark,) = the_sheet("ORDERS age turn 3 for X\nPASS:\nEND").remarks
    assert remark.fault == "the PASS line is empty"


def test_a_message_keeps_its_lines_as_typed() -> None:
    text = "MESSAGE age turn 3 for X\nPASS K\nDear all,\n\n  PASS the salt # please\nEND"
    sheet = the_sheet(text)
    assert [line.text for line in sheet.lines] == ["Dear all,", "", "  PASS the salt # please"]
    assert sheet.password == "K"


# --- bounds and oddities ---------------------------------------------------------------------


def test_a_text_that_is_too_long_is_not_read() -> None:
    assert found(b"a" * 1_000_001).problems[0].fault == "the text is too long: 1,000,001 bytes"
    assert faults("\n" * 10_001) == ["the text is too long: 10,001 lines"]
    assert faults("\n" * 10_000) == ["there is no order sheet in this text"]


def test_a_line_that_is_too_long_is_reported_and_makes_the_sheet_invalid() -> None:
    sheet = the_sheet("ORDERS age turn 3 for X\n" + "a" * 2001 + "\n" + "b" * 2000 + "\nEND")
    assert [len(line.text) for line in sheet.lines] == [2000]
    assert sheet.remarks[0].severity is Severity.INVALID


def test_cleaned_characters_are_reported_once_per_kind() -> None:
    sheet = the_sheet("ORDERS age turn 3 for X\n\u201ca\u201d\n\u201cb\u201d\u00a0c\nEND")
    assert [remark.fault for remark in sheet.remarks] == [
        "made plain: curly quotes (4)",
        "made plain: special blanks (1)",
    ]


def test_another_encoding_is_said() -> None:
    assert faults("ORDERS age turn 3 for X\nEND".encode("utf-16")) == [
        "the text was read as UTF-16"
    ]


def test_the_example_of_a_head_is_of_its_kind() -> None:
    kinds = (SheetKind("BATTLE"), SheetKind("ORDERS"))
    (problem,) = find_sheets(b"BATTLE age 12/SHOOT/3 for VIRUS\nEND\n", "s.txt", kinds).problems
    said = "Expected a line such as  BATTLE <campaign> turn <turn> <system> round <number>"
    assert problem.reason == f"{said} for <your name>"


def test_an_example_of_a_head_has_what_is_known_of_its_reader() -> None:
    example = HeadExample("war of stars", "0", "Ann Lee", "SETUP")
    (problem,) = find_sheets(b"hello", "s.txt", example=example).problems
    assert 'a line such as  SETUP "war of stars" turn 0 for Ann Lee  and ends' in problem.reason


@pytest.mark.parametrize("text", ["", "hello", "ORDERS\nfor turn", "orders are attached for you"])
def test_a_text_without_a_sheet_is_reported(text: str) -> None:
    assert faults(text) == ["there is no order sheet in this text"]


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        ("ORDERS eridani for Laidley", "the first line of this sheet is not understood"),
        ("ORDERS turn 3", "the first line of this sheet is not understood"),
        ("ODERS eridani turn 3 for Laidley", '"ODERS" is not a kind of sheet'),
        ("FOO eridani turn 3 for Laidley", '"FOO" is not a kind of sheet'),
    ],
)
def test_a_faulty_head_is_reported(head: str, fault: str) -> None:
    assert faults(f"{head}\nSHIP B1\nEND\n")[0] == fault


def test_an_envelope_reads_back() -> None:
    text = envelope(
        "ORDERS", "age of iron", "3.2", "Morgan le Fay", "K7QM", "SHIP B1\n  move stay\n"
    )
    sheet = the_sheet(text)
    assert (sheet.kind, sheet.campaign, sheet.mailing) == ("ORDERS", "age of iron", "3.2")
    assert (sheet.player, sheet.password) == ("Morgan le Fay", "K7QM")
    assert [line.text for line in sheet.lines] == ["SHIP B1", "move stay"]
    assert "PASS" not in envelope("ORDERS", "age", "3", "X", "", "")


def test_ten_thousand_lines_are_read() -> None:
    line = "  attack LC at B1 > B2, chance >= 40, keep 1  # first\n"
    text = "ORDERS age turn 3 for X\n" + line * 9_998 + "END\n"
    assert len(the_sheet(text).lines) == 9_998


@pytest.mark.parametrize(
    ("line", "sheets"),
    [
        ("ORDERS age turn 3 for X{}Y", 501),
        ("MESSAGE age turn 3 for X{}Y", 501),
        ("MESSAGE age turn 3 for X to Y{}Z", 501),
        ("PASS a{}b", 1),
        ("PHRASE a{}b", 1),
        ("END{}b", 1),
        ("WAIT{}b", 1),
        ("ABSENT until 4{}b", 1),
    ],
)
def test_long_rows_of_blanks_are_gone_through_once(line: str, sheets: int) -> None:
    """Gone through for each place where words could end, this would take hours."""
    many = line.format(" " * 1_900)
    text = f"ORDERS age turn 3 for X\nEND\n{f'{many}{chr(10)}END{chr(10)}' * 500}"
    if sheets == 1:
        text = "ORDERS age turn 3 for X\n" + f"{many}\n" * 500 + "END\n"
    assert len(find_sheets(text.encode(), "a.txt").sheets) == sheets


def test_blanks_in_a_head_may_stand_anywhere() -> None:
    sheet = the_sheet("MESSAGE  age  turn 3 for  Lady  Grey  to  the  King  :  one:two  \nEND")
    assert (sheet.player, sheet.key) == ("Lady  Grey", "the  King")
    assert [line.text for line in sheet.lines] == ["one:two  "]


def test_the_place_of_each_of_thousands_of_words_in_one_line() -> None:
    """Were all places of the line counted for each of them, this would take hours."""
    (line,) = the_sheet(
        "ORDERS age turn 3 for X\n" + ",\n".join([" ,".join(["a"] * 600)] * 100) + "\nEND\n"
    ).lines
    spans = [line.span(at, at + 1) for at, sign in enumerate(line.text) if sign == "a"]
    assert len(spans) == 60_000
    assert (spans[0].line, spans[0].column, spans[0].length) == (2, 1, 1)
    assert (spans[-1].line, spans[-1].column, spans[-1].length) == (101, 1_798, 1)
    placed = zip(line.text, line.places, strict=True)
    assert [(span.line, span.column) for span in spans] == [
        at for sign, at in placed if sign == "a"
    ]


NESTED = """ORDERS age turn 3 for X
  one
MESSAGE age turn 3 for X to Y
Hello
{middle}  two
{end}"""


@pytest.mark.parametrize(
    ("middle", "end", "orders", "message"),
    [
        ("END\n", "END\n", ["one", "two"], ["Hello"]),
        ("END\n", "Best, X\n", ["one"], ["Hello"]),
        ("", "END\n", ["one"], ["Hello", "  two"]),
        ("END\nMESSAGE age turn 3 for X to Z\nBye\nEND\n", "END\n", ["one", "two"], ["Hello"]),
        ("END\n", "ORDERS age turn 4 for X\nEND\n", ["one"], ["Hello"]),
    ],
)
def test_a_message_may_stand_inside_orders(
    middle: str, end: str, orders: list[str], message: list[str]
) -> None:
    sheets = found(NESTED.format(middle=middle, end=end)).sheets
    assert [line.text for line in sheets[0].lines] == orders
    assert (sheets[0].kind, sheets[1].kind) == ("ORDERS", "MESSAGE")
    assert [line.text for line in sheets[1].lines] == message


@pytest.mark.parametrize("start", ["", "> "])
def test_orders_around_a_message_without_end_are_not_used(start: str) -> None:
    text = NESTED.format(middle="", end="three")
    quoted = "\n".join(f"{start}{line}" for line in text.split("\n"))
    assert found(f"{quoted}\nnot quoted").sheets == ()


@pytest.mark.parametrize("start", ["", "> "])
def test_a_head_that_was_broken_before_its_player_is_one(start: str) -> None:
    text = f"{start}ORDERS age turn 3\n{start}for X\n{start}one\n{start}END\n"
    (sheet,) = found(text).sheets
    assert (sheet.player, [line.text for line in sheet.lines]) == ("X", ["one"])


def test_a_line_below_turn_that_begins_with_for_is_no_head() -> None:
    text = "We turn\nfor home\nORDERS age turn 3 for X\nfor all\nEND\n"
    assert [line.text for line in the_sheet(text).lines] == ["for all"]


@pytest.mark.parametrize("end", ["END \N{THUMBS UP SIGN}", "END!", "end.", "END ..."])
def test_end_may_have_signs_behind_it(end: str) -> None:
    assert the_sheet(f"ORDERS age turn 3 for X\none\n{end}\n").lines


def test_end_with_a_word_behind_it_is_none() -> None:
    assert found("ORDERS age turn 3 for X\none\nEND it\n").sheets == ()


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("SHIP \uff21\uff11", "SHIP A1"),
        ("SHIP \u0410\u0031", "SHIP A1"),
        ("\u0391\u0031 \u0412\u0032", "A1 B2"),
        ("\u0410\u0410\u0031", "\u0410\u0410\u0031"),
        ("\u0410 1", "\u0410 1"),
    ],
)
def test_letters_that_look_like_latin_ones_name_units(typed: str, read: str) -> None:
    assert body(typed) == [read]
