"""A game that only counts, in two phases: each order is a number, ``ask`` or ``ask all``."""

from __future__ import annotations

from typing import Any

from pbm.engine.context import Phase, PhaseContext
from pbm.engine.events import PUBLIC
from pbm.engine.game import Ruleset
from pbm.engine.options import Option
from pbm.engine.rulings import Ruling
from pbm.engine.types import Question, Reading, Seat, Understood
from pbm.engine.view import GameView
from pbm.kit.file_part import FilePart
from pbm.kit.problems import Span
from pbm.sheets.envelope import Sheet
from pbm.sheets.line import Line

SEATS = (Seat("ilse", "Ilse", "A"), Seat("bob", "Bob", "B"))
OPTIONS: tuple[Option, ...] = ()


def line(number: int, text: str, last: int = 0) -> Line:
    """A line of a sheet, which may go on to a later physical line."""
    numbers = range(number, (last or number) + 1)
    pieces = ((number, range(1, len(text) + 1)),)
    return Line(number, text, pieces, tuple((at, text) for at in numbers), "ilse.txt", True)


def sheet(player: str, *lines: Line) -> Sheet:
    return Sheet("ORDERS", "count", "1", player, "", lines, Span("ilse.txt", 1), "ilse.txt")


def count(work: PhaseContext) -> None:
    for player, lines in work.commands.items():
        for text in lines or ():
            if text == "ask":
                item = Question("Q1", player, "how many?")
                work.state += int(work.ask(item)) + int(work.ask(item))
            elif text == "ask all":
                work.state += int(work.ask(Question("Q2", "", "how many for all?")))
            else:
                work.state += int(text)
    work.emit("counted", rule="", to=work.state)


def read(of: Sheet, _view: GameView, options: Any) -> Reading:
    notes = tuple(
        Question(f"{of.player}-{found.number}", "", found.text)
        for found in of.lines
        if found.text.startswith("NOTE")
    )
    lines = [found.text for found in of.lines if not found.text.startswith("NOTE")]
    return Reading(lines, (), tuple(Understood(1, text) for text in lines), notes)


def rule(work: PhaseContext, given: Ruling) -> None:
    work.state = int(given.value)
    work.ruled(given, PUBLIC)


GAME = Ruleset(
    name="count",
    title="Count",
    adjudication=1,
    options=OPTIONS,
    state=int,
    scenario=FilePart,
    check_scenario=lambda _scenario: [],
    begin=lambda _scenario, _seats, _options, _ids: 0,
    phases=lambda _state, _turn, _options: (
        Phase("first", "First", "", count, lambda _state: ("",)),
        Phase("second", "Second", "", lambda work: work.commands.clear()),
    ),
    read=read,
    view=GameView,
    build_view=lambda _state, _player, _seats, _options: GameView(),
    tell=lambda _events, _view, _player: (),
    rule=rule,
    missing=lambda work, player: work.emit("missed_turn", player, rule="", player=player) and None,
    result=lambda _state: "",
)
