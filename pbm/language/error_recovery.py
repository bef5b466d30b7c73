"""Read what can still be read of a line with a syntax error.

Semicolons separate the orders of a line. An order that is not understood is blanked, so that
the others keep their places, and the rest is parsed again.
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault

# Inside quotes or brackets a semicolon separates nothing.
_SHUT = re.compile(r'"[^"]*"|\([^()]*\)')
# Possessive quantifiers (*+) for blanks: without them a long run of blanks is scanned again and
# again. A condition before its order, up to where that order begins; it counts for those after
# it too.
_LEADING = re.compile(r"\s*+(?:(?:commands?|battle)\s*+:?)?\s*+(?:if|unless)\b", re.I)
_THEN = re.compile(r":|\bthen\b", re.I)
_NEVER = "(?!)"
_ELSE = re.compile(r"\s*+(?:\w++\s++)?else\b", re.I)


@cache
def _header(words: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern of a header such as ``SHIP B1:``, with its colon."""
    return re.compile(rf"\s*+(?:{'|'.join(words) or _NEVER})\b[^:;]*:", re.I)


@cache
def _verb(beginnings: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern of a verb that counts for later orders of the line that have none."""
    return re.compile(rf"\s*+(?:{'|'.join(beginnings) or _NEVER})\w*", re.I)


class Tries(Struct):
    """A sheet's allowance of characters to parse again after syntax errors.

    A few faulty orders need hardly any; a megabyte of text that is not a sheet would need hours.
    """

    characters: int

    def may(self, text: str) -> bool:
        """True if the allowance covers this text, which is then deducted from it."""
        if len(text) > self.characters:
            return False
        self.characters -= len(text)
        return True


def recovered(
    parser: LineParser, text: str, names: Collection[str], whole: SyntaxFault, tries: Tries
) -> tuple[list[SyntaxFault], Any]:
    """The faults of a line with a syntax error, and the parse of the rest (or None).

    When ``tries`` are used up the whole line stays unread.
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
    """The line without its faulty order, and its parse; None if nothing is left."""
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
    """The start and end of each order in a line."""
    flat = _SHUT.sub(lambda shut: "_" * len(shut.group()), text)
    start = 0
    for part in flat.split(";"):
        yield start, start + len(part)
        start += len(part) + 1


def _kept(parser: LineParser, text: str, start: int, fault: int) -> Iterator[int]:
    """Ends of the part of a faulty order that the others need, the longest part first."""
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
