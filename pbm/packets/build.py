"""Build a player's packet: their whole view of a stage as JSON.

A packet is a pure function of the campaign, the stage's outcome and one player's view of it. It is
built as a record and written as it is; all of the player's pages are made from what was written and
from nothing else. docs/packet.md describes every field.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import force_setattr

from pbm.engine.events import Event, by_viewer, canonical_bytes
from pbm.engine.game import Ruleset
from pbm.engine.messages import post_of, without
from pbm.engine.rulings import Ruling, answers
from pbm.engine.story import Item, Section
from pbm.engine.types import Reading, Seat, StorySection
from pbm.kit.facts import Fact
from pbm.kit.gc_tuning import rare_collections
from pbm.kit.problems import Severity, in_order, render
from pbm.kit.records import Record
from pbm.packets.narrative import ruling_words, unread_lines
from pbm.packets.overtaken import overtaken, story_words, strike
from pbm.packets.record import (
    PACKET_FORMAT,
    CauseOfChange,
    NextSheet,
    Order,
    OtherSheet,
    PacketMessage,
    PacketOption,
    PacketRecord,
    PacketRuling,
    Player,
    Versions,
)
from pbm.packets.seal import SealFacts, forms_under, seal_of, without_groups
from pbm.sheets.envelope import Sheet

# A packet, its shared form or the game master's book, as it is read.
Packet = dict[str, Fact]


class CampaignFacts(Record):
    """The facts of a campaign that never change and that every player knows.

    ``name`` is its name on sheets, ``title`` its name on pages. ``options`` are the values in
    force, ``scheme`` the dice scheme.
    """

    name: str
    title: str
    options: Mapping[str, str]
    adjudication: int
    scheme: str


class Next(Record):
    """A sheet that is due: its mailing, deadline (with zone; "" if none) and kind."""

    mailing: str
    deadline: str
    kind: str


class StageFacts(Record):
    """The outcome of a stage, as far as packets need it.

    ``mailing`` is the stage's own name (``new`` for the report before set-up), ``made`` the stored
    time of the run; ``events``, ``state`` and ``seats`` are those after it. ``corrected`` is, after
    a rerun, the reason by player why a report replaces an earlier one, with "" for the game
    master's; ``corrections`` is what changed in it, by causes.
    """

    mailing: str
    made: str
    state: Any
    seats: Sequence[Seat]
    events: Sequence[Event] = ()
    next: Sequence[Next] = ()
    rulings: Sequence[Ruling] = ()
    corrected: Mapping[str, str] = {}
    corrections: Mapping[str, Sequence[CauseOfChange]] = {}
    # Sorted once for all packets, so that each one visits its own player's events only.
    _perceived: Mapping[str, Sequence[Event]] = {}

    def __post_init__(self) -> None:
        perceived = by_viewer(self.events, [seat.id for seat in self.seats])
        force_setattr(self, "_perceived", perceived)

    def perceived_by(self, player: str) -> Sequence[Event]:
        """The events that a player perceives at least in part, in order."""
        return self._perceived[player]


@rare_collections()
def build(
    ruleset: Ruleset,
    campaign: CampaignFacts,
    told: StageFacts,
    seat: Seat,
    sheet: Sheet | None = None,
    reading: Reading | None = None,
    previous: str = "",
    also: Sequence[tuple[Sheet, Reading]] = (),
    seal: SealFacts | None = None,
) -> PacketRecord[Any, Any]:
    """The packet of one player.

    ``sheet`` and ``reading`` are the player's sheet in force and its reading, ``also`` those of
    other kinds; ``previous`` is the hash of their packet before (see ``packet_hash``). The packet
    has ``correction``, ``messages`` and ``also`` only if there are any, ``seal`` only with sealed
    dice.
    """
    view = ruleset.build_view(told.state, seat.id, told.seats, campaign.options)
    perceived = told.perceived_by(seat.id)
    events = tuple(without(perceived))
    struck: Mapping[str, str] = {}
    if any(event.kind == "ruling" for event in events):
        shown = [one for event in events if (one := event.shown_to(seat.id)) is not None]
        struck = overtaken(shown, ruleset.claims)
    holding = tuple(one for one in events if one.id not in struck) if struck else events
    coming = [one for one in told.next if ruleset.awaits(told.state, seat.id, one.mailing)]
    due = [one.mailing for one in coming]
    post = post_of(perceived, seat.id)
    story = strike(ruleset.tell(events, view, seat.id), struck)
    without_groups(story)
    forms = forms_under(ruleset.rolls, campaign.scheme)
    return PacketRecord(
        format=PACKET_FORMAT,
        campaign=campaign.name,
        title=campaign.title,
        game=ruleset.name,
        game_title=ruleset.title,
        player=Player(id=seat.id, name=seat.name, side=seat.side),
        turn=turn_of(told.mailing),
        mailing=told.mailing,
        made=told.made,
        corrected=told.corrected.get(seat.id, ""),
        next=[next_shown(due) for due in coming],
        summary=[
            *ruleset.summary(holding, view, seat.id, due, post),
            *_unread(sheet, reading, "sheet"),
            *(words for one, read in also for words in _unread(one, read, f"{one.kind} sheet")),
        ],
        story=[Section(title=one.title, items=one.items) for one in story],
        orders=_orders(seat.id, sheet, reading, story, told.rulings, bool(also)),
        problems=problems_shown(sheet, reading),
        rulings=_rulings(perceived, seat.id),
        options=options_shown(ruleset, campaign.options),
        known=view.stored(),
        previous=previous,
        versions=Versions(
            format=PACKET_FORMAT, adjudication=campaign.adjudication, dice=campaign.scheme
        ),
        correction=tuple(told.corrections.get(seat.id, ())),
        messages=tuple(PacketMessage(**one) for one in post),
        seal=None if seal is None else seal_of(seal, seat.id, story, forms),
        also=tuple(
            OtherSheet(
                kind=one.kind,
                key=one.key or _round_of(one.mailing),
                orders=_orders(seat.id, one, read, story, told.rulings, True),
                problems=problems_shown(one, read),
            )
            for one, read in also
        ),
    )


def packet_bytes(packet: Packet | PacketRecord[Any, Any]) -> bytes:
    """The packet as the bytes of packet.json."""
    return canonical_bytes(packet) + b"\n"


def packet_in(data: bytes) -> Packet:
    """The packet in bytes that this program wrote; ``read_packet`` reads any others."""
    found: Packet = json.loads(data)
    return found


def packet_hash(packet: Packet | PacketRecord[Any, Any]) -> str:
    """The hash that the player's next packet has as ``previous``."""
    return hashlib.sha256(packet_bytes(packet)).hexdigest()


