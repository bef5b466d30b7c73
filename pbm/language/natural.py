"""Read a line that the grammar refuses as the one line that its writer can have meant.

A line that the grammar reads is never touched. Any other is tried without what stands round it
(list marks, full stops, pictures, "please"), and then with the forms of the language's table in
the place of those the player wrote. Where all readings that are found say the same, that is the
line; where two differ, it is refused and both are named.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbm.kit.records import Record
from pbm.kit.text import unaccented
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.line import Line

# Changes that one line may need, and texts that are looked at for it.
_DEEPEST = 4
_MOST_TEXTS = 60
_MOST_KEPT = 5000  # texts whose forms were replaced
# Where an order of a line begins, which a form asks for by ^.
_BEGINS = r"(?:\A|(?<=[;:] ))"
_MARK = r"(?:[-*+•·▪]|\(?[0-9]{1,3}[.)](?![0-9]))\s*+(?=\S)"
_ROUND = re.compile(r"[*_]{2}|`|(?<![\w*])[*_](?=[\w\"])|(?<=[\w\".!,])[*_](?![\w*])")
_BEHIND = re.compile(r"(?:[\s.!,;:]|(?:\bplease|\bpls|\bthanks|\bthank you)\Z)+\Z", re.IGNORECASE)
_POLITE = re.compile(r"\b(?:please|pls|kindly|the|my|our)\b,?\s*", re.IGNORECASE)

# Characters of a line at which a mail program may break it.
_WINDOW = 60
# What no order begins with, and what may go on with the line above.
_SIGNS = (*">=<;,)&+",)

# A name in quotes, or a word.
_WORDS = re.compile(r"\"[^\"]*\"|[\w'\-]+")
_LONGEST_NAME = 6  # words

Parse = Callable[[str], Any]


class Form(Record):
    """A form that players write: its pattern, and what stands for it in the language.

    Several such texts are readings that differ. A group ``own`` matches names of the player's
    view alone.
    """

    pattern: re.Pattern[str]
    becomes: tuple[str, ...]

    def readings(self, text: str, names: Collection[str]) -> Iterator[str]:
        """The text with each of its readings in the place of the form, where that stands."""
        for one in self.becomes:
            changed = self.pattern.sub(partial(_expanded, one, names), text)
            if changed != text:
                yield changed.strip()


def _expanded(becomes: str, names: Collection[str], found: re.Match[str]) -> str:
    own = found.groupdict().get("own")
    if own is not None and own.strip('"').casefold() not in names:
        return found.group()
    return found.expand(becomes)


class Forms:
    """All forms of a language, in the order in which they are tried.

    ``made`` makes them once a line is refused, which few are: they are a hundred patterns.
    """

    def __init__(self, made: Callable[[], Iterable[Form]]) -> None:
        self._made = made
        # A sheet that is being written is read at each keystroke, line by line.
        self.readings = lru_cache(_MOST_KEPT)(self._readings)

    @cached_property
    def _forms(self) -> tuple[Form, ...]:
        return tuple(self._made())

    def heads(self, text: str, names: Collection[str]) -> Iterator[str]:
        """The text with the head of an order for each unit that it can begin with."""
        heads = (form for form in self._forms if form.becomes[0].endswith(r"\g<own>: "))
        return (one for form in heads for one in form.readings(text, names))

    def _readings(self, text: str, names: frozenset[str]) -> tuple[str, ...]:
        """The text with each reading of each form in the place of that form."""
        return tuple(one for form in self._forms for one in form.readings(text, names))


def forms_in(tables: Iterable[str]) -> Iterator[Form]:
    """The forms in the texts of tables; grammar/natural/common.txt has their layout."""
    for table in tables:
        for line in table.splitlines():
            pattern, mark, texts = line.partition("  =>  ")
            if mark and not line.startswith("#"):
                begins = re.sub(r"\A\^", lambda _: _BEGINS, pattern)
                becomes = tuple(text.strip('"') for text in texts.split("  or  "))
                yield Form(re.compile(begins, re.IGNORECASE), becomes)


def trimmed(text: str, names: Collection[str] = ()) -> str:
    """The text without list marks, pictures, words of politeness and the signs at its end.

    >>> trimmed("- Move speed 4, please.")
    'Move speed 4'
    """
    plain = "".join(
        " " if not char.isascii() and unicodedata.category(char) in ("So", "Sk", "Cn") else char
        for char in _ROUND.sub("", text)
    )
    plain = _POLITE.sub(
        lambda found: found[0] if found[0].strip(" ,").casefold() in names else "", plain
    )
    before = ""
    while before != plain:
        before, plain = plain, _BEHIND.sub("", plain).strip()
        plain = plain[mark.end() :] if (mark := re.match(_MARK, plain)) else plain
    return " ".join(plain.split())


class Naturally(Struct, dict=True):
    """How the natural forms of one sheet are read.

    ``more(text)`` are readings that only a game finds; ``characters`` bounds what is tried.
    """

    forms: Forms
    names: Collection[str]
    more: Callable[[str], Iterable[str]] = lambda _text: ()
    characters: int = 50_000

    @cached_property
    def _known(self) -> frozenset[str]:
        """The names, with and without accents and apostrophes."""
        return frozenset((*self.names, *map(unaccented, self.names)))

    @cached_property
    def _several(self) -> frozenset[str]:
        """Those of several words."""
        return frozenset(name for name in self._known if " " in name)

    def read(self, line: Line, found: Any, parse: Parse) -> tuple[Line, Any]:
        """The line as it can be meant, with its parse; as it is if it is read, or cannot be.

        The fault of a line that is refused is that behind its list mark, if it has one.
        """
        if not isinstance(found, SyntaxFault) or not line.text:
            return line, found
        refused = line, found
        text = trimmed(line.text, self.names)
        if text and text != line.text:
            line = reworded(line, text, is_trimmed=True)
            found = parse(text)
            if not isinstance(found, SyntaxFault):
                return line, found
            if not refused[0].text.startswith(text):
                refused = line, found
        readings = self._readings(line.text, parse)
        if not readings:
            return self._headed(line, parse) or refused
        text, first = readings[0]
        other = next((one for one, parsed in readings if parsed != first), "")
        if other:
            fault = "this can mean two things"
            return line, SyntaxFault(0, len(line.text), fault, "", f"Write  {text}  or  {other}")
        return reworded(line, text), first

    def _headed(self, line: Line, parse: Parse) -> tuple[Line, SyntaxFault] | None:
        """The line with the one unit it begins with as its head, and the fault behind that head."""
        for text in self.forms.heads(line.text, self._known):
            found, end = parse(text), text.index(":")
            behind = _WORDS.search(text, end)
            is_one = behind is None or behind[0].casefold() not in ("and", *self._known)
            if is_one and isinstance(found, SyntaxFault) and found.start > end:
                return reworded(line, text), found
        return None

    def unwrapped(
        self, line: Line, found: Any, following: Line, parse: Parse
    ) -> tuple[Line, Any] | None:
        """The line with the one below it, and its parse, if a mail program broke it in two.

        That is so where the lower one cannot be read alone, and both together can; and the upper
        one cannot either, or is as long as a window is wide, or the lower one begins with a sign.
        """
        is_led = self.goes_on(line, following) or isinstance(found, SyntaxFault)
        if not following.text or not is_led:
            return None
        both = line.joined(following)
        if not self._may(both.text) or not isinstance(parse(following.text), SyntaxFault):
            return None
        whole = parse(both.text)
        return None if isinstance(whole, SyntaxFault) else (replace(both, written=both.text), whole)

    @staticmethod
    def goes_on(line: Line, following: Line) -> bool:
        """True where a line that can be read alone may still go on with the one below it."""
        return following.text[:1] in _SIGNS or len(line.text) >= _WINDOW

    def _readings(self, text: str, parse: Parse) -> list[tuple[str, Any]]:
        """The texts with the fewest changes that can be read, each with its parse."""
        seen, now = {text}, [text]
        for _depth in range(_DEEPEST):
            later = list(dict.fromkeys(self._changed(now, seen)))
            seen.update(later)
            read = [(one, parse(one)) for one in later if self._may(one)]
            found = [(one, parsed) for one, parsed in read if not isinstance(parsed, SyntaxFault)]
            if found or len(seen) > _MOST_TEXTS:
                return found
            now = later
        return []

    def _changed(self, texts: Sequence[str], seen: Collection[str]) -> Iterator[str]:
        for text in texts:
            for one in (
                *self.forms.readings(text, self._known),
                *self._with_quotes(text),
                *self.more(text),
            ):
                if one not in seen:
                    yield one

    def _with_quotes(self, text: str) -> Iterator[str]:
        """The text with quotes round each name of several words that has none."""
        words = list(_WORDS.finditer(text)) if self._several else []
        for first in range(len(words)):
            for last in words[first + 1 : first + _LONGEST_NAME]:
                start, end = words[first].start(), last.end()
                if text[start:end].casefold() in self._several:
                    yield f'{text[:start]}"{text[start:end]}"{text[end:]}'

    def _may(self, text: str) -> bool:
        self.characters -= len(text)
        return self.characters >= 0


def without_marks(line: Line) -> Line:
    """The line of a language without a grammar, trimmed if it has a list mark or a full stop."""
    if re.match(_MARK, line.text) is None and not line.text.endswith((".", "!")):
        return line
    return reworded(line, trimmed(line.text), is_trimmed=True)


def reworded(line: Line, text: str, *, is_trimmed: bool = False) -> Line:
    """The line with another text; each character keeps its place, new ones have a neighbour's."""
    from difflib import SequenceMatcher  # most lines stay as they are

    places = line.places
    columns: list[tuple[int, int]] = []
    same = SequenceMatcher(None, line.text, text, autojunk=False)
    for kind, start, end, first, last in same.get_opcodes():
        if kind == "equal":
            columns += places[start:end]
        else:
            columns += [places[min(start, len(places) - 1)]] * (last - first)
    pieces: list[tuple[int, list[int]]] = []
    for number, column in columns:
        if not pieces or pieces[-1][0] != number:
            pieces.append((number, []))
        pieces[-1][1].append(column)
    return replace(line, text=text, pieces=tuple(pieces), written=line.order, is_trimmed=is_trimmed)
