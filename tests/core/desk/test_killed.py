"""A desk that is killed while it runs a turn: the campaign is whole, and the run is begun again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from pbm.service.api import How, new_campaign, replay, run_turn
from tests.core.desk.visitor import Visitor

ROOT = Path(__file__).parents[3]


def test_a_desk_killed_in_a_run_leaves_the_campaign_whole(tmp_path: Path) -> None:
    players = ("A=Ann", "B=Bea")
    begun = "2020-03-01T12:00:00Z"
    campaign = new_campaign(tmp_path / "duel", "knighthawks/duel", players=players, at=begun)
    words = [sys.executable, "-m", "pbm", "desk", str(campaign.folder), "--no-browser"]
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(words, env=environ, stdout=subprocess.PIPE, text=True) as desk:
        assert desk.stdout is not None
        address = urlsplit(desk.stdout.readline().split()[-1])
        assert address.port is not None
        gm = Visitor(address.port, parse_qs(address.query)["key"][0])
        sheet = gm.see("/c/duel/sheet/000/ann")
        draft = next(fields["text"] for path, fields in sheet.forms if path.endswith("/submit"))
        gm.send(sheet, "/submit", text=draft.replace("\nEND", "\nFINAL\nEND"))
        page = gm.send(gm.see("/c/duel"), "/run", missing_ok="yes", no_pdfs="yes")
        assert page.path == "/c/duel/work"
        desk.kill()
    if not (campaign.folder / "turns/000").exists():
        run_turn(campaign, how=How(missing_ok=True, pdfs=False))
    assert replay(campaign, pdfs=False) == []
    assert [one.name for one in (campaign.folder / "turns").iterdir() if "tmp" in one.name] == []
