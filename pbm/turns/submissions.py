"""A player's submissions: all that they sent for a stage, read, and what counts.

Each kind of sheet is ranked by itself, in the order in which its game lists the kinds; a sheet
is read together with those in force of the kinds before it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.engine.context import GameState
from pbm.engine.game import Ruleset
from pbm.engine.messages import fault_of, message_of, read_message
from pbm.engine.types import Question, Reading, Seat, seat_of
from pbm.engine.view import GameView
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.sheets.envelope import Sheet, find_sheets
from pbm.sheets.received import Text, as_sent
from pbm.turns.receipt import phrased
from pbm.turns.sheet_ranking import RankedSheet, group_of, judged

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign


class SelectedSheet(Record):
    """A sheet that counts, with its text and its reading."""

    text: Text
    sheet: Sheet
    reading: Reading


class Memory(Struct):
    """What was read of one player's texts for one stage, by the number of the text.

    Whoever takes in many texts keeps it, so that each text is read once.
    """

    view: GameView | None = None
    sheets: dict[int, list[Sheet]] = field(default_factory=dict)
    readings: dict[tuple[int, ...], RankedSheet] = field(default_factory=dict)


class Summary(Record):
    """What a player's texts for a stage come to: the sheet of the kind due, and all questions.

    ``number``, ``name`` and ``received`` are those of the sheet's text (0, "" for no sheet),
    ``word`` its WAIT or FINAL, ``errors`` its problems; ``unread`` counts the lines of a sheet of
    which no order was understood.
    """

    number: int = 0
    name: str = ""
    received: str = ""
    word: str = ""
    errors: int = 0
    unread: int = 0
    questions: tuple[Question, ...] = ()


class Submissions(Record):
    """All of a player's sheets for a stage, as they came, and those that count.

    ``main`` is of the kind that is due, ``also`` are those of other kinds, as their game lists
    the kinds; ``messages`` are the player's messages.
    """

    every: tuple[RankedSheet, ...] = ()
    main: SelectedSheet | None = None
    also: tuple[SelectedSheet, ...] = ()
    messages: tuple[SelectedSheet, ...] = ()

    @property
    def texts(self) -> tuple[Text, ...]:
        """The texts with a sheet in force."""
        main = () if self.main is None else (self.main,)
        return tuple(one.text for one in (*main, *self.also, *self.messages))

    @property
    def standing(self) -> tuple[int, ...]:
        """The numbers of the texts that one more text has to be judged by.

        All that count, and of each kind and key the last, the last with orders and the last with
        a phrase.
        """
        last: dict[tuple[str, ...], int] = {}
        for one in self.every:
            group = (one.sheet.kind, folded(one.sheet.key.strip('"')))
            last[*group, ""] = one.number
            if one.reading.understood:
                last[*group, "orders"] = one.number
            if one.sheet.phrase:
                last[*group, "phrase"] = one.number
        counting = (one.number for one in self.every if one.counts)
        return tuple(sorted({*counting, *last.values()}))

    def is_settled(self, kinds: Collection[str]) -> bool:
        """True if the last sheet of each of these kinds counts and has orders, all understood.

        Then none that was sent before it can count, whatever it is read beside.
        """
        last = {
            (one.sheet.kind, folded(one.sheet.key.strip('"'))): one
            for one in self.every
            if one.sheet.kind in kinds
        }
        return all(
            one.counts and one.reading.understood and not one.has_invalid for one in last.values()
        )

    @property
    def summary(self) -> Summary:
        """What they come to, for a status."""
        if self.main is None:
            return Summary(questions=self.docket)
        text, sheet, reading = self.main.text, self.main.sheet, self.main.reading
        return Summary(
            text.number,
            text.name,
            text.received,
            sheet.word,
            sum(problem.is_error for problem in (*sheet.remarks, *reading.problems)),
            0 if reading.understood else len(sheet.lines),
            self.docket,
        )

    @property
    def docket(self) -> tuple[Question, ...]:
        """Questions of the sheets in force to the game master."""
        main = () if self.main is None else (self.main,)
        return tuple(item for one in (*main, *self.also) for item in one.reading.docket)


def is_mailing(sheet: Sheet, mailing: str) -> bool:
    """True if a sheet's head names this stage, in any case, leading zeros or not."""
    said = sheet.mailing.strip().rstrip(".,;:").casefold()
    return (said.lstrip("0") or "0") == mailing.casefold()


