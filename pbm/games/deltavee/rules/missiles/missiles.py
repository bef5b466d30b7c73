"""New missiles: taken from a pod's stock or a MIMS, numbered, with what their counter shows.

Rule: DV 9.1, DV 9.3, DV 9.5, DV 9.9. Ambiguity: DV-A32, DV-A63, DV-A74.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.state.outfit import missile
from pbm.games.deltavee.state.pod_contents import missile_title, stock_fault, weapon_pod
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import GUIDED, IN_PLAY, PREPARED, Part, Unit, sorting
from pbm.kit.english import count
from pbm.kit.tables import table

COUNTERS = table("pbm.games.deltavee", "counters")


def made(work: PhaseContext, by: Unit, type: str, *, box: int = 0) -> Unit:
    """A new missile of a ship's pod or a MIMS, prepared, not yet a unit of the state.

    It stands where ``by`` stands, with velocity 0, and has the Civ Level of the pod ``box`` or
    of the MIMS. The state has its number and, for a pod, one of its type less in stock.
    """
    state: State = work.state
    number = state.missiles.get(by.side, 0) + 1
    civ = by.civ
    pod = by.part(f"pod {box}")
    if pod is not None:
        civ = pod.civ
        stock = {**pod.stock, type: pod.stock[type] - 1}
        state = state.with_units(by.with_part(replace(pod, stock=stock)))
    work.state = replace(state, missiles={**state.missiles, by.side: number})
    return missile(
        type,
        civ,
        id=work.ids.opaque("unit", "missile", by.side, str(number)),
        designation=f"{by.designation}-{number:02d}" if type == GUIDED else f"{number:02d}",
        name="",
        side=by.side,
        owner=by.owner,
        at=by.at,
        direction=by.direction,
        velocity=0,
        status=PREPARED,
        mother=by.id,
        pod=box,
    )


def source(state: State, ship: Unit, type: str, box: int, *, atop: bool) -> Unit | Part | str:
    """Where a launched missile comes from: a prepared one, the pod that holds it, or why none.

    ``atop`` asks for a prepared one; else it is one from the stock where that needs no
    preparing. Rule: DV 9.1. Ambiguity: DV-A32.
    """
    pod = weapon_pod(ship, box)
    if isinstance(pod, str):
        return pod
    fault = stock_fault(pod, type, preparing=False)
    if not atop and not fault:
        return pod
    found = [one for one in state.atop(ship.id) if (one.klass, one.pod) == (type, box)]
    if found:
        return min(found, key=sorting)
    return fault if not atop else f"no {missile_title(type)} of {pod.name} is prepared"


def counter_fault(
    state: State, by: Unit, type: str, options: Mapping[str, str], number: int = 1
) -> str:
    """Why there are not so many counters for new missiles, in a phrase; empty if there are.

    Guided ones bear the letter of their ship. Ambiguity: DV-A74.
    """
    if options["counters.limit"] == "none":
        return ""
    row = f"{type} {by.designation}" if type == GUIDED else type
    column = str(state.sides.index(by.side) + 1)
    printed = COUNTERS.number(row, column) if row in COUNTERS.rows else 0
    used = sum(
        one.klass == type and one.side == by.side and one.status in (IN_PLAY, PREPARED)
        for one in state.units
        if type != GUIDED or one.mother == by.id
    )
    if used + number > printed:
        return f"of {printed} {missile_title(type)} counters {count(used, 'is', 'are')} in use"
    return ""
