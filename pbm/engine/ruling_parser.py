"""Parse rulings: one statement a line, each with its reason.

    set B1.hull = 10 because "the damage was counted twice"
    before 2.attack: move B1 to 2018 facing 4 because the map was misread

docs/rulings.md describes the language. A faulty line does not hide the others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pbm.dice.scripted import name_parts
from pbm.engine.context import Phase
from pbm.engine.player_names import check_new_name
from pbm.engine.ruling_syntax import (
    FORMS,
    PLAIN,
    Spans,
    WrongRuling,
    cut,
    meant,
    verb_of,
    within,
    words_of,
)
from pbm.engine.rulings import (
    DATE_VERBS,
    END,
    ROLL_VERBS,
    SHEET_VERBS,
    Ruling,
    not_withdrawn,
    seats_after,
)
from pbm.engine.seats_and_dates import read_deadline
from pbm.engine.types import Seat, seat_of
from pbm.kit.problems import Problem, Span
from pbm.kit.records import Record
from pbm.kit.text import folded, shown

if TYPE_CHECKING:
    pass


_OF_A_PLAYER = ("cancel", "replace", "note", "hand", "close", "address")
_AT_ONCE = (*SHEET_VERBS, *ROLL_VERBS, "answer", "withdraw", "address", *DATE_VERBS)
_BEFORE = re.compile(r"\s*before\s+([^\s:]*)\s*:", re.IGNORECASE)
_ADDRESS = re.compile(r"[^\s@<>,;\"]+@[^\s@<>,;\"]+")


def parse_rulings(
    text: str,
    file: str,
    seats: Sequence[Seat],
    phases: Sequence[Phase],
    lines: Mapping[str, Collection[int]] | None = None,
    docket: Collection[str] | None = None,
) -> tuple[list[Ruling], list[Problem]]:
    """The rulings of a text that hold, in order, and all its problems.

    ``phases`` are those still to come in this turn. ``lines`` has the line numbers of each player's
    sheet, ``docket`` the ids of all questions; None if not known yet and not checked.
    """
    rulings, problems = numbered_rulings(text, file, seats, phases, lines, docket)
    return not_withdrawn(rulings), problems


def numbered_rulings(
    text: str,
    file: str,
    seats: Sequence[Seat],
    phases: Sequence[Phase],
    lines: Mapping[str, Collection[int]] | None = None,
    docket: Collection[str] | None = None,
    earlier: Sequence[Ruling] = (),
) -> tuple[list[Ruling], list[Problem]]:
    """The same with those withdrawn, numbered R1 and so on, or on from ``earlier`` ones."""
    reader = _Reader(file, seats, phases, lines, docket, list(earlier))
    rulings: list[Ruling] = []
    problems: list[Problem] = []
    number = len(earlier)
    for line, written in enumerate(text.splitlines(), 1):
        typed = shown(written)
        statement = shown(written.translate(PLAIN))
        if not statement.strip() or statement.lstrip().startswith("#"):
            continue
        number += 1
        try:
            ruling = reader.read(f"R{number}", line, typed, statement)
        except WrongRuling as wrong:
            problems += wrong.problems
            continue
        rulings.append(ruling)
        reader.known.append(ruling)
        # Later lines may use the name that this line gave a player.
        reader = replace(reader, seats=seats_after(reader.seats, ruling))
    return rulings, problems


class _Reader(Record):
    file: str
    seats: Sequence[Seat]
    phases: Sequence[Phase]
    lines: Mapping[str, Collection[int]] | None
    docket: Collection[str] | None
    known: list[Ruling]

    def read(self, id: str, line: int, typed: str, plain: str) -> Ruling:
        def span(start: int, end: int) -> Span:
            return Span(self.file, line, start + 1, max(1, end - start), typed)

        stop, reason = cut(plain, span)
        before, start = self._before(plain[:stop], span)
        body = plain[:stop].rstrip().rstrip(",;").rstrip()
        verb = verb_of(body, start, span)
        if before and verb in _AT_ONCE:
            raise WrongRuling.illegal(
                f'"{verb}" cannot wait for a phase',
                span(0, start),
                reason="It takes effect when the sheets are read",
                remedy="Leave out the words before the colon.",
            )
        words = words_of(verb, body, start, span)
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
            case "withdraw":
                subject, value = self._withdrawn(subject, whole)
            case "roll" | "term":
                subject, value = name_parts(words[0]), _bare(words[1])
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

    def _before(self, plain: str, span: Spans) -> tuple[str, int]:
        found = _BEFORE.match(plain)
        if found is None:
            return "", 0
        wanted = found.group(1).casefold()
        for key in (*(phase.key for phase in self.phases), END):
            if wanted == key.casefold():
                return key, found.end()
        coming = "".join(f"{phase.key} ({phase.title}), " for phase in self.phases)
        raise WrongRuling.invalid(
            f'"{found.group(1)}" is not a phase still to come',
            span(*found.span(1)),
            remedy=f"Those still to come are {coming}{END} (after all of them).",
        )

    def _seat(self, name: str, span: Span) -> str:
        seat = seat_of(self.seats, name)
        if seat is not None:
            return seat.id
        names = [seat.name for seat in self.seats]
        raise WrongRuling.invalid(
            f'"{name}" is not a player of this campaign',
            within(span, name),
            remedy=meant(name, names) or f"The players are {', '.join(names)}.",
        )

    def _withdrawn(self, id: str, span: Span) -> tuple[str, str]:
        """The id of a ruling that holds, and its words."""
        there = [one for one in not_withdrawn(self.known) if one.verb != "withdraw"]
        for one in there:
            if one.id.casefold() == id.casefold():
                return one.id, one.text
        gone = any(one.subject.casefold() == id.casefold() for one in self.known)
        listed = ", ".join(f"{one.id} ({one.text})" for one in there)
        raise WrongRuling.illegal(
            f"{id} is withdrawn already" if gone else f'"{id}" is not a ruling of this turn',
            within(span, id),
            remedy=f"Those that hold: {listed}." if listed else "No ruling holds.",
        )

    def _details(self, words: Sequence[str], span: Span) -> tuple[tuple[str, str], ...]:
        pairs = list(zip(words[::2], words[1::2], strict=True))
        seen: set[str] = set()
        for word, _value in pairs:
            if word.casefold() in seen:
                raise WrongRuling.invalid(
                    f'"{word}" occurs twice in this ruling', within(span, word)
                )
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
        raise WrongRuling.invalid(
            f'"{item}" is not on the docket',
            within(span, words),
            remedy=f"On the docket: {listed}." if listed else "The docket is empty.",
        )

    def _free_name(self, subject: str, name: str, span: Span) -> None:
        """Check that no other seat has this name, which identifies a player's sheets."""
        try:
            check_new_name(name)
        except ValueError as wrong:
            raise WrongRuling.invalid(
                f'"{name}" cannot be the name of a player', within(span, name), reason=str(wrong)
            ) from None
        for seat in self.seats:
            if seat.id != subject and folded(name) in (folded(seat.id), folded(seat.name)):
                raise WrongRuling.illegal(
                    f'"{name}" is another player',
                    within(span, name),
                    reason="the name identifies a player's sheets",
                    remedy="Give each player a different name",
                )

    def _check(self, verb: str, subject: str, number: str, value: str, span: Span) -> None:
        if verb == "address" and not _ADDRESS.fullmatch(value):
            raise WrongRuling.invalid(
                f'"{value}" is not a mail address',
                within(span, value),
                remedy=f"Expected {FORMS['address']}.",
            )
        if verb == "deadline":
            try:
                read_deadline(value)
            except ValueError as wrong:
                raise WrongRuling.invalid(
                    f'"{value}" is not a deadline',
                    within(span, value),
                    reason=str(wrong),
                    remedy=f"Write it as in: {FORMS['deadline']}.",
                ) from None
        if verb in ("hand", "replace") and not value.strip():
            raise WrongRuling.invalid(
                "There is nothing between the quotes", span, remedy=f"Write {FORMS[verb]}."
            )
        if verb == "hand":
            self._free_name(subject, value, span)
        if verb in SHEET_VERBS and self.lines is not None:
            there = self.lines.get(subject, ())
            if int(number) not in there:
                has = ", ".join(str(line) for line in sorted(there))
                raise WrongRuling.illegal(
                    f"The sheet of {subject} has no order line {number}",
                    within(span, number),
                    reason=f"Its lines are {has}" if has else "No sheet is in force",
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


def _bare(words: str) -> str:
    """Words without the quotes they may stand in."""
    return words.strip().strip('"').strip()
