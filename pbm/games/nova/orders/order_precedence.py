"""Which contact and activity orders a unit obeys, when several kinds of order speak of it.

SPECIAL stands before CONDITIONAL, that before GENERAL, that before the unit's own line, that
before the default; each field (contact, activity) by itself; within one kind a part written
for the empire at hand stands before a plain one.

Rule: NV ORD-06, NV ORD-07, NV ORD-10 to NV ORD-30, NV ORD-36 to NV ORD-40, NV MOV-18, NV CON-14.
Ambiguity: NV A-ORD-PRIO, NV A-ORD-TWO, NV A-ORD-STOP, NV A-ORD-Z, NV A-G-LEAVE.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.conditions import Presence, Scene, holds
from pbm.games.nova.orders.empire_orders import EmpireOrders, Spoken
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.fitted import Fittings
from pbm.games.nova.state.orders.letters import ACTIVITIES, CONTACTS, NOT_IF_STOPPED, NOT_OF_A_GUARD
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, ContactOrder
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Action, Group, Standing
from pbm.games.nova.state.state import Ship
from pbm.games.nova.state.working_state import Draft
from pbm.kit.records import Record

# What Z may stand for. Rule: NV ORD-30.
ZAPS = ("X", "O", "D", "I")

_SURFACE = {"armies": ("AA", "RA", "SDU"), "colonies": ("C",)}


class Doing(Record):
    """An activity a unit is to carry out, and the line that says so (None: by default)."""

    activity: Activity
    line: Movement | Standing | None


def ref_of(doing: Doing) -> OrderRef | None:
    """Where an activity was ordered; None if nobody wrote it."""
    return doing.line.ref if doing.line is not None else None


class Effective:
    """What units obey in one phase: made when it begins, for the draft it works on.

    Orders are carried out as they stand; nothing is guessed. Rule: NV ORD-06.
    """

    def __init__(self, draft: Draft, fittings: Fittings | None = None) -> None:
        self.draft = draft
        self.fittings = fittings or Fittings(draft, draft.memory.setdefault("sound", {}))
        self.presence = Presence(draft)
        self._of: dict[str, EmpireOrders] = {}
        self._own: dict[str, list[str]] | None = None
        self._tugs: dict[str, dict[str, str]] = {}
        # What plain orders say of a ship, for as long as its record and its design are the
        # same: in all phases of a turn, since orders do not change after the first.
        self._plain = _plain_of(draft)

    def line_of(self, ship: Ship) -> Movement | None:
        """The movement line of a ship, if its owner wrote one."""
        return self._orders(ship.owner).line.get(ship.id)

    def contact(self, ship: Ship, other: str = "") -> str:
        """The contact order of a ship towards an empire that has identified itself.

        ``other`` "" stands for aliens that have not.
        """
        return next(self._contacts(ship, (other,), armed=self.fittings.is_armed(ship)))[0]

    def on_hostilities(self, ship: Ship, other: str = "") -> str:
        """What its contact order turns into when hostilities occur: mostly H or R."""
        return self.stances(ship, (other,))[0][1]

    def stances(self, ship: Ship, others: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """The contact order of a ship to each empire, and what it turns into on hostilities.

        The second contact order if there is one, else the printed default. One that cannot
        apply in hostilities counts as R for an unarmed ship, else as H.
        """
        armed, found = self.fittings.is_armed(ship), []
        for code, default in self._contacts(ship, others, armed=armed):
            if not default:
                kind = CONTACTS[code]
                found.append((code, kind.armed if armed else kind.unarmed))
            else:
                fits = default in ("F", "R") or (default == "H" and armed)
                found.append((code, default if fits else ("H" if armed else "R")))
        return tuple(found)

    def _contacts(
        self, ship: Ship, others: Iterable[str], *, armed: bool
    ) -> Iterator[tuple[str, str]]:
        """The contact order of a ship to each empire, and the one that stands second ("": none).

        A ship that stopped carrying out orders has its own line's no longer (NV ORD-07); what
        its empire orders all ships stands. H is nothing to an unarmed ship, whoever orders it.
        """
        stopped = ship.id in self.draft.stopped
        orders = [
            (codes.contact if armed else without_hostile(codes.contact), codes.default)
            for codes, line in self._codes(ship)
            if codes.contact and not (stopped and isinstance(line, Movement))
        ]
        for other in others:
            for contact, default in orders:
                if found := toward(contact, other):
                    yield found, default
                    break
            else:
                yield ("N" if not armed else "H" if self._zaps(ship) else "T"), ""

    def activities(self, ship: Ship) -> tuple[Doing, ...]:
        """What a ship is ordered to do, before any other empire has a say in it.

        A ship at rest that has a DG and no activity ordered interdicts. Z stands for what it
        can do. Nothing for a ship that has stopped carrying out orders. What an interdiction
        takes away, unless a condition foresaw it, and what a guard may not do, are left out.
        """
        if ship.id in self.draft.stopped or ship.unnamed:
            return ()
        found: list[Doing] | None = None
        without: set[str] = set()
        keep = foreseen = may_guard = False
        for codes, line in self._codes(ship):
            keep = keep or codes.keep
            may_guard = may_guard or "G" in [one.code for one in codes.contact]
            if found is None:
                # What is taken away is taken from orders of this rank and of weaker ones.
                without.update(codes.without)
                if codes.activities is not None:
                    found = [Doing(one, line) for one in codes.activities]
                    foreseen = _foresees_a_stop(line)
        if found is None:
            line_of = self.line_of(ship)
            rests = line_of is None or not line_of.route
            dg = rests and "DG" in self.fittings.of(ship).kinds
            found = [Doing(Activity("I"), None)] if dg else []
        if not found:
            return ()
        passage = self.draft.passages.get(ship.id)
        if passage is not None and passage.interdicted and not keep and not foreseen:
            without.update(NOT_IF_STOPPED)
        doings = self._unfolded(ship, found)
        if may_guard and self.contact(ship) == "G":
            without.update(NOT_OF_A_GUARD)
        left = [one for one in doings if one.activity.code not in without]
        return _together(left) if len(left) > 1 else tuple(left)

    def _unfolded(self, ship: Ship, doings: Sequence[Doing]) -> list[Doing]:
        """Z taken apart into what the ship is equipped to do where it is.

        X, or else O where it has been explored; D unless its empire controls the system; I.
        Rule: NV ORD-30, NV ORD-21, NV ORD-23. Ambiguity: NV A-ORD-Z.
        """
        found: list[Doing] = []
        for one in doings:
            if one.activity.code != "Z":
                found.append(one)
                continue
            works, at = self.fittings.of(ship), self.draft.place_of(ship)
            sight = self.draft.empires[ship.owner].sights.get(at)
            own = at in self.draft.systems and self.draft.systems[at].owner == ship.owner
            can = (
                works.explores,
                not works.explores and sight is not None and sight.explored,
                "DC" in works.kinds and not own,
                "DG" in works.kinds,
            )
            able = [code for code, it_can in zip(ZAPS, can, strict=True) if it_can]
            found += [Doing(Activity(code), one.line) for code in able]
        return found

    def surface(self, empire: str, system: str, what: str, other: str = "") -> str:
        """The contact order of an empire's armies or colonies in a system.

        ``what`` is armies or colonies. Armies are hostile, colonies neutral unless told.
        Rule: NV ORD-40, NV SUR-19.
        """
        scene = Scene(self.draft, self.presence, empire, system)
        for codes, _line in self._standing(empire, scene, what):
            found = toward(codes.contact, other)
            if found:
                return found
        for line in self._orders(empire).on_planet.get(system, ()):
            kinds = [mover.units.kind for mover in line.movers if mover.units is not None]
            if any(kind in _SURFACE[what] for kind in kinds):
                found = toward(line.codes.contact, other)
                if found:
                    return found
        return "H" if what == "armies" else "N"

    def assault(self, empire: str, system: str) -> Movement | Standing | None:
        """What orders an empire's units on a planet to assault it, without a ship; None: nothing.

        Rule: NV ORD-20, NV ORD-31. Ambiguity: NV A-SUR-TURN.
        """
        scene = Scene(self.draft, self.presence, empire, system)
        found: Iterable[Spoken] = self._standing(empire, scene, "armies")
        on_planet = self._orders(empire).on_planet.get(system, ())
        for codes, line in (*found, *((line.codes, line) for line in on_planet)):
            if any(one.code == "A" for one in codes.activities or ()):
                return line
        return None

    def tug_of(self, ship: Ship) -> str:
        """The id of the ship that was told to tow this one, "" if none was.

        Ambiguity: NV A-TOW (one ship tows one).
        """
        tugs = self._tugs.get(ship.owner)
        if tugs is None:
            given = self.draft.base.orders.get(ship.owner)
            tugs = self._tugs[ship.owner] = {
                line.tow: line.movers[0].ship
                for line in (given.movement if given is not None else ())
                if line.tow and line.movers
            }
        return tugs.get(ship.id, "")

    def doing(self, *codes: str) -> list[tuple[Ship, Doing]]:
        """Ships that are to carry out one of these activities, by system, owner and name.

        Ships aboard others, on a retreat or told to abort are left out; so are those that
        took flight this turn. Only ships of which some order speaks are looked at.
        """
        wanted = {*codes, "Z"} if set(codes) & set(ZAPS) else set(codes)
        fled = set(self.draft.fled)
        found: list[tuple[Ship, Doing]] = []
        for empire in self.draft.base.orders:
            for id in self._spoken_of(empire, wanted):
                ship = self.draft.ships.get(id)
                if ship is None or not ship.at or ship.owner != empire or id in fled:
                    continue
                if id not in self.draft.aborted:
                    found += [
                        (ship, one) for one in self.activities(ship) if one.activity.code in codes
                    ]
        return sorted(found, key=lambda one: (one[0].at, one[0].owner, one[0].name))

    def _spoken_of(self, empire: str, wanted: set[str]) -> list[str]:
        """Ids of ships whose orders may hold one of these activities."""
        of = self._orders(empire)
        if of.orders_of_standing & wanted:
            if self._own is None:
                self._own = {}
                for ship in self.draft.ships.values():
                    self._own.setdefault(ship.owner, []).append(ship.id)
            return self._own.get(empire, [])
        return of.acting(wanted)

    def _orders(self, empire: str) -> EmpireOrders:
        found = self._of.get(empire)
        if found is None:
            given = self.draft.base.orders.get(empire) or Orders(empire, missing=True)
            arranged = self.draft.memory.setdefault("orders", {})
            found = arranged.get(empire)
            if found is None or found.orders is not given:
                found = arranged[empire] = EmpireOrders(given)
            self._of[empire] = found
        return found

    def _codes(self, ship: Ship) -> Iterable[Spoken]:
        """The codes that speak of a ship, the strongest first."""
        known = self._plain.get(ship.id)
        design = self.draft.designs[ship.design]
        if known is not None and known[0] is ship and known[1] is design:
            return known[2]
        of = self._orders(ship.owner)
        plain = of.plain_of(ship)
        if plain is None:
            return self._spoken(of, ship)
        spoken: list[Spoken] = [said for group, said in plain if self._ship_is_of(group, ship)]
        if ship.id in of.line:
            line = of.line[ship.id]
            spoken.append((line.codes, line))
        self._plain[ship.id] = ship, design, spoken
        return spoken

    def _spoken(self, of: EmpireOrders, ship: Ship) -> Iterator[Spoken]:
        place = self.draft.place_of(ship)
        scene = Scene(self.draft, self.presence, ship.owner, place, ship.id)
        yield from self._standing(ship.owner, scene, "ship", ship)
        line = of.line.get(ship.id)
        if line is not None:
            yield line.codes, line

    def _zaps(self, ship: Ship) -> bool:
        """Z makes an armed ship hostile where no contact order stands. Rule: NV ORD-30."""
        if ship.id in self.draft.stopped or ship.unnamed:
            return False
        for codes, _line in self._codes(ship):
            if codes.activities is not None:
                return any(one.code == "Z" for one in codes.activities)
        return False

    def _standing(
        self, empire: str, scene: Scene, what: str, ship: Ship | None = None
    ) -> Iterator[Spoken]:
        of = self._orders(empire)
        # Hundreds of lines may name one ship each, and a condition takes time to judge.
        lines = of.standing if ship is None else of.standing_of(ship)
        for line in lines:
            actions = line.actions if holds(line.condition, scene) else line.otherwise
            for action in actions:
                if self._is_of(action, what, scene, ship):
                    yield action.codes, line

    def _is_of(self, action: Action, what: str, scene: Scene, ship: Ship | None) -> bool:
        group = action.group
        if group is None or (group.at and group.at != scene.system):
            return False
        if ship is None:
            return group.what == what
        return self._ship_is_of(group, ship)

    def _ship_is_of(self, group: Group, ship: Ship) -> bool:
        if ship.id in group.but:
            return False
        if group.what in ("armed", "unarmed"):
            return self.fittings.is_armed(ship) == (group.what == "armed")
        return group.what == "all" or group.names(ship.id, ship.klass)


def _plain_of(draft: Draft) -> dict[str, tuple[Ship, Design, list[Spoken]]]:
    orders, kept = draft.memory.get("plain", (None, None))
    found: dict[str, tuple[Ship, Design, list[Spoken]]] = kept
    if orders is not draft.base.orders:
        found = {}
        draft.memory["plain"] = draft.base.orders, found
    return found


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


def _together(doings: Sequence[Doing]) -> tuple[Doing, ...]:
    """A, E or L written twice is one: ``E (2 C), E (IC)`` takes both, ``E`` takes all."""
    found: list[Doing] = []
    places: dict[str, int] = {}
    for one in doings:
        code, units = one.activity.code, one.activity.units
        place = places.setdefault(code, len(found)) if ACTIVITIES[code].takes_units else len(found)
        if place == len(found):
            found.append(one)
            continue
        first = found[place].activity
        both = (*first.units, *units) if first.units and units else ()
        found[place] = replace(found[place], activity=replace(first, units=both))
    return tuple(found)


def _foresees_a_stop(line: Movement | Standing) -> bool:
    """True for orders under a condition that asks for interdiction. Rule: NV MOV-18."""
    return isinstance(line, Standing) and any(
        test.kind == "interdicted" for tests in line.condition.any_of for test in tests
    )
