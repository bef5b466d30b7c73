"""Courses the program finds, compared with a plain search through every legal path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.drawing.hexgrid import (
    SIDES,
    Hex,
    Side,
    distance,
    neighbour,
    parse_hex,
    row_side,
    stepped,
    turned,
)
from pbm.games.knighthawks.orders.plots import Course, legal_speeds, plot_text, walk
from pbm.games.knighthawks.rules.movement.board import Completions, OpenHexes, board_of, reach
from pbm.games.knighthawks.rules.movement.courses import nearest_course, room, straight_on
from pbm.games.knighthawks.rules.movement.goals import (
    BestCourse,
    CourseAim,
    Start,
    best_course,
    facing_to,
    hexes_beside,
    hexsides_between,
)
from pbm.games.knighthawks.state.state import Map

L, R = -1, 1
SIZE = Map(9, 8)
OPEN = board_of(Map(40, 40), ())


# --- every legal path, one by one -----------------------------------------------------------


def is_clear(board: OpenHexes, path: Sequence[Hex]) -> bool:
    return all(at in board.size and at not in board.planets for at in path)


def courses(
    board: OpenHexes,
    at: Hex,
    facing: Side,
    speed: int,
    mr: int,
    duty: int = 0,
    exits: bool = False,
) -> Iterator[Course]:
    """Every legal course; with ``exits`` those over the edge too, straight on from there."""
    for course in product((0, R, L), repeat=speed):
        path = walk(at, facing, course).path
        gone = (number for number, entered in enumerate(path) if entered not in board.size)
        stop = next(gone, speed) if exits else speed
        if any(course[stop:]) or sum(map(abs, course)) > mr:
            continue
        if all(course[: min(duty, stop)]) and is_clear(board, path[:stop]):
            yield course


hexes = st.builds(Hex, st.integers(1, SIZE.columns), st.integers(1, SIZE.rows))
facings = st.sampled_from(SIDES)


@st.composite
def boards(draw: st.DrawFn) -> tuple[OpenHexes, Hex, Side]:
    """A small map with up to four planets, a ship's hex and facing on it."""
    at = draw(hexes)
    planets = draw(st.lists(hexes.filter(lambda rock: rock != at), max_size=4, unique=True))
    return board_of(SIZE, tuple(planets)), at, draw(facings)


# --- the board ------------------------------------------------------------------------------


def test_movement_board_steps_as_the_grid_does() -> None:
    rock = Hex(4, 4)
    board = OpenHexes(SIZE, (rock,))
    every = [Hex(column, row) for column in range(1, 10) for row in range(1, 9)]
    assert list(board.hexes(board.free)) == [at for at in every if at != rock]
    for index, side in enumerate(SIDES):
        for at in every:
            ahead = neighbour(at, side)
            found = list(board.hexes(board.onward(board.bit(at), index)))
            assert found == [ahead] * (ahead in SIZE and ahead != rock)
            if at == rock:
                continue
            assert bool(board.exits[index] & board.bit(at)) == (ahead not in SIZE)
            if ahead in SIZE:
                assert list(board.hexes(board.back(board.bit(ahead), index))) == [at]


@given(boards(), st.integers(0, 4), st.integers(0, 3), st.integers(0, 2))
def test_movement_reach_is_every_legal_end(
    where: tuple[OpenHexes, Hex, Side], speed: int, mr: int, duty: int
) -> None:
    board, at, facing = where
    wanted = set()
    for course in courses(board, at, facing, speed, mr, duty):
        flown = walk(at, facing, course)
        wanted.add((flown.path[-1] if flown.path else at, flown.facing, flown.turns))
    layer = reach(board, at, facing, speed, mr, duty)[speed]
    found = {
        (end, SIDES[side], turns)
        for turns, sides in enumerate(layer)
        for side, bits in enumerate(sides)
        for end in board.hexes(bits)
    }
    assert found == wanted


