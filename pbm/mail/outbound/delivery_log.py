"""The log of mails sent: a small file for each one in outbox/sent/, kept for good.

A record is written before a mail is given to the server (``trying``) and again with the
server's answer. A process killed in between thus leaves a record of a mail that may or may not
have been sent; it is sent again, with the same Message-ID.
"""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from pbm.kit.file_part import FilePart, document_of
from pbm.kit.problems import CampaignFault, Faults
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes
from pbm.storage.atomic_files import put_aside, put_file, take_up
from pbm.storage.turn_toml import Time

SENT = "outbox/sent"
BEGUN = f"{SENT}/begun.toml"
State = Literal["trying", "sent", "refused", "later", "bounced"]


class SentPart(FilePart):
    """The record of a mail.

    ``id`` is its name: stage and player of a report, or the name of an answer or reminder.
    ``turn`` is the turn it is about ("" for none).
    ``date`` is its Date header, ``at`` when its state last changed, ``tries`` how often it was
    given to the server. ``trying``: no answer yet. ``refused`` for good, ``later`` for now, both
    with the server's words in ``reason``. ``bounced``: sent, and a server reported later that it
    did not arrive.
    """

    id: str
    kind: str
    turn: str
    player: str
    address: str
    message_id: str
    state: State
    date: Time
    at: Time
    tries: Annotated[int, Meta(ge=0)] = 1
    reason: str = ""
    size: int = 0
    sha256: str = ""

    @property
    def is_done(self) -> bool:
        """True if the mail was sent."""
        return self.state == "sent"


class BegunPart(FilePart):
    """begun.toml: when a campaign's mail began, and earlier reports that go by hand."""

    at: Time
    not_by_mail: tuple[str, ...] = ()


def begun(root: Path) -> BegunPart | None:
    """Read how a campaign's mail began; None if it has not."""
    try:
        data = (root / BEGUN).read_bytes()
    except FileNotFoundError:
        return None
    try:
        return load(BegunPart, data, BEGUN)
    except Faults as faults:
        raise CampaignFault(*faults.problems) from None


def begin(root: Path, part: BegunPart) -> None:
    """Record, once, how a campaign's mail began."""
    put_file(root / BEGUN, toml_bytes(document_of(part)))


def record(root: Path, part: SentPart) -> None:
    """Write the record of a mail, in place of an earlier one."""
    put_file(path_of(root, part.id), _bytes(part))


def prepare(root: Path, part: SentPart) -> None:
    """Record that a mail is being sent, and lay the record of success ready.

    The record of success is on the disk before the mail goes, so that `settle` needs no space: a
    full disk prevents a mail from being sent, never from being recorded as sent.
    """
    put_aside(path_of(root, part.id), _bytes(replace(part, state="sent")))
    record(root, replace(part, state="trying"))


def settle(root: Path, id: str) -> None:
    """Record that a prepared mail was sent."""
    take_up(path_of(root, id))


def _bytes(part: SentPart) -> bytes:
    return toml_bytes(document_of(part))


def path_of(root: Path, id: str) -> Path:
    """The path of a mail's record."""
    return root / SENT / f"{id}.toml"


def records(root: Path) -> dict[str, SentPart]:
    """Read all records, by id."""
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
    """Parse a record; ``pbm mail watch`` parses each only once."""
    try:
        return load(SentPart, file.read_bytes(), f"{SENT}/{file.name}")
    except Faults as faults:
        raise CampaignFault(*faults.problems) from None
