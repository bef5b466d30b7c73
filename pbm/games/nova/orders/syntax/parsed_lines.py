"""What a line of a Nova sheet says, before its names are looked up.

Most lines are the records of `orders` already, with words of the sheet (tokens, which
know their place) where ids and names will stand; here is what those records have no room for.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from pbm.engine.events import OrderRef
from pbm.kit.records import record
from pbm.language.conditions_syntax import RawCondition, RawTest

NOWHERE = OrderRef("", "", 0, "")


@record(frozen=True, slots=True)
class RawOne(RawTest):
    """One test: as `orders.Test`, with ``empire`` and ``name`` as written.

    ``elsewhere`` is the system that a test was written for, though it may name none.
    """

    kind: str
    word: Token
    empire: Token | None = None
    name: Token | None = None
    op: str = ">="
    number: int = 0
    elsewhere: Token | None = None


Tests = RawCondition[RawOne]


@record(frozen=True, slots=True)
class Section:
    """A line that begins a section; ``body`` is the first line of it, if it stands there too.

    ``condition`` is that of a PLAN, None for one that always holds.
    """

    name: str
    word: Token
    body: Any = None
    condition: Tests | None = None


@record(frozen=True, slots=True)
class Sums:
    """Sums, orders of the front or expenditures that share a line."""

    items: tuple[Any, ...]


@record(frozen=True, slots=True)
class Sum:
    """A sum the player writes: production, treasury, after, bonus, total, expend, received."""

    what: str
    word: Token
    number: int
    who: Token | None = None


@record(frozen=True, slots=True)
class Alternative:
    """An expenditure behind ``|``."""

    word: Token
    expenditure: Any


@record(frozen=True, slots=True)
class Thing:
    """Something to be salvaged or given: kind ship, hull, gate, units or ends (of gates)."""

    kind: str
    word: Token
    units: Any = None
    number: int = 0


@record(frozen=True, slots=True)
class Bit:
    """A part that may stand anywhere behind what it belongs to."""

    kind: str
    word: Token
    value: Any


@record(frozen=True, slots=True)
class Project:
    """A research project as written; ``subject`` is a technology's or a design's name."""

    kind: str
    subject: Token
    start: int = 0
    goal_level: int = 0
    other: Token | None = None


@record(frozen=True, slots=True)
class Permits:
    """A PERMIT, STOP or REVOKE line."""

    kind: str
    who: tuple[Token, ...]
    what: Token | None
    revoke: bool = False


@record(frozen=True, slots=True)
class RawStanding:
    """A GENERAL, CONDITIONAL or SPECIAL line with its conditions as written."""

    rank: str
    actions: tuple[Any, ...]
    condition: Tests | None = None
    otherwise: tuple[Any, ...] = ()


@record(frozen=True, slots=True)
class Member:
    """One of a group of units: what as in `orders.Group`, ``name`` of a ship or class."""

    what: str
    word: Token
    name: Token | None = None


@record(frozen=True, slots=True)
class Many:
    """Whom a line is for, as written."""

    members: tuple[Member, ...]
    at: Token | None = None
    but: tuple[Token, ...] = ()


@record(frozen=True, slots=True)
class Fighters:
    """The head of a BATTLE or GROUND line; no members: it is the default."""

    many: Many
    versus: Token | None = None
    at: Token | None = None


@record(frozen=True, slots=True)
class Do:
    """Codes for a group."""

    group: Many
    codes: Any


@record(frozen=True, slots=True)
class RawTransfer:
    """A TRANSFER line as written."""

    things: tuple[Thing, ...]
    at: Token
    to: Token
    bits: tuple[Bit, ...] = ()


@record(frozen=True, slots=True)
class Text:
    """A line whose words are read elsewhere: battle, free, resign, a design's head and end."""

    kind: str
    word: Token
    names: tuple[Token, ...] = ()


@record(frozen=True, slots=True)
class PregameLine:
    """A line of the pregame sheet: home, preset, levels, buy or keep."""

    kind: str
    word: Token
    name: Token | None = None
    number: int | None = None
    levels: tuple[tuple[Token, int], ...] = ()
    bits: tuple[Bit, ...] = ()
