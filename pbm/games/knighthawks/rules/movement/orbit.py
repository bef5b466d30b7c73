"""Orbits: round a planet one hex a turn, six turns a circle.

Rule: KH 3 Orbiting Planets. Ambiguity: KH-A24, KH-A25.
"""

from collections.abc import Mapping

from pbm.drawing.hexgrid import Hex, distance, neighbour, side_towards, turned
from pbm.games.knighthawks.orders.plots import CourseFault
from pbm.games.knighthawks.state.state import Orbit, Ship, State, shut_hex

RULE = "KH 3 Orbiting Planets"


def next_in_orbit(planet: Hex, at: Hex, clockwise: bool) -> Hex:
    """The hex a ship next to a planet comes to; ValueError if it is not next to it."""
    side = side_towards(planet, at)
    if side is None:
        raise ValueError(f"{at} is not next to {planet}")
    return neighbour(planet, turned(side, 1 if clockwise else -1))


def orbit_step(state: State, at: Hex, orbit: Orbit) -> Hex:
    """The hex a ship in orbit comes to in its move.

    It stays where the next hex is not free or the planet not beside it: no order brings that
    about, a set-up or a ruling can. Rule: KH 3 Orbiting Planets. Ambiguity: KH-A24.
    """
    planet = state.planet(orbit.planet).at
    if distance(planet, at) != 1:
        return at
    ahead = next_in_orbit(planet, at, orbit.clockwise)
    return ahead if ahead in state.map and ahead not in state.planet_hexes else at


def orbit_ring(planet: Hex, start: Hex, clockwise: bool) -> tuple[Hex, ...]:
    """The hexes a ship comes to in six turns, the last of them the one it starts in.

    Rule: KH 3 Orbiting Planets.
    """
    ring = [start]
    for _ in range(6):
        ring.append(next_in_orbit(planet, ring[-1], clockwise))
    return tuple(ring[1:])


def orbit_fault(
    state: State, ship: Ship, planet_id: str, clockwise: bool, options: Mapping[str, str]
) -> CourseFault | None:
    """Why a ship may not orbit a planet this way in this move, or None.

    Rule: KH 3 Orbiting Planets. Ambiguity: KH-A24, KH-A25.
    """
    planet = state.planet(planet_id)
    if ship.orbit is not None and ship.orbit.planet == planet_id:
        if ship.orbit.clockwise == clockwise:
            return None
        return CourseFault(f"it must leave its {orbit_text(state, ship.orbit)} first", RULE)
    apart = distance(ship.at, planet.at)
    if apart != 1:
        where = f"{ship.at}, {apart} hexes from {planet.designation} at {planet.at}"
        return CourseFault(f"it starts its move in {where}, not next to it", RULE)
    if options["orbit.max_speed"] == "adf" and ship.speed > ship.adf:
        return CourseFault(f"its last speed {ship.speed} is above its ADF {ship.adf}", RULE)
    if shut_hex(state.map, state.planet_hexes, planet.at) is not None:
        what = "hexes off the map or of another planet"
        return CourseFault(f"the ring of {planet.designation} has {what}", RULE)
    if Orbit(planet_id, not clockwise) in ship.left_orbits:
        why = f"it has not been away from {planet.designation} since it orbited the other way"
        return CourseFault(why, RULE)
    return None


def left_orbits(state: State, before: Ship, after: Ship) -> tuple[Orbit, ...]:
    """The orbits whose direction still binds a ship after its move.

    It does until the ship has ended a move away from the planet's ring. Ambiguity: KH-A25.
    """
    left = [orbit for orbit in before.left_orbits if orbit != after.orbit]
    if before.orbit is not None and before.orbit != after.orbit:
        left.append(before.orbit)
    return tuple(orbit for orbit in left if distance(after.at, state.planet(orbit.planet).at) == 1)


def orbit_text(state: State, orbit: Orbit) -> str:
    """An orbit in words: ``clockwise orbit of P1``."""
    way = "clockwise" if orbit.clockwise else "counterclockwise"
    return f"{way} orbit of {state.planet(orbit.planet).designation}"
