"""Orders as a sheet gives them, turned into orders as the phases want them.

A sheet knows other empires by the letters of its player and what it lets be built by name only.
Here labels become ids of seats once the state is at hand, names become ids once the things are
built, and the designs of other sheets join the orders. Records that hold nothing of the kind
stay the same objects, since most of ten thousand lines do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from pbm.games.nova.orders.naming import COMING
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.dealings import PermitLine, Transfer
from pbm.games.nova.state.orders.designs import DesignSheet
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import (
    Activity,
    Codes,
    ContactOrder,
    Jump,
    Loading,
    Mover,
    Toward,
    Units,
)
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Action, Battle, Group, Standing
from pbm.kit.records import Record

T = TypeVar("T")
Map = Callable[[str], str]


def addressed(orders: Orders, seats: Mapping[str, str]) -> Orders:
    """The orders with ids of seats for labels; ``seats`` gives the seat behind each label."""
    if not seats:
        return orders
    walk = _Walk(lambda label: seats.get(label, label), _same)
    claims = orders.claims
    received = {walk.empire(label): sum for label, sum in claims.received.items()}
    return replace(
        walk.orders(orders),
        claims=replace(claims, received=received) if received else claims,
    )


def built(orders: Orders, ids: Mapping[str, str]) -> Orders:
    """The orders with ids for what was built by them; ``ids`` by ``=NAME``.

    What was not built keeps its name, and is nothing that there is.
    """
    return _Walk(_same, lambda id: ids.get(id, id)).orders(orders) if ids else orders


def coming(name: str) -> str:
    """How orders name a thing that their own sheet lets be built.

    >>> coming("Stinger")
    '=Stinger'
    """
    return f"{COMING}{name}"


def joined(orders: Orders, others: Iterable[Orders]) -> Orders:
    """The orders of a turn with the designs of the player's DESIGNS sheets. Rule: NV DSN-03."""
    sheet = orders.designs
    for other in others:
        more = other.designs
        sheet = DesignSheet(
            (*sheet.designs, *more.designs),
            (*sheet.missiles, *more.missiles),
            sheet.missile_list if more.missile_list is None else more.missile_list,
        )
    return orders if sheet == orders.designs else replace(orders, designs=sheet)


def _same(id: str) -> str:
    return id


