"""DeltaVee: what lies face down, what is aboard, energy, untold damage, sheets, purchases.

Rule: DV 2.5, DV 2.6. Ambiguity: DV-A15, DV-A102.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import MISSILE_TYPES, OK, VULNERABLE, Unit
from tests.games.deltavee import leaks
from tests.secrecy.harness import Outcome, World
from tests.secrecy.leak import Leak, lines_counted
from tests.secrecy.lines import idle_line_added, line_left_out
from tests.secrecy.secrets import (
    Allows,
    Changed,
    Draw,
    Path,
    Secret,
    enemies,
    others,
)

# Events, or facts of events, that only their side perceives.
PRIVATE = dict.fromkeys(
    (
        *("not_done", "energy_used", "energy_leaked", "energy_lost", "fire_held", "launches_made"),
        *("controlled", "chosen", "commanded", "prepared_unit", "refueled", "stock_lost"),
        *("battlecraft_lost", "released", "pods", "ruling", "message", "not_bought"),
    ),
    ("*",),
)
OUTLINE = ("unit", "at", "from", "to", "path", "velocity", "velocity_before", "ways", "direction")
PLACES = (
    "course",
    "moved",
    "stayed",
    "contact_appeared",
    "planet_entered",
    "orbiting",
    "asteroid",
    "wove",
)


def _units(world: World, player: str) -> list[Unit]:
    owners = enemies(world, player)
    return [unit for unit in world.game_state.state.units if unit.owner in owners]


def _with(world: World, state: State) -> World:
    return replace(world, game_state=replace(world.game_state, state=state))


def _only(*paths: Path) -> Allows:
    return lambda path, *_: any(path[: len(one)] == one for one in paths)


def _kind(draw: Draw, first: Outcome, world: World, player: str) -> Changed | None:
    """What a missile that lies face down, or is prepared, is, and what it has left."""
    after: State = first.after.state
    there = {unit.id for unit in after.units if not unit.revealed and unit.is_missile}
    found = [
        unit
        for unit in _units(world, player)
        if unit.is_missile and not unit.revealed and unit.id in there
    ]
    if not found:
        return None
    unit = draw(st.sampled_from(found))
    changed = replace(
        unit,
        klass=draw(st.sampled_from(MISSILE_TYPES)),
        energy=unit.energy + draw(st.integers(0, 9)),
        civ=draw(st.integers(6, 8)),
    )
    if changed == unit:
        return None
    down = frozenset([unit.id])
    return Changed(
        _with(world, world.game_state.state.with_units(changed)), _down(down), True, hidden=down
    )


_INSIDE = ("klass", "energy", "spent", "civ", "pod", "use", "released", "mother")


def _down(ids: frozenset[str]) -> Allows:
    """The inside of units that lie face down in both worlds."""

    def allows(path: Path, one: State, other: State) -> bool:
        if path[0] != "units" or path[1] not in ids or path[2] not in _INSIDE:
            return False
        return not one.unit(path[1]).revealed and not other.unit(path[1]).revealed

    return allows


def _contact(draw: Draw, first: Outcome, world: World, player: str) -> Changed | None:
    """The ship a unit that lies face down came from, and its counter's name."""
    after: State = first.after.state
    there = {unit.id for unit in after.units if not unit.revealed}
    found = [u for u in _units(world, player) if not u.revealed and u.id in there]
    if not found:
        return None
    unit = draw(st.sampled_from(found))
    changed = replace(unit, name=f"{unit.name} Zq", designation=f"{unit.designation}Q")
    allows = _only(("units", unit.id, "name"), ("units", unit.id, "designation"))
    down = frozenset([unit.id])
    return Changed(
        _with(world, world.game_state.state.with_units(changed)), allows, True, hidden=down
    )


