"""The form of ``known`` in a DeltaVee packet: what view.py writes, checked where read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

HexText = Annotated[str, Field(pattern=r"^([A-Z]{1,2}|-)\d{4}$")]
Direction = Annotated[int, Field(ge=1, le=12)]
Count = Annotated[int, Field(ge=0, le=100_000)]
Zig = Literal[0, 1]
Mark = Literal["ok", "V", "D", "X"]


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class TileForm(_Form):
    """A map by its letter and its place among the maps."""

    letter: str
    x: int
    y: int


class MapsForm(_Form):
    """The maps in play and those to come, their size and how their hexes lie."""

    columns: Annotated[int, Field(ge=1, le=98)]
    rows: Annotated[int, Field(ge=1, le=98)]
    pointed: bool
    even_down: bool
    tiles: list[TileForm]
    later: list[TileForm]


class SideForm(_Form):
    """A side, its number as player 1 or 2, its players' names, its Victory Points."""

    id: str
    name: str
    number: Literal[1, 2]
    moves: Literal[1, 2]
    players: list[str]
    points: int


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


class PartForm(_Form):
    """A compartment of a log; ``civ``, ``stock`` and ``holds`` only of the own side."""

    name: str
    kind: str
    armor: Annotated[int, Field(ge=0, le=2)]
    status: Mark
    box: Count
    room: Count = 1
    civ: Count = 0
    strength: Count = 0
    stock: dict[str, Count] = {}
    holds: str = ""


class UnitForm(_Form):
    """A unit known for what it is; what follows ``damage`` is known of the own side alone."""

    id: str
    kind: Literal["spaceship", "battlecraft", "missile"]
    klass: str
    title: str
    designation: str
    name: str
    side: str
    owner: str
    yours: bool
    status: Literal[
        "in play",
        "aboard",
        "prepared",
        "waiting",
        "in reserve",
        "destroyed",
        "landed",
        "jumped",
        "left",
    ]
    at: HexText
    direction: Direction
    velocity: Count
    zig: Zig
    revealed: bool
    contact: Count
    in_orbit: bool
    docked_with: str
    lead: bool
    jump: Literal["", "preparing", "jumping"]
    field_up: bool
    prepared: Count
    dormant: bool
    damage: dict[str, Mark] = {}
    parts: list[PartForm] = []
    energy: Count = 0
    endless: bool = False
    energy_left: Count = 0
    blocks_left: Count = 0
    burn: Count = 0
    spent: Count = 0
    mother: str = ""
    pod: Count = 0
    civ: Count = 0
    released: bool = False
    maneuver_rating: int = 0
    velocity_rating: Count = 0
    commands_allowed: Count = 0
    battle_commands: Count = 0
    log: Count = 0
    missiles_at_start: dict[str, Count] = {}


class ContactForm(_Form):
    """An enemy counter lying face down, by the number the reader knows it as."""

    id: str
    number: Count
    status: Literal["in play", "gone"]
    at: HexText | None
    direction: Direction | None
    velocity: Count
    zig: Zig
    damage: dict[str, Mark] = {}


class AboardForm(_Form):
    """A revealed battlecraft of the enemy's that went aboard its ship."""

    id: str
    title: str
    designation: str
    name: str
    side: str
    ship: str


class PlanetForm(_Form):
    """A planet."""

    id: str
    designation: str
    name: str
    at: HexText


class PlacementForm(_Form):
    """What the reader may choose for a ship at set-up."""

    hexes: list[HexText]
    directions: list[Direction]
    velocities: list[Count]
    arrange: bool


class CompanyForm(_Form):
    """Ships that must agree at set-up."""

    units: list[str]
    different_hexes: bool
    same_direction: bool
    same_velocity: bool


class WishForm(_Form):
    """So many pods of a kind, with the class they hold."""

    kind: str
    number: Count
    holds: str


class ShipToBuyForm(_Form):
    """A ship of the fleet that the reader gets if he buys none."""

    counter: str
    klass: str
    name: str
    pods: list[WishForm]


class PurchaseForm(_Form):
    """What the reader may buy before the game, in Trans, and how his fleet may begin."""

    budget: Annotated[int, Field(ge=1)]
    start: HexText
    within: Count
    anywhere: bool
    direction: Direction
    velocity: Count
    directions: list[Direction]
    velocities: list[Count]
    fleet: list[ShipToBuyForm]


class VictoryForm(_Form):
    """A victory condition in words."""

    side: str
    title: str


class KnownForm(_Form):
    """All that one player knows."""

    game: Literal["deltavee"]
    scenario: str
    title: str
    turn: Count
    maps: MapsForm
    sides: list[SideForm]
    you: YouForm
    players: list[PlayerForm]
    units: list[UnitForm]
    contacts: list[ContactForm]
    aboard: list[AboardForm] = []
    planets: list[PlanetForm]
    asteroids: list[HexText]
    placements: dict[str, PlacementForm]
    companies: list[CompanyForm]
    purchase: PurchaseForm | None = None
    coming: dict[str, str] = {}
    transfers: list[list[str]] = []
    victory: list[VictoryForm]
    points: dict[str, int]
    jumps: bool
    result: str
    winner: str
    notes: list[str]
