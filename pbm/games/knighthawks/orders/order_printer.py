"""Orders in the language of the sheets again: one canonical form for everything they can say.

What is printed here reads back as the same orders; receipts use it for "understood as".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbm.games.knighthawks.orders.orders import (
    ALWAYS,
    Condition,
    EnterOrbit,
    EvadeLine,
    FireLine,
    Goal,
    IcmLine,
    LeaveOrbit,
    MoveLine,
    Orders,
    PlaceLine,
    Plot,
    ShipOrders,
    Stay,
    Test,
    Way,
)
from pbm.sheets.quoting import Name, groups_in_words

# Kinds of weapons as a sheet names them.
SHORT = {
    "laser_cannon": "LC",
    "pod_laser": "PL",
    "laser_battery": "LB",
    "torpedo": "T",
    "assault_rocket": "AR",
    "rocket_battery": "RB",
}
KINDS = {short: kind for kind, short in SHORT.items()}
# Supplies as a sheet counts them.
SUPPLY_WORDS = {
    "torpedo": "torpedos",
    "assault_rocket": "rockets",
    "rocket_battery": "RB",
    "icm": "ICM",
    "masking_screen": "masking screens",
}
_ICM_WORDS = {"torpedo": "torpedo", "assault_rocket": "rocket", "rocket_battery": "RB"}


def print_orders(orders: Orders, name: Name) -> str:
    """The body of a sheet that says exactly these orders."""
    return "".join(f"{line}\n" for ship in orders.ships.values() for line in ship_lines(ship, name))


def ship_lines(ship: ShipOrders, name: Name) -> Iterator[str]:
    """The lines of one ship, its header first."""
    yield f"SHIP {name(ship.ship)}"
    for place in ship.place:
        yield f"  {place_words(place, name)}"
    for move in ship.move:
        yield f"  {move_words(move, name)}"
    for fire in ship.attack:
        yield f"  {fire_words('attack', fire, name)}"
    for fire in ship.defence:
        yield f"  {fire_words('defence', fire, name)}"
    for icm in ship.icm:
        yield f"  {icm_words(icm)}"
    for evade in ship.evade:
        yield f"  {evade_words(evade, name)}"


def move_words(line: MoveLine, name: Name) -> str:
    """A move line."""
    parts: list[str] = []
    if line.way is not None:
        parts.append(way_words(line.way, name))
    if line.facing is not None:
        parts.append(f"face {line.facing}")
    if line.face_ships:
        parts.append(f"face {_targets(line.face_ships, name)}")
    if line.screen:
        verb = "screen" if line.screen == "up" else "drop screen"
        parts.append(f"{verb}{_when(line.screen_when, name)}")
    return f"move {_prefix(line.condition, name)}{', '.join(parts)}"


def way_words(way: Way, name: Name) -> str:
    """A way to move, without its line's condition."""
    if isinstance(way, Plot):
        return _plot(way)
    if isinstance(way, Goal):
        return _goal(way, name)
    if isinstance(way, EnterOrbit):
        return orbit_words(way, name)
    if isinstance(way, Stay):
        return "stay"
    assert isinstance(way, LeaveOrbit)
    face = "" if way.facing is None else f" face {way.facing}"
    return f"leave orbit{face} {way_words(way.move, name)}"


def _plot(plot: Plot) -> str:
    if not plot.legs:
        return "straight on" if plot.speed is None else f"speed {plot.speed}"
    legs = " ".join(f"{leg.hexes}{ {-1: ' L', 0: '', 1: ' R'}[leg.turn] }" for leg in plot.legs)
    speed = "" if plot.speed is None else f"speed {plot.speed} "
    return f"{speed}plot {legs}"


def _goal(goal: Goal, name: Name) -> str:
    ships = _targets(goal.ships, name)
    words = {
        "close": f"close on {ships}",
        "away": f"keep away from {ships}",
        "range": f"hold range {goal.number} of {ships}",
        "ram": f"ram {ships}",
        "hex": f"towards {goal.at}",
    }[goal.kind]
    return words if goal.speed is None else f"{words} speed {goal.speed}"


