"""What is on the table in DeltaVee: maps, planets, asteroids, and every unit of both sides.

Everything is frozen; a phase replaces the state. Ids are opaque: they tell neither the kind
of a unit nor its number, so that they may stand for an unrevealed one. Hexes are global
(see maps.py). Energy is counted in units: what is spent, against what the unit can hold.

Rule: DV 2.5. Ambiguity: DV-A105 (a spacecraft is a spaceship).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.orders.orders import Buy
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.maps import Maps
from pbm.kit.records import record

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


@record(frozen=True, slots=True)
class Part:
    """One compartment of a log: a part of the hull or a pod.

    ``name`` is what people write (``bridge``, ``pod 2``), ``kind`` the part of the hull or the
    row of tables/pods.toml. ``box`` is the number of a pod's box (0: part of the hull),
    ``civ`` a pod's Civ Level (0: it has none), ``stock`` the missiles left in it by type,
    ``holds`` the id of the battlecraft or ship it was built for, whether aboard or not.
    ``told`` is the status its enemies were told of last ("": they never heard that it was
    hit). ``room`` is how many boxes a pod takes, ``box`` being the first of them. ``strength``
    is the class of a force field where the scenario gives another than the hull has (0: that).
    """

    name: str
    kind: str
    armor: int
    status: str = OK
    box: int = 0
    civ: int = 0
    stock: Mapping[str, int] = field(default_factory=dict)
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


@record(frozen=True, slots=True)
class Use:
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
    fires: Mapping[str, int] = field(default_factory=dict)
    new: bool = False


UNUSED = Use()


@record(frozen=True, slots=True)
class Unit:
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


@record(frozen=True, slots=True)
class Dock:
    """Two units docked together; ``lead`` was given the Rendezvous Command and tows."""

    lead: str
    other: str


@record(frozen=True, slots=True)
class Planet:
    """A planet in its hex."""

    id: str
    designation: str
    name: str
    at: Hex


@record(frozen=True, slots=True)
class Placement:
    """What a player may choose for a ship at set-up; what stands in the unit is the default.

    ``velocities`` are the allowed ones; ``arrange`` says that its pods may go into any boxes.
    """

    hexes: tuple[Hex, ...]
    directions: tuple[Direction, ...]
    velocities: tuple[int, ...]
    arrange: bool = True


@record(frozen=True, slots=True)
class Purchase:
    """What a player may buy before the game, and how his fleet may begin.

    ``budget`` in Trans. All ships begin ``within`` so many hexes of ``start``, of any hex he
    names if he may choose (``anywhere``); ``direction`` and ``velocity`` are the default of
    those allowed. ``fleet`` is bought where he buys nothing. ``bought``, once the fleet is
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


@record(frozen=True, slots=True)
class Company:
    """Ships that must agree at set-up: in different hexes, with one direction, one velocity."""

    units: tuple[str, ...]
    different_hexes: bool = False
    same_direction: bool = False
    same_velocity: bool = False


@record(frozen=True, slots=True)
class Victory:
    """A condition that ends the game; see victory.py for the kinds.

    ``side`` wins when it holds ("" for a draw). ``units`` are ids, ``number`` its number.
    """

    side: str
    kind: str
    title: str
    units: tuple[str, ...] = ()
    number: int = 0


@record(frozen=True, slots=True)
class Special:
    """A rule of the scenario's own, by kind, for some units: see special.py.

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


@record(frozen=True, slots=True)
class State:
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
    placements: Mapping[str, Placement] = field(default_factory=dict)
    companies: tuple[Company, ...] = ()
    purchases: tuple[Purchase, ...] = ()
    docks: tuple[Dock, ...] = ()
    tried: tuple[tuple[str, str], ...] = ()
    points: Mapping[str, int] = field(default_factory=dict)
    scored: tuple[str, ...] = ()
    contacts: Mapping[str, int] = field(default_factory=dict)
    missiles: Mapping[str, int] = field(default_factory=dict)
    jumps: bool = False
    turn: int = 0
    result: str = ""
    winner: str = ""
    notes: tuple[str, ...] = ()

    def unit(self, unit_id: str) -> Unit:
        """The unit with this id; KeyError if there is none."""
        return self.units[_place_of(unit_id, self.units)]

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
