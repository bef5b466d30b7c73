"""What there is to occur in worlds: the kinds of events and of commands that a game has."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import fields

from pbm.kit.records import Record
from pbm.turns.submissions import Submissions
from tests.secrecy.harness import Outcome

# Of these no order is the cause: who decides for a side leaves out what cannot be fired, by
# doctrine as by sheet, and the round itself would say it of one that did not.
NOT_IN_WORLDS = {"nova": {"fight_wasted"}}


def events_of(game: str) -> set[str]:
    """The kinds of events that a game can tell, and the core's own."""
    return {*sentences_of(game), "message", "ruling"}


def sentences_of(game: str) -> set[str]:
    """The kinds of events that have a sentence in a game's catalogue."""
    module = importlib.import_module(f"pbm.games.{game}.report.sentences")
    return set(module.CATALOGUE.kinds)


def commands_of(game: str) -> set[str]:
    """The kinds of commands a game knows: the records of its orders."""
    module = importlib.import_module(f"pbm.games.{game}.orders.orders")
    # What a missed turn repeats is made of orders, and is none of its own.
    return {
        name
        for name, one in vars(module).items()
        if isinstance(one, type)
        and issubclass(one, Record)
        and one.__module__ == module.__name__
        and name != "Carried"
    }


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
