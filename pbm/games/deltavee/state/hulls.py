"""Hulls that are not like the others: four force fields, storage pods, hull and grid, modules.

The Pulsor has no figures to play by and is not a class.
Rule: DV EHC, DV EAL. Ambiguity: DV-A95 to DV-A100.
"""

from collections.abc import Sequence

from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import BRIDGE, ENGINE, FORCE_FIELD, Part, Unit
from pbm.kit.tables import EMPTY, table

HULLS = table("pbm.games.deltavee", "hulls")
FIELDS = table("pbm.games.deltavee", "fields")

PARTS = "parts"
HULL_AND_GRID = "hull and grid"
MODULES = "modules"

MODULE = "module"
_GRID_PODS = ("pod 1", "pod 2", "pod 3", "pod 4", "pod 5")
_ALIEN_NAMES = {BRIDGE: "hull", ENGINE: "grid"}

# The ships a storage pod can hold: those built for military use, but no cruiser or transport.
STORED = ("dagger", "sword", "spear")


def reading(klass: str) -> str:
    """How hits on a class are read: parts, hull and grid, modules."""
    return str(HULLS.at(klass, "hits")) if klass in HULLS.rows else PARTS


def stores(klass: str) -> bool:
    """True for a class that can carry storage pods. Rule: DV EHC."""
    return klass in HULLS.rows and HULLS.at(klass, "storage") == "yes"


def no_sale(klass: str) -> str:
    """Why no player can buy a class, in a phrase; empty if the cost chart may have it.

    Rule: DV EHC, DV EAL (neither chart gives a price).
    """
    return str(HULLS.at(klass, "sale")) if klass in HULLS.rows else ""


def hull_names(klass: str) -> tuple[tuple[str, str], ...]:
    """Name and kind of the parts of a hull, force fields left out.

    Of a ram jet or solarship the hull is a bridge and the grid an engine, of a modular ship
    each pod is one module. Rule: DV EAL. Ambiguity: DV-A98, DV-A99.
    """
    how = reading(klass)
    if how == MODULES:
        return ((MODULE, MODULE),)
    alien = how == HULL_AND_GRID
    return tuple((_ALIEN_NAMES[kind] if alien else kind, kind) for kind in (BRIDGE, ENGINE))


def field_names(klass: str) -> tuple[str, ...]:
    """The names of the force fields of a class that has any: four of a Heavy Cruiser."""
    number = HULLS.number(klass, "fields") if klass in HULLS.rows else 1
    if number == 1:
        return (FORCE_FIELD,)
    return tuple(f"{FORCE_FIELD} {place}" for place in range(1, number + 1))


def field_hit(die: int) -> str:
    """The field of a Heavy Cruiser a die hits; empty for the 10 that hits two."""
    for row in FIELDS.rows:
        if FIELDS.number(row, "least") <= die <= FIELDS.number(row, "most"):
            return f"{FORCE_FIELD} {row}"
    return ""


def broken_fields(unit: Unit) -> tuple[str, ...]:
    """The destroyed fields of a ship that has several, by name; the others still protect it."""
    found = [part for part in unit.parts if part.kind == FORCE_FIELD]
    return tuple(part.name for part in found if part.gone) if len(found) > 1 else ()


def laid_open(unit: Unit) -> tuple[str, ...]:
    """The parts a missile destroys because a field of several is destroyed already.

    A pod of several boxes lies behind each of their fields; what is destroyed is left out.
    Rule: DV EHC Missile Hit Chart. Ambiguity: DV-A96, DV-A97.
    """
    found: list[str] = []
    for name in broken_fields(unit):
        row = name.rpartition(" ")[2]
        boxes = range(FIELDS.number(row, "first pod"), FIELDS.number(row, "last pod") + 1)
        found += [
            part.name
            for part in unit.parts
            if (row == "1" and part.kind in (ENGINE, BRIDGE))
            or any(box in boxes for box in part.boxes)
        ]
    standing = [part.name for part in unit.parts if not part.gone]
    return tuple(dict.fromkeys(name for name in found if name in standing))


def at_line(unit: Unit, name: str) -> Part | None:
    """The part that a line of the Hit Table means: of a pod of several boxes any of these."""
    if not name.startswith("pod "):
        return unit.part(name) if name == MODULE else unit.hull_part(name)
    return unit.pod_in(int(name.removeprefix("pod ")))


def read_alien(names: Sequence[str]) -> str:
    """What a line of the Hit Table means on hull and grid: bridge, engine, or nothing.

    Of two parts the first counts, which has the lower number. Ambiguity: DV-A98.

    >>> read_alien(("bridge", "engine")), read_alien(("pod 3", "pod 11")), read_alien(("pod 6",))
    ('bridge', 'engine', '-')
    """
    if names[0] in (BRIDGE, ENGINE, FORCE_FIELD):
        return BRIDGE
    return ENGINE if names[0] in _GRID_PODS else EMPTY


def modules(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The pods in play of the modular ship a unit is part of: of one class and one name."""
    return tuple(
        one for one in state.of_side(unit.side) if (one.klass, one.name) == (unit.klass, unit.name)
    )
