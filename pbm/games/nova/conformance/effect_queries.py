"""What a conformance case may ask of effects: research, captured systems, devastation, militia."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

from pbm.games.nova.orders.empire_orders import RANKS
from pbm.games.nova.rules.economy import pillage
from pbm.games.nova.rules.exploration import devastation
from pbm.games.nova.rules.phases import phases
from pbm.games.nova.rules.research import research
from pbm.games.nova.rules.surface_combat import militia
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.planets import BY_COLONIES, garrison_status, is_garrisoned, potential
from pbm.games.nova.state.projects import (
    TECH,
    Project,
    own_level,
    points_between,
    points_rolled,
    table_for,
    table_now,
)
from pbm.games.nova.state.state import Empire, State, System
from pbm.games.nova.state.technology import tech_points
from pbm.games.nova.state.units import garrison_needed
from pbm.games.nova.state.working_state import Draft

_Kind = Literal["NSD", "RSD", "NMD"]
_Status = Literal["OUTPOST", "SETTLEMENT", "WORLD", "HOME STAR"]
_FACES = range(1, 11)


def research_table(table: Literal["A", "B", "C"]) -> dict[str, Any]:
    """Tech points of a team by the face of its die (0 is the last), and their average."""
    found = {str(face % 10): points_rolled(table, face) for face in _FACES}
    return {"faces": found, "average": amount_text(Fraction(sum(found.values()), len(found)))}


def research_turn(table: Literal["A", "B", "C"], faces: Sequence[int], done: int = 0) -> int:
    """Tech points of a project after its teams' dice, from what it had."""
    return done + sum(points_rolled(table, face or 10) for face in faces)


def project(kind: str, start: int, goal: int, captured: int = 0) -> dict[str, str]:
    """Tech points held and wanted, the goal and the table of a technology's project."""
    held = tech_points(kind, start) if start else Fraction(0)
    points = points_between(kind, start, goal)
    made = Project(TECH, kind, points, table_for(kind, start, goal), start, goal)
    return {
        "held": amount_text(held),
        "wanted": amount_text(held + points),
        "goal": amount_text(points),
        "table": table_now(made, captured),
    }


def design_table(kind: _Kind) -> str:
    """The table on which designs are researched."""
    return table_now(Project(kind, "", Fraction(1), "C"), 0)


def free_level(kind: str) -> int:
    """The level everybody has of a technology, from which research begins; 0 for none."""
    return own_level({}, kind)


def research_limit(worlds: int, teams: int, home: bool = False) -> dict[str, Any]:
    """How many teams may be created with this many worlds and maintained teams."""
    own = {str(n): System(str(n), 8, {}, 3, "e", "e") for n in range(worlds)}
    own["home"] = System("home", 8, {}, 3, "e", "e" if home else "f")
    if not home:
        own["home"] = System("home", 8, {}, 0)
    empire = Empire("e", "E", "home", "home", "home")
    draft = Draft(State("", "", own, {"e": empire}))
    may = research.may_create(draft, empire, teams, held=True)
    limit = None if home else research.TEAMS_A_WORLD * worlds
    return {"limit": limit, "may_create": may, "may_maintain": teams}


def captured(type: int, status: _Status, armies: int, sdus: int = 0) -> dict[str, Any]:
    """What a captured system gives its captor with these armies and SDUs on it."""
    held = {"RA": armies, "SDU": sdus}
    colonies = 3 if status == "HOME STAR" else BY_COLONIES.index(status)
    home = "e" if status == "HOME STAR" else ""
    system = System("S", type, {}, colonies, "e", "f", home, surface={"f": held})
    return {
        "mcr": potential(system),
        "garrison": garrison_needed(garrison_status(system)),
        "garrisoned": is_garrisoned(system),
        "may_pillage": not pillage.fault(system, "f", {})[0],
        "militia": militia.mustered(system, 1, "return"),
    }


def devastate(sdus: int) -> dict[str, Any]:
    """What DC leaves of a planet with so many SDUs."""
    result = devastation.outcome(sdus)
    return {
        "result": result,
        "units_destroyed": result == "destroyed",
        "revenue": result == "barred",
        "ic_usable": False,
    }


def militia_next_turn(status: _Status, left: int, defenders: int) -> int:
    """Militia of the turn after a combat, from militia and other defenders that lived."""
    return militia.after_combat(status, left, defenders)


def sequence() -> dict[str, str]:
    """The phases of a turn in their order, by letter, with what is done in each."""
    return {phase.key: phase.title for phase in phases(State("", "", {}, {}), 1, {})}


def order_ranks() -> list[str]:
    """The kinds of order, from the strongest, before a unit's own line and the defaults."""
    return list(RANKS)