@given(boards(), st.integers(0, 4), st.integers(0, 3), st.integers(0, 2), st.booleans())
def test_movement_fewest_turns_of_every_legal_path(
    where: tuple[OpenHexes, Hex, Side], speed: int, mr: int, duty: int, exits: bool
) -> None:
    board, at, facing = where
    turns = [sum(map(abs, course)) for course in courses(board, at, facing, speed, mr, duty, exits)]
    ways = Completions(board, speed, mr, duty=duty, exits=exits)
    assert ways.fewest_turns(at, facing) == min(turns, default=None)


# --- goals ----------------------------------------------------------------------------------

aims = st.one_of(
    st.builds(
        CourseAim,
        st.sampled_from(["close", "away", "range", "ram", "hex"]),
        hexes,
        st.integers(0, 6),
    ),
    st.builds(CourseAim, st.just("close"), hexes, st.just(0), facings),
    st.builds(CourseAim, st.just("range"), hexes, st.integers(0, 6), st.none(), hexes),
)


def brute(
    board: OpenHexes,
    at: Hex,
    starts: Sequence[Start],
    last: int,
    mr: int,
    aim: CourseAim,
    duty: int,
) -> BestCourse | None:
    """The best of all legal paths, weighed one by one as `best_course` says it weighs."""
    found: list[tuple[tuple[object, ...], BestCourse]] = []
    for number, start in enumerate(starts):
        for speed in start.speeds:
            for course in courses(board, at, start.facing, speed, mr, duty):
                flown = walk(at, start.facing, course)
                end = flown.path[-1] if flown.path else at
                apart = distance(end, aim.at)
                miss = {"away": -apart, "range": abs(apart - aim.number)}.get(aim.kind, apart)
                if aim.facing is not None:
                    gap = abs(SIDES.index(flown.facing) - SIDES.index(aim.facing))
                    bow = min(gap, 6 - gap)
                else:
                    target = aim.face or aim.at
                    ahead = stepped(end, flown.facing, distance(end, target))
                    bow = distance(ahead, target)
                    if aim.face is None and aim.kind in ("away", "ram", "hex"):
                        in_row = end == target or row_side(end, target) == flown.facing
                        bow = 0 if in_row else 1
                # straight on before right before left
                order = [(0, R, L).index(turn) for turn in course]
                key = (miss, bow, flown.turns, abs(speed - last), speed, number, order)
                found.append((key, BestCourse(course, start.facing)))
    return min(found, default=(None, None), key=lambda pair: pair[0])[1]


@given(boards(), st.integers(0, 4), st.integers(0, 2), st.integers(0, 3), aims)
def test_movement_goal_is_the_best_of_all_paths(
    where: tuple[OpenHexes, Hex, Side], last: int, adf: int, mr: int, aim: CourseAim
) -> None:
    board, at, facing = where
    speeds = [speed for speed in legal_speeds(last, adf) if speed <= 5]
    starts = [Start(facing, speeds)]
    if 0 in speeds:
        starts += [Start(turned(facing, steps), [0]) for steps in (1, -1, 2, -2, 3)]
    assert best_course(board, at, starts, last, mr, aim) == brute(
        board, at, starts, last, mr, aim, 0
    )


@given(boards(), st.integers(1, 3), st.integers(0, 2), aims)
def test_movement_goal_out_of_orbit_is_the_best_of_all_paths(
    where: tuple[OpenHexes, Hex, Side], adf: int, mr: int, aim: CourseAim
) -> None:
    board, at, facing = where
    starts = [Start(turned(facing, steps), range(1, adf + 1)) for steps in (0, 1, -1, 2, -2, 3)]
    assert best_course(board, at, starts, 0, mr, aim) == brute(board, at, starts, 0, mr, aim, 0)


@given(boards(), st.integers(0, 3), st.integers(1, 3), aims)
def test_movement_goal_under_duty_is_the_best_of_all_paths(
    where: tuple[OpenHexes, Hex, Side], last: int, mr: int, aim: CourseAim
) -> None:
    board, at, facing = where
    starts = [Start(facing, range(mr, last + mr + 1))]
    starts = [Start(facing, [speed for speed in starts[0].speeds if speed <= 5])]
    assert best_course(board, at, starts, last, mr, aim, mr) == brute(
        board, at, starts, last, mr, aim, mr
    )


