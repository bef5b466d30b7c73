"""Research projects: what one takes, which table it is rolled on, how it is called.

Rule: NV RES-05 to NV RES-08, NV TEC-43. Ambiguity: NV A-RES-ZERO, NV A-RES-STEP, NV A-TP-DESIGN-0.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from pbm.games.nova.state.design import Design
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.technology import DEFAULT_LT, FREE_LEVELS, LT, tech_points
from pbm.kit.records import Record
from pbm.kit.tables import table

TECH, NSD, RSD, NMD = "TECH", "NSD", "RSD", "NMD"

RESEARCH = table("pbm.games.nova", "research")

Key = tuple[str, str]


class Project(Record):
    """A research project, in the order of its empire's priorities.

    ``kind``: TECH, NSD, RSD or NMD; ``subject`` the technology or the design's name;
    ``start`` and ``goal_level`` for TECH. ``goal`` in Tech Points, ``done`` so far;
    ``table`` A, B or C; ``teams`` at the end of last turn. ``design``: the design that is
    researched. Rule: NV RES-05 to RES-14.
    """

    kind: str
    subject: str
    goal: Fraction
    table: str
    start: int = 0
    goal_level: int = 0
    done: int = 0
    teams: int = 0
    design: Design | None = None
    missile: MissileDesign | None = None


class Named(Protocol):
    """What names a project."""

    @property
    def kind(self) -> str:
        """TECH, or what is done with a design: NSD, RSD, NMD."""

    @property
    def subject(self) -> str:
        """The technology or the design."""

    @property
    def start(self) -> int:
        """The level research on a technology begins from."""

    @property
    def goal_level(self) -> int:
        """The level it aims at."""


def key_of(project: Named) -> Key:
    """What tells a project from an empire's others."""
    return project.kind, project.subject


def called(project: Named) -> str:
    """A project as reports name it: ``MD7``, ``NSD Hornet``. Rule: NV REP-04."""
    if project.kind == TECH:
        return f"{project.subject}{project.goal_level}"
    return f"{project.kind} {project.subject}"


def written(project: Named) -> str:
    """A project as a sheet names it: ``BL 15-20``, ``NSD Hornet``."""
    if project.kind == TECH:
        return f"{project.subject} {project.start}-{project.goal_level}"
    return f"{project.kind} {project.subject}"


def own_level(tech: Mapping[str, int], kind: str) -> int:
    """The level research begins from: what the empire has of that technology itself.

    Free levels count, combination lasers not for beam and pulse lasers (NV TEC-43); 0 if it
    has none. Ambiguity: NV A-TECH-FREE.
    """
    return tech.get(kind, DEFAULT_LT if kind == LT else FREE_LEVELS.get(kind, 0))


def points_between(kind: str, start: int, goal: int) -> Fraction:
    """Tech points from a level to a better one; ValueError for levels there are not.

    Rule: NV RES-07, NV RES-11. Ambiguity: NV A-TECH-DOWN (lag time counts downwards).
    """
    return tech_points(kind, goal) - (tech_points(kind, start) if start else Fraction(0))


def table_for(kind: str, start: int, goal: int) -> str:
    """Table A if the difference exceeds what the present level holds, else B.

    >>> table_for("BL", 15, 20)
    'B'

    Rule: NV RES-07. Ambiguity: NV A-RES-ZERO.
    """
    held = tech_points(kind, start) if start else Fraction(0)
    return "A" if points_between(kind, start, goal) > held else "B"


def is_better(kind: str, one: int, other: int) -> bool:
    """Whether a level is better than another; a lag time is better if it is less."""
    return one < other if kind == LT else one > other


def table_now(project: Project, captured: int) -> str:
    """The table a project is rolled on this turn.

    ``captured`` is the level of its technology that a pillaged home star opened before this
    turn, 0 if none did. Designs and goals up to that level are on table C.
    Rule: NV RES-08, NV RES-17. Ambiguity: NV A-RES-TABLE-FIX, NV A-RES-PART-C.
    """
    if project.kind != TECH:
        return "C"
    reached = captured and not is_better(project.subject, project.goal_level, captured)
    return "C" if reached else project.table


def points_rolled(table_name: str, face: int) -> int:
    """Tech points of one team by its die. Rule: NV RES-10."""
    return RESEARCH.number(str(face), table_name)
