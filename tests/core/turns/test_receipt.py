"""The receipt: what was understood, what was not, what counts."""

from __future__ import annotations

import hashlib

import pytest

from pbm.engine.types import Reading, Understood
from pbm.kit.problems import Problem, Severity, Span, illegal, invalid, warning
from pbm.sheets.envelope import Sheet, find_sheets
from pbm.turns.receipt import findings, has_invalid, receipt

DATA = b"Hello\nORDERS age turn 3 for Ilse\nPASS K7QM\nSHIP B1\nmove sped\nEND\n"
FOUND = find_sheets(DATA, "a.txt")
SHEET = FOUND.sheets[0]
READING = Reading(
    None,
    (
        illegal("it may not", Span("a.txt", 5, 6, 4, "move sped"), reason="So it is"),
        invalid("not understood", Span("a.txt", 4)),
        Problem(Severity.WARNING, "look", Span("a.txt", 6)),
        Problem(Severity.NOTE, "by the way", Span("a.txt", 7)),
    ),
    (Understood(4, "for B1:"), Understood(10, "move stay")),
)

FINDINGS = """\
ORDERS age turn 3 for Ilse
Look at line 4 (not understood), line 5 (not allowed) and line 6 (warned of).
2 lines understood:
   4  for B1:
  10  move stay
Problems: 1 not understood, 1 not allowed, 1 warning, 1 note.

a.txt:4:1: not understood

a.txt:5:6: it may not
5 | move sped
  |      ^^^^
So it is.

a.txt:6:1: warning: look

a.txt:7:1: note: by the way
"""


def test_findings_are_in_the_order_of_the_sheet() -> None:
    assert findings(SHEET, READING) == FINDINGS


def test_a_whole_receipt() -> None:
    text = receipt(
        DATA,
        [(SHEET, READING)],
        FOUND.problems,
        ["This ORDERS sheet is in force."],
        "2026-11-30 20:00 UTC",
        "2026-12-01 20:00 Europe/Berlin",
    )
    assert text == (
        f"sha256 {hashlib.sha256(DATA).hexdigest()}, {len(DATA)} bytes\n"
        "received 2026-11-30 20:00 UTC\n\n"
        "a.txt:1:1: note: line 1 outside the sheet was ignored\n\n"
        f"{FINDINGS}\n"
        "PASS: not checked.\nThis ORDERS sheet is in force.\n\n"
        "The deadline is 2026-12-01 20:00 Europe/Berlin.\n"
    )
    assert "K7QM" not in text


def test_a_receipt_for_nothing() -> None:
    assert receipt(b"", []) == f"sha256 {hashlib.sha256(b'').hexdigest()}, 0 bytes\n"


def test_a_sheet_without_a_fault_or_a_line() -> None:
    plain = Sheet("ORDERS", "age", "3", "Ilse", "", (), Span("a.txt", 1), "a.txt")
    assert findings(plain, Reading(None)) == (
        "ORDERS age turn 3 for Ilse\nIt has no orders.\nNo problems.\n"
    )
    one = Reading(None, (), (Understood(1, "x"),))
    assert findings(plain, one).splitlines()[1:3] == ["1 line understood:", "  1  x"]
    assert "There is no PASS line." in receipt(b"", [(plain, one)])


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        ("PHRASE purple  ink", 'PHRASE: "purple ink" was taken.'),
        ("wait.", "WAIT: this sheet may still be changed."),
        ("FINAL", "FINAL: this sheet will not be changed."),
        (
            "ABSENT until turn 14",
            "ABSENT: no orders are expected before turn 14.",
        ),
    ],
)
def test_a_sheet_with_words_beside_orders_alone_says_what_was_taken(line: str, taken: str) -> None:
    (sheet,) = find_sheets(f"SETUP age turn 0 for X\n{line}\nEND".encode(), "a.txt").sheets
    assert findings(sheet, Reading(None)).splitlines()[1:] == [
        "It has no orders.",
        taken,
        "No problems.",
    ]


def test_a_sheet_of_which_no_line_could_be_used_says_so() -> None:
    for wrong in (invalid("not understood", Span("a.txt", 4)), illegal("it may not")):
        assert "No line was understood." in findings(SHEET, Reading(None, (wrong,)))
    note = Problem(Severity.WARNING, "a heading with nothing below it", Span("a.txt", 4))
    assert "It has no orders." in findings(SHEET, Reading(None, (note,)))


def test_a_message_is_words() -> None:
    (sheet,) = find_sheets(b"MESSAGE age turn 3 for X\nHello\n\nyou\nEND", "a.txt").sheets
    said = findings(sheet, Reading(None))
    assert "2 lines of text. Nothing in it is read as an order." in said
    (sheet,) = find_sheets(b"MESSAGE age turn 3 for X\nHello\nEND", "a.txt").sheets
    assert "1 line of text" in findings(sheet, Reading(None))


def test_what_makes_a_sheet_worse_than_another() -> None:
    assert has_invalid(SHEET, READING)
    assert not has_invalid(SHEET, Reading(None, READING.problems[:1]))


def test_the_first_lines_name_the_lines_to_look_at() -> None:
    """Each once, by the worst that is said of it; lines below a header that was not read too."""
    at = {number: Span("a.txt", number, 1, 1, "x") for number in (4, 6, 7, 9)}
    problems = (
        invalid("a", at[4]),
        warning("b", at[4]),
        warning("c", at[9]),
        warning("d", at[7]),
        warning("e", at[6]),
        Problem(Severity.NOTE, "f", at[6]),
    )
    understood = (Understood(3, "move stay"), Understood(7, "move stay"))
    text = findings(SHEET, Reading(None, problems, understood, skipped=((5, 4),)))
    assert text.splitlines()[1:3] == [
        "Look at lines 4-5 (not understood) and lines 6-7, 9 (warned of).",
        "2 lines understood, 2 not:",
    ]
    assert "Look at" not in findings(SHEET, Reading(None, problems[5:], understood))
