"""A player's battle: own ships as their packet has them, against an enemy they guess.

Nothing is used that is not in the packet, in a file of designs or on the sheet they give.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.games.nova.orders.designs.known_designs import known_design
from pbm.games.nova.rules.results.result_words import GROUND_UNITS
from pbm.games.nova.rules.surface_combat.battlefield import MILITIA
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Cargo, Empire, GateEnd, Ship, Sight, State, System
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.tools.odds.forces import DEFENDERS, INVADERS, Force, fleet, force, guessed
from pbm.games.nova.tools.odds.match import OddsMatch
from pbm.games.nova.tools.odds.scene import (
    GroundScene,
    MatchScene,
    arrival,
    brought,
    checked,
    pared,
    there,
)
from pbm.games.nova.tools.odds.sieges import siege, sound
from pbm.games.nova.view.record import DamageView, GateView, ShipView, SystemView, View
from pbm.kit.problems import Faults, Problem, illegal, invalid
from pbm.kit.records import Record, alike
from pbm.kit.text import folded
from pbm.sheets.quoting import near

# No seat has an id with a space in it.
ENEMY = "the enemy"
YOU = "you"


class Guess(Record):
    """What a player asks: where, with which own ships ("": those there), against whom.

    ``arrives``: the enemy jumps in and is scattered; else it waits in the center. ``designs``
    and ``missiles`` may be the enemy's. ``orders``: their own sheet, None without one.
    """

    at: str
    enemy: str
    own: str = ""
    arrives: bool = False
    designs: Mapping[str, Design] = {}
    missiles: Mapping[str, MissileDesign] = {}
    orders: Orders | None = None


def scene_of(view: View, options: Mapping[str, str], guess: Guess) -> MatchScene:
    """The battle a player asks about; Faults with everything wrong in the question."""
    problems: list[Problem] = []
    player = _player(view)
    state = _state(view, guess, player)
    system = _system(view, guess.at, problems)
    own = _own(state, player, system, guess, problems)
    names = {one.name: key for key, one in state.designs.items() if key.startswith(f"{ENEMY}/")}
    enemy = force(guess.enemy, fleet("--enemy", {}, names), problems)
    if problems:
        raise Faults(*problems)
    ships, passages = brought(state, system, own.ships)
    ships += _guessed(state, player, own, system)
    foes = _guessed(state, ENEMY, enemy, system)
    if guess.arrives:
        passages |= {one.id: arrival("", system) for one in foes}
    if player not in {one.owner for one in ships}:
        raise Faults(_nothing_there(system))
    whole = replace(state, ships={one.id: one for one in (*ships, *foes)}, passages=passages)
    match = OddsMatch(
        pared(whole, system, (player, ENEMY)), system, ((player, ENEMY),), dict(options)
    )
    made = frozenset(one.id for one in (*ships, *foes) if one.id not in state.ships)
    return checked(
        MatchScene(match, {player: YOU, ENEMY: ENEMY}, player, made, _remarks(foes, guess))
    )


def ground_of(view: View, options: Mapping[str, str], guess: Guess) -> GroundScene:
    """The fight of armies a player asks about: for their own planet, else for the enemy's."""
    problems: list[Problem] = []
    player = _player(view)
    state = _state(view, guess, player)
    name = _system(view, guess.at, problems)
    if problems:
        raise Faults(*problems)
    planet = next(one for one in view.systems if one.name == name)
    ours, theirs = (DEFENDERS, INVADERS) if planet.yours else (INVADERS, DEFENDERS)
    own = Force()
    if guess.own:
        own = force(guess.own, fleet("--own", {}, ours), problems)
    designs = {one.name: key for key, one in state.designs.items() if key.startswith(f"{ENEMY}/")}
    enemy = force(guess.enemy, fleet("--enemy", {}, {**designs, **theirs}), problems)
    if problems:
        raise Faults(*problems)
    if planet.yours:
        held = Force(classes=own.classes or _garrison(planet))
        match = siege(state, name, options, (ENEMY, enemy), (player, held))
    else:
        match = siege(state, name, options, (player, own), (ENEMY, enemy))
    return sound(GroundScene(match, {player: YOU, ENEMY: ENEMY}, player))


def _player(view: View) -> str:
    """Whose packet it is; Faults if it holds no empire."""
    if not view.systems:
        raise Faults.invalid(
            "this packet holds no empire",
            reason="it is that of a battle under way, or of the game master",
            remedy="Give the packet.json of your last report of a turn",
        )
    return view.you.player


def _garrison(planet: SystemView) -> dict[str, int]:
    found = {
        one.kind: one.number
        for one in planet.surface
        if one.owner == YOU and one.kind in GROUND_UNITS
    }
    return {**found, MILITIA: planet.militia}


