"""Check what a case expects of its last RUN: events, views, problems, state."""

import re
from collections.abc import Collection, Mapping, Sequence

from pbm.conformance.case_file import CaseStep, split_outside, unquoted
from pbm.conformance.expectations import Miss, WantedField, fits, has_field, pairs_of, shown
from pbm.conformance.play_case import CaseTable
from pbm.conformance.values import as_record, text_of
from pbm.conformance.vocabulary import HEADS, SEEN_HEADS
from pbm.engine.events import Event, plain
from pbm.kit.facts import Fact
from pbm.kit.problems import Faults, Problem, Severity, Span, render


def missed(table: CaseTable, step: CaseStep) -> Miss | None:
    """The difference between the last RUN and an EXPECT line, or None.

    The forms: ``[no|N] event KIND field=value``, ``SEAT sees|misses event KIND ...``,
    ``SEAT knows NAME field=value``, ``SEAT reads [no] "words"``, ``all KIND field=[...]``,
    ``[no] problem "words"``, ``[no] docket ...``, ``waits MAILING``, and
    ``THING NAME field=value`` or ``no THING NAME`` for what the game can look up.
    """
    words = split_outside(step.rest, " ")
    if not words:
        raise Faults.invalid("nothing is expected here", step.span)
    if len(words) > 2 and words[1] in ("sees", "misses"):
        return _seen(table, words, step)
    if len(words) > 2 and words[1] == "knows":
        return _knows(table, words, step)
    if len(words) > 2 and words[1] == "reads":
        return _reads(table, words, step)
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
    return _absent(table, rest, step) if count == "no" else _thing(table, words, step)


def _record(event: Event, labels: Mapping[str, str]) -> dict[str, Fact]:
    """An event for comparison: its facts, phase (``in``), rule, order, sum and dice."""
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


def _of_kind(table: CaseTable, kind: str) -> list[dict[str, Fact]]:
    labels = table.scene.labels
    return [_record(event, labels) for event in table.events if event.kind == kind]


def _kind(
    table: CaseTable, words: Sequence[str], span: Span, heads: Collection[str] = HEADS
) -> tuple[str, list[WantedField]]:
    """The kind of event and the fields of an EXPECT line; Faults for unknown names."""
    if not words:
        raise Faults.invalid("an event has a kind", span, remedy="EXPECT event attack by=A1")
    pairs = pairs_of(words[1:], span)
    vocabulary = table.kit.vocabulary()
    vocabulary.check_event(words[0], [pair.name for pair in pairs], span, heads)
    return words[0], pairs


def _event(table: CaseTable, count: str, words: Sequence[str], step: CaseStep) -> Miss | None:
    kind, pairs = _kind(table, words, step.span)
    records = _of_kind(table, kind)
    _known(records, pairs, kind, step.span)
    number = sum(fits(record, pairs, table.scene.labels) for record in records)
    wanted = 0 if count == "no" else int(count) if count else None
    if (number > 0) if wanted is None else number == wanted:
        return None
    return Miss(step.rest, _happened(table, kind, records, pairs))


def _happened(
    table: CaseTable, kind: str, records: Sequence[Mapping[str, Fact]], pairs: Sequence[WantedField]
) -> str:
    if records:
        told = [shown(record, pairs, table.scene.labels) for record in records]
        return "; ".join(f"{kind} {line}".strip() for line in told)
    kinds = ", ".join(dict.fromkeys(event.kind for event in table.events)) or "nothing"
    return f"no {kind}; there happened: {kinds}"


def _known(
    records: Sequence[Mapping[str, Fact]], pairs: Sequence[WantedField], kind: str, span: Span
) -> None:
    """Refuse a field that no event of the kind has, since it may be mistyped."""
    for pair in pairs:
        if records and not any(has_field(record, pair.name) for record in records):
            raise Faults.invalid(
                f'{kind} has no field "{pair.name}"',
                span,
                reason=f"its fields are {', '.join(records[0])}",
            )


def _all(table: CaseTable, words: Sequence[str], step: CaseStep) -> Miss | None:
    kind, pairs = _kind(table, words, step.span)
    labels = table.scene.labels
    records = _of_kind(table, kind)
    _known(records, pairs, kind, step.span)
    column = {
        pair.name: [text_of(record.get(pair.name), labels) for record in records] for pair in pairs
    }
    if fits(column, pairs, labels):
        return None
    return Miss(step.rest, shown(column, pairs, labels) or f"no {kind}")


def _seated(table: CaseTable, player: str, span: Span) -> None:
    if all(seat.id != player for seat in table.scene.seats):
        raise Faults.invalid(f"there is no player {player}", span)


