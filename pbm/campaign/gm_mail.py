"""Mails for the game master: what players wrote beside their sheets, and mail that came back.

`inbox/mail/gm/KEY.toml` is one, until it is done and after; `inbox/mail/KEY.eml` has its bytes.
"""

from pathlib import Path
from typing import Literal

from pbm.kit.file_part import FilePart, document_of
from pbm.kit.problems import CampaignFault, Faults
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes
from pbm.storage.atomic_files import put_file
from pbm.storage.turn_folders import INBOX
from pbm.storage.turn_toml import Time

KEPT = f"{INBOX}/mail"
_FOLDER = f"{KEPT}/gm"
# What a mail seems to be; only a person decides what it is.
Seems = Literal["mail", "absence", "resignation", "bounce", "automatic"]
_SHORTEST = 8  # characters of a key that name a mail


class GmMail(FilePart):
    """A mail for the game master.

    ``player`` is the seat of its sender, or of the address that failed; "" if unknown. ``words``
    are those that count: a sentence of it, or why a mail came back. ``failed`` is the address that
    a bounce is about. ``done`` is when the game master answered it or set it aside.
    """

    key: str
    seems: Seems
    player: str
    sender: str
    subject: str
    received: Time
    words: str
    failed: str = ""
    done: Time = ""

    @property
    def id(self) -> str:
        """Its name in commands."""
        return self.key[:_SHORTEST]


def put_gm_mail(root: Path, mail: GmMail) -> None:
    """Write the record of a mail; the caller holds the lock."""
    put_file(root / _FOLDER / f"{mail.key}.toml", toml_bytes(document_of(mail)))


def gm_mails(root: Path) -> list[GmMail]:
    """List all mails for the game master, oldest first; CampaignFault for an altered record."""
    try:
        found = [
            load(GmMail, file.read_bytes(), f"{_FOLDER}/{file.name}")
            for file in (root / _FOLDER).glob("[!.]*.toml")
        ]
    except Faults as faults:
        raise CampaignFault(*faults.problems) from None
    return sorted(found, key=lambda one: (one.received, one.key))


def waiting_mails(root: Path) -> list[GmMail]:
    """List the mails that the game master has not answered or set aside, oldest first."""
    return [one for one in gm_mails(root) if not one.done]


def gm_mail_named(root: Path, name: str) -> GmMail:
    """Look up a mail by the beginning of its key; Faults if that names none, or several."""
    every = gm_mails(root)
    found = [one for one in every if name and one.key.startswith(name.casefold())]
    if len(found) == 1:
        return found[0]
    known = ", ".join(one.id for one in every if not one.done) or "none"
    raise Faults.invalid(
        f'"{name}" names {len(found) or "no"} mails', remedy=f"The mails that wait for you: {known}"
    )
