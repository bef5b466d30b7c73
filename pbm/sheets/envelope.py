"""Find order sheets in any text: one envelope for the sheets of all games.

    ORDERS  eridani  turn 3  for Laidley
    PASS    K7QM-2XPA-91TD-0G4H
    PHRASE  any words                # on a set-up sheet, if the dice are sealed
    ...
    END

`find_sheets` takes any bytes. All it knows of a game is the kinds of its sheets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from pbm.kit.problems import Faults, Problem, Span, warning
from pbm.kit.records import Record
from pbm.kit.text import clean, decode, folded, lines_of, shown
from pbm.sheets.blocks import Block, Physical, blocks_of, whole_heads, without_remark
from pbm.sheets.directives import absent_until, word_in
from pbm.sheets.envelope_faults import (
    MOST_BYTES,
    MOST_CHARACTERS,
    MOST_LINES,
    broken_envelope,
    note_on,
    outside_fault,
    too_long,
    too_much,
    unchanged_sheet,
    without_player,
)
from pbm.sheets.kinds import ANY_HEAD, COMMON_KINDS, MESSAGE, HeadExample, SheetKind
from pbm.sheets.line import Line
from pbm.sheets.prefilled import is_mark, is_unchanged, prefilled_line

MOST_JOINED = 100


class Sheet(Record):
    """One sheet as found in a text: envelope and body lines.

    ``key`` is the last part of its head, as written (the recipient of a message). ``beside`` are
    its player's sheets of the kinds that are read before its own. ``word`` is WAIT, FINAL or "";
    ``absent`` the turn until which its player sends no sheets, or 0; ``phrase`` the words the
    player adds to sealed dice.
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
        """True for a message to people, which no game reads."""
        return self.kind == MESSAGE.name


class FoundSheets(Record):
    """All sheets of a text, in order, and the problems of the text as a whole.

    ``unchanged`` are prefilled sheets that came back as they were sent out; they do not count.
    """

    sheets: tuple[Sheet, ...]
    problems: tuple[Problem, ...] = ()
    unchanged: tuple[Sheet, ...] = ()


def _line_of(word: str) -> re.Pattern[str]:
    """A pattern of a line with this word and the text after it, if any."""
    given = r"(?:\s++|\s*+:\s*+)(?P<text>\S(?:.*\S)?)\s*+\Z"
    return re.compile(rf"\s*+{word}(?:{given}|\s*+:?\s*+\Z)", re.I)


_PASS, _PHRASE = _line_of("PASS"), _line_of("PHRASE")
# What begins every line that is more than a line of the body; few lines do.
_IS_NO_ORDER = re.compile(
    r"\s*+(?:PASS|PHRASE|WAIT|FINAL|ABSENT|PREFILLED|[0-9a-f]++\s*+\Z)", re.I
).match
MOST_IN_PHRASE = 200
GOES_ON = (",", ";", ">", "(", "\\")


