"""A player's battle: his own ships as his packet has them, against an enemy he guesses.

Nothing is used that is not in the packet, in a file of designs or on the sheet he gives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.engine.types import Known
from pbm.games.nova.rules.results.result_words import GROUND_UNITS
from pbm.games.nova.rules.surface_combat.battlefield import MILITIA
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Cargo, Empire, GateEnd, Ship, Sight, State, System
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.tools.design_command import known_design
from pbm.games.nova.tools.odds.forces import DEFENDERS, INVADERS, Force, fleet, force, guessed
from pbm.games.nova.tools.odds.match import Match
from pbm.games.nova.tools.odds.scene import (
    GroundScene,
    Scene,
    arrival,
    brought,
    checked,
    pared,
    there,
)
from pbm.games.nova.tools.odds.sieges import siege, sound
from pbm.kit.problems import Faults, Problem, illegal, invalid
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.sheets.quoting import near

# No seat has an id with a space in it.
ENEMY = "the enemy"
YOU = "you"


class Guess(Record):
    """What a player asks: where, with which of his ships ("": those there), against whom.

    ``arrives``: the enemy jumps in and is scattered; else it waits in the center. ``designs``
    and ``missiles`` may be the enemy's. ``orders``: his own sheet, None without one.
    """

    at: str
    enemy: str
    own: str = ""
    arrives: bool = False
    designs: Mapping[str, Design] = {}
    missiles: Mapping[str, MissileDesign] = {}
    orders: Orders | None = None


def scene_of(known: Known, options: Mapping[str, str], guess: Guess) -> Scene:
    """The battle a player asks about; Faults with all that is wrong with what he asks."""
    problems: list[Problem] = []
    player = _player(known)
    state = _state(known, guess, player)
    system = _system(known, guess.at, problems)
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
    match = Match(pared(whole, system, (player, ENEMY)), system, ((player, ENEMY),), dict(options))
    made = frozenset(one.id for one in (*ships, *foes) if one.id not in state.ships)
    return checked(Scene(match, {player: YOU, ENEMY: ENEMY}, player, made, _remarks(foes, guess)))


def ground_of(known: Known, options: Mapping[str, str], guess: Guess) -> GroundScene:
    """The fight of armies a player asks about: for his own planet, else for the enemy's."""
    problems: list[Problem] = []
    player = _player(known)
    state = _state(known, guess, player)
    name = _system(known, guess.at, problems)
    if problems:
        raise Faults(*problems)
    planet = next(one for one in known["systems"] if one["name"] == name)
    ours, theirs = (DEFENDERS, INVADERS) if planet["yours"] else (INVADERS, DEFENDERS)
    own = Force()
    if guess.own:
        own = force(guess.own, fleet("--own", {}, ours), problems)
    designs = {one.name: key for key, one in state.designs.items() if key.startswith(f"{ENEMY}/")}
    enemy = force(guess.enemy, fleet("--enemy", {}, {**designs, **theirs}), problems)
    if problems:
        raise Faults(*problems)
    if planet["yours"]:
        held = Force(classes=own.classes or _garrison(planet))
        match = siege(state, name, options, (ENEMY, enemy), (player, held))
    else:
        match = siege(state, name, options, (player, own), (ENEMY, enemy))
    return sound(GroundScene(match, {player: YOU, ENEMY: ENEMY}, player))


def _player(known: Known) -> str:
    """Whose packet it is; Faults if it holds no empire."""
    if not known["systems"]:
        raise Faults(
            invalid(
                "this packet holds no empire",
                reason="it is that of a battle under way, or of the game master",
                remedy="Give the packet.json of your last report of a turn",
            )
        )
    return str(known["you"]["player"])


def _garrison(planet: Mapping[str, Any]) -> dict[str, int]:
    found = {
        str(one["kind"]): int(one["number"])
        for one in planet["surface"]
        if one["owner"] == YOU and one["kind"] in GROUND_UNITS
    }
    return {**found, MILITIA: int(planet["militia"])}


def _nothing_there(system: str) -> Problem:
    return illegal(
        f"you have no ship at {system}",
        remedy='Name ships or classes to be there:  --own "Huron, 2 Frigate"',
    )


