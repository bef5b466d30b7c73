"""The words of a design line: cut into pieces, read one after the other.

    4 BL 15        JD3L8        2 SI 9   2  18        4 FP 4  16  16  (FA120,FD4)

What stands behind the level are the sheet's own SSZ and cost: claims, compared, never used.
"""

import re
from collections.abc import Collection
from fractions import Fraction

from pbm.games.nova.state.amounts import AMOUNT
from pbm.games.nova.state.technology import technologies
from pbm.kit.english import nearest
from pbm.kit.records import Record
from pbm.language.syntax_errors import SyntaxFault

MOST = 9999  # larger numbers are slips of the finger
MOST_SUM = 999_999_999  # but sums may come to more

SIDE = "(),;="  # signs around ratings
NAME = r"(?:\"[^\"]{1,40}\"|[\w'.-]{1,40})"  # of a design or missile, as a form holds it
_WORD = re.compile(rf"[A-Za-z]+|{AMOUNT}(?![\d.])|\d+|\S", re.ASCII)


class NotRead(Exception):
    """Carries a `SyntaxFault` out of the middle of a line."""

    def __init__(self, wrong: SyntaxFault) -> None:
        super().__init__(wrong.fault)
        self.syntax_fault = wrong


class Word(Record):
    """One piece of a line and where it stands."""

    text: str
    start: int
    end: int

    @property
    def is_number(self) -> bool:
        """Whether it begins with a digit."""
        return self.text[0] in "0123456789"


class Words:
    """The pieces of a line, taken one by one."""

    def __init__(self, text: str, start: int = 0) -> None:
        self._text = text
        self._words = [Word(m.group(), m.start(), m.end()) for m in _WORD.finditer(text, start)]
        self._at = 0

    def peek(self) -> Word | None:
        """The next piece, None at the end."""
        return self._words[self._at] if self._at < len(self._words) else None

    def take(self) -> Word | None:
        """The next piece, used up."""
        found = self.peek()
        self._at += found is not None
        return found

    def skip(self, signs: str) -> None:
        """Pass over any of these signs."""
        while (found := self.peek()) is not None and found.text in signs:
            self._at += 1

    def whole(self, what: str, most: int = MOST) -> int:
        """A whole number, which a message calls ``what``; NotRead for anything else."""
        found = self.take()
        if found is None or not found.is_number:
            raise self.fault(found, f"a number is missing: {what}")
        return whole(found, what, most)

    def fault(self, word: Word | None, fault: str, reason: str = "", remedy: str = "") -> NotRead:
        """What is wrong at a piece, or at the end of the line."""
        end = len(self._text)
        start, stop = (word.start, word.end) if word else (end, end + 1)
        return NotRead(SyntaxFault(start, stop, fault, reason, remedy))


def whole(word: Word, what: str, most: int = MOST) -> int:
    """A piece as a whole number up to ``most``; NotRead if it is not one. Rule: NV TEC-02."""
    if not (word.text.isascii() and word.text.isdigit()):
        raise NotRead(
            SyntaxFault(word.start, word.end, f"{what} is a whole number", f"not {word.text}")
        )
    number = int(word.text[:15])
    if number > most:
        raise NotRead(
            SyntaxFault(word.start, word.end, f"{what} is too large", f"numbers go up to {most}")
        )
    return number


def claim(word: Word) -> Fraction | None:
    """A figure that the sheet states; None for ``-``."""
    return None if word.text == "-" else Fraction(word.text)


def meant(text: str, known: Collection[str]) -> str:
    """A remedy for a word that is not known, "" if it is like none."""
    near = nearest(text.upper(), known, 50)
    return f"Did you mean {near}?" if near else ""


def read_ratings(text: str, start: int, known: tuple[str, ...]) -> dict[str, int] | SyntaxFault:
    """Ratings with a number each; a place before ``start`` is passed over."""
    words = Words(text, start)
    found: dict[str, int] = {}
    try:
        words.skip(SIDE)
        while (word := words.take()) is not None:
            name = word.text.upper()
            if name not in known:
                fault = f'"{word.text}" is not understood here'
                raise words.fault(word, fault, f"Here stand {', '.join(known)}", meant(name, known))
            if name in found:
                raise words.fault(word, f"{name} occurs twice")
            words.skip(SIDE)
            found[name] = words.whole(name)
            words.skip(SIDE)
        if not found:
            raise words.fault(None, "nothing is named", f"Here stand {', '.join(known)}")
    except NotRead as fault:
        return fault.syntax_fault
    return found


def read_rated(
    text: str, form: re.Pattern[str], example: str, known: tuple[str, ...]
) -> tuple[re.Match[str], dict[str, int]] | SyntaxFault:
    """The names that a line begins with, by its ``form``, and the ratings that are its rest."""
    found = form.match(text)
    if found is None:
        fault = f"this {example.split()[0].casefold()} is not understood"
        return SyntaxFault(0, len(text), fault, remedy=f"Write  {example}")
    ratings = read_ratings(text, found.start("rest"), known)
    return ratings if isinstance(ratings, SyntaxFault) else (found, ratings)


def read_levels(text: str) -> dict[str, int] | SyntaxFault:
    """Technology levels as sheets write them, ``BL 15, JD 3``. Rule: NV TEC-01, TEC-02."""
    return read_ratings(text, 0, technologies())
