"""Whether the condition of an order line holds, judged on what is open to all on the table.

Every test looks at public things or at the own ship's records; none at an enemy's supplies.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm.drawing.hexgrid import distance
from pbm.games.knighthawks.orders.orders import Condition, Test
from pbm.games.knighthawks.state.arcs import in_field
from pbm.games.knighthawks.state.state import DESTROYED, Ship, State
from pbm.games.knighthawks.state.weapons import ARMS
from pbm.language.condition import COMPARE


def holds(
    condition: Condition,
    state: State,
    ship: Ship,
    options: Mapping[str, str],
    *,
    chance: int | None = None,
) -> bool:
    """True if the condition of a line of this ship holds; the empty condition always does.

    ``chance`` is the chance to hit of the attack at hand, per cent; without one a test of it
    fails. A test of a ship that is out of play fails, except ``destroyed``; ``negated`` turns
    the outcome of a test round, a failed one too. Rule: KH PBM.
    """
    return condition.holds(
        lambda test: _outcome(test, state, ship, options, chance) is not test.negated
    )


def _outcome(
    test: Test, state: State, own: Ship, options: Mapping[str, str], chance: int | None
) -> bool:
    if test.kind == "chance":
        return chance is not None and COMPARE[test.op](chance, test.number)
    if test.kind == "turn":
        return COMPARE[test.op](state.turn, test.number)
    if test.kind == "supply":
        return COMPARE[test.op](own.left(test.name), test.number)
    if test.kind == "evading":
        return own.evading
    if test.kind == "enemy_lasers_within":
        return any(
            distance(own.at, enemy.at) <= min(test.number, _laser_range(enemy))
            for enemy in state.enemies_of(own.side)
        )
    if test.kind == "within" and test.ship == "enemy":
        return any(
            distance(own.at, enemy.at) <= test.number for enemy in state.enemies_of(own.side)
        )
    subject = next((one for one in state.ships if one.id == test.ship), None) if test.ship else own
    if subject is None:
        return False
    if test.kind == "destroyed":
        return subject.status == DESTROYED
    return subject.in_play and _of_ship(test, own, subject, options)


def _of_ship(test: Test, own: Ship, subject: Ship, options: Mapping[str, str]) -> bool:
    """A test of a ship in play, the own one or another."""
    match test.kind:
        case "within":
            return distance(own.at, subject.at) <= test.number
        case "range":
            return COMPARE[test.op](distance(own.at, subject.at), test.number)
        case "hull":
            return COMPARE[test.op](subject.hull, test.number)
        case "speed":
            return COMPARE[test.op](subject.speed, test.number)
        case "screened":
            return subject.screened
        case "in_orbit":
            return subject.orbit is not None
        case "in_arc":
            return in_field(own.at, own.facing, subject.at, options)
    raise ValueError(f"there is no test {test.kind}")


def _laser_range(ship: Ship) -> int:
    """How far its longest laser reaches, hexes; -1 without one."""
    ranges = [ARMS[mount.kind].range for mount in ship.mounts if ARMS[mount.kind].is_laser]
    return max(ranges, default=-1)
