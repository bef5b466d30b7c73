"""The turn form of a case: a set-up, order sheets, scripted dice, and what must have happened.

The way is the one of a campaign: sheets are found in a text, read by the game's ``read``
and adjudicated by `pbm.engine.turn.run`. Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from pbm.conformance.case_file import Scene, Step, split_outside, unquoted
from pbm.conformance.case_kit import CaseKit
from pbm.conformance.expectations import Miss, Pair, fits, has_field, pairs_of, shown
from pbm.conformance.values import as_record, text_of
from pbm.dice.keyed import Ids
from pbm.dice.scripted import Script, ScriptedDice, parse_script
from pbm.engine.context import GameState, Phase
from pbm.engine.events import Event, plain
from pbm.engine.game import Ruleset
from pbm.engine.messages import Message, message_of
from pbm.engine.ruling_parser import parse_rulings
from pbm.engine.rulings import Ruling
from pbm.engine.turn import Inputs, Stage, check_rulings, run
from pbm.kit.facts import Fact
from pbm.kit.problems import Faults, Problem, Span, invalid, render
from pbm.sheets.envelope import Sheet, find_sheets

IDS = Ids(b"conformance")
CAMPAIGN = "case"


def script_of(steps: Sequence[Step]) -> Script:
    """The dice of DICE lines and blocks; Faults for what is wrong with them."""
    lines: dict[int, str] = {}
    for step in steps:
        lines[step.span.line] = step.rest
        lines.update(step.block)
    text = "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1))
    script, problems = parse_script(text, steps[0].span.file if steps else "")
    if problems:
        raise Faults(*problems)
    return script


@dataclass
class Table:
    """One case's game while it is played."""

    ruleset: Ruleset
    kit: CaseKit
    options: Mapping[str, str]
    scene: Scene
    game_state: GameState
    sheets: list[Step] = field(default_factory=list)
    rulings: list[Step] = field(default_factory=list)
    dice: list[Step] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    unread: list[Problem] = field(default_factory=list)
    expected_problems: list[Problem] = field(default_factory=list)
    cut_short: bool = False

    @property
    def events(self) -> list[Event]:
        """The events of the last RUN."""
        return [event for stage in self.stages for event in stage.events]

    @property
    def problems(self) -> list[Problem]:
        """What was wrong with the sheets and rulings of the last RUN."""
        return self.unread + [
            problem
            for stage in self.stages
            for reading in stage.every_reading
            for problem in reading.problems
        ]


def lay(ruleset: Ruleset, kit: CaseKit, step: Step, options: Mapping[str, str]) -> Table:
    """The table as a SET-UP block lays it."""
    if kit.scene is None:
        raise Faults(invalid(f"cases of {ruleset.title} have no SET-UP yet", step.span))
    scene = kit.scene(step, IDS, options)
    game_state = GameState(scene.turn, 0, (), scene.seats, scene.state)
    first = ruleset.phases(scene.state, scene.turn, options)[0]
    due = tuple(f"{scene.turn}{suffix}" for suffix in first.due(scene.state))
    return Table(ruleset, kit, options, scene, replace(game_state, due=due))


