"""What a conformance case may ask of DeltaVee about units: charts, commands, energy, damage."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from pbm.games.deltavee.conformance.case_units import class_row, plain_unit, pods_of
from pbm.games.deltavee.rules.commands.tractor import COST
from pbm.games.deltavee.rules.fire import damage
from pbm.games.deltavee.rules.fire.hits import ENHANCED, HITS
from pbm.games.deltavee.state import command_cost, energy, ratings, usable
from pbm.games.deltavee.state.bands import band
from pbm.games.deltavee.state.energy import blocks_left, left
from pbm.games.deltavee.state.hulls import field_hit, laid_open, no_sale, reading, stores
from pbm.games.deltavee.state.jumps import jump_pods
from pbm.games.deltavee.state.maneuvers import step_fault, stepped, weave_units_fault
from pbm.games.deltavee.state.ratings import CLASSES, PODS
from pbm.games.deltavee.state.units import ENGINE, FORCE_FIELD, MISSILE_TYPES, Part
from pbm.kit.tables import EMPTY

Options = Mapping[str, str]
Status = Literal["ok", "V", "D", "X"]
# Classes that stand in one of the two texts only (DV-A93), and those of DeltaVee Enhanced.
EXTRA = (
    "lander",
    "corco_omega",
    "heavy_cruiser",
    "military_transport",
    "ram_jet",
    "solarship",
    "modular_ship",
)


# --- the charts -------------------------------------------------------------------------------


def ship_class(klass: str) -> dict[str, Any]:
    """The row of the Spaceship Attribute Chart of one class."""
    row = class_row(klass)

    def cell(column: str) -> int:
        return CLASSES.number(row, column)

    return {
        "pods": cell("pods"),
        "velocity_rating": cell("velocity"),
        "maneuver_rating": cell("maneuver"),
        "energy_capacity": cell("energy"),
        "burn_rate": cell("burn"),
        "streamlined": CLASSES.at(row, "streamlined") == "yes",
        "burster_class": cell("burster"),
        "armor_class": cell("armor"),
        "force_field_class": cell("field"),
        "civ_level": cell("civ"),
        "targeting_program": cell("targeting"),
        "battlecraft": CLASSES.at(row, "kind") == "battlecraft",
        "force_fields": len(usable.fields(plain_unit(klass, {}))),
        "storage_pod": stores(row),
        "energy_always_sufficient": CLASSES.at(row, "energy") == EMPTY,
        "hits": reading(row),
        "not_for_sale": no_sale(row),
    }


def is_class(klass: str) -> bool:
    """Whether a ship of this name can be played. Ambiguity: DV-A100."""
    return any(CLASSES.at(row, "title") == klass for row in CLASSES.rows)


def classes() -> dict[str, int]:
    """How many classes the Spaceship Attribute Chart has, of which kinds."""
    rows = [ship_class(str(CLASSES.at(row, "title"))) for row in CLASSES.rows if row not in EXTRA]
    civ = [row["civ_level"] for row in rows]
    return {
        "classes": len(rows),
        "battlecraft_classes": sum(row["battlecraft"] for row in rows),
        "armored_classes": sum(row["armor_class"] > 0 for row in rows),
        "unarmored_classes": sum(not row["armor_class"] for row in rows),
        "force_field_classes": sum(row["force_field_class"] > 0 for row in rows),
        "no_force_field_classes": sum(not row["force_field_class"] for row in rows),
        "civ_min": min(civ),
        "civ_max": max(civ),
    }


def energy_(klass: str, options: Options, energy_pods: int = 0, spent: int = 0) -> dict[str, int]:
    """The energy of a new unit: units of a block, blocks, units."""
    unit = plain_unit(klass, options, ("energy",) * energy_pods, spent=spent)
    return {
        "block": ratings.burn_rate(unit),
        "blocks": blocks_left(unit),
        "units": left(unit),
        "track": spent % ratings.burn_rate(unit),
    }


def pod(kind: str, options: Options) -> dict[str, Any]:
    """The row of the Pod Attribute Chart of one kind; a kind that is in no row is an other pod."""
    (part,) = pods_of("sword", (kind,), options)
    ship = plain_unit("Sword", options, (kind,))
    row = part.kind in PODS.rows

    def printed(column: str) -> Any:
        cell = PODS.at(part.kind, column) if row else EMPTY
        return None if cell == EMPTY else cell

    return {
        "laser_particle": bool(usable.fire_types(ship, part.name)),
        **{missile: part.stock.get(missile, 0) for missile in MISSILE_TYPES},
        "battle_commands": ratings.pod_number(part, "battle"),
        "civ_level": part.civ or None,
        "targeting_program": printed("targeting"),
        "jump": bool(jump_pods(ship)),
        "fires": ratings.pod_number(part, "fires"),
        "armor": printed("armor"),
        "needs_prepare": [m for m in MISSILE_TYPES if ratings.needs_preparing(part.kind, m)],
    }


def pod_civ(klass: str, kind: str, options: Options) -> int:
    """The Civ Level of a pod on a ship of a class."""
    (part,) = pods_of(class_row(klass), (kind,), options)
    return part.civ


def missile(type: str, civ: int, options: Options, released: bool = False) -> tuple[int, ...]:
    """Velocity Rating, Maneuver Rating and energy of a missile."""
    unit = plain_unit(f"{type} {civ}", options, released=released)
    return ratings.velocity_rating(unit), ratings.maneuver_rating(unit), left(unit)


def hit_table(die: int) -> tuple[str, ...]:
    """What a die of the Hit Table lists."""
    return tuple(str(cell) for cell in HITS.rows[str(die)] if cell != EMPTY)


def hit_table_enhanced(first: int, second: int) -> str:
    """The cell of the Enhanced Hit Table for two dice; ``none`` for no effect."""
    cell = str(ENHANCED.at(str(first), band(ENHANCED.columns, second) or ""))
    return "none" if cell == EMPTY else cell


def force_field_hit(die: int) -> str:
    """What a die of the Heavy Cruiser Forcefield Hit Table means."""
    return field_hit(die) or "roll twice"


def missile_hit_chart(field: int, options: Options) -> tuple[str, ...]:
    """What a missile destroys on a cruiser of 39 pods whose field of this number is destroyed."""
    status = {f"force field {field}": "X"}
    return laid_open(plain_unit("Heavy Cruiser", options, ("crew",) * 39, status))


# --- commands and energy ----------------------------------------------------------------------


def commands(klass: str, velocity: int, options: Options, bridge: Status = "ok") -> dict[str, Any]:
    """What Maneuver Commands a ship may be issued at a velocity."""
    unit = plain_unit(klass, options, status={"bridge": bridge}, velocity=velocity)
    return {
        "number": ratings.commands_allowed(unit),
        "one_change_only": ratings.one_change_only(unit),
        "maneuver_rating": ratings.maneuver_rating(unit),
        "weave": not weave_units_fault((unit,)),
    }


def velocities(klass: str, velocity: int, options: Options) -> tuple[int, ...]:
    """The velocities a ship can have after one Command Phase."""
    found = {velocity}
    for step in ("accelerate", "decelerate"):
        unit = plain_unit(klass, options, velocity=velocity)
        while not step_fault(unit, step, options):
            unit = stepped(unit, step)
            found.add(unit.velocity)
    return tuple(sorted(found))


def battle_commands(
    klass: str, pods: tuple[str, ...], options: Options, status: Mapping[str, Status] | None = None
) -> int:
    """Battle Commands of a Command Phase."""
    return usable.battle_commands(plain_unit(klass, options, pods, status), options)


def maneuver_cost(
    klass: str,
    commands: tuple[Literal["change", "weave", "jump"], ...],
    options: Options,
    engine: Status = "ok",
    docked: str = "",
) -> int:
    """Energy units of the Maneuver Commands of one phase, in their order."""
    unit = plain_unit(klass, options, status={} if engine == "ok" else {ENGINE: engine})
    others = (plain_unit(docked, options),) if docked else ()
    spent = 0
    for command in commands:
        spent += command_cost.maneuver_cost((unit, *others), command, options)
        if command == command_cost.CHANGE:
            unit = stepped(unit, "right")
    return spent


def tractor(civ: int, options: Options) -> dict[str, int]:
    """How many commands a tractor pod of a Civ Level issues, within how many hexes."""
    (part,) = pods_of("sword", (f"tractor beam {civ}",), options)
    number, reach = usable.tractor_power(part)
    return {"commands": number, "range": reach}


def tractor_cost(klass: str, options: Options) -> int:
    """Energy units of one tractor command to a unit of a class."""
    return COST * ratings.burn_rate(plain_unit(klass, options))


def leak(klass: str, spent: int, options: Options) -> int:
    """Units a ship with a damaged energy pod loses."""
    return energy.leak(plain_unit(klass, options, ("energy",), {"pod 1": "D"}, spent=spent))


def field(klass: str, status: Status, options: Options) -> dict[str, Any]:
    """What a force field can do in a status."""
    unit = plain_unit(klass, options, status={FORCE_FIELD: status})
    return {
        "class": usable.field_class(unit),
        "usable": usable.field_class(unit) > 0,
        "at_interception": usable.has_emergency_field(unit),
    }


def search_range(
    klass: str, pods: tuple[str, ...], options: Options, status: Mapping[str, Status] | None = None
) -> int:
    """How far an Active Search sees."""
    return usable.search_range(plain_unit(klass, options, pods, status))


# --- damage ---------------------------------------------------------------------------------


def hit_status(armor: int, hits: int) -> str:
    """The status of a part after so many hits."""
    part = Part("pod 1", "crew", armor, box=1)
    for _ in range(hits):
        part = replace(part, status=damage.worse(part))
    return part.status


def armor(
    klass: str, pods: tuple[str, ...], options: Options, of: int | None = None
) -> dict[str, int]:
    """The armor of every part; ``of`` is what the scenario states for pods."""
    row = class_row(klass)
    unit = plain_unit(klass, options)
    boxes = pods_of(row, pods, options, armor=of)
    return {part.name: part.armor for part in (*unit.parts, *boxes)}


def is_wreck(
    klass: str, pods: tuple[str, ...], status: Mapping[str, Status], options: Options
) -> bool:
    """Whether a unit with its parts in this status is destroyed."""
    return damage.is_wreck(plain_unit(klass, options, pods, status))
