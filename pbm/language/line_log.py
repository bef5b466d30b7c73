"""Reading a sheet line by line so that none is lost: each is understood or has a problem."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from pbm.engine.types import Question, Reading, Understood
from pbm.kit.problems import Problem, Severity, Span, in_order, invalid
from pbm.language.error_recovery import Tries, recovered
from pbm.language.parse_tree import Note
from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Line, Sheet

# Signs of a sheet that are parsed again to see what can be read of a line beside its faults: those
# of a thousand lines that are full.
MOST_TRIED = 100_000


def parsed(
    parser: LineParser, lines: Iterable[Line], names: Collection[str], starts: re.Pattern[str]
) -> Iterator[tuple[Line, Any]]:
    """Each line with its parse; ``starts`` matches the first word of any line.

    Of a line with several orders those are read that can be.

    A line that goes on by mistake (a comma at its end) must not swallow the next order, so
    one that cannot be read whole, and a note, is cut where a physical line begins an order.
    """
    yield from _parsed(parser, lines, names, starts, Tries(MOST_TRIED))


def _parsed(
    parser: LineParser,
    lines: Iterable[Line],
    names: Collection[str],
    starts: re.Pattern[str],
    tries: Tries,
) -> Iterator[tuple[Line, Any]]:
    for line in lines:
        found = parser.parse(line.text, names)
        is_note = isinstance(found, list) and isinstance(found[0], Note)
        cut = _cut(line, starts) if isinstance(found, SyntaxFault) or is_note else None
        if cut is None:
            yield from _orders(parser, line, names, found, tries)
        else:
            first, rest = line.part(0, cut), line.part(cut, len(line.text))
            yield from _orders(parser, first, names, parser.parse(first.text, names), tries)
            yield from _parsed(parser, [rest], names, starts, tries)


def _orders(
    parser: LineParser, line: Line, names: Collection[str], found: Any, tries: Tries
) -> Iterator[tuple[Line, Any]]:
    """A line's parse; of one with a syntax error what can be read of it first, then its faults."""
    faults: list[SyntaxFault] = []
    if isinstance(found, SyntaxFault):
        faults, found = recovered(parser, line.text, names, found, tries)
    if found is not None:
        yield line, found
    for fault in faults:
        yield line, fault


def _cut(line: Line, starts: re.Pattern[str]) -> int | None:
    return next((index for index in line.joins if starts.match(line.text, index)), None)


def wrong_kind(sheet: Sheet, turn: int) -> Problem | None:
    """The problem of a sheet whose kind is not what this turn waits for."""
    wanted = "ORDERS" if turn else "SETUP"
    if sheet.kind == wanted:
        return None
    return invalid(
        f"this is {article(sheet.kind.lower())} {sheet.kind} sheet",
        sheet.span,
        reason=f"Turn {turn} waits for {wanted} sheets",
        outcome="Nothing of it was used",
        remedy="Write  NOTE TO GM  and your words on that sheet"
        if sheet.kind == "MESSAGE"
        else f"Begin it with {wanted}",
    )


def article(word: str) -> str:
    """``a`` or ``an``."""
    return "an" if word[0] in "aeiou" else "a"


@dataclass(slots=True)
class LineLog:
    """What is said of the lines of one sheet while they are read.

    ``words`` are those of each line that was understood, ``unread`` the lines of which
    something was not, ``skipped`` the lines below a header that was not understood.
    """

    sheet: Sheet
    player: str
    problems: list[Problem] = field(default_factory=list)
    docket: list[Question] = field(default_factory=list)
    words: dict[int, list[str]] = field(default_factory=dict)
    unread: set[int] = field(default_factory=set)
    skipped: list[int] = field(default_factory=list)
    _header_at: int = -1
    _orphans: list[tuple[int, int]] = field(default_factory=list)

    def say(self, line: Line, words: str) -> None:
        """A line as it was understood."""
        self.words.setdefault(line.number, []).append(words)

    def refuse(self, line: Line, *problems: Problem) -> None:
        """A line of which something was not understood."""
        self.unread.add(line.number)
        self.problems += problems

    def syntax_fault(self, line: Line, wrong: SyntaxFault) -> None:
        """A line that is not of the language, with all that is known to be wrong in it."""
        span = line.span(wrong.start, wrong.end)
        self.refuse(
            line,
            invalid(wrong.fault, span, reason=wrong.reason, remedy=wrong.remedy),
        )
        if wrong.behind is not None:
            self.syntax_fault(line, wrong.behind)

    def note(self, line: Line, note: Note) -> None:
        """A note to the game master; it goes to the docket."""
        if not note.text:
            self.refuse(line, invalid("this note to the GM is empty", line.span()))
            return
        item = Question(f"{self.player}-{line.number}", self.player, note.text)
        self.docket.append(item)
        self.say(line, f"note to the game master: {note.text}")

    def mark_docket(self, mark: str) -> None:
        """Tell questions apart from those of another sheet, which may stand in like lines."""
        self.docket = [
            replace(item, id=f"{self.player}-{mark}{item.id.removeprefix(self.player)}")
            for item in self.docket
        ]

    def no_header(self, at: int) -> None:
        """From here on lines are skipped; problem number ``at`` says why."""
        self._say_skipped()
        self._header_at, self.skipped = at, []

    def skip(self, line: Line) -> None:
        """A line below a header that was not understood: it is nobody's."""
        self.skipped.append(line.number)
        self.unread.add(line.number)

    def line_span(self, number: int) -> Span | None:
        """The place of a line of the sheet."""
        return next((line.span() for line in self.sheet.lines if line.number == number), None)

    def reading(self, commands: Any) -> Reading:
        """All of it, with the commands that were made of the lines."""
        self._say_skipped()
        good = [number for number in self.words if number not in self.unread]
        understood = tuple(
            Understood(number, "; ".join(self.words[number]).replace(":; ", ": "))
            for number in sorted(self.words)
        )
        return Reading(
            commands,
            tuple(self._outcome(problem, len(good)) for problem in in_order(self.problems)),
            understood,
            tuple(self.docket),
            tuple(self._orphans),
        )

    def _say_skipped(self) -> None:
        """Say of the last header that was not understood which lines went with it."""
        if not self.skipped:
            return
        header = self.problems[self._header_at]
        lines = ranges(self.skipped)
        many = "s" if len(set(self.skipped)) > 1 else ""
        outcome = f"Neither this line nor the order{many} below it ({lines}) was read"
        at = header.span.line if header.span else 0
        self._orphans += [(number, at) for number in self.skipped]
        self.problems[self._header_at] = replace(header, outcome=outcome)

    def _outcome(self, problem: Problem, good: int) -> Problem:
        if problem.outcome or problem.severity is not Severity.INVALID or problem.span is None:
            return problem
        number = problem.span.line
        outcome = (
            f"This part of line {number} was not read, the rest of it was"
            if number in self.words
            else f"Line {number} was not read"
        )
        if good:
            outcome += f"; your other {good} lines were" if good > 1 else "; your other line was"
        return replace(problem, outcome=outcome)


def for_none(refused: Sequence[Problem], unit: str) -> list[Problem]:
    """What is said of a line for all units that none can carry out: why the first cannot.

    ``unit`` is what the game calls one of them.
    """
    return [
        replace(first, fault=f"no {unit} of yours can carry out this line", reason=first.fault)
        for first in refused[:1]
    ]


def ranges(numbers: Sequence[int]) -> str:
    """Line numbers in a few words.

    >>> ranges([5, 6, 7, 12])
    '5-7, 12'
    """
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)
