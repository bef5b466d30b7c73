"""What is to be sent in answer to a mail: one file each in outbox/mail/, kept for good.

The intake writes them, the sender sends them and records when. An answer's name is worked out
from what it answers, so that doing something twice writes one answer.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from pbm.kit.problems import CampaignFault, Faults
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes
from pbm.storage.atomic_files import put_file
from pbm.storage.turn_toml import Time

MAIL_OUT = "outbox/mail"
Kind = Literal["receipt", "refused", "confirm", "told", "advice", "slow"]


class Answer(BaseModel):
    """A mail to be sent.

    ``id`` is its name, ``to`` one address, ``in_reply_to`` the Message-ID it answers ("" for
    none). ``kind``: a ``receipt``; ``refused`` with the reason; ``confirm`` asks a known address
    about a mail; ``told`` tells a known address what came from elsewhere; ``advice`` for what
    cannot be read; ``slow`` says that no more answers come for a while. ``player`` is the seat
    it is for, "" where nobody knows whose mail it answers. ``resend`` is the turn whose report
    goes along, "" for none; ``passed`` is true where the mail it answers bore a right pass: without
    one, nothing that holds a pass may go along.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9.-]{0,120}$")
    kind: Kind
    to: str
    subject: str
    body: str
    in_reply_to: str = ""
    made: Time
    player: str = ""
    resend: str = ""
    passed: bool = False


def queue(root: Path, answer: Answer) -> Path:
    """Keep an answer to be sent; one of that name that is there already stays as it is."""
    path = root / MAIL_OUT / f"{answer.id}.toml"
    if not path.exists():
        put_file(path, toml_bytes(answer.model_dump(mode="json")))
    return path


def queued(root: Path) -> list[Answer]:
    """Every answer that was ever queued, oldest first; CampaignFault for one that was altered."""
    folder = root / MAIL_OUT
    if not folder.is_dir():
        return []
    try:
        found = [
            load(Answer, file.read_bytes(), f"{MAIL_OUT}/{file.name}")
            for file in sorted(folder.glob("[!.]*.toml"))
        ]
    except Faults as faults:
        raise CampaignFault(*faults.problems) from None
    return sorted(found, key=lambda answer: (answer.made, answer.id))
