"""Read a sheet line by line and lose none: each is understood or has a problem."""

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.engine.types import Question, Reading, Understood
from pbm.kit.english import ranges
from pbm.kit.problems import Problem, Severity, Span, in_order, invalid, warning
from pbm.kit.text import unaccented
from pbm.language.error_recovery import Tries, recovered
from pbm.language.natural import Naturally
from pbm.language.parse_tree import Note
from pbm.language.parser import LineParser
from pbm.language.prose import addressed, with_words
from pbm.language.syntax_errors import SyntaxFault
from pbm.language.token import Token
from pbm.sheets.envelope import Sheet
from pbm.sheets.kinds import HeadExample
from pbm.sheets.line import Line

# Characters of a sheet that may be parsed again after syntax errors, as many as a thousand full
# lines have.
MOST_TRIED = 100_000


def parsed(
    parser: LineParser,
    sheet: Sheet,
    names: Collection[str],
    starts: re.Pattern[str],
    more: Callable[[str], Iterable[str]] = lambda _text: (),
) -> Iterator[tuple[Line, Any]]:
    """Each line of a sheet with its parse; ``starts`` matches the first word of any line.

    ``more(text)`` are readings of a line that only the game finds.

    In a line of several orders the faulty ones are reported and the others read.

    A line continued by mistake (a comma at its end) must not swallow the next order. A line
    with a syntax error, and a note, is therefore cut where a physical line begins an order.
    """
    tries, naturally = Tries(MOST_TRIED), Naturally(parser.forms, names, more)
    waiting = deque(sheet.lines)

    def parse(text: str) -> Any:
        return parser.parse(text, names)

    def reads(line: Line) -> bool:
        return not isinstance(naturally.read(line, parse(line.text), parse)[1], SyntaxFault)

    while waiting:
        line = waiting.popleft()
        found = parse(line.text)
        is_note = isinstance(found, list) and isinstance(found[0], Note)
        if isinstance(found, SyntaxFault) or is_note:
            cut = _cut(line, starts)
            if cut is not None:
                waiting.appendleft(line.part(cut, len(line.text)))
                line = line.part(0, cut)
                found = parse(line.text)
        if is_note and not found[0].text:
            line = with_words(line, waiting, reads)
            found = parse(line.text)
        if (
            waiting
            and not is_note
            and (whole := naturally.unwrapped(line, found, waiting[0], parse))
        ):
            waiting.popleft()
            line, found = whole
        line, found = naturally.read(line, found, parse)
        line, found = addressed(line, found, sheet.player, waiting, reads)
        if isinstance(found, Note):
            yield line, [found]
            continue
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
    """The problem of a sheet that is not of the kind due this turn."""
    wanted = "ORDERS" if turn else "SETUP"
    if sheet.kind == wanted:
        return None
    return invalid(
        f"this is {article(sheet.kind.lower())} {sheet.kind} sheet",
        sheet.span,
        reason=f"Turn {turn} takes {wanted} sheets",
        outcome="The sheet was not used",
        remedy="Write  NOTE TO GM  and your words on that sheet"
        if sheet.kind == "MESSAGE"
        else f"Begin it with {wanted}",
    )


def article(word: str) -> str:
    """``a`` or ``an``."""
    return "an" if word[0] in "aeiou" else "a"


