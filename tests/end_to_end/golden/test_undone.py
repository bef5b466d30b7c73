"""A ruling that the turn undid says so, wherever the game master reads of it, with the remedy."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbm.campaign.campaign import Campaign
from pbm.cli.rulings import commands
from pbm.service.api import kept_of, open_campaign, rerun
from tests import shipped
from tests.core import table

# A ship that the turn destroyed: its campaign and turn, a ruling, the words, a ruling that lasts.
SHIPS = {
    "knighthawks": (
        "twin-moons",
        "4",
        "set A4.hull = 15",
        (
            "R1 did not last: it held at the start of the turn, but A4 was destroyed in 1.defence "
            "(Defensive fire at Sathar) all the same. To put it back for the rest of the turn: "
            "before 1.attack: set A4.hull = 15. To put it back at the end of the turn: before end: "
            "set A4.hull = 15."
        ),
    ),
    "deltavee": (
        "showdown",
        "11",
        "set 1E.energy = 3",
        (
            "R1 did not last: it held at the start of the turn, but 1E was destroyed in 2.fire "
            "(Guard fires) all the same. To put it back at the end of the turn: before end: "
            "set 1E.bridge = ok and before end: set 1E.status = in play."
        ),
    ),
    "nova": (
        "two-lamps",
        "2",
        "set VIRUS.owner = SISKIN",
        (
            "R1 did not last: it held at the start of the turn, but SISKIN lost VIRUS in D (Repair,"
            " refit, loading) all the same. To put it back for the rest of the turn: before E: "
            "set VIRUS.owner = SISKIN. To put it back at the end of the turn: before end: "
            "set VIRUS.owner = SISKIN."
        ),
    ),
}


def copied(name: str, folder: Path) -> Campaign:
    shutil.copytree(shipped.played(name), folder / name)
    return open_campaign(folder / name)


@pytest.mark.parametrize("game", SHIPS)
def test_it_is_said_at_the_rule_the_preview_the_rerun_and_in_the_book(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, turn, ruling, said = SHIPS[game]
    campaign = copied(name, tmp_path)
    table.set_press(monkeypatch)
    folder = str(campaign.folder)
    asked = CliRunner().invoke(
        commands, ["correct", folder, turn, ruling, "--because", "of a slip", "--preview"]
    )
    assert f"Turn {turn}: {said}" in asked.output
    file = tmp_path / "r.txt"
    file.write_text(f"{ruling} because of a slip\n", encoding="utf-8")
    kept = CliRunner().invoke(commands, ["rule", folder, turn, str(file)])
    assert said in kept.output.splitlines()
    (row,) = kept_of(campaign, turn)
    assert f"{row.id} {row.state}." == said
    done = rerun(campaign, turn, pdfs=False)
    assert f"Turn {turn}: {said}" in done.lines
    book = json.loads((done.folders[0] / "gm" / "book.json").read_text(encoding="utf-8"))
    assert [f"{one['id']} {one['remark']}." for one in book["rulings"]] == [said]


@pytest.mark.parametrize("game", ["knighthawks", "deltavee"])
def test_the_remedy_lasts(game: str, tmp_path: Path) -> None:
    """As it is written in the words; the ship is in play at the end of the turn."""
    name, turn, _ruling, said = SHIPS[game]
    campaign = copied(name, tmp_path)
    (last,) = re.findall(r"at the end of the turn: (.+)\.", said)
    text = "".join(f"{one} because of a slip\n" for one in last.split(" and "))
    shown = rerun(campaign, turn, preview=True, more=text.encode())
    assert not any("did not last" in line for line in shown.lines)
    assert any("status: in play; was: destroyed" in line for line in shown.lines)
