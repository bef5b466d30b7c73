"""What is on the table in Knight Hawks: ships, planets, the map, whose part of the turn it is.

Everything is frozen; a phase replaces the state. Ids are opaque; players read and write
designations (``B1``) or names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex, Side, neighbours
from pbm.kit.records import Record

# Weapon kinds as keys of tables/weapons.toml.
WEAPONS = (
    "laser_cannon",
    "pod_laser",
    "laser_battery",
    "torpedo",
    "assault_rocket",
    "rocket_battery",
)
# Kinds whose shots are crossed off (LTD), beside ICMs and masking screens.
SUPPLIES = ("torpedo", "assault_rocket", "rocket_battery", "icm", "masking_screen")

IN_PLAY = "in play"
DESTROYED = "destroyed"
LOST = "lost"  # left the map
WAITING = "waiting"  # not yet placed by its player at set-up
ORDERABLE = (IN_PLAY, WAITING)


class Mount(Record):
    """One weapon of a ship: ``LC``, ``LB1``, ``LB2``, ``T``, ``RB`` ... and its kind."""

    label: str
    kind: str


class Orbit(Record):
    """A ship's orbit: the planet's id, and clockwise or not."""

    planet: str
    clockwise: bool


ORBIT_MOVES = 6  # from hex to hex round a planet until a ship is where it began


class Screen(Record):
    """A masking screen that is up; in orbit, the hex it was made in and the moves left."""

    made_at: Hex
    orbit_moves_left: int = 0


class Ship(Record):
    """One ship or station.

    ``supplies`` holds what is left of each limited supply. ``path`` are the hexes entered in
    its last move, the final one included, the starting one not (a ship that did not move: the
    hex it is in); ``came_from`` the hex it started that move in. ``evading`` says that it
    evaded since its last move and owes turns; ``turns_made`` how often it turned in that move;
    ``rockets_fired_in`` the Game-Turn in which it last fired a rocket battery (0: in none).
    ``left_orbits`` are orbits it left without having been away from the planet's ring since.
    """

    id: str
    designation: str
    name: str
    klass: str
    side: str
    owner: str
    hull: int
    hull_points: int
    adf: int
    mr: int
    reflective: bool
    evades: bool
    mounts: tuple[Mount, ...]
    supplies: Mapping[str, int]
    supplies_at_start: Mapping[str, int]
    at: Hex
    facing: Side
    speed: int
    station: bool = False
    orbit: Orbit | None = None
    screen: Screen | None = None
    evading: bool = False
    status: str = IN_PLAY
    path: tuple[Hex, ...] = ()
    came_from: Hex | None = None
    turns_made: int = 0
    left_orbits: tuple[Orbit, ...] = ()
    rockets_fired_in: int = 0

    @property
    def in_play(self) -> bool:
        """True while the ship is on the map."""
        return self.status == IN_PLAY

    @property
    def screened(self) -> bool:
        """True while a masking screen is up."""
        return self.screen is not None

    def left(self, supply: str) -> int:
        """What is left of a limited supply; 0 for one it never had."""
        return self.supplies.get(supply, 0)


class Planet(Record):
    """A planet counter in its hex."""

    id: str
    designation: str
    name: str
    at: Hex


class Map(Record):
    """The size of the map; hexes run from 0101 to its last column and row."""

    columns: int
    rows: int

    def __contains__(self, at: object) -> bool:
        """True for a hex on the map."""
        return isinstance(at, Hex) and 1 <= at.column <= self.columns and 1 <= at.row <= self.rows


class Placement(Record):
    """What a player may choose for a ship at set-up: hexes, facings, speeds (least and most)."""

    hexes: tuple[Hex, ...]
    facings: tuple[Side, ...]
    speed_least: int
    speed_most: int


class Victory(Record):
    """A victory condition made of named parts; see victory.py for the kinds.

    ``side`` wins when it holds; ``kind`` names it, ``ships`` are ids, ``number`` its number.
    """

    side: str
    kind: str
    title: str
    ships: tuple[str, ...] = ()
    number: int = 0


class State(Record):
    """The whole game. ``sides`` stand in the order in which they move.

    ``placements`` holds, before turn 1, what each ship's player may choose. ``result`` is
    the outcome once the game is over, ``winner`` the side that won ("" for a draw).
    ``turn`` is the turn being played, between turns the one to be played next; ``last_turn``
    the last of the scenario (0: none); ``roll_for_first``: dice decide the order of sides.
    """

    scenario: str
    title: str
    map: Map
    sides: tuple[str, ...]
    side_names: Mapping[str, str]
    ships: tuple[Ship, ...]
    planets: tuple[Planet, ...]
    victory: tuple[Victory, ...]
    turn: int = 0
    last_turn: int = 0
    placements: Mapping[str, Placement] = {}
    roll_for_first: bool = False
    result: str = ""
    winner: str = ""
    notes: tuple[str, ...] = ()

    def ship(self, ship_id: str) -> Ship:
        """The ship with this id; KeyError if there is none."""
        for ship in self.ships:
            if ship.id == ship_id:
                return ship
        raise KeyError(ship_id)

    def named(self, designation: str) -> Ship | None:
        """The ship with this designation or name, in any case, or None."""
        wanted = designation.casefold()
        for ship in self.ships:
            if wanted in (ship.designation.casefold(), ship.name.casefold()):
                return ship
        return None

    def planet(self, planet_id: str) -> Planet:
        """The planet with this id; KeyError if there is none."""
        for planet in self.planets:
            if planet.id == planet_id:
                return planet
        raise KeyError(planet_id)

    @property
    def planet_hexes(self) -> tuple[Hex, ...]:
        """The blocked hexes."""
        return tuple(planet.at for planet in self.planets)

    def is_idle(self, player: str) -> bool:
        """True for a player without a ship that can take orders now."""
        return not any(ship.owner == player and ship.status in ORDERABLE for ship in self.ships)

    def fleet(self, side: str) -> tuple[Ship, ...]:
        """The ships of a side that are in play, in fleet order."""
        return tuple(ship for ship in self.ships if ship.side == side and ship.in_play)

    def enemies_of(self, side: str) -> tuple[Ship, ...]:
        """The ships of all other sides that are in play, in fleet order."""
        return tuple(ship for ship in self.ships if ship.side != side and ship.in_play)

    def fleets_in_play(self) -> tuple[str, ...]:
        """The sides that have a ship in play, in moving order."""
        return tuple(side for side in self.sides if self.fleet(side))

    def with_ships(self, changed: Iterable[Ship]) -> State:
        """The state with these ships in place of their former selves."""
        new = {ship.id: ship for ship in changed}
        ships = list(self.ships)
        for place, ship in enumerate(self.ships):
            if ship.id in new:
                ships[place] = new[ship.id]
        return replace(self, ships=tuple(ships))


def shut_hex(size: Map, planets: Collection[Hex], planet: Hex) -> Hex | None:
    """The first hex round a planet that is off the map or a planet's; None: it can be orbited.

    Rule: KH 3 Orbiting Planets. Ambiguity: KH-A24.
    """
    shut = (at for at in neighbours(planet) if at not in size or at in planets)
    return next(shut, None)
