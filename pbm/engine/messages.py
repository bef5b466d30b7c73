"""Messages between players: their readers, the receipt, the delivery.

A message belongs to the mailing it was sent for. When that part of the turn is over it is delivered
as an event, so it is replayed with the turn and is in one report only. The writer's view at that
time decides to whom they may write.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbm.engine.context import PhaseContext
from pbm.engine.events import Event
from pbm.engine.game import Ruleset
from pbm.engine.options import MESSAGES_OPTION, MOST_CHARACTERS_OPTION
from pbm.engine.player_names import EVERYBODY, MASTERS_NAMES
from pbm.engine.types import Correspondent, Reading, Seat, Understood
from pbm.engine.view import GameView
from pbm.kit.english import count, listed, nearest
from pbm.kit.facts import Fact
from pbm.kit.problems import Problem, illegal
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.sheets.envelope import Sheet
from pbm.sheets.kinds import GAME_MASTER

KIND = "message"
_MASTER = Correspondent(GAME_MASTER, "the game master")
# Unknown names in one head that are listed; of more, only the number is given.
MOST_UNKNOWN = 20
_BETWEEN = re.compile(r'\s*(?:,|\+|&|\band\b)\s*(?=(?:[^"]*"[^"]*")*[^"]*\Z)', re.IGNORECASE)


class Message(Record):
    """A message as sent: the writer's seat, the readers its head names, its text."""

    player: str
    to: str
    text: str


def message_of(player: str, sheet: Sheet) -> Message:
    """The message on a message sheet, without blank lines before and after its text."""
    lines = [line.text.rstrip() for line in sheet.lines]
    return Message(player, sheet.key, "\n".join(lines).strip("\n"))


def read_message(
    ruleset: Ruleset, sheet: Sheet, view: GameView, options: Mapping[str, str]
) -> Reading:
    """The reading of a message for its receipt: its readers and its faults."""
    message = message_of("", sheet)
    problems: list[Problem] = []
    fault = fault_of(message.text, options)
    if fault:
        problems.append(illegal(fault, sheet.span, outcome="It will not be delivered"))
    everybody = ruleset.correspondents(view, options)
    names: list[str] = []
    unknown = 0
    for word, found in _meant(message.to, everybody):
        if found is None:
            unknown += 1
            if unknown <= MOST_UNKNOWN:
                problems.append(_unknown(sheet, word, everybody))
            continue
        names.append(found.name)
        refusal = _refusal(found, options)
        if refusal:
            problems.append(
                illegal(
                    f"you cannot write to {found.name} now",
                    sheet.span,
                    reason=refusal,
                    outcome="It goes there only if that has changed when the turn is over",
                )
            )
    if unknown > MOST_UNKNOWN:
        more = f"{unknown - MOST_UNKNOWN} more names in this head are unknown to you"
        problems.append(illegal(more, sheet.span, outcome="Your report lists only the first"))
    said = (Understood(sheet.span.line, f"For {listed(names)}."),) if names else ()
    return Reading(None, tuple(problems), said)


def deliver(ruleset: Ruleset, work: PhaseContext, messages: Iterable[Message]) -> None:
    """Deliver every message to its readers, once, by the present state.

    The same text to the same reader is delivered once, however often it was sent.
    """
    post = _Post(ruleset, work)
    work.phase = "messages"
    handed: set[tuple[str, str, str]] = set()
    for message in messages:
        fault = fault_of(message.text, work.options)
        unknown = 0
        for word, found in _meant(message.to, post.known_by(message.player)):
            unknown += found is None
            if found is None and unknown > MOST_UNKNOWN:  # each event holds the whole text
                continue
            refused = fault or (
                f'nobody is known to you as "{word}"'
                if found is None
                else _refusal(found, work.options)
            )
            key = (message.player, found.id if found else folded(word), message.text)
            if key not in handed:
                handed.add(key)
                post.hand_over(message, word, found, refused)


class _Post(Struct):
    """Finds players by the names others use for them, in the state after the turn."""

    ruleset: Ruleset
    work: PhaseContext
    _found: dict[str, Sequence[Correspondent]] | None = None

    def known_by(self, player: str) -> Sequence[Correspondent]:
        """The players of whom a player knows."""
        if self._found is None:
            self._found = {}
        if player not in self._found:
            work = self.work
            view = self.ruleset.build_view(work.state, player, work.seats, work.options)
            self._found[player] = self.ruleset.correspondents(view, work.options)
        return self._found[player]

    def seat_behind(self, player: str, id: str) -> str:
        """The seat behind a label of this player's view."""
        if id == GAME_MASTER:
            return GAME_MASTER
        return self.ruleset.addressed(self.work.state, player, id)

    def name_for(self, reader: str, writer: str) -> str:
        """The name by which the reader knows the writer."""
        for one in self.known_by(reader):
            if self.seat_behind(reader, one.id) == writer:
                return one.name
        return "somebody unknown to you"

    def hand_over(
        self, message: Message, word: str, found: Correspondent | None, refused: str
    ) -> None:
        """Record a message for one reader, or why it was not delivered."""
        writer = message.player
        reader = self.seat_behind(writer, found.id) if found is not None else ""
        if reader == writer:
            return
        seen: dict[str, tuple[str, ...]] = {writer: ("reader_name", "text", "refused")}
        goes_to_player = not refused and reader != GAME_MASTER
        if goes_to_player:
            seen[reader] = ("writer_name", "text")
        self.work.emit(
            KIND,
            writer,
            reader or folded(word),
            rule="",
            seen=dict(sorted(seen.items())),
            writer=writer,
            reader=reader,
            writer_name=self.name_for(reader, writer) if goes_to_player else "",
            reader_name=found.name if found is not None else word,
            text=message.text,
            refused=refused,
        )


