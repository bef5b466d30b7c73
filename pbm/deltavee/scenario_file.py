"""The form of a scenario file: maps, ships with their pods, what players may choose, victory.

Units are named by side and counter: ``1A``, of battlecraft ``1A1`` (the first of ship A).
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from pbm.deltavee.geometry import DIRECTIONS
from pbm.deltavee.ratings import CLASSES
from pbm.deltavee.special import KINDS as SPECIAL_KINDS
from pbm.deltavee.state import BATTLECRAFT, MISSILE_TYPES, SPACESHIP
from pbm.deltavee.victory import KINDS as VICTORY_KINDS
from pbm.phrases import count
from pbm.scenario_parts import Code, Count, Name, Part, ScenarioPart, kind_of

HexText = Annotated[str, Field(pattern=r"^[A-Za-z]{1,2}[0-9]{4}$")]
Direction = Annotated[int, Field(ge=1, le=12)]
Velocity = Annotated[int, Field(ge=0, le=9)]
UnitName = Annotated[str, Field(pattern=r"^[A-Za-z0-9]{2,12}$")]


class PodPart(Part):
    """One pod, or ``number`` alike; a file may write just its kind.

    ``civ``, ``armor``: what the scenario states, else the chart's. ``holds`` is the class of
    the battlecraft in it, ``without`` are types of missiles it does not have.
    """

    kind: Name
    number: Annotated[int, Field(ge=1, le=20)] = 1
    armor: Annotated[int, Field(ge=0, le=2)] | None = None
    civ: Annotated[int, Field(ge=0, le=8)] = 0
    holds: str = ""
    without: tuple[str, ...] = ()

    @field_validator("holds")
    @classmethod
    def _a_battlecraft(cls, holds: str) -> str:
        return _of_kind(holds, BATTLECRAFT)

    @field_validator("without")
    @classmethod
    def _missiles(cls, without: tuple[str, ...]) -> tuple[str, ...]:
        for missile in without:
            if missile not in MISSILE_TYPES:
                raise ValueError(f'"{missile}": the missiles are {", ".join(MISSILE_TYPES)}')
        return without


def _of_kind(klass: str, kind: str) -> str:
    if klass not in CLASSES.rows or CLASSES.at(klass, "kind") != kind:
        known = ", ".join(row for row in CLASSES.rows if CLASSES.at(row, "kind") == kind)
        raise ValueError(f'"{klass}" is no class of {kind}; they are {known}')
    return klass


class PlacePart(Part):
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

    @model_validator(mode="after")
    def _one_way(self) -> PlacePart:
        if self.around is not None and self.map is not None:
            raise ValueError("the hexes are those around one, or those of a map, not both")
        if self.velocities is not None and self.velocities[0] > self.velocities[1]:
            raise ValueError("velocities are the least and the most, such as [0, 4]")
        return self

    @property
    def pointing(self) -> tuple[int, ...]:
        """The directions allowed; none: as the ship has it."""
        return tuple(DIRECTIONS) if self.directions == "any" else tuple(self.directions or ())


class ShipPart(Part):
    """One spaceship with its pods in the order of the boxes they stand in by default.

    ``armor`` is that of its pods. ``at_option`` names the option whose value is its hex.
    ``log`` is the type of log it is kept on, ``spent_blocks`` what it has spent before.
    """

    side: str
    counter: Code
    name: Annotated[str, Field(max_length=60)] = ""
    klass: Annotated[str, Field(alias="class")]
    player: Annotated[int, Field(ge=1, le=20)] = 1
    at: HexText
    at_option: str = ""
    direction: Direction
    velocity: Velocity = 0
    log: Annotated[int, Field(ge=1, le=2)] = 1
    armor: Annotated[int, Field(ge=0, le=2)] | None = None
    spent_blocks: Count = 0
    pods: tuple[PodPart, ...] = ()
    place: PlacePart | None = None

    @field_validator("klass")
    @classmethod
    def _a_spaceship(cls, klass: str) -> str:
        return _of_kind(klass, SPACESHIP)

    @field_validator("pods", mode="before")
    @classmethod
    def _just_a_kind(cls, pods: Any) -> Any:
        if not isinstance(pods, (list, tuple)):
            return pods
        return [{"kind": pod} if isinstance(pod, str) else pod for pod in pods]

    @property
    def unit(self) -> str:
        """How the file names it: ``1A``."""
        return f"{self.side}{self.counter}"

    @property
    def each_pod(self) -> list[PodPart]:
        """Its pods one by one."""
        return [pod for pod in self.pods for _ in range(pod.number)]


class PlanetPart(Part):
    """A planet in its hex."""

    id: Code
    name: Name
    at: HexText


class CompanyPart(Part):
    """Ships that must agree at set-up."""

    units: Annotated[tuple[UnitName, ...], Field(min_length=2)]
    different_hexes: bool = False
    same_direction: bool = False
    same_velocity: bool = False


class VictoryPart(Part):
    """A condition that ends the game: see victory.py; ``side`` "" for a draw."""

    side: str = ""
    kind: Annotated[str, kind_of(VICTORY_KINDS)]
    title: Name
    units: tuple[UnitName, ...] = ()
    number: Count = 0


class SpecialPart(Part):
    """A rule of the scenario's own: see special.py."""

    kind: Annotated[str, kind_of(SPECIAL_KINDS)]
    units: Annotated[tuple[UnitName, ...], Field(min_length=1)]
    number: Count = 0
    name: str = ""


class Scenario(ScenarioPart):
    """A whole scenario file. The first side is player 1.

    ``maps`` lie in a row at the start, so many ``later_maps`` to their right are placed when
    a ship comes there. ``asteroids`` are the markers: a field is a marker's hex and the six
    around it. ``jumps``: hyperjumps are allowed.
    """

    maps: Annotated[int, Field(ge=1, le=26)]
    later_maps: Annotated[int, Field(ge=0, le=26)] = 0
    jumps: bool = False
    planets: tuple[PlanetPart, ...] = ()
    asteroids: tuple[HexText, ...] = ()
    ships: Annotated[tuple[ShipPart, ...], Field(min_length=1, max_length=200)]
    companies: tuple[CompanyPart, ...] = ()
    special: tuple[SpecialPart, ...] = ()
    victory: Annotated[tuple[VictoryPart, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _two_sides(self) -> Scenario:
        if len(self.sides) != 2:
            sides = count(len(self.sides), "side is", "sides are")
            raise ValueError(f"{sides} named; DeltaVee is for two")
        return self
