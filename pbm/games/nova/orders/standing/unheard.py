"""Lines for groups that no unit obeys: nobody is of the group, or lines before it decide.

Rule: NV ORD-36 to NV ORD-40.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from pbm.games.nova.orders.empire_orders import RANKS
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.standing.groups import group_text
from pbm.games.nova.state.orders.conditions import ALWAYS
from pbm.games.nova.state.orders.parts import Codes, Toward
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Action, Group
from pbm.games.nova.view.labels import YOU
from pbm.games.nova.view.record import ShipView
from pbm.kit.problems import Found, warning
from pbm.sheets.quoting import Name

# What stands on a planet, by the word for it.
_SURFACE = {"armies": ("AA", "RA", "SDU"), "colonies": ("C",)}
_NONE = "You have none now"
_LATE = "What stands before it, or is stronger, decides this for each of them"

_EVERYBODY = Toward()


class _Decided:
    """The fields of orders that some lines decide, worked out once a line below them asks."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._waiting: list[Action] = []
        self._fields: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, action: Action) -> None:
        """An action of those lines."""
        self._waiting.append(action)

    def of(self, ship: ShipView) -> set[str]:
        """What is decided of a ship, by orders that are for it wherever it is."""
        for action in self._waiting:
            group = action.group
            if group is not None and group.what not in _SURFACE and not group.at:
                for one in _members(self._roster, group):
                    self._fields[one.id] |= _decided(action.codes, one)
        self._waiting.clear()
        return self._fields[ship.id]


def unheard(roster: Roster, orders: Orders, names: Name) -> Iterator[Found]:
    """Warn of groups without units, and of those for whose units lines before them decide."""
    always = _Decided(roster)
    for line in sorted(orders.standing, key=lambda one: RANKS.index(one.rank)):
        for branch in (line.actions, line.otherwise):
            here = _Decided(roster)
            for action in branch:
                group = action.group
                if group is None:
                    continue
                why = _why(roster, orders, group, action.codes, always, here)
                if why:
                    words = group_text(group, names)
                    fault = f"this {line.rank.upper()} line does nothing for {words}"
                    yield line.ref.line, warning(fault, reason=why, rule="NV ORD-36")
                here.add(action)
        if line.condition == ALWAYS:
            for action in line.actions:
                always.add(action)


def _why(roster: Roster, orders: Orders, group: Group, codes: Codes, *before: _Decided) -> str:
    """Why no unit of a group obeys codes; "" if one may."""
    if group.what in _SURFACE:
        return "" if _stands(roster, orders, _SURFACE[group.what]) else _NONE
    ships = _members(roster, group)
    if not ships:
        return "" if roster.coming else _NONE
    late = (
        (asked := _decided(codes, ship))
        and asked <= set().union(*(decided.of(ship) for decided in before))
        for ship in ships
    )
    return _LATE if all(late) else ""


def _members(roster: Roster, group: Group) -> list[ShipView]:
    """The ships of a group, wherever they are."""
    if group.what == "ship":
        return [roster.by_id[id] for id in group.ids if id in roster.by_id and id not in group.but]
    left = [ship for ship in roster.ships.values() if ship.id not in group.but]
    if group.what == "class":
        return [ship for ship in left if ship.design == group.name]
    return [ship for ship in left if group.what == "all" or ship.armed is (group.what == "armed")]


def _stands(roster: Roster, orders: Orders, kinds: Sequence[str]) -> bool:
    """True if units of these kinds stand on a planet, are aboard a ship or are being built."""
    there = [one.surface for one in roster.systems.values()]
    there += [one.cargo for one in roster.ships.values()]
    return any(one.kind in kinds and one.owner == YOU for some in there for one in some) or any(
        one.kind == "build" and one.name in kinds for plan in orders.plans for one in plan.tries
    )


def _decided(codes: Codes, ship: ShipView) -> set[str]:
    """The fields that codes decide of a ship; empty for codes that change others."""
    if codes.keep or codes.without:
        return set()
    found = {"activities"} if codes.activities is not None else set()
    # H is nothing to an unarmed ship. Rule: NV ORD-13.
    if any(one.toward == _EVERYBODY and (ship.armed or one.code != "H") for one in codes.contact):
        found.add("contact")
    return found