def best(
    kind: str, target: str, last: int, number: int = 0, at: str = "2020", **more: Hex | Side
) -> tuple[str, int]:
    """Plot and speed of a goal on an open map, with ADF 2 and MR 2, facing 12 in 2020."""
    aim = CourseAim(kind, parse_hex(target), number, **more)  # type: ignore[arg-type]
    start = Start(Side(12), legal_speeds(last, 2))
    found = best_course(OPEN, parse_hex(at), [start], last, 2, aim)
    assert found is not None
    return plot_text(found.course), len(found.course)


def test_movement_each_goal_differs_from_the_others() -> None:
    assert best("close", "2012", 4) == ("6", 6)
    assert best("away", "2012", 4) == ("1 R 1 R 4", 6)
    assert best("range", "2012", 4, 4) == ("4", 4)
    assert best("range", "2012", 4, 3) == ("5", 5)
    assert best("ram", "2016", 4) == ("4", 4)
    assert best("hex", "2016", 4) == ("4", 4)


def test_movement_goal_weighs_the_bow_before_the_turns() -> None:
    # Straight on is as near to 2215 as a turn right at the end, which has it ahead.
    straight = walk(parse_hex("2020"), Side(12), (0, 0))
    assert hexes_beside(straight.path[-1], Side(12), parse_hex("2215")) > 0
    plot, _ = best("range", "2215", 2, 3)
    end = walk(parse_hex("2020"), Side(12), course_from(plot))
    assert hexes_beside(end.path[-1], end.facing, parse_hex("2215")) == 0
    assert distance(end.path[-1], parse_hex("2215")) == 3


def course_from(plot: str) -> Course:
    words = plot.split()
    course: list[int] = []
    for word in words:
        if word in "LR":
            course[-1] = R if word == "R" else L
        else:
            course += [0] * int(word)
    return tuple(course)


def test_movement_face_decides_between_equal_ends() -> None:
    assert best("hex", "2016", 4, facing=Side(12)) == ("4", 4)
    assert best("hex", "2016", 4, facing=Side(2)) == ("4 R", 4)
    assert best("hex", "2016", 4, facing=Side(10)) == ("4 L", 4)
    assert best("hex", "2016", 4, face=parse_hex("2515"))[0] != best("hex", "2016", 4)[0]


def test_movement_goal_keeps_to_the_map_and_off_planets() -> None:
    board = board_of(Map(40, 40), (parse_hex("2003"),))
    start = Start(Side(12), legal_speeds(4, 0))
    found = best_course(
        board, parse_hex("2004"), [start], 4, 2, CourseAim("close", parse_hex("2001"))
    )
    assert found is None  # the first hex ahead is the planet's
    board = board_of(Map(40, 40), (parse_hex("2002"),))
    found = best_course(
        board, parse_hex("2004"), [start], 4, 2, CourseAim("close", parse_hex("2001"))
    )
    assert found is not None
    assert is_clear(board, walk(parse_hex("2004"), Side(12), found.course).path)


def test_movement_goal_of_a_fast_ship_is_found_among_all_its_paths() -> None:
    # 30 hexes with six turns: far too many paths to try one by one.
    board = board_of(Map(60, 50), (parse_hex("2018"),))
    start = Start(Side(12), legal_speeds(30, 5))
    aim = CourseAim("range", parse_hex("2225"), 4)
    found = best_course(board, parse_hex("2545"), [start], 30, 6, aim)
    assert found is not None
    flown = walk(parse_hex("2545"), Side(12), found.course)
    assert distance(flown.path[-1], aim.at) == 4
    assert hexes_beside(flown.path[-1], flown.facing, aim.at) == 0
    assert is_clear(board, flown.path)
    assert len(found.course) in legal_speeds(30, 5)


