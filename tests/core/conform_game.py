"""A game for the tests of conformance cases: players add numbers to a sum, by dice or by word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, NewType

from msgspec.structs import replace

from pbm.conformance.arguments import ArgumentReader, ValueType
from pbm.conformance.case_file import CaseScene, CaseStep
from pbm.conformance.case_kit import CaseKit
from pbm.conformance.queries import named
from pbm.conformance.vocabulary import EventKind, Vocabulary
from pbm.dice.keyed import Dice, Ids
from pbm.drawing.hexgrid import Hex, Side, parse_hex
from pbm.engine.context import Phase, PhaseContext
from pbm.engine.events import PUBLIC, Change, Event, OrderRef, only
from pbm.engine.field_parsers import RefusedValue
from pbm.engine.game import Ruleset
from pbm.engine.options import Option
from pbm.engine.rulings import Ruling
from pbm.engine.types import Question, Reading, Seat, StorySection
from pbm.engine.view import GameView
from pbm.kit.problems import Faults, illegal, invalid
from pbm.kit.records import Record
from pbm.sheets.envelope import Sheet
from tests.core.counting import GAME as COUNT
from tests.core.stories import item_of

OPTIONS = (Option("T-1", "step", "one", {"one": "by one", "two": "by two"}, "T 1"),)


class Sum(Record):
    """The state: a sum, and the id of the one unit."""

    total: int
    unit: str


def _resolve(work: PhaseContext) -> None:
    step = 2 if work.options["step"] == "two" else 1
    for player, words in work.commands.items():
        for word, ref in words or ():
            if word == "ask":
                word = work.ask(Question("Q1", player, "how many?", ("1", "2")))
            rolls = [work.roll("d6", player, work.state.unit)] if word == "roll" else []
            added = rolls[0].total if rolls else int(word) * step
            work.state = replace(work.state, total=work.state.total + added)
            work.emit(
                "added",
                player,
                rule="T 1",
                seen=only(player) if word == "7" else PUBLIC,
                order=ref,
                rolls=rolls,
                terms=[("word", added)],
                changes=[Change(f"unit/{work.state.unit}/total", 0, work.state.total)],
                by=player,
                unit=work.state.unit,
                number=added,
                parts={"whole": added, "half": str(Fraction(added, 2))},
            )


def _read(sheet: Sheet, _view: View, options: Any) -> Reading:
    commands, problems, docket = [], [], []
    for line in sheet.lines:
        if line.text.startswith("NOTE"):
            docket.append(Question(f"{sheet.player}-{line.number}", "", line.text))
        elif line.text.isdigit() or line.text in ("roll", "ask"):
            ref = OrderRef(sheet.player, sheet.mailing, line.number, line.text)
            commands.append((line.text, ref))
        else:
            make = illegal if line.text == "too much" else invalid
            problems.append(make(f'"{line.text}" is not a number', line.span()))
    return Reading(commands, tuple(problems), (), tuple(docket))


def _scene(step: CaseStep, ids: Ids, _options: Mapping[str, str]) -> CaseScene:
    numbers = [int(text) for _line, text in step.block if text.strip()]
    if not numbers:
        raise Faults(invalid("a set-up has a number", step.span))
    unit = ids.opaque("unit")
    seats = (Seat("ilse", "Ilse", "A"), Seat("bob", "Bob", "B"))
    return CaseScene(Sum(numbers[0], unit), seats, 1, {unit: "U1"})


def _thing(state: Sum, words: tuple[str, ...]) -> Mapping[str, Any] | None:
    if words == ("box", "B1") and state.total > 7:
        return {"width": state.total}
    return {"total": state.total, "unit": state.unit} if words == ("sum",) else None


def _rule(work: PhaseContext, given: Ruling) -> None:
    if not given.value.isdigit():
        raise RefusedValue("no number")
    work.state = replace(work.state, total=int(given.value))
    work.ruled(given, PUBLIC)


def _tell(events: Sequence[Event], _view: object, player: str) -> tuple[StorySection, ...]:
    shown = [seen for event in events if (seen := event.shown_to(player)) is not None]
    return (
        StorySection(
            "Sums",
            [
                item_of(one["id"], text=f"{one['kind']} {one['facts'].get('number')}")
                for one in shown
            ],
        ),
    )


Score = NewType("Score", int)


class Box(Record):
    """An answer with fields."""

    width: int
    open: bool
    inner: Mapping[str, int]

    @property
    def area(self) -> int:
        """Worked out when a case expects it."""
        return self.width**2


def double(number: int, times: Score = Score(2)) -> int:
    """A number so many times."""
    return number * times


def box(width: int, open: bool = True) -> Box:
    """A box."""
    return Box(width, open, {"depth": width + 1})


def echo(
    hexes: tuple[Hex, ...] = (),
    side: Side | None = None,
    part: Fraction = Fraction(1, 2),
    colour: Literal["red", "dark blue"] = "red",
    parts: dict[str, int] | None = None,
    word: str = "",
) -> dict[str, Any]:
    """Everything back."""
    return {
        "hexes": hexes,
        "side": side,
        "part": part,
        "colour": colour,
        "parts": parts,
        "word": word,
    }


def thrown(count: int, dice: Dice, options: Mapping[str, str]) -> dict[str, Any]:
    """Dice and an option."""
    return {"faces": dice.faces("asked", "d6", count, "all"), "step": options["step"]}


def never(number: int) -> int:
    """Nothing, always refused."""
    raise Faults(invalid(f"{number} is too small"))


def listed(number: int) -> int:
    """The place of a number in a table that has few."""
    return (3, 5).index(number)


def fragile(number: int) -> int:
    """A number that breaks, at 0 and at 2."""
    return next(iter(range(1 // number)))


class Lid(Record):
    """What closes a box: a record among the arguments."""

    width: int
    locked: bool = False


def close(lid: Lid | None = None) -> int:
    """The width of a lid, below 0 if it is locked."""
    assert lid is not None
    return -lid.width if lid.locked else lid.width


class View(GameView, frozen=True, kw_only=True):
    """What everybody knows."""

    notes: list[str]
    sums: list[dict[str, Any]]


GAME = replace(
    COUNT,
    options=OPTIONS,
    phases=lambda state, _turn, _options: (
        Phase("first", "First", "T 1", _resolve, lambda _state: ("",)),
        Phase("second", "Second", "T 2", _resolve_again, lambda _state: (".2",)),
    ),
    read=_read,
    view=View,
    build_view=lambda state, _player, _seats, _options: View(
        notes=["a word"],
        sums=[{"id": "other", "total": 1}, {"id": state.unit, "total": state.total}],
    ),
    tell=_tell,
    summary=lambda _events, view, _player, _due, _post: (f"{len(view.sums)} sums.",),
    rule=_rule,
    missing=lambda _work, _player: (),
    result=lambda state: "over" if state.total >= 100 else "",
)

READER = ArgumentReader(
    {
        Hex: ValueType("hex such as 2018", parse_hex),
        Side: ValueType("facing 12", {"10": Side(10), "12": Side(12)}.__getitem__),
    }
)
VOCABULARY = Vocabulary(
    {
        "added": EventKind("A number is added.", ("by", "unit", "number", "parts")),
        "subtracted": EventKind("A number is taken away.", ("by", "number")),
        "ruling": EventKind("The game master ruled.", ("text",)),
    },
    frozenset({"T 1", "T 1 Sums", "T 2"}),
    frozenset({"T-1"}),
)
CASES = CaseKit(
    named(double, box, echo, thrown, never, listed, fragile, close),
    _scene,
    _thing,
    READER,
    things=("box", "sum"),
    vocabulary=lambda: VOCABULARY,
)


def _resolve_again(work: PhaseContext) -> None:
    _resolve(work)


# The same, but that both phases are played with one sheet.
WHOLE = replace(
    GAME,
    phases=lambda _state, _turn, _options: (
        Phase("first", "First", "T 1", _resolve, lambda _state: ("",)),
        Phase("second", "Second", "T 2", _resolve_again, lambda _state: ()),
    ),
)


def game(_name: str) -> tuple[Ruleset, CaseKit]:
    """Whatever the name, this game."""
    return GAME, CASES
