"""Where the ships of a scenario begin, and what their players may choose, by the options."""

from collections.abc import Iterator, Mapping

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.scenario.scenario_file import PlacePart, ShipPart
from pbm.games.deltavee.state.maps import Maps, Tile


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
    if place.around is not None:
        middle, within = maps.parse(place.around), place.within
        return tuple(
            at
            for tile in maps.tiles
            for at in _hexes(
                maps,
                tile,
                _around(middle.column - tile.x * maps.columns, within),
                _around(middle.row - tile.y * maps.rows, within),
            )
            if maps.grid.distance(at, middle) <= within
        )
    return tuple(
        at
        for tile in maps.tiles
        if tile.letter == place.map
        for at in _hexes(
            maps, tile, place.columns or (1, maps.columns), place.rows or (1, maps.rows)
        )
    )


def _around(middle: int, within: int) -> tuple[int, int]:
    return middle - within, middle + within


def _hexes(
    maps: Maps, tile: Tile, columns: tuple[int, int], rows: tuple[int, int]
) -> Iterator[Hex]:
    """The hexes of a map within these columns and rows, column by column."""
    (first_column, last_column), (first_row, last_row) = columns, rows
    left, top = tile.x * maps.columns, tile.y * maps.rows
    for column in range(max(first_column, 1), min(last_column, maps.columns) + 1):
        for row in range(max(first_row, 1), min(last_row, maps.rows) + 1):
            yield Hex(left + column, top + row)
