"""The demo's page shows each reader's last pages, links to all of them, and what to type next."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfWriter
from typer.testing import CliRunner

from pbm.campaign.campaign import Campaign
from pbm.cli import terminal
from pbm.cli.main import app
from pbm.desk.server import Server
from pbm.engine.registry import GAMES
from pbm.service.api import SHORT, demo, demo_page, open_campaign, rerun, rule
from pbm.service.demo import play as demo_module
from pbm.turns import assemble
from tests.core import table
from tests.shipped import CAMPAIGNS

HREF = re.compile(r'href="([^"]+)"')
CODE = re.compile(r"<dt><code>pbm ([^<]+)</code>")


def with_a_sheet_of_paper(
    plain: Callable[..., dict[str, bytes]], *args: Any, pdfs: bool = True, **more: Any
) -> dict[str, bytes]:
    """Files of the plain press, with a PDF that can be drawn and a page for the browser."""
    writer, paper = PdfWriter(), BytesIO()
    writer.add_blank_page(210, 297)
    writer.write(paper)
    printed = {"report.pdf": paper.getvalue()} if pdfs else {}
    return {"report.html": b""} | plain(*args, pdfs=False, **more) | printed


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign of two turns is the only one that comes with the program."""
    table.set_table(monkeypatch)
    for name, plain in (("pages", table.plain_pages), ("gm_pages", table.plain_book)):
        monkeypatch.setattr(assemble, name, partial(with_a_sheet_of_paper, plain))
    monkeypatch.setattr(demo_module, "data_dir", lambda _name: tmp_path / "shipped")
    (tmp_path / "shipped").mkdir()
    return table.played(tmp_path / "shipped", 1)


@pytest.fixture
def page(shipped: Campaign, tmp_path: Path) -> Path:
    return demo_page(tmp_path / "demo", demo(tmp_path / "demo"), "pbm")


def test_every_link_opens_a_file(page: Path) -> None:
    links = HREF.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).is_file()] == []
    kinds = {Path(link).name for link in links}
    assert kinds >= {"report.html", "report.pdf", "packet.json", "book.json", "orders.txt"}


def test_every_reader_has_a_picture_of_the_last_report(page: Path, shipped: Campaign) -> None:
    text = page.read_text(encoding="utf-8")
    for name in (*(seat.name for seat in shipped.seats), "The game master"):
        assert f"<h3>{name}</h3>" in text
    assert text.count('<img src="data:image/png;base64,') == len(shipped.seats) + 1


def answered(server: Server, _browser: bool) -> None:
    """Answer until nobody asks any more, which is at once."""
    server.begin()
    server.close()


def verbs_that_work(page: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Type every command about the campaigns of the page; each works."""
    monkeypatch.setattr("pbm.cli.desk.serve", answered)
    found = [
        one for one in CODE.findall(page.read_text(encoding="utf-8")) if str(page.parent) in one
    ]
    for command in found:
        ran = CliRunner().invoke(app, shlex.split(command))
        assert ran.exit_code == 0, ran.output
    return {one.split()[0] for one in found}


def test_every_command_of_the_page_works(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert verbs_that_work(page, monkeypatch) == {"desk", "write", "report", "replay"}


@pytest.mark.slow
def test_the_demo_of_the_three_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = demo_page(tmp_path, demo(tmp_path, only=SHORT), "pbm")
    verbs = {"desk", "explain", "write", "report", "replay"}
    assert verbs_that_work(page, monkeypatch) == verbs


def test_a_correction_takes_the_place_of_what_it_corrects(
    shipped: Campaign, tmp_path: Path
) -> None:
    slip = b"set ilse.total = 4 because of a slip"
    rule(shipped, "1", slip, "a.txt", at="2026-03-11T11:00Z")
    rerun(shipped, "1", at="2026-03-11T12:00Z")
    text = demo_page(tmp_path / "demo", demo(tmp_path / "demo"), "pbm").read_text(encoding="utf-8")
    assert "turns/001.r2/" in text
    assert "turns/001/" not in text


def test_the_last_line_is_the_path_of_the_page(shipped: Campaign, tmp_path: Path) -> None:
    ran = CliRunner().invoke(app, ["demo", str(tmp_path / "demo"), "--all", "--jobs", "1"])
    assert ran.stdout.splitlines()[-1] == str(tmp_path / "demo" / "index.html")


@pytest.mark.parametrize("there", [True, False])
def test_the_page_opens_where_there_is_a_desktop(
    there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("typer.launch", opened.append)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr(terminal, "has_desktop", lambda: there)
    terminal.open_page(tmp_path / "index.html")
    assert opened == ([(tmp_path / "index.html").as_uri()] if there else [])


def test_one_short_campaign_of_each_game_is_played_at_first() -> None:
    games = [open_campaign(CAMPAIGNS / name).ruleset.name for name in SHORT]
    assert sorted(games) == sorted(game.name for game in GAMES)
