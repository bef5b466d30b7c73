"""Read and write turn.toml, the record in each turn's folder.

Plain values come first and tables after them, so that the head of a record known to be unchanged
can be read without the rest, most of which is hashes of files.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from pbm.kit.clock import is_zone, read_time, stamp
from pbm.kit.file_part import Check, FilePart, document_of, part_of
from pbm.kit.problems import CampaignFault, Faults
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes

NEW = "new"
TURN_FILE = "turn.toml"
TURN_FORMAT = "pbm-turn-1"

MAILING = re.compile(r"(\d+)((?:[./][A-Za-z0-9][A-Za-z0-9_-]*)*)")


def _is_mailing(text: str) -> str:
    if text != NEW and MAILING.fullmatch(text) is None:
        raise ValueError(f'"{text}" is not a mailing')
    return text


def _is_time(text: str) -> str:
    try:
        return text and stamp(read_time(text))
    except Faults as faults:
        raise ValueError(faults.problems[0].fault) from None


def _zone(text: str) -> str:
    if not is_zone(text):
        raise ValueError(f'no time zone is called "{text}"')
    return text


Mailing = Annotated[str, Check(_is_mailing)]
Time = Annotated[str, Check(_is_time)]
Zone = Annotated[str, Check(_zone)]
# A path inside the stage's folder, never outside it.
Inside = Annotated[str, Meta(pattern=r"^orders/[a-z0-9-]+/\d+\.txt\Z")]


class RefusedPart(FilePart):
    """A text that was not accepted: its player, time of arrival, name and the reason."""

    player: str
    received: Time
    name: str
    reason: str


class SheetPart(FilePart):
    """A text that a player sent: its number, time, hash and whether it is in force.

    ``sent`` is the date of its mail, "" for a text that came in another way.
    """

    player: str
    number: int
    received: Time
    name: str
    file: Inside
    sha256: str
    in_force: bool
    late: bool = False
    sent: Time = ""


class NextPart(FilePart):
    """A mailing that is due after this stage."""

    mailing: Mailing
    deadline: Time = ""
    zone: Zone = "UTC"


class QuestionPart(FilePart):
    """A question of the docket at which a stage stopped, or which it left open."""

    id: str
    player: str
    question: str
    readings: tuple[str, ...] = ()
    rule: str = ""
    phase: str = ""


class LogPart(FilePart):
    """What a stage's reports name of the log of all reports (`pbm.packets.published`).

    ``peaks`` are the roots of the tree before the newest batch, ``root`` is that of this batch,
    ``packets`` what the batch has of each player: empty for a stage that adds none. ``shown`` are
    the hashes of the stage's own packets in their shared form, for a later batch.
    """

    peaks: tuple[str, ...] = ()
    root: str = ""
    packets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)


class TurnPart(FilePart):
    """The whole record of a stage, as turn.toml holds it.

    ``corrected`` is for each player the reason why their report replaces an earlier one,
    ``packets_before`` the hash of their previous packet; ``drops`` are the folders of later stages
    that a rerun took out of force, ``outbox`` the players whose reports are to be sent.
    ``passes``: the next sheets have passes; ``prefilled``: they have PREFILLED lines. ``mark``,
    ``options``, ``key`` and ``own`` (hashes of the contents of campaign.toml and scenario.toml)
    are in ``new`` alone: they show whether the seed, the public key of sealed dice and the
    campaign's own files are still the same. ``entries`` is the size of the log that the reports
    name, ``log`` the rest of it.
    """

    format: str = TURN_FORMAT
    mailing: Mailing
    sequence: int
    revision: int = 1
    previous: str = ""
    run_at: Time
    go_on: bool = False
    chain: str
    result: str = ""
    mark: str = ""
    key: str = ""
    rerun_at: Time = ""
    correction: str = ""
    outbox: tuple[str, ...] = ()
    drops: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    addresses: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    corrected: Mapping[str, str] = field(default_factory=dict)
    packets_before: Mapping[str, str] = field(default_factory=dict)
    next: tuple[NextPart, ...] = ()
    sheets: tuple[SheetPart, ...] = ()
    refused: tuple[RefusedPart, ...] = ()
    docket: tuple[QuestionPart, ...] = ()
    made_with: Mapping[str, str] = field(default_factory=dict)
    adjudication: int
    dice: str
    passes: bool = False
    prefilled: bool = False
    entries: int = 0
    log: LogPart | None = None
    files: Mapping[str, str] = field(default_factory=dict)


class TurnHead(FilePart, forbid_unknown_fields=False):
    """The head of a record: which stage it is and which one it follows from.

    ``docket`` is empty if nothing was asked, None if the questions are in the rest of the record.
    """

    format: Literal["pbm-turn-1"]
    mailing: Mailing
    sequence: int
    revision: int = 1
    previous: str = ""
    run_at: Time
    rerun_at: Time = ""
    drops: tuple[str, ...] = ()
    entries: int = 0
    docket: tuple[QuestionPart, ...] | None = None


def read_head(data: bytes) -> TurnHead | None:
    """The head of a record known to be unchanged; None if it has no such head.

    Reading the whole record takes thirty times as long.
    """
    return _head(data[: data.find(b"\n[") + 1])


# Whoever opens a campaign reads the heads of all its stages.
@lru_cache(maxsize=1024)
def _head(data: bytes) -> TurnHead | None:
    lines = data.decode("utf-8", "replace").split("\n")  # values may contain other line ends
    wanted = [line for line in lines if line.partition(" ")[0] in TurnHead.__struct_fields__]
    try:
        return part_of(TurnHead, tomllib.loads("\n".join(wanted)))
    except ValueError:
        return None


def read_turn(data: bytes, file: str) -> TurnPart:
    """The record in these bytes; CampaignFault with every fault at its place."""
    try:
        part = load(TurnPart, data, file)
    except Faults as faults:
        raise CampaignFault(*faults.problems) from None
    if part.format != TURN_FORMAT:
        raise CampaignFault.invalid(
            f'{file} has the format "{part.format}"', remedy="Install the pbm that wrote it"
        )
    return part


def turn_bytes(part: TurnPart) -> bytes:
    """The record as the bytes of turn.toml."""
    whole = document_of(part)
    # Fields that only later campaigns have are left out for earlier ones.
    more = (
        (whole, "passes"),
        (whole, "prefilled"),
        (whole, "key"),
        (whole, "refused"),
        (whole, "entries"),
        (whole, "log"),
        *((sheet, "sent") for sheet in whole["sheets"]),
    )
    for table, name in more:
        if not table[name]:
            del table[name]
    return toml_bytes(_tidy(whole))


def _tidy(whole: Mapping[str, Any]) -> dict[str, Any]:
    """The document with plain values before tables, so that it reads from the top."""
    plain = {name: value for name, value in whole.items() if not _is_table(value)}
    tables = {name: value for name, value in whole.items() if _is_table(value) and value}
    return {**plain, **tables}


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and isinstance(value[0], dict)
    )


STATE_FILE = "state.json"


EVENTS_FILE = "events.jsonl"


RULINGS_FILE = "rulings.txt"
CORRECTION_FILE = "correction.json"


DICE_FILE = "dice.txt"


BEACON_FILE = "beacon.txt"


REPORTS = "reports"


BOOK = "gm"


# Files that are made again from the inputs if missing; a stage's other files are its inputs.
REGENERABLE = (STATE_FILE, EVENTS_FILE, f"{REPORTS}/", f"{BOOK}/")
