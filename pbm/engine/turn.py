"""A turn: a resumable fold over phases, a pure function of state, sheets, rulings and dice.

A *leg* is the stretch of a turn between two stops: it takes one mailing in and ends where
the next mailing is waited for. What is stored between two legs is a `Standing`. A leg that
meets a question only the game master can answer gives no standing but the docket; it is
run again from its start, with the same sheets, once the answers are there. Since dice are
named and keyed, the second run repeats the first up to the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pbm.dice.keyed import Dice, Ids, KeyedDice
from pbm.engine.events import PUBLIC, Event, Fact, OrderRef, Seen, only
from pbm.engine.game import DocketItem, Known, Reading, Ruleset, Seat
from pbm.engine.messages import Letter, deliver
from pbm.engine.rulings import (
    PEOPLE_VERBS,
    SHEET_VERBS,
    Ruling,
    amended,
    answers,
    line_of,
    seats_after,
)
from pbm.engine.subtask import Apart, Elsewhere, Piece, Result, Task
from pbm.kit.gc_tuning import collecting_seldom
from pbm.kit.problems import Problem
from pbm.sheets.envelope import Sheet


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a campaign stands: turn, index of the next phase, mailings waited for, state.

    ``turn`` is the turn being played, ``due`` the full names of the mailings it waits for
    (``"3"``, ``"3.2"``, ``"3/SHOOT/1"``), empty once the game is over (``result`` says how).
    ``salt`` goes into sealed dice, from set-up on; other dice have none.
    """

    turn: int
    phase: int
    due: tuple[str, ...]
    seats: tuple[Seat, ...]
    state: Any
    result: str = ""
    salt: str = ""


