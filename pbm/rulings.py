"""What the game master decides: small statements, each with its reason.

Rulings are inputs of a turn: checked like orders, logged as events, replayed, and shown to
the players they touch. The verbs here are those of every game; a game adds its own
(``set``, ``move``, ``add``, ``remove``, ``result``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pbm.problem import Span
from pbm.ruleset import Seat
from pbm.sheet import Line, Sheet

CORE_VERBS = ("cancel", "replace", "answer", "hand", "close", "note")


@dataclass(frozen=True, slots=True)
class Ruling:
    """One statement.

    ``verb`` and ``subject`` say what it does to what (``set`` ``B1``, ``cancel`` ``ilse``,
    ``answer`` ``ilse-14``), ``field`` and ``value`` the rest (``hull`` ``10``; the number of
    an order line; the words of an answer). ``before`` is the phase it stands before, "" the
    first of the part of the turn it is for. ``players`` are the seats it touches.
    """

    id: str
    verb: str
    subject: str
    field: str
    value: str
    before: str
    reason: str
    text: str
    players: tuple[str, ...]
    span: Span

    @property
    def of_game(self) -> bool:
        """True for the verbs a game defines itself."""
        return self.verb not in CORE_VERBS


def amended(sheet: Sheet, player: str, rulings: Iterable[Ruling]) -> Sheet:
    """The sheet after the rulings that cancel or replace lines of this player."""
    for ruling in rulings:
        if ruling.subject != player or ruling.verb not in ("cancel", "replace"):
            continue
        number = int(ruling.field)
        lines: list[Line] = []
        for line in sheet.lines:
            if line.number != number:
                lines.append(line)
            elif ruling.verb == "replace":
                places = tuple((number, column) for column in range(1, len(ruling.value) + 1))
                lines.append(
                    replace(line, text=ruling.value, places=places, typed=((number, ruling.value),))
                )
        sheet = replace(sheet, lines=tuple(lines))
    return sheet


def seats_after(seats: Sequence[Seat], ruling: Ruling) -> list[Seat]:
    """The seats after a ruling about people: ``hand`` gives one to another, ``close`` ends it."""
    return [
        seat
        if seat.id != ruling.subject
        else replace(seat, name=ruling.value)
        if ruling.verb == "hand"
        else replace(seat, closed=True)
        if ruling.verb == "close"
        else seat
        for seat in seats
    ]
