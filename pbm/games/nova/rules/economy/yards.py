"""Building: limits of worlds and Industrial Complexes, and the things built.

Rule: NV ECO-03 to NV ECO-09, NV UNI-10, NV UNI-22, NV DSN-38, NV ORD-41, NV PEN-01,
NV PEN-10.
Ambiguity: NV A-BUILD-CAPT, NV A-BUILD-IC-LIST, NV A-BUILD-STORE, NV A-CAPT-IC,
NV A-ORD-COMMISSION, NV A-PARTIAL.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.orders.addressing import coming
from pbm.games.nova.orders.naming import LONGEST_NAME
from pbm.games.nova.rules import telling
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.orders.money import Commission
from pbm.games.nova.state.planets import (
    HOME_ARMIES,
    WORLD_ARMIES,
    armies,
    ic_rests,
    is_garrisoned,
    with_units,
)
from pbm.games.nova.state.state import ARMIES, STORED, GateEnd, Hull, Ship, System
from pbm.games.nova.state.working_state import Draft

AT_WORLDS = (*ARMIES, "C")


class ShipNames:
    """The names of an empire's ships as a phase begins, gathered once the first builds one."""

    def __init__(self, ships: Iterable[Ship]) -> None:
        self._ships = ships

    @cached_property
    def by_owner(self) -> Mapping[str, set[str]]:
        """In small letters."""
        found: dict[str, set[str]] = {}
        for ship in self._ships:
            found.setdefault(ship.owner, set()).add(ship.name.casefold())
        return found


class Yard(Struct):
    """One empire's building in one phase C: armies built by system, names still to be given.

    ``made``: ids of what was built, by the way its own sheet names it before it is there.
    """

    work: PhaseContext
    draft: Draft
    empire: str
    names: dict[tuple[str, str], list[tuple[str, OrderRef]]] = field(default_factory=dict)
    armies: dict[str, int] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    ships: ShipNames = field(default_factory=lambda: ShipNames(()))
    unnamed: int = 0
    made: dict[str, str] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """True if a ship of the empire has this name."""
        small = name.casefold()
        return small in self.taken or small in self.ships.by_owner.get(self.empire, ())


def opened(
    work: PhaseContext,
    draft: Draft,
    empire: str,
    commissions: Sequence[Commission],
    ships: ShipNames,
) -> Yard:
    """The yard of an empire at the start of phase C."""
    yard = Yard(work, draft, empire, ships=ships)
    for line in commissions:
        names = yard.names.setdefault((line.at, line.design), [])
        names += [(name, line.ref) for name in line.names]
    yard.taken = {one.name.casefold() for one in draft.hulls.values() if one.owner == empire}
    return yard


def complex_rests(
    system: System, empire: str, work: str, options: Mapping[str, str]
) -> tuple[str, str]:
    """Why an empire cannot build, repair, refit or salvage at a system, and the rule.

    Two empty texts if it can. Rule: NV ECO-04, NV ECO-37, NV ECO-43. Ambiguity: NV A-SALV-WHERE.
    """
    if not system.ic or system.owner != empire:
        return f"you have no established IC at {system.name}", "NV ECO-04"
    guards, enough = armies(system, empire), is_garrisoned(system)
    return ic_rests(system, work, guards, garrisoned=enough, options=options)


def world_works(system: System, empire: str) -> tuple[str, str]:
    """Why armies and colonies cannot be built at a system; two empty texts if they can."""
    if system.owner != empire or system.status != "WORLD":
        return f"{system.name} is not a world of yours", "NV ECO-03"
    if system.captured:
        return f"{system.name} is captured", "NV ECO-30"
    return "", ""


def army_limit(system: System) -> int:
    """Armies a system can build in one turn. Rule: NV ECO-03.

    A home star builds four, any other world two.
    """
    if system.status != "WORLD" or system.captured:
        return 0
    return HOME_ARMIES if system.home_of == system.owner else WORLD_ARMIES


def room_for(yard: Yard, kind: str, at: str) -> tuple[int, str, str]:
    """How many units of a kind can still be built at a system (-1: any number), and why no more."""
    system = yard.draft.systems[at]
    if kind not in AT_WORLDS:
        why, rule = complex_rests(system, yard.empire, "build", yard.work.options)
        return (0 if why else -1), why, rule
    why, rule = world_works(system, yard.empire)
    if why:
        return 0, why, rule
    if kind == "C":
        return -1, "", ""
    limit = army_limit(system)
    built = yard.armies.get(at, 0)
    return limit - built, f"{at} builds {limit} armies a turn and has built {built}", "NV ECO-03"


