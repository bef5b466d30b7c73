"""The log of a spaceship as it stands: compartments, missiles, energy, battlecraft.

Numbers only, out of what its side knows; log.py draws them. Sections have the room of the
printed log, and more where a ship needs it; what it has not got is crossed out before play.
A ship with more pods than the printed logs have room for has a long log.
Rule: DV 10.1 to DV 10.4, DV EHC. Ambiguity: DV-A80, DV-A81 (log type 2 has room for any ship).
"""

from collections.abc import Iterable

from pbm.games.deltavee.state.hulls import MODULE
from pbm.games.deltavee.state.ratings import CLASSES, missile_number
from pbm.games.deltavee.state.units import (
    BATTLECRAFT,
    BRIDGE,
    ENGINE,
    FORCE_FIELD,
    GUIDED,
    IN_PLAY,
    INTELLIGENT,
    MIMS,
    MISSILE,
    MISSILE_TYPES,
    PREPARED,
    SPACESHIP,
    UNGUIDED,
)
from pbm.games.deltavee.view.record import PartView, UnitView
from pbm.kit.records import Record

# Room of each section by the type of the log, the Energy Unit boxes of a missile by its type.
PODS = {1: 5, 2: 12}
LINES = {
    1: {"unguided": 10, "guided": 7, "intelligent": 5, "mims": 2},
    2: {"unguided": 16, "guided": 14, "intelligent": 10, "mims": 4},
}
TRACK = {1: 8, 2: 16}
BLOCKS = 50
UNITS = {"unguided": 0, "guided": 10, "intelligent": 9, "mims": 7}


# With more the log goes over several pages.
_PODS_OF_A_PAGE = 12
_MISSILES_OF_A_PAGE = 20  # of one type, each with its line
_TITLES = {UNGUIDED: "Unguided", GUIDED: "Guided", INTELLIGENT: "Intelligent", MIMS: "MIMS"}


class HullPart(Record):
    """A part of the hull; ``armor`` is None, and its box marked X, if the ship has not got it."""

    name: str
    armor: int | None
    status: str
    field_class: int = 0


class MissileLine(Record):
    """A missile of the log: prepared or launched with its number, still in its pod, or lost."""

    energy: int
    status: str = ""
    pod: int = 0
    number: str = ""
    spent: int = 0

    @property
    def entry(self) -> str:
        """What stands in its Pod/# box."""
        return f"{self.pod}/{self.number}" if self.number else ""

    @property
    def is_gone(self) -> bool:
        """True for a missile that will not move any more."""
        return self.status not in ("", PREPARED)


class MissileSection(Record):
    """The lines of one type of missile, ``void`` of them and of their boxes crossed out."""

    type: str
    number: int
    left: int
    lines: tuple[MissileLine, ...]
    void: int
    energy: int
    void_energy: int

    @property
    def title(self) -> str:
        """What the log calls the type."""
        return _TITLES[self.type]


class EnergyRecord(Record):
    """Energy Blocks, those ``marked`` and ``void``, and the Energy Unit Track to ``track``."""

    endless: bool
    units: int
    left: int
    burn: int
    blocks: int
    marked: int
    void: int
    track: int
    marker: int

    @property
    def void_track(self) -> range:
        """The spaces of the track beyond the Burn Rate."""
        return range(self.burn + 1, self.track + 1)


class LogSheet(Record):
    """The log of a ship; ``stored`` are ships that belong into its storage pods."""

    type: int
    hull: tuple[HullPart, ...]
    pods: tuple[PartView, ...]
    void_pods: tuple[int, ...]
    missiles: tuple[MissileSection, ...]
    energy: EnergyRecord
    battlecraft: tuple[UnitView, ...]
    stored: tuple[UnitView, ...]

    @property
    def is_long(self) -> bool:
        """True for a log with more pods, or more lines of missiles, than a page has room for."""
        pods = len(self.pods) + len(self.void_pods)
        missiles = max(one.number for one in self.missiles if one.type != UNGUIDED)
        return pods > _PODS_OF_A_PAGE or missiles > _MISSILES_OF_A_PAGE


def log_sheet(ship: UnitView, units: Iterable[UnitView]) -> LogSheet:
    """The log of a ship of the reader's side; ``units`` are all that are known whole."""
    kind = ship.log or 2
    carried = [unit for unit in units if unit.mother == ship.id]
    burn, capacity = ship.burn, ship.energy
    blocks = capacity // burn
    return LogSheet(
        kind,
        _hull(ship),
        tuple(part for part in ship.parts if part.box),
        _void_pods(ship, PODS[kind] if _carries_pods(ship) else 0),
        tuple(_section(ship, carried, type, kind) for type in MISSILE_TYPES),
        EnergyRecord(
            endless=ship.endless,
            units=capacity,
            left=ship.energy_left,
            burn=burn,
            blocks=blocks,
            marked=min(blocks, ship.spent // burn),
            void=max(0, BLOCKS - blocks),
            track=max(TRACK[kind], burn),
            marker=ship.spent % burn if ship.spent < capacity else 0,
        ),
        tuple(unit for unit in carried if unit.kind == BATTLECRAFT),
        tuple(unit for unit in carried if unit.kind == SPACESHIP),
    )


def _hull(ship: UnitView) -> tuple[HullPart, ...]:
    """The parts of the hull; bridge, engine and force field also where it has not got them."""
    parts = [part for part in ship.parts if not part.box]
    kinds = [part.kind for part in parts]
    printed = (FORCE_FIELD,) if MODULE in kinds else (BRIDGE, ENGINE, FORCE_FIELD)
    field_class = CLASSES.number(ship.klass, "field")
    return (
        *(
            HullPart(
                part.name,
                part.armor,
                part.status,
                (part.strength or field_class) if part.kind == FORCE_FIELD else 0,
            )
            for part in parts
        ),
        *(HullPart(kind, None, "X") for kind in printed if kind not in kinds),
    )


def _carries_pods(ship: UnitView) -> bool:
    return CLASSES.number(ship.klass, "pods") > 0


def _void_pods(ship: UnitView, room: int) -> tuple[int, ...]:
    """The numbers of the boxes beyond the pods its class has room for, and of those empty."""
    used = {box for part in ship.parts for box in range(part.box, part.box + part.room) if part.box}
    return tuple(box for box in range(1, max(room, *used, 0) + 1) if box not in used)


def _section(ship: UnitView, carried: Iterable[UnitView], type: str, kind: int) -> MissileSection:
    """The lines of one type of missile: those prepared and launched, those left, those lost."""
    used = sorted(
        (unit for unit in carried if unit.kind == MISSILE and unit.klass == type),
        key=lambda unit: unit.designation.rpartition("-")[2].rjust(6),
    )
    pods = [part for part in ship.parts if type in part.stock]
    left = sum(part.stock[type] for part in pods)
    number = max(ship.missiles_at_start.get(type, 0), len(used) + left)
    energy = max((missile_number(type, part.civ, "energy") for part in pods), default=0)
    energy = max([energy, *(unit.energy for unit in used)])
    lost = number - len(used) - left
    return MissileSection(
        type,
        number,
        left,
        (*map(_line, used), *[MissileLine(energy)] * left, *[MissileLine(energy, "lost")] * lost),
        void=max(0, LINES[kind][type] - number),
        energy=energy,
        void_energy=max(0, UNITS[type] - energy) if number else 0,
    )


def _line(unit: UnitView) -> MissileLine:
    return MissileLine(
        unit.energy,
        "" if unit.status == IN_PLAY else unit.status,
        unit.pod,
        unit.designation.rpartition("-")[2],
        min(unit.spent, unit.energy),
    )