@dataclass(frozen=True, slots=True)
class Inputs:
    """All that goes into a leg beside the standing: sheets in force, rulings, the way to go.

    ``sheets`` are those of the kind the mailing waits for, ``also`` those of other kinds.
    ``readings`` are what was made of these very sheets when they were weighed, each player's
    against his view of the standing: they are not read again unless that view changed since.
    """

    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    rulings: tuple[Ruling, ...] = ()
    go_on: bool = False
    also: Mapping[str, tuple[Sheet, ...]] = field(default_factory=dict)
    letters: tuple[Letter, ...] = ()
    readings: Mapping[str, tuple[tuple[Sheet, Reading], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Leg:
    """What a leg gave. With ``docket`` items it stopped before ``stopped`` and has no standing.

    ``also`` are the readings of a player's sheets of other kinds, in their order.
    """

    mailing: str
    standing: Standing | None
    events: tuple[Event, ...]
    readings: Mapping[str, Reading]
    docket: tuple[DocketItem, ...] = ()
    stopped: str = ""
    unapplied: tuple[Ruling, ...] = ()
    also: Mapping[str, tuple[Reading, ...]] = field(default_factory=dict)

    @property
    def every_reading(self) -> tuple[Reading, ...]:
        """What was made of every sheet: of the awaited kind first, then of the others."""
        return (*self.readings.values(), *(one for also in self.also.values() for one in also))


class Unanswered(Exception):
    """Questions of the docket without an answer; stops the leg, never reaches a user."""

    def __init__(self, *items: DocketItem) -> None:
        super().__init__(", ".join(item.id for item in items))
        self.items = items


class Work(Apart):
    """What a phase works with: the state it may replace, orders, options, dice, event sink."""

    def __init__(
        self,
        standing: Standing,
        mailing: str,
        options: Mapping[str, str],
        dice: Dice,
        ids: Ids,
        rulings: Sequence[Ruling] = (),
        elsewhere: Elsewhere | None = None,
    ) -> None:
        super().__init__(standing.turn, mailing, "", dice, ids)
        self.state = standing.state
        self.seats = standing.seats
        self.options = options
        self.commands: dict[str, Any] = {}
        # Of each player by kind: the commands of his sheets of other kinds, as they came.
        self.also: dict[str, dict[str, tuple[Any, ...]]] = {}
        # What a game has worked out of records that do not change, to look it up again later in
        # this leg; it holds the record too, and counts only for that very one.
        self.memory: dict[str, Any] = {}
        self._answering = answers(rulings)
        self._asked: set[str] = set()
        self._elsewhere = elsewhere

    def each(
        self,
        what: str,
        do: Callable[[Apart, Task], Result],
        tasks: Iterable[Task],
        rolls: Callable[[Task], int],
    ) -> Iterator[Result]:
        """What comes of each task, in their order; elsewhere where that is worth while.

        ``do`` is a function of its task and what it rolls, and both can be sent to another
        process. Tasks may all be asked for before the first is done, or each when those before
        it are done and made use of: they must not depend on that. ``what`` they are, for whoever
        waits; ``rolls``: about how often doing a task rolls.
        """
        if self._elsewhere is not None:
            tasks = list(tasks)
            if len(tasks) > 1 and sum(map(rolls, tasks)) >= self._elsewhere.least:
                pieces = [
                    Piece(do, task, self.turn, self.mailing, self.phase, self.ids) for task in tasks
                ]
                yield from map(self.take_in, self._elsewhere.all_of(what, pieces))
                return
        for task in tasks:
            yield do(self, task)

    def ask(self, item: DocketItem, seen: Seen | None = None, *, quoted: bool = False) -> str:
        """The game master's answer to a question; stops the leg if there is none yet.

        The player whom it concerns reads the answer, once; where nobody is named all do,
        unless ``seen`` says who. With ``quoted`` the question is his own words, told with it.
        """
        id = item.id.casefold()
        ruling = self._answering.get(id)
        if ruling is None:
            raise Unanswered(replace(item, phase=self.phase))
        if id not in self._asked:
            self._asked.add(id)
            if seen is None:
                seen = only(item.player) if item.player else PUBLIC
            words = {"asked": item.question, "answer": ruling.value} if quoted else {}
            self.ruled(ruling, seen, item=item.id, **words)
        return ruling.value

    def ruled(self, ruling: Ruling, seen: Seen, **facts: Fact) -> Event:
        """Record a ruling that changes nothing on the table: its words and its reason."""
        order = facts.pop("order", None)
        return self.emit(
            "ruling",
            ruling.id,
            rule="",
            seen=seen,
            order=order,
            ruling=ruling.reason,
            verb=ruling.verb,
            text=ruling.text,
            **facts,
        )

    def leave_unasked(self) -> None:
        """Record answers to questions that did not come up, for the game master alone."""
        for item, ruling in self._answering.items():
            if item not in self._asked:
                self.ruled(ruling, only(), void="Nobody asked this.")


def begin(
    ruleset: Ruleset, scenario: Any, seats: Sequence[Seat], options: Mapping[str, str], ids: Ids
) -> Standing:
    """The standing of a new campaign: before turn 0, waiting for whatever set-up needs."""
    state = ruleset.begin(scenario, seats, options, ids)
    standing = Standing(0, 0, (), tuple(seats), state)
    return replace(standing, due=mailings_due(ruleset, standing, options))


@collecting_seldom()
def run(
    ruleset: Ruleset,
    standing: Standing,
    mailing: str,
    inputs: Inputs,
    options: Mapping[str, str],
    dice: Dice,
    ids: Ids,
    on_phase: Callable[[str, int, int], None] = lambda _title, _done, _of: None,
    elsewhere: Elsewhere | None = None,
) -> Leg:
    """Run one leg: take the mailing in and go on to the next stop.

    ``mailing`` is one of ``standing.due``, or "" where nothing is due (a set-up without
    choices). Raises ValueError for any other mailing. ``elsewhere`` are others who may do
    pieces of it; what comes of the leg does not depend on them.
    """
    if mailing not in (standing.due or ("",)):
        raise ValueError(f"{mailing} is not waited for")
    work = Work(standing, mailing, options, dice, ids, inputs.rulings, elsewhere)
    readings: dict[str, Reading] = {}
    also: dict[str, tuple[Reading, ...]] = {}
    phases = ruleset.phases(work.state, work.turn, options)
    index, taken = standing.phase, not mailing
    pending = list(inputs.rulings)
    result = ""
    try:
        while not result:
            if index == len(phases):
                work.turn, index = work.turn + 1, 0
                phases = ruleset.phases(work.state, work.turn, options)
            phase = phases[index]
            if phase.due(work.state):
                if taken:
                    break
                taken = True
                work.phase = phase.key
                for ruling in [r for r in pending if r.verb in PEOPLE_VERBS and not r.before]:
                    pending.remove(ruling)
                    _carry_out(ruleset, work, ruling)
                as_weighed = work.state is standing.state and work.seats is standing.seats
                readings, also = _read(ruleset, work, inputs, as_weighed)
                pending = [r for r in pending if r.verb not in SHEET_VERBS]
            work.phase = phase.key
            on_phase(phase.title, index, len(phases))
            for ruling in [r for r in pending if r.before in ("", phase.key)]:
                pending.remove(ruling)
                _carry_out(ruleset, work, ruling)
            result = ruleset.result(work.state)
            if result:  # the game master has ended the game: nothing more happens
                break
            phase.resolve(work)
            result = ruleset.result(work.state)
            if phase.again and phase.due(work.state):
                break
            index += 1
    except Unanswered as stop:
        return Leg(mailing, None, tuple(work.events), readings, stop.items, work.phase, also=also)
    work.leave_unasked()
    if ruleset.held(work.state, mailing) is None:
        deliver(ruleset, work, inputs.letters)
    after = Standing(work.turn, index, (), work.seats, work.state, result, standing.salt)
    if not result:
        after = replace(after, due=mailings_due(ruleset, after, options))
    return Leg(mailing, after, tuple(work.events), readings, unapplied=tuple(pending), also=also)


def check_rulings(
    ruleset: Ruleset,
    standing: Standing,
    rulings: Sequence[Ruling],
    options: Mapping[str, str],
    ids: Ids,
) -> list[Problem]:
    """What is wrong with answers and the game's own rulings, each tried after those before."""
    work = Work(standing, "", options, KeyedDice(b"a trial", standing.turn), ids)
    problems: list[Problem] = []
    for ruling in rulings:
        if ruling.verb == "answer":
            problems += ruleset.check_answer(work.state, ruling)
        if not ruling.of_game:
            continue
        found = ruleset.check_ruling(work.state, ruling)
        if not found:
            ruleset.rule(work, ruling)
        problems += found
    return problems


def mailings_due(
    ruleset: Ruleset, standing: Standing, options: Mapping[str, str]
) -> tuple[str, ...]:
    """The mailings that the game itself waits for at a standing."""
    phases = ruleset.phases(standing.state, standing.turn, options)
    return tuple(
        f"{standing.turn}{suffix}" for suffix in phases[standing.phase].due(standing.state)
    )


def _read(
    ruleset: Ruleset, work: Work, inputs: Inputs, as_weighed: bool
) -> tuple[dict[str, Reading], dict[str, tuple[Reading, ...]]]:
    """Read every sheet in force against what its player knows; give each seat its commands.

    ``as_weighed``: all stands as when the sheets were weighed, so what was made of them then holds.
    """
    readings: dict[str, Reading] = {}
    others: dict[str, tuple[Reading, ...]] = {}
    waiting: list[DocketItem] = []
    for seat in work.seats:
        sheet = inputs.sheets.get(seat.id)
        also = () if seat.closed else inputs.also.get(seat.id, ())
        work.also[seat.id] = {}
        _strike(work, seat.id, sheet, inputs.rulings)
        found: list[Reading] = []
        weighed = inputs.readings.get(seat.id, ()) if as_weighed else ()
        reader = _Reader(ruleset, work, seat.id, weighed)
        for one in also:
            reading = reader.reading(one)
            found.append(reading)
            earlier = work.also[seat.id].get(one.kind, ())
            work.also[seat.id][one.kind] = (*earlier, reading.commands)
        others[seat.id] = tuple(found)
        if sheet is None or seat.closed:
            work.commands[seat.id] = ruleset.missing(work, seat.id)
        else:
            readings[seat.id] = reader.reading(amended(sheet, seat.id, inputs.rulings))
            work.commands[seat.id] = readings[seat.id].commands
            found.append(readings[seat.id])
        for item in (item for reading in found for item in reading.docket):
            try:
                work.ask(replace(item, player=seat.id), quoted=True)
            except Unanswered as stop:
                waiting += stop.items
    if waiting and not inputs.go_on:
        raise Unanswered(*waiting)
    return readings, others


class _Reader:
    """Reads one player's sheets; those ``weighed`` before are not read again."""

    def __init__(
        self, ruleset: Ruleset, work: Work, player: str, weighed: Sequence[tuple[Sheet, Reading]]
    ) -> None:
        self._ruleset, self._work, self._player, self._weighed = ruleset, work, player, weighed
        self._known: Known | None = None

    def reading(self, sheet: Sheet) -> Reading:
        """What the sheet says; one with a line canceled or replaced is another sheet."""
        for one, reading in self._weighed:
            if one is sheet:
                return reading
        work = self._work
        if self._known is None:
            self._known = self._ruleset.known(work.state, self._player, work.seats, work.options)
        return self._ruleset.read(sheet, self._known, work.options)


def _strike(work: Work, player: str, sheet: Sheet | None, rulings: Sequence[Ruling]) -> None:
    """Tell a player which of his lines the game master canceled or replaced, and why."""
    for ruling in rulings:
        if ruling.verb not in SHEET_VERBS or ruling.subject != player:
            continue
        line = None if sheet is None else line_of(sheet, int(ruling.field))
        order = None if line is None else OrderRef(player, work.mailing, line.number, line.text)
        work.ruled(ruling, only(player), order=order, now=ruling.value, found=line is not None)


def _carry_out(ruleset: Ruleset, work: Work, ruling: Ruling) -> None:
    """Do what a ruling says. Answers are told where they are asked for."""
    if ruling.of_game:
        ruleset.rule(work, ruling)
    elif ruling.verb != "answer":
        work.seats = tuple(seats_after(work.seats, ruling))
        work.ruled(ruling, only(*ruling.players))
