"""What one player may know of the table, built from the state.

Ships, planets and everything on the map are open to all. A ship's supplies are known to
whoever holds its record sheet. A ship that still waits for its player's set-up is known
to others as the scenario lists it; where it may stand is known to that player alone.
"""

from collections.abc import Mapping, Sequence

from pbm.drawing.hexgrid import Hex
from pbm.engine.events import EVERYBODY
from pbm.engine.types import Seat
from pbm.engine.view import PlayerView, VictoryView, YouView
from pbm.games.knighthawks.state.state import WAITING, Placement, Planet, Ship, State
from pbm.games.knighthawks.view.audience import of_records
from pbm.games.knighthawks.view.record import (
    MapView,
    MountView,
    OrbitView,
    PlacementView,
    PlanetView,
    ScreenView,
    ShipView,
    SideView,
    UnplacedView,
    View,
)
from pbm.kit.records import alike


def build_view(
    state: State, player: str, seats: Sequence[Seat], options: Mapping[str, str]
) -> View:
    """The state as one player may know it; any other id gives what all players know.

    Rule: KH PBM. Ambiguity: KH-R41 (records), KH-A40 (share).
    """
    names = {seat.id: seat.name for seat in seats}
    seat = next((seat for seat in seats if seat.id == player), None)
    return alike(
        View,
        state,
        game="knighthawks",
        map=alike(MapView, state.map),
        sides=[
            SideView(
                id=side,
                name=state.side_names[side],
                players=[seat.name for seat in seats if seat.side == side],
                moves=place,
            )
            for place, side in enumerate(state.sides, 1)
        ],
        you=YouView(player=player, name=seat.name if seat else "", side=seat.side if seat else ""),
        players=[alike(PlayerView, seat) for seat in seats],
        ships=[
            _ship(ship, player, names, has_record=_has_record(ship, player, seats, options))
            for ship in state.ships
            if ship.status != WAITING or ship.owner == player
        ],
        unplaced=[
            alike(UnplacedView, ship, owner=names.get(ship.owner, ""), mounts=_mounts(ship))
            for ship in state.ships
            if ship.status == WAITING and ship.owner != player
        ],
        planets=[_planet(planet) for planet in state.planets],
        placements={
            ship_id: _placement(placement)
            for ship_id, placement in state.placements.items()
            if state.turn == 0 and state.ship(ship_id).owner == player
        },
        victory=[alike(VictoryView, part) for part in state.victory],
        notes=list(state.notes),
    )


def _has_record(ship: Ship, player: str, seats: Sequence[Seat], options: Mapping[str, str]) -> bool:
    seen = of_records(seats, options, ship.owner)
    return EVERYBODY in seen or player in seen


def _ship(ship: Ship, player: str, names: Mapping[str, str], *, has_record: bool) -> ShipView:
    return alike(
        ShipView,
        ship,
        owner=names.get(ship.owner, ""),
        yours=ship.owner == player,
        at=str(ship.at),
        facing=int(ship.facing),
        mounts=_mounts(ship),
        supplies=dict(ship.supplies) if has_record else None,
        supplies_at_start=dict(ship.supplies_at_start) if has_record else None,
        orbit=alike(OrbitView, ship.orbit) if ship.orbit else None,
        screen=alike(ScreenView, ship.screen, made_at=str(ship.screen.made_at))
        if ship.screen
        else None,
        path=[str(at) for at in ship.path],
        came_from=_hex(ship.came_from),
    )


def _mounts(ship: Ship) -> list[MountView]:
    return [alike(MountView, mount) for mount in ship.mounts]


def _planet(planet: Planet) -> PlanetView:
    return alike(PlanetView, planet, at=str(planet.at))


def _placement(placement: Placement) -> PlacementView:
    return alike(
        PlacementView,
        placement,
        hexes=[str(at) for at in placement.hexes],
        facings=[int(facing) for facing in placement.facings],
    )


def _hex(at: Hex | None) -> str | None:
    return None if at is None else str(at)