def find_sheets(
    data: bytes,
    file: str,
    kinds: Sequence[SheetKind] = COMMON_KINDS,
    example: HeadExample = ANY_HEAD,
) -> FoundSheets:
    """Every sheet in these bytes, and all problems; never an exception.

    ``file`` is the name of the text in messages, ``kinds`` are the kinds of sheets looked for,
    ``example`` is the head that messages show. A head without a player belongs to the player
    whom all other heads name.
    """
    if len(data) > MOST_BYTES:
        return FoundSheets((), (too_much(file, f"{len(data):,} bytes", f"{MOST_BYTES:,}"),))
    text, encoding = decode(data)
    raw = lines_of(text)
    if len(raw) > MOST_LINES:
        return FoundSheets((), (too_much(file, f"{len(raw):,} lines", f"{MOST_LINES:,}"),))
    read_as = note_on(f"the text was read as {encoding}", Span(file, 1))
    problems = [] if encoding == "UTF-8" else [read_as]
    physical = [
        Physical(number, line, clean(line if len(line) <= MOST_CHARACTERS else ""))
        for number, line in enumerate(raw, 1)
    ]
    physical = whole_heads(physical, kinds)
    blocks = _owned(sorted(blocks_of(physical, kinds), key=lambda block: block.first))
    same = [
        block.ended and is_unchanged(line.clean.text for line in block.lines) for block in blocks
    ]
    depths: dict[tuple[str, str, str], int] = {}
    for block, is_same in zip(blocks, same, strict=True):
        if block.ended and not is_same:
            key = _addressed(block)
            depths[key] = min(block.depth, depths.get(key, block.depth))
    sheets: list[Sheet] = []
    unchanged: list[Sheet] = []
    for block, is_same in zip(blocks, same, strict=True):
        quoted_copy = block.depth > depths.get(_addressed(block), block.depth)
        if is_same:
            problems.append(unchanged_sheet(block, file, physical, blocks))
            unchanged.append(_sheet(block, file))
        elif quoted_copy:
            fault = f"the quoted {block.head.kind.name} sheet was ignored"
            reason = "The same text has one that is not quoted"
            problems.append(note_on(fault, Span(file, block.first), reason))
        elif block.ended and not block.head.player:
            problems.append(without_player(block, file, physical))
        elif block.ended:
            sheets.append(_sheet(block, file))
        else:
            problems.append(broken_envelope(block, file, physical))
    problems += outside_fault(physical, blocks, file, bool(sheets), kinds, example)
    return FoundSheets(tuple(sheets), tuple(problems), tuple(unchanged))


def body_lines(data: bytes, file: str) -> tuple[Line, ...]:
    """The lines of a text without an envelope, read like the body of a sheet.

    Raises Faults for a text that is too large or has a line that is too long.
    """
    if len(data) > MOST_BYTES:
        raise Faults(too_much(file, f"{len(data):,} bytes", f"{MOST_BYTES:,}"))
    raw = lines_of(decode(data)[0])
    if len(raw) > MOST_LINES:
        raise Faults(too_much(file, f"{len(raw):,} lines", f"{MOST_LINES:,}"))
    if long := [n for n, line in enumerate(raw, 1) if len(line) > MOST_CHARACTERS]:
        raise Faults(*(too_long(file, number, len(raw[number - 1])) for number in long))
    body = [Physical(number, line, clean(line)) for number, line in enumerate(raw, 1)]
    return tuple(_logical(body, file))


def envelope(
    kind: str,
    campaign: str,
    mailing: str,
    player: str,
    password: str,
    body: str,
    *,
    prefilled: bool = False,
) -> str:
    """A whole sheet: head, PASS line if there is a password, body, END.

    ``prefilled`` adds the line that identifies it if it comes back unchanged.
    """
    name = f'"{campaign}"' if " " in campaign else campaign
    turn, _, battle = mailing.partition("/")
    place, _, round = battle.partition("/")
    when = f"{turn}  {place} round {round}" if round else mailing
    lines = [f"{kind}  {name}  turn {when}  for {player}"]
    if password:
        lines.append(f"PASS    {password}")
    if prefilled:
        lines.append(prefilled_line(clean(line).text for line in lines_of(body)))
    return "\n".join([*lines, "", body.strip("\n"), "", "END", ""])


def without_pass(text: str) -> str:
    """The sheets of a text without their PASS lines, to be shown to others."""
    return "\n".join(line for line in text.split("\n") if not _PASS.match(clean(line).text))


def _addressed(block: Block) -> tuple[str, str, str]:
    head = block.head
    return head.kind.name, folded(head.campaign), folded(head.player)


def _owned(blocks: Sequence[Block]) -> list[Block]:
    """The blocks; those without a player go to the one player the others name, if any."""
    named = {folded(block.head.player): block.head.player for block in blocks if block.head.player}
    if len(named) == 1:
        for block in blocks:
            block.head = replace(block.head, player=block.head.player or next(iter(named.values())))
    return list(blocks)


