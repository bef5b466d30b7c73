"""What one player knows: built by view.py, written into packets, read from them.

Keys of a packet's ``known`` are these fields, in this order.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from pbm.engine.view import GameView, PlayerView, VictoryView, YouView, one_of
from pbm.games.knighthawks.state.state import DESTROYED, IN_PLAY, LOST, WAITING, WEAPONS

HexText = Annotated[str, Meta(pattern=r"^(\d{4}|-?\d{3}\.-?\d{3})$")]
Facing = Annotated[int, Meta(ge=2, le=12, multiple_of=2)]
Count = Annotated[int, Meta(ge=0, le=10_000)]


class MapView(Struct, frozen=True, kw_only=True):
    """The size of the map."""

    columns: Count
    rows: Count


class SideView(Struct, frozen=True, kw_only=True):
    """A side, its players' names, and the part of the Game-Turn in which it moves."""

    id: str
    name: str
    players: list[str]
    moves: int


class MountView(Struct, frozen=True, kw_only=True):
    """A weapon of a ship."""

    label: str
    kind: Annotated[str, one_of(*WEAPONS)]


class OrbitView(Struct, frozen=True, kw_only=True):
    """A ship's orbit."""

    planet: str
    clockwise: bool


class ScreenView(Struct, frozen=True, kw_only=True):
    """A masking screen that is up."""

    made_at: HexText
    orbit_moves_left: Count


class ShipView(Struct, frozen=True, kw_only=True, rename={"klass": "class"}):
    """A ship; ``supplies`` are null where the reader does not see its record sheet."""

    id: str
    designation: str
    name: str
    klass: str
    side: str
    owner: str
    yours: bool
    status: Annotated[str, one_of(IN_PLAY, DESTROYED, LOST, WAITING)]
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
    mounts: list[MountView]
    supplies: dict[str, Count] | None
    supplies_at_start: dict[str, Count] | None
    orbit: OrbitView | None
    screen: ScreenView | None
    evading: bool
    path: list[HexText]
    came_from: HexText | None
    turns_made: Count


class UnplacedView(Struct, frozen=True, kw_only=True, rename={"klass": "class"}):
    """A ship that another player must still place: known as the scenario lists it."""

    designation: str
    name: str
    klass: str
    side: str
    owner: str
    hull_points: Count
    adf: Count
    mr: Count
    mounts: list[MountView]


class PlanetView(Struct, frozen=True, kw_only=True):
    """A planet counter."""

    id: str
    designation: str
    name: str
    at: HexText


class PlacementView(Struct, frozen=True, kw_only=True):
    """What the reader may choose for a ship at set-up."""

    hexes: list[HexText]
    facings: list[Facing]
    speed_least: Count
    speed_most: Count


class View(GameView, frozen=True, kw_only=True, omit_defaults=True):
    """All that one player knows."""

    game: Literal["knighthawks"]
    scenario: str
    title: str
    turn: Count
    last_turn: Count
    map: MapView
    sides: list[SideView]
    you: YouView
    players: list[PlayerView]
    ships: list[ShipView]
    unplaced: list[UnplacedView] = field(default_factory=list)
    planets: list[PlanetView]
    placements: dict[str, PlacementView]
    victory: list[VictoryView]
    result: str
    winner: str
    notes: list[str]
