"""Choose the legal move of a ship, by one line of its orders or without one.

A move that is not possible as written becomes the nearest legal one, and says why. Nothing is
changed here; `movement` carries the moves out.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex, Side, turned
from pbm.games.knighthawks.orders.duty import (
    duty_fault,
    duty_speed,
    duty_speeds,
    turns_owed,
    zigzag,
)
from pbm.games.knighthawks.orders.move import MoveLine
from pbm.games.knighthawks.orders.plots import (
    Course,
    CourseFault,
    course_of,
    legal_speeds,
    may_rotate,
    nearest_speed,
    plot_faults,
    plot_speed,
    speed_fault,
    turn_faults,
    turns_written,
    walk,
)
from pbm.games.knighthawks.orders.ways import EnterOrbit, LeaveOrbit, MoveGoal, Plot, Stay
from pbm.games.knighthawks.rules.movement.board import OpenHexes, board_of
from pbm.games.knighthawks.rules.movement.courses import nearest_course, straight_on
from pbm.games.knighthawks.rules.movement.goals import CourseAim, Start, best_course, facing_to
from pbm.games.knighthawks.rules.movement.orbit import orbit_fault, orbit_step
from pbm.games.knighthawks.state.state import Orbit, Ship, State
from pbm.kit.records import Record

WAYS = {
    "close": "close on",
    "away": "away from",
    "range": "hold range",
    "ram": "ram",
    "hex": "towards",
}
NO_ORDER = "straight on (no order)"
CLEAR = "turned clear (no order)"
ZIGZAG = "zig-zag after evading"

# Rotations from a facing, the smaller first, of two the clockwise one.
ANY_FACING = (0, 1, -1, 2, -2, 3)


class ChosenMove(Record):
    """What a ship does in its move.

    It flies ``course``, starting with ``facing``; with an empty course it stays, or goes round
    in ``orbit``, and ends with ``facing``. ``way`` says how the course came about, ``of`` which
    ship it is about. ``faults`` are the reasons why it is not what was written; empty if it is.
    """

    course: Course
    facing: Side
    way: str
    orbit: Orbit | None = None
    of: str = ""
    faults: tuple[CourseFault, ...] = ()


def decide(
    state: State, ship: Ship, line: MoveLine | None, options: Mapping[str, str]
) -> ChosenMove:
    """The move of a ship by one line of its orders, or by the default where it has none.

    Rule: KH PBM, KH 3 Speed. Ambiguity: KH-A13, KH-A20, KH-A21, KH-A23, KH-A24, KH-A25, KH-A29.
    """
    helm = _Helm(state, ship, line, options)
    way = None if line is None else line.way
    match way:
        case Plot():
            return helm.plot(way)
        case MoveGoal():
            return helm.goal(way)
        case LeaveOrbit():
            return helm.leave(way)
        case EnterOrbit():
            return helm.enter(way)
        case Stay():
            return helm.stay()
        case _:
            return helm.default()


def first_in_play(state: State, ships: Sequence[str]) -> Ship | None:
    """The first of these ships (ids, by preference) that is in play."""
    wanted = set(ships)
    in_play = {ship.id: ship for ship in state.ships if ship.id in wanted and ship.in_play}
    return next((in_play[ship] for ship in ships if ship in in_play), None)


class _Helm:
    """One ship about to move, with its line and its limits."""

    def __init__(
        self, state: State, ship: Ship, line: MoveLine | None, options: Mapping[str, str]
    ) -> None:
        self.state = state
        self.ship = ship
        self.facing = None if line is None else line.facing
        self.face_ships = () if line is None else line.face_ships
        self.options = options
        self.board: OpenHexes = board_of(state.map, state.planet_hexes)
        self.owed = turns_owed(ship.evading, ship.mr)
        # A ship leaves an orbit with 1 hex or more.
        least = 1 if ship.orbit is not None else 0
        legal = legal_speeds(ship.speed, ship.adf)
        self.speeds = range(max(least, legal.start), legal.stop)

    # --- what limits it ---------------------------------------------------------------------

    def asked_facing(self, at: Hex, bow: Side) -> Side | None:
        """The facing the line asks for in a hex, or None."""
        target = first_in_play(self.state, self.face_ships)
        return self.facing if target is None else facing_to(at, bow, target.at)

    def with_facing(self, move: ChosenMove) -> ChosenMove:
        """The move with the facing the line asks for, which only a ship at rest may take.

        Rule: KH 3 Turning. Ambiguity: KH-A20.
        """
        if may_rotate(len(move.course)):
            return replace(move, facing=self.asked_facing(self.ship.at, move.facing) or move.facing)
        end = walk(self.ship.at, move.facing, move.course)
        if self.asked_facing(end.path[-1], end.facing) in (None, end.facing):
            return move
        why = "it may rotate only if its speed is 0 for the whole turn, or from an orbit"
        return replace(move, faults=(*move.faults, CourseFault(why, "KH 3 Turning")))

    def planet_ahead(self, start: Side, course: Course) -> CourseFault | None:
        """The planet a course meets before it leaves the map, as a fault."""
        for at in walk(self.ship.at, start, course).path:
            if at not in self.state.map:
                return None
            for planet in self.state.planets:
                if planet.at == at:
                    return CourseFault(
                        f"its course meets {planet.designation} at {at}", "KH 3 Planets"
                    )
        return None

    def bound(self, *faults: CourseFault) -> ChosenMove | None:
        """The move on in orbit if the ship cannot leave it, else None."""
        if self.ship.orbit is None or self.speeds:
            return None
        why = CourseFault("it cannot leave orbit: its ADF is 0", "KH 3 Orbiting Planets")
        return self.round(self.ship.orbit, *faults, why)

    def leaving_fault(self) -> CourseFault:
        """The fault of leaving orbit at speed 0."""
        return CourseFault(
            f"it leaves orbit with speed 1 to {self.ship.adf}", "KH 3 Orbiting Planets"
        )

    # --- moves ----------------------------------------------------------------------------

    def default(self, *faults: CourseFault) -> ChosenMove:
        """The move without an order: zig-zag if it evaded, on in orbit, or straight ahead."""
        ship = self.ship
        if self.owed:
            if not faults and (self.facing is not None or self.face_ships):
                faults = tuple(filter(None, [duty_fault((), self.owed)]))
            return self.zigzag(None, *faults)
        if ship.orbit is not None:
            return self.round(ship.orbit, *faults)
        course = straight_on(self.board, ship.at, ship.facing, ship.speed, self.speeds, ship.mr)
        way = CLEAR if any(course) or len(course) != ship.speed else NO_ORDER
        return self.with_facing(ChosenMove(course, ship.facing, way, faults=faults))

    def round(self, orbit: Orbit, *faults: CourseFault) -> ChosenMove:
        """The move of one hex round a planet, with any facing."""
        bow = self.ship.facing
        at = orbit_step(self.state, self.ship.at, orbit)
        return ChosenMove(
            (), self.asked_facing(at, bow) or bow, "in orbit", orbit=orbit, faults=faults
        )

    def stay(self) -> ChosenMove:
        """Stop, stay, or go on in orbit."""
        ship = self.ship
        if fault := duty_fault((), self.owed):
            return self.zigzag(0, fault)
        if ship.orbit is not None:
            return self.round(ship.orbit)
        if fault := speed_fault(0, ship.speed, ship.adf):
            return self.with_facing(self.nearest(0, (), ship.facing, fault))
        return self.with_facing(ChosenMove((), ship.facing, "stop"))

    def enter(self, way: EnterOrbit) -> ChosenMove:
        """The move into orbit, or on in it."""
        if fault := duty_fault((), self.owed):
            return self.zigzag(None, fault)
        if fault := orbit_fault(self.state, self.ship, way.planet, way.clockwise, self.options):
            return self.default(fault)
        return self.round(Orbit(way.planet, way.clockwise))

    def leave(self, way: LeaveOrbit) -> ChosenMove:
        """The move out of orbit: rotate if asked to, then a plot or a goal."""
        if self.ship.orbit is None:
            move = self.plot(way.move) if isinstance(way.move, Plot) else self.goal(way.move)
            fault = CourseFault("it is not in orbit", "KH 3 Orbiting Planets")
            return replace(move, faults=(fault, *move.faults))
        if isinstance(way.move, Plot):
            return self.leave_by_plot(way.move, way.facing)
        return self.goal(way.move, way.facing)

    def leave_by_plot(self, plot: Plot, facing: Side | None) -> ChosenMove:
        """The move out of orbit by a plot: start with any facing, with the full MR for turns."""
        ship = self.ship
        if bound := self.bound():
            return bound
        start = facing or self.asked_facing(ship.at, ship.facing) or ship.facing
        speed = plot_speed(plot, ship.speed)
        faults = plot_faults(plot, ship.speed, ship.adf, ship.mr)
        if speed == 0:
            faults = (self.leaving_fault(), *turn_faults(plot.legs, ship.mr))
        return self.course(plot, start, faults)

    def plot(self, plot: Plot) -> ChosenMove:
        """A plot as written, if it is legal."""
        ship = self.ship
        if plot_speed(plot, ship.speed) == 0 and not plot.legs:
            return self.stay()
        if ship.orbit is not None:
            return self.leave_by_plot(plot, None)
        faults = plot_faults(plot, ship.speed, ship.adf, ship.mr)
        return self.with_facing(self.course(plot, ship.facing, faults))

    def course(self, plot: Plot, start: Side, faults: tuple[CourseFault, ...]) -> ChosenMove:
        """The plot if nothing is wrong with it, else the nearest legal course."""
        speed = plot_speed(plot, self.ship.speed)
        if not faults:
            course = course_of(plot, self.ship.speed)
            fault = duty_fault(course, self.owed) or self.planet_ahead(start, course)
            if fault is None:
                return ChosenMove(course, start, "as plotted")
            faults = (fault,)
        if self.owed:
            return self.zigzag(speed, *faults)
        return self.nearest(speed, turns_written(plot.legs), start, *faults)

    def nearest(
        self, speed: int, turns: Sequence[tuple[int, int]], start: Side, *faults: CourseFault
    ) -> ChosenMove:
        """The legal course nearest to one written; straight at a planet if there is none.

        A ship in orbit may start with any facing: the one nearest to the one written, of two
        the one clockwise, from which a legal course stays on the map.
        """
        ship, speeds = self.ship, duty_speeds(self.speeds, self.owed)
        found: list[ChosenMove] = []
        for steps in ANY_FACING if ship.orbit is not None else (0,):
            bow = turned(start, steps)
            course = nearest_course(
                self.board, ship.at, bow, speed, turns, speeds, ship.mr, self.owed
            )
            if course is not None:
                move = ChosenMove(course, bow, "nearest to the order", faults=faults)
                if all(at in self.state.map for at in walk(ship.at, bow, course).path):
                    return move
                found.append(move)
        straight = (0,) * nearest_speed(speeds, speed)
        return (
            found[0]
            if found
            else ChosenMove(straight, start, "nearest to the order", faults=faults)
        )

    def zigzag(self, written: int | None, *faults: CourseFault) -> ChosenMove:
        """The move owed after evading, where no order makes it.

        Left first; where that meets a planet, the nearest course that fulfils the duty. A ship
        in orbit starts with the facing nearest to its own that does not lead into a planet.
        Rule: KH 4 Evasive Maneuvers. Ambiguity: KH-A13.
        """
        ship = self.ship
        if bound := self.bound(*faults):
            return bound
        course = zigzag(duty_speed(self.speeds, self.owed, written), self.owed)
        for steps in ANY_FACING if ship.orbit is not None else (0,):
            start = turned(ship.facing, steps)
            if self.planet_ahead(start, course) is None:
                return ChosenMove(course, start, ZIGZAG, faults=faults)
        turns = [(number, turn) for number, turn in enumerate(course, 1) if turn]
        return replace(self.nearest(len(course), turns, ship.facing, *faults), way=ZIGZAG)

    def goal(self, goal: MoveGoal, start: Side | None = None) -> ChosenMove:
        """The legal course that ends best; the line's facing is asked for its end."""
        ship = self.ship
        if bound := self.bound():
            return bound
        target = first_in_play(self.state, goal.ships)
        at = goal.at if target is None else target.at
        if at is None:
            return self.default(CourseFault("all ships it names are out of play", "KH PBM"))
        faults: tuple[CourseFault, ...] = ()
        speeds = duty_speeds(self.speeds, self.owed)
        if goal.speed is not None:
            if goal.speed not in speeds:
                faults = (self.goal_speed_fault(goal.speed),)
            speeds = [nearest_speed(speeds, goal.speed)]
        aim = self.aim(goal, at)
        starts = self.starts(speeds, start)
        found = best_course(self.board, ship.at, starts, ship.speed, ship.mr, aim, self.owed)
        if found is not None:
            of = "" if target is None else target.id
            return ChosenMove(found.course, found.facing, WAYS[goal.kind], of=of, faults=faults)
        if goal.speed is None:
            return self.default(
                CourseFault("every legal course leaves the map or meets a planet", "KH 3 Planets")
            )
        why = f"every course of speed {speeds[0]} leaves the map or meets a planet"
        move = self.goal(replace(goal, speed=None), start)
        return replace(move, faults=(*faults, CourseFault(why, "KH 3 Planets"), *move.faults))

    def aim(self, goal: MoveGoal, at: Hex) -> CourseAim:
        """How the goal's course should end."""
        face = first_in_play(self.state, self.face_ships)
        return CourseAim(goal.kind, at, goal.number, self.facing, None if face is None else face.at)

    def starts(self, speeds: Sequence[int], start: Side | None) -> list[Start]:
        """The facings a goal's course may start with: any from orbit or for staying at rest."""
        bow = self.ship.facing
        if start is not None:
            return [Start(start, speeds)]
        others = [turned(bow, steps) for steps in ANY_FACING[1:]]
        elsewhere = speeds if self.ship.orbit is not None else [s for s in speeds if s == 0]
        return [Start(bow, speeds), *(Start(other, elsewhere) for other in others if elsewhere)]

    def goal_speed_fault(self, speed: int) -> CourseFault:
        """Why a goal may not be followed at the speed written."""
        wrong = speed_fault(speed, self.ship.speed, self.ship.adf)
        return wrong or duty_fault((0,) * speed, self.owed) or self.leaving_fault()
