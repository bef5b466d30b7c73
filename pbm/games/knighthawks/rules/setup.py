"""Turn 0: every player places ships in secret, within the freedom the scenario gives.

What a sheet leaves open, or writes outside the freedom, stands as the scenario has it.
Rule: KH PBM, KH 3 Orbiting Planets. Ambiguity: KH-A24 (a ring that cannot be orbited).
"""

from msgspec.structs import replace

from pbm.drawing.hexgrid import distance
from pbm.engine.context import PhaseContext
from pbm.games.knighthawks.orders.place import PlaceLine
from pbm.games.knighthawks.orders.ship_orders import Orders
from pbm.games.knighthawks.rules.unfulfilled_orders import tell_fate
from pbm.games.knighthawks.state.state import (
    IN_PLAY,
    WAITING,
    Orbit,
    Placement,
    Ship,
    State,
    shut_hex,
)


def placing_fault(state: State, ship: Ship, freedom: Placement, line: PlaceLine) -> str:
    """Why a place line is outside the freedom of its ship, in a phrase; empty if it is not."""
    at = line.at or ship.at
    if at not in freedom.hexes:
        columns = sorted({free.column for free in freedom.hexes})
        rows = sorted({free.row for free in freedom.hexes})
        return (
            f"{at} is not open to it: columns {columns[0]} to {columns[-1]}, "
            f"rows {rows[0]} to {rows[-1]}, no planet's hex"
        )
    if line.orbit is not None:
        planet = state.planet(line.orbit.planet)
        if distance(at, planet.at) != 1:
            return f"{at} is not next to {planet.designation} at {planet.at}"
        if shut_hex(state.map, state.planet_hexes, planet.at) is not None:
            return f"the ring of {planet.designation} has hexes off the map or of another planet"
        if line.speed:
            return f"a ship in orbit has speed 0, not {line.speed}"
    if line.facing is not None and line.facing not in freedom.facings:
        return f"facing {line.facing} is not open to it: {', '.join(map(str, freedom.facings))}"
    speed = line.speed
    if speed is not None and not freedom.speed_least <= speed <= freedom.speed_most:
        return f"speed {speed} is not open to it: {freedom.speed_least} to {freedom.speed_most}"
    return ""


def placed(state: State, ship: Ship, line: PlaceLine | None) -> Ship:
    """The ship on the map as its line says; what it leaves out is as the scenario says.

    An orbit of the scenario is kept where the ship still stands next to the planet at speed 0.
    """
    if line is None:
        return replace(ship, status=IN_PLAY, path=(ship.at,))
    at = line.at or ship.at
    orbit = None if line.speed else ship.orbit
    if orbit is not None and distance(at, state.planet(orbit.planet).at) != 1:
        orbit = None
    speed = ship.speed if line.speed is None else line.speed
    if line.orbit is not None:
        orbit, speed = Orbit(line.orbit.planet, line.orbit.clockwise), 0
    return replace(
        ship,
        at=at,
        facing=ship.facing if line.facing is None else line.facing,
        speed=speed,
        orbit=orbit,
        status=IN_PLAY,
        path=(at,),
    )


def set_up(work: PhaseContext) -> None:
    """Place every waiting ship, then let dice decide who moves first where the scenario asks.

    Rule: KH PBM. Ambiguity: KH-A02 (who is side A).
    """
    state: State = work.state
    done: list[Ship] = []
    for ship in state.ships:
        if ship.status != WAITING:
            continue
        orders: Orders = work.commands[ship.owner]
        line: PlaceLine | None = None
        for offered in orders.of(ship.id).place:
            fault = placing_fault(state, ship, state.placements[ship.id], offered)
            if not fault:
                line = offered
                continue
            tell_fate(work, ship.id, offered.ref, "place", fault)
        stands = placed(state, ship, line)
        done.append(stands)
        work.emit(
            "placed",
            ship.id,
            rule="KH PBM",
            order=None if line is None else line.ref,
            ship=ship.id,
            at=str(stands.at),
            facing=stands.facing,
            speed=stands.speed,
            orbit=None if stands.orbit is None else stands.orbit.planet,
        )
    state = state.with_ships(done)
    if state.roll_for_first:
        state = replace(state, sides=_rolled_order(work, state), roll_for_first=False)
    work.state = replace(state, turn=1, placements={})


def _rolled_order(work: PhaseContext, state: State) -> tuple[str, ...]:
    """Sides by the higher die, ties rolled again."""
    order: list[list[str]] = [list(state.sides)]
    rolls = []
    again = 0
    while any(len(tied) > 1 for tied in order):
        again += 1
        split: list[list[str]] = []
        for tied in order:
            if len(tied) == 1:
                split.append(tied)
                continue
            scores: dict[int, list[str]] = {}
            for side in tied:
                roll = work.roll("d10", "first", side, str(again))
                rolls.append(roll)
                scores.setdefault(roll.total, []).append(side)
            split += [scores[score] for score in sorted(scores, reverse=True)]
        order = split
    sides = tuple(tied[0] for tied in order)
    work.emit("order_of_sides", rule="KH PBM", rolls=rolls, sides=list(sides))
    return sides
