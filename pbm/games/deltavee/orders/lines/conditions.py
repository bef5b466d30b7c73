"""Conditions of order lines, and whether they hold at the moment a line is carried out.

Conditions see the table as it stands, of the enemy no more than their writer: his contacts,
revealed units, the open velocity and force field of each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbm.games.deltavee.orders.lines.names import NEAREST, Names
from pbm.games.deltavee.state.energy import blocks_left, left
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DAMAGED, DESTROYED, DESTROYED_PART, JUMPING, Part, Unit
from pbm.kit.english import listed
from pbm.kit.records import Record
from pbm.language.condition import COMPARE, AnyOf
from pbm.sheets.quoting import groups_in_words


class Requirement(Record):
    """One requirement of a condition, judged at the moment its line is carried out.

    kind and fields used (``unit`` "" is the unit the line is for):
      within (what: missile, contact, enemy or a unit id; number)   an enemy one that near
      contacts_within (number)   the same as within contact
      range (unit, op, number)   chance (op, number)   value (op, number): of the fire at hand
      energy (op, number)  blocks (op, number)  velocity (unit, op, number)  turn (op, number)
      field_on (unit)  field_off (unit)  in_orbit (unit)  docked (unit)  jumping (unit)
      part (unit, name: part or pod kind, state: ok, damaged, destroyed)   damaged: D or X
      revealed (unit)   destroyed (unit)   on_map (unit, name: letter)   prepared ()
      in_range (): of the tractor beam or docking at hand
    op is one of ">=", "<=", ">", "<", "=". A test of a unit that is out of play is false
    (except destroyed); ``negated`` turns the outcome round.
    """

    kind: str
    unit: str = ""
    what: str = ""
    name: str = ""
    state: str = ""
    op: str = ""
    number: int = 0
    negated: bool = False


class Condition(AnyOf[Requirement]):
    """When a line counts; empty: always."""


ALWAYS = Condition()


# Why a line was not carried out, where that is no failure.
NOT_HELD = "its condition did not hold"


EARLIER = "an earlier line was carried out"


class Hand(Record):
    """What only the act at hand can tell: its chance (0-10), its target value, its range.

    ``out_of_range``: why the tractor beam or docking at hand cannot be carried out, "" if it
    can. None: there is no such act, and a test of it is false.
    """

    chance: int | None = None
    value: int | None = None
    out_of_range: str | None = None


NOTHING = Hand()


def holds(state: State, condition: Condition, unit: Unit, hand: Hand = NOTHING) -> bool:
    """True when a condition holds for a unit."""
    return condition.holds(lambda test: passes(state, test, unit, hand))


def passes(state: State, test: Requirement, unit: Unit, hand: Hand = NOTHING) -> bool:
    """The outcome of one test, turned round if it is negated."""
    return _outcome(state, test, unit, hand) != test.negated


def not_held(state: State, condition: Condition, unit: Unit, hand: Hand = NOTHING) -> str:
    """That a condition does not hold, with what was found: a number, or why it is impossible.

    ``its condition did not hold: Hit Chance 3 where >= 5 was asked``
    """
    found = unmet(state, condition, unit, hand)
    return f"{NOT_HELD}: {found}" if found else NOT_HELD


def unmet(state: State, condition: Condition, unit: Unit, hand: Hand = NOTHING) -> str:
    """The numbers found where a condition asks for others, and why an act is not possible.

    Empty if a condition asks for neither.
    """
    found: list[str] = []
    for test in (one for tests in condition.any_of for one in tests):
        if test.kind == "in_range" and hand.out_of_range and not test.negated:
            found.append(hand.out_of_range)
        number = _measured(state, test, unit, hand) if test.op else None
        if number is not None and not passes(state, test, unit, hand):
            asked = f"{'not ' if test.negated else ''}{test.op} {test.number}"
            found.append(f"{_MEASURES[test.kind]} {number} where {asked} was asked")
    return listed(dict.fromkeys(found))


_MEASURES: Mapping[str, str] = {
    "chance": "Hit Chance",
    "value": "Target Value",
    "turn": "turn",
    "range": "range",
    "velocity": "velocity",
    "energy": "Energy Units",
    "blocks": "Energy Blocks",
}


def _measured(state: State, test: Requirement, unit: Unit, hand: Hand) -> int | None:
    """The number a test compares; None if there is none, as of a unit out of play."""
    if test.kind == "chance":
        return hand.chance
    if test.kind == "value":
        return hand.value
    if test.kind == "turn":
        return state.turn
    subject = state.unit(test.unit) if test.unit else unit
    if not subject.in_play:
        return None
    if test.kind == "range":
        return state.maps.grid.distance(unit.at, subject.at)
    if test.kind == "velocity":
        return subject.velocity
    # Only one's own: an enemy's energy is hidden.
    return left(unit) if test.kind == "energy" else blocks_left(unit)


def _outcome(state: State, test: Requirement, unit: Unit, hand: Hand) -> bool:
    if test.kind == "in_range":
        return hand.out_of_range == ""
    if test.op:
        number = _measured(state, test, unit, hand)
        return number is not None and COMPARE[test.op](number, test.number)
    if test.kind in ("within", "contacts_within"):
        return any(
            state.maps.grid.distance(unit.at, other.at) <= test.number
            for other in _meant(state, unit, test.what if test.kind == "within" else "contact")
        )
    if test.kind == "prepared":
        return bool(state.atop(unit.id))
    subject = state.unit(test.unit) if test.unit else unit
    if test.kind == "destroyed":
        return subject.status == DESTROYED
    if not subject.in_play:
        return False
    return _about(state, test, subject)


def _about(state: State, test: Requirement, subject: Unit) -> bool:
    """The tests of one unit in play."""
    if test.kind == "part":
        return any(
            _part_is(part, test.state) for part in subject.parts if part.is_called(test.name)
        )
    if test.kind == "on_map":
        tile = state.maps.tile(subject.at)
        return tile is not None and tile.letter == test.name
    facts: Mapping[str, Callable[[], bool]] = {
        "field_on": lambda: subject.field_up,
        "field_off": lambda: not subject.field_up,
        "in_orbit": lambda: state.in_orbit(subject),
        "docked": lambda: state.docked_to(subject.id) is not None,
        "jumping": lambda: subject.jump == JUMPING,
        "revealed": lambda: subject.revealed,
    }
    return facts[test.kind]()


def _part_is(part: Part, wanted: str) -> bool:
    if wanted == "destroyed":
        return part.status == DESTROYED_PART
    if wanted == "damaged":
        return part.status in (DAMAGED, DESTROYED_PART)
    return part.sound


def _meant(state: State, unit: Unit, what: str) -> Sequence[Unit]:
    """The enemies a ``within`` speaks of, as far as the unit's side knows what they are."""
    enemies = state.enemies_of(unit.side)
    if what == "enemy":
        return enemies
    if what == "contact":
        return [enemy for enemy in enemies if not enemy.revealed]
    if what == "missile":
        # What is not revealed may be a missile, and a cautious captain takes it for one.
        return [enemy for enemy in enemies if enemy.is_missile or not enemy.revealed]
    return [enemy for enemy in enemies if enemy.id == what]


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


