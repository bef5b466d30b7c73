"""Carry out the result of a space battle.

Rule: NV CON-13, NV CON-26, NV REP-16. Ambiguity: NV A-CON-MINOR-WHO, NV A-CON-EXAMINE.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import aboard
from pbm.games.nova.rules.movement.retreats import begin_retreat
from pbm.games.nova.rules.results.result_records import BattleSetting, Result
from pbm.games.nova.rules.results.result_words import FULL
from pbm.games.nova.rules.space_combat.battle_report import Fought, Pairs, tell_battle
from pbm.games.nova.rules.space_combat.battle_result import way
from pbm.games.nova.state.damage import plus
from pbm.games.nova.state.state import ABOARD, GONE, MINOR, Retreat, Ship
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.view.labels import label, with_contact


def carry_out(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    place: BattleSetting,
    pairs: Pairs,
    result: Result,
) -> None:
    """Carry out a result, and report to each side as much as it may know."""
    before = {id: draft.ships[id] for id in place.ships}
    tried = {
        id: [one.activity.code for one in effective.activities(ship)]
        for id, ship in before.items()
        if not ship.carrier
    }
    for id, lost in result.damage.items():
        ship = draft.ships[id]
        draft.put(replace(ship, damage=plus(ship.damage, lost)))
    for id, gone in result.cargo.items():
        draft.put(without_cargo(draft.ships[id], gone))
    fates = _fates(draft, effective, place, result)
    _gates(work, draft, place, result)
    _contacts(work, draft, place, pairs, result, before, fates)
    won = _winners(place, pairs, result, before, fates)
    fought = Fought(place, pairs, result, before, fates, won, tried)
    for empire in place.empires:
        if tell_battle(work, draft, fought, empire) == FULL:
            draft.given[key("reports", empire, "", place.system)] = 1
        _kept(draft, place.system, empire, result, before, fates, won)
    taken = _taken(result, before, fates)
    for id, captor in taken.items():
        _captured(work, draft, place.system, before[id], captor)
    for id in taken:
        aboard.set_apart(draft, place.system, id)


def without_cargo(ship: Ship, gone: Mapping[str, int]) -> Ship:
    """The ship after units aboard were lost, the last loaded of a kind first."""
    left = dict(gone)
    kept = []
    for one in reversed(ship.cargo):
        less = min(one.number, left.get(one.kind, 0))
        left[one.kind] = left.get(one.kind, 0) - less
        if one.number > less:
            kept.append(replace(one, number=one.number - less))
    return replace(ship, cargo=tuple(reversed(kept)))


def _fates(
    draft: Draft, effective: Effective, place: BattleSetting, result: Result
) -> dict[str, str]:
    """Carry out the outcome of each ship: destroyed, captured, retreats, "" (stays).

    Ships aboard share their carrier's outcome, unless the result says otherwise.
    """
    told = {
        **dict.fromkeys(result.destroyed, "destroyed"),
        **dict.fromkeys(result.captured, "captured"),
        **dict.fromkeys(result.retreats, "retreats"),
    }
    fates: dict[str, str] = {}
    for id in place.ships:
        ship = draft.ships[id]
        while ship.id not in told and ship.carrier:
            ship = draft.ships[ship.carrier]
        fates[id] = told.get(ship.id, "")
    for id, to in result.retreats.items():
        _sent_off(draft, effective, id, to)
    wrecks = dict.fromkeys(id for id, fate in fates.items() if fate == "destroyed")
    for id in wrecks:
        _destroyed(draft, id)
    for id in place.aboard:
        if id in draft.ships and draft.ships[id].carrier in wrecks:
            aboard.set_apart(draft, place.system, id)
    return fates


def _sent_off(draft: Draft, effective: Effective, id: str, to: str) -> None:
    ship = draft.ships[id]
    if not to:
        begin_retreat(draft, effective, ship)
        return
    named, route = way(draft, ship, to)
    draft.put(replace(ship, at="", retreat=Retreat(ship.at, named, route)))
    draft.fled.append(id)


def _destroyed(draft: Draft, id: str) -> None:
    """Remove a destroyed ship, and the gate ends aboard it."""
    draft.drop(id)
    draft.aborted.pop(id, None)
    for gate, end in draft.gates.items():
        if end.place == ABOARD and end.carrier == id:
            draft.gates[gate] = replace(end, place=GONE, carrier="", at="")


def _gates(work: PhaseContext, draft: Draft, place: BattleSetting, result: Result) -> None:
    """Remove destroyed star gate ends, and tell their owner. Rule: NV UNI-12."""
    for id in result.gates:
        end = draft.gates[id]
        draft.gates[id] = replace(end, place=GONE, at="")
        if end.owner in draft.empires:
            work.emit_to(
                "gate_destroyed",
                end.owner,
                end.name,
                rule="NV UNI-12",
                gate=end.name,
                system=place.system,
            )


def _stays(empire: str, before: Mapping[str, Ship], fates: Mapping[str, str]) -> bool:
    """True if an empire still has a ship where the battle was."""
    return any(ship.owner == empire and not fates[id] for id, ship in before.items())


def _contacts(
    work: PhaseContext,
    draft: Draft,
    place: BattleSetting,
    pairs: Pairs,
    result: Result,
    before: Mapping[str, Ship],
    fates: Mapping[str, str],
) -> None:
    """Sides that stay examine their enemies' wrecks. Rule: NV CON-02, NV CON-09."""
    for both in pairs:
        for viewer, alien in (both, both[::-1]):
            wrecks = any(
                ship.owner == alien and fates[id] == "destroyed" for id, ship in before.items()
            )
            pair = (viewer, alien)
            if wrecks and _stays(viewer, before, fates) and pair not in result.knows:
                result.knows.append(pair)
    for viewer, alien in dict.fromkeys(result.knows):
        minor_contact(work, draft, place.system, viewer, alien, "NV CON-02")