def _remarks(foes: Sequence[Ship], guess: Guess) -> tuple[str, ...]:
    if guess.missiles or not any(one.missiles for one in foes):
        return ()
    return ("The enemy is taken to fire missiles of your designs; --designs may hold others.",)


def _system(known: Known, at: str, problems: list[Problem]) -> str:
    names = {folded(str(one["name"])): str(one["name"]) for one in known["systems"]}
    found = names.get(folded(at.strip().strip('"')))
    if found is None:
        like = near(folded(at), names)
        remedy = f"Did you mean {like}?" if like else "Name one that your report names"
        problems.append(invalid(f'--at: "{at}" is no system you know of', remedy=remedy))
    return found or ""


def _own(state: State, player: str, system: str, guess: Guess, problems: list[Problem]) -> Force:
    """His ships that are named, else those that are there."""
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


def _state(known: Known, guess: Guess, player: str) -> State:
    """What the packet tells, as a state: his empire, his ships, and an enemy without any."""
    designs = {str(one["name"]): known_design(one) for one in known["designs"]}
    theirs = {**designs, **guess.designs}
    empire = known["empire"]
    missiles = {
        str(one["name"]): MissileDesign(str(one["name"]), one["md"], one["ma"], one["mr"])
        for one in known["missiles"]
    }
    home = str(empire["home"])
    sights = {
        str(one["name"]): Sight(str(one["name"]), explored=bool(one["explored"]))
        for one in known["systems"]
    }
    tech = dict(empire["tech"])
    mine = Empire(player, player, home, home, home, tech=tech, missiles=missiles, sights=sights)
    enemy = Empire(ENEMY, ENEMY, "", "", "", missiles=guess.missiles or missiles)
    by_name = {str(one["name"]): str(one["id"]) for one in known["ships"]}
    ships = [_ship(one, player, designs, by_name) for one in known["ships"]]
    gates = [_gate(one, player, by_name) for one in known["gates"] if one["owner"] == YOU]
    return State(
        "",
        "",
        {str(one["name"]): _planet(one, player) for one in known["systems"]},
        {player: mine, ENEMY: enemy},
        {one.id: one for one in ships},
        designs={
            **{f"{player}/{name}": replace(one, empire=player) for name, one in designs.items()},
            **{f"{ENEMY}/{name}": replace(one, empire=ENEMY) for name, one in theirs.items()},
        },
        gates={one.id: one for one in gates},
        orders={player: guess.orders} if guess.orders is not None else {},
        turn=int(known["turn"]),
    )


def _planet(one: Mapping[str, Any], player: str) -> System:
    owner = player if one["yours"] else ""
    return System(str(one["name"]), max(int(one["type"]), 0), {}, owner=owner)


def _ship(
    one: Mapping[str, Any],
    player: str,
    designs: Mapping[str, Design],
    by_name: Mapping[str, str],
) -> Ship:
    cargo = tuple(
        Cargo(str(held["kind"]), player if held["owner"] == YOU else str(held["owner"]), number)
        for held in one["cargo"]
        if (number := int(held["number"]))
    )
    return Ship(
        str(one["id"]),
        str(one["name"]),
        player,
        player,
        f"{player}/{one['design']}",
        str(one["at"]),
        carrier=by_name.get(str(one["carrier"]), ""),
        bay=str(one["bay"]),
        cargo=cargo,
        damage=_damage(one["damage"], designs[str(one["design"])]),
        missiles=tuple(one["missiles"]),
        unnamed=bool(one["unnamed"]),
    )


def _damage(told: Mapping[str, Any], design: Design) -> Damage:
    """Losses as a ship keeps them; lost levels of drives are taken from the first ones."""
    parts = {str(name): int(number) for name, number in told["parts"].items()}
    for kind in ("IE", "JD"):
        left = int(told[kind.lower()])
        for piece in figures(design).installations:
            if piece.part.kind == kind and left:
                parts[piece.name] = min(left, piece.part.level)
                left -= parts[piece.name]
    return Damage(int(told["armour"]), int(told["structure"]), parts)


def _gate(one: Mapping[str, Any], player: str, by_name: Mapping[str, str]) -> GateEnd:
    carrier = by_name.get(str(one["carrier"]), "")
    id, name = str(one["id"]), str(one["name"])
    return GateEnd(id, name, player, "", str(one["at"]), str(one["place"]), carrier)