def read_sheets(
    ruleset: Ruleset,
    view: GameView,
    options: Mapping[str, str],
    mailing: str,
    sheets: Sequence[tuple[int, Sheet]],
    *,
    sealed: bool = False,
    late: Collection[int] = (),
    known: dict[tuple[int, ...], RankedSheet] | None = None,
    shown: int | None = None,
) -> list[RankedSheet]:
    """Read one player's sheets for a stage, each with the number of its text.

    ``sealed``: phrases count, as they do where dice are sealed, except in texts with ``late``
    numbers. ``known`` are readings of before. Where only the text ``shown`` is, nothing is read of
    others whose place a later sheet takes.
    """
    known = {} if known is None else known
    found: list[RankedSheet | None] = [None] * len(sheets)
    beside: tuple[Sheet, ...] = ()
    besides: tuple[int, ...] = ()
    for kind in ruleset.kinds:
        places = [at for at, (_number, sheet) in enumerate(sheets) if sheet.kind == kind.name]
        settled: set[str] = set()
        for at in reversed(places):
            number, sheet = sheets[at]
            group = group_of(kind, at, sheet)
            place = (id(sheet), *besides)
            if (one := known.get(place)) is None:
                sheet = phrased(sheet, mailing, sealed, number in late)
                if group in settled and shown not in (None, number):
                    found[at] = RankedSheet(number, sheet, Reading(None))
                    continue
                sheet = replace(sheet, beside=beside) if beside else sheet
                one = RankedSheet(number, sheet, ruleset.read(sheet, view, options))
                known[place] = one
            found[at] = one
            if one.reading.understood and not one.has_invalid:
                settled.add(group)
        if kind.taken(mailing):
            read = [(at, one) for at in places if (one := found[at]) is not None]
            for at, one in judged(kind, read):
                found[at] = one
                if one.counts:
                    beside, besides = (*beside, one.sheet), (*besides, id(one.sheet))
    messages: set[tuple[str, str]] = set()
    for at, (number, sheet) in enumerate(sheets):
        if sheet.is_message:
            sheet = phrased(sheet, mailing, sealed, number in late)
            reading = read_message(ruleset, sheet, view, options)
            message = message_of("", sheet)
            key = (folded(message.to), message.text)
            again = key in messages
            messages.add(key)
            said = _message_sentence(mailing, again, fault_of(message.text, options), reading)
            found[at] = RankedSheet(number, sheet, reading, True, said)
    whole = [one for one in found if one is not None]
    return [_misplaced(ruleset, mailing, one, whole) for one in whole]


def submissions_of(
    campaign: Campaign,
    game_state: GameState,
    mailing: str,
    player: str,
    texts: Sequence[Text],
    seats: Sequence[Seat] = (),
    memory: Memory | None = None,
    shown: int | None = None,
) -> Submissions:
    """Read a player's submissions for a stage, as the run will read them.

    ``seats`` are other names that heads may give the players; ``shown`` as for `read_sheets`.
    """
    ruleset = campaign.ruleset
    memory = memory or Memory()
    found = _sent(campaign, (*game_state.seats, *seats), mailing, player, texts, memory.sheets)
    if not found:
        return Submissions()
    view = memory.view or ruleset.build_view(
        game_state.state, player, game_state.seats, campaign.options
    )
    memory.view = view
    numbered = [(text.number, sheet) for text, sheet in found]
    every = read_sheets(
        ruleset,
        view,
        campaign.options,
        mailing,
        numbered,
        sealed=campaign.is_sealed,
        late={text.number for text in texts if text.late},
        known=memory.readings,
        shown=shown,
    )
    counting = [
        SelectedSheet(text, one.sheet, one.reading)
        for (text, _sheet), one in zip(found, every, strict=True)
        if one.counts
    ]
    order = [kind.name for kind in ruleset.kinds]
    awaited = ruleset.awaited(mailing).name
    also = [one for one in counting if one.sheet.kind != awaited and not one.sheet.is_message]
    return Submissions(
        tuple(every),
        next((one for one in counting if one.sheet.kind == awaited), None),
        tuple(sorted(also, key=lambda one: order.index(one.sheet.kind))),
        tuple(one for one in counting if one.sheet.is_message),
    )


