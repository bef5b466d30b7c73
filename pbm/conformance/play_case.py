"""Play the turns of a case: a set-up, order sheets, rulings, scripted dice.

Turns are played as in a campaign: sheets are found in a text, read by the game's ``read`` and
adjudicated by `pbm.engine.turn.run`. Nothing is decided here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.conformance.case_file import CaseScene, CaseStep
from pbm.conformance.case_kit import CaseKit
from pbm.dice.keyed import Dice, Ids, reading
from pbm.dice.scripted import DiceScript, NoDiceLeft, ScriptedDice, parse_script
from pbm.engine.context import GameState, Phase
from pbm.engine.events import Event
from pbm.engine.game import Ruleset
from pbm.engine.messages import Message, message_of
from pbm.engine.ruling_parser import parse_rulings
from pbm.engine.rulings import Ruling
from pbm.engine.turn import Inputs, Stage, check_rulings, run
from pbm.kit.problems import Faults, Problem, Span
from pbm.kit.records import Record
from pbm.sheets.envelope import Sheet, find_sheets

IDS = Ids(b"conformance")
CAMPAIGN = "case"


def script_of(steps: Sequence[CaseStep]) -> DiceScript:
    """The dice of DICE lines and blocks; Faults for their problems."""
    lines: dict[int, str] = {}
    for step in steps:
        lines[step.span.line] = step.rest
        lines.update(step.block)
    text = "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1))
    script, problems = parse_script(text, steps[0].span.file if steps else "")
    if problems:
        raise Faults(*problems)
    return script


class ListedDice:
    """A script's dice; a roll that it lacks shows the lowest face and is noted."""

    def __init__(self, script: ScriptedDice) -> None:
        self._script = script
        self._wanted: dict[str, str] = {}

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        """The faces of a named roll."""
        try:
            return self._script.faces(name, die, count, group)
        except NoDiceLeft:
            shown = self._script.shown(name).replace("/", " ")
            self._wanted[name] = f"  {shown}: {' '.join(['?'] * count)}    # {die}"
            return (reading(die)[1],) * count

    def check(self, span: Span) -> None:
        """Raise Faults with a DICE block of all rolls that had no dice."""
        if self._wanted:
            block = "\n".join(["DICE", *self._wanted.values(), "END"])
            fault = f"these dice are wanted, if each shows its lowest face:\n{block}\n"
            raise Faults.invalid(fault, span)


class Part(Record):
    """The inputs of a turn that is played in parts, and its events so far."""

    begun: GameState
    sheets: tuple[CaseStep, ...] = ()
    rulings: tuple[CaseStep, ...] = ()
    dice: tuple[CaseStep, ...] = ()
    told: frozenset[str] = frozenset()


class CaseTable(Struct):
    """One case's game while it is played.

    ``named``: the text of the case but for its EXPECT lines. ``carried``: sheets that hold for
    further phases of the turn, and ``is_carried`` once they do; ``part``: a turn that was played
    through a phase.
    """

    ruleset: Ruleset
    kit: CaseKit
    options: Mapping[str, str]
    scene: CaseScene
    game_state: GameState
    sheets: list[CaseStep] = field(default_factory=list)
    rulings: list[CaseStep] = field(default_factory=list)
    dice: list[CaseStep] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    unread: list[Problem] = field(default_factory=list)
    expected_problems: list[Problem] = field(default_factory=list)
    named: str = ""
    carried: tuple[CaseStep, ...] = ()
    part: Part | None = None
    told: frozenset[str] = frozenset()
    is_carried: bool = False
    list_dice: bool = False

    @property
    def events(self) -> list[Event]:
        """The events of the last RUN."""
        every = (event for stage in self.stages for event in stage.events)
        return [event for event in every if event.id not in self.told]

    @property
    def problems(self) -> list[Problem]:
        """The problems of the sheets and rulings of the last RUN."""
        return self.unread + [
            problem
            for stage in self.stages
            for reading in stage.every_reading
            for problem in reading.problems
        ]