def prefix(condition: Condition, names: Names, *, otherwise: bool = False) -> str:
    """What stands before an order: ``if ...:``, ``else``."""
    words = "" if condition == ALWAYS else f"if {condition_words(condition, names)}: "
    return f"else {words}" if otherwise else words


def when(condition: Condition, names: Names) -> str:
    """A condition behind what it limits."""
    return "" if condition == ALWAYS else f" if {condition_words(condition, names)}"


def condition_words(condition: Condition, names: Names) -> str:
    """A condition as it stands behind ``if``; empty for one that always holds."""
    return groups_in_words(condition.any_of, lambda test: test_words(test, names))


def test_words(test: Requirement, names: Names) -> str:
    """One test of a condition."""
    of = f"{names.foe(test.unit)} " if test.unit else ""
    compared = f"{test.op} {test.number}"
    words = {
        "within": f"{_within(test, names)} within {test.number}",
        "contacts_within": f"contact within {test.number}",
        "range": f"range to {of}{compared}",
        "chance": f"chance {compared}",
        "value": f"value {compared}",
        "energy": f"energy {compared}",
        "blocks": f"blocks {compared}",
        "turn": f"turn {compared}",
        "velocity": f"{of}velocity {compared}",
        "field_on": f"{of}field on",
        "field_off": f"{of}field off",
        "in_orbit": f"{of}in orbit",
        "docked": f"{of}docked",
        "jumping": f"{of}jumping",
        "revealed": f"{of}revealed",
        "destroyed": f"{of}destroyed",
        "part": f"{of}{_part_words(test.name)} {test.state}",
        "on_map": f"{of}on map {test.name}",
        "prepared": "prepared",
        "in_range": "in range",
    }[test.kind]
    return f"not {words}" if test.negated else words


def _within(test: Requirement, names: Names) -> str:
    return test.what if test.what in NEAREST else names.foe(test.what)


def _part_words(name: str) -> str:
    """A part in a test; some kinds of pods need the word to be told from something else."""
    return f"{name} pod" if name in ("energy", "battlecraft") else name
