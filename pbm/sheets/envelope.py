"""An order sheet: one envelope for all games around lines in the game's own language.

    ORDERS  eridani  turn 3  for Laidley
    PASS    K7QM-2XPA-91TD-0G4H
    PHRASE  any words                # on a set-up sheet, where dice are sealed
    ...
    END

`find_sheets` finds the sheets in any bytes: a file, a mail's text, a reply with its quoted
lines. It knows nothing of a game but the kinds of its sheets.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from pbm.kit.problems import Faults, Problem, Severity, Span, invalid
from pbm.kit.records import record
from pbm.kit.text import Clean, clean, decode, folded, lines_of, shown
from pbm.sheets.directives import absent_until, word_in
from pbm.sheets.kinds import (
    COMMON_KINDS,
    HEAD_FORM,
    MESSAGE,
    Head,
    SheetKind,
    head_form,
    head_of,
    looks_like_head,
)

MOST_BYTES = 1_000_000
MOST_LINES = 10_000
MOST_SIGNS = 2_000
MOST_JOINED = 100


@record(frozen=True, slots=True)
class Line:
    """One logical line of a sheet's body.

    ``text`` is normalised, its remark cut, continuation lines joined by one blank.
    ``pieces`` are the physical lines it is made of: the number of each in the text as received,
    and for each sign of ``text`` that came from it the column there (a joining blank counts to
    the line before it). ``typed`` maps each of those numbers to the line as it was typed.
    ``indented`` says that the line began with white space, ``number`` is its first line.
    """

    number: int
    text: str
    pieces: tuple[tuple[int, Sequence[int]], ...]
    typed: tuple[tuple[int, str], ...]
    file: str
    indented: bool = False

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """For each sign of ``text`` its (line, column) in the text as received."""
        return tuple((line, column) for line, columns in self.pieces for column in columns)

    @property
    def joins(self) -> tuple[int, ...]:
        """Where in ``text`` each of its physical lines but the first begins."""
        return tuple(accumulate(len(columns) for _line, columns in self.pieces))[:-1]

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place, in the text as received, of ``text[start:end]``."""
        typed = dict(self.typed)
        pieces = [piece for piece in self.pieces if piece[1]]
        if not pieces:
            return Span(self.file, self.number, 1, 1, typed.get(self.number, ""))
        # A long line may have thousands of faults, so only the piece that is meant is looked at.
        ends = list(accumulate(len(columns) for _line, columns in pieces))
        if start >= ends[-1] or start < 0:  # the fault is that something is missing
            line, columns = pieces[-1]
            return Span(self.file, line, columns[-1] + 1, 1, typed.get(line, "") + " ")
        at = bisect_right(ends, start)
        line, columns = pieces[at]
        begins = ends[at] - len(columns)
        column = columns[start - begins]
        stop = ends[at] if end is None or end < 0 else end
        last = max(columns[start - begins : max(stop - begins, 0)], default=column)
        return Span(self.file, line, column, last - column + 1, typed.get(line, ""))

    def part(self, start: int, end: int) -> Line:
        """The line that ``text[start:end]`` is by itself, blanks at its ends cut."""
        while start < end and self.text[start] == " ":
            start += 1
        while start < end and self.text[end - 1] == " ":
            end -= 1
        pieces: list[tuple[int, Sequence[int]]] = []
        begins = 0
        for number, columns in self.pieces:
            if kept := columns[max(start - begins, 0) : max(end - begins, 0)]:
                pieces.append((number, kept))
            begins += len(columns)
        numbers = {number for number, _columns in pieces}
        return replace(
            self,
            number=pieces[0][0] if pieces else self.number,
            text=self.text[start:end],
            pieces=tuple(pieces),
            typed=tuple(typed for typed in self.typed if typed[0] in numbers),
        )


@record(frozen=True, slots=True)
class Sheet:
    """One sheet as found in a text: envelope and body lines.

    ``key`` is what its kind is told apart by, as written (whom a message is for). ``beside``
    are its player's sheets of the kinds that are read before its own. ``word`` is WAIT or
    FINAL where it says so, ``absent`` the turn until which its player sends no more, 0 for none,
    ``phrase`` the words that he adds to sealed dice.
    """

    kind: str
    campaign: str
    mailing: str
    player: str
    password: str
    lines: tuple[Line, ...]
    span: Span
    file: str
    remarks: tuple[Problem, ...] = ()
    key: str = ""
    beside: tuple[Sheet, ...] = ()
    word: str = ""
    absent: int = 0
    phrase: str = ""

    @property
    def is_message(self) -> bool:
        """True for words to people, which no game reads."""
        return self.kind == MESSAGE.name


