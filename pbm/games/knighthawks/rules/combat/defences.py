"""What a target does against an attack before it is rolled: evasive maneuvers and ICMs.

Both are decided attack by attack, with the earlier results known. Without orders a ship
evades a torpedo whose chance is at least 50, and fires ICMs at torpedos only, until the
chance is 40 or less, and never the last one.
"""

from collections.abc import Mapping, Sequence

from pbm.engine.events import OrderRef
from pbm.games.knighthawks.orders import duty
from pbm.games.knighthawks.orders.conditions import holds
from pbm.games.knighthawks.orders.evade import EvadeLine
from pbm.games.knighthawks.orders.icm import IcmLine
from pbm.games.knighthawks.state.state import Ship, State
from pbm.games.knighthawks.state.weapons import Weapon
from pbm.kit.records import Record
from pbm.kit.rounding import ceil_div

EVADE_FROM = 50  # per cent; the house's default
ICM_UNTIL = 40  # per cent; the house's default
ICM_KEEP = 1


class DefenceAnswer(Record):
    """How the target answers: evade (1) or not (0), or a number of ICMs.

    ``order`` is the line it follows, None for the default. ``why`` says why an ordered
    answer was not, or not wholly, given; empty if it was.
    """

    number: int
    order: OrderRef | None = None
    why: str = ""


def may_evade(ship: Ship) -> bool:
    """True if a ship can take evasive maneuvers and do next move what they cost.

    Rule: KH 4 Evasive Maneuvers. Ambiguity: KH-A13, KH-A38.
    """
    return ship.evades and ship.mr > 0 and duty.may_evade(ship.speed, ship.adf, ship.mr)


def evasion(
    state: State, ship: Ship, lines: Sequence[EvadeLine], options: Mapping[str, str], chance: int
) -> DefenceAnswer:
    """Whether the ship evades when a torpedo comes in and it does not yet in this phase.

    ``chance`` is that torpedo's, before evasion and ICMs, per cent.
    Rule: KH 4 Evasive Maneuvers. Ambiguity: KH-A09, KH-A13.
    """
    if not lines:
        return DefenceAnswer(int(may_evade(ship) and chance >= EVADE_FROM))
    chosen = next(
        (
            line
            for line in lines
            if line.when != "when" or holds(line.condition, state, ship, options, chance=chance)
        ),
        None,
    )
    if chosen is None:
        return DefenceAnswer(0, lines[0].ref, f"chance {chance}: its condition does not hold")
    if chosen.when == "never":
        return DefenceAnswer(0, chosen.ref)
    if not may_evade(ship):
        return DefenceAnswer(0, chosen.ref, _no_evasion(ship))
    return DefenceAnswer(1, chosen.ref)


def _no_evasion(ship: Ship) -> str:
    if not ship.evades:
        return "only fighters and assault scouts evade"
    if not ship.mr:
        return "its MR is 0"
    return f"speed {ship.speed} + ADF {ship.adf} is less than its MR {ship.mr}"


def icms(ship: Ship, weapon: Weapon, lines: Sequence[IcmLine], chance: int) -> DefenceAnswer:
    """How many ICMs the ship fires at one attack whose chance is so far this, per cent.

    The first line that speaks of this kind of weapon counts; a line that names no kind
    speaks of all. Rule: KH 4 Interceptor Missiles. Ambiguity: KH-A30, KH-A31.
    """
    if not weapon.icm:
        return DefenceAnswer(0)
    for line in lines:
        wanted = _wanted(line, weapon, chance)
        if wanted is not None:
            return _given(ship, wanted, line.keep, line.ref)
    # A line that says only what to keep changes the default in that alone.
    bare = next((line for line in lines if not line.each and line.until is None), None)
    if (lines and bare is None) or weapon.kind != "torpedo":
        return DefenceAnswer(0)
    keep, order = (bare.keep, bare.ref) if bare else (ICM_KEEP, None)
    have = max(0, ship.left("icm") - keep)
    return DefenceAnswer(min(have, _until(chance, ICM_UNTIL, weapon)), order)


def _wanted(line: IcmLine, weapon: Weapon, chance: int) -> int | None:
    """The ICMs a line wants against this weapon; None if it does not name it."""
    if line.each and weapon.kind not in line.each:
        return None
    if line.until is None:
        return line.each.get(weapon.kind)
    needed = _until(chance, line.until, weapon)
    return min(needed, line.each.get(weapon.kind, needed))


def _until(chance: int, until: int, weapon: Weapon) -> int:
    """How many ICMs bring a chance down to a number or below it."""
    return max(0, ceil_div(chance - until, weapon.icm))


def _given(ship: Ship, wanted: int, keep: int, order: OrderRef | None) -> DefenceAnswer:
    left = ship.left("icm")
    number = min(wanted, max(0, left - keep))
    if number == wanted:
        return DefenceAnswer(number, order)
    kept = f", {keep} to be kept" if keep else ""
    return DefenceAnswer(number, order, f"{wanted} wanted, {left} left{kept}")
