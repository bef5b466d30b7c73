"""Landings, reinforcements and withdrawals while armies fight.

Rule: NV SUR-02, NV SUR-03, NV SUR-04, NV SUR-11, NV UNI-05, NV UNI-06.
Ambiguity: NV A-SUR-R1-LATER, NV A-SUR-REINF-DEF, NV A-SUR-WITHDRAW, NV A-SUR-MIL-BACK.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.exploration.evacuation import lifted
from pbm.games.nova.rules.planetside import taken
from pbm.games.nova.rules.results.result_words import GROUND_UNITS
from pbm.games.nova.rules.surface_combat.battlefield import MILITIA, Battlefield
from pbm.games.nova.rules.surface_combat.fronts import Front, Landing, land
from pbm.games.nova.state.state import Cargo

LAST = 3


class Landings:
    """Units the invaders of a planet have landed, and units they still have to land."""

    def __init__(self, field: Battlefield, front: Front) -> None:
        self._field = field
        self._waiting = [
            (one, [*one.first, *one.later])
            for empire in field.invaders
            for one in front.invaders[empire]
        ]
        self._down: dict[tuple[str, str], int] = {}
        self._begun = False

    def come_down(self, round: int, leaving: Collection[str]) -> None:
        """Land the units due as a round begins.

        Assault armies begin. All kinds follow while invaders have units there; nothing more lands
        if all of these died. An empire that takes units up lands none.
        """
        there = bool(self._field.units(self._field.invaders))
        kinds = None if there else () if self._begun else ("AA",)
        for empire in self._field.invaders:
            if empire not in leaving:
                self._land(empire, round, kinds)
        for empire in self._field.defenders:
            if empire not in leaving:
                self._reinforce(empire, round)
        self._begun = self._begun or bool(self._field.units(self._field.invaders))

    def rest(self) -> None:
        """Land all remaining units once nobody resists any more."""
        for empire in self._field.invaders:
            self._land(empire, LAST, None)

    def _land(self, empire: str, round: int, kinds: Collection[str] | None) -> None:
        for one, waiting in self._waiting:
            if one.empire == empire:
                now = []
                for place, cargo in enumerate(waiting):
                    number = min(cargo.number, self._due(empire, cargo.kind, round))
                    if number > 0 and (kinds is None or cargo.kind in kinds):
                        now.append(replace(cargo, number=number))
                        waiting[place] = replace(cargo, number=cargo.number - number)
                self._down_from(one, now)

    def _due(self, empire: str, kind: str, round: int) -> int:
        """How many units of a kind may land by a round: as GROUND lines say, else all."""
        doctrine = self._field.doctrines[empire]
        if kind not in doctrine.scheduled:
            return max(cargo.number for _one, held in self._waiting for cargo in held)
        return doctrine.to_land(kind, round) - self._down.get((empire, kind), 0)

    def _reinforce(self, empire: str, round: int) -> None:
        """Land a defender's units from its ships at the planet, as its lines say."""
        field = self._field
        for kind in GROUND_UNITS:
            if kind not in field.doctrines[empire].scheduled:
                continue
            due = self._due(empire, kind, round)
            for ship in field.orbit.ships(field.name, empire):
                aboard = sum(one.number for one in taken(ship, (), (kind,)))
                number = min(aboard, due)
                if number > 0:
                    due -= number
                    cargo = [Cargo(kind, empire, number)]
                    self._down_from(Landing(empire, ship, None, cargo, []), cargo)

    def _down_from(self, one: Landing, cargo: Sequence[Cargo]) -> None:
        field = self._field
        for kind, number in land(field.work, field.draft, field.name, one, cargo).items():
            self._down[one.empire, kind] = self._down.get((one.empire, kind), 0) + number
            if kind in GROUND_UNITS:
                field.came(one.empire, kind, number)


def withdraw(field: Battlefield, round: int, told: set[str]) -> list[str]:
    """Take units up as GROUND lines say.

    Returns the empires that want to withdraw, whether they could or not. ``told``: empires told
    already that they cannot. Rule: NV SUR-11.
    """
    leaving = []
    for empire in field.empires:
        wanted, ref = field.doctrines[empire].withdrawn()
        there = [one for one in wanted if field.system.units(empire, one.kind)]
        if not there:
            continue
        leaving.append(empire)
        ships = field.orbit.ids(field.name, empire)
        up = lifted(field.draft, field.effective, empire, field.name, there, (), ships)
        for kind, number in up.items():
            field.left(empire, kind, number)
        if up:
            field.work.emit_to(
                "withdrawn",
                empire,
                field.name,
                str(round),
                rule="NV SUR-11",
                order=ref,
                system=field.name,
                round=round,
                units=up,
            )
        elif empire not in told:
            told.add(empire)
            why = f"no ship of yours at {field.name} has a free cargo hold for them"
            telling.failed(
                field.work, empire, ref, "", "withdraw", why, rule="NV SUR-11", system=field.name
            )
    if round == 1:
        _without_return(field)
    return leaving


def _without_return(field: Battlefield) -> None:
    """Remove militia raised for surviving units if these have left before round 1.

    Rule: NV SUR-12. Ambiguity: NV A-SUR-MIL-BACK.
    """
    system = field.system
    raised = field.draft.given.get(key("raised", system.owner, "", field.name), 0)
    held = [kind for one in field.defenders for kind in field.held(one) if kind != MILITIA]
    gone = any(field.withdrawn.get(one) for one in field.defenders)
    if raised and gone and not held:
        field.had.get(system.owner, {}).pop(MILITIA, None)
        field.draft.systems[field.name] = replace(system, militia=0)
