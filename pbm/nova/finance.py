"""Phase C: the money of a turn is spent, by the player's own priorities.

The first plan whose condition holds is gone through from the top; a line that cannot be paid
gives way to its alternatives and then to the lines below it. Debt comes first, after the
maintenance of research teams. What is done in phases D and E is reserved here and paid there.

Rule: NV ECO-15 to NV ECO-19, NV ECO-47, NV RES-03. Ambiguity: NV A-DEFICIT-CAP,
NV A-DEFICIT-50, NV A-DEBT-RDT, NV A-XFER-DEBT, NV A-DESTROY-MCR.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from pbm.event import Change, Fact, only
from pbm.nova import research, telling, works
from pbm.nova.addressing import built
from pbm.nova.conditions import Presence, Scene, holds, key
from pbm.nova.draft import Draft, drafting
from pbm.nova.orders import Destroy, Expenditure, Orders, Plan
from pbm.nova.penalties import name_fine
from pbm.nova.projects import Key, called, key_of, written
from pbm.nova.state import FULL, GONE, NORMAL
from pbm.nova.units import UNITS
from pbm.nova.yards import (
    Yard,
    complex_works,
    next_name,
    opened,
    price_of,
    put_gate,
    put_hull,
    put_ship,
    put_units,
    room_for,
)
from pbm.turn import Work

TEAM = 40  # NV RES-03: MCr to create a team
KEEP = 10  # and to maintain one
OVERRUN = 50  # NV ECO-19
INFO_FEE = 5  # NV PEN-04
COPY_FEE = 20  # NV PEN-05


@dataclass(slots=True)
class Purse:
    """What an empire may still spend this turn, and what it has spent on research teams.

    ``allowed``: MCr in all; ``spent``: paid or reserved so far. ``blocked``: why nothing may be
    spent; ``has_maintained``: teams were maintained before the debt was paid.
    """

    work: Work
    draft: Draft
    empire: str
    orders: Orders
    yard: Yard
    allowed: int = 0
    spent: int = 0
    blocked: str = ""
    has_maintained: bool = False
    kept: dict[Key, int] = field(default_factory=dict)
    maintained: dict[Key, int] = field(default_factory=dict)
    teams: int = 0

    @property
    def left(self) -> int:
        """MCr that may still be spent."""
        return max(self.allowed - self.spent, 0)


def spend(work: Work) -> None:
    """Every empire spends its money; research teams go to their projects."""
    with drafting(work) as draft:
        presence = Presence(draft)
        after: dict[str, Orders] = {}
        for id in list(draft.empires):
            orders = draft.base.orders[id]
            for line in orders.destroy:
                _destroy(work, draft, id, line)
            for seat in orders.seats:
                _seat(work, draft, id, seat.what, seat.at)
            if not draft.empires[id].vacant:
                after[id] = _spend_of(work, draft, presence, id, orders)
    work.state = replace(work.state, orders={**work.state.orders, **after})


def _spend_of(work: Work, draft: Draft, presence: Presence, id: str, orders: Orders) -> Orders:
    """One empire's money; gives its orders with the ids of what it has built."""
    empire = draft.empires[id]
    yard = opened(work, draft, id, orders.commissions)
    purse = Purse(work, draft, id, orders, yard)
    purse.kept = research.teams_kept(empire, orders)
    plan = chosen(orders.plans, Scene(draft, presence, id, empire.capital))
    if empire.debt:
        _debt_first(purse, plan)
    _allow(purse, plan)
    for place, line in enumerate(plan.expenditures):
        _line(purse, line, str(place))
    if yard.unnamed:
        name_fine(work, draft, id, yard.unnamed)
    research.assign(work, draft, id, purse.maintained, purse.teams)
    return built(orders, yard.made)


def chosen(plans: tuple[Plan, ...], scene: Scene) -> Plan:
    """The first plan whose condition holds; an empty one if there is none."""
    return next((one for one in plans if holds(one.condition, scene)), Plan(()))


