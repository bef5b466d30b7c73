"""Explain results to the game master: every event whole, every sheet.

`pbm.packets.explain_player` is for players and uses only their packet.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pbm.engine import messages
from pbm.engine.events import EVERYBODY, EVERYTHING, Event, OrderRef, plain
from pbm.engine.game import Ruleset
from pbm.engine.rulings import SHEET_VERBS, Ruling, line_of
from pbm.engine.types import Reading, Seat
from pbm.engine.view import GameView
from pbm.kit.problems import render
from pbm.kit.records import Record
from pbm.packets.explain_format import (
    Explained,
    depth_of,
    dice_lines,
    facts_lines,
    head,
    say,
    term_lines,
    told_at,
)
from pbm.packets.explain_lookup import (
    Labels,
    Rows,
    Subject,
    find,
    is_number,
    labels_in,
    names_in,
    names_said,
    no_line,
    path,
)
from pbm.packets.gm_book import overtaken_whole, tell_whole
from pbm.sheets.envelope import Sheet


class Receipt(Record):
    """The record of a text that came in.

    ``name`` is its sender's name for it, ``stored`` the place of its bytes in the campaign.
    ``in_force``: some of it counts.
    """

    player: str
    number: int
    name: str
    stored: str
    sha256: str
    received: str
    late: bool = False
    in_force: bool = True


class Paper(Record):
    """A sheet in force: its player, reading, text, and the rulings on its lines."""

    player: str
    sheet: Sheet
    reading: Reading
    receipt: Receipt | None = None
    rulings: tuple[Ruling, ...] = ()


class TurnFacts(Record):
    """All facts about a turn; ``state`` and ``seats`` are those after it.

    ``dice`` is the source of faces: a scheme, or a file of real dice. ``remark`` comes first: that
    the turn was run again, say.
    """

    ruleset: Ruleset
    mailing: str
    state: Any
    seats: Sequence[Seat]
    options: Mapping[str, str]
    events: Sequence[Event]
    papers: Sequence[Paper] = ()
    receipts: Sequence[Receipt] = ()
    dice: str = ""
    remark: str = ""


class Explainer:
    """Explains the results of a turn; what every explanation needs is made once."""

    def __init__(self, facts: TurnFacts) -> None:
        self.facts = facts
        views = [
            facts.ruleset.build_view(facts.state, player, facts.seats, facts.options)
            for player in ("", *(seat.id for seat in facts.seats))
        ]
        self._view = views[0]
        written = [view.written() for view in views]
        self._names = names_in(written, {seat.id: (seat.name,) for seat in facts.seats})
        self._said = names_said(written[1:], self._names)
        self._labels = labels_in(self._names)
        self._rows = Rows(plain(event) for event in facts.events)

    @cached_property
    def _told(self) -> dict[str, str]:
        return _told(self.facts, self._view)

    def explain(self, what: str, depth: str = "") -> Explained:
        """Explain an event, a unit, a player, an order line (``ilse:14``) or a roll.

        ``depth`` is one of `DEPTHS`, "" for a list of a unit's events and all of one event.

        Raises Faults with the nearest names for an unknown thing.
        """
        facts, labels = self.facts, self._labels
        found = find(
            what,
            self._rows,
            self._names,
            labels,
            lambda asked: _order(facts, asked),
            lambda id: "".join(f"\n  {line}" for line in _sent(facts, id)),
            self._said,
        )
        chosen = [event for event in facts.events if event.id in found.events]
        depth = depth_of(depth, found)
        blocks = [_event(facts, event, self._told, labels, depth) for event in chosen]
        text = "\n\n".join([facts.remark, told_at(depth, found.title, blocks)]).strip()
        made = [_record(facts, event, self._told, labels) for event in chosen]
        return Explained(text, (*found.records, *made))


# --- one event --------------------------------------------------------------------------------


def _told(facts: TurnFacts, view: GameView) -> dict[str, str]:
    """The game's own sentence for each event, as in the game master's book."""
    sections = tell_whole(facts.ruleset, facts.events, view, facts.seats)
    post = {event.id: said for event in facts.events if (said := messages.told(event))}
    struck = overtaken_whole(facts.ruleset, facts.events)
    for section in sections:
        for item in section.items:
            more = f" [{struck[item.event]}]" if item.event in struck else ""
            post[item.event] = f"{item.text}{more}"
    return post


def _event(
    facts: TurnFacts, event: Event, told: Mapping[str, str], labels: Labels, depth: str
) -> str:
    shown = plain(event)
    if depth == "sentence":
        return f"{event.id}  {' '.join(told.get(event.id, event.kind).split())}"
    lines = [head(shown)]
    if event.id in told:
        lines.append(f"  {told[event.id]}")
    if event.order is not None:
        order = event.order
        lines.append(
            f"  Order: {labels.get(order.player, order.player)}, line {order.line}: {order.text}"
        )
        for paper in _papers_of(facts, order):
            lines += [f"    {text}" for text in _written(paper, order.line)]
    if depth == "everything":
        lines += facts_lines(event.facts, labels)
    lines += [f"  Option: {_option(facts, option)}" for option in event.options]
    if event.ruling:
        lines.append(f"  Ruling: {event.ruling}")
    lines += term_lines(shown["terms"], event.facts)
    lines += dice_lines(shown["rolls"], labels, lambda _name: facts.dice)
    if depth == "sum":
        return "\n".join(lines)
    for change in shown["changes"]:
        before, after = say(change["before"], labels), say(change["after"], labels)
        lines.append(f"  Change: {path(change['path'], labels)}: {before} -> {after}")
    lines.append(f"  Perceived by: {_perceived(event, labels)}")
    return "\n".join(lines)


def _record(
    facts: TurnFacts, event: Event, told: Mapping[str, str], labels: Labels
) -> dict[str, Any]:
    """The event as stored, with its sentence, its sheet, and names in its rolls."""
    record = {**plain(event), "text": told.get(event.id, ""), "dice": facts.dice}
    record["rolls"] = [{**roll, "label": path(roll["name"], labels)} for roll in record["rolls"]]
    record["changes"] = [
        {**change, "label": path(change["path"], labels)} for change in record["changes"]
    ]
    record["options"] = [
        {"id": named, "in_force": _option(facts, named)} for named in event.options
    ]
    papers = [] if event.order is None else _papers_of(facts, event.order)
    record["papers"] = [_paper_record(paper, event.order.line) for paper in papers if event.order]
    return record


def _paper_record(paper: Paper, number: int) -> dict[str, Any]:
    line, receipt = line_of(paper.sheet, number), paper.receipt
    return {
        "kind": paper.sheet.kind,
        "typed": [] if line is None else [text.strip() for _at, text in line.typed],
        "understood": [one.text for one in paper.reading.understood if one.line == number],
        "rulings": [f"{one.text} because {one.reason}" for one in paper.rulings],
        "file": "" if receipt is None else receipt.stored,
        "sha256": "" if receipt is None else receipt.sha256,
        "received": "" if receipt is None else receipt.received,
    }


def _option(facts: TurnFacts, named: str) -> str:
    for option in facts.ruleset.all_options:
        if named in (option.id, option.key):
            value = facts.options.get(option.key, option.default)
            reading = option.readings.get(value, "")
            return f"{option.id} {option.key} = {value}" + (f": {reading}" if reading else "")
    return named


def _perceived(event: Event, labels: Labels) -> str:
    """The players who perceive the event; their own entry replaces everybody's."""
    if not event.seen:
        return "nobody but the game master"
    said = []
    for player, keys in event.seen.items():
        who = "everybody" if player == EVERYBODY else labels.get(player, player)
        part = "" if EVERYTHING[0] in keys else f" ({', '.join(keys) or 'only that it happened'})"
        said.append(f"{who}{part}")
    return ", ".join(said)


