"""A battle of a campaign, for its game master: the ships really there, or sides they name.

A battle by mail that is under way is fought on from where it stands.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.games.nova.orders.addressing import addressed
from pbm.games.nova.rules.surface_combat.fronts import has_units
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Empire, Ship, State
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.tools.odds.forces import DEFENDERS, INVADERS, Force, fleet, force, guessed
from pbm.games.nova.tools.odds.ground import landings
from pbm.games.nova.tools.odds.match import OddsMatch
from pbm.games.nova.tools.odds.scene import (
    GroundScene,
    MatchScene,
    all_against_all,
    brought,
    checked,
    pared,
    there,
)
from pbm.games.nova.tools.odds.sieges import siege, sound
from pbm.games.nova.view.labels import label
from pbm.kit.problems import Faults, Problem, illegal, invalid
from pbm.kit.text import folded
from pbm.sheets.quoting import near


def scene_of(
    state: State,
    commands: Mapping[str, Orders],
    options: Mapping[str, str],
    at: str,
    sides: Sequence[str] = (),
) -> MatchScene:
    """The battle a game master asks about; Faults with everything wrong in the question.

    ``commands``: the sheets that are in force by now. ``sides``: ``EMPIRE=SHIPS``; without any
    all that have ships there fight one another.
    """
    system = _system(state, at)
    under_way = state.battles.get(system)
    if under_way is not None and not under_way.over:
        if sides:
            raise Faults.illegal(f"at {system} a battle is under way", remedy="Leave out --side")
        match = OddsMatch(state, system, under_way.pairs, dict(options), under_way.battle)
        round = under_way.battle.round
        remarks = (f"The battle under way is fought on from the end of round {round}.",)
        return MatchScene(_light(match), _names(state, under_way.battle.sides), remarks=remarks)
    whole = replace(state, orders={**state.orders, **_addressed(state, commands)})
    if sides:
        return _of_sides(whole, options, system, sides)
    ships = there(Draft(whole), system)
    empires = sorted({one.owner for one in ships})
    if len(empires) < 2:
        reason = f"only {state.empires[empires[0]].name} has" if empires else "nobody has any"
        raise Faults.illegal(
            f"no two empires have ships at {system}",
            reason=reason,
            remedy='Name the sides:  --side "VIRUS=Huron, 3 Frigate" --side ...',
        )
    return _scene(whole, options, system, empires)


def ground_of(
    state: State,
    commands: Mapping[str, Orders],
    options: Mapping[str, str],
    at: str,
    sides: Sequence[str] = (),
) -> GroundScene:
    """The fight of armies a game master asks about: who holds the planet defends it.

    ``sides``: ``EMPIRE=UNITS`` for the invader or the owner, ``EMPIRE`` for what it has there.
    """
    system = state.systems[_system(state, at)]
    problems: list[Problem] = []
    forces: dict[str, Force] = {}
    for side in sides:
        name, _, text = side.partition("=")
        empire = _empire(state, name, problems)
        if empire is not None:
            units = DEFENDERS if empire.id == system.owner else INVADERS
            of = fleet(f"--side {empire.name}", {}, {**empire.designs, **units})
            forces[empire.id] = force(text, of, problems) if text.strip() else Force()
    if not system.colonies or system.owner not in state.empires:
        problems.append(illegal(f"nobody holds {system.name}", rule="NV SUR-18"))
    landing = [id for id in forces if id != system.owner] or [
        id
        for id in state.empires
        if id != system.owner and (landings(state, id, system.name) or has_units(system, id))
    ]
    if not problems and len(landing) != 1:
        named = ", ".join(state.empires[id].name for id in landing) or "nobody"
        remedy = 'Name one:  --side "VIRUS=4 AA, 2 RA"'
        problems.append(
            illegal(f"one empire invades {system.name} at a time", reason=named, remedy=remedy)
        )
    if problems:
        raise Faults(*problems)
    whole = replace(state, orders={**state.orders, **_addressed(state, commands)})
    held = forces.get(system.owner)
    invader = (landing[0], forces.get(landing[0], Force()))
    defender = (system.owner, held if held is not None and held.classes else None)
    match = siege(whole, system.name, options, invader, defender)
    return sound(GroundScene(match, _names(state, (match.invader, match.defender))))


def _light(match: OddsMatch) -> OddsMatch:
    """A battle under way with its own ships alone."""
    battle = match.under_way
    assert battle is not None
    fighters = {one.ship for one in battle.fighters.values()}
    ships = {id: one for id, one in match.state.ships.items() if id in fighters}
    state = replace(match.state, ships=ships)
    return replace(match, state=pared(state, match.system, tuple(battle.sides)))


def _system(state: State, at: str) -> str:
    """The name of a system; Faults for one that is not there."""
    names = {folded(name): name for name in state.systems}
    system = names.get(folded(at))
    if system is None:
        like = near(folded(at), names)
        remedy = f"Did you mean {like}?" if like else ""
        raise Faults.invalid(f'--at: "{at}" is not a system of this campaign', remedy=remedy)
    return system


def _addressed(state: State, commands: Mapping[str, Orders]) -> dict[str, Orders]:
    """The orders of those who have sent some, with ids of seats for the labels of a player."""
    found: dict[str, Orders] = {}
    for player, orders in commands.items():
        empire = state.empires[player]
        seats = {label(state, player, other): other for other in empire.contacts}
        found[player] = addressed(orders, seats)
    return found


def _of_sides(
    state: State, options: Mapping[str, str], system: str, sides: Sequence[str]
) -> MatchScene:
    problems: list[Problem] = []
    forces: dict[str, Force] = {}
    for side in sides:
        name, _, text = side.partition("=")
        empire = _empire(state, name, problems)
        if empire is None:
            continue
        if empire.id in forces:
            problems.append(invalid(f"--side: {empire.name} occurs twice"))
        forces[empire.id] = _force(state, empire, text, system, problems)
    if len(sides) < 2:
        problems.append(invalid("--side: a battle has two sides", remedy="Name another"))
    if problems:
        raise Faults(*problems)
    ships, passages = brought(state, system, [id for one in forces.values() for id in one.ships])
    ships = [one for one in ships if one.owner in forces]
    new = [one for id, wanted in forces.items() for one in _new(state, id, wanted, system)]
    for one in (*ships, *new):
        forces.pop(one.owner, None)
    if forces:
        named = [state.empires[id].name for id in forces]
        raise Faults(*(illegal(f"--side: {name} has no ship at {system}") for name in named))
    every = {one.id: one for one in (*ships, *new)}
    made = replace(state, ships=every, passages=passages)
    scene = _scene(made, options, system, sorted({one.owner for one in every.values()}))
    return replace(scene, guessed=frozenset(one.id for one in new))


def _force(state: State, empire: Empire, text: str, system: str, problems: list[Problem]) -> Force:
    """The ships that are named of an empire; without any those it has there."""
    own = [one for one in state.ships.values() if one.owner == empire.id]
    if not text.strip():
        draft = Draft(state)
        return Force([one.id for one in own if draft.place_of(one) == system])
    ships = {one.name: one.id for one in own}
    return force(text, fleet(f"--side {empire.name}", ships, empire.designs), problems)


def _new(state: State, owner: str, wanted: Force, system: str) -> list[Ship]:
    missiles = tuple(sorted(state.empires[owner].missiles))
    return guessed(owner, wanted.classes, system, missiles=missiles)


def _empire(state: State, name: str, problems: list[Problem]) -> Empire | None:
    names = {folded(one.name): one for one in state.empires.values()}
    names |= {folded(one.id): one for one in state.empires.values()}
    found = names.get(folded(name.strip().strip('"')))
    if found is None:
        like = near(name.strip(), {key: one.name for key, one in names.items()})
        remedy = f"Did you mean {like}?" if like else 'Write EMPIRE=SHIPS: "VIRUS=Huron, 3 Frigate"'
        problems.append(invalid(f'--side: "{name.strip()}" is not an empire', remedy=remedy))
    return found


def _scene(
    state: State, options: Mapping[str, str], system: str, empires: Sequence[str]
) -> MatchScene:
    draft = Draft(state)
    here = {one.id: one for one in there(draft, system) if one.owner in empires}
    light = pared(replace(state, ships=here), system, empires)
    match = OddsMatch(light, system, all_against_all(empires), dict(options))
    return checked(MatchScene(match, _names(state, empires)))


def _names(state: State, empires: Sequence[str] | Mapping[str, object]) -> dict[str, str]:
    return {id: state.empires[id].name for id in empires}
