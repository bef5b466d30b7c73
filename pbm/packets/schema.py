"""The records of a packet, and the reader of a packet.json.

docs/packet.schema.json is generated from these records.
"""

from __future__ import annotations

import json
from typing import Any, Generic, Literal, TypeVar

import msgspec

from pbm.engine.game import Ruleset
from pbm.engine.registry import ruleset
from pbm.engine.story import Item, ItemT, PacketPart, Section
from pbm.kit.problems import Faults, Span
from pbm.packets.build import PACKET_FORMAT, Packet
from pbm.packets.correction import CauseOfChange

_LARGEST = 20_000_000  # bytes

ViewT = TypeVar("ViewT")


class Player(PacketPart, frozen=True, kw_only=True):
    """The player of a packet."""

    id: str
    name: str
    side: str


class NextSheet(PacketPart, frozen=True, kw_only=True):
    """A sheet that is due; ``deadline`` with its zone, or ""."""

    mailing: str
    deadline: str
    kind: str


class Order(PacketPart, frozen=True, kw_only=True):
    """A line of the sheet in force and its outcomes."""

    line: int
    text: str
    understood: str
    heading: bool
    faulty: bool
    fates: list[str]
    event: list[str]


class PacketRuling(PacketPart, frozen=True, kw_only=True):
    """A ruling that the player is told."""

    event: str
    text: str
    reason: str


class PacketMessage(PacketPart, frozen=True, kw_only=True):
    """A message the player got, or (``sent``) wrote; ``refused`` is why it did not go."""

    event: str
    sent: bool
    name: str
    text: str
    refused: str


class OtherSheet(PacketPart, frozen=True, kw_only=True):
    """A sheet in force that is not of the kind due."""

    kind: str
    key: str
    orders: list[Order]
    problems: list[str]


class PacketOption(PacketPart, frozen=True, kw_only=True):
    """An option of the campaign with its value in force."""

    id: str
    key: str
    title: str
    value: str
    reading: str
    is_default: bool
    rule: str


class Versions(PacketPart, frozen=True, kw_only=True):
    """The versions that the packet depends on besides the campaign's data."""

    format: str
    adjudication: int
    dice: str


class OwnSheet(PacketPart, frozen=True, kw_only=True):
    """A text of the player that counted: its number, time of arrival and hash."""

    number: int
    received: str
    sha256: str


class SealedStage(PacketPart, frozen=True, kw_only=True):
    """A stage with a public value: the value, how many late texts counted, the rolls told."""

    mailing: str
    beacon: str
    late: int
    rolls: list[str]


class PacketLog(PacketPart, frozen=True, kw_only=True):
    """The log of all reports before this one: its size and head, and the player's own entry.

    ``batch`` entries come with each turn; the own one is at ``place`` among them, made of ``nonce``
    and ``packets``, and ``proof`` leads from it to the head. ``nonce`` is "" if there is none.
    """

    entries: int
    batch: int
    head: str
    place: int
    nonce: str
    packets: list[str]
    proof: list[str]


class PacketSeal(PacketPart, frozen=True, kw_only=True):
    """Sealed dice: the public key, the salt, the proofs by the names of rolls.

    ``commitment`` binds the campaign's ids, ``scripted`` are rolls whose dice were typed in,
    ``sheets`` the player's texts that counted. Only the first report after set-up has ``phrases``
    (the list from which the salt is made), the player's own ``phrase`` and its ``nonce``.
    ``ids`` prove the ids of the player's own units in the names of rolls, by scene.
    ``source`` is that of the public values, ``stages`` the stages told with theirs; ``cover`` is a
    random number, in whose place a shared packet has ``original``, the hash of the whole.
    """

    key: str
    commitment: str
    salt: str
    proofs: dict[str, str]
    scripted: list[str]
    sheets: list[OwnSheet]
    ids: dict[str, str] | None = None
    phrases: list[str] | None = None
    phrase: str | None = None
    nonce: str | None = None
    source: str | None = None
    stages: list[SealedStage] | None = None
    log: PacketLog | None = None
    cover: str | None = None
    original: str | None = None


class PacketRecord(PacketPart, Generic[ItemT, ViewT], frozen=True, kw_only=True):
    """A whole packet; the game defines ``known``; ``previous`` hashes the one before."""

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
    story: list[Section[ItemT]]
    orders: list[Order]
    problems: list[str]
    rulings: list[PacketRuling]
    options: list[PacketOption]
    known: ViewT
    previous: str
    versions: Versions
    messages: tuple[PacketMessage, ...] = ()
    also: tuple[OtherSheet, ...] = ()
    seal: PacketSeal | None = None
    correction: tuple[CauseOfChange, ...] = ()


class AnyPacket(PacketRecord[Item, dict[str, Any]], frozen=True, kw_only=True):
    """A packet of any game; each game defines ``known`` and may extend its items."""


def record_of(rules: Ruleset) -> type[PacketRecord[Any, Any]]:
    """The record of a game's packets, with its own items and view."""
    return PacketRecord[rules.item, rules.view]  # type: ignore[name-defined]


def schema() -> dict[str, Any]:
    """The JSON Schema of a packet, without the games' own ``known``."""
    return msgspec.json.schema(AnyPacket)


def read_packet(data: bytes, file: str) -> Packet:
    """The packet in these bytes; Faults for any bytes that are not a packet."""
    if len(data) > _LARGEST:
        raise _broken(file, f"it is larger than {_LARGEST:,} bytes")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise _broken(file, f"it is not JSON: {fault}") from None
    if not isinstance(document, dict):
        raise _broken(file, "it is not one JSON object")
    found = document.get("format")
    if found != PACKET_FORMAT:
        raise _broken(file, f'its format is {json.dumps(found)[:40]}, not "{PACKET_FORMAT}"')
    rules = ruleset(str(document.get("game")))
    try:
        msgspec.json.decode(data, type=record_of(rules))
    except msgspec.ValidationError as fault:
        raise _broken(file, _by_place(str(fault))) from None
    except msgspec.DecodeError as fault:
        raise _broken(file, f"it is not JSON: {fault}") from None
    return document


def _by_place(fault: str) -> str:
    """The place and then the fault of a message of msgspec.

    >>> _by_place("Expected `int`, got `str` - at `$.known.ships[0].ie`")
    'known.ships[0].ie: expected `int`, got `str`'
    >>> _by_place("Object missing required field `turn`")
    'the whole: object missing required field `turn`'
    """
    what, _, place = fault.partition(" - at `$.")
    return f"{place.rstrip('`') or 'the whole'}: {what[:1].lower()}{what[1:]}"


def _broken(file: str, reason: str) -> Faults:
    return Faults.invalid(
        "this is not a packet.json of this program",
        Span(file, 1),
        reason=reason,
        remedy="Use the packet.json that came with your last report, unchanged",
    )
