"""A prefilled sheet that comes back unchanged is not an order; one that was edited is."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.sheets.envelope import FoundSheets, Sheet, envelope, find_sheets
from pbm.sheets.kinds import ANY_KINDS
from tests.core.sheets.shipped_sheets import prefilled_sheets

HEAD = "On Monday the game master wrote:\n\n"


def quoted(text: str) -> str:
    return HEAD + "".join(f"> {line}\n" for line in text.splitlines())


def quoted_tightly(text: str) -> str:
    return HEAD + "".join(f">{line}\n" for line in text.splitlines())


def quoted_twice(text: str) -> str:
    return quoted(quoted(text))


def unmarked(text: str) -> str:
    return f"Thanks!\n\n-----Original Message-----\nFrom: gm@example.org\n\n{text}"


def forwarded(text: str) -> str:
    return f"---------- Forwarded message ----------\n\n{text}\n\nRegards"


def indented(text: str) -> str:
    return textwrap.indent(text, "    ", lambda _line: True)


def without_blanks(text: str) -> str:
    return "".join(f"{' '.join(line.split())}\n" for line in text.splitlines() if line.strip())


def wrapped(width: int) -> Callable[[str], str]:
    def wrap(text: str) -> str:
        head, *rest = text.splitlines()
        broken = (textwrap.wrap(line, width, break_long_words=False) or [""] for line in rest)
        return "\n".join([head, *(piece for line in broken for piece in line), ""])

    return wrap


WAYS: tuple[Callable[[str], str], ...] = (
    str,
    quoted,
    quoted_tightly,
    quoted_twice,
    unmarked,
    forwarded,
    indented,
    without_blanks,
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("  ", " \u00a0"),
    *(wrapped(width) for width in (20, 26, 30, 45, 60, 72)),
    lambda text: quoted(wrapped(70)(text)),
)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16")


def read(text: str, encoding: str = "utf-8") -> FoundSheets:
    return find_sheets(text.encode(encoding), "a.txt", ANY_KINDS)


def said(found: FoundSheets) -> list[str]:
    return [one.fault for one in found.problems if "came back as it was prefilled" in one.fault]


def test_there_are_sheets_of_every_kind() -> None:
    kinds = {sheet.split()[0] for sheet in prefilled_sheets()}
    assert {"ORDERS", "SETUP", "PREGAME", "BATTLE"} <= kinds
    assert len(prefilled_sheets()) > 30


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("way", WAYS)
def test_an_unchanged_prefilled_sheet_is_not_a_sheet(
    way: Callable[[str], str], encoding: str
) -> None:
    for text in prefilled_sheets():
        found = read(way(text), encoding)
        assert found.sheets == (), text
        assert len(said(found)) == 1, text


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("way", WAYS)
def test_edited_in_one_word_it_is_an_order(way: Callable[[str], str], encoding: str) -> None:
    for text in prefilled_sheets():
        (sheet,) = read(way(text.replace("\nEND\n", "\nFINAL\nEND\n")), encoding).sheets
        assert sheet.word == "FINAL"
        (sheet,) = read(way(text.replace("\nEND\n", "\nmore\nEND\n")), encoding).sheets
        assert sheet.lines[-1].text.endswith("more")
        assert not any("PREFILLED" in line.text for line in sheet.lines)


@given(st.sampled_from(WAYS), st.data())
def test_a_line_taken_out_is_an_edit(way: Callable[[str], str], data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([one for one in prefilled_sheets() if _orders(one)]))
    gone = data.draw(st.sampled_from(_orders(text)))
    lines = text.splitlines(keepends=True)
    del lines[lines.index(gone)]
    found = read(way("".join(lines)))
    assert len(found.sheets) == 1
    assert not said(found)


def _orders(text: str) -> list[str]:
    """Its lines that are orders."""
    body = text.splitlines(keepends=True)[3:-1]
    return [line for line in body if line.partition("#")[0].strip()]


def test_a_changed_remark_is_not_an_edit() -> None:
    text = next(one for one in prefilled_sheets() if "# " in one)
    assert read(text.replace("# ", "# so: ")).sheets == ()
    assert read(text.replace("\nEND\n", "\n# a remark of my own\nEND\n")).sheets == ()


def test_a_message_above_counts_and_the_quoted_sheet_does_not() -> None:
    text = prefilled_sheets()[0]
    campaign, turn = text.split()[1], text.split()[3]
    head = f"MESSAGE {campaign} turn {turn} for Rook to gm\nThanks!\nEND\n\n"
    (message,) = read(head + quoted(text)).sheets
    assert message.is_message


def test_an_edited_sheet_counts_beside_an_unchanged_one_that_is_quoted_less() -> None:
    text = prefilled_sheets()[0]
    edited = text.replace("\nEND\n", "\nmore\nEND\n")
    (sheet,) = read(text + quoted(edited)).sheets
    assert sheet.lines[-1].text.endswith("more")


def test_a_final_outside_the_sheet_is_named() -> None:
    found = read("Hello,\nFINAL\n\n" + quoted(prefilled_sheets()[0]))
    (problem,) = [one for one in found.problems if "as it was prefilled" in one.fault]
    assert problem.remedy.startswith("The FINAL on line 2 is outside the sheet. ")
    assert found.sheets == ()


def test_a_sheet_without_the_mark_counts_as_before() -> None:
    text = envelope("ORDERS", "eridani", "3", "Ilse", "", "add 3")
    assert [_first(one) for one in read(quoted(text)).sheets] == ["add 3"]


def test_a_mark_typed_by_hand_does_no_harm() -> None:
    text = envelope("ORDERS", "eridani", "3", "Ilse", "", "PREFILLED\nadd 3\nPREFILLED 00")
    (sheet,) = read(text).sheets
    assert [line.text for line in sheet.lines] == ["add 3"]


def test_only_the_rest_of_a_broken_mark_belongs_to_it() -> None:
    head, mark, *body = [
        "ORDERS eridani turn 3 for Ilse",
        "PREFILLED 0123456789abcdef",
        "2018",
        "END",
    ]
    kept = "\n".join([head, mark, *body, ""])
    broken = kept.replace("89abcdef", "\n89abcdef")
    for text in (kept, broken, broken.replace("D 0", "D\n0").replace("7\n8", "78")):
        (sheet,) = read(text).sheets
        assert [line.text for line in sheet.lines] == ["2018"], text


def _first(sheet: Sheet) -> str:
    return sheet.lines[0].text
