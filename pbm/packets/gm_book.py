"""Build the game master's book of a stage: everything, whoever perceives it."""

from collections.abc import Mapping, Sequence

from msgspec import to_builtins
from msgspec.structs import asdict, replace

from pbm.engine.events import PUBLIC, Event, plain
from pbm.engine.game import Ruleset
from pbm.engine.messages import all_post, without
from pbm.engine.story import Item
from pbm.engine.types import Reading, Seat, StorySection
from pbm.engine.view import GameView
from pbm.kit.english import in_third_person
from pbm.kit.facts import Fact
from pbm.kit.gc_tuning import rare_collections
from pbm.kit.records import Record
from pbm.packets.build import (
    CampaignFacts,
    Packet,
    StageFacts,
    next_shown,
    options_shown,
    problems_shown,
    turn_of,
)
from pbm.packets.overtaken import overtaken, strike
from pbm.sheets.envelope import Sheet
from pbm.sheets.received import RefusedText

BOOK_FORMAT = "pbm-book-1"


class SheetFacts(Record):
    """A player's sheet in the book: its time of arrival, its text and its reading.

    ``counts`` is, for a text without a sheet in force, the part that counts: "message" or "".
    """

    player: str
    received: str
    text: str
    sheet: Sheet | None = None
    reading: Reading | None = None
    also: tuple[tuple[Sheet, Reading], ...] = ()
    counts: str = ""


class DocketFacts(Record):
    """A docket item in the book."""

    id: str
    player: str
    question: str
    answer: str = ""


def tell_whole(
    ruleset: Ruleset, events: Sequence[Event], view: GameView, seats: Sequence[Seat]
) -> tuple[StorySection, ...]:
    """Every event but messages in sentences; one that speaks to a single player names them."""
    names = {seat.id: seat.name for seat in seats}
    about = {
        event.id: names[player]
        for event in events
        if len(event.seen) == 1
        and (player := next(iter(event.seen))) in names
        and event.kind != "ruling"  # in the game master's own words
    }
    open_to_all = [replace(event, seen=PUBLIC) for event in without(events)]
    return tuple(
        replace(section, items=tuple(_named(item, about) for item in section.items))
        for section in ruleset.tell(open_to_all, view, "")
    )


def overtaken_whole(ruleset: Ruleset, events: Sequence[Event]) -> dict[str, str]:
    """The events that a later ruling overtook, whoever perceives them."""
    shown = (replace(event, seen=PUBLIC).shown_to("") for event in events)
    return overtaken([one for one in shown if one is not None], ruleset.claims)


def story_shown(sections: Sequence[StorySection]) -> list[dict[str, Fact]]:
    """The sections of a story as plain data."""
    return [to_builtins(one, enc_hook=plain) for one in sections]


def _named(item: Item, about: Mapping[str, str]) -> Item:
    name = about.get(item.event)
    return item if name is None else replace(item, text=in_third_person(item.text, name))


@rare_collections()
def build_book(
    ruleset: Ruleset,
    campaign: CampaignFacts,
    told: StageFacts,
    sheets: Sequence[SheetFacts] = (),
    docket: Sequence[DocketFacts] = (),
    refused: Sequence[RefusedText] = (),
    remarks: Mapping[str, str] = {},
) -> Packet:
    """The game master's book: every event whole, every die, sheet and question.

    ``refused`` is in it only if texts were refused. ``remarks`` are those on rulings, by their ids.
    ``records`` has each seat's own view, from which its record sheets are printed.
    """
    view = ruleset.build_view(told.state, "", told.seats, campaign.options)
    whole = {event.id: event for event in told.events}
    struck = overtaken_whole(ruleset, told.events)
    story = story_shown(strike(tell_whole(ruleset, told.events, view, told.seats), struck))
    for section in story:
        for item in section["items"]:
            item["record"] = plain(whole[item["event"]])
    void = {
        (event.facts["text"], event.ruling): event.facts["void"]
        for event in told.events
        if event.kind == "ruling" and "void" in event.facts
    }
    book = {
        "format": BOOK_FORMAT,
        "campaign": campaign.name,
        "title": campaign.title,
        "game": ruleset.name,
        "game_title": ruleset.title,
        "turn": turn_of(told.mailing),
        "mailing": told.mailing,
        "made": told.made,
        "corrected": told.corrected.get("", ""),
        "next": [asdict(next_shown(due)) for due in told.next],
        "seats": [asdict(seat) for seat in told.seats],
        "story": story,
        "sheets": [_sheet(facts) for facts in sheets],
        "rulings": [
            {
                "id": ruling.id,
                "text": ruling.text,
                "reason": ruling.reason,
                "void": void.get((ruling.text, ruling.reason), ""),
            }
            | ({"remark": remarks[ruling.id]} if ruling.id in remarks else {})
            for ruling in told.rulings
        ],
        "docket": [asdict(one) for one in docket],
        "options": [asdict(option) for option in options_shown(ruleset, campaign.options)],
        "known": view.written(),
        "records": [
            ruleset.build_view(told.state, seat.id, told.seats, campaign.options).written()
            for seat in told.seats
        ],
        "versions": {
            "format": BOOK_FORMAT,
            "adjudication": campaign.adjudication,
            "dice": campaign.scheme,
        },
    }
    if refused:
        book["refused"] = [asdict(one) for one in refused]
    if post := all_post(told.events, told.seats):
        book["messages"] = post
    return book


def _sheet(facts: SheetFacts) -> dict[str, Fact]:
    reading = facts.reading
    read = [(facts.sheet, reading), *facts.also]
    return {
        "player": facts.player,
        "received": facts.received,
        "counts": "sheet" if any(one is not None for one, _reading in read) else facts.counts,
        "text": facts.text,
        "understood": [
            {"line": line.line, "text": line.text}
            for _sheet, one in read
            for line in (one.understood if one else ())
        ],
        "problems": [fault for sheet, one in read for fault in problems_shown(sheet, one)],
    }
