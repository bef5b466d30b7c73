"""Names of ships, planets, sides and players in a report, from its reader's view."""

from collections.abc import Mapping

from pbm.games.knighthawks.view.record import ShipView, View
from pbm.kit.english import count

SUPPLY_NAMES: Mapping[str, tuple[str, str]] = {
    "torpedo": ("torpedo", "torpedos"),
    "assault_rocket": ("assault rocket", "assault rockets"),
    "rocket_battery": ("rocket battery salvo", "rocket battery salvos"),
    "icm": ("ICM", "ICMs"),
    "masking_screen": ("masking screen", "masking screens"),
}


def weapon_name(kind: str, mount: str = "") -> str:
    """A weapon in words; with the label of its mount where a ship may carry several."""
    name = kind.replace("_", " ")
    return f"{name} {mount}" if mount[-1:].isdigit() else name


def supply_name(kind: str, number: int) -> str:
    """So many of a limited supply, in words."""
    one, many = SUPPLY_NAMES.get(kind, (kind.replace("_", " "), f"{kind.replace('_', ' ')}s"))
    return count(number, one, many)


class Labels:
    """Names for the ids of one player's view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.ships: dict[str, ShipView] = {ship.id: ship for ship in view.ships}
        self._planets = {planet.id: planet for planet in view.planets}
        self._sides = {side.id: side.name for side in view.sides}
        self._players = {player.id: player.name for player in view.players}

    def ship(self, ship_id: str) -> str:
        """A ship as ``Scimitar (B1)``; "a ship" for one that is not in the view."""
        ship = self.ships.get(ship_id)
        return "a ship" if ship is None else f"{ship.name} ({ship.designation})"

    def whose(self, ship_id: str) -> str:
        """A ship with "your" before the reader's own."""
        return f"your {self.ship(ship_id)}" if self.is_yours(ship_id) else self.ship(ship_id)

    def is_yours(self, ship_id: str) -> bool:
        """True for a ship of the reader's own."""
        return ship_id in self.ships and self.ships[ship_id].yours

    def planet(self, planet_id: str) -> str:
        """A planet as ``Morrow (P1)``."""
        planet = self._planets.get(planet_id)
        return "a planet" if planet is None else f"{planet.name} ({planet.designation})"

    def side(self, side: str) -> str:
        """A side's name."""
        return self._sides.get(side, side)

    def player(self, player: str) -> str:
        """A player's name."""
        return self._players.get(player, player)

    def other(self, player: str) -> str:
        """The name of a player other than the reader; "" for the reader."""
        return "" if player == self.view.you.player else self.player(player)
