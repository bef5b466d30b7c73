"""The fields of ships, systems and empires that the game master can set, each with its limits.

A setter changes a draft, or raises ``Refused`` with the reason and a remedy. It gives the
empires that may read the ruling: those of which its words name no other.

Rule: NV SET-10, NV PEN-07.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.engine.field_parsers import Refused, near, number, yes
from pbm.games.nova.rules.results.result_words import named
from pbm.games.nova.state.damage import UNDAMAGED, Damage
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.state import FULL, MINOR, NORMAL, Empire, Ship, Sight, System
from pbm.games.nova.state.technology import technologies
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.state.working_state import Draft

MOST_MCR = 999_999
MOST_LEVEL = 999
MOST_UNITS = 9999
MOST_TYPE = 8
WORLD = 3

Readers = tuple[str, ...]
Setter = Callable[[Draft, str, str], Readers]


def system_of(draft: Draft, name: str) -> System:
    """The system of this name, however it is written."""
    wanted = name.casefold()
    for one in draft.systems.values():
        if one.name.casefold() == wanted:
            return one
    names = list(draft.systems)
    raise Refused(f'There is no system "{name}"', remedy=near(name, names, "See the map"))


def empire_of(draft: Draft, name: str) -> Empire:
    """The empire of this name or id."""
    return draft.empires[named(draft.empires, name)]


# --- ships -----------------------------------------------------------------------------------


def placed(draft: Draft, id: str, text: str) -> Readers:
    """A ship, with all it carries, at another system; it is aboard of nothing then."""
    ship = draft.ships[id]
    at = system_of(draft, text).name
    draft.ships[id] = replace(ship, at=at, carrier="", bay="", retreat=None)
    return (ship.owner,)


def _ship_owner(draft: Draft, id: str, text: str) -> Readers:
    ship = draft.ships[id]
    draft.ships[id] = replace(ship, owner=empire_of(draft, text).id, given=True, derelict=False)
    return ()


def _ship_name(draft: Draft, id: str, text: str) -> Readers:
    ship = draft.ships[id]
    free(draft, ship.owner, text, id)
    draft.ships[id] = replace(ship, name=text, unnamed=False)
    return (ship.owner,)


def free(draft: Draft, owner: str, name: str, id: str = "") -> None:
    """Refuse a name that another ship of its empire bears, or none at all."""
    if not name.strip():
        raise Refused("A ship needs a name")
    for one in draft.ships.values():
        if one.id != id and one.owner == owner and one.name.casefold() == name.casefold():
            raise Refused(f'"{name}" is the name of another ship of this empire')


def _damaged(change: Callable[[Draft, Ship, str], Damage]) -> Setter:
    def set_it(draft: Draft, id: str, text: str) -> Readers:
        ship = draft.ships[id]
        draft.ships[id] = replace(ship, damage=change(draft, ship, text))
        return (ship.owner,)

    return set_it


def _armour(draft: Draft, ship: Ship, text: str) -> Damage:
    most = figures(draft.designs[ship.design]).ta
    return replace(ship.damage, armour=number("lost armour", text, 0, most))


def _structure(draft: Draft, ship: Ship, text: str) -> Damage:
    most = figures(draft.designs[ship.design]).ssz - 1
    return replace(ship.damage, structure=number("structural damage", text, 0, most))


def _repaired(_draft: Draft, ship: Ship, text: str) -> Damage:
    return UNDAMAGED if yes(text) else ship.damage


def lost_field(name: str) -> Setter:
    """``lost.BL1 = 1``: an installation, or levels of a drive."""

    def change(draft: Draft, ship: Ship, text: str) -> Damage:
        pieces = {one.name: one.part for one in figures(draft.designs[ship.design]).installations}
        part = pieces.get(name.upper())
        if part is None:
            raise Refused(
                f"{ship.name} has no {name.upper()}",
                remedy=near(name.upper(), pieces, f"It has {', '.join(pieces)}"),
            )
        most = part.level if part.kind in ("IE", "JD") else 1
        lost = number(f"loss of {name.upper()}", text, 0, most)
        parts = {**ship.damage.parts, name.upper(): lost}
        return replace(ship.damage, parts={one: n for one, n in parts.items() if n})

    return _damaged(change)


SHIP_FIELDS: Mapping[str, Setter] = {
    "at": placed,
    "owner": _ship_owner,
    "name": _ship_name,
    "armour_lost": _damaged(_armour),
    "structure_lost": _damaged(_structure),
    "repaired": _damaged(_repaired),
}


# --- systems ---------------------------------------------------------------------------------


def _of_system(name: str, read: Callable[[str], Any]) -> Setter:
    def set_it(draft: Draft, id: str, text: str) -> Readers:
        system = draft.systems[id]
        changed: dict[str, Any] = {name: read(text)}
        draft.systems[id] = replace(system, **changed)
        return (system.owner,) if system.owner else ()

    return set_it


def _system_owner(draft: Draft, id: str, text: str) -> Readers:
    """Who controls the planet; of one without colonies nobody does."""
    system = draft.systems[id]
    if not system.colonies:
        raise Refused(f"{id} has no colonies", remedy=f"First write set {id}.colonies = 1")
    owner = empire_of(draft, text).id
    draft.systems[id] = replace(system, owner=owner, colonizer=system.colonizer or owner)
    return ()


def _colonizer(draft: Draft, id: str, text: str) -> Readers:
    system = draft.systems[id]
    if not system.colonies:
        raise Refused(f"{id} has no colonies", remedy=f"First write set {id}.colonies = 1")
    one = empire_of(draft, text).id
    draft.systems[id] = replace(system, colonizer=one, owner=system.owner or one)
    return ()


def _colonies(draft: Draft, id: str, text: str) -> Readers:
    system = draft.systems[id]
    new = number("number of colonies", text, 0, WORLD)
    system = replace(system, colonies=new)
    if not new:
        system = replace(system, owner="", colonizer="", ic=False, militia=0)
    owner = draft.systems[id].owner
    draft.systems[id] = system
    return (owner,) if owner else ()


def surface_field(empire: str, kind: str) -> Setter:
    """``units.VIRUS.AA = 3``: units of an empire on the planet."""

    def set_it(draft: Draft, id: str, text: str) -> Readers:
        system = draft.systems[id]
        owner, unit = empire_of(draft, empire).id, kind.upper()
        if unit not in UNITS or unit in ("MA", "SG"):
            raise Refused(
                f'"{kind}" is no unit that lies on a planet',
                remedy="Write AA, RA, SDU, C, IC, PCB or TFC",
            )
        more = number(f"number of {unit}", text, 0, MOST_UNITS) - system.units(owner, unit)
        draft.systems[id] = replace(system, surface=with_units(system.surface, owner, {unit: more}))
        return (owner,)

    return set_it


SYSTEM_FIELDS: Mapping[str, Setter] = {
    "type": _of_system("type", lambda text: number("type", text, 0, MOST_TYPE)),
    "colonies": _colonies,
    "owner": _system_owner,
    "colonizer": _colonizer,
    "ic": _of_system("ic", yes),
    "militia": _of_system("militia", lambda text: number("militia", text, 0, MOST_UNITS)),
    "suppressed": _of_system("suppressed", yes),
    "ic_barred": _of_system("ic_barred", yes),
}


# --- empires ---------------------------------------------------------------------------------


def _of_empire(name: str, read: Callable[[str], Any]) -> Setter:
    def set_it(draft: Draft, id: str, text: str) -> Readers:
        changed: dict[str, Any] = {name: read(text)}
        draft.empires[id] = replace(draft.empires[id], **changed)
        return (id,)

    return set_it


def _mcr(text: str) -> int:
    """MCr, below nothing where a minus stands before them."""
    below = text.removeprefix("-")
    return number("MCr", below, 0, MOST_MCR) * (1 if below == text else -1)


def _bonus(draft: Draft, id: str, text: str) -> Readers:
    """MCr that the game master gives (or takes), usable at once. Rule: NV PEN-07."""
    empire = draft.empires[id]
    draft.empires[id] = replace(empire, treasury=empire.treasury + _mcr(text))
    return (id,)


def _seat(name: str) -> Setter:
    """The home star it designates, or where its treasury lies: a system of its own."""

    def set_it(draft: Draft, id: str, text: str) -> Readers:
        system = system_of(draft, text)
        if system.owner != id:
            raise Refused(f"{draft.empires[id].name} does not control {system.name}")
        changed: dict[str, Any] = {name: system.name}
        draft.empires[id] = replace(draft.empires[id], **changed)
        return (id,)

    return set_it


def tech_field(kind: str) -> Setter:
    """``tech.BL = 20``: the level of a technology."""

    def set_it(draft: Draft, id: str, text: str) -> Readers:
        if kind.upper() not in technologies():
            raise Refused(
                f'"{kind.upper()}" is no technology',
                remedy=near(kind.upper(), technologies(), ", ".join(technologies())),
            )
        empire = draft.empires[id]
        level = number(f"level of {kind.upper()}", text, 0, MOST_LEVEL)
        draft.empires[id] = replace(empire, tech={**empire.tech, kind.upper(): level})
        return (id,)

    return set_it


def explored_field(name: str) -> Setter:
    """``explored.TEDDY = yes``: exploration data given or taken away."""

    def set_it(draft: Draft, id: str, text: str) -> Readers:
        empire, system = draft.empires[id], system_of(draft, name)
        old = empire.sights.get(system.name) or Sight(system.name)
        letters = tuple(sorted(system.lines))
        turn = draft.base.turn
        new = replace(
            old,
            explored=yes(text),
            letters=letters if yes(text) else old.letters,
            lines={**dict.fromkeys(letters, ""), **old.lines} if yes(text) else old.lines,
            type=system.type if yes(text) else old.type,
            status=system.status if yes(text) else old.status,
            seen=turn if yes(text) else old.seen,
            explored_on=turn if yes(text) else 0,
        )
        draft.empires[id] = replace(empire, sights={**empire.sights, system.name: new})
        return (id,)

    return set_it


EMPIRE_FIELDS: Mapping[str, Setter] = {
    "bonus": _bonus,
    "treasury": _of_empire("treasury", _mcr),
    "debt": _of_empire("debt", lambda text: number("debt", text, 0, MOST_MCR)),
    "locked": _of_empire("locked", lambda text: number("MCr", text, 0, MOST_MCR)),
    "points": _of_empire("points", lambda text: number("points", text, 0, MOST_MCR)),
    "missed": _of_empire("missed", lambda text: number("missed turns", text, 0, 99)),
    "vacant": _of_empire("vacant", yes),
    "eliminated": _of_empire("eliminated", yes),
    "capital": _seat("capital"),
    "treasury_at": _seat("treasury_at"),
}
# Fields with a name of their own behind a dot, with an example of each.
DOTTED: Mapping[str, tuple[str, ...]] = {
    "ship": ("lost.BL1",),
    "system": ("units.EMPIRE.AA",),
    "empire": ("tech.BL", "explored.SYSTEM", "contact.EMPIRE"),
}
CONTACTS = (MINOR, NORMAL, FULL)
