"""Nova: everything of other empires but what is met, given or told.

What may be otherwise after the stage is whatever is not the player's and not where he is. Where
he is follows from the state: systems in which he has ships, units, colonies, gates or hulls
before or after the stage, and those that he saw in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.games.nova.state.state import FULL, STORED, Contact, GateEnd, Ship, State
from tests.games.nova import leaks
from tests.secrecy.harness import Outcome, World
from tests.secrecy.leak import Leak, lines_counted
from tests.secrecy.lines import line_left_out
from tests.secrecy.secrets import Changed, Draw, Path, Secret, others

PRIVATE: Mapping[str, tuple[str, ...]] = {}
OUTLINE: tuple[str, ...] = ()
PLACES: tuple[str, ...] = ()
# What of an empire another may come to know by no order of his own.
_PUBLIC = ("name", "address", "vacant", "eliminated", "id")


def where(state: State, player: str) -> set[str]:
    """The systems in which a player has anything."""
    found = {ship.at for ship in state.ships.values() if ship.owner == player}
    found |= {ship.retreat.to for ship in state.ships.values() if ship.retreat is not None}
    found |= {hull.at for hull in state.hulls.values() if hull.owner == player}
    found |= {end.at for end in state.gates.values() if end.owner == player}
    for system in state.systems.values():
        if player in (system.owner, system.colonizer, system.home_of):
            found.add(system.name)
        if any(system.surface.get(player, {}).values()):
            found.add(system.name)
    for passage in state.passages.values():
        if passage.of == player:
            found |= {passage.start, passage.end}
    empire = state.empires.get(player)
    if empire is not None:
        found |= {name for name, one in empire.sights.items() if one.seen >= state.turn - 1}
    return found - {""}


def elsewhere(first: Outcome, world: World, player: str) -> set[str]:
    """The systems where the player is not, in the first world, from its start to its end.

    None where a battle is under way, which knows the ships that are in it.
    """
    state: State = world.game_state.state
    there = where(state, player) | where(first.after.state, player) | set(state.battles)
    return set(state.systems) - there


def apart(player: str, world: World) -> Any:
    """Whatever is neither the player's nor where he is may be otherwise."""
    before = where(world.game_state.state, player)

    def place_of(state: State, path: Path) -> tuple[str, str]:
        """Whose something is, and where."""
        thing: Any = getattr(state, path[0]).get(path[1])
        if thing is None:
            return "", ""
        at = thing.at
        carrier = getattr(thing, "carrier", "")
        while carrier:
            at, carrier = state.ships[carrier].at, state.ships[carrier].carrier
        return thing.owner, at

    def allows(path: Path, one: State, other: State) -> bool:
        there = before | where(one, player) | where(other, player)
        match path:
            case ("empires", id, field, *_):
                return id != player and field not in _PUBLIC
            case ("ships" | "hulls" | "gates", _, *_):
                found = [place_of(one, path), place_of(other, path)]
                return all(owner != player and at not in there for owner, at in found)
            case ("systems", name, *_):
                return name not in there
            case ("designs", key, *_):
                return key.split("/")[0] != player
            case ("met", key, *_):
                return player not in key.split("/")
            case _:
                return False

    return allows


def _with(world: World, **fields: Any) -> World:
    state = replace(world.game_state.state, **fields)
    return replace(world, game_state=replace(world.game_state, state=state))


def _other(draw: Draw, world: World, player: str) -> str | None:
    """Another empire that is played."""
    empires = world.game_state.state.empires
    found = [id for id in others(world, player) if id in empires]
    return draw(st.sampled_from(found)) if found and player in empires else None


def _empire(world: World, player: str, other: str, **fields: Any) -> Changed:
    """Another empire with something else of its own."""
    empires = world.game_state.state.empires
    changed = {**empires, other: replace(empires[other], **fields)}
    return Changed(_with(world, empires=changed), apart(player, world))


