"""The stages of a campaign on disk: folders, records, and which are in force.

A stage counts only if it follows, by hash, from a stage that counts. A rerun writes the later
stages first and the corrected one last, so that a single rename switches to all of them.
"""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from pbm.kit.problems import PUT_BACK, CampaignFault, Faults, Problem, invalid, unreadable
from pbm.kit.records import Record
from pbm.storage.archive_format import is_packed, packed_files
from pbm.storage.turn_toml import (
    MAILING,
    NEW,
    TURN_FILE,
    QuestionPart,
    TurnHead,
    TurnPart,
    read_head,
    read_turn,
)

TURNS = "turns"
SEAL_FILE = "turn.sha256"
OPEN = ".open"
OUTBOX = "outbox"
INBOX = "inbox"
ORDERS = "orders/"  # the sheets that went into a turn

_FOLDER = re.compile(r"(\d{3,})((?:[.@][A-Za-z0-9][A-Za-z0-9_-]*?)*?)(?:\.r(\d+))?")


class StoredStage(Record):
    """A stage's folder with its turn.toml; ``digest`` is the hash of that file.

    ``head`` is the part that a chain of stages needs, ``part`` the whole, read on demand;
    ``seal`` are the bytes of its seal, None if there is none.
    """

    folder: Path
    head: TurnHead | TurnPart
    digest: str
    seal: bytes | None = None

    @property
    def part(self) -> TurnPart:
        """The whole record; CampaignFault if the file changed since ``head`` was read."""
        if isinstance(self.head, TurnPart):
            return self.head
        return _whole_record(self.folder, self.digest)

    @property
    def docket(self) -> tuple[QuestionPart, ...]:
        """The questions that this stage left open."""
        return self.part.docket if self.head.docket is None else self.head.docket

    @property
    def name(self) -> str:
        """The folder's name, such as 003 or 003.2.r2."""
        return self.folder.name

    def read(self, name: str) -> bytes | None:
        """The bytes of one of its files, from its pack if necessary; None if missing.

        A missing sheet is read from the inbox, where the same bytes were received.
        CampaignFault for a file that cannot be read.
        """
        if is_packed(self.folder) and (data := packed_files(self.folder).get(name)) is not None:
            return data
        try:
            return (self.folder / name).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return self._as_received(name)
        except OSError as refused:
            raise unreadable(f"{TURNS}/{self.name}/{name}", refused) from None

    def _as_received(self, name: str) -> bytes | None:
        """A sheet's bytes from the inbox; None if they are missing or differ."""
        if not name.startswith(ORDERS):
            return None
        mailing = self.folder.name.partition(".r")[0]
        file = self.folder.parents[1] / INBOX / mailing / name.removeprefix(ORDERS)
        try:
            data = file.read_bytes()
        except OSError:
            return None
        return data if digest(data) == self.part.files.get(name) else None

    @property
    def label(self) -> str:
        """Its name for people: its mailing, or ``new``."""
        return self.head.mailing


# A long campaign has too many to keep all in memory.
@lru_cache(maxsize=64)
def _whole_record(folder: Path, sha256: str) -> TurnPart:
    file = f"{TURNS}/{folder.name}/{TURN_FILE}"
    data = _record_bytes(folder)
    if digest(data) != sha256:
        raise CampaignFault.invalid(
            f"{file} was changed while it was being read", remedy="Try again"
        )
    return read_turn(data, file)


def _record_bytes(folder: Path) -> bytes:
    try:
        return (folder / TURN_FILE).read_bytes()
    except OSError:
        file = f"{TURNS}/{folder.name}/{TURN_FILE}"
        raise CampaignFault.invalid(f"{file} cannot be read", remedy=PUT_BACK) from None


def digest(data: bytes) -> str:
    """The sha256 of bytes, in hex."""
    return hashlib.sha256(data).hexdigest()


def folder_name(mailing: str, revision: int = 1) -> str:
    """The folder name of a mailing; ValueError for anything else.

    >>> folder_name("3.2"), folder_name("12/SHOOT/3", 2)
    ('003.2', '012@SHOOT@3.r2')
    """
    found = MAILING.fullmatch(mailing)
    if found is None:
        raise ValueError(f"{mailing} is not a mailing")
    name = f"{int(found[1]):03d}{found[2].replace('/', '@')}"
    return name if revision == 1 else f"{name}.r{revision}"


