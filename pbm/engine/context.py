"""The context of a phase: state, orders, options, dice, events and questions."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.dice.keyed import Dice, Ids, Roll, reading, roll_name
from pbm.dice.scripted import NoDiceLeft, fits
from pbm.engine.events import EVERYTHING, PUBLIC, Change, Event, Seen, only
from pbm.engine.rulings import ROLL_VERBS, Ruling, answers
from pbm.engine.subtask import STRUCK, Dispatcher, Result, Subtask, SubtaskContext, Task, Terms
from pbm.engine.types import Question, Seat
from pbm.kit.english import signed
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
        labels: Mapping[str, str] | None = None,
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
        self._labels = labels or {}
        self._on_rolls = [one for one in rulings if one.verb in ROLL_VERBS]
        # Events of rulings on rolls, each with the roll and the struck term ("" for none).
        self._untold: list[tuple[int, str, str]] = []
        # The ids of the events of each ruling, and the rolls that it met, by their labels.
        self.ruled_events: dict[str, list[str]] = {}
        self.ruled_rolls: dict[str, list[str]] = {}

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
        facts = {"text": ruling.text, **facts}
        event = self.emit(
            "ruling",
            ruling.id,
            rule="",
            seen=seen,
            order=order,
            changes=changes,
            ruling=ruling.reason,
            verb=ruling.verb,
            **facts,
        )
        self.ruled_events.setdefault(ruling.id, []).append(event.id)
        return event

    def roll(
        self, die: str, *name: str, count: int = 1, seen: Seen = PUBLIC, group: str = ""
    ) -> Roll:
        """Roll named dice; where a ruling names them, they count as it says."""
        made = super().roll(die, *name, count=count, seen=seen, group=group)
        for ruling in self._rulings_on(made.name, "roll"):
            words = ruling.value.split()
            sides, least = reading(die)
            if len(words) != count or not all(
                word.isascii() and word.isdigit() and least <= int(word) < least + sides
                for word in words
            ):
                of = f"{count} numbers" if count > 1 else "a number"
                self._void(ruling, f"This roll is {of} from {least} to {least + sides - 1}")
                continue
            rolled = " ".join(str(face) for face in made.faces)
            text = f"a roll counts as {ruling.value}"
            also = f"the dice showed {rolled}" if rolled else "no dice were typed in for it"
            self._ruled_on(ruling, made.name, "", text=text, also=also)
            made = replace(made, faces=tuple(map(int, words)))
        if not made.faces:  # no ruling counts: the dice say what is missing
            super()._faces(made.name, die, count, made.group)
        return made

    def _faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        """The faces of a roll; none where a ruling gives them for dice that were not typed in."""
        try:
            return super()._faces(name, die, count, group)
        except NoDiceLeft:
            if not self._rulings_on(name, "roll"):
                raise
            return ()

    def counted(self, terms: Terms, *name: str) -> Terms:
        """The terms of a sum for the roll of this name, without those a ruling strikes out.

        A struck term stays, with the reason and nothing to add.
        """
        found = list(terms)
        roll = roll_name((self.phase, *name)) if self._on_rolls else ""
        for ruling in self._rulings_on(roll, "term"):
            wanted = _as_typed(ruling.value)
            at = [n for n, (term, _amount) in enumerate(found) if wanted in _as_typed(term)]
            if len(at) != 1:
                listed = ", ".join(term for term, _amount in found)
                self._void(ruling, f"It names {len(at)} of its terms: {listed}")
                continue
            term, amount = found[at[0]]
            text = f"a sum counts without {term.replace(' x ', ' × ')} ({signed(amount)})"
            struck = f"{term}{STRUCK}{ruling.reason.rstrip('.')}"
            self._ruled_on(ruling, roll, struck, text=text)
            found[at[0]] = (struck, 0)
        return tuple(found)

    def _rulings_on(self, name: str, verb: str) -> list[Ruling]:
        """The rulings of a verb on a roll, by its name with labels or ids, or the end of it."""
        if not self._on_rolls:
            return []
        labels = self._labelled(name)
        return [
            one
            for one in self._on_rolls
            if one.verb == verb and (fits(one.subject, name) or fits(one.subject, labels))
        ]

    def _labelled(self, roll: str) -> str:
        return "/".join(self._labels.get(part, part) for part in roll.split("/"))

    def _ruled_on(self, ruling: Ruling, roll: str, struck: str, **facts: Fact) -> None:
        """Record a ruling on a roll, without names that its readers may not know."""
        self._untold.append((len(self.events), roll, struck))
        self.ruled_rolls.setdefault(ruling.id, []).append(self._labelled(roll))
        self.ruled(ruling, only(), (), **({} if struck else {"roll": roll}), **facts)

    def _void(self, ruling: Ruling, why: str) -> None:
        self.ruled(ruling, only(), void=why)

    def close_rolls(self) -> None:
        """Show rulings on rolls to their readers, and record those whose rolls did not come.

        Who perceives the dice reads that they count otherwise; who perceives the terms, that one
        is struck out.
        """
        for at, roll, struck in self._untold:
            rolled = [e for e in self.events if any(one.name == roll for one in e.rolls)]
            told = rolled or [e for e in self.events if struck in dict(e.terms)]
            what = {EVERYTHING[0], "terms" if struck else "rolls"}
            seen = {
                who: EVERYTHING
                for event in told
                for who, keys in event.seen.items()
                if not what.isdisjoint(keys)
            }
            self.events[at] = replace(self.events[at], seen=dict(sorted(seen.items())))
        for ruling in self._on_rolls:
            if ruling.id not in self.ruled_events:
                self._void(ruling, "No roll of this name has come.")

    def leave_unasked(self) -> None:
        """Record answers to questions that were not asked, for the game master alone."""
        for item, ruling in self._answering.items():
            if item not in self._asked:
                self.ruled(ruling, only(), void="Nobody asked this.")


def _as_typed(term: str) -> str:
    """The name of a term with the characters of a keyboard, to compare it with what is typed."""
    return term.casefold().replace("×", "x").replace("−", "-")


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