def _stock(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """How many missiles of a type are left in a pod."""
    found = [
        (unit, part, kind)
        for unit in _units(world, player)
        for part in unit.parts
        for kind, number in part.stock.items()
        if number
    ]
    if not found:
        return None
    unit, part, kind = draw(st.sampled_from(found))
    more = part.stock[kind] + draw(st.integers(1, 9))
    changed = unit.with_part(replace(part, stock={**part.stock, kind: more}))
    place = next(at for at, one in enumerate(unit.parts) if one.name == part.name)
    allows = _only(("units", unit.id, "parts", str(place), "stock"))
    return Changed(_with(world, world.game_state.state.with_units(changed)), allows, True)


def _energy(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """Energy that a unit has, or has spent."""
    found = _units(world, player)
    if not found:
        return None
    unit = draw(st.sampled_from(found))
    if unit.spent:
        changed = replace(unit, spent=draw(st.integers(0, unit.spent - 1)))
    else:
        changed = replace(unit, energy=unit.energy + draw(st.integers(1, 20)))
    allows = _only(("units", unit.id, "spent"), ("units", unit.id, "energy"))
    return Changed(_with(world, world.game_state.state.with_units(changed)), allows, True)


def _damage(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A mark on a log that its enemies were not told of."""
    if world.campaign.options["log_inspection"] == "show log":
        return None
    found = [
        (unit, part)
        for unit in _units(world, player)
        for part in unit.parts
        if part.status == OK and not part.told
    ]
    if not found:
        return None
    unit, part = draw(st.sampled_from(found))
    changed = unit.with_part(replace(part, status=VULNERABLE))
    place = next(at for at, one in enumerate(unit.parts) if one.name == part.name)
    allows = _only(("units", unit.id, "parts", str(place), "status"))
    return Changed(_with(world, world.game_state.state.with_units(changed)), allows, True)


def _inside(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """What a ship's pods are: their armour, their Civ Level."""
    found = [
        (unit, part)
        for unit in _units(world, player)
        for part in unit.parts
        if not part.told and part.is_pod
    ]
    if not found or world.campaign.options["log_inspection"] == "show log":
        return None
    unit, part = draw(st.sampled_from(found))
    armor = draw(st.sampled_from([one for one in (0, 1, 2) if one != part.armor]))
    changed = unit.with_part(replace(part, armor=armor))
    place = next(at for at, one in enumerate(unit.parts) if one.name == part.name)
    allows = _only(("units", unit.id, "parts", str(place), "armor"))
    return Changed(_with(world, world.game_state.state.with_units(changed)), allows, True)


def _purchase(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """What another may spend."""
    state: State = world.game_state.state
    found = [at for at, one in enumerate(state.purchases) if one.owner in enemies(world, player)]
    if not found or state.turn:
        return None
    at = draw(st.sampled_from(found))
    terms = list(state.purchases)
    terms[at] = replace(terms[at], budget=terms[at].budget + draw(st.integers(1, 99)))
    return Changed(
        _with(world, replace(state, purchases=tuple(terms))), _only(("purchases", str(at))), True
    )


def _places(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """How others' ships may begin."""
    state: State = world.game_state.state
    owners = enemies(world, player)
    found = [id for id in state.placements if state.unit(id).owner in owners]
    if not found:
        return None
    id = draw(st.sampled_from(found))
    more = replace(state.placements[id], velocities=(*state.placements[id].velocities, 9))
    changed = replace(state, placements={**state.placements, id: more})
    return Changed(_with(world, changed), _only(("placements", id)), True)


def _left_out(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A line that comes to nothing on the table."""
    owners = enemies(world, player)
    if not set(others(world, player)) <= set(owners):
        return None
    ids = {unit.id for unit in world.game_state.state.units if unit.owner in owners}

    def allows(path: Path, _one: Any, _other: Any) -> bool:
        inside = path[0] == "units" and path[1] in ids
        return inside and (path[2] in ("spent", "use") or path[4:5] == ("stock",))

    return line_left_out(draw, world, player, allows)


_IDLE = (
    "  command if turn > 900: right",
    "  battle if turn > 900: active search",
    "  fire if turn > 900: burster: laser burst at any",
)


def _idle(draw: Draw, _first: Outcome, world: World, player: str) -> Changed | None:
    """A line whose condition does not hold, for the last ship of a sheet."""
    return idle_line_added(draw, world, player, st.sampled_from(_IDLE))


SECRETS = (
    Secret("kind of what lies face down", _kind, Leak(view=leaks.contact_number)),
    Secret("name of what lies face down", _contact, Leak(view=leaks.contact_names)),
    Secret("missiles in a pod", _stock, Leak(view=leaks.missiles_left)),
    Secret("energy", _energy, Leak(view=leaks.energy_left)),
    Secret("damage nobody was told of", _damage, Leak(view=leaks.all_damage)),
    Secret("inside of a pod", _inside, Leak(view=leaks.armour)),
    Secret("what another may buy", _purchase, Leak(view=leaks.budgets)),
    Secret("where others may be placed", _places, Leak(view=leaks.placed_anywhere)),
    Secret("order that came to nothing", _left_out, Leak(draft=lines_counted)),
    Secret("order whose condition did not hold", _idle, Leak(draft=lines_counted)),
)
