"""The ships of a fleet that is bought.

Rule: DV COST, DV S6, DV S10, DV EHC Storage Pod.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.outfit import craft, in_boxes, pod
from pbm.games.deltavee.state.prices import each_pod
from pbm.games.deltavee.state.state import Buy
from pbm.games.deltavee.state.units import WAITING, Part, Unit

_NOWHERE = Hex(1, 1)


def trial(buy: Buy, options: Mapping[str, str]) -> Unit:
    """The ship as it would be, to see into which boxes its pods may go."""
    fields = {"side": "", "owner": "", "at": _NOWHERE, "direction": Direction(12), "velocity": 0}
    return ship_of(buy, options, "", [name for name, _holds in crafts_of(buy)], fields)


def crafts_of(buy: Buy) -> list[tuple[str, str]]:
    """Designation and class of each battlecraft of a ship: A1, A2."""
    held = [holds for _kind, holds in each_pod(buy.wanted) if holds]
    return [(f"{buy.counter}{number}", klass) for number, klass in enumerate(held, 1)]


def ship_of(
    buy: Buy,
    options: Mapping[str, str],
    ship_id: str,
    crafts: Sequence[str],
    fields: Mapping[str, Any],
) -> Unit:
    """A ship that waits to be placed; ``crafts`` are the ids of its battlecraft."""
    waiting = iter(crafts)
    kinds = list(each_pod(buy.wanted))
    parts: list[Part] = [
        pod(kind, box, buy.klass, options, holds=next(waiting) if holds else "")
        for box, (kind, holds) in in_boxes(kinds, lambda one: one[0])
    ]
    return craft(
        buy.klass,
        tuple(parts),
        id=ship_id,
        designation=buy.counter,
        name=buy.name,
        status=WAITING,
        **fields,
    )
