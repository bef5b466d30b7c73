"""Find the course of a ship whose order is impossible, or that has no order.

A course found here is legal: a speed the ship may choose, one turn at most in a hex, no more
than its MR, no planet's hex entered, and the edge crossed only where nothing else is left.
"""

from collections.abc import Iterable, Sequence

from pbm.drawing.hexgrid import Hex, Side, distance, neighbour, stepped, turned
from pbm.games.knighthawks.orders.plots import RIGHT, Course
from pbm.games.knighthawks.rules.movement.board import Completions, OpenHexes


def nearest_course(
    board: OpenHexes,
    at: Hex,
    facing: Side,
    speed: int,
    turns: Sequence[tuple[int, int]],
    speeds: Iterable[int],
    mr: int,
    duty: int = 0,
) -> Course | None:
    """The legal course nearest to one written, or None if every one ends at a planet.

    ``speed`` and ``turns`` (hexes entered before each turn, and its side) are as written. In
    this order:

    1. It stays on the map if any legal course does.
    2. Its speed is the legal one nearest to the one written; of two the slower.
    3. It follows the course written for as many hexes as a legal move can still be completed.
    4. Where it cannot, a turn written for later is made earlier; else straight ahead becomes a
       turn to the right, else to the left.
    5. A turn that cannot be made where it was written (a second one in a hex, one before the
       first hex, one towards a planet) is made in the next hex where it can; turns above the
       MR are left out.

    Rule: KH PBM, KH 3 Turning, KH 3 Planets. Ambiguity: KH-A23.
    """
    by_nearness = sorted(speeds, key=lambda legal: (abs(legal - speed), legal))
    for exits in (False, True):
        for hexes in by_nearness:
            ways = Completions(board, hexes, mr, duty=duty, exits=exits)
            if ways.fewest_turns(at, facing) is not None:
                return _as_written(ways, at, facing, hexes, turns, mr)
    return None


def _as_written(
    ways: Completions, at: Hex, facing: Side, hexes: int, turns: Sequence[tuple[int, int]], mr: int
) -> Course:
    course: list[int] = []
    waiting = list(turns)
    left = mr
    for entered in range(hexes):
        place, side = waiting[0] if waiting else (hexes + 1, RIGHT)
        wanted = (side, 0, -side) if place <= entered + 1 else (0, side, -side)
        possible = ways.choices(at, facing, entered, left)
        turn = next(turn for turn in wanted if turn in possible)
        if turn and waiting and turn == side:
            waiting.pop(0)
        left -= abs(turn)
        at, facing = neighbour(at, facing), turned(facing, turn)
        course.append(turn)
    return tuple(course)


def straight_on(
    board: OpenHexes, at: Hex, facing: Side, last_speed: int, speeds: Sequence[int], mr: int
) -> Course:
    """The course of a ship without an order.

    Straight ahead at its last speed. If that leaves the map or hits a planet: the same speed
    with the fewest turns that avoid it, each as early as possible and to the side on which
    flying straight on ends farther from the edge or a planet, of equal ones the right. If no
    turn avoids it: the nearest other speed, of two the slower. If none does, it leaves the map,
    straight on if it can. Only if every course ends at a planet is it straight ahead.

    Rule: KH PBM, KH 3 Moving Off The Map, KH 3 Planets. Ambiguity: KH-A22, KH-A23.
    """
    for hexes in sorted(speeds, key=lambda speed: (abs(speed - last_speed), speed)):
        ways = Completions(board, hexes, mr)
        turns = ways.fewest_turns(at, facing)
        if turns is not None:
            return _earliest(board, ways, at, facing, hexes, turns)
    off = nearest_course(board, at, facing, last_speed, (), speeds, mr)
    return (0,) * last_speed if off is None else off


def _earliest(
    board: OpenHexes, ways: Completions, at: Hex, facing: Side, hexes: int, turns: int
) -> Course:
    course: list[int] = []
    for entered in range(hexes):
        possible = ways.choices(at, facing, entered, turns)
        at = neighbour(at, facing)
        sides = [turn for turn in possible if turn]
        turn = 0
        if sides:
            left = hexes - entered - 1
            ends = [stepped(at, turned(facing, side), left) for side in sides]
            rooms = [room(board, end) for end in ends]
            turn = sides[rooms.index(max(rooms))]
            turns -= 1
        facing = turned(facing, turn)
        course.append(turn)
    return tuple(course)


def room(board: OpenHexes, at: Hex) -> int:
    """How many hexes away the nearest planet or hex off the map is; 0 or less off the map."""
    size = board.size
    edges = (at.column, size.columns + 1 - at.column, at.row, size.rows + 1 - at.row)
    return min((*edges, *(distance(at, planet) for planet in board.planets)))
