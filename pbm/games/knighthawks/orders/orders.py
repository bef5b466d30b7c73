"""What a Knight Hawks sheet can say, as records. The grammar's transformer makes them.

A ship's orders are lists of lines, tried from the top where they are alternatives. Each
line remembers where it was written (``ref``). Targets, in order of preference, are ship ids
or the words ``nearest`` and ``any``.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm.drawing.hexgrid import Hex, Side
from pbm.engine.events import OrderRef
from pbm.kit.records import Record
from pbm.language.condition import AnyOf

# --- conditions -----------------------------------------------------------------------------


class Test(Record):
    """One test of a condition.

    kind and fields used:
      within (ship or "enemy", number)   that ship, or any enemy, within so many hexes
      enemy_lasers_within (number)       an enemy with a laser that reaches so far, within it
      chance (op, number)                the chance to hit of the attack at hand
      hull (ship or "" for own, op, number)
      supply (name, op, number)          own supply, e.g. torpedo
      screened (ship or "")  evading ()  in_orbit (ship or "")  in_arc (ship)
      turn (op, number)   range (ship, op, number)   speed (ship or "", op, number)
      destroyed (ship)
    op is one of ">=", "<=", ">", "<", "=". A test of a ship that is out of play is false
    (except destroyed); ``negated`` turns the outcome round.
    """

    kind: str
    ship: str = ""
    name: str = ""
    op: str = ""
    number: int = 0
    negated: bool = False


class Condition(AnyOf[Test]):
    """When a line counts; empty: always."""


ALWAYS = Condition()

# --- movement -------------------------------------------------------------------------------


class Leg(Record):
    """A part of a plot: so many hexes straight on, then a turn (-1 left, +1 right, 0 none)."""

    hexes: int
    turn: int


class Plot(Record):
    """An exact move: speed (None: what the plot adds up to, or the last speed) and legs.

    ``legs`` empty means straight ahead for the whole speed.
    """

    speed: int | None
    legs: tuple[Leg, ...]


class Goal(Record):
    """A move the program works out.

    kind: close (on ships), away (from ships), range (hold ``number`` of ships),
    ram (end in the hex of ships), hex (end as near as may be to ``at``).
    ``ships`` is a list of preference (the first in play counts). ``speed`` limits the speeds
    tried to one, if given.
    """

    kind: str
    ships: tuple[str, ...] = ()
    number: int = 0
    at: Hex | None = None
    speed: int | None = None


class EnterOrbit(Record):
    """Orbit a planet (its id)."""

    planet: str
    clockwise: bool


class LeaveOrbit(Record):
    """Leave orbit: face first, then a plot or a goal at speed 1 to ADF."""

    facing: Side | None
    move: Plot | Goal


class Stay(Record):
    """Stop, stay at speed 0, or go on in orbit."""


Way = Plot | Goal | EnterOrbit | LeaveOrbit | Stay


class MoveLine(Record):
    """One ``move`` line: when it holds, how to move, how to face, what to do with the screen.

    ``facing`` (a clock number) or ``face_ship`` (a list of preference) is a rotation at speed
    0 or in orbit; with a goal it asks for the end of the move. ``screen``: "up", "down" or ""
    for as it is. ``screen_when`` limits the screen alone.
    """

    ref: OrderRef
    condition: Condition
    way: Way | None
    facing: Side | None = None
    face_ships: tuple[str, ...] = ()
    screen: str = ""
    screen_when: Condition = ALWAYS


# --- fire -----------------------------------------------------------------------------------


class FireLine(Record):
    """One ``attack`` or ``defence`` line.

    ``weapon`` is a mount's label (``LB2``) or a kind's short name (``LB``: every mount of the
    kind not yet used by an earlier line). ``targets`` by preference: ship ids, ``nearest``,
    ``any``. ``least_chance`` per cent; ``within`` hexes (None: no limit); ``keep`` units of the
    supply; ``plan``: "spread" with ``enough`` expected points, "all", or "". ``hold`` keeps
    the weapon silent in this phase. ``hexes`` (defence): "best", "first", or a hex.
    """

    ref: OrderRef
    condition: Condition
    weapon: str
    targets: tuple[str, ...]
    least_chance: int = 0
    within: int | None = None
    keep: int = 0
    plan: str = ""
    enough: int = 0
    in_arc: bool = False
    hold: bool = False
    hexes: str = "best"
    hex: Hex | None = None


class IcmLine(Record):
    """The ``icm`` line: how many against each kind, or until the chance is low enough.

    ``each`` maps torpedo, assault_rocket, rocket_battery to a number; ``until`` is the chance
    (per cent) to come down to, None if not given; ``keep`` ICMs are never used.
    """

    ref: OrderRef | None
    each: Mapping[str, int] = {}
    until: int | None = None
    keep: int = 0


class EvadeLine(Record):
    """The ``evade`` line: "always", "never" or "when" its condition holds."""

    ref: OrderRef | None
    when: str
    condition: Condition = ALWAYS


class PlaceLine(Record):
    """The ``place`` line of a set-up sheet."""

    ref: OrderRef
    at: Hex | None = None
    facing: Side | None = None
    speed: int | None = None
    orbit: EnterOrbit | None = None


class ShipOrders(Record):
    """All lines for one ship, each list in the order written."""

    ship: str
    place: tuple[PlaceLine, ...] = ()
    move: tuple[MoveLine, ...] = ()
    attack: tuple[FireLine, ...] = ()
    defence: tuple[FireLine, ...] = ()
    icm: tuple[IcmLine, ...] = ()
    evade: tuple[EvadeLine, ...] = ()


class Orders(Record):
    """One player's orders: by ship id, in the order of the sheet; missing: he sent none."""

    player: str
    ships: Mapping[str, ShipOrders] = {}
    missing: bool = False

    def of(self, ship: str) -> ShipOrders:
        """The orders of one ship, empty where the sheet says nothing of it."""
        return self.ships.get(ship, ShipOrders(ship))
