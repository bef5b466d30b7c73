"""All surface combat for one planet in a turn, fought by doctrine.

Friends invade together. Invaders that are not friends fight one after the other, in an order
drawn from the seed, each against the defenders of that moment. Friends of the owner with units
there help to defend the planet.

Rule: NV SUR-02, NV SUR-11, NV SUR-17, NV SUR-18, NV UNI-28.
Ambiguity: NV A-SUR-THIRD, NV A-SUR-ALLY-DEF, NV A-SUR-LAST-SDU, NV A-SUR-HOLD, NV A-CAPT-THIRD.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.exploration.control import capture
from pbm.games.nova.rules.surface_combat.battlefield import MILITIA, Battlefield
from pbm.games.nova.rules.surface_combat.fronts import (
    Front,
    has_units,
    lands_all,
    refuse,
    without_assault,
)
from pbm.games.nova.rules.surface_combat.orbit import OrbitingShips
from pbm.games.nova.rules.surface_combat.surface import fight
from pbm.games.nova.rules.surface_combat.surface_outcome import (
    SurfaceOutcome,
    assaulted,
    meet,
    note_survivors,
    report,
)
from pbm.games.nova.state.planets import armies
from pbm.games.nova.state.state import System
from pbm.games.nova.state.working_state import Draft

Groups = Sequence[tuple[str, ...]]


def invasion(
    work: PhaseContext, draft: Draft, effective: Effective, orbit: OrbitingShips, front: Front
) -> None:
    """Fight for one planet; landings by its owner are not an invasion."""
    name = front.system
    earlier = draft.systems[name].survivors
    owner = draft.systems[name].owner
    if owner in front.invaders:
        lands_all(work, draft, front, owner, later=True)
        del front.invaders[owner]
    groups = _together(work, effective, front)
    allies: Sequence[str] = ()
    fights: dict[str, int] = {}
    goes_on = False
    for group in groups:
        defenders = _defenders(draft, draft.systems[name], groups, group)
        if not draft.systems[name].colonies and not any(draft.systems[name].surface.values()):
            why = f"nobody lives on {name} any more, and nothing lands without a colony"
            refuse(work, front, group, why, "NV ECO-25")
            continue
        if defenders:
            without_assault(work, front, group)
        there = [one for one in group if one in front.invaders]
        part = Front(name, {one: front.invaders[one] for one in there}, front.there & set(there))
        if not there:
            continue
        if not defenders:
            for empire in there:
                lands_all(work, draft, part, empire, later=True)
            _taken(work, draft, name, there)
            continue
        for empire in (*there, *defenders):
            fights[empire] = fights.get(empire, 0) + 1
        battle = Battlefield(
            work,
            draft,
            effective,
            orbit,
            name,
            there,
            defenders,
            continued=any(one in earlier for one in there),
            fights=fights,
        )
        on = _fought(battle, part)
        captor = "" if on or battle.emptied else _taken(work, draft, name, there)
        allies = [one for one in (there if captor else defenders) if one != captor]
        goes_on = goes_on or on
    system = draft.systems[name]
    if fights and (system.colonies or system.surface):
        note_survivors(draft, name, list(fights), allies, suppressed=goes_on)


def _together(work: PhaseContext, effective: Effective, front: Front) -> Groups:
    """Groups of invaders that are friends of one another, in the order of the seed."""

    def drawn(empire: str) -> str:
        return work.ids.opaque("invaders", front.system, str(work.turn), empire)

    groups: list[list[str]] = []
    for empire in sorted(front.invaders, key=drawn):
        for group in groups:
            if all(_are_friends(effective, front.system, empire, one) for one in group):
                group.append(empire)
                break
        else:
            groups.append([empire])
    return [tuple(group) for group in groups]


def _are_friends(effective: Effective, system: str, one: str, other: str) -> bool:
    """True if two empires met as friends this turn, or their armies are friendly."""
    met = effective.presence.met(system, one).get(other)
    if met is not None:
        return met == (True, False)
    orders = (
        effective.surface(one, system, "armies", other),
        effective.surface(other, system, "armies", one),
    )
    return orders == ("F", "F")


def _defenders(draft: Draft, system: System, groups: Groups, group: Sequence[str]) -> Sequence[str]:
    """Defenders against invaders: owner and friends, else other invaders present."""
    invading = [one for members in groups for one in members]
    there = [one for one in system.surface if one in draft.empires and has_units(system, one)]
    beside = next((members for members in groups if system.owner in members), ())
    friends = [one for one in there if one in beside or one not in invading]
    found = list(dict.fromkeys([system.owner, *friends]))
    if system.owner in draft.empires and (friends or system.militia):
        return found
    return friends or [one for one in there if one in invading and one not in group]


def _fought(battle: Battlefield, front: Front) -> bool:
    """Fight, and report to both sides; True if the combat goes on next turn."""
    draft, name = battle.draft, battle.name
    owner = battle.system.owner
    for empire in battle.invaders:
        number = sum(front.landing(empire, later=True).values())
        for other in battle.defenders:
            assaulted(draft, name, empire, other, number)
    fight(battle, front)
    live = [bool(battle.units(side)) for side in (battle.invaders, battle.defenders)]
    goes_on = all(live)
    if not battle.rounds:
        return goes_on
    if not battle.emptied:
        draft.systems[name] = replace(battle.system, fought=battle.work.turn)
    militia, gone = (held.get(owner, {}).get(MILITIA, 0) for held in (battle.had, battle.lost))
    outcome = SurfaceOutcome(
        name,
        owner,
        battle.invaders,
        battle.defenders,
        battle.rounds,
        _without_militia(battle.had),
        _without_militia(battle.lost),
        (militia, militia - gone),
        goes_on,
        withdrawn=battle.withdrawn,
        emptied=battle.emptied,
    )
    meet(battle.work, draft, outcome)
    report(battle.work, draft, outcome)
    return goes_on


def _without_militia(units: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {
        one: {kind: number for kind, number in held.items() if kind != MILITIA}
        for one, held in units.items()
    }


def _taken(work: PhaseContext, draft: Draft, name: str, group: Sequence[str]) -> str:
    """The empire with most armies takes a planet without defence; "" if nobody does.

    Rule: NV SUR-18. Ambiguity: NV A-SUR-THIRD, NV A-SUR-LAST-SDU.
    """
    system = draft.systems[name]
    captor = max(group, key=lambda one: armies(system, one))
    if not armies(system, captor) or captor == system.owner or not system.colonies:
        return ""
    capture(work, draft, name, captor)
    return captor
