"""Subtasks of a phase, which roll dice, emit events and return a result.

A subtask is a function of its input and the dice. It may run before, after or in parallel with
others, here or in another process: its result is merged in the proper place, and every face and
event stays the same. Rolls and events have names, and no name is used twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pbm.dice.keyed import Dice, Ids, Roll, UnitIds, group_of, roll_name
from pbm.engine.events import EVERYBODY, EVERYTHING, PUBLIC, Change, Event, OrderRef, Seen, only
from pbm.kit.facts import Fact
from pbm.kit.records import Record

Task = TypeVar("Task")
Result = TypeVar("Result")
# The parts of a sum, each with its name.
Terms = tuple[tuple[str, int], ...]
# Behind the name of a term that a ruling took out, before the reason.
STRUCK = " struck out, "


class SubtaskContext:
    """The context of a subtask: dice and event sink of a phase, without its state."""

    def __init__(self, turn: int, mailing: str, phase: str, dice: Dice, ids: Ids) -> None:
        self.turn = turn
        self.mailing = mailing
        self.phase = phase
        self.ids = ids
        self.events: list[Event] = []
        self._dice = dice
        self._named: dict[str, int] = {}
        self._rolled: set[str] = set()

    def roll(
        self, die: str, *name: str, count: int = 1, seen: Seen = PUBLIC, group: str = ""
    ) -> Roll:
        """Roll named dice, in the group of the players who perceive their event.

        If these players are not known yet, ``group`` names a group of its own.
        """
        full = roll_name((self.phase, *name))
        if full in self._rolled:
            raise ValueError(f"two rolls of one turn share the name {full}")
        self._rolled.add(full)
        if not group:
            told = {EVERYTHING[0], "rolls"}
            viewers = [who for who, keys in seen.items() if not told.isdisjoint(keys)]
            group = "all" if EVERYBODY in viewers else group_of(viewers)
        return Roll(full, die, self._faces(full, die, count, group), group)

    def _faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        return self._dice.faces(name, die, count, group)

    @property
    def unit_ids(self) -> UnitIds | None:
        """The proven ids that names of rolls have for units; None where dice are not sealed."""
        return self._dice if isinstance(self._dice, UnitIds) else None

    def counted(self, terms: Terms, *name: str) -> Terms:
        """The terms of the sum for a roll of this name; a phase strikes out what a ruling names."""
        del name
        return terms

    def emit(
        self,
        kind: str,
        /,
        *subject: str,
        rule: str,
        seen: Seen = PUBLIC,
        order: OrderRef | None = None,
        rolls: Sequence[Roll] = (),
        terms: Sequence[tuple[str, Fact]] = (),
        changes: Sequence[Change] = (),
        options: Sequence[str] = (),
        ruling: str = "",
        **facts: Fact,
    ) -> Event:
        """Record an event; ``subject`` are the opaque ids that make its id stable."""
        return self.record(
            kind, subject, rule, seen, facts, order, rolls, terms, changes, options, ruling
        )

    def emit_to(
        self,
        kind: str,
        player: str,
        /,
        *subject: str,
        rule: str,
        order: OrderRef | None = None,
        rolls: Sequence[Roll] = (),
        terms: Sequence[tuple[str, Fact]] = (),
        changes: Sequence[Change] = (),
        **facts: Fact,
    ) -> Event:
        """Record an event that one player alone perceives; the player is its first subject."""
        return self.record(
            kind, (player, *subject), rule, only(player), facts, order, rolls, terms, changes
        )

    def record(
        self,
        kind: str,
        subject: tuple[str, ...],
        rule: str,
        seen: Seen,
        facts: dict[str, Fact],
        order: OrderRef | None,
        rolls: Sequence[Roll],
        terms: Sequence[tuple[str, Fact]],
        changes: Sequence[Change],
        options: Sequence[str] = (),
        ruling: str = "",
    ) -> Event:
        """Record an event of ``emit`` or ``emit_to``; every event is recorded here."""
        name = self._name(kind, subject)
        count = self._named[name] = self._named.get(name, 0) + 1
        event = Event(
            self.ids.opaque("event", name, str(count)),
            kind,
            self.phase,
            rule,
            seen,
            facts,
            order,
            tuple(rolls),
            tuple(terms),
            tuple(changes),
            tuple(options),
            ruling,
        )
        self.events.append(event)
        return event

    def emitted(self, kind: str, *subject: str) -> int:
        """The number of events of a kind with these subjects in this phase so far."""
        return self._named.get(self._name(kind, subject), 0)

    def _name(self, kind: str, subject: tuple[str, ...]) -> str:
        """The name of an event, unique in the turn, or for a ruling in its round."""
        of_round = kind == "ruling" and "/" in self.mailing
        return "/".join((self.mailing if of_round else str(self.turn), self.phase, kind, *subject))

    def come_to(self, result: Result) -> SubtaskResult[Result]:
        """The result, events and rolls of this subtask, to be merged elsewhere."""
        return SubtaskResult(result, tuple(self.events), self._named, frozenset(self._rolled))

    def take_in(self, came: SubtaskResult[Result]) -> Result:
        """Merge a subtask done elsewhere as if it had been done here and now."""
        twice = sorted(came.rolled & self._rolled) or sorted(came.named.keys() & self._named.keys())
        if twice:
            raise ValueError(f"two subtasks of one turn share the name {twice[0]}")
        self._rolled |= came.rolled
        self._named |= came.named
        self.events += came.events
        return came.result


class SubtaskResult(Record, Generic[Result]):
    """The outcome of a subtask: result, events, how often each name was used, rolls."""

    result: Result
    events: tuple[Event, ...]
    named: Mapping[str, int]
    rolled: frozenset[str]


class Subtask(Record):
    """A subtask to be done elsewhere: its function, its input, its place in the turn."""

    do: Callable[[SubtaskContext, Any], Any]
    task: Any
    turn: int
    mailing: str
    phase: str
    ids: Ids

    def done(self, dice: Dice) -> SubtaskResult[Any]:
        """The outcome with these dice, which are those of its turn."""
        context = SubtaskContext(self.turn, self.mailing, self.phase, dice, self.ids)
        return context.come_to(self.do(context, self.task))


class Dispatcher(Record):
    """The workers that a stage may give subtasks to.

    ``all_of`` returns the outcome of each subtask, in order; it gets their name for a progress bar.
    ``least``: subtasks that roll fewer times than that, all together, are done faster here.
    """

    least: int
    all_of: Callable[[str, Sequence[Subtask]], Iterable[SubtaskResult[Any]]]
