"""A campaign of the tiny game with a folder of mail, for tests of what comes in."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.kit.clock import read_time
from pbm.mail.fetch import Fetched, fetch
from pbm.mail.outbound.reply_queue import Answer, queued
from tests.core import table

CAME = "2026-03-02T12:00:00Z"
SENT = "2026-03-02T11:00:00Z"
ILSE, BOB = "ilse@example.org", "bob@example.org"


def with_mail(campaign: Campaign, lines: str = "", source: str = 'kind = "folder"') -> Campaign:
    """The campaign with a ``[mail]`` table; its mail comes from its folder ``post``."""
    (campaign.folder / "post").mkdir(exist_ok=True)
    file = campaign.folder / "campaign.toml"
    place = "" if "path" in source or "host" in source else 'path = "post"'
    file.write_text(
        file.read_text()
        + f'\n[mail]\naddress = "gm@example.org"\n{lines}\n[mail.in]\n{source}\n{place}\n'
    )
    return open_campaign(campaign.folder)


def words(
    campaign: Campaign, player: str = "ilse", turn: str = "1", *lines: str, **more: str
) -> str:
    """A sheet as text, with the pass that its player has (``word`` for another, "" for none)."""
    name = {"ilse": "Ilse", "bob": "Bob"}.get(player, player)
    word = more.get("word", campaign.password(player, more.get("of", turn)))
    kind = "SETUP" if turn == "0" else "ORDERS"
    head = f"{kind} {more.get('game', 'eridani')} turn {turn} for {name}"
    return "\n".join([head, *([f"PASS {word}"] if word else []), *(lines or ("add 5",)), "END", ""])


def letter(
    text: str, sender: str = ILSE, *, date: str = SENT, id: str = "<1@example.org>", **heads: str
) -> bytes:
    """A mail as plain as can be."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "gm@example.org", "my orders"
    if date:
        message["Date"] = format_datetime(read_time(date))
    if id:
        message["Message-ID"] = id
    for name, value in heads.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def drop(campaign: Campaign, *mails: bytes) -> None:
    """Put mails into the campaign's folder of mail."""
    folder = campaign.folder / "post"
    start = len(list(folder.glob("*.eml"))) + len(list(folder.glob("taken/*.eml")))
    for number, mail in enumerate(mails, start + 1):
        (folder / f"{number:05d}.eml").write_bytes(mail)


def post(campaign: Campaign, *mails: bytes, at: str = CAME) -> Fetched:
    """Put mails into the folder and fetch them."""
    drop(campaign, *mails)
    return fetch([campaign], at=at)


def answers(campaign: Campaign, **wanted: Any) -> list[Answer]:
    """The answers that were queued, all or those like this."""
    found = queued(campaign.folder)
    return [one for one in found if all(getattr(one, k) == v for k, v in wanted.items())]


def only(campaign: Campaign, **wanted: Any) -> Answer:
    """The one answer that was queued."""
    (one,) = answers(campaign, **wanted)
    return one


def left(campaign: Campaign) -> list[str]:
    """The mails that are still in the folder."""
    return sorted(file.name for file in (campaign.folder / "post").glob("*.eml"))


def texts(campaign: Campaign) -> dict[str, bytes]:
    """Every text that was kept for a player and a mailing after set-up."""
    root = campaign.folder / "inbox"
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.glob("*/*/*.txt"))
        if not path.name.endswith(".receipt.txt") and path.parts[-3] != "000"
    }


def ready(folder: Path, lines: str = "", source: str = 'kind = "folder"') -> Campaign:
    """Set-up was run, turn 1 is due, mail comes from a folder."""
    return with_mail(table.played(folder, 0), lines, source)


def became(campaign: Campaign, *mails: bytes) -> list[str]:
    """What became of each of these mails."""
    return [row["became"] for row in post(campaign, *mails).rows]
