"""How a game plugs in: one filled-in record, no base class, no discovery."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from pbm.engine.events import Event, Fact
from pbm.engine.options import HOUSE_OPTIONS, Option
from pbm.kit.problems import Problem
from pbm.kit.records import record
from pbm.kit.text import folded
from pbm.sheets.envelope import Sheet
from pbm.sheets.kinds import MESSAGE, ORDERS, SETUP, SheetKind

if TYPE_CHECKING:
    from pbm.conformance.case_file import Scene, Step
    from pbm.dice.keyed import Ids
    from pbm.engine.rulings import Ruling
    from pbm.engine.turn import Work

# What one player may know, as JSON: own units whole, others as detected.
Known = dict[str, Fact]


@record(frozen=True, slots=True)
class Seat:
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


@record(frozen=True, slots=True)
class Correspondent:
    """Somebody whom a player knows of, as that player's own view names him.

    ``id`` is his label in that view, ``name`` how he is printed there, ``words`` what else a
    sheet may call him. ``refusal`` says why the player cannot write to him; "" if he can.
    """

    id: str
    name: str
    words: tuple[str, ...] = ()
    refusal: str = ""


def every_player(known: Known, options: Mapping[str, str]) -> tuple[Correspondent, ...]:
    """All players of the view: the correspondents of a game in which everybody knows everybody."""
    del options
    return tuple(
        Correspondent(player["id"], player["name"], (player["id"],))
        for player in known.get("players", ())
    )


@record(frozen=True, slots=True)
class Understood:
    """One line as it was understood, in normal words, for the receipt."""

    line: int
    text: str


@record(frozen=True, slots=True)
class DocketItem:
    """A question only a person can answer; ``id`` is what an answer names."""

    id: str
    player: str
    question: str
    readings: tuple[str, ...] = ()
    rule: str = ""
    phase: str = ""


@record(frozen=True, slots=True)
class Reading:
    """What a game made of a sheet: its commands, every problem, every line understood.

    ``skipped`` are the lines that belong to a header which was not understood, with its line.
    """

    commands: Any
    problems: tuple[Problem, ...] = ()
    understood: tuple[Understood, ...] = ()
    docket: tuple[DocketItem, ...] = ()
    skipped: tuple[tuple[int, int], ...] = ()


@record(frozen=True, slots=True)
class Phase:
    """One step of a turn.

    ``due`` gives the suffixes of the mailings this phase waits for (``""`` is the turn's
    own sheet, ``".2"`` a second half, ``"/SHOOT/3"`` a battle round); none: it needs none.
    A phase with ``again`` is done only when ``due`` is empty after it was resolved.
    """

    key: str
    title: str
    cite: str
    resolve: Callable[[Work], None]
    due: Callable[[Any], tuple[str, ...]] = lambda _state: ()
    again: bool = False


@record(frozen=True, slots=True)
class Held:
    """A turn that waits in its midst for some of its players, and tells nobody else of it.

    ``seats`` are told of the leg, and of it only the events that ``tells`` says; all else is
    told to everybody with the leg that ends the turn.
    """

    seats: tuple[str, ...]
    tells: Callable[[Event], bool]


def never_held(_state: Any, _mailing: str) -> Held | None:
    """No leg is held: all that happens is told at once."""
    return None


@record(frozen=True, slots=True)
class StorySection:
    """A part of the turn as one player lived it: a heading and its told events."""

    title: str
    items: tuple[Mapping[str, Fact], ...]


@record(frozen=True, slots=True)
class Ruleset:
    """A game: everything the core asks of it.

    ``begin(scenario, seats, options, ids)`` gives the state before turn 0.
    ``phases(state, turn, options)`` gives the phases of a turn, the same all through it.
    ``read(sheet, known, options)`` reads and checks a sheet against what its player knows,
    and nothing else; the check before the turn and the reading in the turn are this code.
    ``known(state, player, seats, options)`` is the state as one player may know it.
    ``tell(events, known, player)`` puts events he perceives into sentences, in turn order.
    ``summary(events, known, player)`` gives the first lines of his report; ``known["due"]``
    are there the mailings waited for, ``known["post"]`` the messages of his packet.
    ``template(known, options)`` gives the body of his next sheet, prefilled; ``known["due"]``
    is there the mailing it is for.
    ``rule(work, ruling)`` carries out one of the game's own rulings and emits its event;
    ``check_ruling(state, ruling)`` says beforehand what is wrong with it, ``check_answer`` what
    is wrong with the answer to a question of a phase.
    ``missing(work, player)`` gives the commands of a player without a sheet.
    ``result(state)`` names the outcome once the game is over, else "".
    ``asks`` are what a conformance case may ask, ``scene(step, ids, options)`` reads its set-up,
    and ``thing(state, words)`` gives the fields of what it looks up (``ship B1``), or None.
    ``known_form`` is the type that a handed-in packet's ``known`` must fit.
    ``kinds`` are its kinds of sheet but for messages, those first that others are read beside.
    ``correspondents(known, options)`` are those whom a player may name as readers of a message,
    ``addressed(state, player, id)`` the seat behind the label that his view gives one of them.
    ``held(state, mailing)`` says who is told of a leg that left a turn waiting in its midst;
    None: everybody, of everything. ``awaits(state, player, mailing)`` is true for a player for
    whose sheet a mailing waits, and who may know that it does.
    ``remarks(state)`` are lines for the game master on a new campaign (how its map turned out).
    ``art(packet)`` gives what the pages of a packet show beside it (maps, record sheets as
    SVG), a function of the packet alone.
    """

    name: str
    title: str
    prefix: str
    adjudication: int
    options: Sequence[Option]
    state: type[Any]
    scenario: type[Any]
    check_scenario: Callable[[Any], list[Problem]]
    begin: Callable[[Any, Sequence[Seat], Mapping[str, str], Ids], Any]
    phases: Callable[[Any, int, Mapping[str, str]], tuple[Phase, ...]]
    read: Callable[[Sheet, Known, Mapping[str, str]], Reading]
    known: Callable[[Any, str, Sequence[Seat], Mapping[str, str]], Known]
    tell: Callable[[Sequence[Event], Known, str], tuple[StorySection, ...]]
    summary: Callable[[Sequence[Event], Known, str], tuple[str, ...]]
    template: Callable[[Known, Mapping[str, str]], str]
    rule: Callable[[Work, Ruling], None]
    check_ruling: Callable[[Any, Ruling], list[Problem]]
    missing: Callable[[Any, str], Any]
    result: Callable[[Any], str]
    check_answer: Callable[[Any, Ruling], list[Problem]] = lambda _state, _ruling: []
    asks: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    scene: Callable[[Step, Ids, Mapping[str, str]], Scene] | None = None
    thing: Callable[[Any, tuple[str, ...]], Mapping[str, Any] | None] | None = None
    known_form: Any = dict
    art: Callable[[Mapping[str, Fact]], Mapping[str, Any]] = lambda _packet: {}
    remarks: Callable[[Any], Sequence[str]] = lambda _state: ()
    kinds: tuple[SheetKind, ...] = (ORDERS, SETUP)
    correspondents: Callable[[Known, Mapping[str, str]], Sequence[Correspondent]] = every_player
    addressed: Callable[[Any, str, str], str] = lambda _state, _player, id: id
    held: Callable[[Any, str], Held | None] = never_held
    awaits: Callable[[Any, str, str], bool] = lambda _state, _player, _mailing: True

    @property
    def all_kinds(self) -> tuple[SheetKind, ...]:
        """The kinds of sheet that a text is searched for."""
        return (*self.kinds, MESSAGE)

    def awaited(self, mailing: str) -> SheetKind:
        """The kind of sheet a mailing waits for."""
        return next(kind for kind in self.kinds if kind.awaited and kind.taken(mailing))

    @property
    def all_options(self) -> tuple[Option, ...]:
        """The questions of its book, and what the house lets a campaign choose."""
        return (*self.options, *HOUSE_OPTIONS)
