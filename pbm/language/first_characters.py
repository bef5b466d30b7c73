"""What the words that a pattern matches may begin with: a line tries few patterns in a place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lark.utils import sre_parse  # type: ignore[attr-defined]  # its place differs by Python


def begins(pattern: str) -> str | None:
    """The ASCII characters, in either case, that what a pattern matches may begin with.

    None where any may.
    """
    found = _first(sre_parse.parse(pattern))
    if found is None:
        return None
    either = {*map(str.lower, found), *map(str.upper, found)}
    return "".join(sorted(filter(str.isascii, either)))


def _first(pattern: Iterable[tuple[Any, Any]]) -> set[str] | None:
    """What matches of a parsed pattern may begin with; None if they may be empty, or anything."""
    found: set[str] = set()
    for kind, part in pattern:
        match str(kind), part:
            case "ASSERT" | "ASSERT_NOT" | "AT", _:
                continue
            case "LITERAL", code:
                first: set[str] | None = {chr(code)}
            case "IN", choices:
                first = _joined([_characters(one) for one in choices])
            case "BRANCH", (_, branches):
                first = _joined([_first(one) for one in branches])
            case "SUBPATTERN", (*_flags, inner):
                first = _first(inner)
            case "MAX_REPEAT", (least, _most, inner):
                first = _first(inner)
                if not least and first is not None:
                    found |= first
                    continue
            case _:
                first = None
        return _joined([found, first])
    return None


def _characters(choice: tuple[Any, Any]) -> set[str] | None:
    """The characters that one choice of many stands for; None for a class of them."""
    match str(choice[0]), choice[1]:
        case "LITERAL", code:
            return {chr(code)}
        case "RANGE", (least, most):
            return set(map(chr, range(least, most + 1)))
    return None


def _joined(parts: Sequence[set[str] | None]) -> set[str] | None:
    return None if None in parts else set().union(*filter(None, parts))
