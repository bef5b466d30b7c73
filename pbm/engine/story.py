"""The records of a turn's story in packets: sections, items and scenes."""

from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct


class PacketPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every record of a packet but the view."""


class ItemRoll(PacketPart, frozen=True, kw_only=True):
    """A named roll; ``group`` is empty, so that it does not reveal who else saw it."""

    name: str
    die: str
    faces: list[int]
    group: str


class OrderLine(PacketPart, frozen=True, kw_only=True):
    """The reader's order line behind an event."""

    line: int
    text: str


class Scene(PacketPart, frozen=True, kw_only=True, omit_defaults=True):
    """The drawing of an event: who turned, fired, came or went, by ids of the view.

    ``facing`` is the direction of ``ships[0]`` before and after, as on a clock; 0 if unknown.
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


class Shot(PacketPart, frozen=True, kw_only=True):
    """A shot as a row of a table; each field is the text of a cell, "" where it is not told.

    ``terms`` is the sum that gives what was ``needed``, ``result`` what the die did.
    """

    by: str
    weapon: str
    at: str
    range: str
    terms: str
    needed: str
    rolled: str
    result: str


class Undone(PacketPart, frozen=True, kw_only=True, omit_defaults=True):
    """An order not carried out: by whom, or which words of its line, and why."""

    by: str = ""
    what: str = ""
    why: str


class Item(PacketPart, frozen=True, kw_only=True, forbid_unknown_fields=False, omit_defaults=True):
    """One thing that happened, as a sentence; ``ships`` are ids of the view.

    ``totals`` names those of the terms that are results, each the start of a sum of its own.
    ``struck`` says which later ruling overtook it, "" for most.
    ``shot`` is a shot as a row of a table, ``undone`` what was not done of an order line.
    ``track`` are the hexes to draw on a map: of a move, the one it began in first; ``scene`` is
    what pictures draw of it besides a track. A game may have an item of its own, with more.
    """

    event: str
    kind: str
    text: str
    terms: list[tuple[str, Any]]
    totals: list[str]
    rolls: list[ItemRoll]
    ships: list[str]
    own: bool
    important: bool
    rule: str
    order: OrderLine | None = None
    struck: str = ""
    track: list[str] = []
    scene: Scene | None = None
    shot: Shot | None = None
    undone: Undone | None = None


ItemT = TypeVar("ItemT", bound=Item)


class Section(PacketPart, Generic[ItemT], frozen=True, kw_only=True):
    """A phase of the turn."""

    title: str
    items: list[ItemT]
