"""Ships without an impulse engine: they drift, their crews die, and others find them.

Rule: NV MOV-21, NV MOV-23. Ambiguity: NV A-DERELICT, NV A-DERELICT-TWO, NV A-TOW (who is not
towed drifts, but is not alone while a friend with an engine is near), NV A-CARGO-CAPT.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.aboard import seize, with_guests
from pbm.games.nova.state.state import ARMIES, Ship
from pbm.games.nova.state.working_state import Draft


def drift(work: PhaseContext, draft: Draft, effective: Effective) -> None:
    """At the end of phase G: derelicts are taken, then ships that drift alone lose their crews.

    A ship without impulse engine lives as long as another of its empire with one is there, be
    it aboard, or a planet of its own. The first turn alone is the first one it is without
    engine from the start, so that one crippled in this turn's fighting may jump for help.
    """
    adrift = [
        ship
        for ship in draft.ships.values()
        if ship.at and (ship.derelict or effective.fittings.of(ship).ie < 1)
    ]
    if not adrift:
        return
    here = draft.ships_by_place()
    for ship in sorted(adrift, key=lambda one: (one.at, one.name, one.id)):
        there = here.get(ship.at, [])
        if ship.derelict:
            _found(work, draft, effective, ship, there)
        elif _was_adrift(draft, effective, ship) and not _helped(draft, effective, ship, there):
            _crew_lost(work, draft, ship)


def marked(draft: Draft, effective: Effective) -> None:
    """Before battles by mail: note which ships had no engine before this turn's fighting."""
    for ship in draft.base.ships.values():
        if effective.fittings.of(ship).ie < 1:
            draft.given[key("adrift", ship.id, "", "")] = 1


def _was_adrift(draft: Draft, effective: Effective, ship: Ship) -> bool:
    """True if the ship began the turn where it is, without engine."""
    passage = draft.passages.get(ship.id)
    if passage is not None and passage.letters:
        return False
    if draft.battles:
        return key("adrift", ship.id, "", "") in draft.given
    before = draft.base.ships.get(ship.id)
    return before is not None and effective.fittings.of(before).ie < 1


def _helped(draft: Draft, effective: Effective, ship: Ship, there: list[Ship]) -> bool:
    """True if a friend with an engine, or a planet of its owner, keeps the ship."""
    system = draft.systems[ship.at]
    if system.owner == ship.owner and system.colonies:
        return True
    return any(one.owner == ship.owner and effective.fittings.of(one).ie > 0 for one in there)


def _crew_lost(work: PhaseContext, draft: Draft, ship: Ship) -> None:
    """Take the ship and those it carries from its owner; armies aboard die, the rest stays."""
    for one in with_guests(draft, ship):
        cargo = tuple(unit for unit in one.cargo if unit.kind not in ARMIES)
        draft.put(replace(one, owner="", derelict=True, given=True, cargo=cargo))
        work.emit_to(
            "crew_lost", ship.owner, one.name, rule="NV MOV-21", ship=one.name, system=ship.at
        )


def _found(
    work: PhaseContext, draft: Draft, effective: Effective, ship: Ship, there: list[Ship]
) -> None:
    """The one empire that has ships here takes a derelict; of several, who holds the space.

    Only armed ships hold it. Ambiguity: NV A-DERELICT-TWO, NV A-SG-CONTROL.
    """
    owners = {one.owner for one in there}
    if len(owners) > 1:
        owners = {one.owner for one in there if one.at and effective.fittings.is_armed(one)}
    if len(owners) == 1:
        (taker,) = owners
        for one in with_guests(draft, ship):
            _taken(work, draft, one, ship.at, taker)


def _taken(work: PhaseContext, draft: Draft, ship: Ship, system: str, taker: str) -> None:
    """Hand over a derelict and its contents."""
    facts = seize(draft, ship, taker, work.options)
    rule = "NV MOV-21"
    work.emit_to(
        "derelict_taken", taker, facts["ship"], rule=rule, id=ship.id, system=system, **facts
    )
