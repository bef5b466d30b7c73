"""The Movement Phase of one side: every unit moves its velocity, straight, as it points.

Rule: DV 6.0 to DV 6.8, DV S8. Ambiguity: DV-A05, DV-A46, DV-A67 (order of units), DV-A79,
DV-A89.
"""

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.deltavee.rules.commands.jumping import remove_jumping
from pbm.games.deltavee.rules.missiles.interception import meet
from pbm.games.deltavee.rules.movement import asteroids, mapping, planets
from pbm.games.deltavee.rules.movement.meeting import UnitsByHex
from pbm.games.deltavee.rules.movement.moving_order import moving_order
from pbm.games.deltavee.rules.scenario_rules import pod_transfer, reserve
from pbm.games.deltavee.rules.telling import contact_lost, destroyed
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.rules.victory.victory import look
from pbm.games.deltavee.state.energy import left
from pbm.games.deltavee.state.specials import MAP_MOVES
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import LEFT, Unit
from pbm.games.deltavee.view.audience import about, hidden


def move_side(work: PhaseContext, side: str) -> None:
    """Carry out the Movement Phase of a side: jumps, landings, every unit's move.

    Missiles without energy are removed at its end. Rule: DV 9.5 (missiles). Ambiguity: DV-A27
    (when jumps are).
    """
    if work.options["jump.removal"] == "before move":
        remove_jumping(work, side)
    planets.land(work, side)
    board = UnitsByHex(work.state)
    together = pod_transfer.side_by_side(work.state)
    for unit_id in moving_order(work, side):
        if work.state.unit(unit_id).in_play:
            move_unit(work, unit_id, board)
            look(work)
    if work.options["jump.removal"] == "after move":
        remove_jumping(work, side)
    _remove_spent(work, side)
    _take_up(work)
    pod_transfer.end_move(work, side, together)
    reserve.end_move(work, side)


def move_unit(work: PhaseContext, unit_id: str, board: UnitsByHex) -> None:
    """Move one unit, and what is docked to it, hex by hex to the end of its move."""
    unit: Unit = work.state.unit(unit_id)
    if not unit.velocity:
        _stays(work, unit, "velocity 0")
        return
    if work.state.in_orbit(unit) and planets.stays_in_orbit(work, unit):
        _stays(work, unit, "orbit")
        return
    _Move(work, unit, board).run()


def _stays(work: PhaseContext, unit: Unit, why: str) -> None:
    at = work.state.maps.label(unit.at)
    work.emit(
        "stayed", unit.id, rule="DV 6.3", seen=about(work, unit), unit=unit.id, at=at, why=why
    )


