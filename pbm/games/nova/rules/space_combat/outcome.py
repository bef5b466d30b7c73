"""The result of a finished space battle: losses, departures, reports.

It has the form of a result given by the game master, so that both are carried out alike.

Rule: NV SPC-39, NV SPC-46 to NV SPC-49, NV SPC-52, NV UNI-12. Ambiguity: NV A-TC-TIME,
NV A-TC-GARBLE, NV A-TC-ALLY, NV A-REP-RANGE.
"""

from msgspec.structs import replace

from pbm.games.nova.rules import aboard
from pbm.games.nova.rules.results.result_records import Result
from pbm.games.nova.rules.results.result_words import FULL, GARBLED, SILENT
from pbm.games.nova.rules.space_combat.holds import cargo_of
from pbm.games.nova.state.battle.arena import (
    ABOARD,
    AWAY,
    CAPTURED,
    DESTROYED,
    IN_PLAY,
    JUMPED,
    Battle,
    Fighter,
)
from pbm.games.nova.state.damage import minus
from pbm.games.nova.state.working_state import Draft

_FATES = {DESTROYED: "destroyed", CAPTURED: "captured", JUMPED: "retreats"}


def outcome(draft: Draft, battle: Battle) -> Result:
    """The result of a battle that is over, to be carried out on this draft.

    The cargo of ships, and which ships are aboard others, go into the draft at once.
    """
    result = Result(rounds=battle.round)
    for one in battle.fighters.values():
        if one.gate:
            if one.state == DESTROYED:
                result.gates.append(one.gate)
            continue
        ship = draft.ships[one.ship]
        if one.state == DESTROYED:
            result.destroyed.append(one.ship)
        elif one.state == CAPTURED:
            result.captured[one.ship] = one.captor
        elif one.state == JUMPED:
            result.retreats[one.ship] = ""
        lost = minus(one.damage, ship.damage)
        if not lost.is_none and one.state != DESTROYED:
            result.damage[one.ship] = lost
        left = cargo_of(one.stowed)
        gone = aboard.lost(ship.cargo, left)
        if gone and one.state != DESTROYED:
            result.cargo[one.ship] = gone
    for one in battle.fighters.values():
        if not one.gate:
            ship = draft.ships[one.ship]
            inside = one.state == ABOARD or (ship.carrier and one.state_since == 0)
            carrier = battle.fighters[one.carrier].ship if inside and one.carrier else ""
            draft.put(
                replace(
                    ship,
                    carrier=carrier,
                    bay=one.bay if carrier else "",
                    at="" if carrier else battle.system,
                )
            )
    result.gates += [id for id in battle.ends_lost if id not in result.gates]
    result.won = _masters(battle)
    result.reports.update(reports(battle))
    for empire in battle.sides:
        result.heard[empire] = heard_until(battle, empire)
        result.noticed[empire] = _noticed(battle, empire)
    return result


def _masters(battle: Battle) -> tuple[str, ...] | None:
    """The sides left on the field, if an enemy has only ships elsewhere in the system.

    Such ships would otherwise count as holding the field. None if this does not decide the battle,
    for example if no other ships met an enemy. Rule: NV SPC-06.
    """
    ships = [one for one in battle.fighters.values() if not one.gate]
    left = {one.owner for one in ships if _outermost(battle, one).state == IN_PLAY}
    hiding = {one.owner for one in ships if one.state == AWAY} - left
    if not hiding or not hiding <= {one.owner for one in ships if one.state != AWAY}:
        return None
    held = [side for name, side in sorted(battle.sides.items()) if name in left]
    if not held or any(other in left for side in held for other in side.enemies):
        return None
    return tuple(side.empire for side in held)


def reports(battle: Battle) -> dict[str, str]:
    """The report of each side: full, garbled or silent.

    A side with a ship left, wherever it went, has a full report. Rule: NV SPC-47, NV SPC-49.
    """
    lives = _survivors(battle)
    found: dict[str, str] = {}
    for empire, side in battle.sides.items():
        if empire in lives or side.heard:
            found[empire] = FULL
        else:
            found[empire] = GARBLED if side.garbled else SILENT
    return found


def heard_until(battle: Battle, empire: str) -> int:
    """The last round an empire hears of: with ships there, or covered by a report.

    Ambiguity: NV A-TC-TIME.
    """
    if empire not in _survivors(battle):
        return battle.sides[empire].heard
    own = [one for one in battle.fighters.values() if one.owner == empire and not one.gate]
    if any(one.state == IN_PLAY for one in own):
        return battle.round
    return max(one.state_since for one in own) or battle.round


def _noticed(battle: Battle, empire: str) -> dict[str, str]:
    """Alien ships that a side had on its map, by id, with the outcome it saw."""
    until = heard_until(battle, empire) or 1  # a garbled report is of the first round
    found: dict[str, str] = {}
    for id, seen in battle.seen[empire].items():
        one = battle.fighters[id]
        if one.ship and seen.since <= until:
            gone = seen.gone and one.state_since <= until
            found[one.ship] = _FATES[one.state] if gone else ""
    return found


def _survivors(battle: Battle) -> set[str]:
    """Empires with a ship left to report; captured ships lose the ships aboard too.

    Ambiguity: NV A-REP-RANGE.
    """
    found: set[str] = set()
    for one in battle.fighters.values():
        lost = [DESTROYED, CAPTURED]
        if not battle.sides[one.owner].away_reports:
            lost.append(AWAY)
        if _outermost(battle, one).state not in lost and not one.gate:
            found.add(one.owner)
    return found


def _outermost(battle: Battle, one: Fighter) -> Fighter:
    """The ship itself, or the outermost ship that carries it."""
    while one.carrier and one.state == ABOARD:
        one = battle.fighters[one.carrier]
    return one
