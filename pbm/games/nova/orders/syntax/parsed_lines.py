"""What a line of a Nova sheet says, before its names are looked up.

Most lines are the records of `orders` already, with words of the sheet (tokens, which
know their place) where ids and names will stand; here is what those records have no room for.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from pbm.engine.events import OrderRef
from pbm.kit.records import Record
from pbm.language.conditions_syntax import RawCondition

NOWHERE = OrderRef("", "", 0, "")


class Section(Record):
    """A line that begins a section; ``body`` is the first line of it, if it stands there too.

    ``condition`` is that of a PLAN, None for one that always holds.
    """

    name: str
    word: Token
    body: Any = None
    condition: RawCondition[Any] | None = None


class Sums(Record):
    """Sums, orders of the front or expenditures that share a line."""

    items: tuple[Any, ...]


class Sum(Record):
    """A sum the player writes: production, treasury, after, bonus, total, expend, received."""

    what: str
    word: Token
    number: int
    who: Token | None = None


class Alternative(Record):
    """An expenditure behind ``|``."""

    word: Token
    expenditure: Any


class Bit(Record):
    """A part that may stand anywhere behind what it belongs to."""

    kind: str
    word: Token
    value: Any


class Project(Record):
    """A research project as written; ``subject`` is a technology's or a design's name."""

    kind: str
    subject: Token
    start: int = 0
    goal_level: int = 0
    other: Token | None = None


class Text(Record):
    """A line about a design: its head, its end, a redesign or missiles."""

    kind: str
    word: Token
    names: tuple[Token, ...] = ()


class PregameLine(Record):
    """A line of the pregame sheet: home, preset, levels, buy or keep."""

    kind: str
    word: Token
    name: Token | None = None
    number: int | None = None
    levels: tuple[tuple[Token, int], ...] = ()
    bits: tuple[Bit, ...] = ()