def without(events: Iterable[Event]) -> list[Event]:
    """The events without messages, for the game's own narrative."""
    return [event for event in events if event.kind != KIND]


def told(event: Event) -> str:
    """A message as a sentence of an explanation; "" for any other event."""
    if event.kind != KIND:
        return ""
    facts = event.facts
    went = f"was not delivered: {facts['refused']}" if facts["refused"] else "was delivered"
    return f"A message to {facts['reader_name']} {went}."


def post_of(events: Iterable[Event], player: str) -> list[dict[str, Fact]]:
    """The messages that a player received or sent, for their packet."""
    found: list[dict[str, Fact]] = []
    for event in events:
        shown = event.shown_to(player) if event.kind == KIND else None
        if shown is None:
            continue
        facts = shown["facts"]
        sent = "reader_name" in facts
        found.append(
            {
                "event": event.id,
                "sent": sent,
                "name": facts["reader_name" if sent else "writer_name"],
                "text": facts["text"],
                "refused": facts.get("refused", ""),
            }
        )
    return found


def all_post(events: Iterable[Event], seats: Sequence[Seat]) -> list[dict[str, Fact]]:
    """Every message of a stage, for the game master's book."""
    names = {seat.id: seat.name for seat in seats} | {GAME_MASTER: "the game master"}
    return [
        {
            "event": event.id,
            "from": names.get(event.facts["writer"], event.facts["writer"]),
            "to": names.get(event.facts["reader"], event.facts["reader_name"]),
            "for_gm": event.facts["reader"] == GAME_MASTER,
            "text": event.facts["text"],
            "refused": event.facts["refused"],
        }
        for event in events
        if event.kind == KIND
    ]


def fault_of(text: str, options: Mapping[str, str]) -> str:
    """The reason why a text cannot be delivered to anybody, or ""."""
    most = int(options.get(MOST_CHARACTERS_OPTION.key, MOST_CHARACTERS_OPTION.default))
    if not text.strip():
        return "the message is empty"
    if len(text) > most:
        return (
            f"the message is too long: {count(len(text), 'character')}, at most {most} are allowed"
        )
    return ""


def _refusal(found: Correspondent, options: Mapping[str, str]) -> str:
    closed = options.get(MESSAGES_OPTION.key, MESSAGES_OPTION.default) == "none"
    if closed and found.id != GAME_MASTER:
        return "players write to the game master alone in this campaign"
    return found.refusal


def _meant(to: str, everybody: Sequence[Correspondent]) -> list[tuple[str, Correspondent | None]]:
    """The readers that a head names, each once; None for an unknown name."""
    if not to.strip():
        return [("", _MASTER)]
    whole = _named(to, everybody)
    if whole is not None:
        return [(to, whole)]
    if folded(to) in EVERYBODY:
        return [(one.name, one) for one in everybody if not one.refusal]
    found: dict[Any, tuple[str, Correspondent | None]] = {}
    for word in _BETWEEN.split(to):
        if word.strip():
            one = _named(word, everybody)
            found.setdefault(one.id if one else folded(word), (word.strip(' "'), one))
    return list(found.values())


def _named(word: str, everybody: Sequence[Correspondent]) -> Correspondent | None:
    wanted = folded(word.strip(' "').rstrip(".;"))
    if wanted in MASTERS_NAMES:
        return _MASTER
    for one in everybody:
        if wanted == folded(one.name):
            return one
    return next((one for one in everybody if wanted in map(folded, one.words)), None)


def _unknown(sheet: Sheet, word: str, everybody: Sequence[Correspondent]) -> Problem:
    names = [one.name for one in everybody]
    near = nearest(word, names)
    return illegal(
        f'nobody is known to you as "{word}"',
        sheet.span,
        reason=f"you know {listed(names)}" if names else "you know nobody yet",
        outcome="It is delivered only if you know somebody of that name when the turn is over",
        remedy=f'Did you mean "{near}"?' if near else "",
    )
