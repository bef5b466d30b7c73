"""The maps a game begins with, and a new one where a ship or battlecraft leaves them.

Rule: DV 6.2 Maps. Ambiguity: DV-A04, DV-A05.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext
from pbm.games.deltavee.state.geometry import Grid
from pbm.games.deltavee.state.maps import Maps, Tile, row_of_maps
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import IN_PLAY


def first_maps(number: int, options: Mapping[str, str], later: int = 0) -> Maps:
    """So many maps in a row, and room for later ones, as the options of the campaign make them.

    Ambiguity: DV-A01, DV-A02, DV-A03.
    """
    pointed = options["grid.orientation"] == "pointed"
    grid = Grid(pointed=pointed, even_down=options["map.stagger"] == "even-down")
    columns, rows = int(options["map.columns"]), int(options["map.rows"])
    return row_of_maps(number, columns, rows, grid, later)


def entered(work: PhaseContext, at: Hex) -> None:
    """Place a map for a hex that is on none; with ``map.limit = 4`` take an empty one up."""
    state: State = work.state
    if at in state.maps:
        return
    maps = state.maps
    if work.options["map.limit"] == "4" and len(maps.tiles) >= 4:
        empty = next((tile for tile in maps.tiles if _is_empty(state, tile)), None)
        if empty is not None:
            work.emit("map_taken_up", empty.letter, rule="DV 6.2", map=empty.letter)
            maps = replace(maps, tiles=tuple(tile for tile in maps.tiles if tile != empty))
    maps = maps.grown(at)
    placed = maps.tiles[-1]
    work.state = replace(state, maps=maps)
    work.emit("map_placed", placed.letter, rule="DV 6.2", map=placed.letter, x=placed.x, y=placed.y)


def _is_empty(state: State, tile: Tile) -> bool:
    """True for a map without units, planets and asteroids."""
    maps: Maps = state.maps
    things = [unit.at for unit in state.units if unit.status == IN_PLAY]
    things += [planet.at for planet in state.planets]
    return all(maps.place(at) != (tile.x, tile.y) for at in (*things, *state.asteroids))