def play(table: Table, step: Step) -> None:
    """Carry out a RUN line: one stage, or ``RUN 6 turns``, ``RUN through 1.attack``, ``RUN 1.2``.

    ``RUN only 1.fire`` plays one phase alone; the table then stands where it stood in the
    turn, so that others may be played after it.
    """
    words = step.rest.split()
    stages, ruleset, mailing, go_on, before = 1, table.ruleset, "", False, table.game_state
    if table.cut_short:
        raise Faults(invalid("a case cannot go on after RUN through PHASE", step.span))
    alone = len(words) == 2 and words[0] == "only"
    if alone:
        ruleset = _cut(table, words[1], step.span, alone=True)
    elif len(words) == 2 and words[0] == "through":
        ruleset, table.cut_short = _cut(table, words[1], step.span), True
    elif len(words) == 2 and words[1] == "turns" and words[0].isdigit() and len(words[0]) < 4:
        stages = int(words[0])
    elif words == ["anyway"]:
        go_on = True
    elif len(words) == 1:
        mailing = words[0]
    elif words:
        raise Faults(
            invalid(
                f'"{step.rest}" is not understood',
                step.span,
                remedy="RUN, RUN 6 turns, RUN through PHASE, RUN only PHASE, RUN MAILING",
            )
        )
    dice = ScriptedDice(script_of(table.dice), table.scene.labels)
    table.stages, table.unread, table.expected_problems = [], [], []
    for _ in range(stages):
        _run_stage(table, ruleset, mailing, go_on, dice, step.span)
    if alone and not table.game_state.result:
        table.game_state = replace(
            before, state=table.game_state.state, seats=table.game_state.seats
        )
    left = dice.leftover()
    if left:
        raise Faults(*left)
    table.sheets, table.rulings, table.dice = [], [], []


def _run_stage(
    table: Table, ruleset: Ruleset, mailing: str, go_on: bool, dice: ScriptedDice, span: Span
) -> None:
    due = table.game_state.due or ("",)
    mailing = mailing or due[0]
    if mailing not in due or table.game_state.result:
        waited = table.game_state.result or f"it waits for {', '.join(due)}"
        raise Faults(invalid(f"mailing {mailing or '(none)'} cannot be run", span, reason=waited))
    inputs = _inputs(table, mailing, go_on)
    stage = run(ruleset, table.game_state, mailing, inputs, table.options, dice, IDS)
    table.stages.append(stage)
    if stage.game_state is not None:
        table.game_state = stage.game_state


def _cut(table: Table, last: str, span: Span, *, alone: bool = False) -> Ruleset:
    """The game with its phases up to the last one, or with that one alone, sheets in hand.

    Phases that share a key are one.
    """
    whole = table.ruleset.phases
    keys = [p.key for p in whole(table.game_state.state, table.game_state.turn, table.options)]
    if last not in keys:
        raise Faults(
            invalid(f'there is no phase "{last}"', span, reason=f"there are {', '.join(keys)}")
        )
    first = keys.index(last)
    behind = first + keys.count(last)

    def one(*of: Any) -> tuple[Phase, ...]:
        phases = whole(*of)
        return (replace(phases[first], due=phases[0].due), *phases[first + 1 : behind])

    return replace(table.ruleset, phases=one if alone else lambda *of: whole(*of)[:behind])


def _inputs(table: Table, mailing: str, go_on: bool) -> Inputs:
    """The sheets of the case as a stage takes them: of the awaited kind, of others, messages."""
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


def _sheets(table: Table, mailing: str) -> list[tuple[str, Sheet]]:
    """The sheets of the blocks, each in an envelope that stands where the block begins."""
    found: list[tuple[str, Sheet]] = []
    for step in table.sheets:
        player, to, key = (part.strip() for part in step.rest.partition(" to "))
        seat = next((seat for seat in table.scene.seats if player in (seat.id, seat.name)), None)
        if seat is None:
            seats = ", ".join(seat.id for seat in table.scene.seats)
            raise Faults(invalid(f"there is no player {player}", step.span, reason=f"only {seats}"))
        envelope = f"{step.word} {CAMPAIGN} turn {mailing} for {seat.name}"
        envelope += f" to {key}" if to else ""
        body = [text for _number, text in step.block]
        text = "\n" * (step.span.line - 1) + "\n".join([envelope, *body, "END", ""])
        sheets = find_sheets(text.encode(), step.span.file, table.ruleset.all_kinds)
        table.unread += sheets.problems
        found += [(seat.id, sheet) for sheet in sheets.sheets[:1]]
    return found


def _rulings(table: Table) -> tuple[Ruling, ...]:
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


