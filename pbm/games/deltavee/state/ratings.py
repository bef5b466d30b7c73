"""The printed figures of classes, pods and missiles, and what damage leaves of them.

Rule: DV 4.9, DV 5.8, DV 7.1, DV 8.9 (bridge), DV 9.5.
"""

from collections.abc import Mapping

from pbm.games.deltavee.state.units import (
    BRIDGE,
    DAMAGED,
    DESTROYED_PART,
    ENGINE,
    MISSILE_TYPES,
    UNGUIDED,
    Part,
    Unit,
)
from pbm.kit.tables import EMPTY, table

CLASSES = table("pbm.games.deltavee", "classes")
PODS = table("pbm.games.deltavee", "pods")
MISSILES = table("pbm.games.deltavee", "missiles")
FIRE = table("pbm.games.deltavee", "fire")

MOST_SPEED = 1  # of a launched missile against its ship, up or down

# Pods that fire and carry missiles. Rule: DV 5.1.
WEAPON_PODS = ("hunter", "light weapon", "heavy weapon", "arsenal")
BATTLE_COMM = "battle communications"
TRACTOR = "tractor beam"
BATTLECRAFT_POD = "battlecraft"
STORAGE_POD = "storage"
ENERGY_POD = "energy"
STANDARD_JUMP = "standard jump"
AUGMENTED_JUMP = "augmented jump"
ENERGY_POD_UNITS = 144


def title(unit: Unit) -> str:
    """What a unit is called: ``Corco Mu``, ``guided missile``."""
    if unit.is_missile:
        return "MIMS" if unit.klass == "mims" else f"{unit.klass} missile"
    return str(CLASSES.at(unit.klass, "title"))


def class_number(unit: Unit, column: str) -> int:
    """A figure of a spaceship's or battlecraft's class; KeyError for a missile."""
    return CLASSES.number(unit.klass, column)


def streamlined(unit: Unit) -> bool:
    """True for a streamlined spaceship or battlecraft."""
    return not unit.is_missile and CLASSES.at(unit.klass, "streamlined") == "yes"


def burn_rate(unit: Unit) -> int:
    """Energy units of a block; 1 for a battlecraft (DV-A41) and for a missile."""
    return 1 if unit.is_missile else class_number(unit, "burn")


def missile_number(kind: str, civ: int, column: str) -> int:
    """A cell of the Missile Chart; 0 for an unguided missile."""
    return 0 if kind == UNGUIDED else MISSILES.number(f"{kind} {civ}", column)


def velocity_rating(unit: Unit) -> int:
    """How many Accelerates and Decelerates one Command Phase allows. Ambiguity: DV-A22."""
    if unit.is_missile:
        return missile_number(unit.klass, unit.civ, "velocity")
    return class_number(unit, "velocity")


def maneuver_rating(unit: Unit) -> int:
    """The Maneuver Rating as a damaged or destroyed bridge leaves it; 0: none.

    Rule: DV 8.9. Ambiguity: DV-A28.
    """
    if unit.is_missile:
        return missile_number(unit.klass, unit.civ, "maneuver")
    rating = class_number(unit, "maneuver")
    bridge = status_of(unit, BRIDGE)
    if bridge == DESTROYED_PART:
        return 1
    return rating - 2 if bridge == DAMAGED else rating


def commands_allowed(unit: Unit) -> int:
    """Maneuver Commands of one phase: rating minus velocity; at the rating or above, 1.

    That one may only be an Accelerate or Decelerate: see ``one_change_only``. 0 with a
    destroyed engine, an active field, for an unguided missile. Rule: DV 7.1, DV 8.9.
    """
    if unit.klass == UNGUIDED or unit.field_up or status_of(unit, ENGINE) == DESTROYED_PART:
        return 0
    return rated_commands(unit)


def most_commands(klass: str, velocity: int) -> tuple[int, int]:
    """Maneuver Commands of one phase, and changes of velocity, that a sound unit may have.

    ``klass`` "" is any class, missiles included. Rule: DV 7.1, DV 9.5.
    """
    rows = [(CLASSES, klass)] if klass in CLASSES.rows else []
    rows = rows or [(some, row) for some in (CLASSES, MISSILES) for row in some.rows]
    maneuver = max(some.number(row, "maneuver") for some, row in rows)
    allowed = max(1, maneuver - velocity)
    return allowed, min(allowed, max(some.number(row, "velocity") for some, row in rows))


def farthest(type: str) -> int:
    """The greatest Target Value at which a fire can hit. Rule: DV 8.6.

    >>> farthest("laser burst"), farthest("laser barrage"), farthest("particle burst")
    (11, 14, 7)
    """
    hitting = [column for column in FIRE.columns[1:] if FIRE.at(type, column) != EMPTY]
    return int(hitting[-1].rpartition("-")[2])


def rated_commands(unit: Unit) -> int:
    """Maneuver Commands by rating and velocity alone, at least 1. Rule: DV 7.1."""
    return max(1, maneuver_rating(unit) - unit.velocity)


def one_change_only(unit: Unit) -> bool:
    """True when only one Accelerate or Decelerate is allowed. Ambiguity: DV-A21."""
    return unit.velocity >= maneuver_rating(unit)


def top_velocity(options: Mapping[str, str]) -> int | None:
    """The greatest velocity, None for no limit. Ambiguity: DV-A19."""
    return 9 if options["velocity.cap"] == "9" else None


def status_of(unit: Unit, kind: str) -> str:
    """The status of a part of the hull by its kind; ``ok`` for one the unit does not have."""
    part = unit.hull_part(kind)
    return "ok" if part is None else part.status


def pod_number(pod: Part, column: str) -> int:
    """A figure of a pod's kind; 0 for an empty cell and for pods that are in no row."""
    return PODS.number(pod.kind, column) if pod.kind in PODS.rows else 0


def pod_room(kind: str) -> int:
    """How many pod spaces a pod of a kind takes. Rule: DV EHC (a storage pod four)."""
    return PODS.number(kind, "room") if kind in PODS.rows else 1


def pod_civ(kind: str, ship_civ: int, own: int = 0) -> int:
    """A pod's Civ Level on a ship: one lower if it is above the ship's; 0: it has none.

    ``own`` is the Civ Level stated for the pod itself. Rule: DV 5.3. Ambiguity: DV-A62.
    """
    printed = PODS.at(kind, "civ") if kind in PODS.rows else EMPTY
    civ = own or (0 if printed == EMPTY else int(printed))
    return civ - 1 if civ > ship_civ else civ


def pod_stock(kind: str) -> Mapping[str, int]:
    """The missiles a new pod of a kind carries, by type. Rule: DV 9.1."""
    if kind not in PODS.rows:
        return {}
    return {m: n for m in MISSILE_TYPES if (n := PODS.number(kind, m))}


def needs_preparing(kind: str, missile: str) -> bool:
    """True if a missile of this type must be prepared in such a pod. Rule: DV 9.1."""
    return kind in PODS.rows and missile in str(PODS.at(kind, "prepare")).split()
