"""Sheets in the game master's book: as they were read, whatever character set they came in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbm.process import How, new_campaign, run_turn, submit

SHEET = "SETUP book turn 0 for Rook\nSHIP A1\n  place speed 2\nNOTE TO GM Grüße\nEND\n"


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_sheet_is_shown_as_it_was_read(tmp_path: Path, charset: str) -> None:
    folder = tmp_path / "book"
    campaign = new_campaign(folder, "knighthawks/duel", players=("A=Rook", "B=Heron"), seed="s")
    submit(campaign, [("rook.txt", SHEET.encode(charset))])
    run_turn(campaign, how=How(missing_ok=True, go_on=True, pdfs=False))
    book = json.loads((folder / "turns/000/gm/book.json").read_text(encoding="utf-8"))
    assert [sheet["text"] for sheet in book["sheets"] if sheet["text"]] == [SHEET]
