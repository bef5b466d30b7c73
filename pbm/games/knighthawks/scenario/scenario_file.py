"""A scenario file: map, planets, sides, ships, what players may place, victory conditions.

Ship classes come from ships.toml; a scenario may add or change classes in its own
``[classes.NAME]`` tables, so a game master needs no code for a scenario of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, field

from pbm.drawing.hexgrid import SIDES, Hex, parse_hex
from pbm.engine.scenario_base import Code, Count, Name, ScenarioPart, kind_of
from pbm.games.knighthawks.state.ship_classes import ShipClass, house_classes
from pbm.games.knighthawks.state.state import Map
from pbm.kit.file_part import Check, FilePart

VICTORY_KINDS = ("last_standing", "destroy", "survive", "hull_points")


def _is_hex(text: str) -> str:
    try:
        parse_hex(text)
    except ValueError:
        raise ValueError(f'"{text}" is not a hex number such as 0512') from None
    return text


HexText = Annotated[str, Meta(max_length=9), Check(_is_hex)]


def _on_the_clock(facing: int) -> int:
    if facing not in SIDES:
        raise ValueError(f"{facing} is not a hexside; they are 12, 2, 4, 6, 8 and 10")
    return facing


class MapPart(FilePart):
    """The size of the map (KH-A01)."""

    columns: Annotated[int, Meta(ge=1, le=200)]
    rows: Annotated[int, Meta(ge=1, le=200)]


class PlanetPart(FilePart):
    """A planet counter."""

    id: Code
    name: Name
    at: HexText


class PlacePart(FilePart):
    """What a ship's player may choose: a block of hexes, facings, speeds."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    facings: tuple[int, ...] = tuple(SIDES)
    speed: tuple[int, int] = (0, 0)


class ShipPart(FilePart):
    """One ship, and where it stands if its player chooses nothing."""

    id: Code
    name: Name
    ship_class: str = field(name="class")
    side: Code
    player: Annotated[int, Meta(ge=1, le=20)] = 1
    at: HexText
    facing: Annotated[int, Check(_on_the_clock)] = 12
    speed: Count = 0
    orbit: str = ""
    place: PlacePart | None = None


class VictoryPart(FilePart):
    """A victory condition: see victory.py for what each kind asks."""

    side: Code
    kind: Annotated[str, kind_of(VICTORY_KINDS)]
    title: Name
    ships: tuple[Code, ...] = ()
    number: Count = 0


class Scenario(ScenarioPart):
    """A whole scenario file."""

    last_turn: Annotated[int, Meta(ge=0, le=1000)] = 0
    moves_first: str = "listed"
    map: MapPart
    planets: tuple[PlanetPart, ...] = ()
    classes: Mapping[str, ShipClass] = field(default_factory=dict)
    ships: Annotated[tuple[ShipPart, ...], Meta(min_length=1, max_length=500)]
    victory: Annotated[tuple[VictoryPart, ...], Meta(min_length=1)]

    @property
    def board(self) -> Map:
        """The map with its size."""
        return Map(self.map.columns, self.map.rows)

    @property
    def ship_classes(self) -> dict[str, ShipClass]:
        """The classes of the house and, replacing or added to them, those of the file."""
        return {**house_classes(), **self.classes}

    def misfit(self) -> str:
        """Say that the side that moves first is neither listed nor rolled for."""
        if self.moves_first not in ("listed", "roll"):
            return f'moves_first is "{self.moves_first}"; it is "listed" or "roll"'
        return ""


def free_hexes(scenario: Scenario, place: PlacePart) -> tuple[Hex, ...]:
    """The hexes of a place table, as far as they are on the map and free of planets."""
    planets = {parse_hex(planet.at) for planet in scenario.planets}
    (first, last), (top, bottom) = place.columns, place.rows
    return tuple(
        at
        for column in range(max(1, first), min(scenario.map.columns, last) + 1)
        for row in range(max(1, top), min(scenario.map.rows, bottom) + 1)
        if (at := Hex(column, row)) not in planets
    )


def orbit_of(text: str) -> tuple[str, bool] | None:
    """Planet and direction of an ``orbit`` value such as "P1 clockwise", or None."""
    planet, _, way = text.partition(" ")
    if way.strip() not in ("clockwise", "counterclockwise"):
        return None
    return planet, way.strip() == "clockwise"
