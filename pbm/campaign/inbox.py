"""The inbox: texts as received, their receipts, and rulings kept for each stage."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
from msgspec.structs import asdict, replace

from pbm.engine.events import canonical_bytes
from pbm.engine.types import Question
from pbm.kit.file_part import FilePart, document_of
from pbm.kit.problems import PUT_BACK, CampaignFault, Faults
from pbm.kit.records import Record
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes
from pbm.sheets.received import RefusedText, Text
from pbm.storage.atomic_files import put_file
from pbm.storage.turn_folders import INBOX, OPEN, TURNS, digest, folder_name
from pbm.storage.turn_toml import RULINGS_FILE, QuestionPart, Time

UNREAD = "unread"
CLOSED = "closed"  # refused since the turn had stopped at the docket; --fresh counts it
OPEN_FILE = "docket.json"


class EntryPart(FilePart):
    """N.toml, the record of a text: time, hash, and whether it counts.

    ``early`` is true of a text kept for a later turn; ``mail`` is the key of the mail that it came
    in and ``sent`` the time that mail gives, "" for one that came otherwise. ``stands`` are the
    numbers of the texts up to this one that a later one is judged by, ``summary`` says what all up
    to this one come to (JSON), ``basis`` is the hash of what they were read by. ``receipt`` is the
    hash of N.receipt.txt, ``mark`` that of all fields before it; old records have no mark.
    """

    player: str
    mailing: str
    name: str
    received: Time
    sha256: str
    accepted: bool
    late: bool = False
    refused: str = ""
    early: bool = False
    mail: str = ""
    sent: Time = ""
    stands: tuple[int, ...] = ()
    summary: str = ""
    basis: str = ""
    receipt: str = ""
    mark: str = ""

    @property
    def is_as_written(self) -> bool:
        """False if anything in it was changed after it was written."""
        return not self.mark or self.mark == _mark(self)

    @property
    def is_closed(self) -> bool:
        """True for a text that came while the docket held its turn."""
        return self.refused == CLOSED


class InboxEntry(Record):
    """One text of the inbox."""

    path: Path
    number: int
    part: EntryPart


class OpenPart(FilePart):
    """docket.json, the record of a turn that stopped: time, phase and questions.

    ``mark`` as in `EntryPart`.
    """

    mailing: str
    stopped_at: str
    phase: str
    items: tuple[QuestionPart, ...]
    mark: str = ""


def mailing_folder(root: Path, mailing: str) -> Path:
    """The folder of a stage in the inbox."""
    return root / INBOX / folder_name(mailing)


def entries(root: Path, mailing: str, player: str = "") -> list[InboxEntry]:
    """List the complete entries of a stage, or of one player, by player and number.

    CampaignFault if one of them was altered.
    """
    folder = mailing_folder(root, mailing)
    found: list[InboxEntry] = []
    if not folder.is_dir():
        return found
    folders = [folder / player] if player else sorted(it for it in folder.iterdir() if it.is_dir())
    for each in folders:
        for file in each.glob("*.toml"):
            if file.stem.isdigit():
                part = _entry(file)
                found.append(InboxEntry(file.with_suffix(".txt"), int(file.stem), part))
    return sorted(found, key=lambda entry: (entry.part.player, entry.number))


def standing(root: Path, mailing: str, player: str, basis: str) -> list[InboxEntry] | None:
    """The entries that a player's next text for a stage is judged by, as the newest names them.

    None where it names none, or none that were read by this ``basis``: then all are needed.
    """
    last = newest(root, mailing, player)
    if last is None:
        return []
    if last.basis != basis:
        return None
    folder = mailing_folder(root, mailing) / player
    return [
        InboxEntry(folder / f"{number}.txt", number, _entry(folder / f"{number}.toml"))
        for number in last.stands
    ]


def newest(root: Path, mailing: str, player: str) -> EntryPart | None:
    """The record of the last text of a player for a stage; None if there is none."""
    folder = mailing_folder(root, mailing) / player
    numbers = _numbers(folder, ".toml")
    return _entry(folder / f"{max(numbers)}.toml") if numbers else None


def unread(root: Path) -> list[InboxEntry]:
    """List texts that fit no player or no turn, in the order they came."""
    folder = root / INBOX / UNREAD
    files = [file for file in folder.glob("*.toml") if file.stem.isdigit()]
    found = [InboxEntry(file.with_suffix(".txt"), int(file.stem), _entry(file)) for file in files]
    return sorted(found, key=lambda entry: entry.number)


def _entry(file: Path) -> EntryPart:
    where = "/".join(file.parts[-4:])
    try:
        data = file.read_bytes()
    except OSError:  # such as a folder in its place
        raise CampaignFault.invalid(f"{where} cannot be read", remedy=PUT_BACK) from None
    return _part(where, data)


# Every text that comes for a stage reads the records of all before it.
@lru_cache(maxsize=4096)
def _part(where: str, data: bytes) -> EntryPart:
    try:
        part = load(EntryPart, data, where)
    except Faults as faults:
        raise CampaignFault(*faults.problems) from None
    if not part.is_as_written:
        raise CampaignFault.invalid(
            f"{where} was changed after it was written",
            reason="its mark does not fit its contents",
            remedy=PUT_BACK,
        )
    return part


def text_of(entry: InboxEntry) -> Text:
    """Read the text of an entry; CampaignFault if its bytes are not those received."""
    where = "/".join(entry.path.parts[-4:])
    try:
        data = entry.path.read_bytes()
    except OSError:
        raise CampaignFault.invalid(f"{where} is missing", remedy=PUT_BACK) from None
    if digest(data) != entry.part.sha256:
        raise CampaignFault.invalid(
            f"{where} was changed after it was received", remedy="Put it back from a copy"
        )
    part = entry.part
    return Text(part.player, entry.number, part.received, part.name, data, part.late, part.sent)


def receipt_of(entry: InboxEntry) -> str:
    """Read the receipt of a text; a campaign that was published may lack it, which is said."""
    file = entry.path.with_suffix(".receipt.txt")
    if not file.is_file():
        return f"{file.name} is not in the folder any more."
    return file.read_text(encoding="utf-8", errors="replace")


def counting(found: Iterable[InboxEntry], fresh: bool = False) -> list[InboxEntry]:
    """List the entries that a run counts; ``fresh`` adds those of a stop."""
    return [entry for entry in found if entry.part.accepted or (fresh and entry.part.is_closed)]


def refused_of(found: Iterable[InboxEntry], fresh: bool = False) -> tuple[RefusedText, ...]:
    """List the entries that a run does not count, with the reasons."""
    return tuple(
        RefusedText(one.part.player, one.part.received, one.part.name, one.part.refused)
        for one in found
        if not counting([one], fresh)
    )


def next_number(folder: Path) -> int:
    """Give the number of the next text in a folder; no number is used twice."""
    return max(_numbers(folder), default=0) + 1


def _numbers(folder: Path, end: str = "") -> list[int]:
    """The numbers of texts that files of a folder with this end are for."""
    try:
        with os.scandir(folder) as files:
            stems = {file.name.partition(".")[0] for file in files if file.name.endswith(end)}
    except (FileNotFoundError, NotADirectoryError):  # no text came yet
        return []
    return [int(stem) for stem in stems if stem.isdigit()]


def keep(folder: Path, number: int, data: bytes, receipt: str, part: EntryPart) -> Path:
    """Keep a text with its receipt; it counts from the moment its N.toml is written."""
    path = folder / f"{number}.txt"
    put_file(path, data)
    put_file(folder / f"{number}.receipt.txt", receipt.encode())
    part = replace(part, receipt=digest(receipt.encode()))
    put_file(folder / f"{number}.toml", entry_bytes(part))
    return path


def entry_bytes(part: EntryPart) -> bytes:
    """The text of N.toml."""
    whole = document_of(replace(part, mark=_mark(part)))
    for name in ("early", "mail", "sent", "stands", "summary", "basis"):
        if not whole[name]:  # it is left out
            del whole[name]
    return toml_bytes(whole)


def _mark(part: FilePart) -> str:
    """Hash a record without its empty fields, so that new fields may be added."""
    said = {key: value for key, value in document_of(part).items() if value}
    said.pop("mark", None)
    return digest(canonical_bytes(said))


def kept_rulings(root: Path, mailing: str) -> bytes:
    """Read the rulings kept for a stage, as they were written; b"" if there are none."""
    file = mailing_folder(root, mailing) / RULINGS_FILE
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as refused:
        raise CampaignFault.invalid(
            f"{file} cannot be read", reason=(refused.strerror or "").lower()
        ) from None


def open_folder(root: Path, mailing: str) -> Path:
    """The folder of a turn that the docket holds."""
    return root / TURNS / f"{folder_name(mailing)}{OPEN}"


def open_part(root: Path, mailing: str) -> OpenPart | None:
    """Read the record of a turn that stopped at the docket; None if it did not."""
    file = open_folder(root, mailing) / OPEN_FILE
    if not file.is_file():
        return None
    try:
        part = msgspec.json.decode(file.read_bytes(), type=OpenPart)
        if part.mark and part.mark != _mark(part):
            raise ValueError
        return part
    except (ValueError, OSError):
        raise CampaignFault.invalid(
            f"{TURNS}/{file.parent.name}/{OPEN_FILE} is not as pbm wrote it",
            remedy=f"Delete {TURNS}/{file.parent.name} and run the turn again",
        ) from None


def open_bytes(mailing: str, at: str, phase: str, items: Sequence[Question]) -> bytes:
    """The text of docket.json."""
    part = OpenPart(
        mailing=mailing, stopped_at=at, phase=phase, items=tuple(map(question_part, items))
    )
    part = replace(part, mark=_mark(part))
    return canonical_bytes(document_of(part)) + b"\n"


def question_part(item: Question) -> QuestionPart:
    """Store a question; `item_of` reads it back."""
    return QuestionPart(**asdict(item))


def item_of(part: QuestionPart) -> Question:
    """Read a stored question."""
    return Question(**asdict(part))