def _debt_first(purse: Purse, plan: Plan) -> None:
    """Maintenance of teams, then the debt, from what there is; nothing else while any is left.

    Rule: NV ECO-16, NV ECO-18. Ambiguity: NV A-DEBT-RDT (maintenance never deepens a debt).
    """
    purse.allowed = max(purse.draft.empires[purse.empire].treasury, 0)
    for place, line in enumerate(plan.expenditures):
        if line.kind == "maintain":
            _line(purse, line, str(place))
    purse.has_maintained = True
    empire = purse.draft.empires[purse.empire]
    amount = min(max(empire.treasury, 0), empire.debt)
    if amount:
        telling.paid(
            purse.work,
            purse.draft,
            purse.empire,
            amount,
            "debt_paid",
            rule="NV ECO-16",
            owed=empire.debt,
            left=empire.debt - amount,
        )
    after = purse.draft.empires[purse.empire]
    purse.draft.empires[purse.empire] = replace(after, debt=empire.debt - amount)
    if empire.debt > amount:
        purse.blocked = f"{empire.debt - amount} MCr of debt are not paid"


def _allow(purse: Purse, plan: Plan) -> None:
    """How much may be spent: what there is, and on credit as far as was meant.

    Up to the income of the turn; validation may go 50 MCr past what the sheet adds up to.
    Rule: NV ECO-15, NV ECO-19. Ambiguity: NV A-DEFICIT-CAP, NV A-DEFICIT-50.
    """
    empire = purse.draft.empires[purse.empire]
    written = sum(_written(purse, line) for line in plan.expenditures)
    credit = min(empire.treasury + empire.production, written + OVERRUN)
    purse.allowed = max(empire.treasury, credit, 0)
    purse.spent = 0


