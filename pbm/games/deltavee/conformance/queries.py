"""What a conformance case may ask of DeltaVee: quantities by name.

Each is answered by the very functions that the adjudication calls; the arguments are what a
case writes. docs/cases.md describes the form.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbm.games.deltavee.conformance import fire_queries, purchase_queries, unit_queries
from pbm.games.deltavee.state.scale import scale

QUERIES: Mapping[str, Callable[..., Any]] = {
    "ship_class": unit_queries.ship_class,
    "is_class": unit_queries.is_class,
    "classes": unit_queries.classes,
    "energy": unit_queries.energy_of,
    "pod": unit_queries.pod,
    "pod_civ": unit_queries.pod_civ,
    "missile": unit_queries.missile,
    "hit_table": unit_queries.hit_table,
    "hit_table_enhanced": unit_queries.hit_table_enhanced,
    "force_field_hit": unit_queries.force_field_hit,
    "missile_hit_chart": unit_queries.missile_hit_chart,
    "commands": unit_queries.commands,
    "velocities": unit_queries.velocities,
    "battle_commands": unit_queries.battle_commands,
    "maneuver_cost": unit_queries.maneuver_cost,
    "tractor": unit_queries.tractor,
    "tractor_cost": unit_queries.tractor_cost,
    "leak": unit_queries.leak,
    "field": unit_queries.field,
    "search_range": unit_queries.search_range,
    "hit_status": unit_queries.hit_status,
    "armor": unit_queries.armor,
    "is_wreck": unit_queries.is_wreck,
    "relative_chart": fire_queries.relative_chart,
    "fire_chance": fire_queries.fire_chance,
    "interception": fire_queries.interception,
    "fire_cost": fire_queries.fire_cost,
    "fires": fire_queries.fires,
    "fire_types": fire_queries.fire_types,
    "targeting": fire_queries.targeting,
    "statement": fire_queries.statement,
    "aim": fire_queries.aim,
    "range": fire_queries.range_between,
    "bearing": fire_queries.bearing,
    "neighbours": fire_queries.neighbours,
    "course": fire_queries.course,
    "half_turn": fire_queries.half_turn,
    "missile_arcs": fire_queries.missile_arcs,
    "battlecraft_arcs": fire_queries.battlecraft_arcs,
    "launch_velocities": fire_queries.launch_velocities,
    "price": purchase_queries.price,
    "purchase": purchase_queries.purchase,
    "scale": scale,
    "sequence": fire_queries.sequence,
    "dice": fire_queries.rolled,
}
