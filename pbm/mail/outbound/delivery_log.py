"""What was sent to whom, and when: one small file for each mail in outbox/sent/, kept for good.

A record is written before a mail is handed over (``trying``) and again when it is known what
became of it. So whoever is killed in between leaves a record that says: it is not known whether
this one went. It is sent again then, under the same Message-ID.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from pbm.kit.problems import CampaignFault, Faults
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes
from pbm.storage.atomic_files import put_aside, put_file, take_up
from pbm.storage.turn_toml import Time

SENT = "outbox/sent"
BEGUN = f"{SENT}/begun.toml"
State = Literal["trying", "sent", "refused", "later"]


class SentPart(BaseModel):
    """What became of a mail.

    ``id`` is its name: the stage and the player of a report, the name of an answer or reminder.
    ``turn`` is the turn it is about ("" for none).
    ``date`` is the Date it bears, ``at`` when its state last changed, ``tries`` how often it was
    handed over. ``trying``: handed over, and no word since. ``refused`` for good, ``later`` for
    now, both with the server's words in ``reason``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    kind: str
    turn: str
    player: str
    address: str
    message_id: str
    state: State
    date: Time
    at: Time
    tries: int = Field(default=1, ge=0)
    reason: str = ""
    size: int = 0
    sha256: str = ""

    @property
    def is_done(self) -> bool:
        """True if nothing is left to do."""
        return self.state == "sent"


class BegunPart(BaseModel):
    """begun.toml: when a campaign's mail began, and the reports from before, given by hand."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    at: Time
    not_by_mail: tuple[str, ...] = ()


def begun(root: Path) -> BegunPart | None:
    """How a campaign's mail began; None if it did not yet."""
    try:
        data = (root / BEGUN).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return load(BegunPart, data, BEGUN)
    except Faults as faults:
        raise CampaignFault(*faults.problems) from None


def begin(root: Path, part: BegunPart) -> None:
    """Keep, once, how a campaign's mail began."""
    put_file(root / BEGUN, toml_bytes(part.model_dump(mode="json")))


def record(root: Path, part: SentPart) -> None:
    """Keep what is known of a mail, in place of what was known before."""
    put_file(path_of(root, part.id), _bytes(part))


def prepare(root: Path, part: SentPart) -> None:
    """Before a mail is handed over: that it is being tried, and beside it that it went.

    What is to be said once it went is on the disk before it goes, so that `settle` needs no room
    and a disk that is full keeps a mail from going, not from being known to have gone.
    """
    put_aside(path_of(root, part.id), _bytes(part.model_copy(update={"state": "sent"})))
    record(root, part.model_copy(update={"state": "trying"}))


def settle(root: Path, id: str) -> None:
    """A mail that was prepared went."""
    take_up(path_of(root, id))


def _bytes(part: SentPart) -> bytes:
    return toml_bytes(part.model_dump(mode="json"))


def path_of(root: Path, id: str) -> Path:
    """The file of a mail's record."""
    return root / SENT / f"{id}.toml"


def records(root: Path) -> dict[str, SentPart]:
    """All records by id."""
    found = sorted(set((root / SENT).glob("[!.]*.toml")) - {root / BEGUN})
    return {part.id: part for file in found if (part := _read(file)) is not None}


def _read(file: Path) -> SentPart | None:
    try:
        seen = file.stat()
        return _parsed(file, seen.st_mtime_ns, seen.st_size, seen.st_ino)
    except FileNotFoundError:
        return None


@lru_cache(maxsize=100_000)
def _parsed(file: Path, _changed: int, _size: int, _number: int) -> SentPart:
    """A record; who watches for weeks reads each but once."""
    try:
        return load(SentPart, file.read_bytes(), f"{SENT}/{file.name}")
    except Faults as faults:
        raise CampaignFault(*faults.problems) from None
