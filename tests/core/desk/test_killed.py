"""A desk or a writer killed in the middle of an act: all is whole, and it can be done again."""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.desk.desk_routes import desk_routes
from pbm.desk.writer import Writer
from pbm.service.api import How, new_campaign, replay, run_turn, status
from pbm.storage import atomic_files
from tests.core import table
from tests.core.desk.busy import busy_campaign, cut_off, killed_at
from tests.core.desk.test_writer import packet
from tests.core.desk.visitor import Visitor, at_a_desk

HERE = "/c/eridani"
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


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        return busy_campaign(tmp_path_factory.mktemp("begun"))


def mail_of(gm: Visitor) -> str:
    """The mail that waits for the game master."""
    page = gm.see(f"{HERE}/mail")
    return next(link for link in page.links if link.startswith(f"{HERE}/mail/"))


def take_in(gm: Visitor) -> Any:
    sheet = table.sheet("Ilse", "2", "add 4").decode()
    return gm.send(gm.see(f"{HERE}/sheet/002/ilse"), "/submit", text=sheet)


def put_to_a_seat(gm: Visitor) -> Any:
    links = gm.see(mail_of(gm)).links
    place = next(link for link in links if "/sheet/002/ilse?mail=" in link).partition("#")[0]
    sheet = table.sheet("Ilse", "2", "add 4").decode()
    return gm.send(gm.see(place), "/submit", text=sheet)


def correct(gm: Visitor) -> Any:
    page = gm.see(f"{HERE}/turn/001/dispute")
    ruling = "roll 1.add/add/Ilse counts as 9"
    shown = gm.work(gm.send(page, "/preview", ruling=ruling, because="of a bet"))
    return gm.work(gm.send(shown, "/correct"))


def on(place: str, action: str, *, works: bool = False, **fields: str) -> Callable[[Visitor], Any]:
    """The act of a form on a page."""

    def act(gm: Visitor) -> Any:
        page = gm.send(gm.see(HERE + place), action, 200, **fields)
        return gm.work(page) if works else page

    return act


# Each act of a desk, and where a page says that it was done, in which words.
ACTS: dict[str, tuple[Callable[[Visitor], Any], str, str]] = {
    "submit": (take_in, "/sheet/002/ilse", "add 4"),
    "put": (put_to_a_seat, "/sheet/002/ilse", "add 4"),
    "answer": (on("", "/answer", answer="yes", because="why not"), "", "Answered questions (1)"),
    "rule": (on("/people", "/people", act="pause", because="x"), "/people", "is paused"),
    "dates": (
        on("/people", "/people", act="deadline", value="2031-01-01 20:00 UTC", because="x"),
        "/people",
        "2031",
    ),
    "absence": (
        on("/people", "/people", act="absent", who="ilse", value="5"),
        "/people",
        "absent until turn 5",
    ),
    "run": (on("", "/run", works=True, missing_ok="yes", go_on="yes"), "", "Turn 2"),
    "correct": (correct, "/turn/001.r2", "turn 1"),
    "fetch": (on("/mail", "/fetch", works=True), "/mail", "I shall be away."),
    "send": (on("/mail", "/send", works=True), "/turn/001", "sent 2"),
    "mail": (
        lambda gm: gm.send(gm.see(mail_of(gm)), mail_of(gm), text="It may."),
        "/mail",
        "Mails for you None.",
    ),
}


@pytest.mark.usefixtures("tiny_table")
@pytest.mark.parametrize("write", [1, 2])
@pytest.mark.parametrize("name", ACTS)
def test_a_desk_killed_in_an_act_leaves_the_campaign_whole(
    begun: Path, tmp_path: Path, name: str, write: int
) -> None:
    folder = tmp_path / begun.name
    shutil.copytree(begun, folder)
    act, place, words = ACTS[name]
    with (
        killed_at(write, lambda: desk_routes([folder])) as gm,
        suppress(OSError, http.client.HTTPException),
    ):
        act(gm)
    campaign: Campaign = open_campaign(folder)
    assert cut_off(campaign) == []
    with at_a_desk([folder]) as gm:
        page = gm.ask("GET", HERE + place)
        if words not in page.text:
            act(gm)
        assert words in gm.see(HERE + place).text
    assert cut_off(campaign) == []
    assert not [one for one in folder.rglob(".tmp-*") if one.name != atomic_files.AT_WORK]


@pytest.mark.usefixtures("tiny_table")
def test_a_correction_killed_before_its_rerun_is_offered_again(begun: Path, tmp_path: Path) -> None:
    folder = tmp_path / begun.name
    shutil.copytree(begun, folder)
    with (
        killed_at(2, lambda: desk_routes([folder])) as gm,
        suppress(OSError, http.client.HTTPException),
    ):
        correct(gm)
    campaign, wait = open_campaign(folder), "Rulings on turn 1 wait until it is run again"
    assert not (folder / "turns/001.r2").exists()
    assert f"{wait}: pbm rerun {folder} 1." in status(campaign).lines
    with at_a_desk([folder]) as gm:
        assert wait in gm.see("/").text
        old, page = gm.see(HERE), gm.see(HERE)
        assert wait in page.text
        done = gm.work(gm.send(page, "/turn/001/dispute/again", no_pdfs="yes"))
        assert "Turn 1 is corrected" in done.text
        assert "The report of Ilse" in done.text
        assert gm.see(f"{HERE}/turn/001.r2").text.count("because of a bet") == 1
        assert "the newest turn" in gm.send(old, "/again", 409).text
        assert wait not in gm.see(HERE).text
    assert cut_off(campaign) == []


def test_a_writer_killed_in_a_save_keeps_the_sheet_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "orders.txt"
    file.write_text("as it was\n")
    writer = Writer(packet("knighthawks"), "packet.json", file)
    with killed_at(1, writer.routes) as player, suppress(OSError, http.client.HTTPException):
        player.json("/save", text="half", mark=writer._mark())
    assert file.read_text() == "as it was\n"
    assert writer.text() == "as it was\n"
