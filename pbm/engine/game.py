"""The interface of a game: one record, without base class or discovery."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbm.dice.keyed import Ids
from pbm.dice.roll_forms import RollForm
from pbm.engine.context import Phase, PhaseContext
from pbm.engine.events import Event
from pbm.engine.field_parsers import RefusedValue
from pbm.engine.options import HOUSE_OPTIONS, Option
from pbm.engine.rulings import Loss, Ruling
from pbm.engine.story import Item
from pbm.engine.types import (
    Correspondent,
    HeldTurn,
    Reading,
    Seat,
    StorySection,
    every_player,
    never_held,
)
from pbm.engine.view import GameView
from pbm.kit.facts import Fact
from pbm.kit.file_part import FilePart
from pbm.kit.problems import Problem
from pbm.kit.records import Record
from pbm.sheets.envelope import Sheet
from pbm.sheets.kinds import MESSAGE, ORDERS, SETUP, SheetKind

# The messages of a packet, as it holds them.
Post = Sequence[Mapping[str, Fact]]


def no_rulings(_work: PhaseContext, _ruling: Ruling) -> None:
    """Refuse rulings in a game that has none of its own."""
    raise RefusedValue("this game has no rulings of its own")


class Ruleset(Record):
    """A game: everything the core needs of it. Fields with a default are optional.

    ``begin(scenario, seats, options, ids)`` returns the state before turn 0.
    ``phases(state, turn, options)`` returns the phases of a turn, the same throughout the turn.
    ``view`` is the record of what one player may know; ``build_view(state, player, seats,
    options)`` builds it. The core passes it on unread, and writes it into packets only.
    ``read(sheet, view, options)`` reads and checks a sheet against its player's view and nothing
    else; the check before the turn and the reading in the turn are this one function.
    ``tell(events, view, player)`` turns the events they perceive into sentences, in turn order.
    ``summary(events, view, player, due, post)`` returns the first lines of their report: ``due``
    are the mailings due next, ``post`` the messages of the packet.
    ``template(view, due, options)`` returns the body of their next sheet, prefilled, for the
    mailing ``due``.
    ``rule(work, ruling)`` carries out one of the game's own rulings and emits its event, or
    raises Refused and changes nothing; a trial run of it is the check beforehand.
    ``check_answer(state, ruling)`` raises Refused for an answer that a phase could not use.
    ``missing(work, player)`` returns the commands of a player without a sheet; None by default.
    ``result(state)`` names the outcome once the game is over, else ""; by default it is the
    state's own ``result``. ``adjudication`` is the version number of the rules.
    ``kinds`` are its kinds of sheet without messages; those that others are read together with
    come first.
    ``correspondents(view, options)`` are those whom a player may name as readers of a message,
    ``addressed(state, player, id)`` the seat behind a label of the player's view.
    ``held(state, mailing)`` says who gets a report of a stage that stopped in the midst of a
    turn; None: everybody, of everything. ``awaits(state, player, mailing)`` is true if a sheet
    of this player is due for the mailing, and the player may know it. ``is_vacant(state, player)``
    is true of a position whose player left it: a sheet is taken, and no run waits for one.
    ``is_idle(state, player)`` is true of a player who has nothing to order, though a sheet is due:
    the next sheet holds remarks alone.
    ``claims`` are the fields that the sentence of an event speaks of, by its kind, as paths with
    its facts (``"unit/{unit}/status"``); (): those it changes. A ruling that changes one of them
    later in the turn strikes the sentence.
    ``undone(then, now, ruled)``: how the turn lost what a ruling changed, given the states behind
    the ruling and now, and the ruling's event; None where it is still there.
    ``repeated`` are the facts of a view that only say again what others do, or how it came to
    that ("ships/path"): a list of changes leaves them out. ``fact_words`` are the names that it
    has for the others, with their units, where the view's are not the book's ("treasury in MCr").
    ``remarks(state)`` are lines for the game master on a new campaign (how its map turned out).
    ``tools`` are the functions for commands outside campaigns, by name (a design's figures,
    odds).
    ``item`` is the record of an item of its story, if it has more fields than in other games.
    ``rolls`` are the forms of the names of its rolls, which `pbm verify` holds packets to,
    ``alike`` the fields of a unit that every packet of a stage tells alike.
    ``art(packet)`` returns the drawings for the pages of a packet (maps, record sheets as SVG),
    as a function of the packet alone.
    """

    name: str
    title: str
    state: type[Any]
    scenario: type[FilePart]
    begin: Callable[[Any, Sequence[Seat], Mapping[str, str], Ids], Any]
    phases: Callable[[Any, int, Mapping[str, str]], tuple[Phase, ...]]
    view: type[GameView]
    build_view: Callable[[Any, str, Sequence[Seat], Mapping[str, str]], GameView]
    read: Callable[[Sheet, Any, Mapping[str, str]], Reading]
    tell: Callable[[Sequence[Event], Any, str], tuple[StorySection, ...]]
    adjudication: int = 1
    options: Sequence[Option] = ()
    check_scenario: Callable[[Any], Iterable[Problem]] = lambda _scenario: ()
    summary: Callable[[Sequence[Event], Any, str, Sequence[str], Post], tuple[str, ...]] = (
        lambda _events, _view, _player, _due, _post: ()
    )
    template: Callable[[Any, str, Mapping[str, str]], str] = lambda _view, _due, _options: ""
    missing: Callable[[PhaseContext, str], Any] = lambda _work, _player: None
    result: Callable[[Any], str] = lambda state: str(state.result)
    rule: Callable[[PhaseContext, Ruling], None] = no_rulings
    check_answer: Callable[[Any, Ruling], None] = lambda _state, _ruling: None
    tools: Mapping[str, Callable[..., Any]] = {}
    art: Callable[[Mapping[str, Fact]], Mapping[str, Any]] = lambda _packet: {}
    item: type[Item] = Item
    rolls: Sequence[RollForm] = ()
    alike: Sequence[str] = ()
    claims: Mapping[str, tuple[str, ...]] = {}
    repeated: Sequence[str] = ()
    fact_words: Mapping[str, str] = {}
    undone: Callable[[Any, Any, Event], Loss | None] = lambda _then, _now, _ruled: None
    remarks: Callable[[Any], Sequence[str]] = lambda _state: ()
    kinds: tuple[SheetKind, ...] = (ORDERS, SETUP)
    correspondents: Callable[[Any, Mapping[str, str]], Sequence[Correspondent]] = every_player
    addressed: Callable[[Any, str, str], str] = lambda _state, _player, id: id
    held: Callable[[Any, str], HeldTurn | None] = never_held
    awaits: Callable[[Any, str, str], bool] = lambda _state, _player, _mailing: True
    is_vacant: Callable[[Any, str], bool] = lambda _state, _player: False
    is_idle: Callable[[Any, str], bool] = lambda _state, _player: False

    @property
    def all_kinds(self) -> tuple[SheetKind, ...]:
        """The kinds of sheet that a text is searched for."""
        return (*self.kinds, MESSAGE)

    def awaited(self, mailing: str) -> SheetKind:
        """The kind of sheet that is due for a mailing."""
        return next(kind for kind in self.kinds if kind.awaited and kind.taken(mailing))

    @property
    def all_options(self) -> tuple[Option, ...]:
        """The open questions of its rulebook, and the options of every game."""
        return (*self.options, *HOUSE_OPTIONS)
