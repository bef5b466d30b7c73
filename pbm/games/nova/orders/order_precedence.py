"""Which contact and activity orders a unit obeys, when several kinds of order speak of it.

SPECIAL stands before CONDITIONAL, that before GENERAL, that before the unit's own line, that
before the default; each field (contact, activity) by itself; within one kind a part written
for the empire at hand stands before a plain one.

Rule: NV ORD-06, NV ORD-07, NV ORD-10 to NV ORD-30, NV ORD-36 to NV ORD-40, NV MOV-18.
Ambiguity: NV A-ORD-PRIO, NV A-ORD-Z.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from operator import attrgetter

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.conditions import Presence, Scene, holds
from pbm.games.nova.orders.empire_orders import (
    Conduct,
    EmpireOrders,
    Plight,
    Spoken,
    conduct_of,
    is_of,
    orders_of,
    toward,
)
from pbm.games.nova.state.fitted import Fittings
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity
from pbm.games.nova.state.orders.standing import Action, Standing
from pbm.games.nova.state.state import Ship
from pbm.games.nova.state.working_state import Draft
from pbm.kit.records import Record

# What Z may stand for. Rule: NV ORD-30.
ZAPS = ("X", "O", "D", "I")

_SURFACE = {"armies": ("AA", "RA", "SDU"), "colonies": ("C",)}


_BY_PLACE = attrgetter("at", "owner", "name")

# A ship with whether it is stopped and interdicted, its conduct and its own line.
_Found = tuple[tuple[Ship, bool, bool], Conduct, Movement | None]


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
        self.fittings = fittings or Fittings(draft, draft.kept("sound"))
        self.presence = Presence(draft)
        self._of: dict[str, EmpireOrders] = draft.kept("orders")
        self._own: dict[str, list[str]] | None = None
        self._tugs: dict[str, dict[str, str]] = {}
        # What ships do by orders without conditions.
        self._known: dict[str, _Found] = draft.kept("conduct")

    def line_of(self, ship: Ship) -> Movement | None:
        """The movement line of a ship, if its owner wrote one."""
        return self._orders(ship.owner).line.get(ship.id)

    def contact(self, ship: Ship, other: str = "") -> str:
        """The contact order of a ship towards an empire that has identified itself.

        ``other`` "" stands for aliens that have not.
        """
        return self.conduct(ship).stances((other,))[0][0]

    def on_hostilities(self, ship: Ship, other: str = "") -> str:
        """What its contact order turns into when hostilities occur: mostly H or R."""
        return self.conduct(ship).stances((other,))[0][1]

    def conduct(self, ship: Ship) -> Conduct:
        """What a ship is to do, before any other empire has a say in it."""
        return self._found(ship)[1]

    def _found(self, ship: Ship) -> _Found:
        """The conduct of a ship and its own line, with that on which they rest."""
        draft, id = self.draft, ship.id
        passage = draft.passages.get(id)
        interdicted = passage is not None and passage.interdicted
        known = self._known.get(id)
        key = ship, id in draft.stopped, interdicted
        if known is not None and known[0] == key:
            return known
        of = self._orders(ship.owner)
        line = of.line.get(id)
        rests = line is None or not line.route
        plight = Plight(
            self.fittings.is_armed(ship),
            rests and "DG" in self.fittings.of(ship).kinds,
            id in draft.stopped,
            ship.unnamed,
            interdicted,
        )
        conduct = of.conduct(ship, line, plight)
        if conduct is None:
            return key, conduct_of(list(self._spoken(of, ship)), plight), line
        self._known[id] = found = key, conduct, line
        return found

    def activities(self, ship: Ship) -> tuple[Doing, ...]:
        """What a ship is ordered to do, before any other empire has a say in it.

        Z stands for what it can do.
        """
        _key, conduct, own = self._found(ship)
        activities = conduct.activities
        if conduct.zaps:
            activities = conduct.left_of(self._unfolded(ship, activities))
        line = own if conduct.own else conduct.line
        return tuple([Doing(one, line) for one in activities])

    def letters(self, ship: Ship) -> Collection[str]:
        """The codes of its activities."""
        conduct = self.conduct(ship)
        if conduct.zaps:
            return [one.activity.code for one in self.activities(ship)]
        return conduct.codes

    def _unfolded(self, ship: Ship, activities: Sequence[Activity]) -> list[Activity]:
        """Z taken apart into what the ship is equipped to do where it is.

        X, or else O where it has been explored; D unless its empire controls the system; I.
        Rule: NV ORD-30, NV ORD-21, NV ORD-23. Ambiguity: NV A-ORD-Z.
        """
        found: list[Activity] = []
        for one in activities:
            if one.code != "Z":
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
            found += [Activity(code) for code in able]
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
        for line, units in self._orders(empire).units:
            if line.start == system and units.kind in _SURFACE[what]:
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
        lines = [line for line, _units in self._orders(empire).units if line.start == system]
        for codes, line in (*found, *((line.codes, line) for line in lines)):
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
        left_out = {*self.draft.fled, *self.draft.aborted}
        ships = [
            ship
            for empire in self.draft.base.orders
            for id in self._spoken_of(empire, wanted)
            if (ship := self.draft.ships.get(id)) is not None
            and ship.at
            and ship.owner == empire
            and id not in left_out
        ]
        ships.sort(key=_BY_PLACE)
        return [
            (ship, one)
            for ship in ships
            for one in self.activities(ship)
            if one.activity.code in codes
        ]

    def names(self, kind: str) -> bool:
        """True if some order of an activity names units of a kind."""
        return any(kind in self._orders(empire).kinds for empire in self.draft.base.orders)

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
        return self._of.get(empire) or orders_of(self.draft, empire)

    def _spoken(self, of: EmpireOrders, ship: Ship) -> Iterator[Spoken]:
        place = self.draft.place_of(ship)
        scene = Scene(self.draft, self.presence, ship.owner, place, ship.id)
        yield from self._standing(ship.owner, scene, "ship", ship)
        line = of.line.get(ship.id)
        if line is not None:
            yield line.codes, line

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
        return is_of(group, ship, armed=self.fittings.is_armed(ship))
