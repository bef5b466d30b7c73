"""Hulls that are not like the others: four force fields, hull and grid, modules.

Rule: DV EHC, DV EAL. Ambiguity: DV-A95, DV-A96, DV-A98, DV-A99.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbm.deltavee.state import BRIDGE, ENGINE, FORCE_FIELD, State, Unit
from pbm.table import EMPTY, table

HULLS = table("pbm.deltavee", "hulls")
FIELDS = table("pbm.deltavee", "fields")

PARTS = "parts"
HULL_AND_GRID = "hull and grid"
MODULES = "modules"

MODULE = "module"
CIRCUITRY = 10  # the die that hits two fields
GRID_PODS = ("pod 1", "pod 2", "pod 3", "pod 4", "pod 5")


def reading(klass: str) -> str:
    """How hits on a class are read: parts, hull and grid, modules."""
    return str(HULLS.at(klass, "hits")) if klass in HULLS.rows else PARTS


def field_names(klass: str) -> tuple[str, ...]:
    """The names of the force fields of a class that has any: four of a Heavy Cruiser."""
    number = HULLS.number(klass, "fields") if klass in HULLS.rows else 1
    return (FORCE_FIELD, *(f"{FORCE_FIELD} {place}" for place in range(2, number + 1)))


def field_hit(die: int) -> str:
    """The field of a Heavy Cruiser a die hits; empty for the 10 that hits two."""
    for row in FIELDS.rows:
        if FIELDS.number(row, "least") <= die <= FIELDS.number(row, "most"):
            return FORCE_FIELD if row == "1" else f"{FORCE_FIELD} {row}"
    return ""


def laid_open(unit: Unit) -> tuple[str, ...]:
    """The parts a missile destroys because a field of several is destroyed already.

    Rule: DV EHC Missile Hit Chart. Ambiguity: DV-A96.
    """
    if len(field_names(unit.klass)) == 1:
        return ()
    found: list[str] = []
    for row, name in zip(FIELDS.rows, field_names(unit.klass), strict=True):
        part = unit.part(name)
        if part is None or not part.gone:
            continue
        first, last = FIELDS.number(row, "first pod"), FIELDS.number(row, "last pod")
        found += [ENGINE, BRIDGE] if row == "1" else []
        found += [pod.name for pod in unit.pods if first <= pod.box <= last]
    return tuple(found)


def read_alien(names: Sequence[str]) -> str:
    """What a line of the Hit Table means on hull and grid: bridge, engine, or nothing.

    Of two parts the first counts, which has the lower number. Ambiguity: DV-A98.

    >>> read_alien(("bridge", "engine")), read_alien(("pod 3", "pod 11")), read_alien(("pod 6",))
    ('bridge', 'engine', '-')
    """
    if names[0] in (BRIDGE, ENGINE, FORCE_FIELD):
        return BRIDGE
    return ENGINE if names[0] in GRID_PODS else EMPTY


def modules(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The pods in play of the modular ship a unit is part of: of one class and one name."""
    return tuple(
        one for one in state.of_side(unit.side) if (one.klass, one.name) == (unit.klass, unit.name)
    )