def minor_contact(
    work: PhaseContext, draft: Draft, system: str, viewer: str, alien: str, rule: str
) -> None:
    """Give a viewer a number for an alien empire, or show that it is a known one."""
    known = draft.empires[viewer].contacts.get(alien)
    with_contact(draft, work.ids, viewer, alien, MINOR, work.turn)
    work.emit_to(
        "minor_contact",
        viewer,
        system,
        alien,
        rule=rule,
        system=system,
        who=label(draft, viewer, alien),
        new=known is None,
    )


def _winners(
    place: BattleSetting,
    pairs: Pairs,
    result: Result,
    before: Mapping[str, Ship],
    fates: Mapping[str, str],
) -> dict[str, str]:
    """``won`` or ``lost`` by empire: as the result says, else by which side is left."""
    if result.won is not None:
        return {one: "won" if one in result.won else "lost" for one in place.empires}
    found: dict[str, str] = {}
    for both in pairs:
        for one, other in (both, both[::-1]):
            stays, enemy = _stays(one, before, fates), _stays(other, before, fates)
            if stays and not enemy:
                found.setdefault(one, "won")
            elif enemy and not stays:
                found[one] = "lost"
            elif stays:
                found[one] = ""
    return found


def _kept(
    draft: Draft,
    system: str,
    empire: str,
    result: Result,
    before: Mapping[str, Ship],
    fates: Mapping[str, str],
    won: Mapping[str, str],
) -> None:
    """Record the facts that conditions of later phases read."""
    own = [id for id, ship in before.items() if ship.owner == empire]
    gone = sum(fates[id] in ("destroyed", "captured") for id in own)
    outcome = won.get(empire, "")
    if outcome:
        draft.given[key(outcome, empire, "", system)] = 1
    draft.given[key("losses", empire, "", system)] = gone * 100 // len(own)
    draft.given[key("round", empire, "", system)] = result.rounds


def _taken(result: Result, before: Mapping[str, Ship], fates: Mapping[str, str]) -> dict[str, str]:
    """Captors of captured ships, and of the ships aboard them."""
    found: dict[str, str] = {}
    for id, fate in fates.items():
        ship = before[id]
        while fate == "captured" and ship.id not in result.captured:
            ship = before[ship.carrier]
        if fate == "captured":
            found[id] = result.captured[ship.id]
    return found


def _captured(work: PhaseContext, draft: Draft, system: str, ship: Ship, captor: str) -> None:
    """A captured ship keeps its missiles, and the installations in its holds.

    Rule: NV CON-24. Ambiguity: NV A-CARGO-CAPT.
    """
    facts = aboard.seize(draft, draft.ships[ship.id], captor, work.options)
    draft.aborted[ship.id] = "captured"
    work.emit_to(
        "ship_captured",
        captor,
        facts["ship"],
        rule="NV CON-24",
        was_called=ship.name,
        system=system,
        **facts,
    )
