"""Conditions of order lines: their tests, what each asks for, and how it is printed.

Conditions see the table as it stands, of the enemy no more than their writer: contacts,
revealed units, the open velocity and force field of each, and the damage told.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pbm.games.deltavee.orders.lines.names import NEAREST, SheetNames
from pbm.games.deltavee.state.energy import blocks_left, left
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import (
    DAMAGED,
    DESTROYED,
    DESTROYED_PART,
    JUMPING,
    OK,
    VULNERABLE,
    Unit,
)
from pbm.kit.english import listed
from pbm.kit.records import Record
from pbm.language.condition import COMPARE, AnyOf
from pbm.sheets.quoting import groups_in_words


class ConditionTest(Record):
    """One test of a condition, judged at the moment its line is carried out.

    ``kind`` is a key of `TESTS`. ``unit`` is an id, "" for the unit the line is for, or of
    ``within`` missile, contact or enemy for any; ``name`` a part, a kind of pod or the letter of
    a map; ``state`` of a part: ok, damaged, destroyed; ``op`` one of ">=", "<=", ">", "<", "=".
    ``negated`` turns the outcome round.
    """

    kind: str
    unit: str = ""
    name: str = ""
    state: str = ""
    op: str = ""
    number: int = 0
    negated: bool = False


class Condition(AnyOf[ConditionTest]):
    """When a line counts; empty: always."""


ALWAYS = Condition()


# Why a line was not carried out, where that is not a failure.
NOT_HELD = "its condition did not hold"


EARLIER = "an earlier line was carried out"


class Attempt(Record):
    """What only the act at hand can tell: its chance (0-10), its target value, its range.

    ``out_of_range``: why the tractor beam or docking at hand cannot be carried out, "" if it
    can. None: there is no such act, and a test of it is false.
    """

    chance: int | None = None
    value: int | None = None
    out_of_range: str | None = None


NO_ATTEMPT = Attempt()


# --- the tests ---


class TestContext(NamedTuple):
    """A test and what it is judged on: the table, the unit of the line, the act at hand."""

    state: State
    test: ConditionTest
    own: Unit
    attempt: Attempt

    @property
    def subject(self) -> Unit:
        """The unit the test names, or the own one."""
        return self.state.unit(self.test.unit) if self.test.unit else self.own

    @property
    def is_own(self) -> bool:
        """True for a unit of the writer's side."""
        return self.subject.side == self.own.side

    def range_to(self, other: Unit) -> int:
        """Hexes from the own unit to another."""
        return self.state.maps.grid.distance(self.own.at, other.at)


class TestKind(NamedTuple):
    """A kind of test: how it is printed, and whether it holds.

    ``number`` is what a test of a number compares, None where there is none, and ``called`` what
    messages call it. ``of_unit``: it is about a unit, and fails where that is out of play.
    ``asks`` is the field of `Testable` that says whether the act at hand can tell it.
    """

    words: str
    holds: Callable[[TestContext], bool]
    number: Callable[[TestContext], int | None] | None = None
    called: str = ""
    of_unit: bool = True
    asks: str = ""


def _number(
    words: str,
    called: str,
    number: Callable[[TestContext], int | None],
    *,
    of_unit: bool = True,
    asks: str = "",
) -> TestKind:
    def compared(at: TestContext) -> bool:
        found = number(at)
        return found is not None and COMPARE[at.test.op](found, at.test.number)

    return TestKind(f"{words} {{op}} {{number}}", compared, number, called, of_unit, asks)


# By the grammar's rules for them, which begin with "test_".
TESTS: Mapping[str, TestKind] = {
    "within": TestKind(
        "{unit} within {number}",
        lambda at: any(at.range_to(other) <= at.test.number for other in _meant(at)),
        of_unit=False,
    ),
    "range": _number("range to {unit}", "range", lambda at: at.range_to(at.subject)),
    "chance": _number(
        "chance", "Hit Chance", lambda at: at.attempt.chance, of_unit=False, asks="fire"
    ),
    "value": _number(
        "value", "Target Value", lambda at: at.attempt.value, of_unit=False, asks="fire"
    ),
    # Only one's own: an enemy's energy is hidden.
    "energy": _number("energy", "Energy Units", lambda at: left(at.own)),
    "blocks": _number("blocks", "Energy Blocks", lambda at: blocks_left(at.own)),
    "turn": _number("turn", "turn", lambda at: at.state.turn, of_unit=False),
    "velocity": _number("{of}velocity", "velocity", lambda at: at.subject.velocity),
    "field_on": TestKind("{of}field on", lambda at: at.subject.field_up),
    "field_off": TestKind("{of}field off", lambda at: not at.subject.field_up),
    "in_orbit": TestKind("{of}in orbit", lambda at: at.state.in_orbit(at.subject)),
    "docked": TestKind(
        "{of}docked",
        # The docking of a counter that lies face down is told to nobody but its side.
        lambda at: (
            (at.is_own or at.subject.revealed) and at.state.docked_to(at.subject.id) is not None
        ),
    ),
    "jumping": TestKind("{of}jumping", lambda at: at.subject.jump == JUMPING),
    "revealed": TestKind("{of}revealed", lambda at: at.subject.revealed),
    "destroyed": TestKind(
        "{of}destroyed", lambda at: at.subject.status == DESTROYED, of_unit=False
    ),
    "part": TestKind("{of}{part} {state}", lambda at: _part_is(at)),
    "on_map": TestKind(
        "{of}on map {name}",
        lambda at: (
            (tile := at.state.maps.tile(at.subject.at)) is not None and tile.letter == at.test.name
        ),
    ),
    "prepared": TestKind("prepared", lambda at: bool(at.state.atop(at.own.id)), of_unit=False),
    "in_range": TestKind(
        "in range", lambda at: at.attempt.out_of_range == "", of_unit=False, asks="reach"
    ),
}


