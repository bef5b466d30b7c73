"""What a case may look up in a state of DeltaVee."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict, replace

from pbm.engine.options import settle
from pbm.engine.types import Seat
from pbm.games.deltavee.options import OPTIONS
from pbm.games.deltavee.report.logsheet import log_sheet
from pbm.games.deltavee.rules.fire.damage import is_wreck
from pbm.games.deltavee.state.energy import blocks_left, left, on_log
from pbm.games.deltavee.state.ratings import WEAPON_PODS, burn_rate
from pbm.games.deltavee.state.state import Purchase, State
from pbm.games.deltavee.state.units import DESTROYED_PART, MISSILE_TYPES, Unit
from pbm.games.deltavee.state.usable import (
    BURSTER,
    battle_commands,
    fires,
    prepared_limit,
    targeting,
)
from pbm.games.deltavee.view.view import build_view

DEFAULTS = settle(OPTIONS, {})[0]


def named(unit: Unit) -> str:
    """What a case calls a unit: ``1A``, ``1A1``, ``1-03``."""
    dash = "-" if unit.is_missile else ""
    return f"{unit.side}{dash}{unit.designation.rpartition('-')[2]}"


def thing(state: State, words: tuple[str, ...]) -> Mapping[str, Any] | None:
    """What a case may look up: ``game``, ``unit 1A`` with its parts, ``ship 1A``, ``log 1A``.

    ``purchase 1`` is what the player of a side may buy, or has bought.

    ``ship`` is what a spaceship has and can do, every option at its default.
    """
    if words == ("game",):
        return _game(state)
    what, name = words if len(words) == 2 else ("", "")
    terms = next((one for one in state.purchases if one.side == name), None)
    if what == "purchase" and terms is not None:
        return _purchase(state, terms)
    unit = next((unit for unit in state.units if named(unit) == name), None)
    if unit is not None and what == "unit":
        return _unit(state, unit)
    if unit is not None and unit.is_ship and what in ("ship", "log"):
        return _ship(unit) if what == "ship" else _log(state, unit)
    return None


def _game(state: State) -> dict[str, Any]:
    return {
        "turn": state.turn,
        "maps": [tile.letter for tile in state.maps.tiles],
        "planets": [state.maps.label(planet.at) for planet in state.planets],
        "asteroids": len(state.asteroids),
        "jumps": state.jumps,
        "points": state.points,
        "result": state.result,
        "winner": state.winner,
    }


def _purchase(state: State, terms: Purchase) -> dict[str, Any]:
    return {
        "budget": terms.budget,
        "start": state.maps.label(terms.start),
        "within": terms.within,
        "anywhere": terms.anywhere,
        "directions": [int(one) for one in terms.directions],
        "velocities": list(terms.velocities),
        "spent": sum(cost for _words, cost in terms.bought),
        "ships": [words for words, _cost in terms.bought],
    }


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    dock = state.docked_to(unit.id)
    return {
        **asdict(unit),
        "at": state.maps.label(unit.at),
        "left": left(unit),
        "blocks_left": blocks_left(unit),
        "track": unit.spent % burn_rate(unit),
        "blocks_marked": unit.spent // burn_rate(unit),
        "atop": [one.id for one in state.atop(unit.id)],
        "in_orbit": state.in_orbit(unit),
        "docked": "" if dock is None else dock.other if dock.lead == unit.id else dock.lead,
        **{part.name: part.status for part in unit.parts},
        "stock": {pod.name: pod.stock for pod in unit.pods if pod.stock},
        "places": [
            state.maps.label(at)
            for placement in [state.placements.get(unit.id)]
            if placement is not None
            for at in placement.hexes
        ],
    }


def _ship(unit: Unit) -> dict[str, Any]:
    pods = unit.pods
    carriers = unit.pods_of(*WEAPON_PODS)
    return {
        "class": unit.klass,
        "pods": [pod.kind for pod in pods],
        "pod_armor": [pod.armor for pod in pods],
        "energy_units_left": on_log(unit),
        "blocks_left": on_log(unit) // burn_rate(unit),
        "fires": sum(fires(unit).values()),
        "battle_commands": battle_commands(unit, DEFAULTS),
        "missiles": [sum(pod.stock.get(type, 0) for pod in pods) for type in MISSILE_TYPES],
        "max_prepared": prepared_limit(unit),
        "missile_civ": list(dict.fromkeys(pod.civ for pod in carriers)),
        "ship_tp": targeting(unit, BURSTER),
        "pods_destroyed_to_kill": _pods_to_kill(unit),
    }


def _pods_to_kill(unit: Unit) -> int:
    """How many destroyed pods destroy a ship whose bridge and engine are."""
    hull = tuple(replace(part, status=DESTROYED_PART) for part in unit.parts if not part.is_pod)
    gone = [replace(pod, status=DESTROYED_PART) for pod in unit.pods]
    number = 0
    while not is_wreck(replace(unit, parts=(*hull, *gone[:number], *unit.pods[number:]))):
        number += 1
    return number


def _log(state: State, unit: Unit) -> dict[str, Any]:
    """The log of a ship: boxes, entries, crossed-out boxes."""
    owner = Seat(unit.owner, unit.owner, unit.side)
    units = build_view(state, owner.id, (owner,), DEFAULTS).units
    sheet = log_sheet(next(one for one in units if one.id == unit.id), units)
    sections = {
        section.type: asdict(section)
        | {"entries": [f"{one.pod}/{int(one.number)}" for one in section.lines if one.number]}
        for section in sheet.missiles
    }
    return {
        "type": sheet.type,
        "pod_boxes": len(sheet.pods),
        "void_pods": list(sheet.void_pods),
        "armor": {part.name: part.armor for part in sheet.hull}
        | {pod.name: pod.armor for pod in sheet.pods},
        "field_class": sheet.hull[-1].field_class,
        "missile_civ": [pod.civ for pod in sheet.pods if pod.stock],
        **sections,
        "energy": asdict(sheet.energy) | {"void_track": list(sheet.energy.void_track)},
        "battlecraft": {
            craft.designation: {part.name: part.armor for part in craft.parts}
            for craft in sheet.battlecraft
        },
    }
