"""TOML as people write it, with its faults at their places, and as this program writes it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, get_args

import pytest
import tomlkit
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, field
from msgspec.structs import fields, replace

from pbm.kit.file_part import Check, FilePart, document_of, part_of
from pbm.kit.problems import Faults, render_all
from pbm.kit.toml_reader import load, span_of, without_unknown
from pbm.kit.toml_writer import toml_bytes

# --- TOML read from people: every fault at its place --------------------------


class Row(FilePart):
    width: int
    name: str = ""


class Page(FilePart):
    title: str
    rows: list[Row] = field(default_factory=list)
    best: Row | None = None


def said(text: bytes) -> str:
    with pytest.raises(Faults) as caught:
        load(Page, text, "page.toml")
    return render_all(caught.value.problems)


def test_a_right_text_gives_the_model() -> None:
    page = load(Page, b'\xef\xbb\xbftitle = "T"\n[[rows]]\nwidth = 2\n', "page.toml")
    assert page.rows[0].width == 2


def test_every_fault_has_its_line() -> None:
    text = b'title = "T"\n[[rows]]\nwidth = 2\n[[rows]]\nwidth = "x"\n[best]\n"widht" = 1\n'
    message = said(text)
    assert "page.toml:5:1: rows.1.width does not fit" in message
    assert 'page.toml:6:1: "width" is missing' in message
    assert 'page.toml:7:1: "widht" is not known here' in message
    assert 'Did you mean "width"?' in message


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('password = "geheim"', "password = ..."),
        ('Mail_Secret="geheim"', "Mail_Secret=..."),
        ("\"passwd\" = 'geheim'", '"passwd" = ...'),
        ('password = "geheim', "password = ..."),  # no TOML at all
        ('password_env = "PBM_MAIL"', 'password_env = "PBM_MAIL"'),
        ('path = "a = secret"', 'path = "a = secret"'),
    ],
)
def test_no_password_is_shown(line: str, shown: str) -> None:
    message = said(f'title = "T"\n{line}\n'.encode())
    assert f"2 | {shown}\n" in message
    assert "geheim" not in message


class Timed(FilePart):
    hour: Annotated[str, Meta(pattern="^[0-2]", description="a time of day")] = "20:00"
    days: int = 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('hour = "34:00"', "It must be a time of day."),
        ('days = "x"', "It is 'x' and should be a whole number."),
        ("days = 1.5", "It is 1.5 and should be a whole number."),
        ("days = []", "It is [] and should be a whole number."),
    ],
)
def test_what_a_value_must_look_like_is_said_in_words(text: str, why: str) -> None:
    with pytest.raises(Faults) as caught:
        load(Timed, text.encode(), "page.toml")
    assert why in render_all(caught.value.problems)


def patterns(model: type[FilePart]) -> Iterator[tuple[str, Meta]]:
    """The fields of a part, and of those inside it, whose text must match a pattern."""
    open_hints: list[tuple[str, Any]] = [("", model)]
    while open_hints:
        name, hint = open_hints.pop()
        if isinstance(hint, type) and issubclass(hint, FilePart):
            open_hints += [(one.name, one.type) for one in fields(hint)]
        else:
            open_hints += [(name, inner) for inner in get_args(hint)]
            yield from (
                (name, one)
                for one in getattr(hint, "__metadata__", ())
                if isinstance(one, Meta) and one.pattern
            )


def test_every_pattern_of_what_people_write_has_words() -> None:
    from pbm.campaign.campaign import CampaignPart
    from pbm.engine.registry import names, ruleset

    models: list[Any] = [CampaignPart, *(ruleset(game).scenario for game in names())]
    found = [one for model in models for one in patterns(model)]
    assert {"hour", "password_env", "id", "counter", "at"} <= {name for name, _meta in found}
    assert not [name for name, meta in found if not meta.description]


class Bound(FilePart):
    height: Annotated[int, Meta(ge=1, le=12)] = 5
    rows: Annotated[tuple[Row, ...], Meta(min_length=1)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rows = []", "it has 0 and needs at least 1"),
        ("height = 13\n[[rows]]\nwidth = 2", "it is 13 and must be at most 12"),
        ("height = 0\n[[rows]]\nwidth = 2", "it is 0 and must be at least 1"),
    ],
)
def test_a_value_out_of_bounds_is_reported_with_the_bound(text: str, why: str) -> None:
    with pytest.raises(Faults) as caught:
        load(Bound, text.encode(), "page.toml")
    assert [problem.reason for problem in caught.value.problems] == [why]


def test_a_list_of_faulty_entries_is_not_called_empty_too() -> None:
    with pytest.raises(Faults) as caught:
        load(Bound, b'[[rows]]\nwidth = "x"', "page.toml")
    assert [problem.fault for problem in caught.value.problems] == ["rows.0.width does not fit"]


def test_an_unknown_key_like_no_other_is_to_be_taken_out() -> None:
    assert "Take the line out" in said(b'title = "T"\nzzzz = 1\n')


def test_bytes_that_are_not_text_or_not_toml() -> None:
    assert "page.toml:2:1: this file is not UTF-8 text" in said(b'title = "T"\n\xff')
    assert "page.toml:2:9: this line is not TOML" in said(b'title = "T"\nwidth = \n')
    assert "this line is not TOML" in said(b'title = """')
    assert "It is nested too deeply" in said(b"a = " + b"[" * 10_000)
    huge = said(b'title = "T"\nwidth = ' + b"9" * 5_000 + b"\n")
    assert "page.toml:2:9: this line is not TOML" in huge
    assert "A number has more digits than are read." in huge


