"""How a report calls units, contacts, planets, sides: by what stands in its reader's view.

Both sides may use the same letters, so a name says whose the unit is: ``your Sword A``,
``enemy Dagger A``, ``contact 7``; to the game master ``Sword 1A``.
"""

from collections.abc import Mapping, Sequence

from pbm.games.deltavee.view.record import UnitView, View
from pbm.kit.english import count

# The marks of damage in words. Rule: DV 8.8.
STATUS: Mapping[str, str] = {"ok": "undamaged", "V": "vulnerable", "D": "damaged", "X": "destroyed"}


class Labels:
    """Names for the ids of one player's view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.side_of_reader = view.you.side
        self.units: dict[str, UnitView] = {unit.id: unit for unit in view.units}
        self._contacts = {one.id: one.number for one in view.contacts}
        self._aboard = {one.id: one for one in view.aboard}
        self._planets = {planet.id: planet.name for planet in view.planets}
        self._sides = {side.id: side.name for side in view.sides}
        self._players = {player.id: player.name for player in view.players}

    def bare(self, unit_id: str) -> str:
        """A unit without its side: ``Sword A``, ``guided missile B-03``, ``contact 7``."""
        unit = self.units.get(unit_id) or self._aboard.get(unit_id)
        if unit is not None:
            name = f" “{unit.name}”" if unit.name else ""
            return f"{unit.title} {unit.designation}{name}"
        if unit_id in self._contacts:
            return f"contact {self._contacts[unit_id]}"
        return "a unit"

    def unit(self, unit_id: str) -> str:
        """A unit with its side: ``your Sword A``, ``enemy Dagger A``, ``contact 7``."""
        if unit_id in self._aboard:
            return f"enemy {self.bare(unit_id)}"
        unit = self.units.get(unit_id)
        if unit is None or not self.side_of_reader:
            return self.bare(unit_id)
        whose = "your" if unit.yours else "friendly" if self.is_friend(unit_id) else "enemy"
        return f"{whose} {self.bare(unit_id)}"

    def missiles(self, ids: Sequence[str]) -> str:
        """Missiles of one type by their numbers: ``your 3 guided missiles (B-03, B-04, 07)``."""
        known = [self.units[id] for id in ids if id in self.units]
        if not known:
            return ""
        numbers = ", ".join(unit.designation for unit in known)
        title = known[0].title
        said = count(len(known), title, title if title == "MIMS" else "")
        return f"{'your ' if known[0].yours else ''}{said} ({numbers})"

    def is_yours(self, unit_id: str) -> bool:
        """True for a unit of the reader's own."""
        return unit_id in self.units and self.units[unit_id].yours

    def is_friend(self, unit_id: str) -> bool:
        """True for a unit of the reader's side."""
        return self.side_of(unit_id) == self.side_of_reader

    def side_of(self, unit_id: str) -> str:
        """The side of a unit; of a contact, and of what is not known, the enemy's."""
        unit = self.units.get(unit_id)
        if unit is not None:
            return unit.side
        return next((side for side in self._sides if side != self.side_of_reader), "")

    def knows(self, unit_id: object) -> bool:
        """True for a unit or contact of the view."""
        return unit_id in self.units or unit_id in self._contacts

    def part(self, name: str, unit_id: str) -> str:
        """A part of a unit: ``bridge``, ``pod 2 (heavy weapon)`` where its log is known."""
        parts = self.units[unit_id].parts if unit_id in self.units else ()
        kind = next((one.kind for one in parts if one.name == name and one.box), "")
        return f"{name} ({kind})" if kind else name

    def keeps(self, unit: UnitView) -> bool:
        """True for a unit whose log the reader keeps: of the own side; the game master has all."""
        return self.side_of_reader in ("", unit.side)

    def planet(self, planet_id: str) -> str:
        """A planet's name."""
        return self._planets.get(planet_id, "the planet")

    def side(self, side: str) -> str:
        """A side's name."""
        return self._sides.get(side, side)

    def player(self, player: str) -> str:
        """A player's name."""
        return self._players.get(player, player)

    def other(self, player: str) -> str:
        """The name of a player other than the reader; "" for the reader."""
        return "" if player == self.view.you.player else self.player(player)
