"""Look up what a player knows of the table by the names on the sheet."""

from pbm.drawing.hexgrid import Hex, parse_hex
from pbm.games.knighthawks.state.state import DESTROYED, LOST, ORDERABLE, Map, shut_hex
from pbm.games.knighthawks.state.weapons import ARMS
from pbm.games.knighthawks.view.record import MountView, PlanetView, ShipView, View
from pbm.kit.text import folded
from pbm.sheets.quoting import NameTable, names_of, near

# Stands in a fire line for every weapon of its ship.
ALL_WEAPONS = "all"
GONE = {DESTROYED: "destroyed", LOST: "lost off the map"}


class Roster:
    """Ships and planets by designation or name; only what the view holds is in it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.player = view.you.player
        self.side = view.you.side
        self.turn = view.turn
        self.columns = view.map.columns
        self.rows = view.map.rows
        self.ships = view.ships
        self.planets = view.planets
        self.placements = view.placements
        self._ship = NameTable(
            (key, ship)
            for ship in reversed(self.ships)
            for key in names_of(ship.designation, ship.name)
        )
        self.by_id = {ship.id: ship for ship in self.ships}
        self.enemies = frozenset(ship.id for ship in self.ships if not self.is_friend(ship))
        self.gone = frozenset(ship.id for ship in self.ships if ship.status in GONE)
        self._planet = NameTable(
            (key, planet)
            for planet in self.planets
            for key in names_of(planet.designation, planet.name)
        )
        self.names = frozenset((*self._ship, *self._planet))
        self.designations = {
            **{ship.id: ship.designation for ship in self.ships},
            **{planet.id: planet.designation for planet in self.planets},
        }

    def ship(self, name: str) -> ShipView | None:
        """The ship of this name, as far as the player knows it."""
        return self._ship.find(name)

    def planet(self, name: str) -> PlanetView | None:
        """The planet of this name."""
        return self._planet.find(name)

    def shut_ring(self, planet: PlanetView) -> Hex | None:
        """A hex round a planet for which it cannot be orbited, or None."""
        hexes = [at(one) for one in self.planets]
        return shut_hex(Map(self.columns, self.rows), hexes, at(planet))

    def near_ship(self, name: str) -> str:
        """A ship whose name is much like this one, or ""."""
        return near(name, {key: ship.designation for key, ship in self._ship.items()})

    def near_planet(self, name: str) -> str:
        """A planet whose name is much like this one, or ""."""
        return near(name, {key: planet.designation for key, planet in self._planet.items()})

    def own_fleet(self) -> list[ShipView]:
        """The player's ships that can take orders now."""
        return [ship for ship in self.ships if ship.yours and ship.status in ORDERABLE]

    def is_friend(self, ship: ShipView) -> bool:
        """True for a ship of the player's side."""
        return ship.side == self.side

    def label(self, ship: ShipView) -> str:
        """``Scimitar (B1)``, or the designation where the ship has no other name."""
        name, designation = ship.name, ship.designation
        return (
            designation if folded(name) in ("", folded(designation)) else f"{name} ({designation})"
        )


def at(thing: ShipView | PlanetView) -> Hex:
    """Where a ship or planet is."""
    return parse_hex(thing.at)


def mounts_of(ship: ShipView, weapon: str) -> list[MountView]:
    """The mounts a weapon on a sheet stands for: one by its label, all of a kind, or all."""
    wanted = folded(weapon)
    if wanted == ALL_WEAPONS:
        return list(ship.mounts)
    exact = [mount for mount in ship.mounts if folded(mount.label) == wanted]
    return exact or [mount for mount in ship.mounts if folded(ARMS[mount.kind].short) == wanted]


def weapons_of(ship: ShipView) -> str:
    """The labels of a ship's mounts, for a message."""
    return ", ".join(mount.label for mount in ship.mounts) or "no weapon"