@record(frozen=True, slots=True)
class Found:
    """All sheets of a text in its order, and what is to be said of the text as a whole."""

    sheets: tuple[Sheet, ...]
    problems: tuple[Problem, ...] = ()


@record(frozen=True, slots=True)
class _Physical:
    number: int
    raw: str
    clean: Clean


@dataclass(slots=True)
class _Block:
    """A head line and what follows it, up to END (``ended``) or to where it breaks off."""

    head: Head
    depth: int
    first: int
    lines: list[_Physical]
    last: int
    ended: bool = False
    broken: int = 0


# Blanks are taken once and for all (*+); else a long row of them is gone through again and again.
_END = re.compile(r"\s*+END(?:\s++OF\s++(?P<kind>[^\W\d_]+))?\s*+[.!]?\s*+\Z", re.IGNORECASE)
_PASS = re.compile(
    r"\s*+PASS(?:\s++|\s*+:\s*+)(?P<password>\S(?:.*\S)?)\s*+\Z|\s*+PASS\s*+:?\s*+\Z", re.I
)
_PHRASE = re.compile(
    r"\s*+PHRASE(?:\s++|\s*+:\s*+)(?P<phrase>\S(?:.*\S)?)\s*+\Z|\s*+PHRASE\s*+:?\s*+\Z", re.I
)
MOST_IN_PHRASE = 200
_QUOTE = re.compile(r"\s{0,3}>\s?")
_GOES_ON = (",", ";", ">", "(", "\\")


def find_sheets(data: bytes, file: str, kinds: Sequence[SheetKind] = COMMON_KINDS) -> Found:
    """Every sheet in these bytes; any bytes give sheets and problems, never an exception.

    ``file`` is what messages call the text, ``kinds`` are the kinds of sheets looked for.
    A head that names no player is that of the player whom all other heads name.
    """
    if len(data) > MOST_BYTES:
        return Found((), (_too_much(file, f"{len(data):,} bytes", f"{MOST_BYTES:,}"),))
    text, encoding = decode(data)
    raw = lines_of(text)
    if len(raw) > MOST_LINES:
        return Found((), (_too_much(file, f"{len(raw):,} lines", f"{MOST_LINES:,}"),))
    problems: list[Problem] = []
    if encoding != "UTF-8":
        problems.append(_note(f"the text was read as {encoding}", Span(file, 1)))
    physical = [
        _Physical(number, line, clean(line if len(line) <= MOST_SIGNS else ""))
        for number, line in enumerate(raw, 1)
    ]
    blocks = _owned(list(_blocks(physical, kinds)))
    whole = [block for block in blocks if block.ended]
    depths: dict[tuple[str, str, str], int] = {}
    for block in whole:
        key = _whose(block)
        depths[key] = min(block.depth, depths.get(key, block.depth))
    sheets: list[Sheet] = []
    for block in blocks:
        quoted_copy = block.depth > depths.get(_whose(block), block.depth)
        if quoted_copy:
            fault = f"the quoted {block.head.kind.name} sheet was ignored"
            reason = "The same text holds one that is not quoted"
            problems.append(_note(fault, Span(file, block.first), reason))
        elif block.ended and not block.head.player:
            problems.append(_nobodys(block, file, physical))
        elif block.ended:
            sheets.append(_sheet(block, file))
        else:
            problems.append(_broken(block, file, physical))
    problems += _outside(physical, blocks, file, bool(sheets), kinds)
    return Found(tuple(sheets), tuple(problems))


def body_lines(data: bytes, file: str) -> tuple[Line, ...]:
    """The lines of a text that has no envelope, read as those of a sheet's body are.

    Faults for a text that is too large, or a line that is too long.
    """
    if len(data) > MOST_BYTES:
        raise Faults(_too_much(file, f"{len(data):,} bytes", f"{MOST_BYTES:,}"))
    raw = lines_of(decode(data)[0])
    if len(raw) > MOST_LINES:
        raise Faults(_too_much(file, f"{len(raw):,} lines", f"{MOST_LINES:,}"))
    long = [n for n, line in enumerate(raw, 1) if len(line) > MOST_SIGNS]
    if long:
        raise Faults(*(_too_long(file, number, len(raw[number - 1])) for number in long))
    body = [_Physical(number, line, clean(line)) for number, line in enumerate(raw, 1)]
    return tuple(_logical(body, file))


