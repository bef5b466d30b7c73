"""The units on the table, and the compartments of their logs.

Ids are opaque: they tell neither the kind of a unit nor its number, so that they may stand for an
unrevealed one. Energy is counted in units: what is spent, against what the unit can hold.

Rule: DV 2.5. Ambiguity: DV-A105 (a spacecraft is a spaceship).
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.state.geometry import Direction
from pbm.kit.records import Record

SPACESHIP = "spaceship"
BATTLECRAFT = "battlecraft"
MISSILE = "missile"

# Types of missile: class of a missile unit, key of a pod's stock, row of tables/missiles.toml.
UNGUIDED = "unguided"
GUIDED = "guided"
INTELLIGENT = "intelligent"
MIMS = "mims"
MISSILE_TYPES = (UNGUIDED, GUIDED, INTELLIGENT, MIMS)

# Status of a unit.
IN_PLAY = "in play"
ABOARD = "aboard"  # a battlecraft in its pod
PREPARED = "prepared"  # a missile or battlecraft atop its ship
WAITING = "waiting"  # not yet placed by its player at set-up
RESERVE = "in reserve"  # comes into play later, by a rule of the scenario
DESTROYED = "destroyed"
LANDED = "landed"
JUMPED = "jumped"
LEFT = "left"  # off the maps, without energy, or removed by the scenario
ORDERABLE = (IN_PLAY, ABOARD, PREPARED, WAITING, RESERVE)
STATUSES = (*ORDERABLE, DESTROYED, LANDED, JUMPED, LEFT)

# Status of a part: undamaged, vulnerable, damaged, destroyed.
OK = "ok"
VULNERABLE = "V"
DAMAGED = "D"
DESTROYED_PART = "X"

# Parts of the hull by name and kind; pods are "pod 1", "pod 2" ... Where a hull calls them
# otherwise (hull and grid, four force fields) the kind is still one of these.
BRIDGE = "bridge"
ENGINE = "engine"
FORCE_FIELD = "force field"

# Markers of a hyperjump.
PREPARING = "preparing"
JUMPING = "jumping"


class Part(Record):
    """One compartment of a log: a part of the hull or a pod.

    ``name`` is what people write (``bridge``, ``pod 2``), ``kind`` the part of the hull or the
    row of tables/pods.toml. ``box`` is the number of a pod's box (0: part of the hull),
    ``civ`` a pod's Civ Level (0: it has none), ``stock`` the missiles left in it by type,
    ``holds`` the id of the battlecraft or ship it was built for, whether aboard or not.
    ``told`` is the status last reported to its enemies ("": they never heard that it was
    hit). ``room`` is how many boxes a pod takes, ``box`` being the first of them. ``strength``
    is the class of a force field where the scenario gives another than the hull has (0: that).
    """

    name: str
    kind: str
    armor: int
    status: str = OK
    box: int = 0
    civ: int = 0
    stock: Mapping[str, int] = {}
    holds: str = ""
    told: str = ""
    room: int = 1
    strength: int = 0

    @property
    def boxes(self) -> range:
        """The boxes a pod takes; none for a part of the hull."""
        return range(self.box, self.box + self.room) if self.box else range(0)

    def is_called(self, name: str) -> bool:
        """True for its name, its kind, and the number of any of its boxes: ``pod 3``."""
        return name in (self.name, self.kind) or name in [f"pod {box}" for box in self.boxes]

    @property
    def is_pod(self) -> bool:
        """True for a pod."""
        return self.box > 0

    @property
    def sound(self) -> bool:
        """True while it works without loss: undamaged or only vulnerable."""
        return self.status in (OK, VULNERABLE)

    @property
    def gone(self) -> bool:
        """True once it is destroyed."""
        return self.status == DESTROYED_PART


class Use(Record):
    """What a unit has used up in the phase at hand; cleared when a phase begins.

    ``allowed`` Maneuver Commands, fixed when the first is issued (-1: not yet); ``commands``
    of them issued; ``velocity`` those that changed its velocity; ``changes`` those that changed
    velocity or direction; ``weaved``; ``battle`` Battle Commands; ``tractors`` the boxes of
    tractor pods used; ``fires`` made by item (``burster``, ``pod 2``, ``extra``); ``new``: it
    came into play in this phase.
    """

    allowed: int = -1
    commands: int = 0
    velocity: int = 0
    changes: int = 0
    weaved: bool = False
    battle: int = 0
    tractors: tuple[int, ...] = ()
    fires: Mapping[str, int] = {}
    new: bool = False


UNUSED = Use()


class Unit(Record):
    """A spaceship, battlecraft or missile.

    ``klass`` is its row in tables/classes.toml, a missile's its type. ``designation`` is what
    stands on the counter: ``A``, ``A1``, ``B-03`` (guided: letter of its ship), ``12``.
    ``zig``: 1 while the Direction Reminder shows that its next step goes right. ``revealed``:
    its enemies have seen what it is; until then they know it as contact number ``contact``
    (0: it has not been in play unrevealed). ``parts`` are empty for a missile. ``energy`` is
    what it holds at the start without energy pods, ``spent`` what it has spent in all.
    ``mother`` is the ship of a battlecraft, of a ship in a storage pod, or the unit that
    launched a missile, ``pod`` the box it belongs to or came from. ``landing``: its velocity
    was reduced to 0 in a planet hex.
    ``released``: a MIMS that has launched its missiles. ``dormant``: not yet alerted.
    ``tireless``: it spends no energy while its engine is neither damaged nor destroyed.
    """

    id: str
    kind: str
    klass: str
    designation: str
    name: str
    side: str
    owner: str
    at: Hex
    direction: Direction
    velocity: int
    zig: int = 0
    status: str = IN_PLAY
    revealed: bool = True
    contact: int = 0
    parts: tuple[Part, ...] = ()
    energy: int = 0
    spent: int = 0
    civ: int = 0
    field_up: bool = False
    jump: str = ""
    mother: str = ""
    pod: int = 0
    landing: bool = False
    released: bool = False
    dormant: bool = False
    tireless: bool = False
    use: Use = UNUSED

    @property
    def in_play(self) -> bool:
        """True while the unit is on the maps by itself."""
        return self.status == IN_PLAY

    @property
    def is_ship(self) -> bool:
        """True for a spaceship."""
        return self.kind == SPACESHIP

    @property
    def is_battlecraft(self) -> bool:
        """True for a battlecraft."""
        return self.kind == BATTLECRAFT

    @property
    def is_missile(self) -> bool:
        """True for a missile."""
        return self.kind == MISSILE

    @property
    def pods(self) -> tuple[Part, ...]:
        """Its pods in the order of their boxes."""
        return tuple(part for part in self.parts if part.is_pod)

    def part(self, name: str) -> Part | None:
        """The part with this name, or None."""
        return next((part for part in self.parts if part.name == name), None)

    def hull_part(self, kind: str) -> Part | None:
        """The first part of the hull of a kind, whatever its name, or None."""
        return next((part for part in self.parts if part.kind == kind and not part.box), None)

    def pod_in(self, box: int) -> Part | None:
        """The pod that takes a box, or None."""
        return next((part for part in self.parts if box in part.boxes), None)

    def pods_of(self, *kinds: str) -> tuple[Part, ...]:
        """Its pods of some kinds, in the order of their boxes."""
        return tuple(pod for pod in self.pods if pod.kind in kinds)

    def with_part(self, part: Part) -> Unit:
        """The unit with a part in place of the one with the same name."""
        return replace(self, parts=tuple(part if p.name == part.name else p for p in self.parts))


def sorting(unit: Unit) -> str:
    """A text that sorts units of a kind as their counters read: A, B, A1, A2; 03, B-05, 12."""
    designation = unit.designation.rpartition("-")[2]
    letters = designation.rstrip("0123456789")
    number = designation[len(letters) :]
    return f"{letters.rjust(6)}{number.rjust(6)}{unit.id}"
