"""A scenario file: map, planets, sides, ships, what players may place, victory conditions.

Ship classes come from ships.toml; a scenario may add or change classes in its own
``[classes.NAME]`` tables, so a game master needs no code for a scenario of his own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field, field_validator, model_validator

from pbm.dice.keyed import Ids
from pbm.drawing.hexgrid import SIDES, Hex, Side, distance, parse_hex
from pbm.engine.scenario_base import (
    Code,
    Count,
    Name,
    Part,
    ScenarioPart,
    doubled,
    kind_of,
    owner_of,
    owner_problems,
    placed,
    side_problems,
)
from pbm.engine.types import Seat
from pbm.games.knighthawks.state.ship_classes import ShipClass, figures, house_classes
from pbm.games.knighthawks.state.state import (
    IN_PLAY,
    WAITING,
    Map,
    Orbit,
    Placement,
    Planet,
    Ship,
    State,
    Victory,
    shut_hex,
)
from pbm.kit.problems import Problem, invalid
from pbm.kit.records import Record

VICTORY_KINDS = ("last_standing", "destroy", "survive", "hull_points")


def _is_hex(text: str) -> str:
    try:
        parse_hex(text)
    except ValueError:
        raise ValueError(f'"{text}" is no hex number such as 0512') from None
    return text


HexText = Annotated[str, Field(max_length=9)]


class MapPart(Part):
    """The size of the map (KH-A01)."""

    columns: Annotated[int, Field(ge=1, le=200)]
    rows: Annotated[int, Field(ge=1, le=200)]


class PlanetPart(Part):
    """A planet counter."""

    id: Code
    name: Name
    at: HexText

    _at = field_validator("at")(_is_hex)


class PlacePart(Part):
    """What a ship's player may choose: a block of hexes, facings, speeds."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    facings: tuple[int, ...] = tuple(SIDES)
    speed: tuple[int, int] = (0, 0)


class ShipPart(Part):
    """One ship, and where it stands if its player chooses nothing."""

    id: Code
    name: Name
    ship_class: Annotated[str, Field(alias="class")]
    side: Code
    player: Annotated[int, Field(ge=1, le=20)] = 1
    at: HexText
    facing: int = 12
    speed: Count = 0
    orbit: str = ""
    place: PlacePart | None = None

    _at = field_validator("at")(_is_hex)

    @field_validator("facing")
    @classmethod
    def _on_the_clock(cls, facing: int) -> int:
        if facing not in SIDES:
            raise ValueError(f"{facing} is no hexside; they are 12, 2, 4, 6, 8 and 10")
        return facing


class VictoryPart(Part):
    """A victory condition: see victory.py for what each kind asks."""

    side: Code
    kind: Annotated[str, kind_of(VICTORY_KINDS)]
    title: Name
    ships: tuple[Code, ...] = ()
    number: Count = 0


class Scenario(ScenarioPart):
    """A whole scenario file."""

    last_turn: Annotated[int, Field(ge=0, le=1000)] = 0
    moves_first: str = "listed"
    map: MapPart
    planets: tuple[PlanetPart, ...] = ()
    classes: Mapping[str, ShipClass] = Field(default_factory=dict)
    ships: Annotated[tuple[ShipPart, ...], Field(min_length=1, max_length=500)]
    victory: Annotated[tuple[VictoryPart, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _moves_first(self) -> Scenario:
        if self.moves_first not in ("listed", "roll"):
            raise ValueError(f'moves_first is "{self.moves_first}"; it is "listed" or "roll"')
        return self


class _Block(Record):
    """The hexes of a place table, as far as they are on the map and free of planets."""

    hexes: tuple[Hex, ...]


def _block(scenario: Scenario, place: PlacePart) -> _Block:
    planets = {parse_hex(planet.at) for planet in scenario.planets}
    board = Map(scenario.map.columns, scenario.map.rows)
    return _Block(
        tuple(
            at
            for column in range(max(1, place.columns[0]), min(board.columns, place.columns[1]) + 1)
            for row in range(max(1, place.rows[0]), min(board.rows, place.rows[1]) + 1)
            if (at := Hex(column, row)) not in planets
        )
    )


def orbit_of(text: str) -> tuple[str, bool] | None:
    """Planet and direction of an ``orbit`` value such as "P1 clockwise", or None."""
    planet, _, way = text.partition(" ")
    if way.strip() not in ("clockwise", "counterclockwise"):
        return None
    return planet, way.strip() == "clockwise"


def check_scenario(scenario: Scenario) -> list[Problem]:
    """What is wrong in a scenario beyond the form of its values: names, hexes, orbits."""
    found: list[Problem] = []
    classes = {**house_classes(), **scenario.classes}
    board = Map(scenario.map.columns, scenario.map.rows)
    planets = {planet.id: parse_hex(planet.at) for planet in scenario.planets}
    names: list[tuple[str, tuple[str | int, ...]]] = [
        *((ship.id, ("ships", at, "id")) for at, ship in enumerate(scenario.ships)),
        *((ship.name, ("ships", at, "name")) for at, ship in enumerate(scenario.ships)),
        *((planet.id, ("planets", at, "id")) for at, planet in enumerate(scenario.planets)),
    ]
    found += [
        invalid(
            f'"{name}" stands for two things',
            remedy="Give each ship and planet its own name",
            path=next(path for one, path in reversed(names) if one.casefold() == name),
        )
        for name in doubled([name.casefold() for name, _path in names])
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
        if not _block(scenario, ship.place).hexes:
            fault = f"ship {ship.id}: its place table holds no free hex of the map"
            found.append(invalid(fault, path=("place",)))
        if bad := [facing for facing in ship.place.facings if facing not in SIDES]:
            fault = f"ship {ship.id}: {bad[0]} is no hexside"
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


def owners(scenario: Scenario, seats: Sequence[Seat]) -> dict[str, str]:
    """Ship id of the scenario to the seat that orders it: its ``player`` number in its side."""
    return {ship.id: owner_of(ship, seats) for ship in scenario.ships}


def begin(scenario: Scenario, seats: Sequence[Seat], options: Mapping[str, str], ids: Ids) -> State:
    """The state before turn 0: ships with a choice wait for their player's set-up sheet."""
    del options  # the same whatever they are
    classes = {**house_classes(), **scenario.classes}
    ship_id = {ship.id: ids.opaque("ship", ship.id, length=5) for ship in scenario.ships}
    planet_id = {
        planet.id: ids.opaque("planet", planet.id, length=5) for planet in scenario.planets
    }
    owner = owners(scenario, seats)
    return State(
        scenario=scenario.name,
        title=scenario.title,
        map=Map(scenario.map.columns, scenario.map.rows),
        sides=tuple(side.id for side in scenario.sides),
        side_names={side.id: side.name for side in scenario.sides},
        ships=tuple(
            _ship(ship, classes[ship.ship_class], ship_id[ship.id], owner[ship.id], planet_id)
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
                _block(scenario, ship.place).hexes,
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
