"""Empires that have lost their last world, and can make no other, are out.

Rule: NV EOT-16, NV VIC-07. Ambiguity: NV A-ELIM.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.exploration.devastation import type_after_tfc
from pbm.games.nova.rules.exploration.establishing import MOST_COLONIES
from pbm.games.nova.rules.planetside import cannot_reach
from pbm.games.nova.state.planets import most_colonies
from pbm.games.nova.state.state import System
from pbm.games.nova.state.working_state import Draft, drafting


def eliminate(work: PhaseContext) -> None:
    """At the end of the turn eliminate empires that have no world and cannot make one."""
    with drafting(work) as draft:
        held = work.options["elimination"] == "held"
        worlds = {
            one.owner
            for one in draft.systems.values()
            if one.status == "WORLD" and (held or one.owner == one.colonizer)
        }
        for id, empire in list(draft.empires.items()):
            if empire.eliminated or id in worlds:
                continue
            if can_make_world(draft, id):
                work.emit_to("world_needed", id, rule="NV EOT-16")
                continue
            draft.empires[id] = replace(empire, eliminated=True)
            work.emit_to("eliminated", id, rule="NV EOT-16")


def can_make_world(draft: Draft, empire: str) -> bool:
    """True if colonies enough for a world are left: aboard, in reach, or standing somewhere.

    A system of its own with room for three colonies counts with those that stand there; so
    does one it has explored and that nobody holds. With a terraform construct left a poorer
    system does, too, but what stands there dies of that (NV UNI-24): three must come.
    """
    loose = _left(draft, empire, "C")
    if not loose:
        return False
    constructs = _left(draft, empire, "TFC")
    known = draft.empires[empire].sights
    for name, system in draft.systems.items():
        own = system.owner == empire and system.colonizer == empire
        free = not system.colonies and name in known and known[name].explored
        if not (own or free):
            continue
        if most_colonies(system.type) >= MOST_COLONIES:
            there = system.colonies if own else 0
        elif constructs and most_colonies(type_after_tfc(system.type)) >= MOST_COLONIES:
            there = 0
        else:
            continue
        if loose + there >= MOST_COLONIES:
            return True
    return False


def _left(draft: Draft, empire: str, kind: str) -> int:
    """Units of a kind that an empire has aboard ships, or in store where it can use them."""
    aboard = sum(
        cargo.number
        for ship in draft.ships.values()
        for cargo in ship.cargo
        if cargo.kind == kind and cargo.owner == empire
    )
    stores = (one for one in draft.systems.values() if one.units(empire, kind))
    return aboard + sum(one.units(empire, kind) for one in stores if _in_reach(draft, empire, one))


def _in_reach(draft: Draft, empire: str, system: System) -> bool:
    """True if no other empire holds a planet, or a ship with holds can lift from it."""
    if system.owner in ("", empire):
        return True
    effective = Effective(draft)
    return any(
        ship.at == system.name
        and ship.owner == empire
        and effective.fittings.of(ship).holds
        and not cannot_reach(draft, effective, ship)[0]
        for ship in draft.ships.values()
    )
