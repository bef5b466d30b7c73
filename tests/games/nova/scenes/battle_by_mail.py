"""A campaign in which Ann and Bea come to blows by mail, made by the product's own steps."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbm.campaign.campaign import Campaign
from pbm.service import api
from pbm.service.run import Ran

SHEET = "ORDERS duel turn 1 for {name}\nSPECIAL all ships: H\nBATTLE all: range close\nEND\n"
BEGUN = "2026-01-01T10:00+00:00"
SENT = "2026-01-03T12:00+00:00"


def ships(place: str, *names: str, player: str = "Ann", klass: str = "Lancer") -> str:
    """Rulings that put new ships of a class at a place."""
    return "".join(
        f'add "{name}" as ship class "{klass}" for {player} at {place} because of a test\n'
        for name in names
    )


def by_mail(place: str, *names: str) -> str:
    """The ruling that a battle is fought by mail, with those who are mailed all rounds."""
    return f"set {place}.battle = by mail {', '.join(names)} because of a test\n"


def begun(
    folder: Path,
    rulings: str,
    options: Mapping[str, str] | None = None,
    sheet: str = SHEET,
    *,
    sealed: bool = False,
    beacon: str = "",
) -> Campaign:
    """A campaign before turn 1, with rulings and both sheets for it."""
    campaign = api.new_campaign(
        folder / "duel",
        "nova/duel",
        players=["E=Ann:ann@example.org", "E=Bea:bea@example.org"],
        seed="a seed",
        options=dict(options or {}),
        sealed=sealed,
        beacon=beacon,
        at=BEGUN,
    )
    run(campaign)
    if rulings:
        api.rule(campaign, "1", rulings.encode(), "rulings.txt", at=BEGUN)
    for name in ("Ann", "Bea"):
        send(campaign, sheet.format(name=name))
    return campaign


def send(campaign: Campaign, text: str, **more: Any) -> str:
    """Hand in a text; gives its receipt."""
    (received,) = api.submit(campaign, [("s.txt", text.encode())], at=SENT, **more)
    return received.receipt


def run(campaign: Campaign, mailing: str | None = None, day: int = 2) -> Ran:
    """Run the next part of the turn, without its PDFs."""
    at = f"2026-01-{day + 2:02d}T10:00+00:00"
    how = api.How(missing_ok=True, pdfs=False)
    value = "3 14 15" if campaign.part.beacon else ""
    return api.run_turn(campaign, mailing, how=how, beacon=value, at=at)


def to_the_end(campaign: Campaign, order: Sequence[str] = ()) -> list[str]:
    """Run all rounds that are waited for, battles in this order first; gives their mailings."""
    done: list[str] = []
    while waiting := [due for due in api.status(campaign).due if "/" in due]:
        waiting.sort(key=lambda due: [place in due for place in order], reverse=True)
        run(campaign, waiting[0])
        done.append(waiting[0])
    return done


def packet(campaign: Campaign, leg: str, player: str = "ann") -> dict[str, Any]:
    """A stored packet."""
    path = campaign.folder / "turns" / leg / "reports" / player / "packet.json"
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def readers(campaign: Campaign, leg: str) -> list[str]:
    """Who has a report of a leg."""
    return sorted(one.name for one in (campaign.folder / "turns" / leg / "reports").iterdir())


def said(packet: Mapping[str, Any]) -> list[str]:
    """All sentences of a packet's story."""
    return [item["text"] for section in packet["story"] for item in section["items"]]
