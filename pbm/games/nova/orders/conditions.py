"""Whether a condition holds: judged in the unit's own system, at the moment it is asked for.

No test reaches into another system (NV ORD-38) and none rests on minor contact (NV CON-04);
the reader of sheets refuses such lines. Rule: NV ORD-37. Ambiguity: NV A-ORD-CO-EVENTS.

What phases leave for tests stands in ``State.given`` under keys made by `key`:
``mcr`` (MCr received), ``unit`` (a unit handed over, by name), ``assault`` (surface units
attacked, by system), ``won`` and ``lost`` (a battle, by system; the giver is the empire),
``losses`` (own losses in percent, by system), ``round`` (of the battle, by system).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from pbm.games.nova.state.orders.conditions import Condition, Test
from pbm.games.nova.state.working_state import Draft
from pbm.kit.records import Record
from pbm.language.condition import COMPARE


def key(kind: str, giver: str, taker: str = "", what: str = "") -> str:
    """The name under which something given stands in ``State.given``."""
    return f"{kind}/{giver}/{taker}/{what}"


class Presence:
    """How many ships each empire has in each system as a phase begins; who is known."""

    def __init__(self, draft: Draft) -> None:
        self._then = dict(draft.ships)
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
        for ship in self._then.values():
            if ship.at and ship.owner:
                here = found.setdefault(ship.at, {})
                here[ship.owner] = here.get(ship.owner, 0) + 1
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
    return _TESTS[test.kind](test, scene) != test.negated


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


_TESTS: Mapping[str, Callable[[Test, Scene], bool]] = {
    "received": _counted(lambda test, scene: _given("mcr", test, scene)),
    "transferred": lambda test, scene: _given("unit", test, scene, test.name) > 0,
    "interdicted": _interdicted,
    "system_of": _system_of,
    "contact": lambda test, scene: scene.identified(test.empire),
    "aliens": _counted(lambda _test, scene: scene.presence.aliens(scene.system, scene.empire)),
    "assaulted": _assaulted,
    "sdu": _counted(_sdu),
    "losses": _counted(_battle("losses")),
    "armies": _counted(_armies),
    "ships": _counted(lambda _test, scene: scene.presence.own(scene.system, scene.empire)),
    "round": _counted(_battle("round")),
    "won": lambda test, scene: _battle("won")(test, scene) > 0,
    "lost": lambda test, scene: _battle("lost")(test, scene) > 0,
    "alone": lambda _test, scene: scene.presence.aliens(scene.system, scene.empire) == 0,
    "treasury": _counted(lambda _test, scene: scene.draft.empires[scene.empire].treasury),
}
KINDS = tuple(_TESTS)
