"""The form of a scenario file: maps, ships with their pods, what players may choose, victory.

Units are named by side and counter: ``1A``, of battlecraft ``1A1`` (the first of ship A).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbm.engine.scenario_base import Code, Count, Name, ScenarioPart, kind_of
from pbm.games.deltavee.rules.victory.victory import VICTORY_KINDS
from pbm.games.deltavee.state.geometry import DIRECTIONS
from pbm.games.deltavee.state.ratings import CLASSES
from pbm.games.deltavee.state.specials import SPECIAL_KINDS
from pbm.games.deltavee.state.units import BATTLECRAFT, MISSILE_TYPES, SPACESHIP
from pbm.kit.english import count
from pbm.kit.file_part import Check, FilePart

HexText = Annotated[
    str, Meta(pattern=r"^[A-Za-z]{1,2}[0-9]{4}\Z", description="a hex such as A0909")
]
Direction = Annotated[int, Meta(ge=1, le=12)]
Velocity = Annotated[int, Meta(ge=0, le=9)]
UnitName = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9]{2,12}\Z", description="the name of a unit, such as 1A")
]


def _of_kind(klass: str, kind: str) -> str:
    if klass not in CLASSES.rows or CLASSES.at(klass, "kind") != kind:
        known = ", ".join(row for row in CLASSES.rows if CLASSES.at(row, "kind") == kind)
        raise ValueError(f'"{klass}" is not a class of {kind}; they are {known}')
    return klass


def _a_battlecraft(holds: str) -> str:
    return _of_kind(holds, BATTLECRAFT)


def _a_missile(missile: str) -> str:
    if missile not in MISSILE_TYPES:
        raise ValueError(f'"{missile}": the missiles are {", ".join(MISSILE_TYPES)}')
    return missile


class PodPart(FilePart):
    """One pod, or ``number`` alike; a file may write just its kind.

    ``civ``, ``armor``: what the scenario states, else the chart's. ``holds`` is the class of
    the battlecraft in it, ``without`` are types of missiles it does not have. What lies in a
    storage pod is a ship of its own, which says ``aboard``.
    """

    kind: Name
    number: Annotated[int, Meta(ge=1, le=39)] = 1
    armor: Annotated[int, Meta(ge=0, le=2)] | None = None
    civ: Annotated[int, Meta(ge=0, le=8)] = 0
    holds: Annotated[str, Check(_a_battlecraft)] = ""
    without: tuple[Annotated[str, Check(_a_missile)], ...] = ()


def _pods(stated: tuple[PodPart | str, ...]) -> tuple[PodPart, ...]:
    """Pods one by one, those of which a file says just the kind too."""
    return tuple(PodPart(kind=pod) if isinstance(pod, str) else pod for pod in stated)


class PlacePart(FilePart):
    """What a ship's player may choose; what is left out stands as the ship has it.

    Hexes: all ``within`` so many of ``around``, or the ``columns`` (and ``rows``) of a ``map``.
    ``velocities`` are the least and the most.
    """

    around: HexText | None = None
    within: Count = 0
    map: Code | None = None
    columns: tuple[int, int] | None = None
    rows: tuple[int, int] | None = None
    directions: Literal["any"] | tuple[Direction, ...] | None = None
    velocities: tuple[Velocity, Velocity] | None = None

    def misfit(self) -> str:
        """Say which of what is stated excludes another."""
        if self.around is not None and self.map is not None:
            return "the hexes are those around one, or those of a map, not both"
        if self.velocities is not None and self.velocities[0] > self.velocities[1]:
            return "velocities are the least and the most, such as [0, 4]"
        return ""

    @property
    def pointing(self) -> tuple[int, ...]:
        """The directions allowed; none: as the ship has it."""
        return tuple(DIRECTIONS) if self.directions == "any" else tuple(self.directions or ())


class ShipPart(FilePart):
    """One spaceship with its pods in the order of the boxes they stand in by default.

    ``armor`` is that of its pods. ``at_option`` names the option whose value is its hex.
    ``log`` is the type of log it is kept on, ``spent_blocks`` what it has spent before.
    ``aboard`` is the ship in whose storage pod it begins; it then has no hex of its own.
    ``hull_armor`` and ``field`` are the classes of its hull and force field where they are not
    those of its class. ``flies_as`` says that a class of battlecraft is a spaceship here.
    ``places`` are other places for other readings of the option ``place_option``. ``reserve``:
    it comes into play later, by a special, in a hex and with what its place leaves free.
    """

    side: str
    counter: Code
    name: Annotated[str, Meta(max_length=60)] = ""
    flies_as: Literal["", "spaceship"] = ""
    klass: str = msgspec.field(name="class")
    player: Annotated[int, Meta(ge=1, le=20)] = 1
    at: HexText = ""
    aboard: UnitName = ""
    at_option: str = ""
    direction: Annotated[int, Meta(ge=0, le=12)] = 0
    velocity: Velocity = 0
    log: Annotated[int, Meta(ge=1, le=2)] = 1
    armor: Annotated[int, Meta(ge=0, le=2)] | None = None
    spent_blocks: Count = 0
    stated_pods: tuple[PodPart | Name, ...] = msgspec.field(name="pods", default=())
    hull_armor: Annotated[int, Meta(ge=1, le=2)] | None = None
    field: Annotated[int, Meta(ge=1, le=2)] | None = None
    place: PlacePart | None = None
    place_option: str = ""
    places: Mapping[str, PlacePart] = msgspec.field(default_factory=dict)
    reserve: bool = False

    def misfit(self) -> str:
        """Say what it lacks to have a place, or that its class is not one of spaceships."""
        lacking = [name for name in ("at", "direction") if not getattr(self, name)]
        if lacking and not self.aboard:
            return f"it has no {' and no '.join(lacking)}, and is aboard of no ship"
        if self.aboard and (self.at or self.place is not None):
            return "a ship aboard of another is where that one is: leave at and place"
        if not self.flies_as or self.klass not in CLASSES.rows:
            _of_kind(self.klass, SPACESHIP)
        return ""

    @property
    def pods(self) -> tuple[PodPart, ...]:
        """Its pods, several alike as one."""
        return _pods(self.stated_pods)

    @property
    def unit(self) -> str:
        """How the file names it: ``1A``."""
        return f"{self.side}{self.counter}"

    @property
    def each_pod(self) -> list[PodPart]:
        """Its pods one by one."""
        return [pod for pod in self.pods for _ in range(pod.number)]

    @property
    def crafts(self) -> list[str]:
        """The designations of its battlecraft: A1, A2."""
        holding = [pod for pod in self.each_pod if pod.holds]
        return [f"{self.counter}{number}" for number in range(1, len(holding) + 1)]


class BoughtPart(FilePart):
    """A ship of the fleet of a player who buys none."""

    counter: Annotated[
        str, Meta(pattern=r"^[A-Z]{1,2}\Z", description="one or two capital letters")
    ]
    name: Annotated[str, Meta(max_length=30)] = ""
    klass: str = msgspec.field(name="class")
    stated_pods: tuple[PodPart | Name, ...] = msgspec.field(name="pods", default=())

    @property
    def pods(self) -> tuple[PodPart, ...]:
        """Its pods, several alike as one."""
        return _pods(self.stated_pods)


class PurchasePart(FilePart):
    """What the first player of a side may spend on ships and pods before the game.

    ``budget`` in Trans. The fleet begins ``within`` so many hexes of ``at``, or of a hex that
    its player names in secret where it may begin ``anywhere``. ``directions`` and
    ``velocities`` as in a place table; ``direction`` and ``velocity`` are those of a sheet that
    says nothing. ``fleet`` is the one without a purchase.
    """

    side: str
    budget: Annotated[int, Meta(ge=1, le=100_000_000)]
    at: HexText
    within: Annotated[int, Meta(ge=0, le=20)] = 0
    anywhere: bool = False
    direction: Direction
    directions: Literal["any"] | tuple[Direction, ...] = "any"
    velocity: Velocity
    velocities: tuple[Velocity, Velocity] | None = None
    fleet: Annotated[tuple[BoughtPart, ...], Meta(min_length=1, max_length=200)]

    @property
    def pointing(self) -> tuple[int, ...]:
        """The directions allowed."""
        return tuple(DIRECTIONS) if self.directions == "any" else self.directions

    @property
    def speeds(self) -> tuple[int, int]:
        """The least and the greatest velocity."""
        return self.velocities or (self.velocity, self.velocity)


class PlanetPart(FilePart):
    """A planet in its hex."""

    id: Code
    name: Name
    at: HexText


class CompanyPart(FilePart):
    """Ships that must agree at set-up."""

    units: Annotated[tuple[UnitName, ...], Meta(min_length=2)]
    different_hexes: bool = False
    same_direction: bool = False
    same_velocity: bool = False


class VictoryPart(FilePart):
    """A condition that ends the game: see victory.py; ``side`` "" for a draw."""

    side: str = ""
    kind: Annotated[str, kind_of(VICTORY_KINDS)]
    title: Name
    units: tuple[UnitName, ...] = ()
    number: Count = 0


class SpecialPart(FilePart):
    """A rule of the scenario's own: see specials.py for the kinds and what each of them needs."""

    kind: Annotated[str, kind_of(SPECIAL_KINDS)]
    units: tuple[UnitName, ...] = ()
    number: Count = 0
    limit: Count = 0
    name: str = ""


class Scenario(ScenarioPart):
    """A whole scenario file. The first side is player 1.

    ``maps`` lie in a row at the start, so many ``later_maps`` to their right are placed when
    a ship comes there. ``asteroids`` are the markers: a field is a marker's hex and the six
    around it. ``jumps``: hyperjumps are allowed.
    """

    maps: Annotated[int, Meta(ge=1, le=26)]
    later_maps: Annotated[int, Meta(ge=0, le=26)] = 0
    jumps: bool = False
    planets: tuple[PlanetPart, ...] = ()
    asteroids: tuple[HexText, ...] = ()
    ships: Annotated[tuple[ShipPart, ...], Meta(max_length=200)] = ()
    purchases: tuple[PurchasePart, ...] = ()
    companies: tuple[CompanyPart, ...] = ()
    special: tuple[SpecialPart, ...] = ()
    victory: Annotated[tuple[VictoryPart, ...], Meta(min_length=1)]

    def misfit(self) -> str:
        """Say that it has not two sides, or nothing for them to play with."""
        if len(self.sides) != 2:
            sides = count(len(self.sides), "side is", "sides are")
            return f"{sides} named; DeltaVee is for two"
        if not self.ships and not self.purchases:
            return "there is neither a ship nor a purchase"
        return ""
