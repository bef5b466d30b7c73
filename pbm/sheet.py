"""An order sheet: one envelope for all games around lines in the game's own language.

ORDERS  eridani  turn 3  for Laidley
PASS    K7QM-2XPA-91TD
...
END
"""

from __future__ import annotations

from dataclasses import dataclass

from pbm.problem import Problem, Span


@dataclass(frozen=True, slots=True)
class Line:
    """One logical line of a sheet's body.

    ``text`` is normalised, its remark cut, continuation lines joined by one blank.
    ``places`` gives for each sign of ``text`` its (line, column) in the text as received;
    ``typed`` maps each of those physical line numbers to the line as it was typed.
    ``indented`` says that the line began with white space, ``number`` is its first line.
    """

    number: int
    text: str
    places: tuple[tuple[int, int], ...]
    typed: tuple[tuple[int, str], ...]
    file: str
    indented: bool = False

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place, in the text as received, of ``text[start:end]``."""
        stop = len(self.text) if end is None or end < 0 else min(end, len(self.text))
        if not self.places:
            return Span(self.file, self.number, 1, 1, dict(self.typed).get(self.number, ""))
        if start >= len(self.places) or start < 0:  # the fault is that something is missing
            line, column = self.places[-1]
            return Span(self.file, line, column + 1, 1, dict(self.typed).get(line, "") + " ")
        line, column = self.places[start]
        last = max(
            (place[1] for place in self.places[start:stop] if place[0] == line), default=column
        )
        return Span(self.file, line, column, last - column + 1, dict(self.typed).get(line, ""))


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet as found in a text: envelope and body lines."""

    kind: str
    campaign: str
    mailing: str
    player: str
    password: str
    lines: tuple[Line, ...]
    span: Span
    file: str
    remarks: tuple[Problem, ...] = ()
