"""Work on the side of a phase: a piece of it that rolls, tells what happens and gives a result.

A piece is a function of its task and the dice. So it may be done before, after or beside other
pieces, here or by another process: what came of it is taken in where it belongs, and no face and
no event of it is another one for that. Rolls and events are named, and no name is used twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pbm.dice.keyed import Dice, Ids, Roll, group_of, roll_name
from pbm.engine.events import EVERYBODY, EVERYTHING, PUBLIC, Change, Event, OrderRef, Seen
from pbm.kit.facts import Fact
from pbm.kit.records import Record

Task = TypeVar("Task")
Result = TypeVar("Result")


class SubtaskContext:
    """What a piece works with: dice and event sink of a phase, and nothing of the state."""

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
        """Named dice, in the group of those who perceive the event they belong to.

        Where it is only known later who they are, ``group`` names a group of its own.
        """
        full = roll_name((self.phase, *name))
        if full in self._rolled:
            raise ValueError(f"two rolls of one turn share the name {full}")
        self._rolled.add(full)
        if not group:
            told = {EVERYTHING[0], "rolls"}
            viewers = [who for who, keys in seen.items() if not told.isdisjoint(keys)]
            group = "all" if EVERYBODY in viewers else group_of(viewers)
        return Roll(full, die, self._dice.faces(full, die, count, group), group)

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
        """Record what happened; ``subject`` are the opaque ids that make its own id stable."""
        name = "/".join((self._whole_of(kind), self.phase, kind, *subject))
        count = self._named[name] = self._named.get(name, 0) + 1
        event = Event(
            id=self.ids.opaque("event", name, str(count)),
            kind=kind,
            phase=self.phase,
            rule=rule,
            seen=seen,
            facts=facts,
            order=order,
            rolls=tuple(rolls),
            terms=tuple(terms),
            changes=tuple(changes),
            options=tuple(options),
            ruling=ruling,
        )
        self.events.append(event)
        return event

    def emitted(self, kind: str, *subject: str) -> int:
        """How many events of a kind with these subjects there were in this phase."""
        name = "/".join((self._whole_of(kind), self.phase, kind, *subject))
        return self._named.get(name, 0)

    def _whole_of(self, kind: str) -> str:
        """What an event's name is unique in: the turn; rulings of battle rounds have one each."""
        return self.mailing if kind == "ruling" and "/" in self.mailing else str(self.turn)

    def come_to(self, result: Result) -> SubtaskResult[Result]:
        """All that came of a piece, to be taken in where it belongs."""
        return SubtaskResult(result, tuple(self.events), self._named, frozenset(self._rolled))

    def take_in(self, came: SubtaskResult[Result]) -> Result:
        """What came of a piece done elsewhere, as if it had been done here now."""
        twice = sorted(came.rolled & self._rolled) or sorted(came.named.keys() & self._named.keys())
        if twice:
            raise ValueError(f"two pieces of one turn share the name {twice[0]}")
        self._rolled |= came.rolled
        self._named |= came.named
        self.events += came.events
        return came.result


class SubtaskResult(Record, Generic[Result]):
    """What came of a piece: its result, events, how often each name of one was used, rolls."""

    result: Result
    events: tuple[Event, ...]
    named: Mapping[str, int]
    rolled: frozenset[str]


class Subtask(Record):
    """A piece that is to be done elsewhere: what to do, with what, and where in a turn it is."""

    do: Callable[[SubtaskContext, Any], Any]
    task: Any
    turn: int
    mailing: str
    phase: str
    ids: Ids

    def done(self, dice: Dice) -> SubtaskResult[Any]:
        """What comes of it with these dice, those of its turn."""
        context = SubtaskContext(self.turn, self.mailing, self.phase, dice, self.ids)
        return context.come_to(self.do(context, self.task))


class Dispatcher(Record):
    """Others who do pieces, as a stage is given them.

    ``all_of`` gives what came of each piece, in their order; it is told what they are, for
    whoever waits. ``least``: pieces that roll fewer times than that, all together, are done
    sooner here.
    """

    least: int
    all_of: Callable[[str, Sequence[Subtask]], Iterable[SubtaskResult[Any]]]
