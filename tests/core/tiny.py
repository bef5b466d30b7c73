"""The smallest game there can be: whoever counts to the goal wins. It proves what the core asks.

Each player adds a number a turn (``add N``) and a die is added to it; a hidden number, set at
set-up (``hide N``) and known to its player alone, is added at the end. With ``parts = two`` a
turn takes two mailings. A player who adds 13 makes the game ask whether that is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import field
from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.dice.roll_forms import RollForm
from pbm.engine.context import Phase, PhaseContext
from pbm.engine.events import PUBLIC, Change, Event, OrderRef, only, plain
from pbm.engine.field_parsers import RefusedValue
from pbm.engine.game import Post, Ruleset
from pbm.engine.options import Option
from pbm.engine.rulings import Ruling
from pbm.engine.types import Question, Reading, Seat, StorySection, Understood
from pbm.engine.view import GameView
from pbm.kit.file_part import FilePart
from pbm.kit.problems import Problem, illegal, invalid
from pbm.kit.records import Record
from pbm.sheets.envelope import Sheet
from tests.core.stories import item_of


class SidePart(FilePart):
    id: str
    name: str
    players_min: int = 1
    players_max: int = 2


class Scenario(FilePart):
    game: str
    name: str
    title: str
    goal: int = 1000
    secret_set_up: bool = True
    sides: tuple[SidePart, ...]
    options: Mapping[str, str] = {}


class State(Record):
    totals: Mapping[str, int]
    hidden: Mapping[str, int]
    goal: int
    secret_set_up: bool
    turn: int = 0
    result: str = ""


class Commands(Record):
    adds: tuple[tuple[int, OrderRef], ...] = ()
    hide: int | None = None


OPTIONS = (
    Option("T-A1", "parts", "one", {"one": "one mailing a turn", "two": "two"}, "T 1"),
    Option("T-A2", "most", "20", {}, "T 2", least=1, most=99),
)


def begin(scenario: Scenario, seats: Sequence[Seat], options: Mapping[str, str], ids: Ids) -> State:
    del options, ids
    zero = {seat.id: 0 for seat in seats}
    return State(zero, zero, scenario.goal, scenario.secret_set_up)


def phases(state: State, turn: int, options: Mapping[str, str]) -> tuple[Phase, ...]:
    if turn == 0:
        due = ("",) if state.secret_set_up else ()
        return (Phase("setup", "Set-up", "T 0", set_up, lambda _state: due),)
    first = Phase("1.add", "First part", "T 1", add, lambda _state: ("",))
    if options["parts"] == "one":
        return (replace(first, resolve=add_and_end),)
    return (first, Phase("2.add", "Second part", "T 1", add_and_end, lambda _state: (".2",)))


def set_up(work: PhaseContext) -> None:
    hidden = {
        seat.id: 0
        if work.commands.get(seat.id, Commands()).hide is None
        else work.commands[seat.id].hide
        for seat in work.seats
    }
    for seat in work.seats:
        work.emit("hidden", seat.id, rule="T 0", seen=only(seat.id), number=hidden[seat.id])
    work.state = replace(work.state, hidden=hidden, turn=1)


def add(work: PhaseContext) -> None:
    state: State = work.state
    totals = dict(state.totals)
    for seat in work.seats:
        for number, ref in work.commands[seat.id].adds:
            if number == 13:
                answer = work.ask(Question(f"T-A3 {seat.id}", seat.id, "is 13 allowed?"))
                if answer != "yes":
                    continue
            if number == 14:  # an answer that nobody reads, as the result of a battle
                work.ask(Question(f"T-A4 {seat.id}", seat.id, "is 14 allowed?"), only())
            roll = work.roll("d10", "add", seat.id)
            terms = work.counted((("written", number), ("die", roll.total)), "add", seat.id)
            before = totals[seat.id]
            totals[seat.id] += sum(amount for _term, amount in terms)
            work.emit(
                "added",
                seat.id,
                rule="T 1",
                seen=PUBLIC,
                order=ref,
                rolls=[roll],
                terms=terms,
                changes=[Change(f"total/{seat.id}", before, totals[seat.id])],
                player=seat.id,
                total=totals[seat.id],
            )
    over = [who for who in totals if totals[who] >= state.goal]
    work.state = replace(state, totals=totals, result=f"{over[0]} wins" if over else "")


def add_and_end(work: PhaseContext) -> None:
    add(work)
    work.state = replace(work.state, turn=work.state.turn + 1)


def read(sheet: Sheet, view: View, options: Mapping[str, str]) -> Reading:
    adds: list[tuple[int, OrderRef]] = []
    hide: int | None = None
    problems: list[Problem] = []
    understood: list[Understood] = []
    docket: list[Question] = []
    for line in sheet.lines:
        ref = OrderRef(view.you, sheet.mailing, line.number, line.text)
        word, _, rest = line.text.partition(" ")
        if line.text.startswith("NOTE TO GM"):
            docket.append(Question(f"{view.you}-{line.number}", view.you, line.text))
        elif word not in ("add", "hide") or not rest.isdigit():
            problems.append(invalid(f'"{line.text}" is no order', line.span()))
            continue
        elif (word == "hide") != (sheet.kind == "SETUP"):
            problems.append(invalid(f'"{word}" is for another sheet', line.span()))
            continue
        elif int(rest) > int(options["most"]):
            problems.append(illegal(f"{rest} is more than {options['most']}", line.span()))
        elif view.total + int(rest) > 60:
            problems.append(illegal(f"{rest} takes you beyond 60", line.span()))
        elif word == "hide":
            hide = int(rest)
        else:
            adds.append((int(rest), ref))
        understood.append(Understood(line.number, line.text))
    return Reading(
        Commands(tuple(adds[:1]), hide), tuple(problems), tuple(understood), tuple(docket)
    )


class Total(Record):
    """What a player has, as others see it."""

    id: str
    name: str
    total: int


class View(GameView, frozen=True, kw_only=True):
    """What one player may know."""

    you: str
    turn: int
    players: tuple[Seat, ...]
    totals: tuple[Total, ...]
    total: int
    hidden: int


def build_view(
    state: State, player: str, seats: Sequence[Seat], options: Mapping[str, str]
) -> View:
    del options
    return View(
        you=player,
        turn=state.turn,
        players=tuple(seats),
        totals=tuple(Total(who, who, state.totals[who]) for who in state.totals),
        total=state.totals.get(player, 0),
        hidden=state.hidden.get(player, 0),
    )


def tell(events: Sequence[Event], view: View, player: str) -> tuple[StorySection, ...]:
    del view
    items = [
        item_of(
            event.id,
            kind=event.kind,
            text=f"{event.kind} {event.facts}",
            rolls=plain(event)["rolls"],
            rule=event.rule,
        )
        for event in events
        if not player or event.shown_to(player) is not None
    ]
    return (StorySection("The turn", items),)


def summary(
    events: Sequence[Event], view: View, player: str, due: Sequence[str], post: Post
) -> tuple[str, ...]:
    del events, player, due, post
    return (f"You have {view.total}.",)


def template(view: View, due: str, options: Mapping[str, str]) -> str:
    del due, options
    if view.total >= 60:
        return "# nothing is left to add"
    return "hide 0" if view.turn == 0 else "add 1"


def rule(work: PhaseContext, ruling: Ruling) -> None:
    state: State = work.state
    who = ruling.subject
    if who not in state.totals or not ruling.value.isdigit():
        raise RefusedValue(f"{who} has no such total")
    before = state.totals[who]
    work.state = replace(state, totals={**state.totals, who: int(ruling.value)})
    work.ruled(ruling, PUBLIC, [Change(f"total/{who}", before, int(ruling.value))])


def missing(work: PhaseContext, player: str) -> Commands:
    work.emit("missed_turn", player, rule="T 1", player=player)
    return Commands()


class Printed(Record):
    """What the stand-in for the press was asked to print."""

    packets: list[Mapping[str, Any]] = field(default_factory=list)


RULESET = Ruleset(
    name="tiny",
    title="Tiny",
    options=OPTIONS,
    rolls=(RollForm("#.add/add/*", "d10", summed=True),),
    state=State,
    scenario=Scenario,
    begin=begin,
    phases=phases,
    read=read,
    view=View,
    build_view=build_view,
    tell=tell,
    summary=summary,
    template=template,
    is_idle=lambda state, player: state.totals[player] >= 60,
    rule=rule,
    missing=missing,
)
