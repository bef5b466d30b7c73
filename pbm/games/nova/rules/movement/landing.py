"""Activity L: armies and installations come down to a friendly surface.

On a planet without colonies only together with some that are established in phase K, so
that such landings wait until then. Units aboard alien ships obey their own empire.

Rule: NV ORD-25, NV ECO-25, NV CON-22, NV EOT-08.
Ambiguity: NV A-SEQ-LOAD, NV A-E-WHAT, NV A-CARGO-ALLY, NV A-ORD-DEFAULT-L.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.orders.empire_orders import orders_of
from pbm.games.nova.orders.order_precedence import Doing, Effective, ref_of
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.planetside import cannot_reach, gives, short_of, taken, unloaded
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.state import Cargo, Ship
from pbm.games.nova.state.working_state import Draft, drafting

LANDS = ("AA", "RA", "SDU", "IC", "PCB", "TFC")


def land(work: PhaseContext) -> None:
    """Phase H: every ship with L unloads, where there are colonies to land by.

    The others wait for phase K; the state remembers which.
    """
    with drafting(work) as draft:
        effective = Effective(draft)
        for ship, doing in effective.doing("L"):
            if draft.systems[ship.at].colonies:
                unload(work, draft, effective, ship, doing)
            else:
                draft.given[_waits(ship)] = 1
        for ship, cargo, line in foreign(draft, "L"):
            _land_foreign(work, draft, effective, ship, cargo, line)


def land_late(work: PhaseContext, draft: Draft, effective: Effective) -> None:
    """Phase K: landings that waited for a colony to be established. Rule: NV ECO-25."""
    for ship, doing in effective.doing("L"):
        if not draft.given.get(_waits(ship)):
            continue
        if draft.systems[ship.at].colonies:
            unload(work, draft, effective, ship, doing)
        else:
            why = f"there is no colony on {ship.at} to land by"
            _refused(work, ship, ref_of(doing), why, "NV ECO-25")


def _waits(ship: Ship) -> str:
    return key("landing", ship.owner, "", ship.id)


def unload(
    work: PhaseContext, draft: Draft, effective: Effective, ship: Ship, doing: Doing
) -> None:
    """Bring down what one ship is to land, or say why not."""
    ref = ref_of(doing)
    ship = draft.ships[ship.id]
    units = doing.activity.units
    why, rule = cannot_reach(draft, effective, ship)
    if not why:
        why, rule = _unfriendly(effective, ship.at, ship.owner), "NV ORD-25"
    if why:
        _refused(work, ship, ref, why, rule)
        return
    for one in units:
        if one.kind not in LANDS:
            _refused(work, ship, ref, f"{one.kind} is established with E, not landed", "NV ORD-25")
        elif one.owner:
            why = f"{one.kind} of another empire land by its own orders"
            _refused(work, ship, ref, why, "NV CON-22")
    own = [one for one in units if one.kind in LANDS and not one.owner]
    cargo = taken(ship, own, LANDS) if own or not units else []
    why = short_of(ship, own)
    if not cargo and not units:
        why = "nothing that lands is aboard"
    if why:
        _refused(work, ship, ref, why, "NV ORD-25")
    _down(work, draft, ship, cargo, ref)


def _land_foreign(
    work: PhaseContext, draft: Draft, effective: Effective, ship: Ship, cargo: Cargo, line: Movement
) -> None:
    """Units aboard an alien ship come down as their own empire orders.

    The ship must get to the planet and its surface be friendly to the units; they learn only
    where they land.
    """
    why, rule = cannot_reach(draft, effective, ship)[0], "NV CON-22"
    if why:
        why = "the ship that carries them cannot get to the planet"
    elif not draft.systems[ship.at].colonies:
        why, rule = f"there is no colony on {ship.at} to land by", "NV ECO-25"
    elif cargo.kind not in LANDS:
        why, rule = f"{cargo.kind} is established with E, not landed", "NV ORD-25"
    else:
        why, rule = _unfriendly(effective, ship.at, cargo.owner), "NV ORD-25"
    if why:
        written = f"L {cargo.number} {cargo.kind}"
        telling.failed(work, cargo.owner, line.ref, "", written, why, rule=rule, system=ship.at)
    else:
        _down(work, draft, ship, [cargo], line.ref)


def _down(
    work: PhaseContext, draft: Draft, ship: Ship, cargo: list[Cargo], ref: OrderRef | None
) -> None:
    if not cargo:
        return
    system = draft.systems[ship.at]
    surface: Mapping[str, Mapping[str, int]] = system.surface
    for one in cargo:
        surface = with_units(surface, one.owner, {one.kind: one.number})
    draft.systems[ship.at] = replace(system, surface=surface)
    draft.put(unloaded(draft.ships[ship.id], cargo))
    empire = cargo[0].owner
    named = ship.name if empire == ship.owner else ""
    work.emit_to(
        "landed",
        empire,
        ship.at,
        named,
        rule="NV ORD-25",
        order=ref,
        system=ship.at,
        units={one.kind: one.number for one in cargo},
        ship=named,
    )
    owner = system.owner
    if owner and owner != empire:
        work.emit_to("aliens_landed", owner, ship.at, rule="NV ORD-25", system=ship.at)


def _unfriendly(effective: Effective, name: str, empire: str) -> str:
    """Why a surface is not friendly to an empire; empty if it is.

    An own one is, and that of an empty planet; another's after friendly contact with it this
    turn. Colonies that nobody controls are friendly to nobody.
    """
    system = effective.draft.systems[name]
    if system.owner == empire or not (system.owner or system.colonies):
        return ""
    if effective.presence.met(name, empire).get(system.owner) == (True, False):
        return ""
    return f"the surface of {name} is not friendly"


def foreign(draft: Draft, code: str) -> list[tuple[Ship, Cargo, Movement]]:
    """Units aboard alien ships that their own empire gives an activity order, with the line.

    The line names the system in which they began the turn, the kind and how many (0: all).
    Nothing is done from ships that were stopped on their way, or told to abort.
    Ambiguity: NV A-CARGO-ALLY.
    """
    found: list[tuple[Ship, Cargo, Movement]] = []
    left: dict[tuple[str, int], int] = {}
    lines = {
        empire: [
            (line, units) for line, units in orders_of(draft, empire).units if gives(line, code)
        ]
        for empire in draft.base.orders
    }
    if not any(lines.values()):
        return found
    for ship in draft.ships.values():
        if not ship.cargo or all(cargo.owner == ship.owner for cargo in ship.cargo):  # nearly all
            continue
        passage = draft.passages.get(ship.id)
        stopped = ship.id in draft.aborted or (passage is not None and passage.interdicted)
        if not ship.at or ship.id in draft.fled or stopped:
            continue
        start = passage.start if passage is not None else ship.at
        for cargo in ship.cargo:
            own = lines.get(cargo.owner, ()) if cargo.owner != ship.owner else ()
            for number, (line, units) in enumerate(own):
                if line.start != start or units.kind != cargo.kind or units.owner:
                    continue
                name = (cargo.owner, number)
                wanted = left.setdefault(name, units.number)
                take = min(wanted, cargo.number) if units.number else cargo.number
                if take:
                    left[name] = wanted - take
                    found.append((ship, replace(cargo, number=take), line))
                    cargo = replace(cargo, number=cargo.number - take)
    return found


def _refused(work: PhaseContext, ship: Ship, ref: OrderRef | None, why: str, rule: str) -> None:
    telling.failed(work, ship.owner, ref, "", f"L {ship.name}", why, rule=rule, ship=ship.name)