def mailing_of(folder: str) -> tuple[str, int] | None:
    """The mailing and revision in a folder's name; None for any other name.

    >>> mailing_of("012@SHOOT@3.r2"), mailing_of("003"), mailing_of("notes")
    (('12/SHOOT/3', 2), ('3', 1), None)
    """
    found = _FOLDER.fullmatch(folder)
    if found is None or folder.endswith(OPEN):
        return None
    return f"{int(found[1])}{found[2].replace('@', '/')}", int(found[3] or 1)


def stage_names(root: Path) -> list[str]:
    """The names of all stages' folders, in force or not."""
    try:
        names = sorted(entry.name for entry in (root / TURNS).iterdir())
    except OSError:
        return []
    return [name for name in names if name == NEW or mailing_of(name) is not None]


def all_stages(root: Path) -> list[StoredStage]:
    """All complete stages, in order of sequence and revision."""
    found: list[StoredStage] = []
    for name in stage_names(root):
        stage = _stored(root / TURNS / name)
        _check_name(stage)
        found.append(stage)
    return sorted(found, key=lambda stage: (stage.head.sequence, stage.head.revision))


def _stored(folder: Path) -> StoredStage:
    """The stage in a folder: only the head is read if the record fits its seal."""
    data = _record_bytes(folder)
    sha256 = digest(data)
    head: TurnHead | TurnPart | None = None
    seal = _seal_in(folder)
    if seal == seal_of(sha256):
        head = read_head(data)
    if head is None:
        head = read_turn(data, f"{TURNS}/{folder.name}/{TURN_FILE}")
    return StoredStage(folder, head, sha256, seal)


def seal(data: bytes) -> bytes:
    """The seal file of a turn.toml, in the format of sha256sum."""
    return seal_of(digest(data))


def seal_of(sha256: str) -> bytes:
    """The seal file of a turn.toml with this hash."""
    return f"{sha256}  {TURN_FILE}\n".encode()


def _check_name(stage: StoredStage) -> None:
    """Raise CampaignFault if the folder's name does not match its turn.toml."""
    named = (NEW, 1) if stage.name == NEW else mailing_of(stage.name)
    if named == (stage.head.mailing, stage.head.revision):
        return
    file = f"{TURNS}/{stage.name}/{TURN_FILE}"
    if is_sealed(stage):
        raise CampaignFault.invalid(
            f"{TURNS}/{stage.name} holds turn {stage.head.mailing}",
            reason="a turn's folder was copied or renamed by hand",
            remedy=f"Take {TURNS}/{stage.name} away, or give it back its name",
        )
    raise CampaignFault.invalid(
        f"{file} is of turn {stage.head.mailing}",
        reason="the file was changed, or its folder copied or renamed by hand",
        remedy="Take a copied folder away; else put the file back from a copy of the campaign",
    )


def is_sealed(stage: StoredStage) -> bool:
    """True if turn.toml matches its seal."""
    return stage.seal == seal_of(stage.digest)


def _seal_in(folder: Path) -> bytes | None:
    """The seal in a stage's folder, empty if it cannot be read; None if there is none."""
    try:
        return (folder / SEAL_FILE).read_bytes()
    except FileNotFoundError:
        return None
    except OSError:
        return b""


def _check_seals(chain: Sequence[StoredStage]) -> None:
    """Raise CampaignFault for a turn.toml or a seal that was changed.

    The hash of every turn.toml but the newest is also in the turn after it. Turns of old campaigns
    have no seals (nor did campaigns record their own files then); once a turn has one, every later
    turn has one too.
    """
    sealed = [stage for stage in chain if stage.seal is not None]
    if chain[0].part.own:
        since = 0
    elif sealed:
        since = chain.index(sealed[0])
    else:
        return
    for stage in chain[since:]:
        if is_sealed(stage):
            continue
        file = f"{TURNS}/{stage.name}/{SEAL_FILE}"
        if stage not in sealed:
            raise CampaignFault.invalid(
                f"{file} is missing",
                reason=f"nothing else shows that {TURN_FILE} is unchanged"
                if stage is chain[-1]
                else f"the turns around it have theirs; {TURN_FILE} is unchanged",
                remedy=PUT_BACK,
            )
        if stage is not chain[-1]:
            raise CampaignFault.invalid(
                f"{file} was changed after it was written",
                reason=f"it does not match {TURN_FILE}, from which the next turn follows",
                remedy=PUT_BACK,
            )
        raise CampaignFault(_not_as_sealed(stage))


def _not_as_sealed(stage: StoredStage) -> Problem:
    where = f"{TURNS}/{stage.name}"
    return invalid(
        f"{where}/{TURN_FILE} was changed after it was written",
        reason=f"its hash is not the one in {where}/{SEAL_FILE}",
        remedy="Put both files back from a copy of the campaign",
    )