def test_movement_facings() -> None:
    assert [hexsides_between(Side(12), side) for side in SIDES] == [0, 1, 2, 3, 2, 1]
    assert [facing_to(Hex(20, 20), Side(6), neighbour(Hex(20, 20), side)) for side in SIDES] == [
        *SIDES
    ]
    assert facing_to(Hex(20, 20), Side(8), Hex(20, 20)) == 8
    # 2119 and 2218 lie between the rows of 12 and 2: the nearer bow wins, then clockwise.
    assert [facing_to(Hex(20, 20), bow, Hex(21, 19)) for bow in (Side(12), Side(2))] == [12, 2]
    assert facing_to(Hex(20, 20), Side(7 - 1), Hex(21, 19)) in (12, 2)


# --- the course nearest to one written ------------------------------------------------------

writings = st.lists(st.tuples(st.integers(0, 5), st.sampled_from([L, R])), max_size=3).map(
    lambda turns: tuple(sorted(turns, key=lambda turn: turn[0]))
)


def brute_nearest(
    board: OpenHexes,
    at: Hex,
    facing: Side,
    speed: int,
    turns: Sequence[tuple[int, int]],
    speeds: Sequence[int],
    mr: int,
    duty: int,
) -> Course | None:
    """By the rule as written down, on the list of every legal path."""
    for exits in (False, True):
        for legal in sorted(speeds, key=lambda other: (abs(other - speed), other)):
            left = [*courses(board, at, facing, legal, mr, duty, exits)]
            waiting = list(turns)
            for number in range(1, legal + 1):
                due = bool(waiting) and waiting[0][0] <= number
                side = waiting[0][1] if waiting else R
                for turn in (side, 0, -side) if due else (0, side, -side):
                    kept = [course for course in left if course[number - 1] == turn]
                    if kept:
                        break
                left = kept
                if turn == side and waiting:
                    waiting.pop(0)
            if left:
                return left[0]
    return None


@given(
    boards(),
    st.integers(0, 5),
    writings,
    st.integers(0, 3),
    st.integers(0, 2),
    st.integers(0, 3),
    st.integers(0, 2),
)
def test_movement_nearest_course_by_its_rule(
    where: tuple[OpenHexes, Hex, Side],
    speed: int,
    turns: tuple[tuple[int, int], ...],
    last: int,
    adf: int,
    mr: int,
    duty: int,
) -> None:
    board, at, facing = where
    speeds = legal_speeds(last, adf)
    found = nearest_course(board, at, facing, speed, turns, speeds, mr, duty)
    assert found == brute_nearest(board, at, facing, speed, turns, speeds, mr, duty)


def nearest(
    written: str, last: int, adf: int, mr: int, *rocks: str, at: str = "2020", speed: int = 0
) -> str:
    board = board_of(Map(40, 40), tuple(parse_hex(rock) for rock in rocks))
    places: list[tuple[int, int]] = []
    entered = 0
    for word in written.split():
        if word in "LR":
            places.append((entered, R if word == "R" else L))
        else:
            entered += int(word)
    found = nearest_course(
        board, parse_hex(at), Side(12), speed or entered, places, legal_speeds(last, adf), mr
    )
    assert found is not None
    return plot_text(found)


@pytest.mark.parametrize(
    ("written", "last", "adf", "mr", "rocks", "done"),
    [
        ("3 L 2", 5, 1, 3, [], "3 L 2"),
        ("3 L 6", 5, 1, 3, [], "3 L 3"),  # too fast: the highest speed, cut short
        ("2 L 1", 5, 1, 3, [], "2 L 2"),  # too slow: the lowest, going on straight
        ("1 L 1 L 1 L 1 L 1", 5, 1, 3, [], "1 L 1 L 1 L 2"),  # the turn above MR left out
        ("L 5", 5, 1, 3, [], "1 L 4"),  # a turn before the first hex: in the first
        ("2 L L 3", 5, 1, 3, [], "2 L 1 L 2"),  # two in one hex: the second in the next
        ("3 L 2", 5, 1, 3, ["2017"], "2 L 3"),  # a planet in the third hex: earlier
        ("5", 5, 1, 3, ["2017"], "2 R 3"),  # straight on at a planet: right
        ("5", 5, 1, 3, ["2017", "2118"], "2 L 3"),  # right is shut: left
        ("2 L 3", 5, 1, 3, ["1918"], "3 L 2"),  # the turn leads into a planet: later
        ("3", 3, 1, 0, ["2017"], "2"),  # no turns: slower
    ],
)
def test_movement_nearest_course(
    written: str, last: int, adf: int, mr: int, rocks: list[str], done: str
) -> None:
    assert nearest(written, last, adf, mr, *rocks) == done