def turn_of(mailing: str) -> int:
    """The turn of a mailing; 0 for the report before set-up.

    >>> turn_of("12/SHOOT/3"), turn_of("3.2"), turn_of("new")
    (12, 3, 0)
    """
    head = mailing.partition("/")[0].partition(".")[0]
    return int(head) if head.isascii() and head.isdigit() else 0


def _round_of(mailing: str) -> str:
    """The battle and round of a mailing; "" for any other mailing.

    >>> _round_of("12/SHOOT/3"), _round_of("12")
    ('SHOOT round 3', '')
    """
    _turn, _, battle = mailing.partition("/")
    return " round ".join(battle.split("/")) if battle else ""


def next_shown(due: Next) -> NextSheet:
    """A mailing that is due, as a packet has it."""
    return NextSheet(mailing=due.mailing, deadline=due.deadline, kind=due.kind)


def _orders(
    player: str,
    sheet: Sheet | None,
    reading: Reading | None,
    story: Sequence[StorySection],
    rulings: Sequence[Ruling],
    by_words: bool = False,
) -> list[Order]:
    """Every line of the sheet in force: as typed, as understood, and its outcomes.

    A line whose understood text ends in a colon is a heading; the lines below it have the outcomes.
    ``by_words``: several sheets count, so that a line's number alone is ambiguous.
    """
    own = {line.number: line.text for line in sheet.lines} if by_words and sheet else {}
    if sheet is None or reading is None:
        return []
    understood: dict[int, str] = {}
    for said in reading.understood:
        before = understood.get(said.line)
        understood[said.line] = said.text if before is None else f"{before}; {said.text}"
    faulty = {
        problem.span.line
        for problem in reading.problems
        if problem.span is not None and problem.is_error
    }
    events: dict[int, list[Item]] = {}
    for section in story:
        for item in section.items:
            order = item.order
            if order is not None and own.get(order.line) in (None, order.text):
                events.setdefault(order.line, []).append(item)
    skipped = dict(reading.skipped)
    answered = answers(rulings)
    asked = {item.id: _answer(answered.get(item.id.casefold())) for item in reading.docket}
    by_line = {
        id.rpartition("-")[2]: [words] for id, words in asked.items() if id.startswith(f"{player}-")
    }
    found = []
    for line in sheet.lines:
        number, text = line.number, understood.get(line.number, "")
        came = events.get(number, ())
        told = [story_words(item.text, item.struck) for item in came]
        if number in skipped:
            told.append(f"Not read, because the header on line {skipped[number]} was not.")
        if by_line:
            told += by_line.get(str(number), ())
        found.append(
            Order(
                line=number,
                text=line.as_typed or line.text,
                understood=text,
                heading=text.endswith(":"),
                faulty=not faulty.isdisjoint(line.numbers),
                fates=told,
                event=[item.event for item in came],
            )
        )
    return found


