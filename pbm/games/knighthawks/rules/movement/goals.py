"""Find the legal course that ends best for the goal of a move.

Every legal speed, plot and end is weighed, all at once (see `board`). No course that leaves
the map or enters a planet's hex is.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pbm.drawing.hexgrid import SIDES, Hex, Side, distance, neighbour, stepped, turned
from pbm.games.knighthawks.orders.plots import Course
from pbm.games.knighthawks.rules.movement.board import Completions, Layer, OpenHexes, reach
from pbm.kit.records import Record

CLOSE, AWAY, RANGE, RAM, HEX = "close", "away", "range", "ram", "hex"


class CourseAim(Record):
    """What a course shall end with.

    ``kind`` is a goal's: close, away, range (``number`` hexes), ram, hex; ``at`` the hex it is
    about. ``facing`` (a clock number) or ``face`` (a hex) is what the bow shall point to at the
    end, where the player asks for more than the hex the goal is about.
    """

    kind: str
    at: Hex
    number: int = 0
    facing: Side | None = None
    face: Hex | None = None

    def miss(self, end: Hex) -> int:
        """How many hexes an end is from the wanted distance; smaller is better."""
        apart = distance(end, self.at)
        if self.kind == AWAY:
            return -apart
        return abs(apart - self.number) if self.kind == RANGE else apart

    def off_bow(self, end: Hex, facing: Side) -> int:
        """How badly the bow points at the end of a course: 0 is as wanted.

        A facing asked for counts in hexsides. Otherwise 0 is a target in the forward centre row
        or in the own hex; for ``close``, ``range`` and a ship to be faced any other counts the
        hexes it lies beside that row, so that the field of fire comes next; else it counts 1.
        """
        if self.facing is not None:
            return hexsides_between(facing, self.facing)
        beside = hexes_beside(end, facing, self.face or self.at)
        return beside if self.face or self.kind in (CLOSE, RANGE) else min(beside, 1)


class Start(NamedTuple):
    """A facing a ship may start its move with, and the speeds it may then choose."""

    facing: Side
    speeds: Sequence[int]


class BestCourse(NamedTuple):
    """The course that ends best, and the facing it starts with."""

    course: Course
    facing: Side


def hexsides_between(one: Side, other: Side) -> int:
    """How many hexsides lie between two facings, the short way round: 0 to 3."""
    apart = (SIDES.index(one) - SIDES.index(other)) % 6
    return min(apart, 6 - apart)


def hexes_beside(at: Hex, facing: Side, target: Hex) -> int:
    """How many hexes a target lies beside the row straight ahead, at its own distance.

    0: in the centre row or in the same hex; 1: in the flank rows of the forward field.
    """
    return distance(stepped(at, facing, distance(at, target)), target)


def facing_to(at: Hex, facing: Side, target: Hex) -> Side:
    """The facing that brings a target nearest to the row straight ahead.

    Of two the one nearer to the present facing, then the one further clockwise.
    """
    clockwise = [turned(facing, steps) for steps in (0, 1, -1, 2, -2, 3)]
    return min(clockwise, key=lambda side: hexes_beside(at, side, target))


def best_course(
    board: OpenHexes,
    at: Hex,
    starts: Sequence[Start],
    last_speed: int,
    mr: int,
    aim: CourseAim,
    duty: int = 0,
) -> BestCourse | None:
    """The legal course that ends best, or None if none stays on the map and clear of planets.

    Weighed in this order: the distance wanted (``Aim.miss``); the bow (``Aim.off_bow``); the
    fewest turns; the least change of speed, of two the slower; the earlier of ``starts``; then
    hex by hex straight on before right before left. Speed 0 ends where the ship is, with the
    start's facing. ``duty``: it must turn in each of so many first hexes.

    Rule: KH PBM, KH 3 Acceleration, KH 3 Turning, KH 3 Planets.
    """
    reached: list[tuple[Start, list[Layer]]] = [
        (start, reach(board, at, start.facing, max(start.speeds, default=0), mr, duty))
        for start in starts
    ]
    ends = _best_ends(board, reached, aim)
    candidates = sorted(
        (turns, abs(speed - last_speed), speed, number)
        for number, (start, layers) in enumerate(reached)
        for speed in start.speeds
        for turns in range(len(layers[speed]))
    )
    for turns, _, speed, number in candidates:
        start, layers = reached[number]
        if any(bits & end for bits, end in zip(layers[speed][turns], ends, strict=True)):
            course = _first_of(board, at, start.facing, speed, turns, ends, duty)
            return BestCourse(course, start.facing)
    return None


def _best_ends(
    board: OpenHexes, reached: Sequence[tuple[Start, list[Layer]]], aim: CourseAim
) -> list[int]:
    """The ends that are best by distance and then by the bow, by side faced."""
    by_side = [0] * 6
    for start, layers in reached:
        for speed in start.speeds:
            for sides in layers[speed]:
                by_side = [known | bits for known, bits in zip(by_side, sides, strict=True)]
    everywhere = 0
    for bits in by_side:
        everywhere |= bits
    misses = [(aim.miss(end), end) for end in board.hexes(everywhere)]
    least = min(misses, default=(0, None))[0]
    best: list[int] = [0] * 6
    least_off: int | None = None
    for miss, end in misses:
        if miss != least:
            continue
        bit = board.bit(end)
        for side, facing in enumerate(SIDES):
            if not by_side[side] & bit:
                continue
            off = aim.off_bow(end, facing)
            if least_off is None or off < least_off:
                best, least_off = [0] * 6, off
            if off == least_off:
                best[side] |= bit
    return best


def _first_of(
    board: OpenHexes, at: Hex, facing: Side, speed: int, turns: int, ends: list[int], duty: int
) -> Course:
    """Of the courses with so many turns to these ends the first: straight, right, left."""
    ways = Completions(board, speed, turns, ends, duty)
    course: list[int] = []
    for entered in range(speed):
        turn = ways.choices(at, facing, entered, turns)[0]
        turns -= abs(turn)
        at, facing = neighbour(at, facing), turned(facing, turn)
        course.append(turn)
    return tuple(course)
