"""What one player knows: built by view.py, written into packets, read from them.

Keys of a packet's ``known`` are these fields. What a reader is not shown is left out: of an
enemy's unit all that its log alone tells, of the own side's the marks that were reported to it.
"""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct, field, to_builtins

from pbm.engine.view import GameView, PlayerView, VictoryView, YouView, one_of
from pbm.games.deltavee.state.units import (
    BATTLECRAFT,
    DAMAGED,
    DESTROYED_PART,
    IN_PLAY,
    JUMPING,
    MISSILE,
    OK,
    PREPARING,
    SPACESHIP,
    STATUSES,
    VULNERABLE,
)
from pbm.kit.facts import Fact

HexText = Annotated[str, Meta(pattern=r"^([A-Z]{1,2}|-)\d{4}$")]
Direction = Annotated[int, Meta(ge=1, le=12)]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Zig = Annotated[int, Meta(ge=0, le=1)]
Number = Annotated[int, Meta(ge=1, le=2)]


Mark = Annotated[str, one_of(OK, VULNERABLE, DAMAGED, DESTROYED_PART)]


class TileView(Struct, frozen=True, kw_only=True):
    """A map by its letter and its place among the maps."""

    letter: str
    x: int
    y: int


class MapsView(Struct, frozen=True, kw_only=True):
    """The maps in play and those to come, their size and how their hexes lie."""

    columns: Annotated[int, Meta(ge=1, le=98)]
    rows: Annotated[int, Meta(ge=1, le=98)]
    pointed: bool
    even_down: bool
    tiles: list[TileView]
    later: list[TileView]


class SideView(Struct, frozen=True, kw_only=True):
    """A side, its number as player 1 or 2, its players' names, its Victory Points."""

    id: str
    name: str
    number: Number
    moves: Number
    players: list[str]
    points: int


class PartView(Struct, frozen=True, kw_only=True):
    """A compartment of a log; ``civ``, ``stock`` and ``holds`` only of the own side."""

    name: str
    kind: str
    armor: Annotated[int, Meta(ge=0, le=2)]
    status: Mark
    box: Count
    room: Count = 1
    civ: Count = 0
    strength: Count = 0
    stock: dict[str, Count] = {}
    holds: str = ""


class UnitView(Struct, frozen=True, kw_only=True):
    """A unit known for what it is; what follows ``damage`` is known of the own side."""

    id: str
    kind: Annotated[str, one_of(SPACESHIP, BATTLECRAFT, MISSILE)]
    klass: str
    title: str
    designation: str
    name: str
    side: str
    owner: str
    yours: bool
    status: Annotated[str, one_of(*STATUSES)]
    at: HexText
    direction: Direction
    velocity: Count
    zig: Zig
    revealed: bool
    contact: Count
    in_orbit: bool
    docked_with: str
    lead: bool
    jump: Annotated[str, one_of("", PREPARING, JUMPING)]
    field_up: bool
    prepared: Count
    dormant: bool
    parts: list[PartView] = []
    damage: dict[str, Mark] = {}
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


class ContactView(Struct, frozen=True, kw_only=True):
    """An enemy counter lying face down, by the number the reader knows it as."""

    id: str
    number: Count
    status: Annotated[str, one_of(IN_PLAY, "gone")]
    at: HexText | None
    direction: Direction | None
    velocity: Count
    zig: Zig
    damage: dict[str, Mark] = {}


class AboardView(Struct, frozen=True, kw_only=True):
    """A revealed battlecraft of the enemy's that went aboard its ship."""

    id: str
    title: str
    designation: str
    name: str
    side: str
    ship: str


class UnplacedView(Struct, frozen=True, kw_only=True):
    """A spaceship of the enemy's that must still be placed: known as the scenario lists it."""

    title: str
    designation: str
    name: str
    side: str
    owner: str


class PlanetView(Struct, frozen=True, kw_only=True):
    """A planet."""

    id: str
    designation: str
    name: str
    at: HexText


class PlacementView(Struct, frozen=True, kw_only=True):
    """What the reader may choose for a ship at set-up."""

    hexes: list[HexText]
    directions: list[Direction]
    velocities: list[Count]
    arrange: bool


class CompanyView(Struct, frozen=True, kw_only=True):
    """Ships that must agree at set-up."""

    units: list[str]
    different_hexes: bool
    same_direction: bool
    same_velocity: bool


class WishView(Struct, frozen=True, kw_only=True):
    """So many pods of a kind, with the class they hold."""

    kind: str
    number: Count
    holds: str


class ShipToBuyView(Struct, frozen=True, kw_only=True):
    """A ship of the fleet that the reader gets without a purchase."""

    counter: str
    klass: str
    name: str
    pods: list[WishView]


class PurchaseView(Struct, frozen=True, kw_only=True):
    """What the reader may buy before the game, in Trans, and how their fleet may begin."""

    budget: Annotated[int, Meta(ge=1)]
    start: HexText
    within: Count
    anywhere: bool
    direction: Direction
    velocity: Count
    directions: list[Direction]
    velocities: list[Count]
    fleet: list[ShipToBuyView]


_FIELDS = UnitView.__struct_fields__
_OWN_UNIT = _FIELDS[_FIELDS.index("damage") + 1 :]
_OWN_PART = ("civ", "stock", "holds", "strength")
_IF_ANY = ("unplaced", "purchase", "coming", "transfers")


def _leave_out(told: dict[str, Fact], keys: Iterable[str]) -> None:
    for key in keys:
        del told[key]


class View(GameView, frozen=True, kw_only=True):
    """All that one player knows."""

    game: Literal["deltavee"] = "deltavee"
    scenario: str
    title: str
    turn: Count
    maps: MapsView
    sides: list[SideView]
    you: YouView
    players: list[PlayerView]
    units: list[UnitView]
    contacts: list[ContactView]
    aboard: list[AboardView] = field(default_factory=list)
    unplaced: list[UnplacedView] = field(default_factory=list)
    planets: list[PlanetView]
    asteroids: list[HexText]
    placements: dict[str, PlacementView]
    companies: list[CompanyView]
    purchase: PurchaseView | None = None
    coming: dict[str, str] = field(default_factory=dict)
    transfers: list[list[str]] = field(default_factory=list)
    victory: list[VictoryView]
    points: dict[str, int]
    jumps: bool
    result: str
    winner: str
    notes: list[str]

    def stored(self) -> Fact:
        """The view without what its reader cannot know of a unit, and without what is empty."""
        found = to_builtins(self)
        for key in _IF_ANY:
            if not found[key]:
                del found[key]
        for unit in found["units"]:
            own = unit["side"] == self.you.side or not self.you.side
            for part in unit["parts"]:
                if not own:
                    _leave_out(part, _OWN_PART)
                elif not part["strength"]:
                    del part["strength"]
            if own:
                del unit["damage"]
            else:
                _leave_out(unit, _OWN_UNIT if unit["parts"] else ("parts", *_OWN_UNIT))
        return found
