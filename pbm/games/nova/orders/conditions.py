"""Conditions of lines: their tests, as they are written, judged and printed.

They are judged in the unit's own system, at the moment they are asked for. No test reaches into
another system (NV ORD-38) and none rests on minor contact (NV CON-04); the reader of sheets
refuses such lines. Rule: NV ORD-37. Ambiguity: NV A-ORD-CO-EVENTS.

What phases leave for tests stands in ``State.given`` under keys made by `key`:
``mcr`` (MCr received), ``unit`` (a unit handed over, by name), ``assault`` (surface units
attacked, by system), ``won`` and ``lost`` (a battle, by system; the giver is the empire),
``losses`` (own losses in percent, by system), ``round`` (of the battle, by system).
"""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from pbm.games.nova.orders.naming import foe
from pbm.games.nova.state.orders.conditions import Condition, Test
from pbm.games.nova.state.working_state import Draft
from pbm.kit.records import Record
from pbm.language.condition import COMPARE
from pbm.language.conditions_syntax import comparison
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.quoting import Name, groups_in_words


def key(kind: str, giver: str, taker: str = "", what: str = "") -> str:
    """The name under which something given stands in ``State.given``."""
    return f"{kind}/{giver}/{taker}/{what}"


class Presence:
    """How many ships each empire has in each system as a phase begins; who is known."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._read = 0
        self._shown: set[tuple[str, str, str]] = set()
        self._met: dict[tuple[str, str], dict[str, tuple[bool, bool]]] = {}
        self._fled: dict[tuple[str, str], int] = {}
        for id in draft.fled:
            if id in draft.ships:
                gone = (draft.ships[id].at, draft.ships[id].owner)
                self._fled[gone] = self._fled.get(gone, 0) + 1

    @cached_property
    def ships(self) -> Mapping[str, Mapping[str, int]]:
        """Ships by system and empire, counted when first asked for: few phases ask."""
        found: dict[str, dict[str, int]] = {}
        counted = Counter(map(attrgetter("at", "owner"), self._draft.base.ships.values()))
        for (at, owner), number in counted.items():
            if at and owner:
                found.setdefault(at, {})[owner] = number
        return found

    def own(self, system: str, empire: str) -> int:
        """An empire's ships in a system, those aboard others not counted."""
        return self.ships.get(system, {}).get(empire, 0)

    def aliens(self, system: str, empire: str) -> int:
        """All other empires' ships in a system."""
        return sum(self.ships.get(system, {}).values()) - self.own(system, empire)

    def stays(self, system: str, empire: str) -> bool:
        """True if an empire has a ship in a system that is not on the run."""
        return self.own(system, empire) > self._fled.get((system, empire), 0)

    def identified(self, system: str, viewer: str, other: str) -> bool:
        """True if another empire has shown a viewer in a system, this turn, who it is."""
        self._read_on()
        return (system, viewer, other) in self._shown

    def met(self, system: str, empire: str) -> Mapping[str, tuple[bool, bool]]:
        """Whom an empire met in a system this turn: whether friendly, and whether they fought."""
        self._read_on()
        return self._met.get((system, empire), {})

    def _read_on(self) -> None:
        """Meetings are only ever added to, so each is read once."""
        for met in self._draft.meetings[self._read :]:
            if met.one_identified:
                self._shown.add((met.system, met.other, met.one))
            if met.other_identified:
                self._shown.add((met.system, met.one, met.other))
            for empire, other in ((met.one, met.other), (met.other, met.one)):
                so_far = self._met.setdefault((met.system, empire), {})
                friendly, hostile = so_far.get(other, (False, False))
                so_far[other] = (friendly or met.friendly, hostile or met.hostile)
        self._read = len(self._draft.meetings)


class Scene(Record):
    """Where a condition is asked for: whose, in which system, for which ship ("": none)."""

    draft: Draft
    presence: Presence
    empire: str
    system: str
    ship: str = ""

    def identified(self, other: str) -> bool:
        """True if another empire has shown this one here, this turn, who it is."""
        return self.presence.identified(self.system, self.empire, other)


def holds(condition: Condition, scene: Scene) -> bool:
    """True if any group of tests holds whole; a condition without tests always does."""
    return condition.holds(lambda test: _test(test, scene))


def _test(test: Test, scene: Scene) -> bool:
    return TESTS[test.kind].holds(test, scene) != test.negated


def _counted(number: Callable[[Test, Scene], int]) -> Callable[[Test, Scene], bool]:
    """A test of a number against the limit written."""
    return lambda test, scene: COMPARE[test.op](number(test, scene), test.number)


def _given(kind: str, test: Test, scene: Scene, what: str = "") -> int:
    return scene.draft.given.get(key(kind, test.empire, scene.empire, what), 0)


def _interdicted(_test: Test, scene: Scene) -> bool:
    passage = scene.draft.passages.get(scene.ship)
    return passage is not None and passage.interdicted


def _system_of(test: Test, scene: Scene) -> bool:
    """The system has identified itself: its owner is this empire and has shown itself here."""
    return scene.draft.systems[scene.system].owner == test.empire and scene.identified(test.empire)


