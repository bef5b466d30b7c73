"""The records of a packet, and the one way to read a packet.json that somebody hands in.

They are what docs/packet.schema.json is made from.
"""

from __future__ import annotations

import json
from typing import Any, Generic, Literal, TypeVar

import msgspec

from pbm.engine.game import Ruleset
from pbm.engine.registry import ruleset
from pbm.engine.story import Item, PacketPart
from pbm.kit.problems import Faults, Span, invalid
from pbm.packets.build import PACKET_FORMAT, Packet

_LARGEST = 20_000_000  # bytes

ItemT = TypeVar("ItemT", bound=Item)
ViewT = TypeVar("ViewT")


class Player(PacketPart, frozen=True, kw_only=True):
    """Whose packet it is."""

    id: str
    name: str
    side: str


class NextSheet(PacketPart, frozen=True, kw_only=True):
    """A sheet that is waited for; ``deadline`` with its zone, or empty."""

    mailing: str
    deadline: str
    kind: str


class Section(PacketPart, Generic[ItemT], frozen=True, kw_only=True):
    """A phase of the turn."""

    title: str
    items: list[ItemT]


class Order(PacketPart, frozen=True, kw_only=True):
    """A line of the sheet in force and what became of it."""

    line: int
    text: str
    understood: str
    heading: bool
    faulty: bool
    fates: list[str]
    event: list[str]


class PacketRuling(PacketPart, frozen=True, kw_only=True):
    """A ruling the player is told of."""

    event: str
    text: str
    reason: str


class PacketMessage(PacketPart, frozen=True, kw_only=True):
    """A message the player got, or (``sent``) wrote; ``refused`` says why it did not go."""

    event: str
    sent: bool
    name: str
    text: str
    refused: str


class OtherSheet(PacketPart, frozen=True, kw_only=True):
    """A sheet in force of a kind other than the one the mailing waited for."""

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
    """What the packet depends on beside the campaign's data."""

    format: str
    adjudication: int
    dice: str


class OwnSheet(PacketPart, frozen=True, kw_only=True):
    """A text of the player that counted: its number in the mailing, when it came, its hash."""

    number: int
    received: str
    sha256: str


class PacketSeal(PacketPart, frozen=True, kw_only=True):
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
    sheets: list[OwnSheet]
    phrases: list[str] | None = None
    phrase: str | None = None
    nonce: str | None = None


class PacketRecord(PacketPart, Generic[ItemT, ViewT], frozen=True, kw_only=True):
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


class AnyPacket(PacketRecord[Item, dict[str, Any]], frozen=True, kw_only=True):
    """A packet of any game; ``known``, and more in an item, as the game's record has it."""


def record_of(rules: Ruleset) -> type[PacketRecord[Any, Any]]:
    """The record of a game's packets: with its own items and its own view."""
    return PacketRecord[rules.item, rules.view]  # type: ignore[name-defined]


def schema() -> dict[str, Any]:
    """The JSON Schema of a packet, but for what a game holds in ``known``."""
    return msgspec.json.schema(AnyPacket)


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
    rules = ruleset(str(document.get("game")))
    try:
        msgspec.json.decode(data, type=record_of(rules))
    except msgspec.ValidationError as fault:
        raise _broken(file, _by_place(str(fault))) from None
    except msgspec.DecodeError as fault:
        raise _broken(file, f"it is not JSON: {fault}") from None
    return document


def _by_place(fault: str) -> str:
    """The place and the fault that msgspec names, in this order.

    >>> _by_place("Expected `int`, got `str` - at `$.known.ships[0].ie`")
    'known.ships[0].ie: expected `int`, got `str`'
    >>> _by_place("Object missing required field `turn`")
    'the whole: object missing required field `turn`'
    """
    what, _, place = fault.partition(" - at `$.")
    return f"{place.rstrip('`') or 'the whole'}: {what[:1].lower()}{what[1:]}"


def _broken(file: str, reason: str) -> Faults:
    return Faults(
        invalid(
            "this is not a packet.json of this program",
            Span(file, 1),
            reason=reason,
            remedy="Take the packet.json that came with your last report, unchanged",
        )
    )