def _nothing_there(system: str) -> Problem:
    return illegal(
        f"you have no ship at {system}",
        remedy='Name ships or classes to be there:  --own "Huron, 2 Frigate"',
    )


def _remarks(foes: Sequence[Ship], guess: Guess) -> tuple[str, ...]:
    if guess.missiles or not any(one.missiles for one in foes):
        return ()
    return ("The enemy is taken to fire missiles of your designs; --designs may hold others.",)


def _system(view: View, at: str, problems: list[Problem]) -> str:
    names = {folded(one.name): one.name for one in view.systems}
    found = names.get(folded(at.strip().strip('"')))
    if found is None:
        like = near(folded(at), names)
        remedy = f"Did you mean {like}?" if like else "Name one that your report names"
        problems.append(invalid(f'--at: "{at}" is not a system you know of', remedy=remedy))
    return found or ""


def _own(state: State, player: str, system: str, guess: Guess, problems: list[Problem]) -> Force:
    """The own ships that are named, else those that are there."""
    ships = {one.name: id for id, one in state.ships.items()}
    designs = {one.name: key for key, one in state.designs.items() if key.startswith(f"{player}/")}
    if guess.own:
        return force(guess.own, fleet("--own", ships, designs), problems)
    return Force([one.id for one in there(Draft(state), system)])


def _guessed(state: State, owner: str, wanted: Force, system: str) -> list[Ship]:
    """Ships that are not there, with all missiles of their builder that fit."""
    missiles = tuple(sorted(state.empires[owner].missiles))
    return guessed(owner, wanted.classes, system, missiles=missiles)


# --- the packet as a state -------------------------------------------------------------------


def _state(view: View, guess: Guess, player: str) -> State:
    """The packet as a state: the player's empire and ships, and an enemy without ships."""
    designs = {one.name: known_design(one) for one in view.designs}
    theirs = {**designs, **guess.designs}
    empire = view.empire
    missiles = {one.name: alike(MissileDesign, one) for one in view.missiles}
    home = empire.home
    sights = {one.name: Sight(one.name, explored=one.explored) for one in view.systems}
    tech = dict(empire.tech)
    mine = Empire(player, player, home, home, home, tech=tech, missiles=missiles, sights=sights)
    enemy = Empire(ENEMY, ENEMY, "", "", "", missiles=guess.missiles or missiles)
    by_name = {one.name: one.id for one in view.ships}
    ships = [_ship(one, player, designs, by_name) for one in view.ships]
    gates = [_gate(one, player, by_name) for one in view.gates if one.owner == YOU]
    return State(
        "",
        "",
        {one.name: _planet(one, player) for one in view.systems},
        {player: mine, ENEMY: enemy},
        {one.id: one for one in ships},
        designs={
            **{f"{player}/{name}": replace(one, empire=player) for name, one in designs.items()},
            **{f"{ENEMY}/{name}": replace(one, empire=ENEMY) for name, one in theirs.items()},
        },
        gates={one.id: one for one in gates},
        orders={player: guess.orders} if guess.orders is not None else {},
        turn=view.turn,
    )


def _planet(one: SystemView, player: str) -> System:
    owner = player if one.yours else ""
    return System(one.name, max(one.type, 0), {}, owner=owner)


def _ship(
    one: ShipView, player: str, designs: Mapping[str, Design], by_name: Mapping[str, str]
) -> Ship:
    cargo = tuple(
        Cargo(held.kind, player if held.owner == YOU else held.owner, number)
        for held in one.cargo
        if (number := held.number)
    )
    return alike(
        Ship,
        one,
        owner=player,
        builder=player,
        design=f"{player}/{one.design}",
        carrier=by_name.get(one.carrier, ""),
        cargo=cargo,
        damage=_damage(one.damage, designs[one.design]),
        retreat=None,
        missiles=tuple(one.missiles),
    )


def _damage(told: DamageView, design: Design) -> Damage:
    """Losses as a ship keeps them; lost levels of drives are taken from the first ones."""
    parts = dict(told.parts)
    for kind in ("IE", "JD"):
        left = getattr(told, kind.lower())
        for piece in figures(design).installations:
            if piece.part.kind == kind and left:
                parts[piece.name] = min(left, piece.part.level)
                left -= parts[piece.name]
    return Damage(told.armour, told.structure, parts)


def _gate(one: GateView, player: str, by_name: Mapping[str, str]) -> GateEnd:
    carrier = by_name.get(one.carrier, "")
    return alike(GateEnd, one, owner=player, pair="", carrier=carrier)
