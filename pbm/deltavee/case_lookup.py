"""What a case may look up in a state of DeltaVee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pbm.deltavee.energy import blocks_left, left
from pbm.deltavee.ratings import burn_rate
from pbm.deltavee.state import State, Unit


def named(unit: Unit) -> str:
    """What a case calls a unit: ``1A``, ``1A1``, ``1-03``."""
    dash = "-" if unit.is_missile else ""
    return f"{unit.side}{dash}{unit.designation.rpartition('-')[2]}"


def thing(state: State, words: tuple[str, ...]) -> Mapping[str, Any] | None:
    """What a case may look up: ``unit 1A`` with its fields and parts, or ``game``."""
    if words == ("game",):
        return {
            "turn": state.turn,
            "maps": [tile.letter for tile in state.maps.tiles],
            "points": state.points,
            "result": state.result,
            "winner": state.winner,
        }
    name = words[1] if len(words) == 2 and words[0] == "unit" else ""
    unit = next((unit for unit in state.units if named(unit) == name), None)
    if unit is None:
        return None
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
    }
