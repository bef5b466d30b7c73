"""A table for tests of campaigns: the tiny game, its scenario, a press that needs no PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign import scenarios
from pbm.campaign.campaign import Campaign
from pbm.engine import registry
from pbm.packets.build import Packet, packet_bytes
from pbm.service.api import new_campaign, run_turn, submit
from pbm.turns import assemble

SCENARIO = """game = "tiny"
name = "count"
title = "Counting"
goal = {goal}
secret_set_up = {secret}

[[sides]]
id = "A"
name = "North"

[[sides]]
id = "B"
name = "South"
"""

# The days on which things happen; a clock never takes part.
BEGUN = "2026-03-01T12:00:00Z"
SENT = "2026-03-02T12:00:00Z"
RUN = "2026-03-03T12:00:00Z"
LATER = "2026-03-04T12:00:00Z"


def plain_pages(
    packet: Packet, next_sheet: str, *, pdfs: bool = True, kept: object = None
) -> dict[str, bytes]:
    """A report without a printing press."""
    said = "\n".join([packet["corrected"], *packet["summary"], *packet["problems"]])
    files = {
        "packet.json": packet_bytes(packet),
        "report.html": said.encode(),
    }
    if pdfs:
        files["report.pdf"] = b"%PDF " + said.encode()
    return files | ({"orders.txt": next_sheet.encode()} if next_sheet else {})


def plain_book(book: Packet, *, pdfs: bool = True, kept: object = None) -> dict[str, bytes]:
    """The game master's book without a printing press."""
    del pdfs, kept
    return {"book.json": packet_bytes(book)}


def set_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring the tiny game in beside the shipped ones, and the plain press."""
    monkeypatch.setattr(
        registry, "GAMES", (*registry.GAMES, registry.GameEntry("tiny", "tests.core.tiny"))
    )
    monkeypatch.setattr(scenarios, "shipped", lambda: ["tiny/count"])
    set_press(monkeypatch)


def set_press(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the plain press in place of the one that makes PDFs."""
    monkeypatch.setattr(assemble, "pages", plain_pages)
    monkeypatch.setattr(assemble, "gm_pages", plain_book)


def begin(
    folder: Path,
    *,
    goal: int = 1000,
    secret: bool = True,
    players: Sequence[str] = ("A=Ilse:ilse@example.org", "B=Bob:bob@example.org"),
    options: Mapping[str, str] | None = None,
    name: str = "eridani",
    **more: Any,
) -> Campaign:
    """A new campaign of the tiny game in a folder."""
    file = folder / "count.toml"
    if not file.exists():
        file.write_text(SCENARIO.format(goal=goal, secret=str(secret).lower()))
    return new_campaign(
        folder / name,
        str(file),
        players=players,
        options=options or {},
        seed=more.pop("seed", "a seed"),
        at=more.pop("at", BEGUN),
        **more,
    )


def sheet(player: str, turn: str, *lines: str, kind: str = "") -> bytes:
    """A sheet of the tiny game."""
    word = kind or ("SETUP" if turn == "0" else "ORDERS")
    return "\n".join([f"{word} eridani turn {turn} for {player}", *lines, "END", ""]).encode()


def send(campaign: Campaign, *sheets: bytes, at: str = SENT, late: bool = False) -> list[Any]:
    """Hand sheets in."""
    return submit(
        campaign,
        [(f"sheet{number}.txt", data) for number, data in enumerate(sheets, 1)],
        at=at,
        late=late,
    )


def played(folder: Path, turns: int = 3, **more: Any) -> Campaign:
    """A campaign with set-up and that many turns run, a day after the other."""
    campaign = begin(folder, **more)
    for turn in range(turns + 1):
        order = ("hide 3", "hide 4") if turn == 0 else ("add 2", "add 3")
        send(
            campaign,
            sheet("Ilse", str(turn), order[0]),
            sheet("Bob", str(turn), order[1]),
            at=f"2026-03-{turn + 2:02d}T12:00:00Z",
        )
        run_turn(campaign, at=f"2026-03-{turn + 2:02d}T20:00:00Z")
    return campaign


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the lock, by name."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "campaign.lock"
    }
