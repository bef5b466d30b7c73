"""How a line that the grammar refuses is read as the one line that can be meant."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbm.language.natural import Form, Forms, Naturally, reworded, trimmed
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.line import Line

WORDS = {"go 4": 4, "go 5": 5, "stay": 0, "go 4 > 5": 9}
FORMS = Forms(
    lambda: (
        Form(re.compile(r"\bfour\b"), ("4",)),
        Form(re.compile(r"\Afly\b"), ("go",)),
        Form(re.compile(r"\Amaybe\Z"), ("go 4", "go 5")),
        Form(re.compile(r"\Arest\Z"), ("stay", "stay ")),
        Form(re.compile(r"\A(?P<own>\w+)\Z"), (r"go \g<own>",)),
    )
)


def parse(text: str) -> Any:
    """The meaning of a line of a language of four lines."""
    return WORDS.get(text, SyntaxFault(0, len(text), "not understood"))


def line(text: str, number: int = 1, column: int = 1) -> Line:
    """A line of a sheet that begins in a column."""
    columns = range(column, column + len(text))
    return Line(number, text, ((number, columns),), ((number, text),), "t")


def read(text: str, names: tuple[str, ...] = (), characters: int = 1000) -> tuple[Line, Any]:
    """The line as it is read, and its parse."""
    naturally = Naturally(FORMS, names, characters=characters)
    return naturally.read(line(text), parse(text), parse)


@pytest.mark.parametrize(
    ("written", "text", "means"),
    [
        ("go 4", "go 4", 4),
        ("- go 4", "go 4", 4),
        ("(2) go 4!", "go 4", 4),
        ("go four", "go 4", 4),
        ("3. please fly four.", "go 4", 4),
        ("rest", "stay", 0),
    ],
)
def test_a_line_is_read_as_what_is_meant(written: str, text: str, means: int) -> None:
    found, parsed = read(written)
    assert (found.text, parsed) == (text, means)
    assert found.order == written
    assert found.is_trimmed == (text in written and text != written)


@pytest.mark.parametrize("names", [(), ("4",)])
def test_a_name_stands_only_for_what_the_player_knows(names: tuple[str, ...]) -> None:
    _line, parsed = read("4", names)
    assert isinstance(parsed, SyntaxFault) != bool(names)


def test_two_readings_that_differ_are_both_named() -> None:
    found, parsed = read("maybe")
    assert (found.text, parsed.fault) == ("maybe", "this can mean two things")
    assert parsed.remedy == "Write  go 4  or  go 5"


@pytest.mark.parametrize(("written", "text"), [("no such.", "no such."), ("- no such", "no such")])
def test_a_line_that_cannot_be_read_keeps_its_words_behind_its_mark(
    written: str, text: str
) -> None:
    found, parsed = read(written)
    assert found.text == text
    assert isinstance(parsed, SyntaxFault)


def test_so_many_characters_of_a_sheet_are_tried() -> None:
    assert read("go four", characters=len("go 4"))[1] == 4
    assert isinstance(read("go four", characters=len("go 4") - 1)[1], SyntaxFault)


@pytest.mark.parametrize(
    ("upper", "lower", "means"),
    [
        ("go", "4", 4),  # neither can be read alone
        ("go 4", "> 5", 9),  # the lower one begins with a sign
        ("go 4", "stay", None),
        ("go", "stay", None),
        ("go", "", None),
    ],
)
def test_a_line_that_was_broken_in_two_is_read_whole(
    upper: str, lower: str, means: int | None
) -> None:
    naturally = Naturally(FORMS, ())
    whole = naturally.unwrapped(line(upper), parse(upper), line(lower, 2), parse)
    assert (whole[1] if whole else None) == means


def test_marks_are_taken_off_but_not_names() -> None:
    assert trimmed("• The Rook – go 4 \N{ROCKET}…") == "Rook – go 4 …"
    assert trimmed("* **go** the 4; thanks", ("the",)) == "go the 4"
    assert trimmed("1.5 go") == "1.5 go"


def test_characters_keep_their_places() -> None:
    found = reworded(line("fly four", column=3), "go 4")
    assert [column for _line, column in found.places][2] == 6
    assert found.span(3, 4).column >= 7
