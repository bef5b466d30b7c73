"""Taking units out of play: whatever the cause, what hangs on them goes the same way."""

from msgspec.structs import replace

from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DESTROYED, JUMPED, LANDED, LEFT


def out_of_play(state: State, unit_id: str, status: str) -> State:
    """The state after a unit left play with this status (destroyed, landed, jumped, left).

    What is aboard or atop it leaves with it; it is undocked; no interception is remembered
    of it. Units in play launched from it stay. Ambiguity: DV-A72.
    """
    if status not in (DESTROYED, LANDED, JUMPED, LEFT):
        raise ValueError(status)
    gone = [replace(state.unit(unit_id), status=status, field_up=False, jump="", landing=False)]
    gone += [replace(unit, status=status) for unit in state.stacked(unit_id)]
    return replace(
        state.with_units(*gone),
        docks=tuple(dock for dock in state.docks if unit_id not in (dock.lead, dock.other)),
        tried=tuple(pair for pair in state.tried if unit_id not in pair),
    )