def _sheet(block: Block, file: str) -> Sheet:
    head = block.head
    kind = head.kind.name
    free = head.kind == MESSAGE
    body: list[Physical] = []
    remarks: list[Problem] = []
    password = word = phrase = ""
    absent = 0
    changes: Counter[str] = Counter()
    before: str | None = None
    for line in block.lines:
        text, above, before = line.clean.text, before, line.clean.text
        if len(line.raw) <= MOST_CHARACTERS and not _IS_NO_ORDER(text):
            body.append(line)
            if line.clean.changes and not free:
                changes += line.clean.changes
            continue
        if not free and is_mark(text, above):
            continue
        given = _PASS.match(text)
        goes_on = bool(body) and body[-1].clean.text.rstrip().endswith(GOES_ON)
        if not free and not goes_on and (said := word_in(text)):
            word = said
            continue
        if not free and not goes_on and (until := absent_until(text)):
            absent = until
            continue
        words = _PHRASE.match(without_remark(text)[0])
        if not free and not goes_on and words is not None:
            phrase = _phrase(words["text"], phrase, Span(file, line.number), remarks)
            continue
        if len(line.raw) > MOST_CHARACTERS and not (free and not block.depth):
            remarks.append(too_long(file, line.number, len(line.raw)))
        elif given is None or (free and body):
            body.append(line)
            if line.clean.changes and not free:
                changes += line.clean.changes
        elif not given["text"] or (password and password != given["text"]):
            fault = "a second PASS line was ignored" if password else "the PASS line is empty"
            remarks.append(warning(fault, Span(file, line.number)))
        else:
            password = given["text"]
    span = Span(file, block.first, 1, 1, "")
    remarks += [
        note_on(f"made plain: {what} ({count})", span) for what, count in sorted(changes.items())
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
    """The phrase after one more PHRASE line; a line that does not count gets a remark."""
    given = shown(" ".join((words or "").split()))
    if not given:
        fault, reason = "the PHRASE line is empty", ""
    elif len(given) > MOST_IN_PHRASE:
        fault = f"the phrase is too long: {len(given)} characters"
        reason = f"At most {MOST_IN_PHRASE} are allowed; it does not count"
    elif before and before != given:
        fault, reason = "a second PHRASE line was ignored", f'The first was "{before}"'
    else:
        return given
    remarks.append(warning(fault, span, reason=reason))
    return before


def _as_typed(body: Sequence[Physical], file: str) -> Iterator[Line]:
    """Lines as typed, without quote marks and without characters a screen would obey."""
    for line in body:
        begins = line.clean.columns[0] if line.clean.columns else 1
        long = len(line.raw) > MOST_CHARACTERS
        text = shown(line.raw[begins - 1 :]) if line.clean.columns or long else ""
        pieces = ((line.number, range(begins, begins + len(text))),)
        yield Line(line.number, text, pieces, ((line.number, shown(line.raw)),), file)


_columns = lru_cache(maxsize=4096)(range)  # most lines of most sheets share them


def _logical(body: Sequence[Physical], file: str) -> Iterator[Line]:
    """Logical lines: remarks cut, blank lines skipped, continuation lines joined."""
    waiting: Line | None = None
    for line in body:
        text = line.clean.text
        if "#" in text:
            text = without_remark(text)[0]
        bare = text.strip()
        if not bare:
            continue
        start = text.index(bare[0])
        goes_on = bare.endswith(GOES_ON)
        if bare.endswith("\\"):
            bare = bare[:-1].rstrip()
            if not bare:
                continue
        is_plain = line.clean.text is line.raw  # nearly always
        columns: Sequence[int] = _columns(start + 1, start + 1 + len(bare))
        if not is_plain:
            columns = line.clean.columns[start : start + len(bare)]
        typed = ((line.number, line.raw if is_plain else shown(line.raw)),)
        if waiting is None:
            now = Line(line.number, bare, ((line.number, columns),), typed, file, start > 0)
        else:
            now = waiting.joined(Line(line.number, bare, ((line.number, columns),), typed, file))
        if goes_on and len(now.typed) < MOST_JOINED:
            waiting = now
        else:
            waiting = None
            yield now
    if waiting is not None:
        yield waiting
