"""What can be wrong in a scenario file beyond the form of its values: names, hexes, orbits."""

from collections.abc import Iterator, Mapping

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


def check_scenario(scenario: Scenario) -> Iterator[Problem]:
    """What is wrong in a scenario beyond the form of its values: names, hexes, orbits."""
    classes = scenario.ship_classes
    board = scenario.board
    planets = {planet.id: parse_hex(planet.at) for planet in scenario.planets}
    names: list[tuple[str, FilePath]] = [
        *((ship.id, ("ships", at, "id")) for at, ship in enumerate(scenario.ships)),
        *((ship.name, ("ships", at, "name")) for at, ship in enumerate(scenario.ships)),
        *((planet.id, ("planets", at, "id")) for at, planet in enumerate(scenario.planets)),
    ]
    for name, path in doubled((name.casefold(), path) for name, path in names):
        remedy = "Give each ship and planet its own name"
        yield invalid(f'"{name}" could be either of two things', remedy=remedy, path=path)
    yield from side_problems(scenario.sides)
    for number, planet in enumerate(scenario.planets):
        if (at := parse_hex(planet.at)) not in board:
            fault = f"planet {planet.id} is off the map"
            yield invalid(fault, reason=f"it is at {at}", path=("planets", number, "at"))
    for number, ship in enumerate(scenario.ships):
        of_ship = _ship_problems(scenario, ship, classes, board, planets)
        yield from placed(of_ship, "ships", number)
    for number, part in enumerate(scenario.victory):
        yield from placed(_victory_problems(scenario, part), "victory", number)


def _victory_problems(scenario: Scenario, part: VictoryPart) -> Iterator[Problem]:
    ship_ids = [ship.id for ship in scenario.ships]
    if part.side not in [side.id for side in scenario.sides]:
        fault = f'victory "{part.title}": there is no side {part.side}'
        yield invalid(fault, path=("side",))
    for ship in part.ships:
        if ship not in ship_ids:
            yield invalid(f'victory "{part.title}": there is no ship {ship}', path=("ships",))
    if part.kind in ("destroy", "survive") and not part.ships:
        yield invalid(
            f'victory "{part.title}" names no ship, so it would hold at once',
            remedy='Write ships = ["B1", "B2"] or the like',
            path=("ships",),
        )
    elif part.number > len(part.ships) and part.kind in ("destroy", "survive"):
        yield invalid(
            f'victory "{part.title}" can never hold',
            reason=f"its number is {part.number}, it names {len(part.ships)} ships",
            path=("number",),
        )
    if part.kind in ("survive", "hull_points") and not scenario.last_turn:
        yield invalid(
            f'victory "{part.title}" needs a last turn',
            remedy="Write last_turn = 12 or the like",
            path=("kind",),
        )


def _ship_problems(
    scenario: Scenario,
    ship: ShipPart,
    classes: Mapping[str, ShipClass],
    board: Map,
    planets: Mapping[str, Hex],
) -> Iterator[Problem]:
    at = parse_hex(ship.at)
    klass = classes.get(ship.ship_class)
    if klass is None:
        yield invalid(
            f'ship {ship.id}: there is no class "{ship.ship_class}"',
            remedy=f"The classes are {', '.join(classes)}",
            path=("class",),
        )
    yield from owner_problems(f"ship {ship.id}", ship, scenario.sides)
    if at not in board:
        fault = f"ship {ship.id} is off the map"
        yield invalid(fault, reason=f"it is at {at}", path=("at",))
    if at in planets.values():
        fault = f"ship {ship.id} is in a planet's hex"
        yield invalid(fault, reason=f"{at}", rule="KH 3 Planets", path=("at",))
    if ship.orbit:
        yield from placed(_orbit_problems(ship, at, board, planets), "orbit")
    if klass is not None and klass.station and ship.speed:
        yield invalid(f"ship {ship.id}: a station has speed 0", path=("speed",))
    if ship.place is not None:
        if not free_hexes(scenario, ship.place):
            fault = f"ship {ship.id}: its place table holds no free hex of the map"
            yield invalid(fault, path=("place",))
        if bad := [facing for facing in ship.place.facings if facing not in SIDES]:
            fault = f"ship {ship.id}: {bad[0]} is not a hexside"
            yield invalid(fault, path=("place", "facings"))
        if not 0 <= ship.place.speed[0] <= ship.place.speed[1]:
            fault = f"ship {ship.id}: place.speed is least and most, such as [2, 5]"
            yield invalid(fault, path=("place", "speed"))


def _orbit_problems(
    ship: ShipPart, at: Hex, board: Map, planets: Mapping[str, Hex]
) -> Iterator[Problem]:
    orbit = orbit_of(ship.orbit)
    if orbit is None or orbit[0] not in planets:
        yield invalid(
            f'ship {ship.id}: orbit = "{ship.orbit}" is not understood',
            remedy='It reads "P1 clockwise" or "P1 counterclockwise"',
        )
    elif distance(at, planets[orbit[0]]) != 1 or ship.speed:
        yield invalid(
            f"ship {ship.id} cannot be in orbit at {at}",
            reason=f"{orbit[0]} is at {planets[orbit[0]]}, speed is {ship.speed}",
            rule="KH 3 Orbiting Planets",
        )
    elif (shut := shut_hex(board, planets.values(), planets[orbit[0]])) is not None:
        yield invalid(
            f"ship {ship.id} cannot orbit {orbit[0]}",
            reason=f"hex {shut} of the ring is off the map or a planet's",
            rule="KH 3 Orbiting Planets",
        )
