"""The longest logs of the shipped campaigns, printed: none leaves the page before it empty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbm.pdf_facts import pdf_facts
from pbm.report import pages

REPORTS = Path(__file__).parents[2] / "campaigns" / "convoy-red" / "turns" / "004" / "reports"


@pytest.mark.parametrize("player", ["rook", "heron"])
def test_a_log_stands_on_every_page_and_is_never_parted(player: str) -> None:
    packet = json.loads((REPORTS / player / "packet.json").read_text(encoding="utf-8"))
    found = pdf_facts(pages(packet, "")["logs.pdf"]).pages
    assert len(found) <= sum(unit["kind"] == "spaceship" for unit in packet["known"]["units"])
    assert all("Spaceship Log, type" in page for page in found)
