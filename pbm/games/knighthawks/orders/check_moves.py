"""Whether a movement is allowed, as far as its player can know: speeds, turns, planets, orbits.

Legality itself stands where the run has it: `plots` and `duty`. A movement that cannot be
carried out as written is kept, since the run makes the nearest legal one of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex, Side, distance
from pbm.games.knighthawks.orders.building import Builder
from pbm.games.knighthawks.orders.duty import duty_fault, turns_owed
from pbm.games.knighthawks.orders.orders import (
    ALWAYS,
    Condition,
    EnterOrbit,
    Goal,
    LeaveOrbit,
    MoveLine,
    Plot,
    Stay,
)
from pbm.games.knighthawks.orders.plots import (
    Fault,
    course_of,
    plot_faults,
    plot_speed,
    speed_fault,
    walk,
)
from pbm.games.knighthawks.orders.roster import at
from pbm.games.knighthawks.view.record import ShipView
from pbm.kit.problems import Problem, Severity, illegal
from pbm.language.order_builder import NOT_DONE

_NEAREST = "the nearest legal movement will be made instead"
_ONWARD = "it will move as without an order"
ORBITING = "KH 3 Orbiting Planets"


def check_move(builder: Builder, line: MoveLine) -> MoveLine | None:
    """The line, perhaps with less in it; None if nothing of it can be carried out.

    Rule: KH 3 Speed, KH 3 Turning, KH 4 Masking Screen.
    """
    line = _screen(builder, line)
    way = line.way
    goal = way.move if isinstance(way, LeaveOrbit) else way
    if isinstance(goal, Goal) and goal.at is None and not builder.in_play(goal.ships):
        why = "None of the ships it names can be its target"
        builder.say(illegal("this movement has no target", reason=why, outcome=NOT_DONE))
        return line if goal.ships else None
    if way is None and line.facing is None and not line.face_ships and not line.screen:
        return None
    onward = isinstance(way, EnterOrbit) or not builder.ship.adf
    instead = _ONWARD if onward else _NEAREST
    outcome = instead if line.condition == ALWAYS else f"If its condition holds, {instead}"
    for fault in _faults(builder, line):
        builder.say(
            illegal(
                f"{builder.name} cannot move like this",
                reason=_sentence(fault.why),
                rule=fault.rule,
                outcome=_sentence(outcome),
                remedy=_remedy(builder, way),
            ),
        )
    speed = plot_speed(way, builder.ship.speed) if isinstance(way, Plot) else 0
    if way is None and not _owes(builder.ship, line.condition):
        speed = builder.ship.speed  # it flies on as without an order
    if speed and (line.facing is not None or line.face_ships) and builder.ship.orbit is None:
        builder.say(
            illegal(
                f"{builder.name} cannot rotate while it flies",
                reason=f"Its speed is {speed}; a ship rotates only at speed 0 or in orbit",
                rule="KH 3 Turning",
                outcome="It will face as its flight leads it",
            ),
        )
        if way is not None:
            line = replace(line, facing=None, face_ships=())
    return line


def _faults(builder: Builder, line: MoveLine) -> Iterator[Fault]:
    """Everything that is wrong with a movement, as far as it can be known beforehand."""
    ship, way = builder.ship, line.way
    last, adf, mr = ship.speed, ship.adf, ship.mr
    owed = turns_owed(_owes(ship, line.condition), mr)
    if not adf and not last and not isinstance(way, (Stay, EnterOrbit, type(None))):
        if not isinstance(way, Plot) or plot_speed(way, last):
            yield Fault("its speed and its ADF are 0, so it cannot move", "KH 3 Acceleration")
        return
    facing: Side | None = Side(ship.facing)
    if ship.orbit:
        facing = None if line.face_ships else line.facing or facing
    if isinstance(way, LeaveOrbit):
        if ship.orbit is None:
            yield Fault("it is not in orbit", ORBITING)
        elif way.facing is not None:
            facing = way.facing
        way = way.move
        if isinstance(way, Plot) and plot_speed(way, last) == 0:
            yield Fault(f"a ship leaves orbit with speed 1 to {adf}", ORBITING)
            return
    if isinstance(way, Goal) and way.speed == 0 and ship.orbit:
        yield Fault(f"a ship leaves orbit with speed 1 to {adf}", ORBITING)
        return
    if isinstance(way, Plot):
        faults = plot_faults(way, last, adf, mr)
        yield from faults
        if not faults:
            yield from _course_faults(builder, way, owed, facing)
    elif isinstance(way, Goal) and way.speed is not None:
        if fault := speed_fault(way.speed, last, adf):
            yield fault
        elif way.speed < owed:
            yield Fault(f"it evaded, so its speed must be {owed} or more", "KH 4 Evasive Maneuvers")
    elif isinstance(way, EnterOrbit):
        yield from _orbit_faults(builder, way, owed)
    elif way is None and (line.facing is not None or line.face_ships):
        if fault := duty_fault((), owed):
            yield fault
    elif isinstance(way, Stay) and (fault := speed_fault(0, last, adf) or duty_fault((), owed)):
        yield fault


def _owes(ship: ShipView, condition: Condition) -> bool:
    """True if the ship owes turns whenever this condition holds.

    One that owes them now does so until its next move, whatever else the condition asks.
    """
    says = [
        {test.negated for test in group if test.kind == "evading"} for group in condition.any_of
    ]
    if ship.evading:
        return not (says and all(True in negated for negated in says))
    return bool(says) and all(False in negated for negated in says)


def _course_faults(builder: Builder, plot: Plot, owed: int, facing: Side | None) -> Iterator[Fault]:
    """Duty, planets and the edge for a plot that is legal on a free map.

    ``facing`` is the bow's at the start of the flight; None where a ship leaves orbit towards
    others, so that where it leads is open.
    """
    ship, roster = builder.ship, builder.roster
    course = course_of(plot, ship.speed)
    if fault := duty_fault(course, owed):
        yield fault
    if facing is None:
        return
    planets = {at(planet): planet.designation for planet in roster.planets}
    for step in walk(at(ship), facing, course).path:
        if step in planets:
            yield Fault(f"it would enter the hex of {planets[step]}, {step}", "KH 3 Planets")
            return
        if not (1 <= step.column <= roster.columns and 1 <= step.row <= roster.rows):
            _off_map(builder, step)
            return


def _off_map(builder: Builder, step: Hex) -> None:
    roster = builder.roster
    where = f"The map goes from 0101 to {Hex(roster.columns, roster.rows)}"
    builder.say(
        Problem(
            Severity.WARNING,
            f"this plot takes {builder.name} off the map",
            reason=f"{where}; a ship that leaves it is lost",
            rule="KH 3 Moving Off The Map",
            outcome=f"It will leave the map towards {step}",
            remedy="Turn earlier if you do not want that",
        ),
    )


def _orbit_faults(builder: Builder, way: EnterOrbit, owed: int) -> Iterator[Fault]:
    ship = builder.ship
    planet = next(one for one in builder.roster.planets if one.id == way.planet)
    orbit = ship.orbit
    if owed:
        yield Fault("a ship that evaded cannot orbit in its next move", "KH 4 Evasive Maneuvers")
    if orbit is not None and orbit.planet == way.planet:
        if orbit.clockwise != way.clockwise:
            yield Fault("the direction of an orbit is fixed; it must leave it first", ORBITING)
        return
    apart = distance(at(ship), at(planet))
    if apart != 1:
        where = f"{ship.at}, {apart} hexes from {planet.designation} at {planet.at}"
        yield Fault(f"it starts its move in {where}, not next to it", ORBITING)
    elif builder.options["orbit.max_speed"] == "adf" and ship.speed > ship.adf:
        yield Fault(f"its last speed {ship.speed} is above its ADF {ship.adf}", ORBITING)
    elif shut := builder.roster.shut_ring(planet):
        why = f"hex {shut} of the ring of {planet.designation} is off the map or a planet's"
        yield Fault(why, ORBITING)


def _remedy(builder: Builder, way: Any) -> str:
    ship = builder.ship
    if isinstance(way, EnterOrbit) or not ship.adf:
        return ""
    least, most = max(0, ship.speed - ship.adf), ship.speed + ship.adf
    turns = f"at most {ship.mr} turn{'' if ship.mr == 1 else 's'}"
    return f"It may fly {least} to {most} hexes with {turns}"


def _sentence(why: str) -> str:
    return why[:1].upper() + why[1:]


def _screen(builder: Builder, line: MoveLine) -> MoveLine:
    """The line without a screen order that cannot be carried out."""
    if line.screen == "up" and not builder.left("masking_screen"):
        had = builder.had("masking_screen")
        name = builder.name
        builder.say(
            illegal(
                f"{name} has no masking screen left"
                if had
                else f"{name} carries no masking screen",
                reason=f"It has used all {had}" if had else "",
                rule="KH 4 Masking Screen",
                outcome="No screen will be raised",
            ),
        )
        return replace(line, screen="", screen_when=ALWAYS)
    if line.screen == "down" and builder.ship.screen is None:
        builder.say(
            Problem(
                Severity.WARNING,
                f"{builder.name} has no screen up now",
                outcome="The order to drop it does nothing unless that changes",
            ),
        )
    return line
