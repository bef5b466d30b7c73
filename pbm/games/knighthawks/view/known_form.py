"""The form of ``known`` in a Knight Hawks packet: what view.py writes, checked where read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

HexText = Annotated[str, Field(pattern=r"^(\d{4}|-?\d{3}\.-?\d{3})$")]
Facing = Literal[12, 2, 4, 6, 8, 10]
Count = Annotated[int, Field(ge=0, le=10_000)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class MapForm(_Form):
    """The size of the map."""

    columns: Count
    rows: Count


class SideForm(_Form):
    """A side, its players' names, and the part of the Game-Turn in which it moves."""

    id: str
    name: str
    players: list[str]
    moves: int


class YouForm(_Form):
    """The reader."""

    player: str
    name: str
    side: str


class PlayerForm(_Form):
    """A seat of the campaign."""

    id: str
    name: str
    side: str


class MountForm(_Form):
    """A weapon of a ship."""

    label: str
    kind: Literal[
        "laser_cannon", "pod_laser", "laser_battery", "torpedo", "assault_rocket", "rocket_battery"
    ]


class OrbitForm(_Form):
    """A ship's orbit."""

    planet: str
    clockwise: bool


class ScreenForm(_Form):
    """A masking screen that is up."""

    made_at: HexText
    orbit_moves_left: Count


class ShipForm(_Form):
    """A ship; ``supplies`` are null where the reader does not see its record sheet."""

    id: str
    designation: str
    name: str
    class_: Annotated[str, Field(alias="class")]
    side: str
    owner: str
    yours: bool
    status: Literal["in play", "destroyed", "lost", "waiting"]
    at: HexText
    facing: Facing
    speed: Count
    hull: int
    hull_points: Count
    adf: Count
    mr: Count
    reflective: bool
    evades: bool
    station: bool
    mounts: list[MountForm]
    supplies: dict[str, Count] | None
    supplies_at_start: dict[str, Count] | None
    orbit: OrbitForm | None
    screen: ScreenForm | None
    evading: bool
    path: list[HexText]
    came_from: HexText | None
    turns_made: Count


class PlanetForm(_Form):
    """A planet counter."""

    id: str
    designation: str
    name: str
    at: HexText


class PlacementForm(_Form):
    """What the reader may choose for a ship at set-up."""

    hexes: list[HexText]
    facings: list[Facing]
    speed_least: Count
    speed_most: Count


class VictoryForm(_Form):
    """A victory condition in words."""

    side: str
    title: str


class KnownForm(_Form):
    """All that one player knows."""

    game: Literal["knighthawks"]
    scenario: str
    title: str
    turn: Count
    last_turn: Count
    map: MapForm
    sides: list[SideForm]
    you: YouForm
    players: list[PlayerForm]
    ships: list[ShipForm]
    planets: list[PlanetForm]
    placements: dict[str, PlacementForm]
    victory: list[VictoryForm]
    result: str
    winner: str
    notes: list[str]
