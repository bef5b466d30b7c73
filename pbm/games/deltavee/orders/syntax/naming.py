"""Whom a line of a DeltaVee sheet speaks of, and its conditions, before names are looked up.

The half of the transformer that every other line uses.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from pbm.kit.records import Record
from pbm.language.conditions_syntax import Language, RawCondition, RawTest, none_of, sign

_ANY = {
    "SHIP": "any ship",
    "BATTLECRAFT": "any battlecraft",
    "MISSILE": "any missile",
    "CONTACT": "any contact",
    "ENEMY": "any enemy",
}
_SEVERAL = ("MISSILE", "CONTACT", "ENEMY")


class Ref(Record):
    """A unit as written, or words for several.

    ``whose``: "" (as the place demands), own, enemy, contact; ``any`` for words (``text``: any,
    any ship, ...), ``nearest`` for the nearest missile or enemy, ``hex`` for a hex.
    """

    word: Token
    text: str
    whose: str = ""


class UnitTest(RawTest):
    """One test: as `Requirement`, but with the units as written; ``word`` is its first word."""

    kind: str
    word: Token
    unit: Ref | None = None
    what: Ref | None = None
    name: str = ""
    state: str = ""
    op: str = ""
    number: int = 0


Tests = RawCondition[UnitTest]


class Naming(Language):
    """Units, lists of preference and tests."""

    def a_unit(self, items: list[Token]) -> Ref:
        """A unit by its letter, number or name."""
        return Ref(items[-1], str(items[-1]))

    def own_unit(self, items: list[Token]) -> Ref:
        """One of the own side."""
        return Ref(items[-1], str(items[-1]), "own")

    def enemy_unit(self, items: list[Token]) -> Ref:
        """One of the enemy's."""
        return Ref(items[-1], str(items[-1]), "enemy")

    def contact(self, items: list[Token]) -> Ref:
        """One that is not revealed."""
        return Ref(items[-1], str(int(items[-1])), "contact")

    def any_target(self, items: list[Token]) -> Ref:
        """Any of a kind."""
        return Ref(items[0], _ANY[items[1].type] if len(items) > 1 else "any", "any")

    def targets(self, items: list[Any]) -> tuple[Ref, ...]:
        """Targets by preference."""
        return tuple(item for item in items if isinstance(item, Ref))

    def nearest_missile(self, items: list[Token]) -> Ref:
        """The nearest missile or contact."""
        return Ref(items[0], "missile", "nearest")

    def nearest_enemy(self, items: list[Token]) -> Ref:
        """The nearest enemy."""
        return Ref(items[0], "enemy", "nearest")

    def danger_hex(self, items: list[Token]) -> Ref:
        """A hex."""
        return Ref(items[1], items[1].upper(), "hex")

    # --- tests ---

    def negated(self, items: list[Any]) -> Any:
        """The opposite of a test; a range from one number to another is two tests."""
        if isinstance(items[1], RawCondition):
            return none_of(items[1])
        return super().negated(items)

    def span(self, items: list[Token]) -> tuple[tuple[str, int], ...]:
        """A bound of a range."""
        return ((sign(items[0]), int(items[1])),)

    def from_to(self, items: list[Token]) -> tuple[tuple[str, int], ...]:
        """Two bounds of a range."""
        return ((">=", int(items[0])), ("<=", int(items[1])))

    def range_to(self, items: list[Any]) -> Tests:
        """The range to a unit."""
        return _ranges(items[0], items[2], items[3])

    def range_of(self, items: list[Any]) -> Tests:
        """The same, the unit last."""
        return _ranges(items[0], items[-1], items[1])

    def range_to_near(self, items: list[Any]) -> Tests:
        """The range to the nearest of a kind: whether one is within it."""
        return _nearest(items[0], items[3], items[4])

    def range_near(self, items: list[Any]) -> Tests:
        """The same without the word nearest."""
        return _nearest(items[0], items[2], ((sign(items[3]), int(items[4])),))

    def range_of_near(self, items: list[Any]) -> Tests:
        """The same, the kind last."""
        return _nearest(items[0], items[-1], items[1])

    def range_only(self, items: list[Any]) -> Tests:
        """The range to the one target of the line."""
        return _ranges(items[0], None, items[1])

    def number_test(self, items: list[Token]) -> UnitTest:
        """Chance, value, energy, blocks, turn."""
        return UnitTest(items[0].type.lower(), items[0], op=sign(items[1]), number=int(items[2]))

    def velocity_test(self, items: list[Any]) -> UnitTest:
        """A velocity."""
        word, compare, number = items[-3:]
        return UnitTest("velocity", word, _unit(items), op=sign(compare), number=int(number))

    def field_is_on(self, items: list[Any]) -> UnitTest:
        """A force field is active."""
        return UnitTest("field_on", items[-2], _unit(items))

    def field_is_off(self, items: list[Any]) -> UnitTest:
        """A force field is not active."""
        return UnitTest("field_off", items[-2], _unit(items))

    def in_orbit(self, items: list[Any]) -> UnitTest:
        """A unit is in orbit."""
        return UnitTest("in_orbit", items[-2], _unit(items))

    def state_test(self, items: list[Any]) -> UnitTest:
        """Docked, jumping, revealed, destroyed."""
        return UnitTest(items[-1].type.lower(), items[-1], _unit(items))

    def revealed_unit(self, items: list[Any]) -> UnitTest:
        """A unit is revealed."""
        return UnitTest("revealed", items[0], _unit(items))

    def destroyed_unit(self, items: list[Any]) -> UnitTest:
        """A unit is destroyed."""
        return UnitTest("destroyed", items[0], _unit(items))

    def on_map(self, items: list[Any]) -> UnitTest:
        """A unit is on a map."""
        return UnitTest("on_map", items[-1], _unit(items), name=items[-1].upper())

    def part_test(self, items: list[Any]) -> UnitTest:
        """A part of a unit is damaged, destroyed or sound."""
        part, state = items[-2:]
        return _part_test(part, state, _unit(items))

    def part_first(self, items: list[Any]) -> UnitTest:
        """The same, the state first."""
        return _part_test(items[1], items[0], None)

    def prepared(self, items: list[Token]) -> UnitTest:
        """Something is prepared atop the ship."""
        return UnitTest("prepared", items[0])

    def in_range(self, items: list[Token]) -> UnitTest:
        """The tractor beam or docking at hand is possible."""
        return UnitTest("in_range", items[0])

    def within(self, items: list[Any]) -> UnitTest:
        """A unit is that near."""
        number = next(int(item) for item in items[1:] if item.type == "NUMBER")
        return UnitTest("within", items[0].word, what=items[0], number=number)

    def kind_within(self, items: list[Token]) -> UnitTest:
        """A missile, contact or enemy is that near."""
        kind = next(item for item in items if item.type in _SEVERAL)
        number = next(int(item) for item in items if item.type == "NUMBER")
        return _near(items[0], kind, number)


def _unit(items: list[Any]) -> Ref | None:
    return next((item for item in items if isinstance(item, Ref)), None)


def _ranges(word: Token, unit: Ref | None, bounds: tuple[tuple[str, int], ...]) -> Tests:
    tests = tuple(UnitTest("range", word, unit, op=op, number=number) for op, number in bounds)
    return RawCondition((tests,))


def _near(word: Token, kind: Token, number: int, *, negated: bool = False) -> UnitTest:
    what = Ref(kind, kind.type.lower(), "nearest")
    return UnitTest("within", word, what=what, number=number, negated=negated)


def _nearest(word: Token, kind: Token, bounds: tuple[tuple[str, int], ...]) -> Tests:
    """The range to the nearest of a kind, as tests of whether one is that near."""
    tests: list[UnitTest] = []
    for op, number in bounds:
        if op in ("<=", "<", "="):
            tests.append(_near(word, kind, number - (op == "<")))
        if op in (">=", ">", "="):
            tests.append(_near(word, kind, number - (op != ">"), negated=True))
    return RawCondition((tuple(tests),))


def _part_test(part: Any, state: Token, unit: Ref | None) -> UnitTest:
    return UnitTest("part", part.word, unit, name=part.name, state=state.type.lower())