def test_movement_nearest_course_leaves_the_map_only_if_it_must() -> None:
    assert nearest("4", 4, 0, 1, at="2003") == "1 R 3"
    assert nearest("4", 4, 0, 0, at="2003") == "4"  # MR 0: nothing but the edge
    assert nearest("9", 4, 0, 1, at="2003") == "1 R 3"


def test_movement_no_course_where_every_one_ends_at_a_planet() -> None:
    board = board_of(Map(40, 40), (parse_hex("2019"),))
    assert nearest_course(board, parse_hex("2020"), Side(12), 3, (), range(1, 4), 3) is None
    assert nearest_course(board, parse_hex("2020"), Side(12), 3, (), range(4), 3) == ()


# --- without an order -----------------------------------------------------------------------


def straight(at: str, last: int, adf: int, mr: int, *rocks: str, facing: int = 12) -> str:
    board = board_of(Map(40, 40), tuple(parse_hex(rock) for rock in rocks))
    speeds = legal_speeds(last, adf)
    return plot_text(straight_on(board, parse_hex(at), Side(facing), last, speeds, mr))


@pytest.mark.parametrize(
    ("at", "last", "adf", "mr", "rocks", "done"),
    [
        ("2020", 5, 2, 3, [], "5"),
        ("2006", 5, 2, 3, [], "5"),  # ends in row 1
        ("2005", 5, 2, 3, [], "1 R 4"),  # would leave from row 1; equal room: right
        ("3805", 5, 2, 3, [], "1 L 4"),  # right ends nearer to the edge
        ("2020", 5, 2, 3, ["2015"], "1 R 4"),
        ("2020", 5, 2, 3, ["2015", "2217"], "1 L 4"),  # right ends nearer to a planet
        ("2020", 5, 2, 3, ["2014"], "5"),
        ("2003", 3, 1, 0, [], "2"),  # no turn: slower
        ("2002", 3, 1, 0, [], "3"),  # no way out: it leaves, straight on
        ("2020", 1, 1, 3, ["2019"], ""),  # it stops
        ("2020", 2, 1, 3, ["2019"], "2"),  # every course ends at the planet
        ("2020", 0, 2, 3, ["2019"], ""),
    ],
)
def test_movement_without_an_order(
    at: str, last: int, adf: int, mr: int, rocks: list[str], done: str
) -> None:
    assert straight(at, last, adf, mr, *rocks) == done


@given(boards(), st.integers(0, 5), st.integers(0, 2), st.integers(0, 3))
def test_movement_without_an_order_turns_as_little_as_can_be(
    where: tuple[OpenHexes, Hex, Side], last: int, adf: int, mr: int
) -> None:
    board, at, facing = where
    speeds = legal_speeds(last, adf)
    found = straight_on(board, at, facing, last, speeds, mr)
    for speed in sorted(speeds, key=lambda legal: (abs(legal - last), legal)):
        possible = [*courses(board, at, facing, speed, mr)]
        if possible:
            fewest = min(sum(map(abs, course)) for course in possible)
            least = [course for course in possible if sum(map(abs, course)) == fewest]
            assert found in least
            first = min([n for n, turn in enumerate(course) if turn][:1] for course in least)
            assert [n for n, turn in enumerate(found) if turn][:1] == first
            return
    assert not is_clear(board, walk(at, facing, found).path)


def test_movement_room() -> None:
    board = board_of(Map(10, 20), (parse_hex("0505"),))
    assert room(board, Hex(5, 1)) == 1
    assert room(board, Hex(2, 12)) == 2
    assert room(board, Hex(10, 12)) == 1
    assert room(board, Hex(5, 17)) == 4
    assert room(board, Hex(5, 7)) == 2
    assert room(board, Hex(5, 0)) == 0
