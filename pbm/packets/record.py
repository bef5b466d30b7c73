"""The records of a packet: what it is built of, and what a packet.json is checked against.

docs/packet.schema.json is generated from them.
"""

from __future__ import annotations

from typing import Final, Generic, Literal, TypeVar

from pbm.engine.story import ItemT, PacketPart, Section

PACKET_FORMAT: Final = "pbm-packet-1"
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


class PacketSeal(PacketPart, frozen=True, kw_only=True, omit_defaults=True):
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


class Change(PacketPart, frozen=True, kw_only=True):
    """A changed fact or sentence in the reader's words; "" where there is or was none."""

    about: str
    before: str
    now: str


class CauseOfChange(PacketPart, frozen=True, kw_only=True):
    """A cause as far as its reader may know it, with what changed by it."""

    cause: str
    reason: str
    changes: list[Change]


class PacketRecord(
    PacketPart, Generic[ItemT, ViewT], frozen=True, kw_only=True, omit_defaults=True
):
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
