"""What a player knows of the table, looked up by what stands on their sheet.

Both sides may use the same letters, so a name is looked up among one's own units or among
the enemy's, as its place in a line demands. Missiles go by number, with or without the
letter of their ship: ``03``, ``3``, ``B-03``.
"""

import re
from collections.abc import Iterable

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.state.hulls import MODULES, reading
from pbm.games.deltavee.state.units import (
    DESTROYED,
    JUMPED,
    LANDED,
    LEFT,
    MISSILE,
    ORDERABLE,
    Unit,
)
from pbm.games.deltavee.view.known_table import hex_of, known_table
from pbm.games.deltavee.view.record import AboardView, UnitView, View
from pbm.kit.text import folded
from pbm.sheets.quoting import NameTable, near

# What happened to a unit that is out of play.
GONE = {
    DESTROYED: "was destroyed",
    LANDED: "has landed",
    JUMPED: "has jumped",
    LEFT: "is out of play",
}
_COUNTER = re.compile(r"(?:([^\W\d_]+)-?)?0*([1-9][0-9]*)\Z")


class Roster:
    """Units, contacts, planets and maps; only what the view holds is in it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.player = view.you.player
        self.side = view.you.side
        self.turn = view.turn
        self.units = view.units
        self.contacts = {one.number: one for one in view.contacts}
        self._aboard = NameTable(
            (key, one) for one in view.aboard for key in _names(one.designation, one.name)
        )
        self.state = known_table(view)
        self.maps = self.state.maps
        self.placements = self.state.placements
        # What the player may buy; None where there is nothing to buy, or all is bought.
        self.purchase = next(iter(self.state.purchases), None)
        self.transfers = view.transfers
        self.friends = frozenset(unit.id for unit in self.units if self.is_friend(unit))
        self._own = _by_name(unit for unit in self.units if self.is_friend(unit))
        self._enemy = _by_name(unit for unit in self.units if not self.is_friend(unit))
        self.names = frozenset(
            name for name in (*self._own, *self._enemy) if not name.startswith("#")
        )

    # --- names ---

    def own(self, name: str) -> UnitView | None:
        """The unit of the player's side with this name."""
        return self._own.find(_key(name))

    def enemy(self, name: str) -> UnitView | None:
        """The revealed unit of the enemy's with this name."""
        return self._enemy.find(_key(name))

    def aboard(self, name: str) -> AboardView | None:
        """The revealed battlecraft of the enemy's with this name that is aboard its ship."""
        return self._aboard.find(_key(name))

    def near_own(self, name: str) -> str:
        """A unit of the player's side whose name is much like this one, or ""."""
        return near(name, {key: unit.designation for key, unit in self._own.items()})

    def near_enemy(self, name: str) -> str:
        """A unit of the enemy's whose name is much like this one, or ""."""
        return near(name, {key: unit.designation for key, unit in self._enemy.items()})

    def record(self, unit_id: str) -> UnitView | None:
        """What is known of a unit by its id; None for a contact."""
        return next((unit for unit in self.units if unit.id == unit_id), None)

    def is_friend(self, unit: UnitView) -> bool:
        """True for a unit of the player's side."""
        return unit.side == self.side

    def fleet(self) -> list[UnitView]:
        """The player's units that can take orders now."""
        return [unit for unit in self.units if unit.yours and unit.status in ORDERABLE]

    def designation(self, unit_id: str) -> str:
        """What messages call a unit of the player's side: ``A``, ``missile 03``."""
        unit = next(unit for unit in self.units if unit.id == unit_id)
        noun = "missile " if unit.kind == MISSILE else ""
        return f"{noun}{unit.designation}"

    def label(self, unit: UnitView) -> str:
        """``A (Corco Mu)``, ``missile 03 (guided missile)``, with "enemy" before an enemy's."""
        noun = "missile " if unit.kind == MISSILE else ""
        whose = "" if self.is_friend(unit) else "enemy "
        title = unit.name or unit.title
        return f"{whose}{noun}{unit.designation}" + (f" ({title})" if title else "")

    # --- the table ---

    def hex(self, text: str) -> Hex | None:
        """The hex of a label, None if it is on none of the maps."""
        return hex_of(text, self.maps)

    def maps_in_words(self) -> str:
        """Which hexes there are."""
        letters = [tile.letter for tile in self.maps.tiles]
        last = f"{self.maps.columns:02d}{self.maps.rows:02d}"
        here = "is map" if len(letters) == 1 else "are maps"
        return f"There {here} {', '.join(letters)}, each from 0101 to {last}"

    def unit(self, unit_id: str) -> Unit | None:
        """One of the player's own units as the rules see it; None for any other."""
        return next((unit for unit in self.state.units if unit.id == unit_id), None)


def _by_name(units: Iterable[UnitView]) -> NameTable[UnitView]:
    """Units by their folded names; one in play comes before one that is gone.

    The name that all pods of a modular ship share means none of them. Ambiguity: DV-A99.
    """
    ordered = sorted(units, key=lambda unit: unit.status in GONE)
    found = NameTable((key, unit) for unit in reversed(ordered) for key in _keys(unit))
    for unit in ordered:
        if reading(unit.klass) == MODULES and unit.name:
            found.pop(folded(unit.name), None)
    return found


def _keys(unit: UnitView) -> list[str]:
    """What a unit may be called; a missile by its number, its ship's letter before it or not."""
    keys = _names(unit.designation, unit.name)
    counter = _COUNTER.match(unit.designation)
    if unit.kind != MISSILE or counter is None:
        return keys
    letters, number = counter.groups()
    if letters:
        plain = unit.designation.replace("-", "")
        keys += [folded(plain), folded(f"{letters}-{number}")]
    return [*keys, f"#{number}"]


def _key(name: str) -> str:
    """A name as it is looked up: folded, a number without its zeros."""
    plain = folded(name.strip('"'))
    if plain.isascii() and plain.isdigit():
        return f"#{int(plain)}"
    return plain


def _names(*written: str) -> list[str]:
    return [folded(name) for name in written if name]
