"""A planet, who lands and who holds it, put into a state to be fought over.

Rule: NV SUR-02, NV SUR-10.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.games.nova.rules.surface_combat.battlefield import MILITIA
from pbm.games.nova.rules.surface_combat.fronts import has_units
from pbm.games.nova.state.state import Ship, Sight, State
from pbm.games.nova.tools.odds.forces import Force, guessed
from pbm.games.nova.tools.odds.ground import Siege, landings, transport
from pbm.games.nova.tools.odds.scene import GroundScene, pared
from pbm.kit.problems import Faults, Problem, illegal


def siege(
    state: State,
    name: str,
    options: Mapping[str, str],
    invader: tuple[str, Force],
    defender: tuple[str, Force | None],
) -> Siege:
    """Who lands what on the planet of this name, and what holds it.

    A force of ships lands what these carry, one of units comes in transports of its own; guessed
    ships lie in orbit, as do all ships that are there. Without a force the planet is as it is.
    """
    ships = {id: one for id, one in state.ships.items() if one.at == name}
    designs = dict(state.designs)
    system = state.systems[name]
    for empire, force in (invader, defender):
        if force is None:
            continue
        units = {kind: number for kind, number in force.classes.items() if "/" not in kind}
        more = {key: number for key, number in force.classes.items() if "/" in key}
        for one in guessed(empire, more, name):
            ships[one.id] = one
        if empire == defender[0]:
            surface = {kind: number for kind, number in units.items() if kind != MILITIA}
            system = replace(
                system,
                colonies=system.colonies or 1,
                colonizer=system.colonizer or empire,
                owner=empire,
                militia=units.get(MILITIA, 0),
                surface={**system.surface, empire: surface},
            )
        elif units:
            ships = {id: _emptied(one, empire) for id, one in ships.items()}
            one, design = transport(empire, name, units)
            ships[one.id], designs[one.design] = one, design
    whole = replace(
        state,
        ships=ships,
        designs=designs,
        systems={**state.systems, name: system},
        empires={
            id: replace(one, sights={**one.sights, name: Sight(name, explored=True)})
            for id, one in state.empires.items()
        },
        passages={},
    )
    both = (invader[0], defender[0])
    return Siege(pared(whole, name, both), name, *both, dict(options))


def _emptied(ship: Ship, empire: str) -> Ship:
    """A ship whose units are counted elsewhere."""
    return replace(ship, cargo=()) if ship.owner == empire else ship


def sound(scene: GroundScene) -> GroundScene:
    """The scene; Faults if there is nothing to be fought out."""
    match = scene.match
    brought = match.brought
    problems: list[Problem] = []
    if not brought[match.defender]:
        problems.append(
            illegal(
                f"{scene.names[match.defender]}: nobody defends {match.system}",
                reason="who lands there takes it without a fight",
                rule="NV SUR-18",
            )
        )
    system = match.state.systems[match.system]
    landing = landings(match.state, match.invader, match.system)
    if not any(one.first for one in landing) and not has_units(system, match.invader):
        problems.append(
            illegal(
                f"{scene.names[match.invader]}: no assault army lands on {match.system}",
                reason="without one nobody lands where there is a defence",
                rule="NV SUR-02",
            )
        )
    if problems:
        raise Faults(*problems)
    return scene
