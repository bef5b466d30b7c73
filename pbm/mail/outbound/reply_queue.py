"""The queue of answers to mails: a file for each in outbox/mail/, kept for good.

Fetching mail writes the answers, sending mail sends and records them. An answer's name follows
from what it answers, so that taking a mail twice writes one answer.
"""

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from pbm.kit.file_part import FilePart, document_of
from pbm.kit.problems import CampaignFault, Faults
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes
from pbm.storage.atomic_files import put_file
from pbm.storage.turn_toml import Time

MAIL_OUT = "outbox/mail"
Kind = Literal["receipt", "refused", "confirm", "told", "advice", "passed", "gm", "slow"]


class Answer(FilePart):
    """A mail to be sent.

    ``id`` is its name, ``to`` one address, ``in_reply_to`` the Message-ID it answers ("" for
    none). ``kind``: a ``receipt``; ``refused`` with the reason; ``confirm`` asks a known address
    about a mail; ``told`` notifies a known address of a sheet from another one; ``advice`` about
    a part that cannot be read; ``passed`` says that a mail went to the game master, and ``gm`` is
    what the game master answers; ``slow`` says that no more answers come for a while. ``player`` is
    the seat it is for, "" if unknown. ``resend`` is the turn whose report comes with it, "" for
    none; ``passed`` is true if the mail it answers has a right pass: without one, nothing with a
    pass may be sent.
    """

    id: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9.-]{0,120}\Z")]
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
    """Queue an answer to be sent, unless one of that name is queued already."""
    path = root / MAIL_OUT / f"{answer.id}.toml"
    if not path.exists():
        put_file(path, toml_bytes(document_of(answer)))
    return path


def queued(root: Path) -> list[Answer]:
    """List every answer ever queued, oldest first; CampaignFault for an altered one."""
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
