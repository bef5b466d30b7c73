"""Plots: speeds a ship may choose, turns it may make, the hexes a plot leads through.

A *course* is a plot hex by hex: for each hex entered the turn made in it, -1 left, 0 none,
+1 right. Its length is the speed. Everything here is arithmetic on a free map: planets, the
edge and orbits come in with `courses` and `orbit`.
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from pbm.drawing.hexgrid import Hex, Side, neighbour, turned
from pbm.games.knighthawks.orders.ways import Leg, Plot

Course = tuple[int, ...]

LEFT, STRAIGHT, RIGHT = -1, 0, 1
_LETTERS = {LEFT: "L", RIGHT: "R"}


class CourseFault(NamedTuple):
    """Why a movement is not allowed, in a phrase with its numbers, and the rule."""

    why: str
    rule: str


class Walk(NamedTuple):
    """Where a course leads: hexes entered in order, facing at the end, turns made."""

    path: tuple[Hex, ...]
    facing: Side
    turns: int


def legal_speeds(last_speed: int, adf: int) -> range:
    """The speeds a ship may choose after its last one. There is no top speed.

    Rule: KH 3 Acceleration, KH 3 Stopping, KH 3 Top Speed. Ambiguity: KH-A21.

    >>> list(legal_speeds(5, 2)), list(legal_speeds(0, 4))
    ([3, 4, 5, 6, 7], [0, 1, 2, 3, 4])
    """
    return range(max(0, last_speed - adf), last_speed + adf + 1)


def may_stop(last_speed: int, adf: int) -> bool:
    """True if a ship may choose speed 0. Rule: KH 3 Stopping."""
    return 0 in legal_speeds(last_speed, adf)


def may_rotate(speed: int, in_orbit: bool = False) -> bool:
    """True if a ship may rotate to any facing: at this turn's speed 0, or from an orbit.

    Rule: KH 3 Turning, KH 3 Orbiting Planets. Ambiguity: KH-A20.
    """
    return speed == 0 or in_orbit


def speed_fault(speed: int, last_speed: int, adf: int) -> CourseFault | None:
    """Why a speed may not be chosen, or None if it may.

    Rule: KH 3 Speed, KH 3 Acceleration, KH 3 Stopping.
    """
    speeds = legal_speeds(last_speed, adf)
    if speed in speeds:
        return None
    flew = f"its last speed is {last_speed} and its ADF {adf}"
    if speed == 0:
        return CourseFault(f"it cannot stop: {flew}", "KH 3 Stopping")
    return CourseFault(
        f"speed {speed} is not from {speeds[0]} to {speeds[-1]}: {flew}", "KH 3 Acceleration"
    )


def nearest_speed(speeds: Iterable[int], written: int) -> int:
    """The legal speed nearest to one written; of two the slower."""
    return min(speeds, key=lambda speed: (abs(speed - written), speed))


def plot_speed(plot: Plot, last_speed: int) -> int:
    """The speed a plot asks for: the one written, else what it adds up to, else the last."""
    if plot.speed is not None:
        return plot.speed
    return sum(leg.hexes for leg in plot.legs) if plot.legs else last_speed


def turns_written(legs: Iterable[Leg]) -> tuple[tuple[int, int], ...]:
    """Every turn of a plot: the number of hexes entered before it, and its side."""
    found: list[tuple[int, int]] = []
    entered = 0
    for leg in legs:
        entered += leg.hexes
        if leg.turn:
            found.append((entered, leg.turn))
    return tuple(found)


def plot_faults(plot: Plot, last_speed: int, adf: int, mr: int) -> tuple[CourseFault, ...]:
    """Everything that is wrong with a plot on a free map; none: it is legal.

    Rule: KH 3 Speed, KH 3 Acceleration, KH 3 Stopping, KH 3 Turning. Ambiguity: KH-A19, KH-A21.
    """
    speed = plot_speed(plot, last_speed)
    wrong_speed = speed_fault(speed, last_speed, adf)
    found = [] if wrong_speed is None else [wrong_speed]
    hexes = sum(leg.hexes for leg in plot.legs)
    if plot.legs and hexes != speed:
        found.append(CourseFault(f"its plot has {hexes} hexes, its speed is {speed}", "KH 3 Speed"))
    return (*found, *turn_faults(plot.legs, mr))


def turn_faults(legs: Iterable[Leg], mr: int) -> tuple[CourseFault, ...]:
    """What is wrong with the turns of a plot: where they stand and how many there are.

    Rule: KH 3 Turning. Ambiguity: KH-A19.
    """
    found: list[CourseFault] = []
    turns = turns_written(legs)
    places = [place for place, _ in turns]
    if 0 in places:
        found.append(CourseFault("it turns before it has entered a hex", "KH 3 Turning"))
    doubled = [place for place, after in pairwise(places) if place == after]
    if any(doubled):
        found.append(CourseFault(f"it turns twice in its hex {max(doubled)}", "KH 3 Turning"))
    if len(turns) > mr:
        found.append(CourseFault(f"it turns {len(turns)} times, its MR is {mr}", "KH 3 Turning"))
    return tuple(found)


def course_of(plot: Plot, last_speed: int) -> Course:
    """The course of a plot without faults.

    >>> course_of(Plot(4, (Leg(2, LEFT), Leg(2, STRAIGHT))), 4)
    (0, -1, 0, 0)
    """
    course = [STRAIGHT] * plot_speed(plot, last_speed)
    for entered, side in turns_written(plot.legs):
        course[entered - 1] = side
    return tuple(course)


def legs_of(course: Course) -> tuple[Leg, ...]:
    """The legs of a course, each but the last ending with a turn."""
    legs: list[Leg] = []
    hexes = 0
    for turn in course:
        hexes += 1
        if turn:
            legs.append(Leg(hexes, turn))
            hexes = 0
    return (*legs, Leg(hexes, STRAIGHT)) if hexes else tuple(legs)


def plot_text(course: Course) -> str:
    """A course as it is written on a sheet; empty for speed 0.

    >>> plot_text((0, 0, -1, 0, -1, -1, 0))
    '3 L 2 L 1 L 1'
    """
    return " ".join(
        f"{leg.hexes} {_LETTERS[leg.turn]}" if leg.turn else str(leg.hexes)
        for leg in legs_of(course)
    )


def walk(at: Hex, facing: Side, course: Course) -> Walk:
    """Where a course leads. A ship enters the hex it faces, then turns there or not.

    Rule: KH 3 Speed, KH 3 Turning. Ambiguity: KH-A19.
    """
    path: list[Hex] = []
    for turn in course:
        at = neighbour(at, facing)
        facing = turned(facing, turn)
        path.append(at)
    return Walk(tuple(path), facing, sum(map(abs, course)))
