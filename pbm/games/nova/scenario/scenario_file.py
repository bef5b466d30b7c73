"""The form of a scenario file: how many empires, a map drawn or generated, what wins.

Rule: NV SET-07, NV SET-11, NV SET-18, NV VIC-01 to NV VIC-05.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from pbm.engine.scenario_base import ScenarioPart, SidePart
from pbm.games.nova.scenario.star_map import check_line, check_system
from pbm.kit.file_part import Check, FilePart


class EmpiresPart(SidePart):
    """All empires: in Nova all play for themselves, so one side holds all seats.

    Rule: NV SET-01.
    """

    players_min: Annotated[int, Meta(ge=1, le=1000)] = 2
    players_max: Annotated[int, Meta(ge=1, le=1000)] = 12


class MapPart(FilePart):
    """A map drawn by hand (``systems`` and ``lines``), or generated.

    Generated: ``each`` systems a position, ``warp_lines`` at every system, ``mcr`` that a
    position is worth after full colonization. Ambiguity: NV A-MISS-MAP.
    """

    systems: tuple[Annotated[str, Check(check_system)], ...] = ()
    lines: tuple[Annotated[str, Check(check_line)], ...] = ()
    each: Annotated[int, Meta(ge=4, le=40)] = 10
    warp_lines: Annotated[int, Meta(ge=3, le=8)] = 4
    mcr: Annotated[int, Meta(ge=200, le=6050)] = 800

    @property
    def is_drawn(self) -> bool:
        """True for a map drawn by hand."""
        return bool(self.systems)


class GoalPart(FilePart):
    """What wins: population, production or territory (``level``), or the most when time is up.

    ``last`` is the turn after which the game ends; with ``earliest`` the seed chooses one from
    there on, and players are not told which. ``by``: what counts then. ``hidden``: players are
    told the method alone.
    """

    method: Literal["population", "production", "territory", "time"]
    level: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    earliest: Annotated[int, Meta(ge=0, le=1000)] = 0
    last: Annotated[int, Meta(ge=0, le=1000)] = 0
    by: Literal["production", "population", "territory"] = "production"
    hidden: bool = False

    def misfit(self) -> str:
        """Say what the method of winning lacks."""
        if self.method == "time" and not self.last:
            return "a game that ends by time says the last turn, such as last = 30"
        if self.method != "time" and not self.level:
            return f"{self.method} says the level to be reached, such as level = 100"
        if self.earliest > self.last:
            return "the earliest last turn comes before the last"
        return ""


class Scenario(ScenarioPart):
    """The whole of a scenario file of Nova."""

    game: Literal["nova"]
    sides: Annotated[tuple[EmpiresPart, ...], Meta(min_length=1, max_length=1)]
    map: MapPart = MapPart()
    goals: Annotated[tuple[GoalPart, ...], Meta(min_length=1)]

    @property
    def empires(self) -> EmpiresPart:
        """How many empires the scenario takes."""
        return self.sides[0]
