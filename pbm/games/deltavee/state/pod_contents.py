"""What lies in the pods of a ship, and why it cannot be taken out: missiles, battlecraft, energy.

Rule: DV 5.6, DV 7.4, DV 8.9, DV 9.1, DV S9, DV EHC Storage Pod. Ambiguity: DV-A32, DV-A90,
DV-A97.
"""

from pbm.games.deltavee.state.ratings import ENERGY_POD, WEAPON_PODS, needs_preparing
from pbm.games.deltavee.state.units import ABOARD, DAMAGED, MIMS, PREPARED, Part, Unit


def weapon_pod(ship: Unit, box: int) -> Part | str:
    """The pod in a box if it can give missiles, else why not, in a phrase. Rule: DV 8.9."""
    pod = ship.part(f"pod {box}")
    if pod is None:
        return f"it has no pod {box}"
    if pod.kind not in WEAPON_PODS:
        return f"pod {box} is not a weapon pod"
    if not pod.sound:
        return f"pod {box} is {'damaged' if pod.status == DAMAGED else 'destroyed'}"
    return pod


def stock_fault(pod: Part, type: str, *, preparing: bool) -> str:
    """Why a missile cannot be taken from a pod's stock, in a phrase; empty if it can.

    For a launch it must be of a type that needs no Prepare Missile Command. Rule: DV 9.1.
    """
    if not preparing and needs_preparing(pod.kind, type):
        return f"no {missile_title(type)} of {pod.name} is prepared"
    if not pod.stock.get(type, 0):
        return f"{pod.name} has no {missile_title(type)} left"
    return ""


def missile_title(type: str) -> str:
    """What a missile of a type is called."""
    return "MIMS" if type == MIMS else f"{type} missile"


# A hunter launches its missiles without: DV 7.4 names the three other weapon pods.
_PREPARING = tuple(kind for kind in WEAPON_PODS if kind != "hunter")


def pod_for(ship: Unit, missile: str, box: int) -> Part | str:
    """The pod a missile is prepared from, or why there is none; for box 0 the first that can."""
    if box:
        pod = weapon_pod(ship, box)
        if isinstance(pod, str):
            return pod
        if pod.kind not in _PREPARING:
            return f"a {pod.kind} pod prepares no missiles"
        return stock_fault(pod, missile, preparing=True) or pod
    for pod in ship.pods_of(*_PREPARING):
        if pod.sound and not stock_fault(pod, missile, preparing=True):
            return pod
    return f"its pods have no {missile_title(missile)} to prepare"


def aboard_fault(ship: Unit, craft: Unit) -> str:
    """Why a ship can do nothing with a battlecraft in, or prepared from, its pod; empty if it can.

    A ship in a storage pod is prepared and launched like a battlecraft.
    Rule: DV 5.6 Battlecraft, DV 8.9, DV EHC Storage Pod. Ambiguity: DV-A97.
    """
    if craft.mother != ship.id or craft.is_missile:
        return f"{craft.designation} is not a battlecraft of this ship"
    if craft.status not in (ABOARD, PREPARED):
        return f"{craft.designation} is not aboard"
    return pod_fault(ship, craft)


def pod_fault(ship: Unit, craft: Unit) -> str:
    """Why the pod of a battlecraft or stored ship cannot be used, in a phrase; empty if it can."""
    pod = ship.part(f"pod {craft.pod}")
    if pod is None or pod.holds != craft.id:
        return f"it has no pod for {craft.designation}"
    if not pod.sound:
        return f"{pod.name} is {'damaged' if pod.status == DAMAGED else 'destroyed'}"
    return ""


def energy_pod(unit: Unit, box: int) -> Part | str:
    """The energy pod in a box, or for 0 the first that is not destroyed; else why there is none."""
    found = [pod for pod in unit.pods_of(ENERGY_POD) if box in (0, pod.box)]
    whole = [pod for pod in found if not pod.gone]
    if whole:
        return whole[0]
    if found:
        return "its energy pod is destroyed"
    return f"pod {box} is not an energy pod" if box else "it has no energy pod"