# --- what a player wrote ----------------------------------------------------------------------


def _papers_of(facts: TurnFacts, order: OrderRef) -> list[Paper]:
    """The sheets of an order; of two sheets with a line 3, its words decide."""
    found: list[tuple[bool, bool, Paper]] = []
    for paper in facts.papers:
        line = line_of(paper.sheet, order.line)
        if paper.player == order.player and line is not None:
            is_of_mailing = paper.sheet.mailing.casefold() == order.mailing.casefold()
            found.append((line.text == order.text, is_of_mailing, paper))
    return [paper for _words, _mailing, paper in sorted(found, key=lambda one: one[:2])][-1:]


def _order(facts: TurnFacts, asked: str) -> Subject | None:
    """The order line that ``ilse:14`` names, with its outcomes; None for other words."""
    who, colon, number = asked.rpartition(":")
    seats = [s for s in facts.seats if who.casefold() in (s.id.casefold(), s.name.casefold())]
    if not colon or not seats or not is_number(number):
        return None
    seat = seats[0]
    own = [paper for paper in facts.papers if paper.player == seat.id]
    found = [(paper, line) for paper in own if (line := line_of(paper.sheet, int(number)))]
    wanted = {int(number), *(line.number for _paper, line in found)}
    events = tuple(
        event.id
        for event in facts.events
        if event.order is not None and event.order.player == seat.id and event.order.line in wanted
    )
    if not found and not events:
        there = (line.number for paper in own for line in paper.sheet.lines)
        raise no_line(f"The sheet of {seat.name}", int(number), there)
    title: list[str] = []
    for paper, line in found:
        head = f"turn {paper.sheet.mailing}, {paper.sheet.kind}"
        title.append(f"Line {line.number} of {seat.name} ({head})")
        title += [f"  {said}" for said in _written(paper, line.number)]
    if not found:
        title.append(f"Line {int(number)} of {seat.name}")
    title.append("" if events else "  It had no effect.")
    record = {
        "id": f"{seat.id}:{int(number)}",
        "kind": "order line",
        "text": found[0][1].text if found else "",
        "papers": [_paper_record(paper, line.number) for paper, line in found],
        "events": list(events),
    }
    return Subject("\n".join(title).rstrip(), events, (record,))