def envelope(kind: str, campaign: str, mailing: str, player: str, password: str, body: str) -> str:
    """A whole sheet: head, PASS line if there is a password, body, END."""
    name = f'"{campaign}"' if " " in campaign else campaign
    turn, _, battle = mailing.partition("/")
    place, _, round = battle.partition("/")
    when = f"{turn}  {place} round {round}" if round else mailing
    lines = [f"{kind}  {name}  turn {when}  for {player}"]
    if password:
        lines.append(f"PASS    {password}")
    return "\n".join([*lines, "", body.strip("\n"), "", "END", ""])


def _whose(block: _Block) -> tuple[str, str, str]:
    head = block.head
    return head.kind.name, folded(head.campaign), folded(head.player)


def _owned(blocks: Sequence[_Block]) -> list[_Block]:
    """The blocks, those that name no player given to the one whom the others name."""
    named = {folded(block.head.player): block.head.player for block in blocks if block.head.player}
    if len(named) == 1:
        for block in blocks:
            block.head = replace(block.head, player=block.head.player or next(iter(named.values())))
    return list(blocks)


def _stripped(line: _Physical, depth: int) -> _Physical | None:
    """The line without that many quote marks; None if it has fewer and is not blank."""
    if not depth:
        return line
    text = line.clean.text
    at = 0
    for _ in range(depth):
        mark = _QUOTE.match(text, at)
        if mark is None:
            return None if text[at:].strip() else replace(line, clean=Clean("", ()))
        at = mark.end()
    return replace(line, clean=Clean(text[at:], line.clean.columns[at:], line.clean.changes))


def _blocks(physical: Sequence[_Physical], kinds: Sequence[SheetKind]) -> Iterator[_Block]:
    """Head lines with what belongs to them, in the order of the text."""
    block: _Block | None = None
    ends = {"SHEET", *(kind.name for kind in kinds)}
    for index, line in enumerate(physical):
        head = _head_of(line, kinds)
        if head is not None and (block is None or head[1] <= block.depth):
            if block is not None:
                yield block
            block = _Block(head[0], head[1], line.number, [], line.number)
            if head[0].text >= 0:
                block.lines.append(_from(line, head[2] + head[0].text))
            continue
        if block is None:
            continue
        inner = _stripped(physical[index], block.depth)
        if inner is None:
            block.broken = line.number
            yield block
            block = None
            continue
        end = _END.match(_without_remark(inner.clean.text)[0])
        block.last = line.number
        if end and (end["kind"] or "SHEET").upper() in ends:
            block.ended = True
            yield block
            block = None
            continue
        block.lines.append(inner)
    if block is not None:
        yield block


def _head_of(line: _Physical, kinds: Sequence[SheetKind]) -> tuple[Head, int, int] | None:
    """The head a line is, how deep it is quoted, and where it begins behind the quote marks."""
    text = line.clean.text
    if "turn" not in text.casefold():
        return None
    depth = at = 0
    while mark := _QUOTE.match(text, at):
        depth, at = depth + 1, mark.end()
    head = head_of(_without_remark(text)[0][at:], kinds)
    return (head, depth, at) if head is not None else None


def _from(line: _Physical, at: int) -> _Physical:
    """The line from a sign on."""
    return replace(line, clean=Clean(line.clean.text[at:], line.clean.columns[at:]))


def _without_remark(text: str) -> tuple[str, bool]:
    """The line up to a ``#`` that stands outside "..."; an unclosed quote protects nothing."""
    at = text.find("#")
    if at < 0:
        return text, False
    if '"' not in text:
        return text[:at], True
    at = 0
    while at < len(text):
        if text[at] == "#":
            return text[:at], True
        if text[at] == '"':
            close = text.find('"', at + 1)
            at = close if close >= 0 else at
        at += 1
    return text, False


