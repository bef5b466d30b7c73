"""The context of a phase: state, orders, options, dice, events and questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.dice.keyed import Dice, Ids
from pbm.engine.events import PUBLIC, Change, Event, Seen, only
from pbm.engine.rulings import Ruling, answers
from pbm.engine.subtask import Dispatcher, Result, Subtask, SubtaskContext, Task
from pbm.engine.types import Question, Seat
from pbm.kit.facts import Fact
from pbm.kit.records import Record


class GameState(Record):
    """A campaign between two stages: turn, next phase, mailings due, state.

    ``turn`` is the turn being played, ``due`` the full names of the mailings due (``"3"``,
    ``"3.2"``, ``"3/SHOOT/1"``), empty once the game is over (``result`` is the outcome). ``salt``
    goes into sealed dice, from set-up on; other dice have none.
    """

    turn: int
    phase: int
    due: tuple[str, ...]
    seats: tuple[Seat, ...]
    state: Any
    result: str = ""
    salt: str = ""


class Unanswered(Exception):
    """Stops a stage at questions without an answer; never reaches a user."""

    def __init__(self, *items: Question) -> None:
        super().__init__(", ".join(item.id for item in items))
        self.items = items


class PhaseContext(SubtaskContext):
    """The context of a phase: the state it may replace, orders, options, dice, events."""

    def __init__(
        self,
        game_state: GameState,
        mailing: str,
        options: Mapping[str, str],
        dice: Dice,
        ids: Ids,
        rulings: Sequence[Ruling] = (),
        elsewhere: Dispatcher | None = None,
    ) -> None:
        super().__init__(game_state.turn, mailing, "", dice, ids)
        self.state = game_state.state
        self.seats = game_state.seats
        self.options = options
        self.commands: dict[str, Any] = {}
        # The commands of each player's sheets of other kinds, by kind, in order of arrival.
        self.also: dict[str, dict[str, tuple[Any, ...]]] = {}
        # A game's cache of results worked out from records that do not change. An entry holds its
        # record too, and is valid for that very object alone.
        self.memory: dict[str, Any] = {}
        self._answering = answers(rulings)
        self._asked: set[str] = set()
        self._elsewhere = elsewhere

    def each(
        self,
        what: str,
        do: Callable[[SubtaskContext, Task], Result],
        tasks: Iterable[Task],
        rolls: Callable[[Task], int],
    ) -> Iterator[Result]:
        """The result of each task, in order, computed elsewhere if that is worth while.

        ``do`` is a function of its task and of dice, and both can be sent to another process. The
        tasks must not depend on whether earlier results were used before they are made. ``what``
        names them for a progress bar; ``rolls``: about how many rolls a task makes.
        """
        if self._elsewhere is not None:
            tasks = list(tasks)
            if len(tasks) > 1 and sum(map(rolls, tasks)) >= self._elsewhere.least:
                pieces = [
                    Subtask(do, task, self.turn, self.mailing, self.phase, self.ids)
                    for task in tasks
                ]
                yield from map(self.take_in, self._elsewhere.all_of(what, pieces))
                return
        for task in tasks:
            yield do(self, task)

    def ask(self, item: Question, seen: Seen | None = None, *, quoted: bool = False) -> str:
        """The game master's answer to a question; stops the stage if there is none yet.

        The player concerned reads the answer, once; without one, all do, unless ``seen`` lists the
        readers. With ``quoted`` the question is the player's own text, shown with the answer.
        """
        id = item.id.casefold()
        ruling = self._answering.get(id)
        if ruling is None:
            raise Unanswered(replace(item, phase=self.phase))
        if id not in self._asked:
            self._asked.add(id)
            if seen is None:
                seen = only(item.player) if item.player else PUBLIC
            words: dict[str, Fact] = (
                {"asked": item.question, "answer": ruling.value} if quoted else {}
            )
            self.ruled(ruling, seen, (), item=item.id, **words)
        return ruling.value

    def ruled(
        self, ruling: Ruling, seen: Seen, changes: Sequence[Change] = (), **facts: Fact
    ) -> Event:
        """Record a ruling: its words, its reason and its changes of the state."""
        order = facts.pop("order", None)
        return self.emit(
            "ruling",
            ruling.id,
            rule="",
            seen=seen,
            order=order,
            changes=changes,
            ruling=ruling.reason,
            verb=ruling.verb,
            text=ruling.text,
            **facts,
        )

    def leave_unasked(self) -> None:
        """Record answers to questions that were not asked, for the game master alone."""
        for item, ruling in self._answering.items():
            if item not in self._asked:
                self.ruled(ruling, only(), void="Nobody asked this.")


class Phase(Record):
    """One step of a turn.

    ``due`` gives the suffixes of the mailings this phase waits for (``""`` is the turn's
    own sheet, ``".2"`` a second half, ``"/SHOOT/3"`` a battle round); none: it needs none.
    A phase with ``again`` is done only when ``due`` is empty after it was resolved.
    """

    key: str
    title: str
    cite: str
    resolve: Callable[[PhaseContext], None]
    due: Callable[[Any], tuple[str, ...]] = lambda _state: ()
    again: bool = False
