"""Names a player may use on a sheet: of their own things, systems and empires.

Everything comes from their view of the game, so a hidden thing and a misspelt one read the same.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, TypeVar

from pbm.games.nova.state.orders.designs import DesignSheet, Pregame
from pbm.games.nova.state.orders.money import Claim, Research
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.state import MINOR
from pbm.games.nova.view.labels import YOU
from pbm.games.nova.view.record import (
    ContactView,
    DesignView,
    GateView,
    HullView,
    MissileView,
    ShipView,
    SystemView,
    View,
)
from pbm.kit import text
from pbm.sheets.quoting import Name, NameTable, near

# What a view lists by name.
_Named = TypeVar("_Named", ShipView, HullView, GateView, SystemView, MissileView, DesignView)

# The same names are looked up many times for one sheet.
folded = lru_cache(maxsize=8192)(text.folded)

_ABBREVIATION = re.compile(r"[A-Z]{2}")
# Before the name of what this very sheet lets be built, where an id is wanted.
COMING = "="


class Roster:
    """Ways from names to things, made once for a sheet."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.player = view.you.player
        self.empire = view.empire
        self.ships = _by_name(view.ships)
        self.hulls = _by_name(view.hulls)
        self.gates = _by_name(end for end in view.gates if is_yours(end))
        # Ends of others, which one may jump through but not give away.
        self.lent = _by_name(end for end in view.gates if not is_yours(end))
        self.systems = _by_name(view.systems)
        self.missiles = _by_name(view.missiles)
        self.designs = _by_name(view.designs)
        self.coming: dict[str, str] = {}
        self.coming_gates: set[str] = set()
        # The lines of RESEARCH, before any is checked.
        self.projects: list[Research] = []
        # What the lines read so far have said: names given, ships ordered.
        self.named: set[str] = set()
        self.moved: dict[str, int] = {}
        # Sums the player has, by what they are of and who sent them.
        self.claims: dict[tuple[str, str], Claim] = {}
        # Designs and missiles drawn, what a pregame sheet chooses, and the levels that designs
        # are judged by.
        self.drawn = DesignSheet()
        self.pregame = Pregame()
        self.levels: Mapping[str, int] = view.empire.tech
        # Routes walked so far, by start and jumps.
        self.walked: dict[Any, Any] = {}
        self._empires = dict(_labels(view.contacts))

    @property
    def turn(self) -> int:
        """The turn the sheet is for."""
        return self.view.turn

    @cached_property
    def names(self) -> frozenset[str]:
        """All names a sheet may hold, folded."""
        things = (self.hulls, self.gates, self.lent, self.systems, self.designs)
        return frozenset(self.ships).union(*things)

    @cached_property
    def by_id(self) -> Mapping[str, ShipView]:
        """Own ships by their id."""
        return {ship.id: ship for ship in self.ships.values()}

    @cached_property
    def ends(self) -> Mapping[str, GateView]:
        """Gate ends one may jump through, by id."""
        return {end.id: end for end in (*self.lent.values(), *self.gates.values())}

    @cached_property
    def aboard(self) -> Mapping[str, Sequence[ShipView]]:
        """Ships carried by others, by the carrier's name, bay by bay."""
        found: dict[str, list[ShipView]] = {}
        carried = [ship for ship in self.ships.values() if ship.carrier]
        for ship in sorted(carried, key=lambda one: (one.bay, one.name)):
            found.setdefault(ship.carrier, []).append(ship)
        return found

    @cached_property
    def ends_aboard(self) -> Mapping[str, Sequence[GateView]]:
        """Gate ends carried by ships, by the carrier's name."""
        found: dict[str, list[GateView]] = {}
        for end in self.gates.values():
            if end.carrier:
                found.setdefault(end.carrier, []).append(end)
        return found

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """How a sheet names what has an id: ships, hulls and gate ends."""
        own: Iterator[ShipView | HullView | GateView] = chain(
            self.lent.values(), self.ships.values(), self.hulls.values(), self.gates.values()
        )
        return {one.id: one.name for one in own}

    def place_of(self, ship: ShipView) -> str:
        """The system of a ship, that of its carrier if it is aboard one."""
        if not ship.carrier:  # nearly always
            return ship.at
        for _ in range(len(self.ships)):
            carrier = self.ships.get(folded(ship.carrier))
            if carrier is None:
                break
            ship = carrier
        return ship.at

    def empire_of(self, word: str) -> ContactView | None:
        """The contact that a letter, a number or a name means."""
        return self._empires.get(folded(word))

    def will_be(self, name: str, *, gate: bool = False) -> None:
        """A ship or gate end of this name is built by this very sheet."""
        self.coming.setdefault(folded(name), name)
        if gate:
            self.coming_gates.add(folded(name))

    def near(self, word: str, *tables: Mapping[str, Any]) -> str:
        """What of these tables, of things or of names, is called much like this."""
        known = {key: getattr(one, "name", one) for table in tables for key, one in table.items()}
        return near(word, known)

    def near_empire(self, word: str) -> str:
        """The empire that is called much like this."""
        return near(word, {key: label_of(one) for key, one in self._empires.items()})

    def kinds_of(self, design: str) -> frozenset[str]:
        """The components a design holds, by abbreviation; empty if the design is not known."""
        return self._kinds.get(folded(design), frozenset())

    @cached_property
    def _kinds(self) -> Mapping[str, frozenset[str]]:
        return {name: _kinds_in(tuple(one.lines)) for name, one in self.designs.items()}


@lru_cache(maxsize=1024)
def _kinds_in(lines: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for line in lines for word in _ABBREVIATION.findall(line))


def is_yours(end: GateView) -> bool:
    """True for an own gate end, not one that another empire lets one pass."""
    return end.owner in ("", YOU)


def is_alien(design: DesignView) -> bool:
    """True for the design of a ship that aliens built, which cannot be built oneself."""
    return design.name.startswith("alien ")


def label_of(contact: ContactView) -> str:
    """The name of another empire on a player's sheets."""
    return contact.label or f"#{contact.number}"


def is_minor(contact: ContactView) -> bool:
    """True for an empire known by a number only. Rule: NV CON-04."""
    return contact.kind == MINOR


def foe(label: str) -> str:
    """Another empire as a sheet names it; where one stands, no keyword can."""
    return label if label.isalnum() else f'"{label}"'


def units_text(units: Units, names: Name) -> str:
    """``2 AA``, ``all AA``, ``2 AA of B``, a gate end."""
    if units.gate:
        return f"gate {names(units.gate)}"
    return f"{units.number or 'all'} {units.kind}" + (
        f" of {foe(units.owner)}" if units.owner else ""
    )


def _by_name(records: Iterable[_Named]) -> NameTable[_Named]:
    return NameTable((folded(record.name), record) for record in records if record.name)


def _labels(contacts: Iterable[ContactView]) -> Iterator[tuple[str, ContactView]]:
    for contact in contacts:
        for word in (contact.label, contact.name):
            if word:
                yield folded(word), contact
        if contact.number:
            yield str(contact.number), contact
            yield f"#{contact.number}", contact


LONGEST_NAME = 15  # NV ORD-41: fewer than 16 characters


def gate_ends(name: str) -> tuple[str, str]:
    """What the ends of a gate bought before turn 1 are called. Rule: NV ORD-41."""
    stem = name[: LONGEST_NAME - 2]
    return f"{stem}-A", f"{stem}-B"
