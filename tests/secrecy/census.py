"""What there is to occur in worlds: the kinds of events and of commands that a game has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

from msgspec.structs import fields

from pbm.kit.records import Record
from pbm.turns.submissions import Submissions
from tests.games.contract import contract
from tests.secrecy.harness import Outcome


def events_of(game: str) -> set[str]:
    """The kinds of events that a game can tell, and the core's own."""
    return {*contract(game).sentences, "message", "ruling"}


def commands_of(game: str) -> set[str]:
    """The kinds of records that the commands of a game's sheets are made of."""
    found: set[type[Record]] = set()
    _add_kinds(contract(game).orders, found)
    return {kind.__name__ for kind in found}


def _add_kinds(hint: Any, found: set[type[Record]]) -> None:
    """Add the kinds of records in a type; one may hold records of its own kind."""
    parts = list(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Record) and hint not in found:
        found.add(hint)
        parts += get_type_hints(hint).values()
    for part in parts:
        _add_kinds(part, found)


def commands_in(played: Outcome) -> set[str]:
    """The kinds of commands in the sheets of a world."""
    submissions = {} if played.played is None else played.played.submissions
    return {type(one).__name__ for submitted in submissions.values() for one in _records(submitted)}


def _records(submitted: Submissions) -> Iterator[Any]:
    for one in submitted.every:
        yield from _inside(one.reading.commands)


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, Record):
        yield value
        for part in fields(value):
            yield from _inside(getattr(value, part.name))
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _inside(part)
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _inside(part)
