"""Where a launched missile or battlecraft may be placed, and where it may point there.

Rule: DV 7.4 Launch Battlecraft, DV 9.4 Launching. Ambiguity: DV-A10.
"""

from collections.abc import Mapping

from pbm.games.deltavee.state.geometry import Direction, Grid, turned
from pbm.kit.tables import table

_ARCS = table("pbm.games.deltavee", "arcs")

Placements = tuple[tuple[Direction, tuple[Direction, ...]], ...]


def missile_placements(grid: Grid, direction: Direction, options: Mapping[str, str]) -> Placements:
    """Bearings of the hexes a missile may be launched into, with its directions there.

    ``direction`` is the launching unit's. In the order of the table, anticlockwise first.
    """
    way = f"{options['missile_launch']} {'side' if grid.is_side(direction) else 'corner'} "
    return tuple(
        (
            turned(direction, int(row.removeprefix(way))),
            _span(direction, _ARCS.number(row, "least"), _ARCS.number(row, "most")),
        )
        for row in _ARCS.rows
        if row.startswith(way)
    )


def battlecraft_placements(grid: Grid, direction: Direction) -> Placements:
    """Any adjacent hex, in the ship's direction or up to two positions from it."""
    return tuple((side, _span(direction, -2, 2)) for side in grid.sides)


def _span(direction: Direction, least: int, most: int) -> tuple[Direction, ...]:
    return tuple(turned(direction, by) for by in range(least, most + 1))
