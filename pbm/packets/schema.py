"""The form of a packet, and the one way to read a packet.json that somebody hands in.

The models here are what docs/packet.schema.json is made from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from pydantic import BaseModel, ConfigDict, ValidationError

from pbm.engine.registry import ruleset
from pbm.kit.facts import Fact
from pbm.kit.problems import Faults, Span, invalid
from pbm.packets.build import PACKET_FORMAT, Packet

_LARGEST = 20_000_000  # bytes


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Player(_Form):
    """Whose packet it is."""

    id: str
    name: str
    side: str


class NextSheet(_Form):
    """A sheet that is waited for; ``deadline`` with its zone, or empty."""

    mailing: str
    deadline: str
    kind: str


class RollForm(_Form):
    """A named roll; ``group`` is empty, since who else perceives it is not told."""

    name: str
    die: str
    faces: list[int]
    group: str


class OrderLine(_Form):
    """The reader's order line that an event came from."""

    line: int
    text: str


class Scene(_Form):
    """What pictures draw of an event: who turned, fired, came or went, by ids of the view.

    ``facing`` is the direction of ``ships[0]`` before and after it, as on a clock; 0: not told.
    ``fire`` says what a shot of ``by`` at ``to`` did: ``hit``, ``miss``, or ``wasted`` on what
    was gone already; ``damage`` is in points, ``part`` what was damaged and how far. ``start``
    and ``end`` are its hexes where they are told: a ship may be hit on its way.
    ``screen``: that of ``ships[0]`` went ``up`` or ``down``.
    """

    facing: list[int] = []
    fire: Literal["", "hit", "miss", "wasted"] = ""
    by: str = ""
    to: str = ""
    start: str = ""
    end: str = ""
    damage: int = 0
    part: str = ""
    screen: Literal["", "up", "down"] = ""
    new: list[str] = []
    gone: list[str] = []


class Item(_Form):
    """One thing that happened, told in a sentence; ``ships`` are ids of the view.

    ``totals`` names those of the terms that are results, each the start of a sum of its own.
    ``track`` are the hexes to draw on a map: of a move, the one it began in first. In Nova
    ``ships`` are names, ``sitrep`` is the item of the situation report in codes, ``mcr`` what
    the treasury gained or lost, ``facts`` what happened in a round of a battle. ``scene`` is
    what pictures draw of it beside a track.
    """

    event: str
    kind: str
    text: str
    terms: list[tuple[str, Any]]
    totals: list[str] = []
    rolls: list[RollForm]
    ships: list[str]
    own: bool
    important: bool
    rule: str
    order: OrderLine | None = None
    track: list[str] = []
    scene: Scene | None = None
    sitrep: str = ""
    mcr: int = 0
    facts: dict[str, Any] = {}


class Section(_Form):
    """A phase of the turn."""

    title: str
    items: list[Item]


class Order(_Form):
    """A line of the sheet in force and what became of it."""

    line: int
    text: str
    understood: str
    heading: bool
    faulty: bool
    fates: list[str]
    event: list[str]


class RulingForm(_Form):
    """A ruling the player is told of."""

    event: str
    text: str
    reason: str


class Message(_Form):
    """A message the player got, or (``sent``) wrote; ``refused`` says why it did not go."""

    event: str
    sent: bool
    name: str
    text: str
    refused: str


class OtherSheet(_Form):
    """A sheet in force of a kind other than the one the mailing waited for."""

    kind: str
    key: str
    orders: list[Order]
    problems: list[str]


class OptionForm(_Form):
    """An option of the campaign with its value in force."""

    id: str
    key: str
    title: str
    value: str
    reading: str
    is_default: bool
    rule: str


class Versions(_Form):
    """What the packet depends on beside the campaign's data."""

    format: str
    adjudication: int
    dice: str


class OwnSheetForm(_Form):
    """A text of the player that counted: its number in the mailing, when it came, its hash."""

    number: int
    received: str
    sha256: str


class SealForm(_Form):
    """Sealed dice: the public key, the salt, the proofs by the names of rolls.

    ``commitment`` binds the campaign's ids, ``scripted`` are rolls whose dice were typed in,
    ``sheets`` what the player sent that counted. In the first report after set-up alone stand
    ``phrases`` (the list the salt is made of), the player's own ``phrase`` and its ``nonce``.
    """

    key: str
    commitment: str
    salt: str
    proofs: dict[str, str]
    scripted: list[str]
    sheets: list[OwnSheetForm]
    phrases: list[str] | None = None
    phrase: str | None = None
    nonce: str | None = None


class PacketForm(_Form):
    """A whole packet. ``known`` is the game's own; ``previous`` hashes the packet before."""

    format: Literal["pbm-packet-1"]
    campaign: str
    title: str
    game: str
    game_title: str
    player: Player
    turn: int
    mailing: str
    made: str
    corrected: str
    next: list[NextSheet]
    summary: list[str]
    story: list[Section]
    orders: list[Order]
    problems: list[str]
    rulings: list[RulingForm]
    options: list[OptionForm]
    known: dict[str, Any]
    previous: str
    versions: Versions
    messages: list[Message] = []
    also: list[OtherSheet] = []
    seal: SealForm | None = None


def schema() -> dict[str, Any]:
    """The JSON Schema of a packet, ``known`` of each game apart."""
    return PacketForm.model_json_schema()


def read_packet(data: bytes, file: str) -> Packet:
    """The packet in these bytes; Faults naming what is wrong, for any bytes whatever."""
    if len(data) > _LARGEST:
        raise _broken(file, f"it is larger than {_LARGEST} bytes")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise _broken(file, f"it is not JSON: {fault}") from None
    if not isinstance(document, dict):
        raise _broken(file, "it is not one JSON object")
    found = document.get("format")
    if found != PACKET_FORMAT:
        raise _broken(file, f'its format is {json.dumps(found)[:40]}, not "{PACKET_FORMAT}"')
    try:
        # Strict JSON reading, so that a list is accepted where a model holds a tuple.
        PacketForm.model_validate_json(data)
        ruleset(document["game"]).view.read(document["known"])
    except ValidationError as fault:
        raise _broken(file, _first(fault.errors(include_url=False)[0])) from None
    except msgspec.ValidationError as fault:
        raise _broken(file, _of_record(str(fault))) from None
    return document


def _of_record(fault: str) -> str:
    """The place and the fault that msgspec names, in this order.

    >>> _of_record("Expected `int`, got `str` - at `$.ships[0].ie`")
    'known.ships[0].ie: expected `int`, got `str`'
    """
    what, _, place = fault.partition(" - at `$")
    return f"known{place.rstrip('`')}: {what[:1].lower()}{what[1:]}"


def _first(error: Mapping[str, Fact]) -> str:
    place = ".".join(str(part) for part in error["loc"]) or "the whole"
    return f"{place}: {str(error['msg'])[:1].lower()}{str(error['msg'])[1:]}"


def _broken(file: str, reason: str) -> Faults:
    return Faults(
        invalid(
            "this is not a packet.json of this program",
            Span(file, 1),
            reason=reason,
            remedy="Take the packet.json that came with your last report, unchanged",
        )
    )
