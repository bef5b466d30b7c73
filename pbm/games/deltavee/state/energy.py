"""Energy units: what a unit has left, what a block is, what a damaged energy pod loses.

Units spent are counted from the start of the game; energy pods are used up before the hull,
those that are destroyed or damaged first, else in the order of their boxes.
Rule: DV 4.3, DV 10.3. Ambiguity: DV-A39, DV-A42.
"""

from msgspec.structs import replace

from pbm.games.deltavee.state.ratings import (
    CLASSES,
    ENERGY_POD,
    ENERGY_POD_UNITS,
    burn_rate,
    status_of,
)
from pbm.games.deltavee.state.units import DAMAGED, DESTROYED_PART, ENGINE, Part, Unit
from pbm.kit.tables import EMPTY

LEAK = 10
ENDLESS = 9999


def capacity(unit: Unit) -> int:
    """Units a unit held before it spent any, its energy pods included."""
    return unit.energy + ENERGY_POD_UNITS * len(unit.pods_of(ENERGY_POD))


def endless(unit: Unit) -> bool:
    """True while a unit spends no energy.

    Either its class always has enough, or it is tireless and its engine neither damaged nor
    destroyed.
    Rule: DV EAL, DV S7. Ambiguity: DV-A88.
    """
    if not unit.is_missile and CLASSES.at(unit.klass, "energy") == EMPTY:
        return True
    return unit.tireless and status_of(unit, ENGINE) not in (DAMAGED, DESTROYED_PART)


def left(unit: Unit) -> int:
    """Units left."""
    return ENDLESS if endless(unit) else on_log(unit)


def on_log(unit: Unit) -> int:
    """Units left as its log has them, whether they are counted at the moment or not."""
    return max(0, capacity(unit) - unit.spent)


def blocks_left(unit: Unit) -> int:
    """Whole blocks left; of a battlecraft or missile, units."""
    return left(unit) // burn_rate(unit)


def spent_more(unit: Unit, units: int) -> Unit:
    """The unit after it spent so many units; ValueError if it has not got them."""
    if units > left(unit):
        raise ValueError(f"{units} of {left(unit)}")
    if endless(unit):
        return unit
    return replace(unit, spent=unit.spent + units)


def emptied_at(unit: Unit, pod: Part) -> int:
    """How many units are spent in all when an energy pod is empty: 144 for each up to it.

    All that are destroyed are empty together. Rule: DV 8.9. Ambiguity: DV-A42.
    """
    pods = sorted(
        unit.pods_of(ENERGY_POD), key=lambda one: (not one.gone, one.status != DAMAGED, one.box)
    )
    if pod.gone:
        return ENERGY_POD_UNITS * sum(one.gone for one in pods)
    boxes = [one.box for one in pods]
    return ENERGY_POD_UNITS * (boxes.index(pod.box) + 1)


def leak(unit: Unit) -> int:
    """Units its damaged energy pods lose in a friendly Command Phase. Rule: DV 8.9."""
    lost = 0
    if endless(unit):
        return lost
    for pod in unit.pods_of(ENERGY_POD):
        if pod.status == DAMAGED:
            lost += max(0, min(LEAK, emptied_at(unit, pod) - unit.spent - lost))
    return lost
