"""The consequences of a surface combat: contacts, surviving units, reports.

They are the same whether it was fought by doctrine or decided by the game master.

Rule: NV SUR-12, NV SUR-17, NV SUR-20, NV CON-03, NV EOT-17, NV EOT-22, NV SUR-01.
Ambiguity: NV A-SUR-CONTINUE, NV A-SUR-ALLY-DEF.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules.results.result_words import GROUND_UNITS
from pbm.games.nova.rules.space_combat.battle_effects import minor_contact
from pbm.games.nova.rules.surface_combat.fronts import has_units
from pbm.games.nova.state.state import System
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.view.labels import ALIEN, label
from pbm.kit.facts import Fact
from pbm.kit.records import Record

_Units = Mapping[str, Mapping[str, int]]


class SurfaceOutcome(Record):
    """A surface combat that is over for this turn.

    ``defenders``: the owner and its friends in the combat. ``had`` and ``lost``: units by empire
    and kind, without militia. ``militia``: their number before and after. ``withdrawn``: units
    that ships took up. ``knows``: pairs of empires that learn who the other is.
    """

    system: str
    owner: str
    invaders: Sequence[str]
    defenders: Sequence[str]
    rounds: int
    had: _Units
    lost: _Units
    militia: tuple[int, int]
    goes_on: bool
    suppressed: bool = False
    withdrawn: Mapping[str, Mapping[str, int]] = {}
    emptied: bool = False
    knows: Sequence[tuple[str, str]] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """All empires that took part."""
        return (*self.invaders, *self.defenders)

    def enemies(self, empire: str) -> Sequence[str]:
        """The empires that an empire fought."""
        return self.defenders if empire in self.invaders else self.invaders


def assaulted(draft: Draft, system: str, invader: str, defender: str, number: int) -> None:
    """Record for conditions that a defender's units were attacked."""
    draft.given[key("assault", invader, defender, system)] = max(number, 1)


def meet(work: PhaseContext, draft: Draft, outcome: SurfaceOutcome) -> None:
    """Give a contact number to those who learned whom they fought. Rule: NV SUR-20, NV CON-03."""
    for one, other in _learned(draft, outcome):
        if draft.empires[one].contacts.get(other) is None or (one, other) in outcome.knows:
            minor_contact(work, draft, outcome.system, one, other, "NV CON-03")


def _learned(draft: Draft, outcome: SurfaceOutcome) -> list[tuple[str, str]]:
    """Pairs of an empire and an enemy that it now knows: after more than one round all of them.

    After one round those examine the wreckage who destroyed units and still hold the ground.
    Rule: NV CON-02, NV CON-03, NV CON-09. Ambiguity: NV A-CON-GROUND.
    """
    here = draft.systems[outcome.system]
    left = {one for one in outcome.sides if _has_soldiers(here, one)}
    if left.isdisjoint(outcome.invaders):
        left.add(outcome.owner)
    militia = outcome.militia[0] > outcome.militia[1]
    return [
        (one, other)
        for one in outcome.sides
        for other in outcome.enemies(one)
        if outcome.rounds > 1
        or (one, other) in outcome.knows
        or (
            one in left
            and (any(outcome.lost.get(other, {}).values()) or (militia and other == outcome.owner))
        )
    ]


def _has_soldiers(here: System, empire: str) -> bool:
    """True if an empire has units that fight on a planet, its militia among them."""
    return has_units(here, empire) or (empire == here.owner and here.militia > 0)


def note_survivors(
    draft: Draft, system: str, sides: Sequence[str], allies: Sequence[str], *, suppressed: bool
) -> None:
    """Note whose units lived; fighting stops revenue. Rule: NV SUR-12, NV SUR-17.

    ``allies``: the empires among them that fight beside the owner.
    """
    here = draft.systems[system]
    lived = tuple(one for one in dict.fromkeys(sides) if _has_soldiers(here, one))
    draft.systems[system] = replace(
        here,
        survivors=lived,
        allies=tuple(one for one in lived if one in allies and one != here.owner),
        suppressed=here.suppressed or suppressed,
    )


def report(work: PhaseContext, draft: Draft, outcome: SurfaceOutcome) -> None:
    """Report the combat to each side as it knows it."""
    system = draft.systems[outcome.system]
    before, after = outcome.militia
    learned = _learned(draft, outcome)
    for empire in outcome.sides:
        facts: dict[str, Fact] = {}
        if empire == outcome.owner:
            facts["militia"] = [before, after]
        elif empire in outcome.invaders:
            facts["alien_militia_lost"] = before - after
        if outcome.withdrawn.get(empire):
            facts["withdrawn"] = dict(outcome.withdrawn[empire])
        if outcome.emptied:
            facts["emptied"] = True
        work.emit_to(
            "surface_combat",
            empire,
            outcome.system,
            rule="NV SUR-01",
            system=outcome.system,
            invades=empire in outcome.invaders,
            rounds=outcome.rounds,
            had=dict(outcome.had.get(empire, {})),
            lost=dict(outcome.lost.get(empire, {})),
            left={
                kind: system.units(empire, kind)
                for kind in GROUND_UNITS
                if system.units(empire, kind)
            },
            against=[
                {
                    "who": label(draft, empire, one) if (empire, one) in learned else ALIEN,
                    "lost": dict(outcome.lost.get(one, {})),
                }
                for one in outcome.enemies(empire)
            ],
            goes_on=outcome.goes_on,
            suppressed=outcome.goes_on or outcome.suppressed,
            **facts,
        )
