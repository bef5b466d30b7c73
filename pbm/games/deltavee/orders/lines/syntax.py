"""The transformer of DeltaVee's grammar: units, conditions, and words that are put together.

All other rules of grammar/deltavee.lark become nodes, which the modules of the orders read.
"""

from typing import Any

from pbm.games.deltavee.orders.lines.parts import part_name, part_word
from pbm.kit.records import Record
from pbm.language.conditions_syntax import RawCondition, RawTest, comparison, none_of
from pbm.language.parse_tree import Node, NodeTransformer
from pbm.language.token import Token

_TYPES = ("laser", "particle", "burst", "barrage")
_POD_KINDS = {
    "BATTLE_COMM": "battle communications",
    "TRACTOR": "tractor beam",
    "BATTLECRAFT_POD": "battlecraft",
    "ENERGY_POD": "energy",
}


_ANY = {
    "SHIP": "any ship",
    "BATTLECRAFT": "any battlecraft",
    "MISSILE": "any missile",
    "CONTACT": "any contact",
    "ENEMY": "any enemy",
}


_WHOSE = {"OWN": "own", "ENEMY": "enemy", "CONTACT": "contact"}
_SEVERAL = ("MISSILE", "CONTACT", "ENEMY")
_TEST = "test_"  # begins the rules of tests; what follows is the kind
_STATES = ("OK", "DAMAGED", "DESTROYED")


class Ref(Record):
    """A unit as written, or words for several.

    ``whose``: "" (as the place demands), own, enemy, contact; ``any`` for words (``text``: any,
    any ship, ...), ``nearest`` for the nearest missile or enemy, ``hex`` for a hex.
    """

    word: Token
    text: str
    whose: str = ""


class UnitTest(RawTest):
    """As `ConditionTest`, but with the unit as written; ``word`` is where messages point."""

    kind: str
    word: Token
    unit: Ref | None = None
    name: str = ""
    state: str = ""
    op: str = ""
    number: int = 0


Tests = RawCondition[UnitTest]


class Holds(Record):
    """When a line counts: its condition, and whether it begins with ``else``."""

    condition: Tests | None = None
    otherwise: bool = False


ALWAYS_HOLDS = Holds()


class ParseTreeTransformer(NodeTransformer):
    """Units, lists of preference, tests, and words that are put together."""

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        """A test under its kind, where the rule is one of a test; else a node."""
        rule, _, kind = str(data).partition("test_")
        return (
            super().__default__(data, children, meta) if rule or not kind else _test(kind, children)
        )

    def a_unit(self, items: list[Token]) -> Ref:
        """A unit by its letter, number or name, or a contact by its number."""
        whose = _WHOSE.get(items[0].type, "") if len(items) > 1 else ""
        text = str(int(items[-1])) if whose == "contact" else str(items[-1])
        return Ref(items[-1], text, whose)

    def any_target(self, items: list[Token]) -> Ref:
        """Any of a kind."""
        return Ref(items[0], _ANY[items[1].type] if len(items) > 1 else "any", "any")

    def targets(self, items: list[Any]) -> tuple[Ref, ...]:
        """Targets by preference."""
        return tuple(item for item in items if isinstance(item, Ref))

    def nearest(self, items: list[Token]) -> Ref:
        """The nearest missile (or contact), or the nearest enemy."""
        return Ref(items[0], items[-1].type.lower(), "nearest")

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
        return ((comparison(items[0]), int(items[1])),)

    def from_to(self, items: list[Token]) -> tuple[tuple[str, int], ...]:
        """Two bounds of a range."""
        return ((">=", int(items[0])), ("<=", int(items[1])))

    def range_test(self, items: list[Any]) -> Tests:
        """The range to a unit, to the nearest of a kind, or to the one target of the line."""
        words = [item for item in items if isinstance(item, Token)]
        bounds = next((item for item in items if isinstance(item, tuple)), None)
        if bounds is None:
            bounds = ((_op(words), _number(words)),)
        kind = next((word for word in words if word.type in _SEVERAL), None)
        if kind is not None:
            return _nearest(items[0], kind, bounds)
        return _ranges(items[0], _unit(items), bounds)

    def kind_within(self, items: list[Token]) -> UnitTest:
        """A missile, contact or enemy is that near."""
        kind = next(item for item in items if item.type in _SEVERAL)
        return _near(items[0], kind, _number(items))

    # --- when a line counts ---

    def unless(self, items: list[Any]) -> Node:
        """``unless``: if not."""
        return Node("when", (items[0], none_of(items[1])))

    def prefix(self, items: list[Node]) -> Holds:
        """A condition before the colon."""
        return Holds(items[0].condition)

    def otherwise(self, _items: list[Token]) -> Holds:
        """``else``."""
        return Holds(otherwise=True)

    def else_if(self, items: list[Any]) -> Holds:
        """``else`` with a condition of its own."""
        return Holds(items[1].condition, otherwise=True)

    def only_if(self, items: list[Any]) -> Any:
        """``only if`` says no more than ``if``."""
        return items[-1]

    def chance_limit(self, items: list[Token]) -> Node:
        """A least chance behind a fire: a condition like any other."""
        compare = comparison(items[1]) if items[1].type == "COMPARE" else ">="
        test = UnitTest("chance", items[0], op=compare, number=int(items[-1]))
        return Node("when", (items[0], RawCondition(((test,),))))

    def at_range(self, items: list[Any]) -> Node:
        """A range at which to do something."""
        return Node("when", (items[0], self.range_test(items[1:])))

    def at_this_range(self, items: list[Any]) -> Node:
        """The same, from a range on that has no comparison before it."""
        up_to = (("<=", int(items[2])),)
        return Node("when", (items[0], self.range_test([items[1], up_to, items[-1]])))

    # --- words ---

    def change(self, items: list[Any]) -> Node:
        """A change of velocity or direction, without the word ``turn``."""
        return Node("change", tuple(i for i in items if getattr(i, "type", "") != "TURN"))

    def fire_type(self, items: list[Token]) -> Token:
        """One of the four types of fire."""
        words = " ".join(sorted((item.type.lower() for item in items), key=_TYPES.index))
        return Token.across("FIRE_TYPE", words, items[0])

    def at_most(self, items: list[Token]) -> Node:
        """So many fires at one target."""
        word = Token.across("AT_MOST", "at most", *items[:2])
        return Node("at_most", (word, items[-1]))

    def at(self, items: list[Token]) -> Node:
        """The hex at which a ship is placed."""
        return Node("at", (items[-1],))

    def pod_kind(self, items: list[Token]) -> Token:
        """A kind of pod."""
        word = _POD_KINDS.get(items[0].type, items[0].type.lower().replace("_", " "))
        return Token.across("POD_KIND", word, items[0])

    def words(self, items: list[Token]) -> Token:
        """A kind of pod in words of its own."""
        names = [item for item in items if item.type == "KIND_WORD"]
        return Token.across("WORDS", " ".join(names).casefold(), *items)