def _sheet(block: _Block, file: str) -> Sheet:
    head = block.head
    kind = head.kind.name
    free = head.kind == MESSAGE
    body: list[_Physical] = []
    remarks: list[Problem] = []
    password = word = phrase = ""
    absent = 0
    changes: Counter[str] = Counter()
    for line in block.lines:
        given = _PASS.match(line.clean.text)
        goes_on = bool(body) and body[-1].clean.text.rstrip().endswith(_GOES_ON)
        if not free and not goes_on and (said := word_in(line.clean.text)):
            word = said
            continue
        if not free and not goes_on and (until := absent_until(line.clean.text)):
            absent = until
            continue
        words = _PHRASE.match(_without_remark(line.clean.text)[0])
        if not free and not goes_on and words is not None:
            phrase = _phrase(words["phrase"], phrase, Span(file, line.number), remarks)
            continue
        if len(line.raw) > MOST_SIGNS and not (free and not block.depth):
            remarks.append(_too_long(file, line.number, len(line.raw)))
        elif given is None or (free and body):
            body.append(line)
            if line.clean.changes and not free:
                changes += line.clean.changes
        elif not given["password"] or (password and password != given["password"]):
            fault = "a second PASS line was ignored" if password else "the PASS line is empty"
            remarks.append(Problem(Severity.WARNING, fault, Span(file, line.number)))
        else:
            password = given["password"]
    span = Span(file, block.first, 1, 1, "")
    remarks += [
        _note(f"made plain: {what} ({count})", span) for what, count in sorted(changes.items())
    ]
    return Sheet(
        kind=kind,
        campaign=head.campaign,
        mailing=head.mailing,
        player=head.player,
        password=password,
        lines=tuple(_as_typed(body, file) if free else _logical(body, file)),
        span=span,
        file=file,
        remarks=tuple(remarks),
        key=head.key,
        word=word,
        absent=absent,
        phrase=phrase,
    )


def _phrase(words: str | None, before: str, span: Span, remarks: list[Problem]) -> str:
    """The phrase after one more PHRASE line, with a remark on a line that does not count."""
    given = shown(" ".join((words or "").split()))
    if not given:
        fault, reason = "the PHRASE line is empty", ""
    elif len(given) > MOST_IN_PHRASE:
        fault = f"the phrase is too long: {len(given)} signs"
        reason = f"At most {MOST_IN_PHRASE} are taken; it does not count"
    elif before and before != given:
        fault, reason = "a second PHRASE line was ignored", f'The first was "{before}"'
    else:
        return given
    remarks.append(Problem(Severity.WARNING, fault, span, reason))
    return before


def _as_typed(body: Sequence[_Physical], file: str) -> Iterator[Line]:
    """Lines as they were typed, but for quote marks and signs that a screen would obey."""
    for line in body:
        begins = line.clean.columns[0] if line.clean.columns else 1
        long = len(line.raw) > MOST_SIGNS
        text = shown(line.raw[begins - 1 :]) if line.clean.columns or long else ""
        pieces = ((line.number, range(begins, begins + len(text))),)
        yield Line(line.number, text, pieces, ((line.number, shown(line.raw)),), file)


def _logical(body: Sequence[_Physical], file: str) -> Iterator[Line]:
    """Remarks cut, blank lines skipped, lines that go on joined by one blank."""
    waiting: Line | None = None
    for line in body:
        text = line.clean.text
        if "#" in text:
            text = _without_remark(text)[0]
        bare = text.strip()
        if not bare:
            continue
        start = text.index(bare[0])
        goes_on = bare.endswith(_GOES_ON)
        if bare.endswith("\\"):
            bare = bare[:-1].rstrip()
            if not bare:
                continue
        columns = line.clean.columns[start : start + len(bare)]
        typed = ((line.number, shown(line.raw)),)
        if waiting is None:
            now = Line(line.number, bare, ((line.number, columns),), typed, file, start > 0)
        else:
            now = replace(
                waiting,
                text=f"{waiting.text} {bare}",
                pieces=(*_joined(waiting.pieces), (line.number, columns)),
                typed=waiting.typed + typed,
            )
        if goes_on and len(now.typed) < MOST_JOINED:
            waiting = now
        else:
            waiting = None
            yield now
    if waiting is not None:
        yield waiting


def _joined(
    pieces: tuple[tuple[int, Sequence[int]], ...],
) -> tuple[tuple[int, Sequence[int]], ...]:
    """The pieces with the blank that joins a line to what follows; it stands where the last is."""
    number, columns = pieces[-1]
    return (*pieces[:-1], (number, (*columns, columns[-1])))


