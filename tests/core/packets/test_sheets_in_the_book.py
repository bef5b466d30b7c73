"""Sheets in the game master's book: as they were read, whatever character set they came in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbm.service.api import How, new_campaign, run_turn, submit

SHEET = "SETUP book turn 0 for Rook\nSHIP A1\n  place speed 2\nNOTE TO GM Grüße\nEND\n"


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_sheet_is_shown_as_it_was_read(tmp_path: Path, charset: str) -> None:
    folder = tmp_path / "book"
    campaign = new_campaign(folder, "knighthawks/duel", players=("A=Rook", "B=Heron"), seed="s")
    submit(campaign, [("rook.txt", SHEET.encode(charset))])
    run_turn(campaign, how=How(missing_ok=True, go_on=True, pdfs=False))
    book = json.loads((folder / "turns/000/gm/book.json").read_text(encoding="utf-8"))
    assert [sheet["text"] for sheet in book["sheets"] if sheet["text"]] == [SHEET]


FAULTY = "SETUP book turn 0 for Rook\nSHIP A1\n  plaec\nSHIP Q\n  place speed 2\nEND\n"
MESSAGE = "MESSAGE book turn 0 for Rook to Heron\nmind the gap\nEND\n"


def test_the_book_says_which_text_counts_and_a_report_which_lines_do_not(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    campaign = new_campaign(folder, "knighthawks/duel", players=("A=Rook", "B=Heron"), seed="s")
    for text in (FAULTY, FAULTY, MESSAGE):
        submit(campaign, [("rook.txt", text.encode())])
    run_turn(campaign, how=How(missing_ok=True, pdfs=False))
    written = folder / "turns/000"
    book = json.loads((written / "gm/book.json").read_text(encoding="utf-8"))
    counts: dict[str, list[str]] = {FAULTY: [], MESSAGE: []}
    for sheet in book["sheets"]:
        if sheet["text"]:
            counts[sheet["text"]].append(sheet["counts"])
    assert counts == {FAULTY: ["", "sheet"], MESSAGE: ["message"]}
    packet = json.loads((written / "reports/rook/packet.json").read_text(encoding="utf-8"))
    assert packet["summary"][-1] == (
        "Lines 3, 4 and 5 of your sheet were not read; see the remarks on it."
    )
    page = (written / "gm/report.html").read_text(encoding="utf-8")
    assert ">not in force<" in page
    assert "The texts are under Sheets." in page


def test_a_book_before_the_first_turn_has_no_empty_parts(tmp_path: Path) -> None:
    folder = tmp_path / "book"
    new_campaign(folder, "knighthawks/duel", players=("A=Rook", "B=Heron"), seed="s")
    page = (folder / "turns/new/gm/report.html").read_text(encoding="utf-8")
    ships = page.partition(">The ships</h2>")[2]
    assert ships.count("to be placed") == 2
    assert 'class="events"' not in page
