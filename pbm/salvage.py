"""What can still be read of a line that is not understood whole.

Orders in one line stand between semicolons; one that is not understood is blanked, so that the
places of the others stay what they were, and the rest is parsed again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from pbm.grammar import LineParser
from pbm.misread import Misread

# What keeps a sign from dividing two orders.
_SHUT = re.compile(r'"[^"]*"|\([^()]*\)')
# A header, with its colon.
_HEADER = re.compile(r"\s*(?:space)?(?:ships?|battlecraft|missiles?|all|fleet)\b[^:;]*:", re.I)
# A condition before its order, up to where that begins; it counts for the orders behind it too.
_LEADING = re.compile(r"\s*(?:(?:commands?|battle)\s*:?)?\s*(?:if|unless)\b", re.I)
_THEN = re.compile(r":|\bthen\b", re.I)
_ELSE = re.compile(r"\s*(?:\w+\s+)?else\b", re.I)
# Words that count for the orders behind them too, where those do not say it themselves.
_VERB = re.compile(r"\s*(?:att\w*|def\w*)", re.I)


def salvaged(
    parser: LineParser, text: str, names: Collection[str], whole: Misread
) -> tuple[list[Misread], Any]:
    """The faults of a line that was misread whole, and what the rest of it says (or None)."""
    faults: list[Misread] = []
    found: Any = whole
    while isinstance(found, Misread):
        faults.append(replace(found, part=True))
        tried = _without(parser, text, names, found)
        if tried is None:
            return [whole], None
        text, found = tried
    return faults, found


def _without(
    parser: LineParser, text: str, names: Collection[str], fault: Misread
) -> tuple[str, Any] | None:
    """The line without the order that is at fault, and its parse; None if nothing is left."""
    start, end = next(
        (start, end) for start, end in list(_orders(text)) if fault.start <= end or end == len(text)
    )
    for keep in _kept(text, start, min(fault.start, end)):
        after = min(end + 1, len(text))
        shorter = f"{text[:keep]}{' ' * (after - keep)}{text[after:]}"
        if shorter == text or not shorter.strip():
            continue
        found = parser.parse(shorter, names)
        if not isinstance(found, Misread) or found.start > end:
            return shorter, found
    return None


def _orders(text: str) -> Iterator[tuple[int, int]]:
    """Where the orders of a line begin and end."""
    flat = _SHUT.sub(lambda shut: "_" * len(shut.group()), text)
    start = 0
    for part in flat.split(";"):
        yield start, start + len(part)
        start += len(part) + 1


def _kept(text: str, start: int, fault: int) -> Iterator[int]:
    """Up to where an order may be kept, the longest first, that the others lose nothing by it."""
    before = text[start:fault]
    if (header := _HEADER.match(before)) is not None:
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
    verb = _VERB.match(before)
    if verb is not None:
        yield start + verb.end()
    yield start
