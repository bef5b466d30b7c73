"""Run a turn: a resumable fold over its phases, pure in state, orders and dice.

A *stage* is the part of a turn between two stops: it takes one mailing in and ends where the next
is due. A `GameState` is stored between two stages. A stage that meets a question only the game
master can answer returns the docket instead, and is run again from its start, with the same sheets,
once there are answers. Since dice are named and keyed, the second run repeats the first up to the
question.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.dice.keyed import Dice, Ids, KeyedDice
from pbm.engine.context import GameState, Phase, PhaseContext, Unanswered
from pbm.engine.events import Event, OrderRef, only
from pbm.engine.field_parsers import RefusedValue, problems_of
from pbm.engine.game import Ruleset
from pbm.engine.messages import Message, deliver
from pbm.engine.rulings import (
    END,
    ROLL_VERBS,
    SEAT_VERBS,
    SHEET_VERBS,
    Loss,
    Ruling,
    amended,
    line_of,
    seats_after,
)
from pbm.engine.subtask import Dispatcher
from pbm.engine.types import Question, Reading, Seat
from pbm.engine.view import GameView
from pbm.kit.gc_tuning import rare_collections
from pbm.kit.problems import Problem
from pbm.kit.records import Record
from pbm.sheets.envelope import Sheet


class Inputs(Record):
    """The inputs of a stage besides the game state: sheets in force, rulings, options.

    ``sheets`` are those of the kind due, ``also`` those of other kinds. ``readings`` were made of
    these very sheets at their arrival, each against its player's view of the game state; they are
    made anew only if that view has changed since. ``labels`` are the names of
    things by their ids, for rulings that name a roll.
    """

    sheets: Mapping[str, Sheet] = {}
    rulings: tuple[Ruling, ...] = ()
    go_on: bool = False
    also: Mapping[str, tuple[Sheet, ...]] = {}
    messages: tuple[Message, ...] = ()
    readings: Mapping[str, tuple[tuple[Sheet, Reading], ...]] = {}
    labels: Mapping[str, str] = {}


class Stage(Record):
    """The outcome of a stage; with a ``docket`` it stopped and has no game state.

    It stopped before the phase ``stopped``. ``also`` are the readings of a player's sheets of other
    kinds, in order. ``ruled`` are the ids of the events of each ruling, ``ruled_rolls`` the
    rolls that it met, ``undone`` how the turn lost what it had changed.
    """

    mailing: str
    game_state: GameState | None
    events: tuple[Event, ...]
    readings: Mapping[str, Reading]
    docket: tuple[Question, ...] = ()
    stopped: str = ""
    unapplied: tuple[Ruling, ...] = ()
    also: Mapping[str, tuple[Reading, ...]] = {}
    ruled: Mapping[str, Sequence[str]] = {}
    ruled_rolls: Mapping[str, Sequence[str]] = {}
    undone: Mapping[str, Loss] = {}

    @property
    def every_reading(self) -> tuple[Reading, ...]:
        """The readings of all sheets, those of the kind due first."""
        return (*self.readings.values(), *(one for also in self.also.values() for one in also))


def begin(
    ruleset: Ruleset, scenario: Any, seats: Sequence[Seat], options: Mapping[str, str], ids: Ids
) -> GameState:
    """The game state of a new campaign, before turn 0."""
    state = ruleset.begin(scenario, seats, options, ids)
    game_state = GameState(0, 0, (), tuple(seats), state)
    return replace(game_state, due=mailings_due(ruleset, game_state, options))


@rare_collections()
def run(
    ruleset: Ruleset,
    game_state: GameState,
    mailing: str,
    inputs: Inputs,
    options: Mapping[str, str],
    dice: Dice,
    ids: Ids,
    on_phase: Callable[[str, int, int], None] = lambda _title, _done, _of: None,
    elsewhere: Dispatcher | None = None,
) -> Stage:
    """Run one stage: take its mailing in and go on to the next stop.

    ``mailing`` is one of ``game_state.due``, or "" if nothing is due (a set-up without choices).
    Raises ValueError for any other mailing. ``elsewhere`` are workers for subtasks, on which the
    result does not depend.
    """
    if mailing not in (game_state.due or ("",)):
        raise ValueError(f"{mailing} is not due")
    work = PhaseContext(
        game_state, mailing, options, dice, ids, inputs.rulings, elsewhere, inputs.labels
    )
    readings: dict[str, Reading] = {}
    also: dict[str, tuple[Reading, ...]] = {}
    phases = ruleset.phases(work.state, work.turn, options)
    index, taken = game_state.phase, not mailing
    pending = list(inputs.rulings)
    watch = _Watch(ruleset, work)
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
                for ruling in [r for r in pending if r.verb in SEAT_VERBS and not r.before]:
                    pending.remove(ruling)
                    carry_out(ruleset, work, ruling)
                as_read = work.state is game_state.state and work.seats is game_state.seats
                readings, also = _read(ruleset, work, inputs, as_read)
                pending = [r for r in pending if r.verb not in SHEET_VERBS]
            work.phase = phase.key
            on_phase(phase.title, index, len(phases))
            for ruling in [r for r in pending if r.before in ("", phase.key)]:
                pending.remove(ruling)
                watch.carry_out(ruling, "at the start of the turn" if not index else "")
            result = ruleset.result(work.state)
            if result:  # the game master has ended the game: nothing more happens
                break
            phase.resolve(work)
            result = ruleset.result(work.state)
            watch.played(phase, () if result else phases[index + 1 :])
            if phase.again and phase.due(work.state):
                break
            index += 1
        for ruling in [r for r in pending if r.before == END]:
            work.phase = END
            pending.remove(ruling)
            watch.carry_out(ruling)
            result = result or ruleset.result(work.state)
    except Unanswered as stop:
        return Stage(mailing, None, tuple(work.events), readings, stop.items, work.phase, also=also)
    work.leave_unasked()
    work.close_rolls()
    if ruleset.held(work.state, mailing) is None:
        deliver(ruleset, work, inputs.messages)
    after = GameState(work.turn, index, (), work.seats, work.state, result, game_state.salt)
    if not result:
        after = replace(after, due=mailings_due(ruleset, after, options))
    return Stage(
        mailing,
        after,
        tuple(work.events),
        readings,
        unapplied=tuple(pending),
        also=also,
        ruled=work.ruled_events,
        ruled_rolls=work.ruled_rolls,
        undone=watch.undone,
    )


class _Watch:
    """Carries out rulings, and finds those whose effect the turn itself undoes."""

    def __init__(self, ruleset: Ruleset, work: PhaseContext) -> None:
        self._ruleset, self._work = ruleset, work
        # The event of each ruling that still holds, with the state that it left and when that was.
        self._held: dict[str, tuple[Any, Event, str]] = {}
        self.undone: dict[str, Loss] = {}

    def carry_out(self, ruling: Ruling, when: str = "") -> None:
        """Carry out a ruling; what it undoes itself is not lost in the turn."""
        work = self._work
        carry_out(self._ruleset, work, ruling)
        for id, (then, event, _when) in list(self._held.items()):
            if self._ruleset.undone(then, work.state, event) is None:
                self.undone.pop(id, None)
            elif id not in self.undone:
                del self._held[id]
        if ruling.of_game:
            event = next(one for one in reversed(work.events) if one.kind == "ruling")
            self._held[ruling.id] = (work.state, event, when or f"before {work.phase}")

    def played(self, phase: Phase, later: Sequence[Phase]) -> None:
        """Look what a phase undid; ``later`` are those behind it."""
        behind = later[0].key if later and not later[0].due(self._work.state) else ""
        for id, (then, event, when) in self._held.items():
            loss = self._ruleset.undone(then, self._work.state, event)
            if loss is not None and id not in self.undone:
                self.undone[id] = replace(
                    loss, held=when, phase=f"{phase.key} ({phase.title})", later=behind
                )


def check_rulings(
    ruleset: Ruleset,
    game_state: GameState,
    rulings: Sequence[Ruling],
    options: Mapping[str, str],
    ids: Ids,
) -> list[Problem]:
    """The problems of answers and game rulings, each tried after those before it."""
    work = PhaseContext(game_state, "", options, KeyedDice(b"a trial", game_state.turn), ids)
    problems: list[Problem] = []
    for ruling in rulings:
        try:
            if ruling.verb == "answer":
                ruleset.check_answer(work.state, ruling)
            elif ruling.of_game:
                ruleset.rule(work, ruling)
        except RefusedValue as refused:
            problems += problems_of(ruling, refused)
    return problems


def mailings_due(
    ruleset: Ruleset, game_state: GameState, options: Mapping[str, str]
) -> tuple[str, ...]:
    """The mailings that are due in a game state by the rules of the game."""
    phases = ruleset.phases(game_state.state, game_state.turn, options)
    return tuple(
        f"{game_state.turn}{suffix}" for suffix in phases[game_state.phase].due(game_state.state)
    )


def _read(
    ruleset: Ruleset, work: PhaseContext, inputs: Inputs, as_read: bool
) -> tuple[dict[str, Reading], dict[str, tuple[Reading, ...]]]:
    """Read every sheet in force against its player's view; set each seat's commands.

    ``as_read``: nothing has changed since the sheets were read, so their readings are still valid.
    """
    readings: dict[str, Reading] = {}
    others: dict[str, tuple[Reading, ...]] = {}
    waiting: list[Question] = []
    for seat in work.seats:
        sheet = inputs.sheets.get(seat.id)
        also = () if seat.closed else inputs.also.get(seat.id, ())
        work.also[seat.id] = {}
        _strike(work, seat.id, sheet, inputs.rulings)
        found: list[Reading] = []
        already_read = inputs.readings.get(seat.id, ()) if as_read else ()
        reader = _Reader(ruleset, work, seat.id, already_read)
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
    """Reads one player's sheets, except those ``already_read``."""

    def __init__(
        self,
        ruleset: Ruleset,
        work: PhaseContext,
        player: str,
        already_read: Sequence[tuple[Sheet, Reading]],
    ) -> None:
        self._ruleset, self._work, self._player, self._already_read = (
            ruleset,
            work,
            player,
            already_read,
        )
        self._view: GameView | None = None

    def reading(self, sheet: Sheet) -> Reading:
        """The reading of a sheet; one with a line canceled or replaced is read anew."""
        for one, reading in self._already_read:
            if one is sheet:
                return reading
        rules, work = self._ruleset, self._work
        if self._view is None:
            self._view = rules.build_view(work.state, self._player, work.seats, work.options)
        return rules.read(sheet, self._view, work.options)


def _strike(
    work: PhaseContext, player: str, sheet: Sheet | None, rulings: Sequence[Ruling]
) -> None:
    """Emit the events for lines that the game master canceled or replaced, with why."""
    for ruling in rulings:
        if ruling.verb not in SHEET_VERBS or ruling.subject != player:
            continue
        line = None if sheet is None else line_of(sheet, int(ruling.field))
        order = None if line is None else OrderRef(player, work.mailing, line.number, line.text)
        work.ruled(ruling, only(player), order=order, now=ruling.value, found=line is not None)


def carry_out(ruleset: Ruleset, work: PhaseContext, ruling: Ruling) -> None:
    """Carry out a ruling. Answers are recorded where they are asked for.

    A ruling that is no longer possible when its phase comes is recorded with the reason, for the
    game master alone.
    """
    if ruling.of_game:
        try:
            ruleset.rule(work, ruling)
        except RefusedValue as refused:
            why = " ".join(part for part in (refused.why, refused.remedy) if part)
            work.ruled(ruling, only(), void=why)
    elif ruling.verb not in ("answer", "withdraw", *ROLL_VERBS):
        work.seats = tuple(seats_after(work.seats, ruling))
        work.ruled(ruling, only(*ruling.players))
