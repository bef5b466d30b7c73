"""Rulings: small statements of the game master, each with its reason.

Rulings are inputs of a turn: checked like orders, logged as events, replayed, and shown to the
players they concern. All games have the verbs here; each game defines what ``set``, ``move``,
``add``, ``remove`` and ``result`` do. `pbm.engine.ruling_parser` reads them.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from pbm.engine.types import Seat
from pbm.kit.problems import Span
from pbm.kit.records import Record
from pbm.sheets.envelope import Sheet
from pbm.sheets.line import Line

SHEET_VERBS = ("cancel", "replace")
ROLL_VERBS = ("roll", "term")
SEAT_VERBS = ("hand", "close", "address")
DATE_VERBS = ("deadline", "pause", "resume")
# Where a ruling holds that comes after all phases of its stage.
END = "end"
CORE_VERBS = (*SHEET_VERBS, *ROLL_VERBS, "answer", "note", "withdraw", *SEAT_VERBS, *DATE_VERBS)


class Ruling(Record):
    """One statement.

    ``verb`` and ``subject`` say what it does to what (``set`` ``B1``, ``cancel`` ``ilse``,
    ``answer`` ``ilse-14``); ``field`` and ``value`` are the rest (``hull`` ``10``; the number of an
    order line; the words of an answer), ``details`` the words and values after it (``("facing",
    "4")``). Players are always given as ids of seats. ``before`` is the phase it comes before, ""
    for the first of its stage, `END` for the end of that stage. ``text`` is the statement without
    its reason, ``players`` are the seats it concerns.
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
    details: tuple[tuple[str, str], ...] = ()

    @property
    def of_game(self) -> bool:
        """True for the verbs that each game defines."""
        return self.verb not in CORE_VERBS


class Loss(Record):
    """How the turn lost what a ruling had changed ("A8 was destroyed").

    ``remedy`` are statements that would put it back. ``held`` says when the ruling held, ``phase``
    in which phase it was lost, ``later`` is the key of the phase behind that one, "" for none of
    its stage.
    """

    words: str
    remedy: tuple[str, ...]
    held: str = ""
    phase: str = ""
    later: str = ""


def not_withdrawn(rulings: Sequence[Ruling]) -> list[Ruling]:
    """The rulings that still hold, with those that withdrew others."""
    gone = {one.subject for one in rulings if one.verb == "withdraw"}
    return [one for one in rulings if one.id not in gone]


def line_of(sheet: Sheet, number: int) -> Line | None:
    """The logical line of a sheet that contains this physical line."""
    for line in sheet.lines:
        if number == line.number or number in dict(line.typed):
            return line
    return None


def amended(sheet: Sheet, player: str, rulings: Iterable[Ruling]) -> Sheet:
    """The sheet after the rulings that cancel or replace lines of this player."""
    for ruling in rulings:
        if ruling.subject != player or ruling.verb not in SHEET_VERBS:
            continue
        struck = line_of(sheet, int(ruling.field))
        lines: list[Line] = []
        for line in sheet.lines:
            if line is not struck:
                lines.append(line)
            elif ruling.verb == "replace":
                lines.append(_rewritten(line, ruling.value))
        sheet = replace(sheet, lines=tuple(lines))
    return sheet


def _rewritten(line: Line, text: str) -> Line:
    pieces = ((line.number, range(1, len(text) + 1)),)
    return replace(line, text=text, pieces=pieces, typed=((line.number, text),))


def answers(rulings: Iterable[Ruling]) -> dict[str, Ruling]:
    """The last answer to each question, by its id in lower case."""
    return {one.subject.casefold(): one for one in rulings if one.verb == "answer"}


def seats_after(seats: Sequence[Seat], ruling: Ruling) -> list[Seat]:
    """The seats after a ruling: ``hand`` passes one on, ``close`` ends it."""
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
