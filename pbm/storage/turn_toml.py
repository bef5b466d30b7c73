"""turn.toml: what a turn's folder records of itself, read and written.

Plain values stand first in it, tables after them, so that the head of a record that is known to be
whole can be read without the rest: the hashes of a hundred files are most of it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from pbm.kit.clock import is_zone, read_time, stamp
from pbm.kit.problems import CampaignFault, Faults, invalid
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes

NEW = "new"
TURN_FILE = "turn.toml"
TURN_FORMAT = "pbm-turn-1"

MAILING = re.compile(r"(\d+)((?:[./][A-Za-z0-9][A-Za-z0-9_-]*)*)")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _is_mailing(text: str) -> str:
    if text != NEW and MAILING.fullmatch(text) is None:
        raise ValueError(f'"{text}" is no mailing')
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


Mailing = Annotated[str, AfterValidator(_is_mailing)]
Time = Annotated[str, AfterValidator(_is_time)]
Zone = Annotated[str, AfterValidator(_zone)]
# A path inside the stage's folder, and never out of it.
Inside = Annotated[str, Field(pattern=r"^orders/[a-z0-9-]+/\d+\.txt$")]


class RefusedPart(_Part):
    """One text that a mailing did not take: whose, when it came, what it was called, why."""

    player: str
    received: Time
    name: str
    reason: str


class SheetPart(_Part):
    """One text that a player sent: which, when, its bytes, whether it is in force.

    ``sent`` is when a mail said that it was sent, "" for what came otherwise.
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


class NextPart(_Part):
    """A mailing that is waited for after this stage."""

    mailing: Mailing
    deadline: Time = ""
    zone: Zone = "UTC"


class QuestionPart(_Part):
    """A question that a stage leaves on the docket without having stopped for it, or stopped at."""

    id: str
    player: str
    question: str
    readings: tuple[str, ...] = ()
    rule: str = ""
    phase: str = ""


class TurnPart(_Part):
    """The whole of turn.toml.

    ``corrected`` says for each player why his report replaces an earlier one,
    ``packets_before`` the hash of the packet he had before this one, ``drops`` the folders of
    later stages that a rerun took out of force, ``outbox`` whose reports are to be sent,
    ``passes`` whether the next sheets bear passes, ``prefilled`` whether they say what they
    held. ``mark``, ``options``, ``key`` and ``own`` (hashes of what campaign.toml and
    scenario.toml say) stand in ``new`` alone: they tell whether the seed, the public key of
    sealed dice and the campaign's own files are still the same.
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
    names: Mapping[str, str] = Field(default_factory=dict)
    addresses: Mapping[str, str] = Field(default_factory=dict)
    options: Mapping[str, str] = Field(default_factory=dict)
    own: Mapping[str, str] = Field(default_factory=dict)
    corrected: Mapping[str, str] = Field(default_factory=dict)
    packets_before: Mapping[str, str] = Field(default_factory=dict)
    next: tuple[NextPart, ...] = ()
    sheets: tuple[SheetPart, ...] = ()
    refused: tuple[RefusedPart, ...] = ()
    docket: tuple[QuestionPart, ...] = ()
    made_with: Mapping[str, str] = Field(default_factory=dict)
    adjudication: int
    dice: str
    passes: bool = False
    prefilled: bool = False
    files: Mapping[str, str] = Field(default_factory=dict)


class TurnHead(BaseModel):
    """What a chain of stages needs of each record: which stage it is and what it follows from.

    ``docket`` is empty where nothing was asked; None: the rest of the record says what was.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    format: Literal["pbm-turn-1"]
    mailing: Mailing
    sequence: int
    revision: int = 1
    previous: str = ""
    run_at: Time
    rerun_at: Time = ""
    drops: tuple[str, ...] = ()
    docket: tuple[QuestionPart, ...] | None = None


def read_head(data: bytes) -> TurnHead | None:
    """The head of a record that is known to be as it was written; None where it has no such head.

    Reading the whole of it takes thirty times as long.
    """
    text = data.decode("utf-8", "replace")
    lines = text[: text.find("\n[") + 1].split("\n")  # in values there may be other line ends
    wanted = [line for line in lines if line.partition(" ")[0] in TurnHead.model_fields]
    try:
        return TurnHead.model_validate(tomllib.loads("\n".join(wanted)))
    except (tomllib.TOMLDecodeError, ValidationError):
        return None


def read_turn(data: bytes, file: str) -> TurnPart:
    """The turn.toml in these bytes; CampaignFault with every fault at its place."""
    try:
        part = load(TurnPart, data, file)
    except Faults as faults:
        raise CampaignFault(*faults.problems) from None
    if part.format != TURN_FORMAT:
        raise CampaignFault(
            invalid(f'{file} has the format "{part.format}"', remedy="Install the pbm it is from")
        )
    return part


def turn_bytes(part: TurnPart) -> bytes:
    """The text of turn.toml."""
    whole = part.model_dump(mode="json")
    # What only later campaigns have is not said in the words of earlier ones.
    more = (
        (whole, "passes"),
        (whole, "prefilled"),
        (whole, "key"),
        (whole, "refused"),
        *((sheet, "sent") for sheet in whole["sheets"]),
    )
    for table, name in more:
        if not table[name]:
            del table[name]
    return toml_bytes(_tidy(whole))


def _tidy(whole: Mapping[str, Any]) -> dict[str, Any]:
    """Plain values first, then tables, so that the file reads from the top."""
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


DICE_FILE = "dice.txt"


REPORTS = "reports"


BOOK = "gm"


# Made again from the inputs whenever they are missing; what else a stage holds is its inputs.
REGENERABLE = (STATE_FILE, EVENTS_FILE, f"{REPORTS}/", f"{BOOK}/")
