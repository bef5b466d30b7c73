"""Plain records between a game and the core: seats, questions, readings, phases, stories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbm.engine.events import Event
from pbm.kit.facts import Fact
from pbm.kit.problems import Problem
from pbm.kit.records import Record
from pbm.kit.text import folded


class Seat(Record, omit_defaults=False):
    """One player's place in a campaign; ``id`` is fixed, name and holder may change."""

    id: str
    name: str
    side: str
    closed: bool = False


def seat_of(seats: Iterable[Seat], words: str) -> Seat | None:
    """The seat that a sheet's head means, in any case: by its name, else by its id.

    Beside a Zoë, whose id is ``zoe``, there may be a Zoe.
    """
    wanted = folded(words.strip().strip('"'))
    known = list(seats)
    by_name = (seat for seat in known if folded(seat.name) == wanted)
    return next(by_name, None) or next((s for s in known if folded(s.id) == wanted), None)


class Correspondent(Record):
    """Somebody whom a player knows of, as that player's own view names him.

    ``id`` is his label in that view, ``name`` how he is printed there, ``words`` what else a
    sheet may call him. ``refusal`` says why the player cannot write to him; "" if he can.
    """

    id: str
    name: str
    words: tuple[str, ...] = ()
    refusal: str = ""


def every_player(view: Any, options: Mapping[str, str]) -> tuple[Correspondent, ...]:
    """All ``players`` of the view: the correspondents where everybody knows everybody."""
    del options
    return tuple(Correspondent(one.id, one.name, (one.id,)) for one in view.players)


class Understood(Record):
    """One line as it was understood, in normal words, for the receipt."""

    line: int
    text: str


class Question(Record):
    """A question only a person can answer; ``id`` is what an answer names."""

    id: str
    player: str
    question: str
    readings: tuple[str, ...] = ()
    rule: str = ""
    phase: str = ""


class Reading(Record):
    """What a game made of a sheet: its commands, every problem, every line understood.

    ``skipped`` are the lines that belong to a header which was not understood, with its line.
    """

    commands: Any
    problems: tuple[Problem, ...] = ()
    understood: tuple[Understood, ...] = ()
    docket: tuple[Question, ...] = ()
    skipped: tuple[tuple[int, int], ...] = ()


class Held(Record):
    """A turn that waits in its midst for some of its players, and tells nobody else of it.

    ``seats`` are told of the stage, and of it only the events that ``tells`` says; all else is
    told to everybody with the stage that ends the turn.
    """

    seats: tuple[str, ...]
    tells: Callable[[Event], bool]


def never_held(_state: Any, _mailing: str) -> Held | None:
    """No stage is held: all that happens is told at once."""
    return None


class StorySection(Record):
    """A part of the turn as one player lived it: a heading and its told events."""

    title: str
    items: tuple[Mapping[str, Fact], ...]
