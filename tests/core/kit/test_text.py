"""Text as it comes from mail programs, and sentences to a reader turned into ones about them."""

from __future__ import annotations

import pytest

from pbm.kit.english import in_third_person
from pbm.kit.text import clean, decode, folded, lines_of, shown

# --- text as it comes from mail programs and word processors, made plain without losing places


@pytest.mark.parametrize(
    ("received", "plain"),
    [
        ("move\u00a0speed\u20093", "move speed 3"),
        ("\tmove\tspeed 3", " move speed 3"),
        ("\u201cScimitar\u201d \u00abDread\u00bb", '"Scimitar" "Dread"'),
        ("Zz\u2019Nakk", "Zz'Nakk"),
        ("T \u2013 2 \u2014 \u2212", "T - 2 - -"),
        ("spe\u00aded\u200b \ufeff3", "speed 3"),
        ("chance \u2265 40, hull \u2264 3\u2026", "chance >= 40, hull <= 3..."),
        ("Cafe\u0301", "Caf\u00e9"),
        ("\u1112\u1161\u11ab", "\ud55c"),
        ("\u202emove\u202c \x07speed\x1b", "move speed"),
    ],
)
def test_what_is_made_plain(received: str, plain: str) -> None:
    assert clean(received).text == plain
    assert clean(plain).text == plain


def test_every_sign_keeps_its_column() -> None:
    line = clean("\u200ba\u2265e\u0301 \u00adz")
    assert list(zip(line.text, line.columns, strict=True)) == [
        ("a", 2),
        (">", 3),
        ("=", 3),
        ("\u00e9", 4),
        (" ", 6),
        ("z", 8),
    ]


def test_changes_are_counted_by_kind() -> None:
    line = clean("\u201ca\u201d\u00a0\u00a0e\u0301")
    assert line.changes == {"curly quotes": 2, "special blanks": 2, "accents written apart": 1}
    assert clean("plain").changes is None


def test_a_tower_of_accents_is_bounded() -> None:
    line = clean("a" + "\u0300" * 2000)
    assert len(line.text) == len(line.columns)


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"abc", "abc", "UTF-8"),
        (b"\xef\xbb\xbfabc", "abc", "UTF-8"),
        ("\u00e9".encode(), "\u00e9", "UTF-8"),
        (b"\xe9\x93", "\u00e9\u201c", "Windows-1252"),
        (b"\x81", "\ufffd", "Windows-1252"),
        ("a\u00e9".encode("utf-16"), "a\u00e9", "UTF-16"),
        (b"\xfe\xff\x00a", "a", "UTF-16"),
        ("END 你好".encode("utf-16-le"), "END 你好", "UTF-16"),
        ("END 你好".encode("utf-16-be"), "END 你好", "UTF-16"),
        (b"a\x00b\x00\x00c", "a\x00b\x00\x00c", "UTF-8"),  # noughts in both places
        (b"abc\x00", "\u6261c", "UTF-16"),  # a quarter is enough
        (b"abcde\x00", "abcde\x00", "UTF-8"),
        (b"a\x00b", "a\x00b", "UTF-8"),  # half a character would be left over
        (b"", "", "UTF-8"),
        (b"\xff\xfea", "\ufffd", "UTF-16"),
    ],
)
def test_how_bytes_are_read(data: bytes, text: str, encoding: str) -> None:
    assert decode(data) == (text, encoding)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u0085"])
def test_any_line_end_ends_a_line(end: str) -> None:
    assert lines_of(f"a{end}b{end}") == ["a", "b"]
    assert lines_of(f"a{end}{end}b") == ["a", "", "b"]


def test_no_text_has_no_lines() -> None:
    assert lines_of("") == []


def test_a_line_is_shown_without_control_characters() -> None:
    assert shown("\x1b[31mred\u202e\tTab \u2019") == "\ufffd[31mred\ufffd\tTab \u2019"


def test_names_are_compared_without_case_and_quotes_of_mail() -> None:
    assert folded("Zz\u2019NAKK") == folded("zz'nakk")
    assert folded("  Morgan   le Fay") == folded("morgan le fay")
    assert folded("B1") != folded("B2")
    assert folded("Stra\u00dfe") == "strasse"


# --- sentences that speak to a reader, as sentences about somebody by name ----


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("You pay 3 MCr.", "Rook pays 3 MCr."),
        ("You are fined.", "Rook is fined."),
        ("You may now spend what you received.", "Rook may now spend what they received."),
        ("You no longer hold it.", "Rook no longer holds it."),
        ("Your treasury is short; you borrow it.", "Rook's treasury is short; they borrow it."),
        ("You won.", "Rook won."),
        ("You destroyed it.", "Rook destroyed it."),
        ("Burnt as you ordered.", "Burnt as Rook ordered."),
        ("a ship of yours is at your home", "a ship of Rook's is at their home"),
        ("Your treasury is yours.", "Rook's treasury is theirs."),
        ("It surrenders to you, and B gives you 3.", "It surrenders to Rook, and B gives them 3."),
        ("B sends you", "B sends Rook"),
        ('"You pay" was not carried out.', '"You pay" was not carried out.'),
        ("A young alien", "A young alien"),
    ],
)
def test_a_sentence_for_a_reader_is_one_about_them(said: str, about: str) -> None:
    assert in_third_person(said, "Rook") == about