def _treasury(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Money and debt of another empire."""
    other = _other(draw, world, player)
    if other is None:
        return None
    empire = world.game_state.state.empires[other]
    more = draw(st.integers(1, 5000))
    if draw(st.booleans()):
        return _empire(world, player, other, treasury=empire.treasury + more)
    return _empire(world, player, other, locked=empire.locked + more)


def _accounts(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """What another empire once had."""
    other = _other(draw, world, player)
    if other is None:
        return None
    annals = world.game_state.state.empires[other].annals
    return _empire(world, player, other, annals=(*annals, (0, draw(st.integers(0, 99)), 7, 3)))


def _research(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A technology of another empire, or how far a project of it has come."""
    other = _other(draw, world, player)
    if other is None:
        return None
    empire = world.game_state.state.empires[other]
    if empire.projects and draw(st.booleans()):
        at = draw(st.integers(0, len(empire.projects) - 1))
        projects = list(empire.projects)
        projects[at] = replace(projects[at], done=projects[at].done + 1)
        return _empire(world, player, other, projects=tuple(projects))
    if not empire.tech:
        return None
    what = draw(st.sampled_from(sorted(empire.tech)))
    level = empire.tech[what] + draw(st.integers(1, 9))
    before = {**empire.tech_before, what: level} if what in empire.tech_before else {}
    return _empire(
        world,
        player,
        other,
        tech={**empire.tech, what: level},
        tech_before=before or empire.tech_before,
    )


def _fleet(draw: Draw, first: Outcome, world: World, player: str) -> Changed | None:
    """A ship more in a system where the player is not."""
    other = _other(draw, world, player)
    if other is None:
        return None
    state: State = world.game_state.state
    far = elsewhere(first, world, player)
    found = [one for one in state.ships.values() if one.owner == other and not one.carrier]
    there = [one for one in found if one.at in far]
    if not there:
        return None
    like = draw(st.sampled_from(there))
    number = draw(st.integers(1, 99))
    new: Ship = replace(like, id=f"zq{number:02}zqz", name=f"Zq-{number}", cargo=(), missiles=())
    return Changed(_with(world, ships={**state.ships, new.id: new}), apart(player, world))


def _fleet_gone(draw: Draw, first: Outcome, world: World, player: str) -> Changed | None:
    """A ship less in a system where the player is not."""
    state: State = world.game_state.state
    far = elsewhere(first, world, player)
    carriers = {ship.carrier for ship in state.ships.values()}
    carriers |= {end.carrier for end in state.gates.values()}
    found = [
        one.id
        for one in state.ships.values()
        if one.owner != player and one.at in far and one.id not in carriers
    ]
    if not found or player not in state.empires:
        return None
    gone = draw(st.sampled_from(found))
    ships = {id: one for id, one in state.ships.items() if id != gone}
    return Changed(_with(world, ships=ships), apart(player, world))


def _system(draw: Draw, first: Outcome, world: World, player: str) -> Changed | None:
    """Units on a planet where the player is not."""
    state: State = world.game_state.state
    found = [
        name
        for name in sorted(elsewhere(first, world, player))
        if state.systems[name].owner not in ("", player)
    ]
    if not found or player not in state.empires:
        return None
    system = state.systems[draw(st.sampled_from(found))]
    kind = draw(st.sampled_from(["AA", "SDU", "RA", "PCB"]))
    held = dict(system.surface.get(system.owner, {}))
    held[kind] = held.get(kind, 0) + draw(st.integers(1, 9))
    changed = replace(system, surface={**system.surface, system.owner: held})
    return Changed(
        _with(world, systems={**state.systems, system.name: changed}), apart(player, world)
    )


def _star(draw: Draw, first: Outcome, world: World, player: str) -> Changed | None:
    """The type of a star that the player has never seen."""
    state: State = world.game_state.state
    empire = state.empires.get(player)
    if empire is None:
        return None
    after = first.after.state.empires[player]
    found = [
        name
        for name in sorted(elsewhere(first, world, player))
        if name not in empire.sights and name not in after.sights
    ]
    if not found:
        return None
    system = state.systems[draw(st.sampled_from(found))]
    changed = replace(system, type=(system.type + draw(st.integers(1, 8))) % 9)
    return Changed(
        _with(world, systems={**state.systems, system.name: changed}), apart(player, world)
    )


def _gates(draw: Draw, first: Outcome, world: World, player: str) -> Changed | None:
    """A pair of star gates in store where the player is not."""
    other = _other(draw, world, player)
    far = sorted(elsewhere(first, world, player))
    state: State = world.game_state.state
    there = [name for name in far if state.systems[name].owner == other]
    if other is None or not there:
        return None
    at = draw(st.sampled_from(there))
    ends = {
        id: GateEnd(id, f"Zq-{id}", other, pair, at, STORED)
        for id, pair in (("zqgate1", "zqgate2"), ("zqgate2", "zqgate1"))
    }
    return Changed(_with(world, gates={**state.gates, **ends}), apart(player, world))


def _name(draw: Draw, first: Outcome, world: World, player: str) -> Changed | None:
    """What another's ship is called; its name is in no order."""
    state: State = world.game_state.state
    sent = b" ".join(text.data for text in world.texts).lower()
    found = [
        one
        for one in state.ships.values()
        if one.owner != player
        and one.builder != player
        and one.id in first.after.state.ships
        and first.after.state.ships[one.id].owner == one.owner
        and one.name.lower().encode() not in sent
    ]
    if not found or player not in state.empires:
        return None
    ship = draw(st.sampled_from(found))
    changed = replace(ship, name=f"Zq{draw(st.integers(1, 9999))}")
    near = apart(player, world)

    def allows(path: Path, one: State, other: State) -> bool:
        return path == ("ships", ship.id, "name") or near(path, one, other)

    return Changed(_with(world, ships={**state.ships, ship.id: changed}), allows)


def _contacts(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """That two others know each other, and since when."""
    state: State = world.game_state.state
    played = [id for id in state.empires if id != player]
    if len(played) < 2 or player not in state.empires:
        return None
    one, two = draw(st.permutations(played))[:2]
    empire = state.empires[one]
    old = empire.contacts.get(two)
    new = replace(old, since=old.since + 1) if old else Contact(FULL, "ZQ", 0, 1)
    return _empire(world, player, one, contacts={**empire.contacts, two: new})


def _is_written(world: World, player: str, label: str) -> bool:
    """True if a player's texts use a label, so that another would change what they say."""
    words = b" ".join(text.data for text in world.texts_of(player)).decode("utf-8", "replace")
    return label.casefold() in re.findall(r"\w+", words.casefold())


def _calls_player(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """By what letter another calls the player."""
    other = _other(draw, world, player)
    state: State = world.game_state.state
    contact = state.empires[other].contacts.get(player) if other else None
    if other is None or contact is None or not contact.label:
        return None
    if _is_written(world, other, contact.label):
        return None
    contacts = {**state.empires[other].contacts, player: replace(contact, label="ZZ")}
    return _empire(world, player, other, contacts=contacts)


def _goal(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """The number of a victory condition that is hidden, far from being reached."""
    state: State = world.game_state.state
    found = [at for at, goal in enumerate(state.goals) if goal.hidden and goal.level]
    if not found:
        return None
    at = draw(st.sampled_from(found))
    goals = list(state.goals)
    goals[at] = replace(goals[at], level=goals[at].level + draw(st.integers(1, 999)))
    return Changed(
        _with(world, goals=tuple(goals)), lambda path, *_: path[:2] == ("goals", str(at))
    )


def _notes(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """What the generator noted of the map."""
    if player not in world.game_state.state.empires:
        return None
    notes = (*world.game_state.state.notes, f"Zq {draw(st.integers(1, 99))}")
    return Changed(_with(world, notes=notes), lambda path, *_: path[0] == "notes")


_BOUGHT = ("expend", "research", "commission")
_HEADS = (*_BOUGHT, "movement", "general", "contact", "conditional", "data", "transfer", "permit")


def _line(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """What another buys, builds and researches, away from the player."""
    if player not in world.game_state.state.empires:
        return None
    return line_left_out(
        draw, world, player, apart(player, world), heads=_HEADS, within=_BOUGHT, course=False
    )


SECRETS = (
    Secret("treasury", _treasury, Leak(view=leaks.richest)),
    Secret("accounts", _accounts, Leak(view=leaks.all_accounts)),
    Secret("research", _research, Leak(view=leaks.all_technology)),
    Secret("unseen fleet", _fleet, Leak(view=leaks.all_ships)),
    Secret("unseen fleet that is not there", _fleet_gone, Leak(view=leaks.all_ships)),
    Secret("units on an unseen planet", _system, Leak(view=leaks.all_units)),
    Secret("unseen star", _star, Leak(view=leaks.all_stars)),
    Secret("unseen gates", _gates, Leak(view=leaks.all_gates)),
    Secret("name of a ship", _name, Leak(view=leaks.all_names)),
    Secret("contact between others", _contacts, Leak(view=leaks.all_contacts)),
    Secret("what another calls the player", _calls_player, Leak(view=leaks.all_contacts)),
    Secret("hidden goal", _goal, Leak(view=leaks.goals_told)),
    Secret("notes on the map", _notes, Leak(view=leaks.notes_told)),
    Secret("purchases and research ordered", _line, Leak(draft=lines_counted)),
)