def _part_is(at: TestContext) -> bool:
    """Whether a part is in a state: an enemy's as last told, and sound if nothing was told."""
    parts = [part for part in at.subject.parts if part.is_called(at.test.name)]
    known = [part.status if at.is_own else part.told for part in parts]
    if at.test.state == "destroyed":
        return DESTROYED_PART in known
    if at.test.state == "damaged":
        return DAMAGED in known or DESTROYED_PART in known
    sound = any(status in ("", OK, VULNERABLE) for status in known)
    # Whether an enemy has the part at all is not told either.
    return sound or not (at.is_own or known)


def _meant(at: TestContext) -> Sequence[Unit]:
    """The enemies a ``within`` speaks of, as far as the unit's side knows what they are."""
    enemies = at.state.enemies_of(at.own.side)
    what = at.test.unit
    if what == "enemy":
        return enemies
    if what == "contact":
        return [enemy for enemy in enemies if not enemy.revealed]
    if what == "missile":
        # What is not revealed may be a missile, and a cautious captain takes it for one.
        return [enemy for enemy in enemies if enemy.is_missile or not enemy.revealed]
    return [enemy for enemy in enemies if enemy.id == what]


# --- whether they hold ---


def holds(state: State, condition: Condition, unit: Unit, attempt: Attempt = NO_ATTEMPT) -> bool:
    """True when a condition holds for a unit."""
    return condition.holds(lambda test: passes(state, test, unit, attempt))


def passes(state: State, test: ConditionTest, unit: Unit, attempt: Attempt = NO_ATTEMPT) -> bool:
    """The outcome of one test, turned round if it is negated."""
    kind, at = TESTS[test.kind], TestContext(state, test, unit, attempt)
    outcome = (not kind.of_unit or at.subject.in_play) and kind.holds(at)
    return outcome is not test.negated


def not_held(state: State, condition: Condition, unit: Unit, attempt: Attempt = NO_ATTEMPT) -> str:
    """That a condition does not hold, with what was found: a number, or why it is impossible.

    ``its condition did not hold: Hit Chance 3 where >= 5 was asked``
    """
    found = unmet(state, condition, unit, attempt)
    return f"{NOT_HELD}: {found}" if found else NOT_HELD


def unmet(state: State, condition: Condition, unit: Unit, attempt: Attempt = NO_ATTEMPT) -> str:
    """The numbers found where a condition asks for others, and why an act is not possible.

    Empty if a condition asks for neither.
    """
    found: list[str] = []
    for test in (one for tests in condition.any_of for one in tests):
        if passes(state, test, unit, attempt):
            continue
        kind, at = TESTS[test.kind], TestContext(state, test, unit, attempt)
        if test.kind == "in_range" and attempt.out_of_range and not test.negated:
            found.append(attempt.out_of_range)
        if kind.number is None or (kind.of_unit and not at.subject.in_play):
            continue
        if (number := kind.number(at)) is not None:
            asked = f"{'not ' if test.negated else ''}{test.op} {test.number}"
            found.append(f"{kind.called} {number} where {asked} was asked")
    return listed(dict.fromkeys(found))


class Chain:
    """Follows lines with ``else``: each call says whether the line at hand is carried out.

    An ``else`` line belongs to the chain of the line before it, and counts only if none of
    the chain held; a line without begins a new chain.
    """

    def __init__(self) -> None:
        self.held = False

    def takes(self, otherwise: bool, held: bool) -> bool:
        """True if a line is to be carried out; ``held`` says whether its condition holds now."""
        if otherwise and self.held:
            return False
        self.held = held
        return held


# --- in the language of the sheets ---


def prefix(condition: Condition, names: SheetNames, *, otherwise: bool = False) -> str:
    """What stands before an order: ``if ...:``, ``else``."""
    words = "" if condition == ALWAYS else f"if {condition_words(condition, names)}: "
    return f"else {words}" if otherwise else words


def when(condition: Condition, names: SheetNames) -> str:
    """A condition behind what it limits."""
    return "" if condition == ALWAYS else f" if {condition_words(condition, names)}"


def condition_words(condition: Condition, names: SheetNames) -> str:
    """The text of a condition behind ``if``; empty for one that always holds."""
    return groups_in_words(condition.any_of, lambda test: test_words(test, names))


def test_words(test: ConditionTest, names: SheetNames) -> str:
    """One test of a condition; some kinds of pods need the word to be told from something else."""
    unit = test.unit if test.unit in ("", *NEAREST) else names.foe(test.unit)
    words = TESTS[test.kind].words.format(
        unit=unit,
        of=f"{unit} " if unit else "",
        name=test.name,
        part=f"{test.name} pod" if test.name in ("energy", "battlecraft") else test.name,
        state=test.state,
        op=test.op,
        number=test.number,
    )
    return f"not {words}" if test.negated else words