class _Move:
    """The move of one unit; each stretch of it that nothing interrupts is one event."""

    def __init__(self, work: PhaseContext, unit: Unit, board: UnitsByHex) -> None:
        self._work = work
        self._id = unit.id
        self._board = board
        self._towed = _partner(work.state, unit)
        self._start = unit
        self._path: list[Hex] = []
        self._entered = 0
        self._left = unit.velocity

    @property
    def _unit(self) -> Unit:
        unit: Unit = self._work.state.unit(self._id)
        return unit

    def run(self) -> None:
        """Move hex by hex until no hex is left or the unit is out of play."""
        while self._left > 0 and self._unit.in_play:
            self._step()
            self._go_on_alone()
        self._tell()

    def _go_on_alone(self) -> None:
        """If the unit was lost on the way, a friendly one it towed makes the rest of the move."""
        towed, self_gone = self._towed, not self._unit.in_play
        if towed is None or not self_gone or towed.side != self._start.side:
            return
        if self._work.state.unit(towed.id).in_play:
            self._id, self._towed = towed.id, None
            self._start = self._unit

    def _step(self) -> None:
        work, unit = self._work, self._unit
        at, zig = work.state.maps.grid.step(unit.at, unit.direction, unit.zig)
        if at not in work.state.maps:
            if unit.is_missile:
                self._tell()
                leave(work, unit, "left_maps", "DV 6.2")
                return
            mapping.entered(work, at)
        moved = _moved(work.state, unit, at, zig)
        work.state = work.state.with_units(*moved)
        together = [one.id for one in moved if one.in_play]
        for one in together:
            self._board.moved(one, unit.at, at)
        self._path.append(at)
        self._entered += 1
        self._left -= 1
        self._arrived(at, together)

    def _arrived(self, at: Hex, ids: list[str]) -> None:
        """What the hex just entered brings about, in this order: planet, asteroids, missiles."""
        work, state = self._work, self._work.state
        if state.planet_at(at) is not None:
            self._tell()
            if self._unit.is_missile:
                self._burn_up()
                return
            self._left = planets.entered(work, self._id, self._entered)
            self._start = self._unit
        if at in self._board.asteroids:
            self._tell()
            for one in ids:
                if work.state.unit(one).in_play:
                    asteroids.check(work, one, self._entered)
        for one in ids:
            if work.state.unit(one).in_play and self._board.meets(work.state, one):
                self._tell()
                meet(work, one)

    def _burn_up(self) -> None:
        """A missile in a planet hex is destroyed. Ambiguity: DV-A73."""
        if self._work.options["planet.shield"] == "no" and self._board.meets(
            self._work.state, self._id
        ):
            meet(self._work, self._id)
        if self._unit.in_play:
            destroyed(self._work, self._unit, rule="DV 6.5", why="planet")

    def _tell(self) -> None:
        """Emit the stretch moved since the last event of this move."""
        if not self._path:
            return
        work, start = self._work, self._start
        label = work.state.maps.label
        to = self._path[-1]
        unit = self._unit
        other = _partner(work.state, unit)
        work.emit(
            "moved",
            unit.id,
            rule="DV 6.0",
            seen=about(work, unit),
            changes=[Change(f"unit/{unit.id}/at", label(start.at), label(to))],
            **{"from": label(start.at)},
            unit=unit.id,
            path=[label(at) for at in self._path],
            to=label(to),
            direction=start.direction,
            velocity=start.velocity,
            zig=unit.zig,
            docked="" if other is None else other.id,
        )
        self._start, self._path = unit, []


def _moved(state: State, unit: Unit, at: Hex, zig: int) -> list[Unit]:
    """The unit one hex on, with what is docked to it and what is atop and aboard both."""
    found = [replace(unit, at=at, zig=zig)]
    other = _partner(state, unit)
    if other is not None:
        found.append(replace(other, at=at, zig=zig))
    carried = [one for mover in found if not mover.is_missile for one in state.stacked(mover.id)]
    return found + [replace(one, at=at) for one in carried]


def _partner(state: State, unit: Unit) -> Unit | None:
    """The unit docked to a unit, or None."""
    dock = state.docked_to(unit.id)
    return None if dock is None else state.unit(dock.other if dock.lead == unit.id else dock.lead)


def leave(work: PhaseContext, unit: Unit, kind: str, rule: str) -> None:
    """Remove a unit that is neither destroyed nor landed: off the maps, without energy."""
    state: State = work.state
    at = state.maps.label(unit.at)
    work.state = out_of_play(state, unit.id, LEFT)
    work.emit(kind, unit.id, rule=rule, seen=hidden(work, unit), unit=unit.id, at=at)
    if not unit.revealed:
        contact_lost(work, unit)


def _remove_spent(work: PhaseContext, side: str) -> None:
    """Remove missiles that have spent their last unit. Rule: DV 9.5. Ambiguity: DV-A46."""
    for unit in work.state.of_side(side):
        if unit.is_missile and unit.energy and not left(unit):
            leave(work, unit, "out_of_energy", "DV 9.5")


def _take_up(work: PhaseContext) -> None:
    """Take up the maps that the scenario says are needed elsewhere once they are left.

    Spaceships and battlecraft keep a map on the table; missiles on it go with it. Rule: DV S8.
    """
    for special in work.state.special:
        state: State = work.state
        tile = next((one for one in state.maps.tiles if one.letter == special.name), None)
        if special.kind != MAP_MOVES or tile is None:
            continue
        here = [
            unit
            for unit in state.units
            if unit.in_play and state.maps.place(unit.at) == (tile.x, tile.y)
        ]
        if any(not unit.is_missile for unit in here):
            continue
        for unit in here:
            leave(work, unit, "left_maps", "DV S8")
        work.emit("map_taken_up", tile.letter, rule="DV S8", map=tile.letter)
        tiles = tuple(one for one in state.maps.tiles if one != tile)
        work.state = replace(work.state, maps=replace(state.maps, tiles=tiles))
