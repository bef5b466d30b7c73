"""Split a text into its lines as typed, and into blocks from a head line to END."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pbm.kit.records import Record
from pbm.kit.text import Clean
from pbm.sheets.kinds import MESSAGE, Head, SheetKind, head_of


class Physical(Record):
    """A line of the text: its number, its characters as typed, and the same cleaned."""

    number: int
    raw: str
    clean: Clean


class Block(Struct):
    """A head line and the lines after it, up to END (``ended``) or its breaking off."""

    head: Head
    depth: int
    first: int
    lines: list[Physical]
    last: int
    ended: bool = False
    broken: int = 0


# Possessive quantifiers (*+) for blanks: without them a long run of blanks is scanned again and
# again.
# Behind END there may be a full stop or a picture, in front of it nothing.
_END = re.compile(r"\s*+END(?:\s++OF\s++(?P<kind>[^\W\d_]+))?\s*+[^\w\s]{0,8}\s*+\Z", re.IGNORECASE)


QUOTE = re.compile(r"\s{0,3}>\s?")
QUOTES = re.compile(rf"(?:{QUOTE.pattern})*")


def _stripped(line: Physical, depth: int) -> Physical | None:
    """The line without ``depth`` quote marks; None if it has fewer and is not blank."""
    text = line.clean.text
    at = 0
    for _ in range(depth):
        mark = QUOTE.match(text, at)
        if mark is None:
            return None if text[at:].strip() else replace(line, clean=Clean("", ()))
        at = mark.end()
    return replace(line, clean=Clean(text[at:], line.clean.columns[at:], line.clean.changes))


_GOES_ON = re.compile(r"\s{0,3}(?:for|by|from)\s+\S", re.IGNORECASE)


def whole_heads(physical: Sequence[Physical], kinds: Sequence[SheetKind]) -> list[Physical]:
    """The lines, with heads joined that a mail program broke before their player."""
    lines = list(physical)
    for at, (line, below) in enumerate(pairwise(lines)):
        if "turn" not in line.clean.text.casefold():
            continue
        marks = QUOTES.match(below.clean.text)
        start = marks.end() if marks else 0
        if not _GOES_ON.match(below.clean.text[start:]):
            continue
        text = f"{line.clean.text} {below.clean.text[start:]}"
        columns = (*line.clean.columns, 1, *below.clean.columns[start:])
        joined = replace(line, clean=Clean(text, columns, line.clean.changes))
        if _head_of(line, kinds) is None and _head_of(joined, kinds) is not None:
            lines[at : at + 2] = [joined, replace(below, clean=Clean("", ()))]
    return lines


def blocks_of(physical: Sequence[Physical], kinds: Sequence[SheetKind]) -> Iterator[Block]:
    """The blocks of a text, each where it ends.

    A message may stand inside another sheet: the sheet goes on behind the message's END. Without
    an END of its own it ended where the message begins.
    """
    block: Block | None = None
    outer: Block | None = None
    before = 0
    ends = {"SHEET", *(kind.name for kind in kinds)}
    for index, line in enumerate(physical):
        head = _head_of(line, kinds)
        if head is not None and (block is None or head[1] <= block.depth):
            is_message = head[0].kind.name == MESSAGE.name
            if block is not None and is_message and block.head.kind.name != MESSAGE.name:
                outer, before = block, len(block.lines)
            elif block is not None:
                yield from _left(block, outer, before)
                outer = None
            block = Block(head[0], head[1], line.number, [], line.number)
            if head[0].text >= 0:
                block.lines.append(_from(line, head[2] + head[0].text))
            continue
        if block is None:
            continue
        inner = _stripped(physical[index], block.depth) if block.depth else physical[index]
        if inner is None:
            block.broken = line.number
            yield from _left(block, outer, before)
            block = outer = None
            continue
        text = inner.clean.text
        end = _END.match(text if "#" not in text else without_remark(text)[0])
        block.last = line.number
        if end and (end["kind"] or "SHEET").upper() in ends:
            block.ended = True
            yield block
            block = None if block is outer else outer
            outer = outer if block is not None else None
            continue
        block.lines.append(inner)
    if block is not None:
        yield from _left(block, outer, before)


def _left(block: Block, outer: Block | None, before: int) -> Iterator[Block]:
    """The blocks left open: one, or a message and the sheet around it.

    A sheet behind whose message no END came ended ``before`` the message.
    """
    if block is outer:
        block.ended = True
        del block.lines[before:]
    elif outer is not None:
        yield outer
    yield block


def _head_of(line: Physical, kinds: Sequence[SheetKind]) -> tuple[Head, int, int] | None:
    """The head on a line, its depth of quoting, and its start after the quote marks."""
    text = line.clean.text
    if "turn" not in text.casefold():
        return None
    depth = at = 0
    while mark := QUOTE.match(text, at):
        depth, at = depth + 1, mark.end()
    head = head_of(without_remark(text)[0][at:], kinds)
    return (head, depth, at) if head is not None else None


def _from(line: Physical, at: int) -> Physical:
    """The line from a character onwards."""
    return replace(line, clean=Clean(line.clean.text[at:], line.clean.columns[at:]))


def without_remark(text: str) -> tuple[str, bool]:
    """The line up to a ``#`` outside quotes, and whether it has one.

    A quote that is not closed protects nothing.
    """
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
