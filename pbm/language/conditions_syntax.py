"""What the order languages have in common word by word: conditions and notes to the GM.

A condition is kept as tests in disjunctive form, so that a run tries groups of tests one
after the other; what brackets and ``not`` make of it is worked out while a line is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, Generic, TypeVar

from lark import Token, Transformer
from msgspec.structs import replace

from pbm.kit.records import Record

MOST_GROUPS = 32

_NOTE = re.compile(r"note(?: +to +(?:the +)?gm(?![\w'\-]))? *:?", re.IGNORECASE)
_OP = {"=>": ">=", "=<": "<=", "==": "="}


class RawTest(Record, kw_only=True):
    """One test as written; a game's own tests say of what."""

    negated: bool = False


T = TypeVar("T", bound=RawTest)


class RawCondition(Record, Generic[T]):
    """Tests in disjunctive form; ``too_long`` says that it had more groups than are kept."""

    any_of: tuple[tuple[T, ...], ...] = ()
    too_long: bool = False


class Note(Record):
    """``NOTE TO GM`` and its words."""

    text: str


def any_of(conditions: Iterable[RawCondition[T]]) -> RawCondition[T]:
    """Any of these conditions."""
    parts = tuple(conditions)
    return _bounded(tuple(group for part in parts for group in part.any_of), parts)


def all_of(conditions: Iterable[RawCondition[T]]) -> RawCondition[T]:
    """All of these conditions at once."""
    parts = tuple(conditions)
    count = 1
    for part in parts:
        count *= len(part.any_of)
    if count > MOST_GROUPS:
        return RawCondition((), too_long=True)
    groups = tuple(
        tuple(test for group in choice for test in group)
        for choice in product(*(part.any_of for part in parts))
    )
    return _bounded(groups, parts)


def none_of(condition: RawCondition[T]) -> RawCondition[T]:
    """The opposite of a condition."""
    opposite = all_of(
        RawCondition(tuple((negated(test),) for test in group)) for group in condition.any_of
    )
    return replace(opposite, too_long=True) if condition.too_long else opposite


def negated(test: T) -> T:
    """The opposite of a test."""
    return replace(test, negated=not test.negated)


def _bounded(
    groups: tuple[tuple[T, ...], ...], parts: tuple[RawCondition[T], ...]
) -> RawCondition[T]:
    too_long = len(groups) > MOST_GROUPS or any(part.too_long for part in parts)
    return RawCondition(() if too_long else groups, too_long)


def sign(token: Token) -> str:
    """A sign of comparison in its usual spelling."""
    return _OP.get(str(token), str(token))


def wrong_way(token: Token, strict: str) -> Token | None:
    """The sign of a limit where it points the wrong way, for a message.

    ``strict`` is the one that points the right way. A token that is no character says nothing.
    """
    fits = token.type != "COMPARE" or sign(token) in (strict, f"{strict}=")
    return None if fits else token


class Language(Transformer[Token, Any]):
    """The rules that every order language has; a game's transformer adds its own."""

    def start(self, items: list[Any]) -> list[Any]:
        """The statements of a line, in its order."""
        return items

    def note(self, items: list[Token]) -> Note:
        """The words behind NOTE TO GM."""
        return Note(_NOTE.sub("", items[0], count=1).strip())

    def remark(self, _items: list[Token]) -> Any:
        """What stands in brackets behind a name says nothing."""
        return None

    def compare(self, items: list[Token]) -> Token:
        """A sign of comparison."""
        return Token.new_borrow_pos("COMPARE", items[0], items[0])

    def condition(self, items: list[Any]) -> RawCondition[Any]:
        """Any of these."""
        return any_of(_conditions(items))

    def together(self, items: list[Any]) -> RawCondition[Any]:
        """All of these."""
        return all_of(_conditions(items))

    def negated(self, items: list[Any]) -> Any:
        """The opposite of a test."""
        return negated(items[1])

    def none_of(self, items: list[Any]) -> RawCondition[Any]:
        """The opposite of a condition."""
        return none_of(items[1])


def _conditions(items: list[Any]) -> Iterator[RawCondition[Any]]:
    for item in items:
        if isinstance(item, RawTest):
            yield RawCondition(((item,),))
        elif isinstance(item, RawCondition):
            yield item
