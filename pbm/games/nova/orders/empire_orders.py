"""The orders of one empire, arranged by ship, place and rank; what they come to for a ship.

Rule: NV ORD-07, NV ORD-10 to NV ORD-13, NV ORD-30, NV ORD-31, NV ORD-36 to NV ORD-39, NV MOV-18,
NV CON-14. Ambiguity: NV A-ORD-STOP, NV A-ORD-TWO, NV A-G-LEAVE.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.games.nova.state.orders.letters import ACTIVITIES, CONTACTS, NOT_IF_STOPPED, NOT_OF_A_GUARD
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, Codes, ContactOrder, Mover, Units
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Group, Standing
from pbm.games.nova.state.state import Ship
from pbm.games.nova.state.working_state import Draft
from pbm.kit.records import Record

RANKS = ("special", "conditional", "general")
# Codes, and the line that says them.
Spoken = tuple[Codes, Movement | Standing]

# What orders say of groups of ships, the strongest first; None if they ask for more.
Plain = tuple[tuple[Group, Spoken], ...] | None

# A contact order to each of some empires, and what it turns into on hostilities.
Stances = tuple[tuple[str, str], ...]


def _plain(lines: Sequence[Standing]) -> Plain:
    if any(
        line.condition.any_of or any(one.group and one.group.at for one in line.actions)
        for line in lines
    ):
        return None
    return tuple(
        (one.group, (one.codes, line))
        for line in lines
        for one in line.actions
        if one.group is not None
    )


def toward(orders: Sequence[ContactOrder], other: str) -> str:
    """The code of a field towards an empire ("": not identified), "" if it says nothing.

    A part that names the empire comes first, then one for all, then one for the others.
    """
    for one in orders:
        if other and other in one.toward.to:
            return one.code
    for one in orders:
        if not one.toward.to and not one.toward.others and other not in one.toward.but:
            return one.code
    return next((one.code for one in orders if one.toward.others), "")


def without_hostile(orders: Sequence[ContactOrder]) -> tuple[ContactOrder, ...]:
    """The contact orders of a field without H, which is not for the unarmed. Rule: NV ORD-13."""
    return tuple([one for one in orders if one.code != "H"])


def is_of(group: Group, ship: Ship, *, armed: bool) -> bool:
    """True if an order for a group of ships is for this one."""
    if ship.id in group.but:
        return False
    if group.what in ("armed", "unarmed"):
        return armed == (group.what == "armed")
    return group.what == "all" or group.names(ship.id, ship.klass)


class Plight(Record):
    """What besides its orders decides what a ship does.

    ``rests_with_dg``: it does not move and has a DG; ``stopped``: it carries out no later order;
    ``unnamed``: nor any order at all; ``interdicted``: it came not as far as it was to.
    """

    armed: bool
    rests_with_dg: bool
    stopped: bool
    unnamed: bool
    interdicted: bool


class Conduct(Struct, eq=False):
    """What a ship is to do; ships of an empire for which that is the same share it.

    ``contacts``: contact orders, each with the second one, the strongest first. ``activities``
    are ordered by the ``line``, by the ship's ``own`` line, or by nobody; ``codes`` are theirs.
    With Z among them (``zaps``) they are not yet what is left ``without`` what is taken away.
    """

    armed: bool
    contacts: Sequence[tuple[Sequence[ContactOrder], str]]
    activities: tuple[Activity, ...] = ()
    own: bool = False
    line: Standing | None = None
    without: frozenset[str] = frozenset()
    zaps: bool = False
    codes: frozenset[str] = frozenset()
    _stances: dict[tuple[str, ...], Stances] = field(default_factory=dict)

    def stances(self, others: tuple[str, ...]) -> Stances:
        """The contact order to each empire, and what it turns into on hostilities.

        The second contact order if there is one, else the printed default. One that cannot
        apply in hostilities counts as R for an unarmed ship, else as H.
        """
        found = self._stances.get(others)
        if found is None:
            found = self._stances[others] = tuple([self._stance(other) for other in others])
        return found

    def _stance(self, other: str) -> tuple[str, str]:
        code, default = "N" if not self.armed else "H" if self.zaps else "T", ""
        for orders, second in self.contacts:
            if found := toward(orders, other):
                code, default = found, second
                break
        if not default:
            kind = CONTACTS[code]
            return code, kind.armed if self.armed else kind.unarmed
        fits = default in ("F", "R") or (default == "H" and self.armed)
        return code, default if fits else ("H" if self.armed else "R")

    def left_of(self, activities: Sequence[Activity]) -> tuple[Activity, ...]:
        """Activities without what is taken away."""
        left = [one for one in activities if one.code not in self.without]
        return _together(left) if len(left) > 1 else tuple(left)


def conduct_of(spoken: Sequence[Spoken], plight: Plight) -> Conduct:
    """What codes that speak of a ship, the strongest first, come to.

    A ship that stopped carrying out orders has its own line's no longer (NV ORD-07); what its
    empire orders all ships stands for contact. H is nothing to an unarmed ship, whoever orders
    it. A ship at rest that has a DG and no activity ordered interdicts. What an interdiction
    takes away, unless a condition foresaw it, and what a guard may not do, are left out.
    """
    found = Conduct(
        plight.armed,
        [
            (codes.contact if plight.armed else without_hostile(codes.contact), codes.default)
            for codes, line in spoken
            if codes.contact and not (plight.stopped and isinstance(line, Movement))
        ],
    )
    if plight.stopped or plight.unnamed:
        return found
    without: set[str] = set()
    ordered: tuple[Activity, ...] | None = None
    foreseen = False
    for codes, line in spoken:
        # What is taken away is taken from orders of this rank and of weaker ones.
        without.update(codes.without)
        if codes.activities is not None:
            ordered, found.own = codes.activities, isinstance(line, Movement)
            if isinstance(line, Standing):
                found.line, foreseen = line, _foresees_a_stop(line)
            break
    if ordered is None:
        ordered = (Activity("I"),) if plight.rests_with_dg else ()
    if plight.interdicted and not foreseen and not any(codes.keep for codes, _line in spoken):
        without.update(NOT_IF_STOPPED)
    found.zaps = any(one.code == "Z" for one in ordered)
    if found.stances(("",))[0][0] == "G":
        without.update(NOT_OF_A_GUARD)
    found.without = frozenset(without)
    found.activities = ordered if found.zaps else found.left_of(ordered)
    found.codes = frozenset([one.code for one in found.activities])
    return found


def _together(activities: Sequence[Activity]) -> tuple[Activity, ...]:
    """A, E or L written twice is one: ``E (2 C), E (IC)`` takes both, ``E`` takes all."""
    found: list[Activity] = []
    places: dict[str, int] = {}
    for one in activities:
        place = len(found)
        if ACTIVITIES[one.code].takes_units:
            place = places.setdefault(one.code, place)
        if place == len(found):
            found.append(one)
            continue
        first = found[place]
        both = (*first.units, *one.units) if first.units and one.units else ()
        found[place] = replace(first, units=both)
    return tuple(found)


def _foresees_a_stop(line: Standing) -> bool:
    """True for orders under a condition that asks for interdiction. Rule: NV MOV-18."""
    return any(test.kind == "interdicted" for tests in line.condition.any_of for test in tests)


class EmpireOrders:
    """The orders of one empire, arranged for looking up."""

    def __init__(self, orders: Orders) -> None:
        """Arrange all lines by ship, by system and by rank."""
        self.line: dict[str, Movement] = {}
        # Lines for units on planets, and those for ships with something in brackets.
        self.units: list[tuple[Movement, Units]] = []
        self.loading: list[tuple[Movement, Mover]] = []
        # The places of ships that are ordered activities, by these, among all that have lines.
        self._acting: dict[tuple[Activity, ...], list[int]] = {}
        for line in orders.movement:
            for mover in line.movers:
                if mover.units is not None:
                    self.units.append((line, mover.units))
                elif mover.cargo is not None:
                    self.loading.append((line, mover))
                if mover.ship and mover.ship not in self.line:
                    if line.codes.activities:
                        self._acting.setdefault(line.codes.activities, []).append(len(self.line))
                    self.line[mover.ship] = line
        self._ships = list(self.line)
        # Standing orders, the strongest first, and those that may speak of a ship.
        self.standing = tuple(one for rank in RANKS for one in orders.standing if one.rank == rank)
        self._named = {
            id
            for line in self.standing
            for one in (*line.actions, *line.otherwise)
            if one.group is not None
            for id in (*one.group.ids, *one.group.but)
        }
        # By class, and by id where a line names the ship.
        self._standing_of: dict[tuple[str, str], tuple[Standing, ...]] = {}
        self._plain = _plain(self.standing)
        self._plain_of: dict[tuple[str, str], Plain] = {}
        self._conducts: dict[tuple[str, str, Codes | None, Plight], Conduct] = {}
        of_standing = [
            one
            for line in orders.standing
            for action in (*line.actions, *line.otherwise)
            for one in action.codes.activities or ()
        ]
        self.orders_of_standing = {one.code for one in of_standing}
        # Kinds of units that activities of ships name.
        ordered = (*of_standing, *(one for found in self._acting for one in found))
        self.kinds = {unit.kind for one in ordered for unit in one.units}

    def acting(self, wanted: Collection[str]) -> list[str]:
        """Ids of ships whose own lines order one of these activities, in order."""
        places = [
            place
            for activities, found in self._acting.items()
            if any(one.code in wanted for one in activities)
            for place in found
        ]
        return [self._ships[place] for place in sorted(places)]

    def conduct(self, ship: Ship, line: Movement | None, plight: Plight) -> Conduct | None:
        """What a ship with this line is to do.

        None if that depends on more than itself and its plight: on a condition or on a system.
        """
        named = ship.id if ship.id in self._named else ""
        key = named, ship.design, line.codes if line is not None else None, plight
        found = self._conducts.get(key)
        if found is None:
            plain = self._plain_of_ship(ship)
            if plain is None:
                return None
            spoken = [said for group, said in plain if is_of(group, ship, armed=plight.armed)]
            if line is not None:
                spoken.append((line.codes, line))
            found = self._conducts[key] = conduct_of(spoken, plight)
        return found

    def _plain_of_ship(self, ship: Ship) -> Plain:
        """What the standing orders say of a ship, the strongest first, if they are plain."""
        if self._plain is not None:
            return self._plain
        key = self._key(ship)
        if key not in self._plain_of:
            self._plain_of[key] = _plain(self.standing_of(ship))
        return self._plain_of[key]

    def standing_of(self, ship: Ship) -> tuple[Standing, ...]:
        """Standing orders that name a ship, its class or all ships, the strongest first."""
        key = self._key(ship)
        if key not in self._standing_of:
            self._standing_of[key] = tuple(
                line
                for line in self.standing
                if any(
                    one.group.what in ("all", "armed", "unarmed") or one.group.names(*key)
                    for one in (*line.actions, *line.otherwise)
                    if one.group is not None
                )
            )
        return self._standing_of[key]

    def _key(self, ship: Ship) -> tuple[str, str]:
        return (ship.id if ship.id in self._named else ""), ship.klass


def orders_of(draft: Draft, empire: str) -> EmpireOrders:
    """The orders of an empire, arranged once for all phases of a turn."""
    arranged: dict[str, EmpireOrders] = draft.kept("orders")
    if empire not in arranged:
        given = draft.base.orders.get(empire) or Orders(empire, missing=True)
        arranged[empire] = EmpireOrders(given)
    return arranged[empire]