def _assaulted(test: Test, scene: Scene) -> bool:
    attackers = (test.empire,) if test.empire else tuple(scene.draft.empires)
    return any(
        scene.draft.given.get(key("assault", one, scene.empire, scene.system), 0)
        for one in attackers
    )


def _sdu(_test: Test, scene: Scene) -> int:
    """SDUs that defend against the unit's side."""
    system = scene.draft.systems[scene.system]
    return 0 if system.owner == scene.empire else system.sdus()


def _armies(_test: Test, scene: Scene) -> int:
    system = scene.draft.systems[scene.system]
    return system.units(scene.empire, "AA") + system.units(scene.empire, "RA")


def _battle(kind: str) -> Callable[[Test, Scene], int]:
    return lambda _test, scene: scene.draft.given.get(key(kind, scene.empire, "", scene.system), 0)


class TestKind(NamedTuple):
    """A kind of test: the word that stands for it, how it is printed, and its outcome.

    ``asked_by``: a line for units (line), a list of expenditures (plan) or both. ``least``: the
    number of a test that is written without one.
    """

    word: str
    text: str
    holds: Callable[[Test, Scene], bool]
    asked_by: tuple[str, ...] = ("line",)
    least: int = 0


TESTS: Mapping[str, TestKind] = {
    "received": TestKind(
        "RECEIVED",
        "received {op} {number} from {empire}",
        _counted(lambda test, scene: _given("mcr", test, scene)),
        asked_by=("line", "plan"),
        least=1,
    ),
    "transferred": TestKind(
        "TRANSFERRED",
        "transferred {unit}by {empire}",
        lambda test, scene: _given("unit", test, scene, test.name) > 0,
    ),
    "interdicted": TestKind("INTERDICTED", "interdicted", _interdicted),
    "system_of": TestKind("SYSTEM", "system of {empire}", _system_of),
    "contact": TestKind(
        "CONTACT", "contact {empire}", lambda test, scene: scene.identified(test.empire)
    ),
    "aliens": TestKind(
        "ALIENS",
        "aliens {op} {number}",
        _counted(lambda _test, scene: scene.presence.aliens(scene.system, scene.empire)),
    ),
    "assaulted": TestKind("ASSAULTED", "assaulted{by_empire}", _assaulted),
    "sdu": TestKind("SDU", "sdu {op} {number}", _counted(_sdu)),
    "losses": TestKind("LOSSES", "own losses {op} {number}%", _counted(_battle("losses"))),
    "armies": TestKind("ARMIES", "own armies {op} {number}", _counted(_armies)),
    "ships": TestKind(
        "SHIPS",
        "own ships {op} {number}",
        _counted(lambda _test, scene: scene.presence.own(scene.system, scene.empire)),
    ),
    "round": TestKind("ROUND", "round {op} {number}", _counted(_battle("round"))),
    "won": TestKind("WON", "won", lambda test, scene: _battle("won")(test, scene) > 0),
    "lost": TestKind("LOST", "lost", lambda test, scene: _battle("lost")(test, scene) > 0),
    "alone": TestKind(
        "ALONE",
        "alone",
        lambda _test, scene: scene.presence.aliens(scene.system, scene.empire) == 0,
    ),
    "treasury": TestKind(
        "TREASURY",
        "treasury {op} {number}",
        _counted(lambda _test, scene: scene.draft.empires[scene.empire].treasury),
        asked_by=("plan",),
    ),
}
_BY_WORD = {row.word: kind for kind, row in TESTS.items()}


def kind_of(node: Node) -> tuple[str, Token]:
    """The kind of a parsed test, and the word that stands for it."""
    word = node.token(*_BY_WORD)
    assert word is not None
    return _BY_WORD[word.type], word


def empire_in(node: Node) -> Token | None:
    """The empire that a parsed test names; None if it names none."""
    kind, word = kind_of(node)
    last: Token = node.items[-1]
    return last if "empire" in TESTS[kind].text and last is not word else None


def read_test(node: Node, empire: str, negated: bool) -> Test:
    """A test from its parse; ``empire`` is the label of the one that it names, or ""."""
    kind, _word = kind_of(node)
    who, compared = empire_in(node), node.token("COMPARE")
    own = [token for token in node.tokens() if token is not who]
    unit = next((token.strip('" ') for token in own if token.type in ("NAME", "QUOTED")), "")
    number = next((int(token) for token in own if token.type == "NUMBER"), TESTS[kind].least)
    op = ">=" if compared is None else comparison(compared)
    return Test(kind, empire, unit, op, number, negated)


def condition_text(condition: Condition, names: Name = str) -> str:
    """The text of a condition behind ``if``; empty for one that always holds."""
    return groups_in_words(condition.any_of, lambda test: test_text(test, names))


def test_text(test: Test, names: Name) -> str:
    """One test of a condition."""
    text = TESTS[test.kind].text.format(
        op=test.op,
        number=test.number,
        empire=foe(test.empire),
        by_empire=f" by {foe(test.empire)}" if test.empire else "",
        unit=f"{names(test.name)} " if test.name else "",
    )
    return f"not {text}" if test.negated else text