def _written(purse: Purse, line: Expenditure) -> int:
    """What a line costs by the sheet's own words, else what it does cost."""
    if line.cost is not None:
        return line.cost
    if line.price is not None:
        return -(-(line.price * line.number).numerator // (line.price * line.number).denominator)
    if line.kind in ("part", "send"):
        return line.amount
    return 0 if line.kind == "finish" and not line.amount else _known_cost(purse, line)


def _known_cost(purse: Purse, line: Expenditure) -> int:
    empire = purse.draft.empires[purse.empire]
    if line.kind == "ship" and line.name in empire.designs:
        return line.number * price_of(purse.draft, empire.designs[line.name])
    if line.kind == "build":
        return line.number * (UNITS[line.name].cost or 0)
    if line.kind == "maintain":
        return KEEP * sum(_wanted(purse, line).values())
    if line.kind == "rdt":
        return TEAM * line.number
    if line.kind == "gate":
        return line.number * (UNITS["SG"].full_cost or 0)
    return 0


def _line(purse: Purse, line: Expenditure, tag: str) -> None:
    """One expenditure, or the first of its alternatives that can be paid."""
    if line.kind == "maintain" and purse.has_maintained:
        return
    tries = (line, *line.or_else)
    for number, one in enumerate(tries):
        if purse.blocked and one.kind != "maintain":
            why, rule = purse.blocked, "NV ECO-18"
        else:
            why, rule = _KINDS[one.kind](purse, one, tag if not number else f"{tag}.{number}")
        if not why:
            return
        last = number == len(tries) - 1
        telling.failed(
            purse.work,
            purse.empire,
            one.ref,
            "",
            _said(one),
            why,
            rule=rule,
            alternative=not last,
        )


def _said(line: Expenditure) -> str:
    return " ".join(word for word in (line.name or line.kind, str(line.number)) if word)


_Outcome = tuple[str, str]
_DONE: _Outcome = ("", "")


def _too_dear(purse: Purse, cost: int) -> _Outcome:
    return f"it costs {cost} MCr and {purse.left} may still be spent", "NV ECO-15"


def _pay(purse: Purse, line: Expenditure, amount: int, kind: str, rule: str, **facts: Fact) -> None:
    purse.spent += amount
    telling.paid(
        purse.work, purse.draft, purse.empire, amount, kind, rule=rule, order=line.ref, **facts
    )


def _affordable(purse: Purse, line: Expenditure, price: int, room: int = -1) -> int:
    """How many of a line can be paid: all, with ``up to`` as many as go; 0: none."""
    number = line.number if room < 0 else min(line.number, room)
    fits = purse.left // price if price else number
    if number <= fits:
        return number
    return fits if line.up_to else 0


def _wanted(purse: Purse, line: Expenditure) -> dict[Key, int]:
    """Teams a Maintain line speaks of, by project in the order of priority."""
    kept = {one: n - purse.maintained.get(one, 0) for one, n in purse.kept.items()}
    if not line.project:
        return {one: n for one, n in kept.items() if n}
    named = _named(purse, line.project)
    return {one: min(n, line.number or n) for one, n in kept.items() if n and one in named}


def _named(purse: Purse, text: str) -> dict[Key, str]:
    """The projects a sheet calls so, each with the name reports give it."""
    return {
        key_of(one): called(one.kind, one.subject, one.goal_level)
        for one in purse.draft.empires[purse.empire].projects
        if text in (written(one), one.subject)
    }


def _maintain(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    """Maintain teams as far as the money goes, those of important projects first."""
    wanted = _wanted(purse, line)
    if not wanted:
        if line.project:
            return f"you have no team on {line.project}", "NV RES-03"
        return _DONE
    if purse.orders.missing:
        paid = reduced(wanted, purse.left // KEEP)
    else:
        paid, left = {}, purse.left // KEEP
        for project, number in wanted.items():
            paid[project] = min(number, left)
            left -= paid[project]
    for project, number in paid.items():
        purse.maintained[project] = purse.maintained.get(project, 0) + number
    number = sum(paid.values())
    if number:
        _pay(purse, line, KEEP * number, "maintained", "NV RES-03", teams=number)
    short = sum(wanted.values()) - number
    if short:
        return f"{KEEP * short} MCr were wanting for {short} teams", "NV RES-03"
    return _DONE


def reduced(teams: Mapping[Key, int], payable: int) -> dict[Key, int]:
    """Teams after a missed turn that cannot pay all: projects go down to one team each.

    From the least important up, as far as is needed; then whole projects go. Rule: NV ORD-43.
    """
    left = dict(teams)
    for least in (1, 0):
        for project in reversed(list(left)):
            over = sum(left.values()) - payable
            if over > 0:
                left[project] = max(left[project] - over, min(least, left[project]))
    return left


def _teams(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    empire = purse.draft.empires[purse.empire]
    limit = research.may_create(purse.draft, empire, sum(purse.maintained.values()) + purse.teams)
    number = _affordable(purse, line, TEAM, -1 if limit is None else limit)
    if limit is not None and line.number > limit:
        telling.failed(
            purse.work,
            purse.empire,
            line.ref,
            "",
            _said(line),
            f"without your home star you may create {limit} more teams",
            rule="NV RES-04",
        )
    if not number:
        return _too_dear(purse, TEAM * line.number) if limit != 0 else _DONE
    purse.teams += number
    _pay(purse, line, TEAM * number, "teams_created", "NV RES-03", teams=number)
    return _DONE


def _place(purse: Purse, at: str) -> str:
    return at or purse.draft.empires[purse.empire].capital


def _ships(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    empire = purse.draft.empires[purse.empire]
    at = _place(purse, line.at)
    design = empire.designs.get(line.name)
    if design is None:
        return f'you have no design "{line.name}"', "NV DSN-38"
    why, rule = complex_works(purse.draft.systems[at], purse.empire, purse.work.options)
    if why:
        return why, rule
    price = price_of(purse.draft, design)
    number = _affordable(purse, line, price)
    if not number:
        return _too_dear(purse, price * line.number)
    names = []
    for _ in range(number):
        name, named = next_name(purse.yard, line.name, at)
        put_ship(purse.yard, design, name, at, named=named)
        names.append(name)
    _pay(
        purse,
        line,
        price * number,
        "ships_built",
        "NV EOT-04",
        what=line.name,
        at=at,
        number=number,
        price=price,
        names=names,
    )
    return _DONE


def _units(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    at = _place(purse, line.at)
    price = UNITS[line.name].cost or 0
    room, why, rule = room_for(purse.yard, line.name, at)
    if not room:
        return why, rule
    number = _affordable(purse, line, price, room)
    if not number:
        return _too_dear(purse, price * line.number)
    put_units(purse.yard, line.name, number, at)
    _pay(
        purse,
        line,
        price * number,
        "units_built",
        "NV EOT-04",
        what=line.name,
        at=at,
        number=number,
        price=price,
    )
    if 0 <= room < line.number:
        telling.failed(
            purse.work, purse.empire, line.ref, "", _said(line), why, rule=rule, built=number
        )
    return _DONE


def _part(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    empire = purse.draft.empires[purse.empire]
    at = _place(purse, line.at)
    design = empire.designs.get(line.name)
    if design is None:
        return f'you have no design "{line.name}"', "NV DSN-38"
    why, rule = complex_works(purse.draft.systems[at], purse.empire, purse.work.options)
    if why:
        return why, rule
    price = price_of(purse.draft, design)
    if not 0 < line.amount < price:
        return f"a part of {price} MCr is more than 0 and less than that", "NV ECO-08"
    if line.amount > purse.left:
        return _too_dear(purse, line.amount)
    name = line.as_names[0] if line.as_names else ""
    if not name or name.casefold() in purse.yard.taken:
        name, named = next_name(purse.yard, line.name, at)
        purse.yard.unnamed -= 0 if named else 1
    put_hull(purse.yard, design, name, at, line.amount)
    _pay(
        purse,
        line,
        line.amount,
        "hull_begun",
        "NV ECO-08",
        what=line.name,
        at=at,
        name=name,
        paid=line.amount,
        price=price,
    )
    return _DONE


def _finish(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    hull = purse.draft.hulls.get(line.id)
    if hull is None or hull.owner != purse.empire:
        return f'you have no part-built ship "{line.name}"', "NV ECO-08"
    if hull.builder != purse.empire:
        return f"{hull.name} was begun by aliens; it may be salvaged or destroyed", "NV ECO-09"
    why, rule = complex_works(purse.draft.systems[hull.at], purse.empire, purse.work.options)
    if why:
        return why, rule
    price = price_of(purse.draft, hull.design)
    rest = price - hull.paid
    amount = min(line.amount or rest, rest)
    if amount > purse.left:
        return _too_dear(purse, amount)
    done = amount == rest
    if done:
        del purse.draft.hulls[hull.id]
        put_ship(purse.yard, hull.design, hull.name, hull.at, named=True)
    else:
        purse.draft.hulls[hull.id] = replace(hull, paid=hull.paid + amount)
    _pay(
        purse,
        line,
        amount,
        "hull_finished" if done else "hull_paid",
        "NV ECO-08",
        at=hull.at,
        name=hull.name,
        paid=hull.paid + amount,
        price=price,
        what=hull.design.split("/", 1)[1],
    )
    return _DONE


def _gate(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    at, other = _place(purse, line.at), _place(purse, line.at_other or line.at)
    for place in (at, other):
        why, rule = complex_works(purse.draft.systems[place], purse.empire, purse.work.options)
        if why:
            return why, rule
    price = UNITS["SG"].full_cost or 0
    if price > purse.left:
        return _too_dear(purse, price)
    names = line.as_names or _gate_names(purse)
    put_gate(purse.yard, names, at, other)
    _pay(purse, line, price, "gate_built", "NV UNI-10", names=list(names), at=at, at_other=other)
    return _DONE


def _gate_names(purse: Purse) -> tuple[str, str]:
    taken = {one.name for one in purse.draft.gates.values()}
    number = 1
    while f"Gate-{number}-A" in taken:
        number += 1
    return f"Gate-{number}-A", f"Gate-{number}-B"


def _work(purse: Purse, line: Expenditure, tag: str) -> _Outcome:
    """A repair or refit: its price is reserved, phase D pays and does it."""
    cost, why, rule = works.cost_of(purse.work, purse.draft, purse.empire, line)
    if why:
        return why, rule
    if cost > purse.left:
        return _too_dear(purse, cost)
    purse.spent += cost
    purse.draft.given[key("work", purse.empire, line.id, tag)] = 1
    return _DONE


def _send(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    """A transfer: reserved, phase E sends it. Rule: NV ECO-46. Ambiguity: NV A-XFER-DEBT."""
    contact = purse.draft.empires[purse.empire].contacts.get(line.empire)
    if contact is None or contact.kind not in (NORMAL, FULL):
        return "you have no normal contact with the receiver", "NV ECO-46"
    if line.amount > purse.left:
        return _too_dear(purse, line.amount)
    purse.spent += line.amount
    name = key("send", purse.empire, line.empire)
    purse.draft.given[name] = purse.draft.given.get(name, 0) + line.amount
    return _DONE


def _status(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    """The report on a project. Rule: NV RES-16 (one a project a turn)."""
    named = list(_named(purse, line.project).values())
    if not named:
        return f"you have no project {line.project}", "NV RES-16"
    name = key("status", purse.empire, "", named[0])
    if purse.draft.given.get(name):
        return f"the report on {line.project} is paid already", "NV RES-16"
    if purse.left < research.STATUS_FEE:
        return _too_dear(purse, research.STATUS_FEE)
    purse.draft.given[name] = 1
    _pay(purse, line, research.STATUS_FEE, "report_bought", "NV RES-16", project=named[0])
    return _DONE


def _info(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    if purse.left < INFO_FEE:
        return _too_dear(purse, INFO_FEE)
    _pay(purse, line, INFO_FEE, "info_bought", "NV PEN-04", what=line.name)
    return _DONE


def _copy(purse: Purse, line: Expenditure, _tag: str) -> _Outcome:
    cost = COPY_FEE * line.number
    if cost > purse.left:
        return _too_dear(purse, cost)
    _pay(purse, line, cost, "copy_bought", "NV PEN-05", what=line.name, pages=line.number)
    return _DONE


_KINDS: Mapping[str, Callable[[Purse, Expenditure, str], _Outcome]] = {
    "maintain": _maintain,
    "rdt": _teams,
    "ship": _ships,
    "build": _units,
    "part": _part,
    "finish": _finish,
    "gate": _gate,
    "repair": _work,
    "refit": _work,
    "status": _status,
    "info": _info,
    "copy": _copy,
    "send": _send,
}


def _destroy(work: Work, draft: Draft, id: str, line: Destroy) -> None:
    """MCr, a gate's end or a hull destroyed on order. Rule: NV ECO-13, NV UNI-18."""
    empire = draft.empires[id]
    if line.what == "MCr":
        amount = min(line.number, max(empire.treasury, 0))
        if amount:
            telling.paid(
                work, draft, id, amount, "money_destroyed", rule="NV ECO-13", order=line.ref
            )
        if amount < line.number:
            telling.failed(
                work,
                id,
                line.ref,
                "",
                f"DESTROY {line.number}",
                f"the treasury held {amount} MCr",
                rule="NV ECO-13",
            )
        return
    hull, end = draft.hulls.get(line.id), draft.gates.get(line.id)
    if hull is not None and hull.owner == id:
        del draft.hulls[line.id]
        _gone(work, id, line, hull.name, hull.at)
    elif end is not None and end.owner == id and end.place != GONE:
        draft.gates[line.id] = replace(end, place=GONE, at="", carrier="")
        _gone(work, id, line, end.name, end.at)
    else:
        telling.failed(
            work,
            id,
            line.ref,
            "DNE",
            "DESTROY",
            "there is no such thing of yours",
            rule="NV UNI-18",
        )


def _gone(work: Work, id: str, line: Destroy, name: str, at: str) -> None:
    work.emit(
        "destroyed_on_order",
        id,
        name,
        rule="NV UNI-18",
        seen=only(id),
        order=line.ref,
        name=name,
        at=at,
    )


def _seat(work: Work, draft: Draft, id: str, what: str, at: str) -> None:
    """A new place for the treasury, or a new designated home star. Rule: NV ECO-11, NV ECO-05."""
    empire = draft.empires[id]
    ref = next(one.ref for one in draft.base.orders[id].seats if (one.what, one.at) == (what, at))
    system = draft.systems[at]
    if system.owner != id or not system.colonies:
        telling.failed(
            work,
            id,
            ref,
            "",
            f"{what.upper()} AT {at}",
            f"you do not control {at}",
            rule="NV ECO-11",
        )
        return
    moved = replace(empire, treasury_at=at) if what == "treasury" else replace(empire, capital=at)
    draft.empires[id] = moved
    before = empire.treasury_at if what == "treasury" else empire.capital
    work.emit(
        "seat_ordered",
        id,
        what,
        rule="NV ECO-11",
        seen=only(id),
        order=ref,
        what=what,
        at=at,
        changes=(Change(f"empire/{id}/{what}_at", before, at),),
    )
