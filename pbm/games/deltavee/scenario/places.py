"""Where the ships of a scenario begin, and what their players may choose, by the options."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.scenario.scenario_file import PlacePart, ShipPart
from pbm.games.deltavee.state.maps import Maps


def hex_of(ship: ShipPart, options: Mapping[str, str]) -> str:
    """The label of the hex it begins in."""
    return options.get(ship.at_option, ship.at)


def velocity_of(ship: ShipPart, options: Mapping[str, str]) -> int:
    """Its velocity, as near to what its file says as its place leaves it free."""
    least, most = place_of(ship, options).velocities or (ship.velocity, ship.velocity)
    return min(max(ship.velocity, least), most)


def place_of(ship: ShipPart, options: Mapping[str, str]) -> PlacePart:
    """What its player may choose by these options; an empty table where nothing is said."""
    chosen = ship.places.get(options.get(ship.place_option, ""))
    return chosen or ship.place or PlacePart()


def free_hexes(ship: ShipPart, maps: Maps, options: Mapping[str, str]) -> tuple[Hex, ...]:
    """The hexes a ship may be placed in, its own first where it is free to it."""
    own, place = maps.parse(hex_of(ship, options)), place_of(ship, options)
    if place.around is None and place.map is None:
        return (own,)
    found: list[Hex] = []
    for tile in maps.tiles:
        left, top = tile.x * maps.columns, tile.y * maps.rows
        for column in range(1, maps.columns + 1):
            for row in range(1, maps.rows + 1):
                at = Hex(left + column, top + row)
                if place.around is not None:
                    near = maps.grid.distance(at, maps.parse(place.around)) <= place.within
                else:
                    near = (
                        tile.letter == place.map
                        and _between(column, place.columns)
                        and _between(row, place.rows)
                    )
                if near:
                    found.append(at)
    return tuple(found)


def _between(number: int, span: tuple[int, int] | None) -> bool:
    return span is None or span[0] <= number <= span[1]