def expect(table: Table, step: Step) -> Miss | None:
    """How the last RUN differs from an EXPECT line, or None.

    The forms: ``[no|N] event KIND field=value``, ``SEAT sees|misses event KIND ...``,
    ``SEAT knows NAME field=value``, ``all KIND field=[...]``,
    ``[no] problem "words"``, ``[no] docket ...``, ``waits MAILING``, and
    ``THING NAME field=value`` for what the game can look up.
    """
    words = split_outside(step.rest, " ")
    if not words:
        raise Faults(invalid("nothing is expected here", step.span))
    if len(words) > 2 and words[1] in ("sees", "misses"):
        return _seen(table, words, step)
    if len(words) > 2 and words[1] == "knows":
        return _knows(table, words, step)
    count = "no" if words[0] == "no" else words[0] if words[0].isdigit() else ""
    rest = words[1:] if count else words
    what = rest[0] if rest else ""
    if what in ("event", "events"):
        return _event(table, count, rest[1:], step)
    if what == "all":
        return _all(table, rest[1:], step)
    if what == "problem":
        return _problem(table, count, rest[1:], step)
    if what == "docket":
        return _docket(table, count, rest[1:], step)
    if what == "waits":
        due = ", ".join(table.game_state.due) or "nothing"
        return None if " ".join(rest[1:]) == due else Miss(step.rest, f"waits {due}")
    return _thing(table, words, step)


def _record(event: Event, labels: Mapping[str, str]) -> dict[str, Fact]:
    """An event as pairs ask for it: its facts, and phase (``in``), rule, order, sum, dice."""
    return {
        **plain(event)["facts"],
        "in": event.phase,
        "rule": event.rule,
        "order": event.order.text if event.order else "",
        "terms": dict(event.terms),
        "rolls": [list(roll.faces) for roll in event.rolls],
        "changes": {_path(change.path, labels): change.after for change in event.changes},
        "options": list(event.options),
        "ruling": event.ruling,
    }


def _path(path: str, labels: Mapping[str, str]) -> str:
    return "/".join(labels.get(part, part) for part in path.split("/"))


def _of_kind(table: Table, kind: str) -> list[dict[str, Fact]]:
    labels = table.scene.labels
    return [_record(event, labels) for event in table.events if event.kind == kind]


def _kind(words: Sequence[str], span: Span) -> str:
    if not words:
        raise Faults(invalid("an event has a kind", span, remedy="EXPECT event attack by=A1"))
    return words[0]


def _event(table: Table, count: str, words: Sequence[str], step: Step) -> Miss | None:
    kind = _kind(words, step.span)
    pairs = pairs_of(words[1:], step.span)
    records = _of_kind(table, kind)
    _known(records, pairs, kind, step.span)
    number = sum(fits(record, pairs, table.scene.labels) for record in records)
    wanted = 0 if count == "no" else int(count) if count else None
    if (number > 0) if wanted is None else number == wanted:
        return None
    return Miss(step.rest, _happened(table, kind, records, pairs))


def _happened(
    table: Table, kind: str, records: Sequence[Mapping[str, Fact]], pairs: Sequence[Pair]
) -> str:
    if records:
        told = [shown(record, pairs, table.scene.labels) for record in records]
        return "; ".join(f"{kind} {line}".strip() for line in told)
    kinds = ", ".join(dict.fromkeys(event.kind for event in table.events)) or "nothing"
    return f"no {kind}; there happened: {kinds}"


def _known(
    records: Sequence[Mapping[str, Fact]], pairs: Sequence[Pair], kind: str, span: Span
) -> None:
    """Refuse a field that no event of the kind has: a mistyped name must not pass as "no"."""
    for pair in pairs:
        if records and not any(has_field(record, pair.name) for record in records):
            raise Faults(
                invalid(
                    f'{kind} has no field "{pair.name}"',
                    span,
                    reason=f"its fields are {', '.join(records[0])}",
                )
            )


def _all(table: Table, words: Sequence[str], step: Step) -> Miss | None:
    kind = _kind(words, step.span)
    labels = table.scene.labels
    records = _of_kind(table, kind)
    pairs = pairs_of(words[1:], step.span)
    _known(records, pairs, kind, step.span)
    column = {
        pair.name: [text_of(record.get(pair.name), labels) for record in records] for pair in pairs
    }
    if fits(column, pairs, labels):
        return None
    return Miss(step.rest, shown(column, pairs, labels) or f"no {kind}")


