"""Parse rulings: one statement a line, each with its reason.

    set B1.hull = 10 because "the damage was counted twice"
    before 2.attack: move B1 to 2018 facing 4 because the map was misread

docs/rulings.md describes the language. A faulty line does not hide the others.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbm.engine.context import Phase
from pbm.engine.player_names import check_new_name
from pbm.engine.rulings import DATE_VERBS, SHEET_VERBS, Ruling, seats_after
from pbm.engine.seats_and_dates import read_deadline
from pbm.engine.types import Seat, seat_of
from pbm.kit.assets import data_dir
from pbm.kit.problems import Problem, Span, illegal, invalid
from pbm.kit.records import Record
from pbm.kit.text import folded, shown

if TYPE_CHECKING:
    from lark import Lark, Token

_Spans = Callable[[int, int], Span]

# The form of each statement, without its reason; docs and messages show these.
FORMS: Mapping[str, str] = {
    "set": "set UNIT.FIELD = VALUE",
    "move": "move UNIT to PLACE [facing 4] [speed 3]",
    "add": 'add "NAME" as UNIT class "CLASS" for PLAYER at PLACE [facing 4] [speed 3]',
    "remove": "remove UNIT",
    "result": "result BATTLE: WORDS",
    "cancel": "cancel PLAYER line NUMBER",
    "replace": 'replace PLAYER line NUMBER with "ORDER"',
    "answer": "answer ITEM: WORDS",
    "note": "note PLAYER: WORDS",
    "hand": 'hand PLAYER to "NEW NAME"',
    "close": "close PLAYER",
    "address": "address PLAYER NAME@HOST",
    "deadline": "deadline 2026-12-01 20:00 Europe/Berlin",
    "pause": "pause",
    "resume": "resume",
}
_OF_A_PLAYER = ("cancel", "replace", "note", "hand", "close", "address")
_AT_ONCE = (*SHEET_VERBS, "answer", "address", *DATE_VERBS)

# One character for each, so that columns stay as typed.
_PLAIN = str.maketrans("“”„‘’\u00a0\ufeff\t", '"""\'\'   ')
_MARKS = re.compile(r'"[^"]*"|#|\bbecause\b', re.IGNORECASE)
_BEFORE = re.compile(r"\s*before\s+([^\s:]*)\s*:", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+")
# An empire and its ship before a field, without the quotes they need.
_TWO_NAMES = re.compile(r"\s*set\s+([\w'-]+)[. ]([\w'-]+)\.(\w+(?:\.\w+)*)\s*=", re.IGNORECASE)


def parse_rulings(
    text: str,
    file: str,
    seats: Sequence[Seat],
    phases: Sequence[Phase],
    lines: Mapping[str, Collection[int]] | None = None,
    docket: Collection[str] | None = None,
) -> tuple[list[Ruling], list[Problem]]:
    """The rulings of a text in order, numbered R1 and so on, and all its problems.

    ``phases`` are those still to come in this turn. ``lines`` has the line numbers of each player's
    sheet, ``docket`` the ids of all questions; None if not known yet and not checked.
    """
    reader = _Reader(file, seats, phases, lines, docket)
    rulings: list[Ruling] = []
    problems: list[Problem] = []
    number = 0
    for line, written in enumerate(text.splitlines(), 1):
        typed = shown(written)
        statement = shown(written.translate(_PLAIN))
        if not statement.strip() or statement.lstrip().startswith("#"):
            continue
        number += 1
        try:
            ruling = reader.read(f"R{number}", line, typed, statement)
        except _Wrong as wrong:
            problems.append(wrong.problem)
            continue
        rulings.append(ruling)
        # Later lines may use the name that this line gave a player.
        reader = replace(reader, seats=seats_after(reader.seats, ruling))
    return rulings, problems


class _Wrong(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.fault)
        self.problem = problem


class _Reader(Record):
    file: str
    seats: Sequence[Seat]
    phases: Sequence[Phase]
    lines: Mapping[str, Collection[int]] | None
    docket: Collection[str] | None

    def read(self, id: str, line: int, typed: str, plain: str) -> Ruling:
        def span(start: int, end: int) -> Span:
            return Span(self.file, line, start + 1, max(1, end - start), typed)

        stop, reason = _cut(plain, span)
        before, start = self._before(plain[:stop], span)
        body = plain[:stop].rstrip()
        verb = _verb(body, start, span)
        if before and verb in _AT_ONCE:
            raise _Wrong(
                illegal(
                    f'"{verb}" cannot wait for a phase',
                    span(0, start),
                    reason="It takes effect when the sheets are read",
                    remedy="Leave out the words before the colon.",
                )
            )
        words = _words(verb, body, start, span)
        subject, rest, value = words[0] if words else "", "", ""
        details: tuple[tuple[str, str], ...] = ()
        whole = span(start, len(body))
        match verb:
            case "set":
                rest, value = words[1].casefold(), words[2]
                if rest == "owner":
                    value = self._seat(value, whole)
            case "move" | "add":
                value = words[1] if verb == "move" else words[0]
                details = self._details(words[len(words) % 2 if verb == "add" else 2 :], whole)
                subject = dict(details).get("as", subject)
            case "cancel" | "replace":
                rest = str(int(words[1]))
                value = words[2] if verb == "replace" else ""
            case "deadline":
                subject, value = "", words[0]
            case "answer":
                subject, value = self._item(words[0], whole), words[1]
            case "result" | "note" | "hand" | "address":
                value = words[1]
        if verb in _OF_A_PLAYER:
            subject = self._seat(subject, whole)
        self._check(verb, subject, rest, value, whole)
        return Ruling(
            id,
            verb,
            subject,
            rest,
            value,
            before,
            reason,
            " ".join(body[start:].split()),
            self._players(verb, subject),
            span(0, len(plain.rstrip())),
            details,
        )

    def _before(self, plain: str, span: _Spans) -> tuple[str, int]:
        found = _BEFORE.match(plain)
        if found is None:
            return "", 0
        wanted = found.group(1).casefold()
        keys = [phase.key for phase in self.phases]
        for key in keys:
            if wanted == key.casefold():
                return key, found.end()
        coming = ", ".join(f"{phase.key} ({phase.title})" for phase in self.phases)
        raise _Wrong(
            invalid(
                f'"{found.group(1)}" is not a phase still to come',
                span(*found.span(1)),
                remedy=f"Those still to come are {coming}."
                if coming
                else "No phase is still to come.",
            )
        )

    def _seat(self, name: str, span: Span) -> str:
        seat = seat_of(self.seats, name)
        if seat is not None:
            return seat.id
        names = [seat.name for seat in self.seats]
        raise _Wrong(
            invalid(
                f'"{name}" is not a player of this campaign',
                _within(span, name),
                remedy=_meant(name, names) or f"The players are {', '.join(names)}.",
            )
        )

    def _details(self, words: Sequence[str], span: Span) -> tuple[tuple[str, str], ...]:
        pairs = list(zip(words[::2], words[1::2], strict=True))
        seen: set[str] = set()
        for word, _value in pairs:
            if word.casefold() in seen:
                raise _Wrong(invalid(f'"{word}" occurs twice in this ruling', _within(span, word)))
            seen.add(word.casefold())
        return tuple(
            (word.casefold(), self._seat(value, span) if word.casefold() == "for" else value)
            for word, value in pairs
        )

    def _item(self, words: str, span: Span) -> str:
        item = " ".join(words.split())
        if self.docket is None:
            return item
        for known in self.docket:
            if known.casefold() == item.casefold():
                return known
        listed = ", ".join(self.docket)
        raise _Wrong(
            invalid(
                f'"{item}" is not on the docket',
                _within(span, words),
                remedy=f"On the docket: {listed}." if listed else "The docket is empty.",
            )
        )

    def _free_name(self, subject: str, name: str, span: Span) -> None:
        """Check that no other seat has this name, which identifies a player's sheets."""
        try:
            check_new_name(name)
        except ValueError as wrong:
            raise _Wrong(
                invalid(
                    f'"{name}" cannot be the name of a player',
                    _within(span, name),
                    reason=str(wrong),
                )
            ) from None
        for seat in self.seats:
            if seat.id != subject and folded(name) in (folded(seat.id), folded(seat.name)):
                raise _Wrong(
                    illegal(
                        f'"{name}" is another player',
                        _within(span, name),
                        reason="the name identifies a player's sheets",
                        remedy="Give each player a different name",
                    )
                )

    def _check(self, verb: str, subject: str, number: str, value: str, span: Span) -> None:
        if verb == "address" and not _ADDRESS.fullmatch(value):
            raise _Wrong(
                invalid(
                    f'"{value}" is not a mail address',
                    _within(span, value),
                    remedy=f"Expected {FORMS['address']}.",
                )
            )
        if verb == "deadline":
            try:
                read_deadline(value)
            except ValueError as wrong:
                raise _Wrong(
                    invalid(
                        f'"{value}" is not a deadline',
                        _within(span, value),
                        reason=str(wrong),
                        remedy=f"Write it as in: {FORMS['deadline']}.",
                    )
                ) from None
        if verb in ("hand", "replace") and not value.strip():
            raise _Wrong(
                invalid("There is nothing between the quotes", span, remedy=f"Write {FORMS[verb]}.")
            )
        if verb == "hand":
            self._free_name(subject, value, span)
        if verb in SHEET_VERBS and self.lines is not None:
            there = self.lines.get(subject, ())
            if int(number) not in there:
                has = ", ".join(str(line) for line in sorted(there))
                raise _Wrong(
                    illegal(
                        f"The sheet of {subject} has no order line {number}",
                        _within(span, number),
                        reason=f"Its lines are {has}" if has else "There is no sheet in force",
                    )
                )

    def _players(self, verb: str, subject: str) -> tuple[str, ...]:
        if verb in _OF_A_PLAYER:
            return (subject,)
        if verb in DATE_VERBS:
            return tuple(seat.id for seat in self.seats)
        if verb == "answer":
            asked = [
                s.id for s in self.seats if subject.casefold().startswith(f"{s.id}-".casefold())
            ]
            return (max(asked, key=len),) if asked else ()
        return ()


@cache
def _parser() -> Lark:
    from lark import Lark  # slow to import, and most turns have no ruling

    grammar = (data_dir("grammar") / "rulings.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual")


def _cut(plain: str, span: _Spans) -> tuple[int, str]:
    """The end of the statement, and its reason."""
    stop, because = len(plain), -1
    for mark in _MARKS.finditer(plain):
        if mark.group() == "#":
            stop = mark.start()
            break
        if because < 0 and not mark.group().startswith('"'):
            because = mark.start()
    reason = plain[because + len("because") : stop].strip() if because >= 0 else ""
    if len(reason) > 1 and reason[0] == reason[-1] == '"':
        reason = reason[1:-1].strip()
    if not reason:
        end = len(plain[:stop].rstrip())
        raise _Wrong(
            invalid(
                "This ruling has no reason",
                span(end - 1, end) if because < 0 else span(because, end),
                reason="The players it concerns read the reason",
                remedy='End it with "because" and the reason.',
            )
        )
    return because, reason


def _verb(body: str, start: int, span: _Spans) -> str:
    found = re.compile(r"\s*([^\s:=]*)").match(body, start)
    assert found is not None
    verb = found.group(1).casefold()
    if verb in FORMS:
        return verb
    raise _Wrong(
        invalid(
            f'"{found.group(1)}" is not a ruling' if verb else "There is no ruling here",
            span(*found.span(1)),
            remedy=_meant(verb, FORMS) or f"The rulings are {', '.join(FORMS)}.",
        )
    )


def _words(verb: str, body: str, start: int, span: _Spans) -> list[str]:
    """The words of a statement after its keywords, without quotes."""
    from lark import Token, UnexpectedInput, UnexpectedToken

    try:
        tree = _parser().parse(" " * start + body[start:])
    except UnexpectedInput as wrong:
        ended = isinstance(wrong, UnexpectedToken) and wrong.token.type == "$END"
        at = len(body) if ended or wrong.pos_in_stream is None else wrong.pos_in_stream
        raise _Wrong(
            invalid(
                f'This form of "{verb}" is not understood',
                span(at, at + 1),
                remedy=f"Expected {FORMS[verb]} because REASON.{_quoting(body[start:])}",
            )
        ) from None
    return [_unquoted(token) for token in tree.scan_values(lambda part: isinstance(part, Token))]


def _quoting(words: str) -> str:
    """The remedy for a unit with two names and no quotes, "" if there is none."""
    unit = _TWO_NAMES.match(words)
    if unit is None:
        return ""
    both = " ".join(unit.group(1, 2))
    return f' A unit with two names needs quotes: "{both}".{unit[3]}'


def _unquoted(token: Token) -> str:
    text = str(token).strip()
    quoted = len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]
    return text[1:-1] if quoted else text


def _within(whole: Span, words: str) -> Span:
    """The place of these words of a statement, or of the whole statement."""
    start = whole.text.translate(_PLAIN).find(words, whole.column - 1) if words else -1
    if start < 0:
        return whole
    return Span(whole.file, whole.line, start + 1, len(words), whole.text)


def _meant(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), 1)
    return f'Did you mean "{near[0]}"?' if near else ""
