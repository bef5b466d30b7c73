"""What a line of a DeltaVee sheet says, word by word, before names are looked up: the records.

Tokens keep their places, so that a later message can point at the very word.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lark import Token

from pbm.games.deltavee.orders.syntax.naming import Ref, Tests
from pbm.kit.records import Record


class Part(Record):
    """A part of a line: its kind, the word that stands for it, and what belongs to it.

    ``number`` and ``to`` as they are written, ``at`` a hex, ``name`` a kind (of missile, pod,
    fire), ``parts`` what stands inside it.
    """

    kind: str
    word: Token
    number: int | None = None
    to: int | None = None
    name: str = ""
    at: Token | None = None
    units: tuple[Ref, ...] = ()
    condition: Tests | None = None
    parts: tuple[Part, ...] = ()


class Header(Record):
    """``SHIP A`` with the words behind it, or ``ALL`` and a kind of unit (``every``)."""

    word: Token
    name: Token | None = None
    others: tuple[Token, ...] = ()
    every: str = ""


class Queue(Record):
    """``MOVE ORDER`` or ``MISSILE ORDER``: ``of`` is move or missile."""

    of: str
    units: tuple[Ref, ...]


class Good(Record):
    """``2 battlecraft with Terwillicker-X``: a kind of pod as written, how many, what is in it.

    ``held`` are the words for that, ``each`` a number before or behind them.
    """

    word: Token
    kind: str
    number: int = 1
    held: tuple[Token, ...] = ()
    each: int | None = None


class Buying(Record):
    """``BUY A Clarinet "Rook"`` and pods; a line that begins with ``with`` has no ``words``."""

    word: Token
    words: tuple[Token, ...]
    goods: tuple[Good, ...]


class Fleet(Record):
    """``FLEET at B0808 dir 3``: where a whole fleet begins."""

    word: Token
    parts: tuple[Part, ...]


class Agreement(Record):
    """``AGREE TO END``: its player would end the game."""

    word: Token


class Holds(Record):
    """When a line counts: its condition, and whether it begins with ``else``."""

    condition: Tests | None = None
    otherwise: bool = False


class Statement(Record):
    """One order: ``verb``, when it counts, its parts. ``bare``: written without its verb.

    For fire ``item`` is what fires (``burster``, ``pod 2``, ``extra``), ``source`` the item an
    extra fire comes from. ``behind``: it follows on ``else`` in the line of the one before it.
    ``ends``: its condition stands behind it and so counts for nothing that comes after.
    """

    verb: str
    word: Token
    parts: tuple[Part, ...] = ()
    holds: Holds = Holds()
    item: str = ""
    source: str = ""
    bare: bool = False
    behind: bool = False
    ends: bool = False


def parts_of(items: Iterable[Any]) -> tuple[Part, ...]:
    """The parts among what stands in a line."""
    return tuple(item for item in items if isinstance(item, Part))


def refs_of(items: Iterable[Any]) -> tuple[Ref, ...]:
    """The units among what stands in a line."""
    return tuple(item for item in items if isinstance(item, Ref))


def holds_of(items: Iterable[Any]) -> Holds:
    """When a line counts; always, if it does not say."""
    return next((item for item in items if isinstance(item, Holds)), Holds())
