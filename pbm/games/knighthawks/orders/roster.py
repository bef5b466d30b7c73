"""What a player knows of the table, looked up by the names that stand on his sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.drawing.hexgrid import Hex, parse_hex
from pbm.engine.types import Known
from pbm.games.knighthawks.state.state import DESTROYED, IN_PLAY, LOST, WAITING, Map, shut_hex
from pbm.games.knighthawks.state.weapons import ARMS
from pbm.kit.facts import Fact
from pbm.kit.text import folded
from pbm.sheets.quoting import names_of, near

GONE = {DESTROYED: "destroyed", LOST: "lost off the map"}


class Roster:
    """Ships and planets by designation or name; only what ``known`` holds is in it."""

    def __init__(self, known: Known) -> None:
        self.player: str = known["you"]["player"]
        self.side: str = known["you"]["side"]
        self.turn: int = known["turn"]
        self.columns: int = known["map"]["columns"]
        self.rows: int = known["map"]["rows"]
        self.ships: list[dict[str, Any]] = known["ships"]
        self.planets: list[dict[str, Any]] = known["planets"]
        self.placements: Mapping[str, Fact] = known["placements"]
        self._ship = {_key: ship for ship in reversed(self.ships) for _key in names_of(ship)}
        self.by_id = {ship["id"]: ship for ship in self.ships}
        self.enemies = frozenset(ship["id"] for ship in self.ships if not self.is_friend(ship))
        self.gone = frozenset(ship["id"] for ship in self.ships if ship["status"] in GONE)
        self._planet = {_key: planet for planet in self.planets for _key in names_of(planet)}
        self.names = frozenset((*self._ship, *self._planet))
        self.designations = {
            thing["id"]: thing["designation"] for thing in (*self.ships, *self.planets)
        }

    def ship(self, name: str) -> dict[str, Any] | None:
        """The ship of this name, as far as the player knows it."""
        return self._ship.get(folded(name.strip('"')))

    def planet(self, name: str) -> dict[str, Any] | None:
        """The planet of this name."""
        return self._planet.get(folded(name.strip('"')))

    def shut_ring(self, planet: Mapping[str, Any]) -> Hex | None:
        """A hex round a planet for which it cannot be orbited, or None."""
        hexes = [at(one) for one in self.planets]
        return shut_hex(Map(self.columns, self.rows), hexes, at(planet))

    def near_ship(self, name: str) -> str:
        """A ship whose name is much like this one, or ""."""
        return near(name, {key: ship["designation"] for key, ship in self._ship.items()})

    def near_planet(self, name: str) -> str:
        """A planet whose name is much like this one, or ""."""
        return near(name, {key: planet["designation"] for key, planet in self._planet.items()})

    def own_fleet(self) -> list[dict[str, Any]]:
        """The player's ships that can take orders now."""
        return [
            ship for ship in self.ships if ship["yours"] and ship["status"] in (IN_PLAY, WAITING)
        ]

    def is_friend(self, ship: Mapping[str, Any]) -> bool:
        """True for a ship of the player's side."""
        return bool(ship["side"] == self.side)

    def label(self, ship: Mapping[str, Any]) -> str:
        """``Scimitar (B1)``, or the designation where the ship has no other name."""
        name, designation = ship["name"], ship["designation"]
        return (
            designation if folded(name) in ("", folded(designation)) else f"{name} ({designation})"
        )


def at(thing: Mapping[str, Any]) -> Hex:
    """Where a ship or planet is."""
    return parse_hex(thing["at"])


def mounts_of(ship: Mapping[str, Any], weapon: str) -> list[dict[str, str]]:
    """The mounts a weapon on a sheet stands for: one by its label, or all of a kind."""
    wanted = folded(weapon)
    exact = [mount for mount in ship["mounts"] if folded(mount["label"]) == wanted]
    return exact or [
        mount for mount in ship["mounts"] if folded(ARMS[mount["kind"]].short) == wanted
    ]


def weapons_of(ship: Mapping[str, Any]) -> str:
    """The labels of a ship's mounts, for a message."""
    return ", ".join(mount["label"] for mount in ship["mounts"]) or "no weapon"
