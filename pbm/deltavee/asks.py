"""What a conformance case may ask of DeltaVee: quantities by name.

Each is answered by the very functions that the adjudication calls; the arguments are what a
case writes. docs/cases.md describes the form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbm.deltavee import ask_fire, ask_purchase, ask_units
from pbm.deltavee.scale import scale

ASKS: Mapping[str, Callable[..., Any]] = {
    "ship_class": ask_units.ship_class,
    "is_class": ask_units.is_class,
    "classes": ask_units.classes,
    "energy": ask_units.energy_of,
    "pod": ask_units.pod,
    "pod_civ": ask_units.pod_civ,
    "missile": ask_units.missile,
    "hit_table": ask_units.hit_table,
    "hit_table_enhanced": ask_units.hit_table_enhanced,
    "force_field_hit": ask_units.force_field_hit,
    "missile_hit_chart": ask_units.missile_hit_chart,
    "commands": ask_units.commands,
    "velocities": ask_units.velocities,
    "battle_commands": ask_units.battle_commands,
    "maneuver_cost": ask_units.maneuver_cost,
    "tractor": ask_units.tractor,
    "tractor_cost": ask_units.tractor_cost,
    "leak": ask_units.leak,
    "field": ask_units.field,
    "search_range": ask_units.search_range,
    "hit_status": ask_units.hit_status,
    "armor": ask_units.armor,
    "is_wreck": ask_units.is_wreck,
    "relative_chart": ask_fire.relative_chart,
    "fire_chance": ask_fire.fire_chance,
    "interception": ask_fire.interception,
    "fire_cost": ask_fire.fire_cost,
    "fires": ask_fire.fires,
    "fire_types": ask_fire.fire_types,
    "targeting": ask_fire.targeting,
    "statement": ask_fire.statement,
    "aim": ask_fire.aim,
    "range": ask_fire.range_between,
    "bearing": ask_fire.bearing,
    "neighbours": ask_fire.neighbours,
    "course": ask_fire.course,
    "half_turn": ask_fire.half_turn,
    "missile_arcs": ask_fire.missile_arcs,
    "battlecraft_arcs": ask_fire.battlecraft_arcs,
    "launch_velocities": ask_fire.launch_velocities,
    "price": ask_purchase.price,
    "purchase": ask_purchase.purchase,
    "scale": scale,
    "sequence": ask_fire.sequence,
    "dice": ask_fire.rolled,
}
