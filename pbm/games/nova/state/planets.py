"""What a planet gives and holds: production, colonies, armies, garrison, revenue, its IC.

Rule: NV ECO-07, NV ECO-20, NV ECO-21, NV ECO-26, NV ECO-27, NV ECO-29, NV ECO-30, NV UNI-03.
Ambiguity: NV A-CAPT-IC, NV A-IC-SUPPR, NV A-REFIT-SUPPR.
"""

from collections.abc import Mapping
from typing import Protocol

from pbm.games.nova.state.state import System
from pbm.games.nova.state.units import garrison_needed
from pbm.kit.tables import EMPTY, table

WORLD_ARMIES, HOME_ARMIES = 2, 4  # built in a turn. Rule: NV ECO-03.
MOST_LOOT = 180  # MCr from pillaging a system. Rule: NV ECO-32.
PRODUCTION = table("pbm.games.nova", "production")
# Colonies make a status: none, one, two, three.
BY_COLONIES: tuple[str, ...] = PRODUCTION.columns


def production(system_type: int, status: str) -> int | None:
    """MCr a turn of a system, None if its type cannot have this status. Rule: NV ECO-20."""
    found = PRODUCTION.at(str(system_type), status)
    return None if found == EMPTY else int(found)


def most_colonies(system_type: int) -> int:
    """How many colonies a system of this type can hold.

    Rule: NV ECO-21, ECO-24. Ambiguity: NV A-VARIABLE-SYS.
    """
    return _MOST_COLONIES[system_type]


_MOST_COLONIES = {
    int(row): sum(production(int(row), status) is not None for status in BY_COLONIES) - 1
    for row in PRODUCTION.rows
}
_REVENUE = {
    (int(row), colonies): production(int(row), status) or 0
    for row in PRODUCTION.rows
    for colonies, status in enumerate(BY_COLONIES)
}


def loot_of(production: int) -> int:
    """MCr from pillaging a system of this unmodified production.

    >>> loot_of(200), loot_of(150)
    (180, 150)

    Rule: NV ECO-32.
    """
    return min(production, MOST_LOOT)


def revenue_of(system: System) -> int:
    """Unmodified production of a system by type and status; 0 for what its type cannot bear.

    Rule: NV ECO-20.
    """
    return _REVENUE[system.type, system.colonies]


def potential(system: System) -> int:
    """What a system gives its controller while it is not suppressed.

    All to a coloniser, half to a captor with the garrison it needs (rounded down), else
    nothing. Rule: NV ECO-30.
    """
    whole = revenue_of(system)
    if not system.captured:
        return whole
    return whole // 2 if is_garrisoned(system) else 0


def armies(system: System, empire: str) -> int:
    """Armies of an empire on a planet. Ambiguity: NV A-CAPT-GARR (SDUs do not count)."""
    return system.units(empire, "AA") + system.units(empire, "RA")


def garrison_status(system: System) -> str:
    """The status by which garrison and militia are counted. Rule: NV ECO-30, NV UNI-03."""
    return "HOME STAR" if system.home_of else system.status


def is_garrisoned(system: System) -> bool:
    """True if a captured system holds the armies its revenue needs. Rule: NV ECO-30."""
    return armies(system, system.owner) >= garrison_needed(garrison_status(system))


def with_units(
    surface: Mapping[str, Mapping[str, int]], empire: str, units: Mapping[str, int]
) -> dict[str, Mapping[str, int]]:
    """A surface with so many more (or fewer) units of an empire; none left: no entry.

    ValueError if fewer than none would be left.
    """
    own = dict(surface.get(empire, {}))
    for kind, number in units.items():
        left = own.get(kind, 0) + number
        if left < 0:
            raise ValueError(f"{empire} has not {-number} {kind} there")
        own[kind] = left
    kept = {kind: number for kind, number in own.items() if number}
    changed = {**surface, empire: kept}
    return {one: held for one, held in changed.items() if held}


class Site(Protocol):
    """A system with an IC, as the turn or a player's view has it."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def captured(self) -> bool:
        """True if its controller did not colonize it."""

    @property
    def suppressed(self) -> bool:
        """True if it gives no revenue this turn."""

    @property
    def ic_barred(self) -> bool:
        """True if it was devastated last turn."""


def ic_rests(
    site: Site, work: str, armies: int, *, garrisoned: bool, options: Mapping[str, str]
) -> tuple[str, str]:
    """Why the IC of its controller does not build, repair, refit or salvage, and the rule.

    Two empty texts if it does. ``armies`` are those the controller has there. Rule: NV ECO-07,
    NV ECO-26, NV ECO-27, NV ECO-29, NV ECO-40. Ambiguity: NV A-CAPT-IC, NV A-IC-SUPPR,
    NV A-REFIT-SUPPR.
    """
    if site.captured and options["captured_ic"] == "garrison" and not garrisoned:
        return f"the garrison of captured {site.name} is too small", "NV ECO-29"
    if site.captured and not armies:
        return f"you have no army on captured {site.name}", "NV ECO-29"
    if site.ic_barred and (work in _MAKES or options["devastated_ic"] == "idle"):
        rule = "NV ECO-07" if work == "build" else "NV ECO-27"
        return f"{site.name} was devastated last turn", rule
    if site.suppressed and work != "build":
        return f"{site.name} is suppressed", "NV ECO-26"
    return "", ""


_MAKES = ("build", "refit")
