"""What can still be read of a line that is not understood whole.

Orders in one line stand between semicolons; one that is not understood is blanked, so that the
places of the others stay what they were, and the rest is parsed again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault

# What keeps a character from dividing two orders.
_SHUT = re.compile(r'"[^"]*"|\([^()]*\)')
# Blanks are taken once and for all (*+); else a long row of them is gone through again and again.
# A condition before its order, up to where that begins; it counts for the orders behind it too.
_LEADING = re.compile(r"\s*+(?:(?:commands?|battle)\s*+:?)?\s*+(?:if|unless)\b", re.I)
_THEN = re.compile(r":|\bthen\b", re.I)
_NEVER = "(?!)"
_ELSE = re.compile(r"\s*+(?:\w++\s++)?else\b", re.I)


@cache
def _header(words: tuple[str, ...]) -> re.Pattern[str]:
    """A header, with its colon."""
    return re.compile(rf"\s*+(?:{'|'.join(words) or _NEVER})\b[^:;]*:", re.I)


@cache
def _verb(beginnings: tuple[str, ...]) -> re.Pattern[str]:
    """A word that counts for the orders behind it too, where those do not say it themselves."""
    return re.compile(rf"\s*+(?:{'|'.join(beginnings) or _NEVER})\w*", re.I)


@dataclass(slots=True)
class Tries:
    """How many characters of a sheet's lines may be parsed again to see what else could be read.

    A few faulty orders need hardly any; a text of a megabyte that is no sheet would
    need hours.
    """

    characters: int

    def may(self, text: str) -> bool:
        """True if this may be tried too; then it counts."""
        if len(text) > self.characters:
            return False
        self.characters -= len(text)
        return True


def recovered(
    parser: LineParser, text: str, names: Collection[str], whole: SyntaxFault, tries: Tries
) -> tuple[list[SyntaxFault], Any]:
    """The faults of a line with a syntax error, and what the rest of it says (or None).

    Where no more ``tries`` may be made the whole line stays unread.
    """
    faults: list[SyntaxFault] = []
    found: Any = whole
    while isinstance(found, SyntaxFault):
        faults.append(replace(found, part=True))
        tried = _without(parser, text, names, found) if tries.may(text) else None
        if tried is None:
            return [whole], None
        text, found = tried
    return faults, found


def _without(
    parser: LineParser, text: str, names: Collection[str], fault: SyntaxFault
) -> tuple[str, Any] | None:
    """The line without the order that is at fault, and its parse; None if nothing is left."""
    start, end = next(
        (start, end) for start, end in list(_orders(text)) if fault.start <= end or end == len(text)
    )
    for keep in _kept(parser, text, start, min(fault.start, end)):
        after = min(end + 1, len(text))
        shorter = f"{text[:keep]}{' ' * (after - keep)}{text[after:]}"
        if shorter == text or not shorter.strip():
            continue
        found = parser.parse(shorter, names)
        if not isinstance(found, SyntaxFault) or found.start > end:
            return shorter, found
    return None


def _orders(text: str) -> Iterator[tuple[int, int]]:
    """Where the orders of a line begin and end."""
    flat = _SHUT.sub(lambda shut: "_" * len(shut.group()), text)
    start = 0
    for part in flat.split(";"):
        yield start, start + len(part)
        start += len(part) + 1


def _kept(parser: LineParser, text: str, start: int, fault: int) -> Iterator[int]:
    """Up to where an order may be kept, the longest first, that the others lose nothing by it."""
    before = text[start:fault]
    if (header := _header(parser.headers).match(before)) is not None:
        yield start + header.end()
        return
    follower = text[text.find(";", fault) + 1 :] if ";" in text[fault:] else ""
    if _ELSE.match(follower) or _ELSE.match(text, start):
        return
    if _LEADING.match(text, start):
        colons = list(_THEN.finditer(before))
        if colons:
            yield start + colons[0].end()
        return
    verb = _verb(parser.verbs).match(before)
    if verb is not None:
        yield start + verb.end()
    yield start
