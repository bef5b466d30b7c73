"""Records shared by a game and the core: seats, questions, readings, sections."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbm.engine.events import Event
from pbm.engine.story import Item
from pbm.kit.problems import Problem
from pbm.kit.records import Record
from pbm.kit.text import folded, unaccented


class Seat(Record, omit_defaults=False):
    """A player's seat in a campaign; ``id`` is fixed, name and holder may change."""

    id: str
    name: str
    side: str
    closed: bool = False


def seat_of(seats: Iterable[Seat], words: str) -> Seat | None:
    """The seat named in a sheet's head, in any case: by its name, else by its id.

    Besides a Zoë, whose id is ``zoe``, there may be a Zoe. A full stop behind the name, or
    accents that are left out, do no harm where one seat alone can be meant.
    """
    wanted = folded(words.strip().strip('"'))
    known = list(seats)
    bare = wanted.rstrip(" .,;!")
    for name in dict.fromkeys((wanted, bare)):
        found = [seat for seat in known if folded(seat.name) == name]
        found += [seat for seat in known if folded(seat.id) == name]
        if found:
            return found[0]
    found = [seat for seat in known if unaccented(seat.name) == unaccented(bare)]
    return found[0] if len(found) == 1 else None


class Correspondent(Record):
    """Somebody of whom a player knows, as that player's own view names them.

    ``id`` is their label in that view, ``name`` their printed name, ``words`` other names a sheet
    may use. ``refusal`` is the reason why the player cannot write to them, or "".
    """

    id: str
    name: str
    words: tuple[str, ...] = ()
    refusal: str = ""


def every_player(view: Any, options: Mapping[str, str]) -> tuple[Correspondent, ...]:
    """All ``players`` of the view, for games where everybody knows everybody."""
    del options
    return tuple(Correspondent(one.id, one.name, (one.id,)) for one in view.players)


class Understood(Record):
    """A line as it was understood, in normal words, for the receipt."""

    line: int
    text: str


class Question(Record):
    """A question that only a person can answer; an answer names its ``id``."""

    id: str
    player: str
    question: str
    readings: tuple[str, ...] = ()
    rule: str = ""
    phase: str = ""


class Reading(Record):
    """A game's reading of a sheet: commands, problems, lines understood.

    ``skipped`` are the lines below a header that was not understood, each with the header's line.
    """

    commands: Any
    problems: tuple[Problem, ...] = ()
    understood: tuple[Understood, ...] = ()
    docket: tuple[Question, ...] = ()
    skipped: tuple[tuple[int, int], ...] = ()


class HeldTurn(Record):
    """A turn that stops in its midst for some players, unknown to the others.

    Only ``seats`` get a report of the stage, with the events that ``tells`` selects; all other
    events are reported with the stage that ends the turn.
    """

    seats: tuple[str, ...]
    tells: Callable[[Event], bool]


def never_held(_state: Any, _mailing: str) -> HeldTurn | None:
    """None: no stage is held, and everything is reported at once."""
    return None


class StorySection(Record):
    """A part of the turn as one player saw it: a heading and its items."""

    title: str
    items: list[Item]
