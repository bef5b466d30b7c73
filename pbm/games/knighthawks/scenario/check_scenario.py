"""What can be wrong in a scenario file beyond the form of its values: names, hexes, orbits."""

from collections.abc import Mapping

from pbm.drawing.hexgrid import SIDES, Hex, distance, parse_hex
from pbm.engine.scenario_base import FilePath, doubled, owner_problems, placed, side_problems
from pbm.games.knighthawks.scenario.scenario_file import (
    Scenario,
    ShipPart,
    VictoryPart,
    free_hexes,
    orbit_of,
)
from pbm.games.knighthawks.state.ship_classes import ShipClass
from pbm.games.knighthawks.state.state import Map, shut_hex
from pbm.kit.problems import Problem, invalid


def check_scenario(scenario: Scenario) -> list[Problem]:
    """What is wrong in a scenario beyond the form of its values: names, hexes, orbits."""
    found: list[Problem] = []
    classes = scenario.ship_classes
    board = scenario.board
    planets = {planet.id: parse_hex(planet.at) for planet in scenario.planets}
    names: list[tuple[str, FilePath]] = [
        *((ship.id, ("ships", at, "id")) for at, ship in enumerate(scenario.ships)),
        *((ship.name, ("ships", at, "name")) for at, ship in enumerate(scenario.ships)),
        *((planet.id, ("planets", at, "id")) for at, planet in enumerate(scenario.planets)),
    ]
    found += [
        invalid(
            f'"{name}" could be either of two things',
            remedy="Give each ship and planet its own name",
            path=path,
        )
        for name, path in doubled((name.casefold(), path) for name, path in names)
    ]
    found += side_problems(scenario.sides)
    for number, planet in enumerate(scenario.planets):
        if (at := parse_hex(planet.at)) not in board:
            fault = f"planet {planet.id} is off the map"
            found.append(invalid(fault, reason=f"it is at {at}", path=("planets", number, "at")))
    for number, ship in enumerate(scenario.ships):
        of_ship = _ship_problems(scenario, ship, classes, board, planets)
        found += placed(of_ship, "ships", number)
    for number, part in enumerate(scenario.victory):
        found += placed(_victory_problems(scenario, part), "victory", number)
    return found


def _victory_problems(scenario: Scenario, part: VictoryPart) -> list[Problem]:
    found: list[Problem] = []
    ship_ids = [ship.id for ship in scenario.ships]
    if part.side not in [side.id for side in scenario.sides]:
        fault = f'victory "{part.title}": there is no side {part.side}'
        found.append(invalid(fault, path=("side",)))
    found += [
        invalid(f'victory "{part.title}": there is no ship {ship}', path=("ships",))
        for ship in part.ships
        if ship not in ship_ids
    ]
    if part.kind in ("destroy", "survive") and not part.ships:
        found.append(
            invalid(
                f'victory "{part.title}" names no ship, so it would hold at once',
                remedy='Write ships = ["B1", "B2"] or the like',
                path=("ships",),
            )
        )
    elif part.number > len(part.ships) and part.kind in ("destroy", "survive"):
        found.append(
            invalid(
                f'victory "{part.title}" can never hold',
                reason=f"its number is {part.number}, it names {len(part.ships)} ships",
                path=("number",),
            )
        )
    if part.kind in ("survive", "hull_points") and not scenario.last_turn:
        found.append(
            invalid(
                f'victory "{part.title}" needs a last turn',
                remedy="Write last_turn = 12 or the like",
                path=("kind",),
            )
        )
    return found


def _ship_problems(
    scenario: Scenario,
    ship: ShipPart,
    classes: Mapping[str, ShipClass],
    board: Map,
    planets: Mapping[str, Hex],
) -> list[Problem]:
    found: list[Problem] = []
    at = parse_hex(ship.at)
    klass = classes.get(ship.ship_class)
    if klass is None:
        found.append(
            invalid(
                f'ship {ship.id}: there is no class "{ship.ship_class}"',
                remedy=f"The classes are {', '.join(classes)}",
                path=("class",),
            )
        )
    found += owner_problems(f"ship {ship.id}", ship, scenario.sides)
    if at not in board:
        fault = f"ship {ship.id} is off the map"
        found.append(invalid(fault, reason=f"it is at {at}", path=("at",)))
    if at in planets.values():
        found.append(
            invalid(
                f"ship {ship.id} is in a planet's hex",
                reason=f"{at}",
                rule="KH 3 Planets",
                path=("at",),
            )
        )
    if ship.orbit:
        found += placed(_orbit_problems(ship, at, board, planets), "orbit")
    if klass is not None and klass.station and ship.speed:
        found.append(invalid(f"ship {ship.id}: a station has speed 0", path=("speed",)))
    if ship.place is not None:
        if not free_hexes(scenario, ship.place):
            fault = f"ship {ship.id}: its place table holds no free hex of the map"
            found.append(invalid(fault, path=("place",)))
        if bad := [facing for facing in ship.place.facings if facing not in SIDES]:
            fault = f"ship {ship.id}: {bad[0]} is not a hexside"
            found.append(invalid(fault, path=("place", "facings")))
        if not 0 <= ship.place.speed[0] <= ship.place.speed[1]:
            fault = f"ship {ship.id}: place.speed is least and most, such as [2, 5]"
            found.append(invalid(fault, path=("place", "speed")))
    return found


def _orbit_problems(
    ship: ShipPart, at: Hex, board: Map, planets: Mapping[str, Hex]
) -> list[Problem]:
    orbit = orbit_of(ship.orbit)
    if orbit is None or orbit[0] not in planets:
        return [
            invalid(
                f'ship {ship.id}: orbit = "{ship.orbit}" is not understood',
                remedy='It reads "P1 clockwise" or "P1 counterclockwise"',
            )
        ]
    if distance(at, planets[orbit[0]]) != 1 or ship.speed:
        return [
            invalid(
                f"ship {ship.id} cannot be in orbit at {at}",
                reason=f"{orbit[0]} is at {planets[orbit[0]]}, speed is {ship.speed}",
                rule="KH 3 Orbiting Planets",
            )
        ]
    shut = shut_hex(board, planets.values(), planets[orbit[0]])
    if shut is not None:
        return [
            invalid(
                f"ship {ship.id} cannot orbit {orbit[0]}",
                reason=f"hex {shut} of the ring is off the map or a planet's",
                rule="KH 3 Orbiting Planets",
            )
        ]
    return []
