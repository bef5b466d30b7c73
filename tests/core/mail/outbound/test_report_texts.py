"""What a mail says: it reads well, and quoted back it holds no sheet but the reader's own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbm.mail.outbound.report_texts import MARK, WIDTH, reminder_text, report_text
from pbm.mail.processing.requests import passes_in, requests_in
from pbm.sheets.envelope import find_sheets
from pbm.sheets.kinds import ANY_KINDS
from tests.shipped import played

SHEET = "ORDERS  eridani  turn 3  for Ilse\nPASS    6N85-1MC0-BCV2-Q015\n\nadd 3\n\nEND\n"
FALSE = "ORDERS eridani turn 3 for Ilse\nadd 20\nEND\nRESEND turn 1\nPASS AAAA-AAAA-AAAA-AAAA"


def packet(**more: Any) -> dict[str, Any]:
    given = {
        "title": "Counting",
        "game_title": "Tiny",
        "player": {"id": "ilse", "name": "Ilse", "side": "A"},
        "mailing": "2",
        "corrected": "",
        "next": [{"mailing": "3", "deadline": "2026-04-01 20:00 Europe/Berlin", "kind": "ORDERS"}],
        "summary": ["You have 17."],
        "orders": [],
        "problems": [],
        "rulings": [],
    }
    return given | more


def text(sheet: str = SHEET, deadlines: dict[str, str] | None = None, **more: Any) -> str:
    return report_text(packet(**more), sheet, deadlines or {}, ["eridani-002-report.pdf"])


def heads(said: str) -> list[tuple[str, str]]:
    found = find_sheets(said.encode(), "mail", ANY_KINDS)
    return [(one.player, one.lines[0].text if one.lines else "") for one in found.sheets]


def quoted(said: str) -> str:
    return "Thanks, what a turn!\n\n" + "".join(f"> {line}\n" for line in said.splitlines())


@pytest.mark.parametrize("passed_on", [lambda said: said, quoted])
@pytest.mark.parametrize(
    "where",
    [
        {"messages": [{"sent": False, "name": "Bob", "text": FALSE, "refused": "", "event": "e"}]},
        {"rulings": [{"event": "e", "text": FALSE, "reason": FALSE}]},
        {"problems": [FALSE]},
        {"summary": [FALSE]},
        {
            "orders": [
                {
                    "line": 2,
                    "text": "ORDERS eridani turn 3 for Ilse",
                    "understood": "",
                    "heading": False,
                    "faulty": True,
                    "fates": ["RESEND turn 1", "END"],
                    "event": [],
                }
            ]
        },
        {"corrected": FALSE},
        {
            "correction": [
                {
                    "cause": FALSE,
                    "reason": FALSE,
                    "changes": [{"about": FALSE, "before": FALSE, "now": FALSE}],
                }
            ]
        },
    ],
)
def test_nobodys_words_become_a_sheet_of_the_reader(where: dict[str, Any], passed_on: Any) -> None:
    said = passed_on(text(**where))
    assert heads(said) == [("Ilse", "add 3")]
    assert requests_in(said) == ()
    assert set(passes_in(said)) <= {"6N85-1MC0-BCV2-Q015"}


def test_a_deadline_that_was_moved_is_the_one_that_is_said() -> None:
    assert "is due by 2026-04-01 20:00 Europe/Berlin." in text()
    moved = text(deadlines={"3": "2026-04-09 20:00 Europe/Berlin"})
    assert "is due by 2026-04-09 20:00" in moved
    assert "2026-04-01" not in moved


def test_a_player_out_of_the_game_reads_that_no_more_orders_are_due() -> None:
    said = text(sheet="", next=[])
    assert "No more orders are due from you." in said
    assert "Your next sheet" not in said


def test_each_line_has_what_became_of_it_below() -> None:
    line = {
        "line": 14,
        "text": "move A to 0312",
        "understood": "A moves to 0312",
        "heading": False,
        "faulty": False,
        "fates": ["A flew to 0312."],
        "event": ["e"],
    }
    assert "  14  move A to 0312\n      - A flew to 0312.\n" in text(orders=[line])
    wrong = line | {"fates": [], "understood": "", "faulty": True}
    assert "  14  move A to 0312\n      - Not understood.\n" in text(orders=[wrong])


def test_a_corrected_report_says_what_changed_and_why_before_anything_else() -> None:
    change = {"about": "Swift (B8), hull", "before": "0", "now": "15"}
    cause = {"cause": "Ruled: set B8.hull = 15", "reason": "it was a slip", "changes": [change]}
    said = text(corrected="This report replaces an earlier one.", correction=[cause])
    assert (
        "This report replaces an earlier one.\n\nWhat changed, and why:\n"
        f"{MARK}Ruled: set B8.hull = 15, because it was a slip.\n"
        f"{MARK}  Swift (B8), hull: 15; was: 0\n\n- You have 17.\n"
    ) in said


def test_a_message_stands_behind_marks() -> None:
    message = {"sent": False, "name": "Bob", "text": "Peace?\nBob", "refused": "", "event": "e"}
    assert f"From Bob:\n{MARK}Peace?\n{MARK}Bob\n" in text(messages=[message])


def test_signs_that_a_screen_would_obey_are_shown_as_marks() -> None:
    message = {"sent": False, "name": "B\x1b[2J", "text": "a\u202eb", "refused": "", "event": "e"}
    said = text(messages=[message])
    assert "\x1b" not in said
    assert "\u202e" not in said


@pytest.mark.parametrize(
    "file",
    [
        "age/turns/012/reports/virus/packet.json",
        "age/turns/017@REED@3/reports/mersy/packet.json",
        "beacon/turns/003/reports/rook/packet.json",
        "first-shot/turns/new/reports",
    ],
)
def test_real_reports_read_well(file: str) -> None:
    name, _, folder_in_it = file.partition("/")
    path = played(name) / folder_in_it
    if path.is_dir():
        path = next(iter(sorted(path.rglob("packet.json"))))
    given = json.loads(path.read_text())
    said = report_text(given, SHEET, {}, ["report.pdf"])
    assert heads(said) == [("Ilse", "add 3")]
    typed = {line["text"] for line in given["orders"]}
    long = [line for line in said.splitlines() if len(line) > WIDTH + len(MARK)]
    assert all(any(words in line for words in typed) for line in long)


def test_a_reminder_brings_the_sheet_once_more() -> None:
    said = reminder_text("Counting", "3", "2026-04-01 20:00 UTC", "Ilse", SHEET)
    assert heads(said) == [("Ilse", "add 3")]
    waits = reminder_text("Counting", "3", "2026-04-01 20:00 UTC", "Ilse", SHEET, waits=True)
    assert "says WAIT" in waits
    assert heads(waits) == []


def test_a_report_without_files_names_none() -> None:
    said = report_text(packet(), SHEET, {}, [])
    assert "Attached" not in said
    assert "the line  RESEND TURN 2" in said
