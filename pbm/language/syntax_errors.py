"""Explain a syntax error in words a player knows, never in grammar symbols."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from pbm.kit.english import nearest
from pbm.kit.problems import ANY_NAME
from pbm.kit.records import Record

_WORD = re.compile(r'"[^"]*"?|[\w\'\-]+|[<>=]+|.')
_LAST = re.compile(r"[^\W\d_]{2,}\Z")
_MOST_NAMED = 7
_MOST_DIGITS = 6
# A number with a letter that looks like a digit.
_LIKE_NUMBER = re.compile(r"(?=[OoIl]*[0-9])[0-9OoIl]*[OoIl][0-9OoIl]*\Z|[Oo]\Z")
_DIGITS = str.maketrans("OoIl", "0011")


class SyntaxFault(Record):
    """A syntax error: its place in the line, the fault, the reason and the remedy.

    ``part``: the rest of the line is read without it. ``behind``: the next error, found by
    trying the remedy.
    """

    start: int
    end: int
    fault: str
    reason: str = ""
    remedy: str = ""
    part: bool = False
    behind: SyntaxFault | None = None
    expected: tuple[str, ...] = ()


class GrammarWords(Record):
    """The phrases that messages use for the terminals of a grammar.

    ``keywords`` maps a terminal to its forms, ``said`` a terminal to a phrase; ``groups`` are
    phrases for sets of terminals that can stand in the same place.
    """

    keywords: Mapping[str, tuple[str, ...]]
    said: Mapping[str, str]
    groups: tuple[tuple[str, frozenset[str]], ...] = ()

    def offered(self, terminals: Collection[str]) -> tuple[str, ...]:
        """The words that can stand in a place, as they are typed; `ANY_NAME` for a name."""
        found = sorted(self.keywords[one][0] for one in terminals if one in self.keywords)
        return (*found, ANY_NAME) if "NAME" in terminals or "QUOTED" in terminals else (*found,)

    def listed(self, terminals: Collection[str], *others: str) -> str:
        """The terminals that can stand in a place, as a phrase."""
        left = set(terminals) - {"$END"}
        parts: list[str] = []
        for said, has in self.groups:
            if has <= left:
                parts.append(said)
                left -= {*self.keywords, *has}
        for name in sorted(left):
            if name in self.keywords:
                parts.append(f'"{self.keywords[name][0]}"')
            elif name in self.said and not (name == "QUOTED" and "NAME" in left):
                parts.append(self.said[name])
        if len(parts) > _MOST_NAMED:
            parts = [*parts[:_MOST_NAMED], "another such word"]
        return alternatives([*parts, *others])


def alternatives(parts: Sequence[str]) -> str:
    """Phrases joined by "or", so that lists and choices within a phrase stay clear.

    >>> alternatives(['">"', "a comma"]), alternatives(["a ship or planet", "a comma"])
    ('">" or a comma', 'a ship or planet, or a comma')
    >>> alternatives(["an order: move, screen or stop", "a comma", '"if"'])
    'an order: move, screen or stop; a comma; or "if"'
    """
    if len(parts) < 2:
        return "".join(parts)
    *first, last = parts
    if any(", " in part for part in first):
        return f"{'; '.join(first)}; or {last}"
    comma = "," if any(" or " in part for part in parts) else ""
    return f"{', '.join(first)}{comma} or {last}"


def explain(
    text: str, at: int, accepted: Collection[str], words: GrammarWords, names: Collection[str] = ()
) -> SyntaxFault:
    """The syntax error at a place of a line, explained by what could have stood there.

    ``names`` are the names a player may write; a typo in one of them is suggested too.
    """
    fault = _fault(text, at, accepted, words, names)
    return replace(fault, expected=words.offered(accepted))


def _fault(
    text: str, at: int, accepted: Collection[str], words: GrammarWords, names: Collection[str]
) -> SyntaxFault:
    can = words.listed(accepted)
    here = _WORD.match(text, at)
    if here is None or not text[at:].strip():
        before = text[:at].split()
        after = f' after "{before[-1]}"' if before else ""
        fault = f"the line ends too early{after}"
        remedy = _common_mistake(text[:at].rstrip(), words, names)
        return SyntaxFault(
            len(text), len(text) + 1, fault, f"Expected {can}" if can else "", remedy
        )
    word = here.group()
    start, end = here.span()
    if word.startswith('"') and (len(word) == 1 or not word.endswith('"')):
        return SyntaxFault(
            start, end, "the closing quote is missing", 'A name in quotes ends with "'
        )
    keywords = [name for name in accepted if name in words.keywords]
    low = word.casefold()
    if "NUMBER" in accepted and _LIKE_NUMBER.match(word):
        digits = word.translate(_DIGITS)
        fault = f'"{word}" is not a number: it contains a letter'
        return SyntaxFault(start, end, fault, remedy=f"Did you mean {digits}?")
    if "NUMBER" in accepted and not {*accepted} - {"NUMBER", "COMPARE", "MORE"}:
        return _no_number(word, start, end, can, may_compare="COMPARE" in accepted)
    if low.isalpha():
        begin = sorted(
            form
            for name in keywords
            for form in words.keywords[name][:1]
            if form.startswith(low) and form != low
        )
        if len(begin) > 1:
            fault = f'"{word}" can mean {alternatives(begin)}'
            return SyntaxFault(start, end, fault, remedy="Write more of its letters")
        if begin:
            fault = f'"{word}" is too short'
            return SyntaxFault(start, end, fault, remedy=f'Did you mean "{begin[0]}"?')
    forms = [form for name in sorted(keywords) for form in words.keywords[name]]
    if "NAME" in accepted or "QUOTED" in accepted:
        forms += sorted(names)
    near = nearest(low, forms, 70)
    if word.isdigit() and "COMPARE" in accepted and "NUMBER" not in accepted:
        remedy = f"Write a comparison before it, such as  >= {word}"
    elif near and near != low:
        remedy = f'Did you mean "{near}"?'
    else:
        remedy = _common_mistake(text[:at].rstrip(), words, names)
    if "$END" in accepted:
        fault = f'"{word}" is unexpected here'
        can = words.listed(accepted, "the end of the line")
    else:
        fault = f'"{word}" is not understood here'
    return SyntaxFault(start, end, fault, f"Expected {can}" if can else "", remedy)


def _no_number(word: str, start: int, end: int, can: str, *, may_compare: bool) -> SyntaxFault:
    """The error where only a number can stand, perhaps after a comparison."""
    what = "comparison" if may_compare and not word[:1].isalnum() else "number"
    if word.isdigit():
        fault = f"{word} is too large a number"
        return SyntaxFault(start, end, fault, f"A number has at most {_MOST_DIGITS} digits")
    return SyntaxFault(start, end, f'"{word}" is not a {what}', f"Expected {can}")


def _common_mistake(before: str, words: GrammarWords, names: Collection[str]) -> str:
    """A remedy if the word before was taken for a name but is much like a keyword."""
    last = _LAST.search(before)
    if last is None:
        return ""
    low = last.group().casefold()
    forms = sorted({form for keyword in words.keywords.values() for form in keyword})
    if low in names or low in forms:
        return ""
    begin = sorted((form for form in forms if form.startswith(low)), key=len)
    if begin and all(form.startswith(begin[0]) for form in begin):
        near = begin[0]
    else:
        near = nearest(low, forms, 70)
    return f'Did you mean "{near}" instead of "{last.group()}"?' if near else ""
