"""Move one side: every ship in fleet order, as ordered or as near to it as is legal.

Rule: KH 3 Speed, KH 3 Turning, KH 3 Planets, KH 3 Orbiting Planets, KH 3 Moving Off The Map.
What a ship does is worked out in `helm`; here it happens, and its screen with it.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext, Unanswered
from pbm.engine.events import EVERYBODY, Change, OrderRef
from pbm.engine.types import Question
from pbm.games.knighthawks.orders.conditions import holds
from pbm.games.knighthawks.orders.move import MoveLine
from pbm.games.knighthawks.orders.plots import plot_text, walk
from pbm.games.knighthawks.orders.ship_orders import Orders
from pbm.games.knighthawks.orders.ways import LeaveOrbit, MoveGoal
from pbm.games.knighthawks.rules.movement.move_choice import ChosenMove, decide, first_in_play
from pbm.games.knighthawks.rules.movement.orbit import left_orbits, orbit_step, orbit_text
from pbm.games.knighthawks.rules.movement.screens import tend_screen
from pbm.games.knighthawks.rules.unfulfilled_orders import NOT_NEEDED, tell_fate
from pbm.games.knighthawks.state.state import DESTROYED, LOST, WAITING, Orbit, Planet, Ship, State
from pbm.games.knighthawks.view.audience import private
from pbm.kit.facts import Fact

# What everybody sees of a move at the table; how it came about is its player's own.
_OPEN_OF_MOVE = (
    *("ship", "from", "path", "to", "facing", "speed_before", "speed", "turns", "plot"),
    "changes",
)
COLLISIONS = ("destroyed", "stops")


def move_side(work: PhaseContext, side: str) -> None:
    """Move every ship of a side, in fleet order; replaces the state and emits what happened.

    Conditions are judged when the ship's turn to move comes, on what stands then.
    Rule: KH 3 Speed. Ambiguity: KH-A02, KH-A21, KH-A23.
    """
    state: State = work.state
    for ship in state.ships:
        if ship.side == side and ship.status != WAITING:
            orders: Orders = work.commands.get(ship.owner, Orders(ship.owner))
            lines = orders.of(ship.id).move
            if ship.in_play:
                _Mover(work, ship).move(lines)
            else:
                _tell_late(work, ship, lines)


def _tell_late(work: PhaseContext, ship: Ship, lines: Sequence[MoveLine]) -> None:
    for line in lines:
        why = f"{ship.designation} was out of play ({ship.status}) before it moved"
        _Mover(work, ship).not_done(line, why)


def _is_about_screen_alone(line: MoveLine) -> bool:
    return bool(line.screen) and line.way is None and line.facing is None and not line.face_ships


class _Mover:
    """One ship's move as it happens."""

    def __init__(self, work: PhaseContext, ship: Ship) -> None:
        self.work = work
        self.ship = ship
        self.seen = private(work.seats, work.options, ship.owner)

    def move(self, lines: Sequence[MoveLine]) -> None:
        """Choose the line, make the move, tend the screen, end the duty after evading."""
        ship, work = self.ship, self.work
        about_screen = tuple(line for line in lines if _is_about_screen_alone(line))
        chosen = self.choose([line for line in lines if line not in about_screen])
        move = decide(work.state, ship, chosen, work.options)
        order = None if chosen is None else chosen.ref
        if move.course:
            after = self.fly(move, order)
        elif move.orbit is not None:
            after = self.go_round(move, move.orbit, order)
        else:
            after = self.rest(move, order)
        if chosen is not None and move.faults:
            self.tell_change(chosen, move)
        after = replace(after, left_orbits=left_orbits(work.state, ship, after))
        work.state = work.state.with_ships((after,))
        if after.in_play:
            tend_screen(work, ship, chosen, about_screen)
        else:
            for line in about_screen:
                self.not_done(line, f"it is out of play ({after.status})", "screen")
        self.end_duty()

    def choose(self, lines: Sequence[MoveLine]) -> MoveLine | None:
        """The first line that holds and can be followed; tells why the others were not."""
        chosen: MoveLine | None = None
        for line in lines:
            if chosen is not None:
                self.not_needed(line, "an earlier line was carried out")
            elif not holds(line.condition, self.work.state, self.ship, self.work.options):
                self.not_needed(line, "its condition did not hold")
            elif gone := self.targets_gone(line):
                self.not_done(line, gone)
            else:
                chosen = line
        return chosen

    def targets_gone(self, line: MoveLine) -> str:
        """Why a goal that names ships cannot be followed: all are out of play; "" otherwise."""
        way = line.way.move if isinstance(line.way, LeaveOrbit) else line.way
        state: State = self.work.state
        if not isinstance(way, MoveGoal) or not way.ships or first_in_play(state, way.ships):
            return ""
        names = ", ".join(state.ship(ship).designation for ship in way.ships)
        return f"out of play: {names}"

    def end_duty(self) -> None:
        """End the duty after evading, which binds one move only. Ambiguity: KH-A13."""
        work = self.work
        work.state = work.state.with_ships((replace(work.state.ship(self.ship.id), evading=False),))

    # --- the ways to move -------------------------------------------------------------------

    def fly(self, move: ChosenMove, order: OrderRef | None) -> Ship:
        """Fly a course, to its end or to the edge of the map or a planet.

        Rule: KH 3 Speed, KH 3 Planets, KH 3 Moving Off The Map.
        """
        ship, state = self.ship, self.work.state
        if ship.orbit is not None:
            self.work.emit(
                "orbit_left",
                ship.id,
                rule="KH 3 Orbiting Planets",
                order=order,
                changes=[self._changed("orbit", orbit_text(state, ship.orbit), None)],
                ship=ship.id,
                planet=ship.orbit.planet,
            )
        whole = walk(ship.at, move.facing, move.course)
        blocked = (at for at in whole.path if at not in state.map or at in state.planet_hexes)
        stop = next(blocked, None)
        entered = len(whole.path) if stop is None else whole.path.index(stop)
        flown = walk(ship.at, move.facing, move.course[:entered])
        at = flown.path[-1] if flown.path else ship.at
        after = replace(
            ship,
            at=at,
            facing=flown.facing,
            speed=len(move.course),
            orbit=None,
            path=flown.path or (ship.at,),
            came_from=ship.at,
            turns_made=flown.turns,
        )
        if stop is None:
            return self.moved(after, move, order)
        if stop in state.map:
            planet = next(planet for planet in state.planets if planet.at == stop)
            return self.collide(after, planet, order)
        return self.leave_map(after, order)

    def moved(self, after: Ship, move: ChosenMove, order: OrderRef | None) -> Ship:
        """Record a course that was flown whole."""
        ship = self.ship
        self.work.emit(
            "moved",
            ship.id,
            rule="KH 3 Speed",
            seen={**self.seen, EVERYBODY: _OPEN_OF_MOVE},
            order=order,
            changes=self._changes(after),
            ship=ship.id,
            **_from(ship),
            path=_texts(after.path),
            to=str(after.at),
            facing=after.facing,
            speed_before=ship.speed,
            speed=after.speed,
            turns=after.turns_made,
            plot=plot_text(move.course),
            way=move.way,
            of=move.of,
        )
        return after

    def leave_map(self, after: Ship, order: OrderRef | None) -> Ship:
        """Take the ship out of the game. Rule: KH 3 Moving Off The Map. Ambiguity: KH-A22."""
        ship = self.ship
        status = DESTROYED if self.work.options["off_map"] == "destroyed" else LOST
        gone = replace(after, status=status, screen=None)
        path = after.path if after.path != (ship.at,) else ()
        self.work.emit(
            "left_map",
            ship.id,
            rule="KH 3 Moving Off The Map",
            order=order,
            changes=self._changes(gone),
            options=("off_map",),
            ship=ship.id,
            **_from(ship),
            path=_texts(path),
            last=str(after.at),
            facing=after.facing,
            speed_before=ship.speed,
            speed=after.speed,
        )
        return gone

    def collide(self, after: Ship, planet: Planet, order: OrderRef | None) -> Ship:
        """The ship comes to the hex before a planet it cannot avoid.

        Rule: KH 3 Planets. Ambiguity: KH-A23 (option ``planet.collision``).
        """
        ship = self.ship
        reading = self.work.options["planet.collision"]
        if reading == "ask":
            reading = self.ask_about(planet, after.at)
        is_destroyed = reading == "destroyed"
        if is_destroyed:
            after = replace(after, status=DESTROYED, hull=0, screen=None)
        else:
            after = replace(after, speed=0)
        self.work.emit(
            "collided",
            ship.id,
            rule="KH 3 Planets",
            order=order,
            changes=self._changes(after),
            options=("planet.collision",),
            ship=ship.id,
            planet=planet.id,
            **_from(ship),
            path=_texts(after.path if after.path != (ship.at,) else ()),
            at=str(after.at),
            facing=after.facing,
            speed_before=ship.speed,
            destroyed=is_destroyed,
        )
        return after

    def ask_about(self, planet: Planet, at: Hex) -> str:
        """Ask the game master about a ship that cannot avoid a planet."""
        name = self.ship.designation
        item = Question(
            f"{name}-{planet.designation}",
            self.ship.owner,
            f"{name} has no legal course past {planet.designation} and comes to {at}: "
            "is it destroyed, or does it stop there?",
            COLLISIONS,
            "KH 3 Planets",
        )
        answer = self.work.ask(item).strip().casefold()
        if answer not in COLLISIONS:
            raise Unanswered(replace(item, phase=self.work.phase))
        return answer

    def go_round(self, move: ChosenMove, orbit: Orbit, order: OrderRef | None) -> Ship:
        """Move one hex round a planet, into orbit or on in it. Rule: KH 3 Orbiting Planets."""
        ship, state = self.ship, self.work.state
        at = orbit_step(state, ship.at, orbit)
        after = replace(
            ship,
            at=at,
            facing=move.facing,
            speed=0,
            orbit=orbit,
            path=(at,),
            came_from=ship.at,
            turns_made=0,
        )
        changes = self._changes(after)
        kind = "orbited"
        if orbit != ship.orbit:
            kind = "orbit_entered"
            before = None if ship.orbit is None else orbit_text(state, ship.orbit)
            changes.append(self._changed("orbit", before, orbit_text(state, orbit)))
        self.work.emit(
            kind,
            ship.id,
            rule="KH 3 Orbiting Planets",
            order=order,
            changes=changes,
            ship=ship.id,
            planet=orbit.planet,
            clockwise=orbit.clockwise,
            **_from(ship),
            to=str(at),
            facing_before=ship.facing,
            facing=move.facing,
            speed_before=ship.speed,
        )
        return after

    def rest(self, move: ChosenMove, order: OrderRef | None) -> Ship:
        """Stop or stay at speed 0, with any facing. Rule: KH 3 Stopping, KH 3 Turning."""
        ship = self.ship
        after = replace(
            ship, facing=move.facing, speed=0, path=(ship.at,), came_from=ship.at, turns_made=0
        )
        facts: dict[str, Fact] = {"ship": ship.id, "speed_before": ship.speed}
        if after.facing != ship.facing:
            facts |= {"facing_before": ship.facing, "facing": after.facing}
        self.work.emit(
            "stayed" if after.facing == ship.facing else "rotated",
            ship.id,
            rule="KH 3 Stopping" if after.facing == ship.facing else "KH 3 Turning",
            order=order,
            changes=self._changes(after),
            **facts,
        )
        return after

    # --- what its player is told ------------------------------------------------------------

    def tell_change(self, line: MoveLine, move: ChosenMove) -> None:
        """Report a move that differs from its order: what was done, and why."""
        done = "stays in its hex"
        if move.orbit is not None:
            done = f"goes round in {orbit_text(self.work.state, move.orbit)}"
        elif move.course:
            done = f"speed {len(move.course)}, plot {plot_text(move.course)}"
            if self.ship.orbit is not None:
                done = f"leaves orbit, facing {move.facing}, {done}"
        self.work.emit(
            "move_changed",
            self.ship.id,
            rule=move.faults[0].rule,
            seen=self.seen,
            order=line.ref,
            ship=self.ship.id,
            written=line.ref.text,
            done=done,
            why="; ".join(fault.why for fault in move.faults),
        )

    def not_done(self, line: MoveLine, why: str, what: str = "move") -> None:
        """Report a line that was not carried out, with the reason."""
        tell_fate(self.work, self.ship.id, line.ref, what, why)

    def not_needed(self, line: MoveLine, why: str) -> None:
        """Report an alternative that was not needed, with the reason."""
        tell_fate(self.work, self.ship.id, line.ref, "move", why, NOT_NEEDED)

    # --- changes ----------------------------------------------------------------------------

    def _changed(self, field: str, before: object, after: object) -> Change:
        return Change(f"ship/{self.ship.id}/{field}", before, after)

    def _changes(self, after: Ship) -> list[Change]:
        ship = self.ship
        fields = {
            "at": (str(ship.at), str(after.at)),
            "facing": (ship.facing, after.facing),
            "speed": (ship.speed, after.speed),
            "hull": (ship.hull, after.hull),
            "status": (ship.status, after.status),
        }
        return [
            self._changed(field, before, now)
            for field, (before, now) in fields.items()
            if before != now
        ]


def _from(ship: Ship) -> dict[str, Fact]:
    return {"from": str(ship.at)}  # a keyword of the language, so no plain argument


def _texts(path: Sequence[Hex]) -> list[str]:
    return [str(at) for at in path]
