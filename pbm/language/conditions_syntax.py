"""Conditions as parsed: brackets and ``not`` multiplied out into groups of tests.

The disjunctive form is built while a line is parsed, so that a run only tries one group of
tests after the other.
"""

from collections.abc import Iterable
from itertools import product
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from pbm.kit.records import Record
from pbm.language.token import Token

MOST_GROUPS = 32

_OP = {"=>": ">=", "=<": "<=", "==": "="}


class RawTest(Record, kw_only=True):
    """One test as written; the game's own kinds of test say what is tested."""

    negated: bool = False


T = TypeVar("T", bound=RawTest)


class RawCondition(Record, Generic[T]):
    """Tests in disjunctive form; ``too_long`` if there were more groups than are kept."""

    any_of: tuple[tuple[T, ...], ...] = ()
    too_long: bool = False


# The condition that always holds.
ALWAYS: RawCondition[Any] = RawCondition()


def any_of(conditions: Iterable[RawCondition[T]]) -> RawCondition[T]:
    """The condition that holds if any of these holds."""
    parts = tuple(conditions)
    return _bounded(tuple(group for part in parts for group in part.any_of), parts)


def all_of(conditions: Iterable[RawCondition[T]]) -> RawCondition[T]:
    """The condition that holds if all of these hold."""
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


def comparison(token: Token) -> str:
    """A comparison such as ``=>`` in its usual spelling, ``>=``."""
    return _OP.get(str(token), str(token))


def wrong_way(token: Token, strict: str) -> Token | None:
    """The comparison of a limit if it points the wrong way, else None.

    ``strict`` is the one that points the right way; a token that compares nothing fits.
    """
    fits = token.type != "COMPARE" or comparison(token) in (strict, f"{strict}=")
    return None if fits else token