def _test(kind: str, items: list[Any]) -> UnitTest:
    """A test of its words: a unit, a part with its state, a comparison and a number, a map."""
    words = [item for item in items if isinstance(item, Token)]
    part = next((item for item in items if isinstance(item, Node)), None)
    unit = _unit(items)
    name, state, word = "", "", words[0]
    if part is not None:
        name, word = part_name(part), part_word(part)
        state = next(one.type.lower() for one in words if one.type in _STATES)
    elif words[-1].type == "NAME":
        name, word = words[-1].upper(), words[-1]
    return UnitTest(kind, word, unit, name=name, state=state, op=_op(words), number=_number(words))


def _op(words: list[Token]) -> str:
    return next((comparison(word) for word in words if word.type == "COMPARE"), "")


def _number(words: list[Token]) -> int:
    return next((int(word) for word in words if word.type == "NUMBER"), 0)


def _unit(items: list[Any]) -> Ref | None:
    return next((item for item in items if isinstance(item, Ref)), None)


def _ranges(word: Token, unit: Ref | None, bounds: tuple[tuple[str, int], ...]) -> Tests:
    tests = tuple(UnitTest("range", word, unit, op=op, number=number) for op, number in bounds)
    return RawCondition((tests,))


def _near(word: Token, kind: Token, number: int, *, negated: bool = False) -> UnitTest:
    unit = Ref(kind, kind.type.lower(), "nearest")
    return UnitTest("within", word, unit, number=number, negated=negated)


def _nearest(word: Token, kind: Token, bounds: tuple[tuple[str, int], ...]) -> Tests:
    """The range to the nearest of a kind, as tests of whether one is that near."""
    tests: list[UnitTest] = []
    for op, number in bounds:
        if op in ("<=", "<", "="):
            tests.append(_near(word, kind, number - (op == "<")))
        if op in (">=", ">", "="):
            tests.append(_near(word, kind, number - (op != ">"), negated=True))
    return RawCondition((tuple(tests),))


def refs_of(node: Node) -> tuple[Ref, ...]:
    """The units of a node, also those of a list of preference in it."""
    found: list[Ref] = []
    for item in node.items:
        if isinstance(item, Ref):
            found.append(item)
        elif isinstance(item, tuple):
            found += item
    return tuple(found)


def holds_of(node: Node) -> Holds:
    """When an order counts; always, if it does not say."""
    for item in node.items:
        if isinstance(item, Holds):
            return item
    return ALWAYS_HOLDS


def conditions_of(node: Node) -> list[Tests | None]:
    """All conditions of an order that stands for itself, before it and behind it."""
    return [holds_of(node).condition, *(part.condition for part in node.parts)]


def missile_type(node: Node) -> str:
    """The type of missile that a node names, or that stands in it."""
    found = node.part("missile_kind") or node
    return found.word.type.lower()
