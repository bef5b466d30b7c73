"""The table as far as a player knows it, so that the functions of the rules can be asked of it.

Of units it holds those of the player's own side.
"""

from collections.abc import Iterable

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.state.geometry import Direction, Grid
from pbm.games.deltavee.state.maps import Maps, Tile
from pbm.games.deltavee.state.ratings import ENERGY_POD, ENERGY_POD_UNITS
from pbm.games.deltavee.state.state import Buy, Placement, Planet, Purchase, State, Wanted
from pbm.games.deltavee.state.units import Part, Unit
from pbm.games.deltavee.view.record import MapsView, PurchaseView, TileView, UnitView, View
from pbm.kit.records import alike

_NOWHERE = Hex(0, 0)


def known_table(view: View) -> State:
    """What a view says of the table, as a state."""
    maps = maps_of(view.maps)
    first, second = sorted(view.sides, key=lambda side: side.number)
    return State(
        scenario=view.scenario,
        title=view.title,
        maps=maps,
        sides=(first.id, second.id),
        side_names={side.id: side.name for side in view.sides},
        units=tuple(_unit(unit, maps) for unit in view.units if unit.side == view.you.side),
        planets=tuple(
            alike(Planet, one, at=at)
            for one in view.planets
            if (at := hex_of(one.at, maps)) is not None
        ),
        asteroids=_hexes(view.asteroids, maps),
        placements={
            unit_id: Placement(
                _hexes(free.hexes, maps),
                tuple(map(Direction, free.directions)),
                tuple(free.velocities),
                free.arrange,
            )
            for unit_id, free in view.placements.items()
        },
        purchases=(_purchase(view, view.purchase, maps),) if view.purchase else (),
        jumps=view.jumps,
        turn=view.turn,
    )


def maps_of(view: MapsView) -> Maps:
    """The maps of a view, in play and to come."""
    grid = Grid(view.pointed, view.even_down)
    return Maps(view.columns, view.rows, _tiles(view.tiles), grid, _tiles(view.later))


def _tiles(views: Iterable[TileView]) -> tuple[Tile, ...]:
    return tuple(alike(Tile, tile) for tile in views)


def hex_of(label: str, maps: Maps) -> Hex | None:
    """The hex of a label, None if it is on none of the maps."""
    try:
        return maps.parse(label)
    except ValueError:
        return None


def _hexes(labels: Iterable[str], maps: Maps) -> tuple[Hex, ...]:
    """The hexes of labels; those on maps to come are left out."""
    return tuple(at for label in labels if (at := hex_of(label, maps)) is not None)


def _purchase(view: View, terms: PurchaseView, maps: Maps) -> Purchase:
    return alike(
        Purchase,
        terms,
        owner=view.you.player,
        side=view.you.side,
        start=hex_of(terms.start, maps) or _NOWHERE,
        directions=tuple(map(Direction, terms.directions)),
        velocities=tuple(terms.velocities),
        fleet=tuple(
            alike(Buy, ship, wanted=tuple(alike(Wanted, one) for one in ship.pods))
            for ship in terms.fleet
        ),
    )


def _unit(view: UnitView, maps: Maps) -> Unit:
    pods = sum(part.kind == ENERGY_POD for part in view.parts)
    return alike(
        Unit,
        view,
        at=hex_of(view.at, maps) or _NOWHERE,
        parts=tuple(alike(Part, part) for part in view.parts),
        energy=view.energy - ENERGY_POD_UNITS * pods,
        tireless=view.endless,
    )
