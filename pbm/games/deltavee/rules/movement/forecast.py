"""Where a unit will stand after its next move if it gets no further commands.

Rule: DV 6.0 (movement is not a choice).
"""

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit


def next_hex(state: State, unit: Unit, faster: int = 0) -> Hex:
    """The last hex of its next move, its own if it stays there; a unit in orbit stays.

    ``faster`` is added to its velocity: 1 for an unguided missile whose Command Phase comes
    first. Planets on the way are not looked at.
    """
    if state.in_orbit(unit) or not unit.velocity + faster:
        return unit.at
    grid = state.maps.grid
    return grid.course(unit.at, unit.direction, unit.zig, unit.velocity + faster)[-1]
