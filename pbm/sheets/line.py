"""One logical line of a sheet, with the place of each of its characters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from msgspec.structs import replace

from pbm.kit.problems import Span
from pbm.kit.records import Record


class Line(Record):
    """One logical line of a sheet's body.

    ``text`` is normalised, without its remark, continuation lines joined by one blank.
    ``pieces`` are its physical lines: the number of each in the text as received, and for each
    character of ``text`` taken from it the column there (a joining blank belongs to the line
    before it). ``typed`` maps each of those numbers to the line as typed. ``indented``: the line
    began with white space. ``number`` is its first physical line. ``written`` is the text before
    it was reworded, or ""; ``is_trimmed``: no word of it was changed.
    """

    number: int
    text: str
    pieces: tuple[tuple[int, Sequence[int]], ...]
    typed: tuple[tuple[int, str], ...]
    file: str
    indented: bool = False
    written: str = ""
    is_trimmed: bool = False

    @property
    def order(self) -> str:
        """The text as its writer had it, which is stored and quoted."""
        return self.written or self.text

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its physical lines, its own first."""
        if len(self.typed) == 1:  # nearly always
            return (self.number, self.typed[0][0])
        return (self.number, *[number for number, _typed in self.typed])

    @property
    def as_typed(self) -> str:
        """Its physical lines as typed, joined by blanks."""
        if len(self.typed) == 1:  # nearly always
            return self.typed[0][1].strip()
        return " ".join([typed.strip() for _number, typed in self.typed])

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The (line, column) in the text as received of each character of ``text``."""
        return tuple((line, column) for line, columns in self.pieces for column in columns)

    @property
    def joins(self) -> tuple[int, ...]:
        """The start in ``text`` of each physical line but the first."""
        if len(self.pieces) == 1:  # nearly always
            return ()
        return tuple(accumulate(len(columns) for _line, columns in self.pieces))[:-1]

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place, in the text as received, of ``text[start:end]``."""
        typed = dict(self.typed)
        pieces = [piece for piece in self.pieces if piece[1]]
        if not pieces:
            return Span(self.file, self.number, 1, 1, typed.get(self.number, ""))
        # A long line may have thousands of faults, so only the piece concerned is looked at.
        ends = list(accumulate(len(columns) for _line, columns in pieces))
        if start >= ends[-1] or start < 0:  # the fault is that something is missing
            line, columns = pieces[-1]
            return Span(self.file, line, columns[-1] + 1, 1, typed.get(line, "") + " ")
        at = bisect_right(ends, start)
        line, columns = pieces[at]
        begins = ends[at] - len(columns)
        column = columns[start - begins]
        stop = ends[at] if end is None or end < 0 else end
        last = max(columns[start - begins : max(stop - begins, 0)], default=column)
        return Span(self.file, line, column, last - column + 1, typed.get(line, ""))

    def joined(self, other: Line) -> Line:
        """The line with another that goes on with it behind one blank."""
        return replace(
            self,
            text=f"{self.text} {other.text}",
            pieces=(*_joined(self.pieces), *other.pieces),
            typed=self.typed + other.typed,
        )

    def part(self, start: int, end: int) -> Line:
        """``text[start:end]`` as a line of its own, without blanks at its ends."""
        while start < end and self.text[start] == " ":
            start += 1
        while start < end and self.text[end - 1] == " ":
            end -= 1
        pieces: list[tuple[int, Sequence[int]]] = []
        begins = 0
        for number, columns in self.pieces:
            if kept := columns[max(start - begins, 0) : max(end - begins, 0)]:
                pieces.append((number, kept))
            begins += len(columns)
        numbers = {number for number, _columns in pieces}
        return replace(
            self,
            number=pieces[0][0] if pieces else self.number,
            text=self.text[start:end],
            pieces=tuple(pieces),
            typed=tuple(typed for typed in self.typed if typed[0] in numbers),
        )


def _joined(pieces: tuple[tuple[int, Sequence[int]], ...]) -> tuple[tuple[int, Sequence[int]], ...]:
    """The pieces with a blank added that joins the next line; it has the last column."""
    number, columns = pieces[-1]
    return (*pieces[:-1], (number, (*columns, columns[-1])))
