"""Ways to move: plots, goals and orbits, as orders write them, as records, and printed."""

from collections.abc import Iterable, Sequence

from pbm.drawing.hexgrid import Hex, Side
from pbm.games.knighthawks.orders.resolver import ShipResolver
from pbm.games.knighthawks.orders.roster import at
from pbm.kit.records import Record
from pbm.language.order_resolver import quoted
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.quoting import Name


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


class MoveGoal(Record):
    """A move the program works out.

    ``kind``: close (on ships), away (from ships), range (hold ``number`` of ships), ram (end in
    the hex of ships), hex (end as near as may be to ``at``). ``ships`` is a list of
    preference (the first in play counts). ``speed`` limits the speeds tried to one, if given.
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
    move: Plot | MoveGoal


class Stay(Record):
    """Stop, stay at speed 0, or go on in orbit."""


Way = Plot | MoveGoal | EnterOrbit | LeaveOrbit | Stay

_GOALS = {
    "close": "close on {ships}",
    "away": "keep away from {ships}",
    "range": "hold range {number} of {ships}",
    "ram": "ram {ships}",
    "hex": "towards {at}",
}
# The grammar's rules for movements, of which a line has one.
_GOAL_OF = {"close": "close", "away": "away", "range": "range", "ram": "ram", "towards": "hex"}
WAYS = ("plot", "straight", *_GOAL_OF, "orbit", "stop", "stay")
_TURNS = {-1: " L", 0: "", 1: " R"}


def read_way(resolver: ShipResolver, part: Node | None, speed: Node | None) -> Way | None:
    """The movement of a line; ``speed`` is what it says of its speed besides."""
    number = speed.number if speed is not None else None
    if part is None:
        return None if number is None else Plot(number, ())
    if part.kind == "straight":
        return Plot(number, ())
    if part.kind == "plot":
        if legs := _legs(resolver, [step.word for step in part.parts]):
            return Plot(number, legs)
        # A plot of no hex asks for speed 0 and disagrees with any other.
        return Plot(number, (Leg(0, 0),)) if number else Plot(0, ())
    if part.kind == "towards" and part.name is not None:
        return _towards(resolver, part.name, number)
    if part.kind in _GOAL_OF:
        ships, hex = resolver.ships(part.part("targets")), part.token("HEX")
        goal = resolver.hex(hex) if hex is not None else None
        return MoveGoal(_GOAL_OF[part.kind], ships, part.number or 0, goal, number)
    if speed is not None:
        resolver.bad(speed.word, f'a speed does not go with "{part.word}"')
    return read_orbit(resolver, part) if part.kind == "orbit" else Stay()


def _towards(resolver: ShipResolver, name: Token, speed: int | None) -> MoveGoal:
    """Towards the hex of a planet, or close on a ship."""
    planet = resolver.roster.planet(name)
    if planet is not None:
        return MoveGoal("hex", at=at(planet), speed=speed)
    ship = resolver.other(name)
    return MoveGoal("close", () if ship is None else (ship.id,), speed=speed)


def _legs(resolver: ShipResolver, steps: Sequence[Token]) -> tuple[Leg, ...]:
    legs: list[Leg] = []
    hexes: int | None = None
    for step in steps:
        if step.type != "NUMBER":
            legs.append(Leg(hexes or 0, -1 if step.type == "LEFT" else 1))
            hexes = None
        elif hexes is None:
            hexes = int(step)
        else:
            resolver.bad(
                step,
                f"two numbers follow each other in the plot: {hexes} and {int(step)}",
                remedy="Write a turn, L or R, between them",
            )
    if hexes:
        legs.append(Leg(hexes, 0))
    return tuple(legs)


def read_orbit(resolver: ShipResolver, part: Node) -> EnterOrbit | None:
    """A planet and a direction."""
    name = part.names[0]
    planet = resolver.roster.planet(name)
    if planet is not None:
        return EnterOrbit(planet.id, part.token("CLOCKWISE") is not None)
    fault = f"{quoted(name)} is not a planet of this map"
    resolver.unknown(name, fault, resolver.roster.near_planet(name))
    return None


def read_leaving(
    resolver: ShipResolver, leave: Node, way: Way | None, facing: Side | None
) -> LeaveOrbit | None:
    """The way out of an orbit, or None where the line does not say one."""
    if isinstance(way, MoveGoal) or (isinstance(way, Plot) and way != Plot(None, ())):
        return LeaveOrbit(facing, way)
    resolver.bad(
        leave.word,
        "this does not say how to leave orbit",
        reason="A ship that leaves orbit needs a speed, a plot or a goal",
        remedy="Write  leave orbit face 2 speed 3  or the like",
    )
    return None


def way_text(way: Way, name: Name) -> str:
    """A way to move, without its line's condition."""
    if isinstance(way, Plot):
        return _plot_text(way)
    if isinstance(way, MoveGoal):
        words = _GOALS[way.kind].format(
            ships=targets_text(way.ships, name), number=way.number, at=way.at
        )
        return words if way.speed is None else f"{words} speed {way.speed}"
    if isinstance(way, EnterOrbit):
        return f"orbit {name(way.planet)} {'clockwise' if way.clockwise else 'counterclockwise'}"
    if isinstance(way, Stay):
        return "stay"
    assert isinstance(way, LeaveOrbit)
    face = "" if way.facing is None else f" face {way.facing}"
    return f"leave orbit{face} {way_text(way.move, name)}"


def _plot_text(plot: Plot) -> str:
    if not plot.legs:
        return "straight on" if plot.speed is None else f"speed {plot.speed}"
    legs = " ".join(f"{leg.hexes}{_TURNS[leg.turn]}" for leg in plot.legs)
    speed = "" if plot.speed is None else f"speed {plot.speed} "
    return f"{speed}plot {legs}"


def targets_text(targets: Iterable[str], name: Name) -> str:
    """Targets in order of preference."""
    return " > ".join(
        target if target in ("nearest", "any") else name(target) for target in targets
    )