def _seen(table: CaseTable, words: Sequence[str], step: CaseStep) -> Miss | None:
    """Check an event as a player perceives it."""
    player, verb = words[0], words[1]
    rest = words[3:] if words[2] == "event" else words[2:]
    kind, pairs = _kind(table, rest, step.span, SEEN_HEADS)
    _seated(table, player, step.span)
    shown_to = [
        {**view["facts"], "in": event.phase}
        for event in table.events
        if event.kind == kind and (view := event.shown_to(player)) is not None
    ]
    sees = any(fits(facts, pairs, table.scene.labels) for facts in shown_to)
    if sees == (verb == "sees"):
        return None
    return Miss(step.rest, f"{player} {'sees' if sees else 'misses'} it")


def _knows(table: CaseTable, words: Sequence[str], step: CaseStep) -> Miss | None:
    """Check a thing in a player's own view, found by its id."""
    player, name = words[0], words[2]
    _seated(table, player, step.span)
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


def _reads(table: CaseTable, words: Sequence[str], step: CaseStep) -> Miss | None:
    """Check words in a player's report on the last RUN, first lines included."""
    player, absent = words[0], words[2] == "no"
    _seated(table, player, step.span)
    wanted = [unquoted(word) for word in words[3 if absent else 2 :]]
    if not all(wanted):
        raise Faults.invalid("no words are expected here", step.span)
    report = _report(table, player)
    read = all(any(word in sentence for sentence in report) for word in wanted)
    return None if read != absent else Miss(step.rest, "\n".join(report) or "an empty report")


def _report(table: CaseTable, player: str) -> list[str]:
    """The sentences of a player's report: its first lines, then its story."""
    ruleset, game_state = table.ruleset, table.game_state
    view = ruleset.build_view(game_state.state, player, game_state.seats, table.options)
    story = ruleset.tell(table.events, view, player)
    return [
        *ruleset.summary(table.events, view, player, game_state.due, ()),
        *(item.text for section in story for item in section.items),
    ]


_SEVERITIES = tuple(severity.value for severity in Severity)


def _problem(table: CaseTable, count: str, words: Sequence[str], step: CaseStep) -> Miss | None:
    for word in words:
        if word == unquoted(word) and word not in _SEVERITIES:
            raise Faults.invalid(
                f'"{word}" is not a kind of problem',
                step.span,
                reason=f"They are {', '.join(_SEVERITIES)}",
                remedy="Write words of the message in quotes",
            )
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


def unexpected(table: CaseTable) -> list[Problem]:
    """The faults in sheets and rulings of the last RUN that no EXPECT line covers.

    Sheets that still hold from an earlier phase were checked then.
    """
    return [
        problem
        for problem in (table.unread if table.is_carried else table.problems)
        if problem.is_error and problem not in table.expected_problems
    ]


def _docket(table: CaseTable, count: str, words: Sequence[str], step: CaseStep) -> Miss | None:
    labels = table.scene.labels
    pairs = pairs_of(words, step.span)
    items = [as_record(item) or {} for stage in table.stages for item in stage.docket]
    met = any(fits(item, pairs, labels) for item in items)
    if met != (count == "no"):
        return None
    return Miss(step.rest, "; ".join(text_of(item, labels) for item in items) or "an empty docket")


def _absent(table: CaseTable, names: Sequence[str], step: CaseStep) -> Miss | None:
    """Check that a thing does not exist: ``no ship B1``, ``no contact ann bea``."""
    things = table.kit.things
    if table.kit.thing is None or names[0] not in things or len(names) < 2:
        raise Faults.invalid(
            f'"{step.rest}" is not understood here',
            step.span,
            reason=f"Expected an event, a problem, a docket, {', '.join(things)}",
        )
    for name in re.split(r"[.\s]", ".".join(names[1:])):
        if name not in table.named:
            raise Faults.invalid(
                f'"{name}" is named nowhere else in this case',
                step.span,
                reason="A mistyped name would always be absent",
            )
    found = table.kit.thing(table.game_state.state, tuple(names))
    return None if found is None else Miss(step.rest, f"there is {' '.join(names)}")


def _thing(table: CaseTable, words: Sequence[str], step: CaseStep) -> Miss | None:
    kit = table.kit
    if kit.thing is None:
        raise Faults.invalid(f'"{words[0]}" is not understood here', step.span)
    names = [word for word in words if "=" not in word and "~" not in word]
    pairs = pairs_of(words[len(names) :], step.span)
    record = as_record(kit.thing(table.game_state.state, tuple(names)))
    if record is None:
        raise Faults.invalid(
            f'"{" ".join(names)}" is nothing that can be looked up',
            step.span,
            remedy="Events are expected with  EXPECT event KIND field=value",
        )
    _known([record], pairs, names[0], step.span)
    if fits(record, pairs, table.scene.labels):
        return None
    return Miss(step.rest, shown(record, pairs, table.scene.labels))
