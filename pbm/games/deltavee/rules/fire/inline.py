"""Whether a straight line may be drawn between two units and their directions.

Rule: DV 8.4 condition 1. Ambiguity: DV-A08.
"""

from collections.abc import Mapping

from pbm.games.deltavee.state.geometry import Grid, apart, turned
from pbm.games.deltavee.state.units import Unit


def in_line(grid: Grid, one: Unit, other: Unit, options: Mapping[str, str]) -> bool:
    """True if both point along the line between them, the same way or opposite ways.

    In one hex any such pair of directions is in line. With ``inline = zigzag`` the hexes of
    the first unit's zig-zag course, ahead and behind, are on its line too.
    """
    if apart(one.direction, other.direction) not in (0, 6):
        return False
    if grid.on_axis(one.at, other.at, one.direction):
        return True
    if options["inline"] != "zigzag" or grid.is_side(one.direction):
        return False
    reach = grid.distance(one.at, other.at)
    behind = turned(one.direction, 6)
    return other.at in (
        grid.course(one.at, one.direction, one.zig, reach)[-1],
        # Going back along its line a unit whose next step is to the left came from its right.
        grid.course(one.at, behind, 1 - one.zig, reach)[-1],
    )
