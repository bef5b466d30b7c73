"""Conditions for ships that act at a planet, cargo that an order takes, units without a ship.

Rule: NV EXP-05, NV EXP-06, NV EXP-08, NV MOV-22, NV ORD-07, NV ORD-31.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.orders.empire_orders import orders_of
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.results.result_words import GROUND_UNITS
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.state import Cargo, Ship
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.kit.english import listed

# What E establishes in phase K; TFCs are used in J, gate ends placed. Rule: NV ORD-22.
ESTABLISHED = ("C", "IC")
# What units on a planet can do without a ship. Rule: NV ORD-20, NV ORD-22.
_ON_A_PLANET: Mapping[str, Sequence[str]] = {"A": GROUND_UNITS, "E": (*ESTABLISHED, "TFC")}
# What units aboard alien ships can do by their own orders. Rule: NV CON-22.
_ABOARD_ALIENS = ("A", "E", "L")


def cannot_reach(draft: Draft, effective: Effective, ship: Ship) -> tuple[str, str]:
    """Why a ship cannot get to the planet, and the rule; two empty texts if it can.

    It needs exploration data, and an impulse engine of its own or of a ship that tows it.
    """
    sight = draft.empires[ship.owner].sights.get(ship.at)
    if sight is None or not sight.explored:
        return f"you have no exploration data of {ship.at}", "NV EXP-05"
    if effective.fittings.of(ship).ie < 1 and not is_towed(draft, effective, ship):
        return f"{ship.name} has no working impulse engine and nobody tows it", "NV EXP-06"
    return "", ""


def is_towed(draft: Draft, effective: Effective, ship: Ship) -> bool:
    """True if a ship of the same empire in its system was told to tow it, and can."""
    tug = draft.ships.get(effective.tug_of(ship))
    return tug is not None and tug.at == ship.at and effective.fittings.of(tug).ie > 0


def used_tfc(draft: Draft, ship: Ship) -> bool:
    """True if a TFC of this ship was used earlier this turn."""
    return bool(draft.given.get(key("tfc", ship.owner, "", ship.id)))


def taken(ship: Ship, units: Sequence[Units], kinds: Sequence[str]) -> list[Cargo]:
    """The part of a ship's cargo that an order takes: all of some kinds, or so many.

    Without ``units`` its owner's own alone. More than there is takes what there is; what is
    named twice is taken once.
    """
    if not units:
        return [one for one in ship.cargo if one.kind in kinds and one.owner == ship.owner]
    found: list[Cargo] = []
    there = [one.number for one in ship.cargo]
    for wanted in units:
        owner = wanted.owner or ship.owner
        left = wanted.number or sum(there)
        for place, cargo in enumerate(ship.cargo):
            number = min(left, there[place])
            if number and (cargo.kind, cargo.owner) == (wanted.kind, owner) and cargo.kind in kinds:
                found.append(replace(cargo, number=number))
                there[place] -= number
                left -= number
    return found


def short_of(ship: Ship, units: Sequence[Units]) -> str:
    """What an order takes that is not all aboard, in words: ``2 of the 3 AA are aboard``."""
    found = []
    for wanted in units:
        owner = wanted.owner or ship.owner
        there = sum(c.number for c in ship.cargo if (c.kind, c.owner) == (wanted.kind, owner))
        if there < max(wanted.number, 1):
            asked = f"of the {wanted.number} " if wanted.number > 1 else ""
            number = there or ("none" if asked else "no")
            verb = "are" if there > 1 else "is"
            found.append(f"{number} {asked}{wanted.kind} {verb} aboard")
    return listed(found)


def unloaded(ship: Ship, cargo: Sequence[Cargo]) -> Ship:
    """The ship without this cargo."""
    left = list(ship.cargo)
    for gone in cargo:
        for place, one in enumerate(left):
            if (one.kind, one.owner) == (gone.kind, gone.owner) and one.number:
                less = min(one.number, gone.number)
                left[place] = replace(one, number=one.number - less)
                gone = replace(gone, number=gone.number - less)
                if not gone.number:
                    break
    return replace(ship, cargo=tuple([one for one in left if one.number]))


def on_planets(
    draft: Draft, code: str, kinds: Sequence[str]
) -> Iterator[tuple[str, Movement, Units]]:
    """Units on planets that a line orders an activity, without a ship: empire, line, units.

    Those that are not there are left out: they are aboard an alien ship, or `look_over` told it.
    """
    for empire in draft.base.orders:
        for line, unit in orders_of(draft, empire).units:
            if unit.kind not in kinds or not gives(line, code):
                continue
            if draft.systems[line.start].units(empire, unit.kind):
                yield empire, line, unit


def gives(line: Movement, code: str) -> bool:
    """True if a line orders this activity."""
    return any(one.code == code for one in line.codes.activities or ())


def look_over(work: PhaseContext) -> None:
    """Phase D: tell of units without a ship that are not there, or cannot do what is ordered.

    Rule: NV ORD-07.
    """
    with drafting(work) as draft:
        for empire in draft.base.orders:
            for line, units in orders_of(draft, empire).units:
                _look_at(work, draft, empire, line, units)


def _look_at(work: PhaseContext, draft: Draft, empire: str, line: Movement, units: Units) -> None:
    kind, at = units.kind, line.start
    aboard = sum(
        cargo.number
        for ship in draft.ships.values()
        if ship.owner != empire and draft.place_of(ship) == at
        for cargo in ship.cargo
        if (cargo.kind, cargo.owner) == (kind, empire)
    )
    there = draft.systems[at].units(empire, kind) + aboard
    faults = []
    if there < max(units.number, 1):
        asked = f", not {units.number}" if units.number > 1 else ""
        faults.append((f"you have {there or 'no'} {kind} on {at}{asked}", "NV ORD-07"))
    for one in line.codes.activities or ():
        able = kind in _ON_A_PLANET.get(one.code, ()) or (aboard and one.code in _ABOARD_ALIENS)
        if there and not able:
            faults.append((f"{kind} on a planet cannot do {one.code}", "NV ORD-07"))
    for why, rule in faults:
        written = f"{units.number} {kind}" if units.number else kind
        telling.failed(work, empire, line.ref, "", written, why, rule=rule, system=at)