def orbit_words(orbit: EnterOrbit, name: Name) -> str:
    """``orbit P1 clockwise``."""
    return f"orbit {name(orbit.planet)} {'clockwise' if orbit.clockwise else 'counterclockwise'}"


def fire_words(verb: str, line: FireLine, name: Name) -> str:
    """An attack or defence line; ``verb`` says which."""
    start = f"{verb} {_prefix(line.condition, name)}{line.weapon}"
    if line.hold:
        return f"{start} hold"
    limits: list[str] = []
    if line.least_chance:
        limits.append(f"chance >= {line.least_chance}")
    if line.keep:
        limits.append(f"keep {line.keep}")
    if line.within is not None:
        limits.append(f"within {line.within}")
    if line.in_arc:
        limits.append("in arc")
    if line.plan == "spread":
        limits.append(f"spread enough {line.enough}")
    elif line.plan:
        limits.append(line.plan)
    if line.hex is not None:
        limits.append(f"hex {line.hex}")
    elif line.hexes == "first":
        limits.append("first in arc")
    elif verb == "defence":
        limits.append("best hex")
    return ", ".join([f"{start} at {_targets(line.targets, name)}", *limits])


def icm_words(line: IcmLine) -> str:
    """The icm line."""
    parts = [f"{_ICM_WORDS[kind]} {number}" for kind, number in line.each.items()]
    if line.until is not None:
        parts.append(f"until chance <= {line.until}")
    if line.keep or not parts:
        parts.append(f"keep {line.keep}")
    return f"icm {', '.join(parts)}"


def evade_words(line: EvadeLine, name: Name) -> str:
    """The evade line."""
    return f"evade{_when(line.condition, name)}" if line.when == "when" else f"evade {line.when}"


def place_words(line: PlaceLine, name: Name) -> str:
    """The place line of a set-up sheet."""
    parts: list[str] = []
    if line.at is not None:
        parts.append(f"at {line.at}")
    if line.orbit is not None:
        parts.append(orbit_words(line.orbit, name))
    if line.facing is not None:
        parts.append(f"facing {line.facing}")
    if line.speed is not None:
        parts.append(f"speed {line.speed}")
    return f"place {' '.join(parts)}"


def condition_words(condition: Condition, name: Name) -> str:
    """A condition as it stands behind ``if``; empty for one that always holds."""
    return groups_in_words(condition.any_of, lambda test: test_words(test, name))


def test_words(test: Test, name: Name) -> str:
    """One test of a condition."""
    ship = name(test.ship) if test.ship and test.ship != "enemy" else test.ship
    own = f"{ship} " if ship else ""
    compared = f"{test.op} {test.number}"
    words = {
        "within": f"{ship} within {test.number}",
        "enemy_lasers_within": f"enemy lasers within {test.number}",
        "chance": f"chance {compared}",
        "hull": f"{own}hull {compared}",
        "supply": f"{SUPPLY_WORDS.get(test.name, test.name)} {compared}",
        "screened": f"{own}screened",
        "evading": "evading",
        "in_orbit": f"{own}in orbit",
        "in_arc": f"{ship} in arc",
        "turn": f"turn {compared}",
        "range": f"range to {ship} {compared}",
        "speed": f"{own}speed {compared}",
        "destroyed": f"{ship} destroyed",
    }[test.kind]
    return f"not {words}" if test.negated else words


def _prefix(condition: Condition, name: Name) -> str:
    return "" if condition == ALWAYS else f"if {condition_words(condition, name)}: "


def _when(condition: Condition, name: Name) -> str:
    return "" if condition == ALWAYS else f" if {condition_words(condition, name)}"


def _targets(targets: Iterable[str], name: Name) -> str:
    return " > ".join(
        target if target in ("nearest", "any") else name(target) for target in targets
    )