def _unread(sheet: Sheet | None, reading: Reading | None, what: str) -> list[str]:
    """The summary line about lines of the sheet in force that were not read."""
    if sheet is None or reading is None:
        return []
    faulty = {
        problem.span.line
        for problem in (*sheet.remarks, *reading.problems)
        if problem.span is not None and problem.severity is Severity.INVALID
    }
    faulty |= dict(reading.skipped).keys()
    if not faulty:  # nearly always
        return []
    lines = [line.number for line in sheet.lines if not faulty.isdisjoint(line.numbers)]
    return unread_lines(lines, what)


def _answer(ruling: Ruling | None) -> str:
    """The outcome of a question; a finished turn went on without an answer, if none."""
    if ruling is None:
        return "The game master saw this, and went on without an answer."
    return f"The game master answers: {ruling.value}"


def problems_shown(sheet: Sheet | None, reading: Reading | None) -> list[str]:
    """The problems of a sheet, in the order of its lines; those of one cause as one."""
    found = [*(sheet.remarks if sheet else ()), *(reading.problems if reading else ())]
    by_cause: dict[tuple[str, str], list[str]] = {}
    for problem in in_order(found):
        fault, _, cause = render(problem).partition("\n")
        by_cause.setdefault((cause, "" if cause else fault), []).append(fault)
    return [
        "\n".join(filter(None, [*dict.fromkeys(faults), cause]))
        for (cause, _), faults in by_cause.items()
    ]


def _rulings(events: Sequence[Event], player: str) -> list[PacketRuling]:
    found = []
    for event in events:
        shown = event.shown_to(player) if event.kind == "ruling" else None
        if shown is not None:
            words, reason = ruling_words(shown["facts"]), shown.get("ruling", "")
            found.append(PacketRuling(event=shown["id"], text=words, reason=reason))
    return found


def options_shown(ruleset: Ruleset, values: Mapping[str, str]) -> list[PacketOption]:
    """The options of a campaign with their values in force."""
    return [
        PacketOption(
            id=option.id,
            key=option.key,
            title=option.title,
            value=value,
            reading=option.readings.get(value, ""),
            is_default=value == option.default,
            rule=option.rule,
        )
        for option in ruleset.all_options
        if (value := values.get(option.key)) is not None
    ]
