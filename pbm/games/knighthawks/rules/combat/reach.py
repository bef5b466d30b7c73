"""Decide whether a weapon can be fired at a target: range, field of fire, planets, hexes passed.

In its own combat phase a ship fires at targets where they are; in defence at a moving ship as
if it were in any hex it moved through. Leaves out rate of fire and supplies (aiming.py).
"""

from collections.abc import Mapping

from pbm.drawing.hexgrid import Hex, distance
from pbm.games.knighthawks.state.arcs import head_on, in_field, is_blocked
from pbm.games.knighthawks.state.state import Ship, State
from pbm.games.knighthawks.state.weapons import Weapon
from pbm.kit.records import Record


class TargetSpot(Record):
    """A hex in which a target can be fired at, and the hex it entered it from (None: it did not).

    ``started``: the hex its move began in.
    """

    at: Hex
    before: Hex | None = None
    started: bool = False


def has_entered(ship: Ship) -> bool:
    """True if the ship came into a hex in its last move, by flight or in orbit.

    Ambiguity: KH-A06 (a ship that stays in its hex enters none).
    """
    return bool(ship.path) and ship.came_from is not None and ship.path[0] != ship.came_from


def spots(target: Ship, options: Mapping[str, str], *, defending: bool) -> tuple[TargetSpot, ...]:
    """The hexes in which the target can be fired at, in the order in which it came to them.

    Rule: KH 4 Defensive Attacks. Ambiguity: KH-A07 (option ``defensive.start_hex``).
    """
    if not defending or not has_entered(target):
        return (TargetSpot(target.at),)
    start = target.came_from
    assert start is not None  # has_entered says so
    befores = (start, *target.path)
    entered = tuple(
        TargetSpot(at, before) for at, before in zip(target.path, befores, strict=False)
    )
    if options["defensive.start_hex"] == "yes":
        return (TargetSpot(start, started=True), *entered)
    return entered


def fires_ahead(
    ship: Ship, spot: TargetSpot, options: Mapping[str, str], *, defending: bool
) -> bool:
    """True if a forward-firing weapon can be fired at a target in this hex.

    In the own hex the ship that moved in may fire; the other only if the mover came out of
    its forward field. Two that met there earlier may not, unless the option allows it.
    Rule: KH 4 Fields of Fire, KH 4 Head-On Shots. Ambiguity: KH-A05, KH-A06 (option
    ``ff.same_hex_resident``), KH-A08.
    """
    if spot.at != ship.at:
        return in_field(ship.at, ship.facing, spot.at, options)
    if defending and spot.before is not None:
        return in_field(ship.at, ship.facing, spot.before, options)
    if not defending and has_entered(ship):
        return True
    return options["ff.same_hex_resident"] == "yes"


def is_head_on(ship: Ship, weapon: Weapon, spot: TargetSpot, *, defending: bool) -> bool:
    """True if a legal shot of this weapon has the head-on bonus.

    Rule: KH 4 Head-On Shots. Ambiguity: KH-A06 (in the own hex: the ship that moved in has
    it; the other if the mover came along its centre row; two that met earlier do not).
    """
    if not weapon.forward:
        return False
    if spot.at != ship.at:
        return head_on(ship.at, ship.facing, spot.at)
    if defending:
        return spot.before is not None and head_on(ship.at, ship.facing, spot.before)
    return has_entered(ship)


def shot_fault(
    state: State,
    ship: Ship,
    weapon: Weapon,
    spot: TargetSpot,
    options: Mapping[str, str],
    *,
    defending: bool,
) -> str:
    """Why the weapon cannot be fired at a target in this hex, with the numbers; empty if it can.

    Rule: KH 4 Range, KH 4 Fields of Fire, KH 4 Defensive Attacks, KH 3 Planets, KH 3 Stacking
    Counters (range 0 is like any other).
    Ambiguity: KH-A10, KH-A26, KH-A37, KH-A45.
    """
    if defending and not weapon.fires_in_defence(options):
        return f"{weapon.plural} are fired only in the combat phase of their own side"
    reach = distance(ship.at, spot.at)
    if reach > weapon.range:
        return f"range {reach}, {weapon.title} range {weapon.range}"
    if weapon.forward and not fires_ahead(ship, spot, options, defending=defending):
        return f"{spot.at} is outside the forward field of fire from {ship.at} facing {ship.facing}"
    if is_blocked(ship.at, spot.at, state.planet_hexes):
        return f"a planet is in the way from {ship.at} to {spot.at}"
    return ""