def test_a_line_is_counted_as_toml_does() -> None:
    faults = said('title = "a\u2028b\x85c"\r\nwidth = \r\n'.encode())
    assert "page.toml:2:9: this line is not TOML\n2 | width = \n" in faults
    assert "page.toml:2:1:" in said('title = "a\u2028b"\nwidth = "x"\n'.encode())
    assert "page.toml:1:1:" in said(b"")


def test_a_name_of_a_thousand_parts_and_more_is_refused_unread() -> None:
    """A name of so many parts would take the parser minutes."""
    said_of = said(b"\n" + b"a.b." * 250_000)
    assert "page.toml:2:1: line 2 has 500,000 dots outside of quotes" in said_of
    assert "At most 1,000 are read" in said_of
    name = b"a" + b".a" * 1_000
    assert "is not known here" in said(b'title = "T"\n' + name + b" = 1\n")
    assert "line 2 has 1,001 dots" in said(b'title = "T"\n' + name + b".a = 1\n")
    assert "has 1,001 dots" in said(b"'a'" + b".'a.a'" * 1_001 + b" = 1\n")


@pytest.mark.parametrize("quoted", ['"%s"', "'%s'", '"%s"  # %s', '"\\"%s\\"" # " %s'])
def test_text_in_quotes_may_be_of_any_length(quoted: str) -> None:
    """A player's note of a hundred lines stands in turn.toml as one."""
    text = "and so on ... " * 20_000
    shown = quoted.replace("%s", text)
    title = text if "\\" not in quoted else f'"{text}"'
    assert load(Page, f"title = {shown}".encode(), "page.toml").title == title


def test_a_dotted_key_is_found() -> None:
    assert span_of("a.b = 1\n[c.d]\ne = 2\n", "f", ("c", "d", "e")).line == 3
    assert span_of("a.b = 1\n", "f", ("a", "b")).line == 1
    assert span_of("", "f", ("a",)).line == 1


@given(st.binary(max_size=200))
def test_any_bytes_give_a_model_or_faults(data: bytes) -> None:
    try:
        load(Page, data, "page.toml")
    except Faults as faults:
        message = render_all(faults.problems)
    else:
        message = "a page"
    assert message


def test_what_is_only_misnamed_can_be_read_for_its_sense() -> None:
    text = b"titel = 'x'\nrows = []\nodd = 1\n"
    found = without_unknown(Page, text)
    assert found is not None
    assert found.title == "x"
    assert without_unknown(Page, b"titel = 5\nrows = []\n") is None
    assert without_unknown(Page, b"odd = 1\n") is None


# --- what a part may hold --------------------------------------------------------


def even(number: int) -> int:
    if number % 2:
        raise ValueError("it is odd")
    return number


def trimmed(text: str) -> str:
    if not text.strip():
        raise ValueError("it is blank")
    return text.strip()


class Cell(FilePart):
    size: int = 1
    most: int = 9

    def misfit(self) -> str:
        return "it is larger than the most" if self.size > self.most else ""


class Sheet(FilePart):
    """One field of each kind."""

    word: Annotated[str, Meta(min_length=1, max_length=4), Check(trimmed)] = ""
    number: Annotated[int, Meta(ge=2, le=8), Check(even)] | None = None
    evens: tuple[Annotated[int, Check(even)], ...] = ()
    pair: tuple[int, int] = (0, 0)
    way: Literal["up", "down"] = "up"
    only: Literal["this"] = "this"
    flag: bool = False
    either: Literal["any"] | tuple[int, ...] = "any"
    cells: tuple[Cell | str, ...] = ()
    sizes: Mapping[Annotated[str, Meta(max_length=2)], int] = field(default_factory=dict)
    code: Annotated[str, Meta(pattern="^[a-z]$")] = "a"
    named: str = field(name="class", default="")