def _written(paper: Paper, number: int) -> list[str]:
    """A line as typed and as understood, its problems, rulings on it, its sheet."""
    line = line_of(paper.sheet, number)
    found = [] if line is None else [f"typed: {part.strip()}" for _at, part in line.typed]
    found += [
        f"understood: {part.text}" for part in paper.reading.understood if part.line == number
    ]
    for problem in paper.reading.problems:
        if problem.span is not None and problem.span.line == number:
            found += render(problem).splitlines()
    for ruling in paper.rulings:
        on_it = ruling.verb in SHEET_VERBS and line_of(paper.sheet, int(ruling.field)) is line
        if line is not None and on_it:
            found.append(f"ruling {ruling.id}: {ruling.text} because {ruling.reason}")
    if paper.receipt is not None:
        found += _receipt(paper.receipt)
    return found


def _receipt(receipt: Receipt) -> list[str]:
    late = ", accepted late" if receipt.late else ""
    return [
        f"sheet: {receipt.name}, received {receipt.received}{late}",
        f"sha256: {receipt.sha256}  {receipt.stored}",
    ]


def _sent(facts: TurnFacts, id: str) -> list[str]:
    """Every text a player sent for this turn, and whether it counts at least in part."""
    found: list[str] = []
    for receipt in facts.receipts:
        if receipt.player == id:
            counts = "in force" if receipt.in_force else "not in force"
            first, second = _receipt(receipt)
            found += [f"{first}, {counts}", f"  {second}"]
    return found