def put_units(yard: Yard, kind: str, number: int, at: str) -> None:
    """New units lie on the planet of the system that built them. Ambiguity: NV A-BUILD-STORE."""
    system = yard.draft.systems[at]
    yard.draft.systems[at] = replace(
        system, surface=with_units(system.surface, yard.empire, {kind: number})
    )
    if kind in ARMIES:
        yard.armies[at] = yard.armies.get(at, 0) + number


def next_name(yard: Yard, design: str, at: str) -> tuple[str, bool]:
    """The name of the next ship of a design built at a system, and whether its player gave it."""
    waiting = yard.names.get((at, design), [])
    while waiting:
        name, ref = waiting.pop(0)
        if is_free(yard, name, ref):
            yard.taken.add(name.casefold())
            return name, True
    name = _by_program(yard, design)
    yard.unnamed += 1
    return name, False


def hull_name(yard: Yard, wanted: str, design: str, at: str, ref: OrderRef) -> str:
    """The name of a ship that is begun: the one wanted, else the next commissioned, else any.

    It costs no fine, for it need not be named before it is finished.
    """
    if wanted and is_free(yard, wanted, ref):
        yard.taken.add(wanted.casefold())
        return wanted
    if yard.names.get((at, design)):
        name, named = next_name(yard, design, at)
        yard.unnamed -= not named
        return name
    return _by_program(yard, design)


def is_free(yard: Yard, name: str, ref: OrderRef) -> bool:
    """True if a ship may have the name; else tell its player why not. Rule: NV ORD-41."""
    if not 0 < len(name) <= LONGEST_NAME:
        why = f"a name has 1 to {LONGEST_NAME} characters, this one has {len(name)}"
    elif yard.has(name):
        why = "you have a ship of this name"
    else:
        return True
    telling.failed(yard.work, yard.empire, ref, "", name, why, rule="NV ORD-41")
    return False


def _by_program(yard: Yard, design: str) -> str:
    """A name by class and number, taken at once. Ambiguity: NV A-ORD-COMMISSION."""
    number = 1
    stem = design[: LONGEST_NAME - 4]
    while yard.has(f"{stem}-{number}"):
        number += 1
    name = f"{stem}-{number}"
    yard.taken.add(name.casefold())
    return name


def put_ship(yard: Yard, design_key: str, name: str, at: str, *, named: bool) -> Ship:
    """A new ship, usable at once unless the program had to name it. Rule: NV ECO-02."""
    empire = yard.draft.empires[yard.empire]
    is_launcher = any(part.kind == "ML" for part in yard.draft.designs[design_key].parts)
    ship = Ship(
        id=_id(yard, "ship", name, at),
        name=name,
        owner=yard.empire,
        builder=yard.empire,
        design=design_key,
        at=at,
        missiles=_missiles(empire.missiles_from, yard.work.turn) if is_launcher else (),
        unnamed=not named,
        built=yard.work.turn,
    )
    yard.draft.put(ship)
    yard.made[coming(name)] = ship.id
    return ship


def _missiles(since: Mapping[str, int], turn: int) -> tuple[str, ...]:
    """Missile designs a ship built at an own IC has: all researched before this turn."""
    return tuple(
        name for name, one in sorted(since.items(), key=lambda x: (x[1], x[0])) if one < turn
    )


def _id(yard: Yard, *parts: str) -> str:
    return yard.work.ids.opaque(*parts, yard.empire, str(yard.work.turn))


def put_hull(yard: Yard, design_key: str, name: str, at: str, paid: int) -> Hull:
    """A ship paid for in part. Rule: NV ECO-08."""
    hull = Hull(_id(yard, "hull", name, at), name, yard.empire, yard.empire, design_key, at, paid)
    yard.draft.hulls[hull.id] = hull
    return hull


def put_gate(yard: Yard, names: Sequence[str], at: str, other: str) -> None:
    """Both ends of a star gate, stored where they were built. Rule: NV UNI-10."""
    ids = [_id(yard, "gate", name, place) for name, place in zip(names, (at, other), strict=True)]
    yard.made.update(zip((coming(name) for name in names), ids, strict=True))
    for number, (name, place) in enumerate(zip(names, (at, other), strict=True)):
        yard.draft.gates[ids[number]] = GateEnd(
            ids[number], name, yard.empire, ids[1 - number], place, STORED
        )


def price_of(draft: Draft, design_key: str) -> int:
    """MCr a ship costs. Rule: NV DSN-02."""
    return figures(draft.designs[design_key]).cost