def lay(ruleset: Ruleset, kit: CaseKit, step: CaseStep, options: Mapping[str, str]) -> CaseTable:
    """The table that a SET-UP block lays out."""
    if kit.scene is None:
        raise Faults.invalid(f"cases of {ruleset.title} have no SET-UP yet", step.span)
    scene = kit.scene(step, IDS, options)
    game_state = GameState(scene.turn, 0, (), scene.seats, scene.state)
    first = ruleset.phases(scene.state, scene.turn, options)[0]
    due = tuple(f"{scene.turn}{suffix}" for suffix in first.due(scene.state))
    return CaseTable(ruleset, kit, options, scene, replace(game_state, due=due))


def play(table: CaseTable, step: CaseStep) -> None:
    """Carry out a RUN line: a stage, several turns, or some phases.

    The forms are ``RUN``, ``RUN 1.2``, ``RUN 6 turns``, ``RUN only 1.fire`` and ``RUN through
    1.attack``. After ``RUN only`` the turn stays where it was, so that other phases may follow.
    After ``RUN through`` the next RUN plays the whole turn again, of which the later events count.
    """
    words = step.rest.split()
    alone = len(words) == 2 and words[0] == "only"
    through = len(words) == 2 and words[0] == "through"
    _take_up(table, step, may_go_on=through or words in ([], ["anyway"]))
    stages, ruleset, mailing, go_on, before = 1, table.ruleset, "", False, table.game_state
    if alone:
        ruleset = _cut(table, words[1], step.span, alone=True)
    elif through:
        ruleset = _cut(table, words[1], step.span)
    elif len(words) == 2 and words[1] == "turns" and words[0].isdigit() and len(words[0]) < 4:
        stages = int(words[0])
    elif words == ["anyway"]:
        go_on = True
    elif len(words) == 1:
        mailing = words[0]
    elif words:
        raise Faults.invalid(
            f'"{step.rest}" is not understood',
            step.span,
            remedy="RUN, RUN 6 turns, RUN through PHASE, RUN only PHASE, RUN MAILING",
        )
    script = ScriptedDice(script_of(table.dice), table.scene.labels)
    dice = ListedDice(script) if table.list_dice else script
    table.stages, table.unread = [], []
    for _ in range(stages):
        _run_stage(table, ruleset, mailing, go_on, dice, step.span)
    if isinstance(dice, ListedDice):
        dice.check(step.span)
    if alone and not table.game_state.result:
        table.game_state = replace(
            before, state=table.game_state.state, seats=table.game_state.seats
        )
    left = script.leftover()
    if left:
        raise Faults(*left)
    told = table.told | {event.id for event in table.events}
    sheets, rulings, rolled = tuple(table.sheets), tuple(table.rulings), tuple(table.dice)
    table.part = Part(before, sheets, rulings, rolled, told) if through else None
    table.carried = sheets if alone else ()
    table.sheets, table.rulings, table.dice = [], [], []


def _take_up(table: CaseTable, step: CaseStep, *, may_go_on: bool) -> None:
    """Restore the sheets that still hold, and the start of a turn played in parts."""
    part = table.part
    table.told = frozenset() if part is None else part.told
    if part is None:
        table.is_carried = not table.sheets
        table.sheets = table.sheets or list(table.carried)
        table.expected_problems = []
        return
    if not may_go_on or table.sheets or table.rulings:
        raise Faults.invalid(
            "after RUN through PHASE the same turn goes on",
            step.span,
            reason="Its sheets and rulings come before that RUN",
            remedy="Write RUN, or RUN through a later phase",
        )
    table.game_state = part.begun
    table.sheets, table.rulings = list(part.sheets), list(part.rulings)
    table.dice = [*part.dice, *table.dice]