def _seen(table: Table, words: Sequence[str], step: Step) -> Miss | None:
    """What a player perceives: the event itself, with the facts it shows him."""
    player, verb = words[0], words[1]
    rest = words[3:] if words[2] == "event" else words[2:]
    kind = _kind(rest, step.span)
    if all(seat.id != player for seat in table.scene.seats):
        raise Faults(invalid(f"there is no player {player}", step.span))
    pairs = pairs_of(rest[1:], step.span)
    shown_to = [
        {**view["facts"], "in": event.phase}
        for event in table.events
        if event.kind == kind and (view := event.shown_to(player)) is not None
    ]
    sees = any(fits(facts, pairs, table.scene.labels) for facts in shown_to)
    if sees == (verb == "sees"):
        return None
    return Miss(step.rest, f"{player} {'sees' if sees else 'misses'} it")


def _knows(table: Table, words: Sequence[str], step: Step) -> Miss | None:
    """What a player's own view says of a thing, which stands in it under its id."""
    player, name = words[0], words[2]
    if all(seat.id != player for seat in table.scene.seats):
        raise Faults(invalid(f"there is no player {player}", step.span))
    pairs = pairs_of(words[3:], step.span)
    labels = table.scene.labels
    state, seats = table.game_state.state, table.game_state.seats
    known = table.ruleset.build_view(state, player, seats, table.options).written()
    lists = [part for part in known.values() if isinstance(part, list)]
    for record in (one for part in lists for one in part if isinstance(one, dict)):
        if (id := record.get("id", "")) == name or labels.get(id) == name:
            _known([record], pairs, name, step.span)
            missed = not fits(record, pairs, labels)
            return Miss(step.rest, shown(record, pairs, labels)) if missed else None
    return Miss(step.rest, f"{player} knows nothing of {name}")


def _problem(table: Table, count: str, words: Sequence[str], step: Step) -> Miss | None:
    wanted = [unquoted(word) for word in words]
    met = [
        problem
        for problem in table.problems
        if all(word in f"{problem.severity} {render(problem)}" for word in wanted)
    ]
    table.expected_problems += met
    if bool(met) != (count == "no"):
        return None
    said = "; ".join(problem.fault for problem in table.problems)
    return Miss(step.rest, said or "no problem")


def unexpected(table: Table) -> list[Problem]:
    """Faults in sheets and rulings of the last RUN that no EXPECT line spoke of."""
    return [
        problem
        for problem in table.problems
        if problem.is_error and problem not in table.expected_problems
    ]


def _docket(table: Table, count: str, words: Sequence[str], step: Step) -> Miss | None:
    labels = table.scene.labels
    pairs = pairs_of(words, step.span)
    items = [as_record(item) or {} for stage in table.stages for item in stage.docket]
    met = any(fits(item, pairs, labels) for item in items)
    if met != (count == "no"):
        return None
    return Miss(step.rest, "; ".join(text_of(item, labels) for item in items) or "an empty docket")


def _thing(table: Table, words: Sequence[str], step: Step) -> Miss | None:
    kit = table.kit
    if kit.thing is None:
        raise Faults(invalid(f'"{words[0]}" is not understood here', step.span))
    names = [word for word in words if "=" not in word and "~" not in word]
    pairs = pairs_of(words[len(names) :], step.span)
    record = kit.thing(table.game_state.state, tuple(names))
    if record is None:
        raise Faults(
            invalid(
                f'"{" ".join(names)}" is nothing that can be looked up',
                step.span,
                remedy="Events are expected with  EXPECT event KIND field=value",
            )
        )
    _known([record], pairs, names[0], step.span)
    if fits(record, pairs, table.scene.labels):
        return None
    return Miss(step.rest, shown(record, pairs, table.scene.labels))