class _Walk(Record):
    """Goes through orders and puts other words for empires and for things."""

    empire: Map
    thing: Map

    def orders(self, orders: Orders) -> Orders:
        """All lists."""
        return replace(
            orders,
            salvage=tuple(replace(one, units=self.all_units(one.units)) for one in orders.salvage),
            pillage=tuple(replace(one, lift=self.all_units(one.lift)) for one in orders.pillage),
            plans=tuple(map(self.plan, orders.plans)),
            movement=tuple(map(self.movement, orders.movement)),
            permits=tuple(map(self.permit, orders.permits)),
            transfers=tuple(map(self.transfer, orders.transfers)),
            data=tuple(replace(one, to=self.empire(one.to)) for one in orders.data),
            contacts=tuple(
                replace(one, empire=self.empire(one.empire), to=self.empire(one.to))
                for one in orders.contacts
            ),
            standing=tuple(map(self.standing, orders.standing)),
            battle=tuple(map(self.battle, orders.battle)),
        )

    def battle(self, line: Battle) -> Battle:
        """A BATTLE or GROUND line."""
        items = tuple(replace(one, when=self.condition(one.when)) for one in line.items)
        who, versus = self.group(line.who), self.empire(line.versus)
        return replace(line, who=who, versus=versus, items=items)

    def plan(self, plan: Plan) -> Plan:
        """A list of expenditures."""
        lines = tuple(map(self.expenditure, plan.expenditures))
        return Plan(lines, self.condition(plan.condition))

    def expenditure(self, line: Expenditure) -> Expenditure:
        """One expenditure with what stands for it."""
        if not line.empire and not line.or_else:
            return line
        others = tuple(map(self.expenditure, line.or_else))
        return replace(line, empire=self.empire(line.empire), or_else=others)

    def condition(self, condition: Condition) -> Condition:
        """A condition."""
        if not condition.any_of:
            return condition
        return Condition(
            tuple(
                tuple(replace(test, empire=self.empire(test.empire)) for test in group)
                for group in condition.any_of
            )
        )

    # --- units and codes ---

    def units(self, units: Units) -> Units:
        """Units of an empire, or a gate end."""
        if not units.owner and not units.gate:
            return units
        return replace(units, owner=self.empire(units.owner), gate=self.thing(units.gate))

    def all_units(self, all: tuple[Units, ...]) -> tuple[Units, ...]:
        """Several of them."""
        return _each(all, self.units)

    def codes(self, codes: Codes) -> Codes:
        """All codes of a line."""
        contact = _each(codes.contact, self.contact)
        acts = codes.activities
        activities = None if acts is None else _each(acts, self.activity)
        if contact is codes.contact and activities is acts:
            return codes
        return replace(codes, contact=contact, activities=activities)

    def contact(self, order: ContactOrder) -> ContactOrder:
        """A contact order."""
        toward = order.toward
        if not toward.to and not toward.but:
            return order
        to, but = map(self.empire, toward.to), map(self.empire, toward.but)
        return ContactOrder(order.code, Toward(tuple(to), tuple(but), toward.others))

    def activity(self, one: Activity) -> Activity:
        """An activity order."""
        if not (one.units or one.empire or one.passing or one.but):
            return one
        return replace(
            one,
            units=self.all_units(one.units),
            empire=self.empire(one.empire),
            passing=tuple(map(self.empire, one.passing)),
            but=tuple(map(self.thing, one.but)),
        )

    # --- movement ---

    def movement(self, line: Movement) -> Movement:
        """A movement line."""
        movers = _each(line.movers, self.mover)
        route = _each(line.route, self.jump)
        codes = self.codes(line.codes)
        tow = self.thing(line.tow)
        if (
            movers is line.movers
            and route is line.route
            and codes is line.codes
            and tow == line.tow
        ):
            return line
        return replace(line, movers=movers, route=route, codes=codes, tow=tow)

    def mover(self, mover: Mover) -> Mover:
        """A ship or units of a line."""
        units = None if mover.units is None else self.units(mover.units)
        cargo = None if mover.cargo is None else _each(mover.cargo, self.loading)
        ship = self.thing(mover.ship)
        if units is mover.units and cargo is mover.cargo and ship == mover.ship:
            return mover
        return Mover(ship, cargo, units)

    def loading(self, one: Loading) -> Loading:
        """What is aboard."""
        units = None if one.units is None else self.units(one.units)
        cargo = _each(one.cargo, self.loading)
        ship = self.thing(one.ship)
        if units is one.units and cargo is one.cargo and ship == one.ship:
            return one
        return Loading(one.hold, units, ship, cargo)

    def jump(self, jump: Jump) -> Jump:
        """A jump, perhaps through a gate."""
        return replace(jump, gate=self.thing(jump.gate)) if jump.gate else jump

    # --- diplomacy and standing orders ---

    def permit(self, line: PermitLine) -> PermitLine:
        """A permission."""
        what = line.what if line.kind == "stop" else self.thing(line.what)
        return replace(line, who=self.empire(line.who), what=what)

    def transfer(self, line: Transfer) -> Transfer:
        """Units given away."""
        return replace(
            line,
            to=self.empire(line.to),
            ships=tuple(map(self.thing, line.ships)),
            gates=tuple(map(self.thing, line.gates)),
            condition=self.condition(line.condition),
        )

    def group(self, group: Group) -> Group:
        """Whom a line is for."""
        ids, but = map(self.thing, group.ids), map(self.thing, group.but)
        return replace(group, ids=tuple(ids), but=tuple(but))

    def action(self, action: Action) -> Action:
        """Codes for a group, or a transfer."""
        return Action(
            None if action.group is None else self.group(action.group),
            self.codes(action.codes),
            None if action.transfer is None else self.transfer(action.transfer),
        )

    def standing(self, line: Standing) -> Standing:
        """A GENERAL, CONDITIONAL or SPECIAL line."""
        return replace(
            line,
            actions=tuple(map(self.action, line.actions)),
            condition=self.condition(line.condition),
            otherwise=tuple(map(self.action, line.otherwise)),
        )


def _each(items: tuple[T, ...], change: Callable[[T], T]) -> tuple[T, ...]:
    """The items changed; the same tuple if none is."""
    made = tuple(map(change, items))
    same = all(one is other for one, other in zip(made, items, strict=True))
    return items if same else made