def _run_stage(
    table: CaseTable, ruleset: Ruleset, mailing: str, go_on: bool, dice: Dice, span: Span
) -> None:
    due = table.game_state.due or ("",)
    mailing = mailing or due[0]
    if mailing not in due or table.game_state.result:
        waited = table.game_state.result or f"due now: {', '.join(due)}"
        raise Faults.invalid(f"mailing {mailing or '(none)'} cannot be run", span, reason=waited)
    inputs = _inputs(table, mailing, go_on)
    stage = run(ruleset, table.game_state, mailing, inputs, table.options, dice, IDS)
    table.stages.append(stage)
    if stage.game_state is not None:
        table.game_state = stage.game_state


def _cut(table: CaseTable, last: str, span: Span, *, alone: bool = False) -> Ruleset:
    """The game with only the phases up to ``last``, or with that phase alone.

    Phases that share a key are one.
    """
    whole = table.ruleset.phases
    keys = [p.key for p in whole(table.game_state.state, table.game_state.turn, table.options)]
    if last not in keys:
        raise Faults.invalid(
            f'there is no phase "{last}"', span, reason=f"there are {', '.join(keys)}"
        )
    first = keys.index(last)
    behind = first + keys.count(last)

    def one(*of: Any) -> tuple[Phase, ...]:
        phases = whole(*of)
        return (replace(phases[first], due=phases[0].due), *phases[first + 1 : behind])

    return replace(table.ruleset, phases=one if alone else lambda *of: whole(*of)[:behind])


def _inputs(table: CaseTable, mailing: str, go_on: bool) -> Inputs:
    """The sheets of the case as inputs of a stage, and its messages."""
    main: dict[str, Sheet] = {}
    also: dict[str, tuple[Sheet, ...]] = {}
    messages: list[Message] = []
    found = _sheets(table, mailing)
    for kind in table.ruleset.all_kinds:
        beside = dict(also)
        for seat, sheet in found:
            if sheet.kind != kind.name:
                continue
            sheet = replace(sheet, beside=beside.get(seat, ()))
            if sheet.is_message:
                messages.append(message_of(seat, sheet))
            elif kind.awaited:
                main[seat] = sheet
            else:
                also[seat] = (*also.get(seat, ()), sheet)
    return Inputs(main, _rulings(table), go_on, also, tuple(messages))


def _sheets(table: CaseTable, mailing: str) -> list[tuple[str, Sheet]]:
    """The sheets of the blocks, each in an envelope at the start of its block."""
    found: list[tuple[str, Sheet]] = []
    for step in table.sheets:
        player, to, key = (part.strip() for part in step.rest.partition(" to "))
        seat = next((seat for seat in table.scene.seats if player in (seat.id, seat.name)), None)
        if seat is None:
            seats = ", ".join(seat.id for seat in table.scene.seats)
            raise Faults.invalid(f"there is no player {player}", step.span, reason=f"only {seats}")
        envelope = f"{step.word} {CAMPAIGN} turn {mailing} for {seat.name}"
        envelope += f" to {key}" if to else ""
        body = [text for _number, text in step.block]
        text = "\n" * (step.span.line - 1) + "\n".join([envelope, *body, "END", ""])
        sheets = find_sheets(text.encode(), step.span.file, table.ruleset.all_kinds)
        table.unread += sheets.problems
        found += [(seat.id, sheet) for sheet in sheets.sheets[:1]]
    return found


def _rulings(table: CaseTable) -> tuple[Ruling, ...]:
    found: list[Ruling] = []
    for step in table.rulings:
        text = "\n" * step.span.line + "\n".join(text for _number, text in step.block)
        game_state = table.game_state
        phases = table.ruleset.phases(game_state.state, game_state.turn, table.options)
        rulings, problems = parse_rulings(text, step.span.file, table.scene.seats, phases)
        table.unread += problems
        found += rulings
    wrong = check_rulings(table.ruleset, table.game_state, found, table.options, IDS)
    table.unread += wrong
    return () if wrong else tuple(found)


# --- what is expected -------------------------------------------------------------------------
