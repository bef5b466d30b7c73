"""From a scenario file to the state before turn 0."""

from collections.abc import Mapping, Sequence

from pbm.dice.keyed import Ids
from pbm.drawing.hexgrid import Side, parse_hex
from pbm.engine.scenario_base import owner_of
from pbm.engine.types import Seat
from pbm.games.knighthawks.scenario.scenario_file import Scenario, ShipPart, free_hexes, orbit_of
from pbm.games.knighthawks.state.ship_classes import ShipClass, figures
from pbm.games.knighthawks.state.state import (
    IN_PLAY,
    WAITING,
    Orbit,
    Placement,
    Planet,
    Ship,
    State,
    Victory,
)


def begin(scenario: Scenario, seats: Sequence[Seat], options: Mapping[str, str], ids: Ids) -> State:
    """The state before turn 0: ships with a choice wait for their player's set-up sheet."""
    del options  # the same whatever they are
    classes = scenario.ship_classes
    ship_id = {ship.id: ids.opaque("ship", ship.id, length=5) for ship in scenario.ships}
    planet_id = {
        planet.id: ids.opaque("planet", planet.id, length=5) for planet in scenario.planets
    }
    return State(
        scenario=scenario.name,
        title=scenario.title,
        map=scenario.board,
        sides=tuple(side.id for side in scenario.sides),
        side_names={side.id: side.name for side in scenario.sides},
        ships=tuple(
            _ship(
                ship, classes[ship.ship_class], ship_id[ship.id], owner_of(ship, seats), planet_id
            )
            for ship in scenario.ships
        ),
        planets=tuple(
            Planet(planet_id[planet.id], planet.id, planet.name, parse_hex(planet.at))
            for planet in scenario.planets
        ),
        victory=tuple(
            Victory(
                part.side,
                part.kind,
                part.title,
                tuple(ship_id[ship] for ship in part.ships),
                part.number,
            )
            for part in scenario.victory
        ),
        last_turn=scenario.last_turn,
        roll_for_first=scenario.moves_first == "roll",
        placements={
            ship_id[ship.id]: Placement(
                free_hexes(scenario, ship.place),
                tuple(Side(facing) for facing in ship.place.facings),
                *ship.place.speed,
            )
            for ship in scenario.ships
            if ship.place is not None
        },
        notes=(scenario.text,) if scenario.text else (),
    )


def _ship(
    part: ShipPart, klass: ShipClass, ship_id: str, owner: str, planets: Mapping[str, str]
) -> Ship:
    orbit = orbit_of(part.orbit)
    at = parse_hex(part.at)
    return Ship(
        id=ship_id,
        designation=part.id,
        name=part.name,
        side=part.side,
        owner=owner,
        at=at,
        facing=Side(part.facing),
        speed=part.speed,
        orbit=Orbit(planets[orbit[0]], orbit[1]) if orbit else None,
        status=WAITING if part.place is not None else IN_PLAY,
        path=(at,),
        **figures(klass),
    )
