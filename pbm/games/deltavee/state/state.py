"""What is on the table in DeltaVee: maps, planets, asteroids, and every unit of both sides.

Everything is frozen; a phase replaces the state. Hexes are global (see maps.py).

Rule: DV 2.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.maps import Maps
from pbm.games.deltavee.state.units import ABOARD, IN_PLAY, ORDERABLE, PREPARED, Unit
from pbm.kit.records import Record


class Dock(Record):
    """Two units docked together; ``lead`` was given the Rendezvous Command and tows."""

    lead: str
    other: str


class Planet(Record):
    """A planet in its hex."""

    id: str
    designation: str
    name: str
    at: Hex


class Placement(Record):
    """What a player may choose for a ship at set-up; what stands in the unit is the default.

    ``velocities`` are the allowed ones; ``arrange`` says that its pods may go into any boxes.
    """

    hexes: tuple[Hex, ...]
    directions: tuple[Direction, ...]
    velocities: tuple[int, ...]
    arrange: bool = True


class Wanted(Record):
    """``2 battlecraft with Terwillicker-X``: so many pods of a kind, the class they hold."""

    kind: str
    number: int = 1
    holds: str = ""


class Buy(Record):
    """A ship to be bought with its pods; ``klass`` is a row of tables/classes.toml."""

    counter: str
    klass: str
    name: str = ""
    wanted: tuple[Wanted, ...] = ()


class Purchase(Record):
    """What a player may buy before the game, and how their fleet may begin.

    ``budget`` in Trans. All ships begin ``within`` so many hexes of ``start``, of any hex
    named if it is free to choose (``anywhere``); ``direction`` and ``velocity`` are the default of
    those allowed. ``fleet`` is bought where nothing else is. ``bought``, once the fleet is
    there, are its ships in words with what each cost.
    """

    owner: str
    side: str
    budget: int
    start: Hex
    within: int
    anywhere: bool
    direction: Direction
    velocity: int
    directions: tuple[Direction, ...]
    velocities: tuple[int, ...]
    fleet: tuple[Buy, ...] = ()
    bought: tuple[tuple[str, int], ...] = ()


class Company(Record):
    """Ships that must agree at set-up: in different hexes, with one direction, one velocity."""

    units: tuple[str, ...]
    different_hexes: bool = False
    same_direction: bool = False
    same_velocity: bool = False


class Victory(Record):
    """A condition that ends the game; see victory.py for the kinds.

    ``side`` wins when it holds ("" for a draw). ``units`` are ids, ``number`` its number.
    """

    side: str
    kind: str
    title: str
    units: tuple[str, ...] = ()
    number: int = 0


class Special(Record):
    """A rule of the scenario's own, by kind, for some units: see specials.py.

    Such as ``alert`` (number: die to awake), ``orbit_scores``, ``jump_beyond`` (map letter).
    ``limit`` is a second number where a kind has two.
    """

    kind: str
    units: tuple[str, ...] = ()
    number: int = 0
    name: str = ""
    limit: int = 0


# Where a unit was found last. Units keep their place for the whole game, so that nearly every
# search ends at once; a wrong place costs a search and no more.
_found_at: dict[str, int] = {}


def _place_of(unit_id: str, units: tuple[Unit, ...]) -> int:
    """The index of the unit with this id; KeyError if there is none."""
    place = _found_at.get(unit_id, 0)
    if place < len(units) and units[place].id == unit_id:
        return place
    for place, unit in enumerate(units):
        if unit.id == unit_id:
            _found_at[unit_id] = place
            return place
    raise KeyError(unit_id)


class State(Record):
    """The whole game. ``sides`` are the two sides, the first player's first.

    ``asteroids`` are all hexes of asteroid fields. ``docks`` are the docked pairs. ``tried``
    are (missile, unit) pairs whose interception was tried since they share a hex.
    ``points`` are Victory Points by side, ``scored`` what has been counted. ``contacts`` and
    ``missiles`` are the last contact and missile numbers given by side. ``turn`` is the turn
    being played, between turns the one to be played next.
    """

    scenario: str
    title: str
    maps: Maps
    sides: tuple[str, str]
    side_names: Mapping[str, str]
    units: tuple[Unit, ...]
    planets: tuple[Planet, ...] = ()
    asteroids: tuple[Hex, ...] = ()
    victory: tuple[Victory, ...] = ()
    special: tuple[Special, ...] = ()
    placements: Mapping[str, Placement] = {}
    companies: tuple[Company, ...] = ()
    purchases: tuple[Purchase, ...] = ()
    docks: tuple[Dock, ...] = ()
    tried: tuple[tuple[str, str], ...] = ()
    points: Mapping[str, int] = {}
    scored: tuple[str, ...] = ()
    contacts: Mapping[str, int] = {}
    missiles: Mapping[str, int] = {}
    jumps: bool = False
    turn: int = 0
    result: str = ""
    winner: str = ""
    notes: tuple[str, ...] = ()

    def unit(self, unit_id: str) -> Unit:
        """The unit with this id; KeyError if there is none."""
        return self.units[_place_of(unit_id, self.units)]

    def is_idle(self, player: str) -> bool:
        """True for a player who has nothing to buy and no unit that can take orders now."""
        buys = not self.turn and any(one.owner == player for one in self.purchases)
        return not buys and not any(
            unit.owner == player and unit.status in ORDERABLE for unit in self.units
        )

    def other_side(self, side: str) -> str:
        """The enemy of a side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def of_side(self, side: str) -> tuple[Unit, ...]:
        """The units of a side in play, as they stand in the state."""
        return tuple([u for u in self.units if u.side == side and u.status == IN_PLAY])

    def enemies_of(self, side: str) -> tuple[Unit, ...]:
        """The units of the other side in play that may be acted upon, as they stand."""
        return tuple(
            [u for u in self.units if u.side != side and u.status == IN_PLAY and not u.dormant]
        )

    def at(self, where: Hex) -> tuple[Unit, ...]:
        """All units in play in a hex, as they stand in the state."""
        return tuple([u for u in self.units if u.at == where and u.status == IN_PLAY])

    def atop(self, ship: str) -> tuple[Unit, ...]:
        """The prepared missiles and battlecraft of a ship."""
        return tuple([u for u in self.units if u.mother == ship and u.status == PREPARED])

    def stacked(self, ship: str) -> tuple[Unit, ...]:
        """What goes where a ship goes: what is prepared atop it and what is aboard.

        With a ship goes what that one has atop and aboard itself.
        """
        found = [u for u in self.units if u.mother == ship and u.status in (PREPARED, ABOARD)]
        within = [one for unit in found if unit.is_ship for one in self.stacked(unit.id)]
        return (*found, *within)

    def docked_to(self, unit_id: str) -> Dock | None:
        """The docked pair a unit belongs to, or None."""
        return next((dock for dock in self.docks if unit_id in (dock.lead, dock.other)), None)

    def planet_at(self, where: Hex) -> Planet | None:
        """The planet in a hex, or None."""
        return next((planet for planet in self.planets if planet.at == where), None)

    def in_orbit(self, unit: Unit) -> bool:
        """True for a spaceship or battlecraft with velocity 1 in a planet hex. Rule: DV 6.5."""
        return (
            unit.in_play
            and unit.velocity == 1
            and not unit.is_missile
            and self.planet_at(unit.at) is not None
        )

    def with_units(self, *changed: Unit) -> State:
        """The state with these units in place of their former selves; KeyError for a new one."""
        units = list(self.units)
        for unit in changed:
            units[_place_of(unit.id, self.units)] = unit
        return replace(self, units=tuple(units))

    def with_new(self, units: Iterable[Unit]) -> State:
        """The state with units that were not in it before, at the end."""
        return replace(self, units=(*self.units, *units))
