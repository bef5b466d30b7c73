"""Conditions of order lines: their tests, as they are written, looked up, judged and printed.

Every test looks at public things or at the own ship's records; none at an enemy's supplies.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pbm.drawing.hexgrid import distance
from pbm.games.knighthawks.state.arcs import in_field
from pbm.games.knighthawks.state.state import DESTROYED, Ship, State
from pbm.games.knighthawks.state.weapons import ARMS
from pbm.kit.records import Record
from pbm.language.condition import COMPARE, AnyOf
from pbm.language.conditions_syntax import comparison
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name, groups_in_words

# Kinds of supplies and weapons as a sheet names them.
SUPPLY_WORDS = {
    "torpedo": "torpedos",
    "assault_rocket": "rockets",
    "rocket_battery": "RB",
    "icm": "ICM",
    "masking_screen": "masking screens",
}
_SUPPLY = {"ROCKET": "assault_rocket"}


class ConditionTest(Record):
    """One test of a condition.

    ``kind`` is a key of `TESTS`. ``ship`` is an id, "enemy" for any, or "" for the own ship;
    ``name`` a supply; ``op`` one of ">=", "<=", ">", "<", "="; ``number`` in the unit of the
    test. ``negated`` turns the outcome round.
    """

    kind: str
    ship: str = ""
    name: str = ""
    op: str = ""
    number: int = 0
    negated: bool = False


class Condition(AnyOf[ConditionTest]):
    """When a line counts; empty: always."""


ALWAYS = Condition()


class TestContext(NamedTuple):
    """What a test is judged on: the table, the own ship, the ship it names or the own one."""

    state: State
    own: Ship
    subject: Ship
    options: Mapping[str, str]
    chance: int | None

    def compare(self, test: ConditionTest, value: int | None) -> bool:
        """Whether a value is as the test asks; one that is not there never is."""
        return value is not None and COMPARE[test.op](value, test.number)

    @property
    def apart(self) -> int:
        """Hexes between the own ship and the other."""
        return distance(self.own.at, self.subject.at)


class TestKind(NamedTuple):
    """A kind of test: the grammar's rules for it, how it is printed, and whether it holds.

    ``of_ship``: it is about a ship, and fails where that is out of play.
    """

    rules: tuple[str, ...]
    words: str
    holds: Callable[[ConditionTest, TestContext], bool]
    of_ship: bool = True


TESTS: Mapping[str, TestKind] = {
    "within": TestKind(
        ("ship_within", "enemy_within"),
        "{ship} within {number}",
        lambda test, at: at.apart <= test.number,
    ),
    "enemy_lasers_within": TestKind(
        ("lasers_within",),
        "enemy lasers within {number}",
        lambda test, at: any(
            distance(at.own.at, enemy.at) <= min(test.number, _laser_range(enemy))
            for enemy in at.state.enemies_of(at.own.side)
        ),
        of_ship=False,
    ),
    "chance": TestKind(
        ("chance",),
        "chance {op} {number}",
        lambda test, at: at.compare(test, at.chance),
        of_ship=False,
    ),
    "hull": TestKind(
        ("hull",), "{own}hull {op} {number}", lambda test, at: at.compare(test, at.subject.hull)
    ),
    "supply": TestKind(
        ("supply_left",),
        "{supply} {op} {number}",
        lambda test, at: at.compare(test, at.own.left(test.name)),
        of_ship=False,
    ),
    "screened": TestKind(("screened",), "{own}screened", lambda _test, at: at.subject.screened),
    "evading": TestKind(("evading",), "evading", lambda _test, at: at.own.evading, of_ship=False),
    "in_orbit": TestKind(
        ("in_orbit",), "{own}in orbit", lambda _test, at: at.subject.orbit is not None
    ),
    "in_arc": TestKind(
        ("ship_in_arc",),
        "{ship} in arc",
        lambda _test, at: in_field(at.own.at, at.own.facing, at.subject.at, at.options),
    ),
    "turn": TestKind(
        ("turn_is",),
        "turn {op} {number}",
        lambda test, at: at.compare(test, at.state.turn),
        of_ship=False,
    ),
    "range": TestKind(
        ("range_to",), "range to {ship} {op} {number}", lambda test, at: at.compare(test, at.apart)
    ),
    "speed": TestKind(
        ("speed_is",),
        "{own}speed {op} {number}",
        lambda test, at: at.compare(test, at.subject.speed),
    ),
    "destroyed": TestKind(
        ("destroyed",),
        "{ship} destroyed",
        lambda _test, at: at.subject.status == DESTROYED,
        of_ship=False,
    ),
}
_BY_RULE = {rule: kind for kind, row in TESTS.items() for rule in row.rules}


def read_test(node: Node, ship: str, negated: bool) -> ConditionTest:
    """A test from its parse; ``ship`` is the id of the one that it names, or ""."""
    supply, compared = node.part("supply"), node.token("COMPARE")
    return ConditionTest(
        _BY_RULE[node.kind],
        "enemy" if node.kind == "enemy_within" else ship,
        supply_of(supply) if supply is not None else "",
        comparison(compared) if compared is not None else "",
        node.number or 0,
        negated,
    )


def supply_of(node: Node) -> str:
    """The kind of supply that a ``supply`` of the grammar names."""
    return _SUPPLY.get(node.word.type, node.word.type.casefold())


def holds(
    condition: Condition,
    state: State,
    ship: Ship,
    options: Mapping[str, str],
    *,
    chance: int | None = None,
) -> bool:
    """True if the condition of a line of this ship holds; the empty condition always does.

    ``chance`` is the chance to hit of the attack at hand, per cent; without one a test of it
    fails. A test of a ship that is out of play fails, except ``destroyed``; ``negated`` turns
    the outcome of a test round, a failed one too. Rule: KH PBM.
    """
    return condition.holds(
        lambda test: _outcome(test, state, ship, options, chance) is not test.negated
    )


def _outcome(
    test: ConditionTest, state: State, own: Ship, options: Mapping[str, str], chance: int | None
) -> bool:
    kind = TESTS[test.kind]
    if test.ship == "enemy":
        return any(
            kind.holds(test, TestContext(state, own, enemy, options, chance))
            for enemy in state.enemies_of(own.side)
        )
    subject = next((one for one in state.ships if one.id == test.ship), None) if test.ship else own
    if subject is None or (kind.of_ship and not subject.in_play):
        return False
    return kind.holds(test, TestContext(state, own, subject, options, chance))


def _laser_range(ship: Ship) -> int:
    """How far its longest laser reaches, hexes; -1 without one."""
    ranges = [ARMS[mount.kind].range for mount in ship.mounts if ARMS[mount.kind].is_laser]
    return max(ranges, default=-1)


def condition_text(condition: Condition, name: Name) -> str:
    """The text of a condition behind ``if``; empty for one that always holds."""
    return groups_in_words(condition.any_of, lambda test: text_of_test(test, name))


def text_of_test(test: ConditionTest, name: Name) -> str:
    """One test of a condition."""
    ship = name(test.ship) if test.ship and test.ship != "enemy" else test.ship
    values: dict[str, Any] = {
        "ship": ship,
        "own": f"{ship} " if ship else "",
        "supply": SUPPLY_WORDS.get(test.name, test.name),
        "op": test.op,
        "number": test.number,
    }
    words = TESTS[test.kind].words.format_map(values)
    return f"not {words}" if test.negated else words


def before(condition: Condition, name: Name) -> str:
    """A condition with ``if`` and colon, before what it is about."""
    return "" if condition == ALWAYS else f"if {condition_text(condition, name)}: "


def behind(condition: Condition, name: Name) -> str:
    """A condition with ``if`` behind what it is about."""
    return "" if condition == ALWAYS else f" if {condition_text(condition, name)}"