def told(text: str) -> list[tuple[str, str]]:
    """Where each fault of a sheet is, and why."""
    with pytest.raises(Faults) as caught:
        load(Sheet, text.encode(), "sheet.toml")
    return [(one.fault, one.reason) for one in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "where", "why"),
    [
        ("word = 5", "word", "it should be text in quotes"),
        ('word = ""', "word", "it has 0 characters and needs at least 1"),
        ('word = "abcde"', "word", "it has 5 characters and may have at most 4"),
        ('word = "  "', "word", "it is blank"),
        ("number = 9", "number", "it is 9 and must be at most 8"),
        ("number = 1", "number", "it is 1 and must be at least 2"),
        ("number = 3", "number", "it is odd"),
        ("number = true", "number", "it is True and should be a whole number"),
        ("evens = [2, 3]", "evens.1", "it is odd"),
        ("evens = 2", "evens", "it should be a list in square brackets"),
        ("pair = [1]", "pair", "it should be a list of 2"),
        ('pair = [1, "x"]', "pair.1", "it is 'x' and should be a whole number"),
        ('way = "left"', "way", "it should be one of up, down"),
        ('only = "that"', "only", 'it should be "this"'),
        ('flag = "perhaps"', "flag", "it should be true or false"),
        ("either = 5", "either", 'it should be "any" or a list in square brackets'),
        ('either = ["x"]', "either.0", "it is 'x' and should be a whole number"),
        ("cells = [{size = []}]", "cells.0.size", "it is [] and should be a whole number"),
        ("cells = [5]", "cells.0", "it should be a table or text in quotes"),
        ("cells = [{size = 10}]", "cells.0", "it is larger than the most"),
        ("sizes = {abc = 1}", "sizes.abc", "it has 3 characters and may have at most 2"),
        ("sizes = {ab = []}", "sizes.ab", "it is [] and should be a whole number"),
        ("sizes = 5", "sizes", "it should be a table"),
        ('code = "5"', "code", "it must be ^[a-z]$"),
    ],
)
def test_each_kind_of_value_that_does_not_fit(text: str, where: str, why: str) -> None:
    assert told(text) == [(f"{where} does not fit", why)]


def test_a_list_of_parts_that_is_none_and_a_part_that_is_no_table() -> None:
    with pytest.raises(Faults) as caught:
        load(Page, b'title = "T"\nrows = [5]\nbest = 1\n', "page.toml")
    assert [(one.fault, one.reason) for one in caught.value.problems] == [
        ("rows.0 does not fit", "it should be a table"),
        ("best does not fit", "it should be a table"),
    ]


def test_what_fits_is_read_and_written_again() -> None:
    text = """
word = " ab "
number = "4"
evens = [2, 4]
pair = [1, 2]
either = [1]
cells = ["a", {size = 2}]
sizes = {ab = 1}
class = "c"
"""
    sheet = load(Sheet, text.encode(), "sheet.toml")
    assert (sheet.word, sheet.number, sheet.evens, sheet.named) == ("ab", 4, (2, 4), "c")
    assert sheet.cells == ("a", Cell(size=2))
    document = document_of(sheet)
    assert document["class"] == "c"
    assert document["evens"] == [2, 4]
    assert part_of(Sheet, document) == sheet


def test_a_part_that_is_made_is_checked_as_one_that_is_read() -> None:
    with pytest.raises(ValueError, match="odd"):
        Sheet(number=3)
    with pytest.raises(ValueError, match="larger"):
        replace(Cell(), size=10)
    assert Sheet().word == ""  # a default needs no check


# --- TOML that is written: the bytes are tomlkit's, and a long text takes no longer than it must


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(TEXTS, st.lists(TEXTS, max_size=3), st.dictionaries(TEXTS, TEXTS, max_size=3))
def test_the_bytes_are_tomlkit_s(text: str, some: list[str], table: dict[str, str]) -> None:
    row = {"a": text, "rows": [{"n": 1, **table}, {}], "more": {"b c": table}}
    whole: dict[str, Any] = {"text": text, "some": some, "n": 3, "rows": [row, table], "t": table}
    whole |= {"after": text, "none": [], "deep": {"deeper": {"x": 1}}}
    found = toml_bytes(whole)
    assert found == tomlkit.dumps(whole).encode()
    assert tomllib.loads(found.decode()) == whole


def test_every_sign_comes_back() -> None:
    signs = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x10FFFF, 997))))
    assert tomllib.loads(toml_bytes({"text": signs}).decode()) == {"text": signs}


def test_a_long_text_is_gone_through_once() -> None:
    """Looked at again for each of its characters, two million of them would take an hour."""
    text = 'he said "so"\n' * 200_000
    found = toml_bytes({"rows": [{"text": text}], "more": [text]})
    assert tomllib.loads(found.decode()) == {"rows": [{"text": text}], "more": [text]}


@given(
    TEXTS, st.integers(-5, 10**9), st.booleans(), st.lists(TEXTS | st.integers() | st.booleans())
)
def test_a_flat_document_is_as_tomlkit_writes_it(
    text: str, number: int, flag: bool, some: list[str | int]
) -> None:
    whole = {"text": text, "number": number, "flag": flag, "a-b_2": "x", "some": some}
    assert toml_bytes(whole) == tomlkit.dumps(whole).encode()


def test_a_key_that_needs_quotes_gets_them() -> None:
    assert toml_bytes({"a b": "x"}) == b'"a b" = "x"\n'
