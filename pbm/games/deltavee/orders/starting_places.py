"""Where a ship may begin: place lines and FLEET lines against the freedom of the scenario.

Rule: DV 10.1, DV S6, DV S10. Ambiguity: DV-A87, DV-A91.
"""

from __future__ import annotations

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.orders.setup_lines import PlaceLine
from pbm.games.deltavee.state.maps import Maps
from pbm.games.deltavee.state.state import Placement, Purchase, State


def placing_fault(state: State, freedom: Placement, line: PlaceLine) -> str:
    """Why a place line is outside the freedom of its ship, in a phrase; empty if it is not."""
    if line.at is not None and line.at not in freedom.hexes:
        names = [state.maps.label(at) for at in freedom.hexes]
        return f"{state.maps.label(line.at)} is not free to it: {_listed(names)}"
    if line.direction is not None and line.direction not in freedom.directions:
        return f"direction {line.direction} is not free to it: {_listed(freedom.directions)}"
    if line.velocity is not None and line.velocity not in freedom.velocities:
        return f"velocity {line.velocity} is not free to it: {_listed(freedom.velocities)}"
    return ""


def _listed(things: list[str] | tuple[int, ...]) -> str:
    names = [str(thing) for thing in things]
    return ", ".join(names) if len(names) <= 20 else f"{names[0]} to {names[-1]}"


def freedom(terms: Purchase, start: PlaceLine | None, maps: Maps) -> Placement:
    """Where the ships of a fleet may begin; a FLEET line may have named the hex."""
    return Placement(
        _around(terms, start_of(terms, start), maps), terms.directions, terms.velocities
    )


def start_of(terms: Purchase, start: PlaceLine | None) -> Hex:
    """The hex a fleet begins at, or near to."""
    return terms.start if start is None or start.at is None else start.at


def _around(terms: Purchase, at: Hex, maps: Maps) -> tuple[Hex, ...]:
    """The hexes of the maps near enough to the start, that itself first."""
    reach = range(-terms.within, terms.within + 1)
    near = [Hex(at.column + x, at.row + y) for x in reach for y in reach]
    found = [one for one in near if one in maps and maps.grid.distance(one, at) <= terms.within]
    return (at, *(one for one in found if one != at))


def start_fault(terms: Purchase, line: PlaceLine, maps: Maps) -> str:
    """Why a FLEET line cannot stand, in a phrase; empty if it can."""
    if line.at is not None and line.at != terms.start and not terms.anywhere:
        return f"the fleet begins at {maps.label(terms.start)}, which is not free to choose"
    if line.direction is not None and line.direction not in terms.directions:
        return f"direction {line.direction} is not free to it: {_listed(terms.directions)}"
    if line.velocity is not None and line.velocity not in terms.velocities:
        return f"velocity {line.velocity} is not free to it: {_listed(terms.velocities)}"
    return ""