class LineLog(Struct):
    """What was understood, and what was not, of the lines of one sheet.

    ``words`` holds the orders of each line as they were understood, ``unread`` the numbers of
    lines with a part that was not, ``skipped`` those below a header that was not understood.
    """

    sheet: Sheet
    player: str
    problems: list[Problem] = field(default_factory=list)
    docket: list[Question] = field(default_factory=list)
    words: dict[int, list[str]] = field(default_factory=dict)
    unread: set[int] = field(default_factory=set)
    skipped: list[int] = field(default_factory=list)
    reworded: dict[int, Line] = field(default_factory=dict)
    remarks: list[int] = field(default_factory=list)
    _header_at: int = -1
    _orphans: list[tuple[int, int]] = field(default_factory=list)
    _lines: dict[int, Line] | None = None

    def take(self, line: Line) -> None:
        """Begin with a line; if it was reworded, that is said of it."""
        if line.written:
            self.reworded[line.number] = line

    def say(self, line: Line, words: str) -> None:
        """Add to a line an order as it was understood."""
        self.words.setdefault(line.number, []).append(words)

    def say_once(self, line: Line, words: str) -> None:
        """Add an order of a line that is for several units."""
        if words not in self.words.get(line.number, ()):
            self.say(line, words)

    def refuse(self, line: Line, *problems: Problem) -> None:
        """Add the problems of a line that was not, or not wholly, understood."""
        self.unread.add(line.number)
        self.problems += problems

    def syntax_fault(self, line: Line, wrong: SyntaxFault) -> None:
        """Add the syntax errors of a line, one problem for each."""
        span = line.span(wrong.start, wrong.end)
        self.refuse(
            line,
            invalid(
                wrong.fault, span, reason=wrong.reason, remedy=wrong.remedy, expected=wrong.expected
            ),
        )
        if wrong.behind is not None:
            self.syntax_fault(line, wrong.behind)

    def behind_head(self, line: Line, words: Sequence[Token], label: str, title: str = "") -> None:
        """Say which words behind the name of a unit are neither of its label nor of its title."""
        own = unaccented(f"{label} {title}".replace('"', ""))
        others = [word for word in words if unaccented(word.strip('"')) not in own]
        if not others:
            return
        start, end = others[0].start_pos, others[-1].end_pos
        fault = f'"{line.text[start:end].strip(chr(34))}" is neither an order nor a name of {label}'
        if line.written and not line.is_trimmed:
            self.refuse(line, invalid(fault, line.span(start, end)))
        else:
            self.problems.append(warning(fault, line.span(start, end), outcome="It was left out"))

    def note(self, line: Line, note: Note) -> None:
        """Add a note to the game master to the docket; leave remarks out, refuse letters."""
        if note.kind == "remark":
            self.remarks.append(line.number)
            self.reworded.pop(line.number, None)
            return
        if note.kind == "message":
            self._letter(line, note.text)
            return
        if not note.text:
            self.refuse(line, invalid("this note to the GM is empty", line.span()))
            return
        item = Question(f"{self.player}-{line.number}", self.player, note.text)
        self.docket.append(item)
        self.say(line, f"note to the game master: {note.text}")

    def _letter(self, line: Line, to: str) -> None:
        """Refuse a message that has no head, which would not say where its text ends."""
        sheet = self.sheet
        head = HeadExample(sheet.campaign, sheet.mailing, sheet.player).head("MESSAGE")
        numbers = [number for number, _typed in line.typed]
        whole = f"Lines {ranges(numbers)} were" if len(numbers) > 1 else "It was"
        self.refuse(
            line,
            invalid(
                "this message has no head and no END",
                line.span(),
                outcome=f"{whole} sent to nobody",
                remedy=f"Write  {head.replace('<name>', to or '<name>')}  in place of its first"
                " line, and END below it",
            ),
        )

    def mark_docket(self, mark: str) -> None:
        """Make the ids of questions differ from those of another sheet's lines."""
        self.docket = [
            replace(item, id=f"{self.player}-{mark}{item.id.removeprefix(self.player)}")
            for item in self.docket
        ]

    def no_header(self, at: int) -> None:
        """Skip the lines from here to the next header; problem number ``at`` says why."""
        self._say_skipped()
        self._header_at, self.skipped = at, []

    def skip(self, line: Line) -> None:
        """Leave out a line below a header that was not understood: no unit is named."""
        self.skipped.append(line.number)
        self.unread.add(line.number)

    def line_span(self, number: int) -> Span | None:
        """The place of the line with this number; None if the sheet has none."""
        if self._lines is None:
            self._lines = {line.number: line for line in reversed(self.sheet.lines)}
        return self._lines[number].span() if number in self._lines else None

    def reading(self, commands: Any) -> Reading:
        """The finished reading of the sheet, with the commands made from its lines."""
        self._say_skipped()
        self.problems += self._said_back()
        good = [number for number in self.words if number not in self.unread]
        understood = tuple(
            [
                Understood(number, "; ".join(words).replace(":; ", ": "))
                for number, words in sorted(self.words.items())
            ]
        )
        return Reading(
            commands,
            tuple(self._told(in_order(self._once()), len(good))),
            understood,
            tuple(self.docket),
            tuple(self._orphans),
        )

    def _once(self) -> Iterable[Problem]:
        """The problems, each once of a line that was read as several orders."""
        found: dict[Any, Problem] = {}
        for problem in self.problems:
            at = problem.span.line if problem.span else 0
            is_several = at in self.reworded and not self.reworded[at].is_trimmed
            found.setdefault((at, replace(problem, span=None)) if is_several else problem, problem)
        return found.values()

    def _said_back(self) -> Iterator[Problem]:
        """Notes of what the lines that were reworded were read as."""
        if self.remarks:
            several = len(self.remarks) > 1
            fault = (
                f"lines {ranges(self.remarks)} are taken for remarks"
                if several
                else f"line {self.remarks[0]} is taken for a remark"
            )
            yield Problem(Severity.NOTE, fault, self.line_span(self.remarks[0]))
        trimmed = [number for number, line in self.reworded.items() if line.is_trimmed]
        for number in [one for one in trimmed if self.reworded[one].written.endswith(",")]:
            trimmed.remove(number)
            reason = "What should follow is missing"
            span = self.reworded[number].span()
            yield warning(f"line {number} ends with a comma", span, reason=reason)
        if trimmed:
            many = "s" if len(trimmed) > 1 else ""
            fault = (
                f"line{many} {ranges(trimmed)}: list marks, full stops and the like were left out"
            )
            yield Problem(Severity.NOTE, fault, self.reworded[trimmed[0]].span())
        for line in self.reworded.values():
            if not line.is_trimmed:
                numbers = [number for number, _typed in line.typed]
                several = len(numbers) > 1
                whose = f"lines {ranges(numbers)} were" if several else f"line {line.number} was"
                fault = f'{whose} read as {"one: " if several else ""}"{line.text}"'
                yield Problem(Severity.NOTE, fault, line.span())

    def _say_skipped(self) -> None:
        """Say in the last faulty header's problem which lines were skipped with it."""
        if not self.skipped:
            return
        header = self.problems[self._header_at]
        lines = ranges(self.skipped)
        many = "s" if len(set(self.skipped)) > 1 else ""
        outcome = f"This line and the order{many} below it (line{many} {lines}) were not read"
        at = header.span.line if header.span else 0
        self._orphans += [(number, at) for number in self.skipped]
        self.problems[self._header_at] = replace(header, outcome=outcome)

    def _told(self, problems: Iterable[Problem], good: int) -> Iterator[Problem]:
        """The problems, each with the outcome of its line; what several would say is said once."""
        expected: set[str] = set()
        others = good
        for problem in problems:
            told = self._outcome(problem, others)
            others = others if told is problem else 0
            yield replace(told, reason="") if told.reason in expected else told
            expected.update([told.reason] if told.expected else ())

    def _outcome(self, problem: Problem, good: int) -> Problem:
        if problem.outcome or problem.severity is not Severity.INVALID or problem.span is None:
            return problem
        number = problem.span.line
        if number in self.words:
            outcome = f"This part of line {number} was not read; the rest of it was"
            others = (", and so was your other line", f", and so were your other {good} lines")
        else:
            outcome = f"Line {number} was not read"
            others = ("; your other line was", f"; your other {good} lines were")
        return replace(problem, outcome=outcome + (others[good > 1] if good else ""))


def for_none(refused: Sequence[Problem], unit: str) -> list[Problem]:
    """The problem of a line for all units that none can carry out.

    The reason is that of the first unit; ``unit`` is the game's word for one.
    """
    return [
        replace(first, fault=f"no {unit} of yours can carry out this line", reason=first.fault)
        for first in refused[:1]
    ]