def _sent(
    campaign: Campaign,
    seats: Sequence[Seat],
    mailing: str,
    player: str,
    texts: Sequence[Text],
    known: dict[int, list[Sheet]],
) -> list[tuple[Text, Sheet]]:
    """Find a player's sheets for a stage and their texts, as they came, unread."""
    for text in texts:
        if text.number not in known:
            found = find_sheets(text.data, text.name, campaign.ruleset.all_kinds).sheets
            known[text.number] = [
                sheet
                for sheet in found
                if is_mailing(sheet, mailing)
                and folded(sheet.campaign) == folded(campaign.name)
                and (seat := seat_of(seats, sheet.player)) is not None
                and seat.id == player
            ]
    return [(text, sheet) for text in as_sent(texts) for sheet in known[text.number]]


def words_of(
    campaign: Campaign, game_state: GameState, mailing: str, texts: Sequence[Text]
) -> dict[str, str]:
    """Map each player with a sheet of the kind due to its WAIT, FINAL or "".

    Several sheets of a player are read only where they do not all say the same.
    """
    awaited = campaign.ruleset.awaited(mailing).name
    found: dict[str, str] = {}
    for seat in game_state.seats:
        own = [text for text in texts if text.player == seat.id]
        sent = _sent(campaign, game_state.seats, mailing, seat.id, own, {})
        words = {sheet.word for _text, sheet in sent if sheet.kind == awaited}
        if len(words) == 1:
            found[seat.id] = words.pop()
        elif words:
            chosen = submissions_of(campaign, game_state, mailing, seat.id, own).main
            found[seat.id] = chosen.sheet.word if chosen is not None else ""
    return found


def all_submissions(
    campaign: Campaign, game_state: GameState, mailing: str, texts: Sequence[Text]
) -> dict[str, Submissions]:
    """Read every seat's submissions for a stage."""
    return {
        seat.id: submissions_of(
            campaign,
            game_state,
            mailing,
            seat.id,
            [text for text in texts if text.player == seat.id],
        )
        for seat in game_state.seats
    }


def _message_sentence(mailing: str, again: bool, fault: str, reading: Reading) -> str:
    """Say what happens to a message; ``fault`` is the reason it cannot be delivered."""
    if fault:
        return "The message was kept. It will not be delivered."
    if again:
        return "You sent this message before. It is delivered once."
    turn = mailing.partition("/")[0]
    to = " to those it can reach then" if any(one.is_error for one in reading.problems) else ""
    return f"The message was kept. It is delivered with the report of turn {turn}{to}."


def _misplaced(
    ruleset: Ruleset, mailing: str, one: RankedSheet, whole: Sequence[RankedSheet]
) -> RankedSheet:
    """Say of a sheet of the wrong kind which kind of sheet is due."""
    if one.sentence:
        return one
    kind = ruleset.awaited(mailing).name
    force = [other for other in whole if other.counts and other.sheet.kind == kind]
    stays = f"your {kind} sheet number {force[-1].number} stays" if force else "none is"
    return replace(one, sentence=f"The sheet due for turn {mailing} is {kind}; {stays} in force.")