def in_force(root: Path) -> list[StoredStage]:
    """The stages that count, from ``new`` on, each following from the one before.

    CampaignFault if a stage follows from none that exists.
    """
    stages = all_stages(root)
    _check_written(root, stages)
    chain = [stage for stage in stages if stage.name == NEW]
    if not chain:
        raise CampaignFault.invalid(
            f"{TURNS}/{NEW} is not there",
            reason="the state before set-up is in it",
            remedy=PUT_BACK,
        )
    while True:
        last = chain[-1]
        following = [
            stage
            for stage in stages
            if stage.head.sequence == last.head.sequence + 1 and stage.head.previous == last.digest
        ]
        if not following:
            break
        chain.append(following[-1])
    dropped = {name for stage in chain for name in stage.head.drops}
    lost = [
        stage
        for stage in stages
        if stage.head.sequence > chain[-1].part.sequence and stage.name not in dropped
    ]
    if lost:
        raise CampaignFault(_does_not_follow(lost[0], chain[-1], stages))
    _check_corrections(chain, stages)
    _check_seals(chain)
    return chain


def _check_corrections(chain: Sequence[StoredStage], stages: Sequence[StoredStage]) -> None:
    """Raise CampaignFault if a changed turn.toml took a rerun out of the chain.

    Otherwise the turn it corrected would silently be in force again.
    """
    counting = {stage.head.mailing: stage.head.revision for stage in chain}
    for stage in stages:
        if stage.head.revision > counting.get(stage.head.mailing, 0) and _is_altered(stage):
            raise CampaignFault(_not_as_sealed(stage))


def _check_written(root: Path, stages: Sequence[StoredStage]) -> None:
    """Raise CampaignFault for a missing turn, known by its later file in the outbox."""
    there = {stage.name for stage in stages}
    for file in sorted((root / OUTBOX).glob("*.toml")):
        name = file.stem
        if (name == NEW or mailing_of(name)) and name not in there:
            raise CampaignFault.invalid(
                f"{TURNS}/{name} is missing",
                reason=f"{OUTBOX}/{file.name} says it was written",
                remedy=PUT_BACK,
            )


def _is_altered(stage: StoredStage) -> bool:
    return stage.seal is not None and not is_sealed(stage)


def _does_not_follow(
    lost: StoredStage, last: StoredStage, stages: Sequence[StoredStage]
) -> Problem:
    """The problem of a turn that does not follow from the others."""
    altered = [stage for stage in stages if _is_altered(stage)]
    if altered:
        return _not_as_sealed(altered[0])
    where = f"{TURNS}/{lost.name}"
    if is_sealed(lost) and is_sealed(last):
        return invalid(
            f"{where} does not follow from {TURNS}/{last.name}",
            reason="both are unchanged: a turn between them is missing, or the folder is from "
            "another copy of the campaign",
            remedy=f"Put the turn between them back, or remove {where}",
        )
    return invalid(
        f"{where} does not follow from {TURNS}/{last.name}",
        reason=f"{TURNS}/{last.name}/{TURN_FILE} was changed after it was written",
        remedy="Put that file back from a copy of the campaign",
    )


def stage_named(chain: list[StoredStage], turn: str) -> StoredStage:
    """The stage in force with this mailing or folder name; Faults if there is none."""
    wanted = turn.strip()
    for stage in chain:
        if wanted in (stage.label, stage.name, stage.name.partition(".r")[0]):
            return stage
    raise Faults.invalid(
        f"turn {turn} was not run",
        reason=f"turns that were run: {', '.join(stage.label for stage in chain)}",
    )


def free_name(root: Path, mailing: str) -> tuple[str, int]:
    """The folder name and revision for a new stage of a mailing."""
    revision = 1
    while (root / TURNS / folder_name(mailing, revision)).exists():
        revision += 1
    return folder_name(mailing, revision), revision


def pdfs_of(stage: StoredStage) -> dict[str, dict[str, bytes]]:
    """The PDFs of a stage that still match their record, by folder and name."""
    found: dict[str, dict[str, bytes]] = {}
    for name, recorded in stage.part.files.items():
        path = stage.folder / name
        if path.suffix == ".pdf" and path.is_file():
            data = path.read_bytes()
            if digest(data) == recorded:
                folder, _, file = name.rpartition("/")
                found.setdefault(folder, {})[file] = data
    return found