def _note(fault: str, span: Span | None, reason: str = "") -> Problem:
    return Problem(Severity.NOTE, fault, span, reason)


def _too_much(file: str, size: str, most: str) -> Problem:
    return invalid(
        f"the text is too long: {size}",
        Span(file, 1),
        reason=f"At most {most} are read",
        outcome="No sheet was taken from it",
        remedy="Send the sheet as plain text by itself",
    )


def _too_long(file: str, number: int, length: int) -> Problem:
    return invalid(
        f"line {number} is too long: {length:,} signs",
        Span(file, number),
        reason=f"At most {MOST_SIGNS:,} are read",
        outcome="The line was not read",
        remedy="Break it after a comma",
    )


def _broken(block: _Block, file: str, physical: Sequence[_Physical]) -> Problem:
    kind = block.head.kind.name
    if block.broken and block.depth:
        text = shown(physical[block.broken - 1].raw)
        return invalid(
            f"the {kind} sheet of line {block.first} is quoted only in part",
            Span(file, block.broken, 1, len(text), text),
            reason='The lines before this one begin with ">", this one does not',
            outcome="The sheet was not used",
            remedy='Send it again without the ">" before its lines',
        )
    return invalid(
        f"the {kind} sheet of line {block.first} has no END",
        Span(file, block.first, 1, 1, ""),
        reason="So its last lines may be missing",
        outcome="The sheet was not used",
        remedy="Send it again, with END alone on its last line",
    )


def _outside(
    physical: Sequence[_Physical],
    blocks: Sequence[_Block],
    file: str,
    found: bool,
    kinds: Sequence[SheetKind],
) -> list[Problem]:
    """Says which lines were not part of any sheet; looks for a head that was written wrongly."""
    inside = {number for block in blocks for number in range(block.first, block.last + 1)}
    outside = [line for line in physical if line.number not in inside and line.clean.text.strip()]
    problems: list[Problem] = []
    if not found:
        problems = [problem for line in outside if (problem := _bad_head(line, file, kinds))]
        if not problems and not blocks:
            problems.append(
                invalid(
                    "there is no order sheet in this text",
                    Span(file, 1),
                    reason=f"A sheet begins with a line such as  {HEAD_FORM}  and ends with END",
                    outcome="Nothing was read",
                )
            )
    if outside and (found or blocks):
        numbers = _ranges([line.number for line in outside])
        lines, were = ("lines", "were") if len(outside) > 1 else ("line", "was")
        fault = f"{lines} {numbers} outside the sheet {were} ignored"
        problems.append(_note(fault, Span(file, outside[0].number)))
    return problems


def _bad_head(line: _Physical, file: str, kinds: Sequence[SheetKind]) -> Problem | None:
    text = line.clean.text.strip("> ")
    words = text.split()
    if len(words) < 2:
        return None
    kind = words[0].upper()
    names = [kind.name for kind in kinds]
    span = Span(file, line.number, 1, len(line.raw), shown(line.raw))
    if kind not in names and looks_like_head(text):
        near = difflib.get_close_matches(kind, names, 1)
        return invalid(
            f'"{words[0]}" is no kind of sheet of this game',
            span,
            reason=f"The kinds are {', '.join(names)}",
            outcome="The sheet was not read",
            remedy=f"Did you mean {near[0]}?" if near else "",
        )
    if kind in names and head_of(text, kinds) is None and words[0].isupper():
        return invalid(
            "the head of this sheet is not understood",
            span,
            reason=f"A head reads  {head_form(kind)}",
            outcome="The sheet was not read",
        )
    return None


def _nobodys(block: _Block, file: str, physical: Sequence[_Physical]) -> Problem:
    text = shown(physical[block.first - 1].raw)
    return invalid(
        f"this {block.head.kind.name} sheet does not say whose it is",
        Span(file, block.first, 1, len(text), text),
        reason="No other sheet of the text says it for it, or several do",
        outcome="The sheet was not used",
        remedy="Write  for  and your name behind the turn",
    )


def _ranges(numbers: Sequence[int]) -> str:
    """Line numbers as 1-3, 7; the first dozen of them."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [str(a) if a == b else f"{a}-{b}" for a, b in runs]
    return ", ".join(parts[:12]) + (" and more" if len(parts) > 12 else "")
