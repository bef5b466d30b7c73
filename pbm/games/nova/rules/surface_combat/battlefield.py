"""A contested planet: the empires that fight for it, their units and losses.

Everything is read from the current draft, since units land, leave and die round by round.

Rule: NV SUR-01, NV SUR-12. Ambiguity: NV A-SUR-ALLY-DEF.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import Scene, key
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.surface_combat.ground import STRONGEST, GroundUnit
from pbm.games.nova.rules.surface_combat.ground_doctrine import GroundDoctrine
from pbm.games.nova.rules.surface_combat.orbit import OrbitingShips
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.state import System
from pbm.games.nova.state.working_state import Draft

MILITIA = "MA"
Units = dict[str, dict[str, int]]


@dataclass(slots=True)
class Battlefield:
    """One surface combat while it is fought.

    ``rounds``: rounds fought. ``had``, ``lost`` (in its rounds), ``withdrawn``: units by empire
    and kind, militia included. ``continued``: it began on an earlier turn. ``fights``: for an
    empire, the number of this combat among its combats on the planet this turn, if not its first.
    ``emptied``: PCBs left nothing.
    """

    work: PhaseContext
    draft: Draft
    effective: Effective
    orbit: OrbitingShips
    name: str
    invaders: Sequence[str]
    defenders: Sequence[str]
    continued: bool = False
    fights: Mapping[str, int] = field(default_factory=dict)
    rounds: int = 0
    had: Units = field(default_factory=dict)
    lost: Units = field(default_factory=dict)
    withdrawn: Units = field(default_factory=dict)
    emptied: bool = False
    doctrines: Mapping[str, GroundDoctrine] = field(init=False)

    def __post_init__(self) -> None:
        presence = self.effective.presence
        self.doctrines = {
            one: GroundDoctrine(
                Scene(self.draft, presence, one, self.name),
                self.enemies(one),
                invades=one in self.invaders,
            )
            for one in self.empires
        }
        for empire in self.empires:
            for kind, number in self.held(empire).items():
                self.came(empire, kind, number)

    @property
    def empires(self) -> tuple[str, ...]:
        """All empires that fight, invaders first."""
        return (*self.invaders, *self.defenders)

    @property
    def system(self) -> System:
        """The planet as it is now."""
        return self.draft.systems[self.name]

    def nth(self, empire: str) -> tuple[str, ...]:
        """The part of a die's name that keeps an empire's second combat of a turn apart."""
        number = self.fights.get(empire, 1)
        return (str(number),) if number > 1 else ()

    def side(self, empire: str) -> Sequence[str]:
        """An empire and the empires that fight beside it."""
        return self.invaders if empire in self.invaders else self.defenders

    def enemies(self, empire: str) -> Sequence[str]:
        """The empires that an empire fights."""
        return self.defenders if empire in self.invaders else self.invaders

    def held(self, empire: str) -> dict[str, int]:
        """An empire's fighting units by kind, from the strongest."""
        system = self.system
        found = {kind: system.units(empire, kind) for kind in STRONGEST if kind != MILITIA}
        if empire == system.owner and empire in self.defenders:
            found[MILITIA] = system.militia
        return {kind: number for kind, number in found.items() if number}

    def units(self, side: Sequence[str]) -> list[GroundUnit]:
        """All units of a side, one by one."""
        return [
            GroundUnit(empire, kind, place)
            for empire in side
            for kind, number in self.held(empire).items()
            for place in range(number)
        ]

    def has_armies(self, side: Sequence[str]) -> bool:
        """True if a side has units other than SDUs there."""
        return any(kind != "SDU" for empire in side for kind in self.held(empire))

    def came(self, empire: str, kind: str, number: int) -> None:
        """Count units that take part."""
        _add(self.had, empire, kind, number)

    def left(self, empire: str, kind: str, number: int) -> None:
        """Count units that ships took up."""
        _add(self.withdrawn, empire, kind, number)

    def destroy(self, unit: GroundUnit) -> None:
        """Remove a destroyed unit."""
        _add(self.lost, unit.empire, unit.kind, 1)
        system = self.system
        if unit.kind == MILITIA:
            self.draft.systems[self.name] = replace(system, militia=system.militia - 1)
            return
        surface = with_units(system.surface, unit.empire, {unit.kind: -1})
        self.draft.systems[self.name] = replace(system, surface=surface)

    def note(self, round: int) -> None:
        """Record the round and each empire's losses so far in percent, for conditions."""
        for empire in self.empires:
            had, lost = (sum(held.get(empire, {}).values()) for held in (self.had, self.lost))
            given = self.draft.given
            given[key("round", empire, "", self.name)] = round
            given[key("losses", empire, "", self.name)] = lost * 100 // had if had else 0


def _add(units: Units, empire: str, kind: str, number: int) -> None:
    own = units.setdefault(empire, {})
    own[kind] = own.get(kind, 0) + number
