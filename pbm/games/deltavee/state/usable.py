"""What a unit's hull and pods still give it, damage considered.

Fires and launches go by *item*: ``burster``, ``pod 2``, and ``extra``, the further fires of
battle communications pods. Rule: DV 5.0, DV 8.1, DV 8.9. The Maneuver Rating is in
ratings.py, jump pods in jumps.py.
"""

from collections.abc import Mapping

from pbm.games.deltavee.state.ratings import (
    BATTLE_COMM,
    TRACTOR,
    WEAPON_PODS,
    class_number,
    pod_number,
)
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DAMAGED, FORCE_FIELD, Part, Unit

BURSTER = "burster"
EXTRA = "extra"

LASER_BURST = "laser burst"
LASER_BARRAGE = "laser barrage"
PARTICLE_BURST = "particle burst"
PARTICLE_BARRAGE = "particle barrage"
FIRE_TYPES = (LASER_BURST, LASER_BARRAGE, PARTICLE_BURST, PARTICLE_BARRAGE)

SEARCH_RANGE = 6
LONG_SEARCH_RANGE = 10


def fires(unit: Unit) -> Mapping[str, int]:
    """Fires of a Fire Phase by item, burster first, then pods, then extra ones; none: left out.

    Rule: DV 5.5, DV 8.1, DV 8.9. Ambiguity: DV-A50.
    """
    found = {BURSTER: 1} if class_number(unit, "burster") else {}
    for pod in unit.pods_of(*WEAPON_PODS):
        if not pod.gone:
            found[pod.name] = pod_number(pod, "fires") if pod.sound else 1
    extra = sum(pod_number(pod, "fires") for pod in unit.pods_of(BATTLE_COMM) if pod.sound)
    if extra:
        found[EXTRA] = extra
    return found


def fire_types(unit: Unit, item: str) -> tuple[str, ...]:
    """The types of fire an item allows: burster or ``pod 2``, not ``extra``.

    Rule: DV 4.4, DV 8.1, DV 8.9 (damaged: bursts only).
    """
    if item == BURSTER:
        return (LASER_BURST, LASER_BARRAGE)[: class_number(unit, "burster")]
    pod = unit.part(item)
    if pod is None or pod.kind not in WEAPON_PODS or pod.gone:
        return ()
    return FIRE_TYPES if pod.sound else (LASER_BURST, PARTICLE_BURST)


def targeting(unit: Unit, item: str) -> int:
    """The best Targeting Program for fire from an item: 0 or less.

    Ship's or pod's, or that of a battle communications pod for all fire of its ship.
    Rule: DV 5.4, DV 8.5. Ambiguity: DV-A47, DV-A48, DV-A55.
    """
    found = [class_number(unit, "targeting")]
    pod = unit.part(item)
    if pod is not None and not pod.gone:
        found.append(pod_number(pod, "targeting"))
    found += [pod_number(pod, "targeting") for pod in unit.pods_of(BATTLE_COMM) if pod.sound]
    return min(found)


def battle_commands(unit: Unit, options: Mapping[str, str]) -> int:
    """Battle Commands of a Command Phase; only a spaceship has any.

    A damaged battle communications pod gives one, a damaged weapon pod still its own.
    The reading of one for battlecraft alone is not counted here.
    Rule: DV 5.2, DV 7.3, DV 8.9. Ambiguity: DV-A30, DV-A31.
    """
    if not unit.is_ship:
        return 0
    given = int(options["basic_battle_command"] == "all")
    for pod in unit.pods:
        if not pod.gone:
            damaged = pod.kind == BATTLE_COMM and pod.status == DAMAGED
            given += 1 if damaged else pod_number(pod, "battle")
    return given


def search_range(unit: Unit) -> int:
    """How far an Active Search sees, in hexes. Rule: DV 7.4, DV 8.9. Ambiguity: DV-A34."""
    if any(pod.sound for pod in unit.pods_of(BATTLE_COMM)):
        return LONG_SEARCH_RANGE
    return SEARCH_RANGE


def tractors(unit: Unit) -> tuple[Part, ...]:
    """Its tractor pods that work. Rule: DV 8.9."""
    return tuple(pod for pod in unit.pods_of(TRACTOR) if pod.sound)


def tractor_power(pod: Part) -> tuple[int, int]:
    """Commands a tractor pod may issue, and within how many hexes.

    Rule: DV 5.6 Tractor Beam. Ambiguity: DV-A37, DV-A62.
    """
    return (2, 6) if pod.civ >= 8 else (1, 4)


def fields(unit: Unit) -> tuple[Part, ...]:
    """Its force fields: one, none, or the four of a cruiser."""
    return tuple(part for part in unit.parts if part.kind == FORCE_FIELD)


def field_class(unit: Unit) -> int:
    """The class its force field has now; 0: it has none, or it cannot be used.

    Rule: DV 4.6, DV 8.9. A damaged class 2 field acts as class 1, and so do several when none
    of them is sound any more. Ambiguity: DV-A95, DV-A96.
    """
    found = fields(unit)
    if all(part.gone for part in found):
        return 0
    printed = found[0].strength or class_number(unit, "field")
    return printed if any(part.sound for part in found) else printed - 1


def field_damage(unit: Unit) -> str:
    """Why its force field cannot be used now, in a phrase; it has one."""
    found = fields(unit)
    status = "destroyed" if all(part.gone for part in found) else "damaged"
    if len(found) > 1:
        return f"all its force fields are {'destroyed' if status == 'destroyed' else 'hit'}"
    return f"its force field is {status}"


def has_emergency_field(unit: Unit) -> bool:
    """True if its field may be activated at the moment of interception.

    Rule: DV 8.9, DV 9.8: not a damaged one. Energy is not looked at.
    """
    return any(part.sound for part in fields(unit))


def prepared_limit(unit: Unit) -> int:
    """How many missiles may be prepared at one time. Rule: DV 7.4. Ambiguity: DV-A32."""
    return sum(pod.sound for pod in unit.pods_of(*WEAPON_PODS))


def control_fault(state: State, missile: Unit) -> str:
    """Why a guided missile cannot be controlled by its ship, in a phrase; empty if it can.

    Rule: DV 7.4 Control Guided Missile, DV 8.9. Ambiguity: DV-A33.
    """
    ship = state.unit(missile.mother)
    if not ship.in_play:
        return "the ship that launched it is no longer in play"
    if ship.field_up:
        return "the force field of its ship is active"
    pod = ship.part(f"pod {missile.pod}")
    if pod is not None and pod.kind not in WEAPON_PODS:  # another pod is in its box now
        pod = None
    if pod is None or not pod.sound:
        status = "gone" if pod is None else {DAMAGED: "damaged"}.get(pod.status, "destroyed")
        return f"pod {missile.pod}, which launched it, is {status}"
    return ""


def item_fault(unit: Unit, item: str, type: str = "") -> str:
    """Why an item makes no fire of a type, or none at all, in a phrase; empty if it does."""
    allowed = fire_types(unit, item)
    if allowed and (not type or type in allowed):
        return ""
    if item == BURSTER:
        burster = class_number(unit, "burster")
        return f"a class {burster} burster allows no {type}" if burster else "it has no burster"
    if item == EXTRA:
        return "it has no extra fire"
    pod = unit.part(item)
    if pod is None:
        return f"it has no {item}"
    if pod.kind not in WEAPON_PODS:
        return f"{item} ({pod.kind}) does not fire"
    if pod.gone:
        return f"{item} is destroyed"
    return f"{item} is damaged and allows no {type}"
