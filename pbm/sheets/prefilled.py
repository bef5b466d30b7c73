"""Recognize a prefilled sheet that came back unchanged.

A prefilled sheet has a line with two hashes of its contents below its head:

    PREFILLED 0123456789abcdef

The first half is a hash of its lines, the second of its lines without remarks. Blanks, line
breaks and the pass are left out of both, so a mail program that wraps, indents or quotes the
sheet changes neither.
"""

import hashlib
import re
from collections.abc import Iterable

from pbm.sheets.blocks import without_remark

_HALF = 8  # hexadecimal digits
_MARK = re.compile(rf"PREFILLED:?([0-9a-f]{{{_HALF}}})([0-9a-f]{{{_HALF}}})")
_PASS = re.compile(r"PASS:?(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}")
_LINE = re.compile(r"\s*+PREFILLED(?:\s*+:)?+(?:\s++([0-9a-f]*+))?+\s*+\Z")
_DIGITS = re.compile(r"\s*+([0-9a-f]++)\s*+\Z")


def prefilled_line(lines: Iterable[str]) -> str:
    """The PREFILLED line of a sheet with these body lines."""
    kept = list(lines)
    bare = (without_remark(line)[0] for line in kept)
    return f"PREFILLED {_hash(_squeezed(kept))}{_hash(_squeezed(bare))}"


def is_unchanged(lines: Iterable[str]) -> bool:
    """True for the body of a prefilled sheet if at most its remarks were changed."""
    kept = list(lines)
    whole = _squeezed(kept)
    found = _MARK.search(whole)
    if found is None:
        return False
    bare = _squeezed(without_remark(line)[0] for line in kept)
    return _hash(_MARK.sub("", whole)) == found[1] or _hash(_MARK.sub("", bare)) == found[2]


def is_mark(line: str, before: str | None) -> bool:
    """True for a PREFILLED line, and for the rest of one that was wrapped in a mail."""
    if _LINE.match(line):
        return True
    begun = _LINE.match(before or "")
    rest = _DIGITS.match(line)
    return bool(begun and rest and len((begun[1] or "") + rest[1]) == 2 * _HALF)


def _squeezed(lines: Iterable[str]) -> str:
    return _PASS.sub("", "".join("\n".join(lines).split()))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_HALF]
