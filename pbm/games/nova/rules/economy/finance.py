"""Phase C: spend the money of a turn by the player's own priorities.

The first plan whose condition holds is gone through from the top; a line that cannot be paid
gives way to its alternatives. If none of these can be paid either, nothing below it is bought: what
exceeds the money is cut in reverse order of priority. Debt comes first, after the
maintenance of research teams. What is done in phases D and E is reserved here and paid there.

Rule: NV ECO-15 to NV ECO-19, NV ECO-47, NV EOT-04, NV RES-03, NV ORD-42, NV SET-20, NV SET-21.
Ambiguity: NV A-DEFICIT-CAP, NV A-DEFICIT-50, NV A-DEBT-RDT, NV A-XFER-DEBT.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.addressing import built
from pbm.games.nova.orders.conditions import Presence, Scene, holds
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.economy import disposals, purchases, services, upkeep, works
from pbm.games.nova.rules.economy.penalties import name_fine
from pbm.games.nova.rules.economy.purse import Outcome, Purse
from pbm.games.nova.rules.economy.yards import ShipNames, opened, price_of
from pbm.games.nova.rules.research import research
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Empire
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.kit.rounding import ceil_div


def spend(work: PhaseContext) -> None:
    """Spend every empire's money; send research teams to their projects."""
    with drafting(work) as draft:
        presence = Presence(draft)
        names = ShipNames(draft.base.ships.values())
        after: dict[str, Orders] = {}
        for id in list(draft.empires):
            orders = draft.base.orders[id]
            for line in orders.destroy:
                disposals.destroy(work, draft, id, line)
            for seat in orders.seats:
                disposals.seat(work, draft, id, seat)
            after[id] = _spend_of(work, draft, presence, id, orders, names)
    work.state = replace(work.state, orders={**work.state.orders, **after})


def _spend_of(
    work: PhaseContext,
    draft: Draft,
    presence: Presence,
    id: str,
    orders: Orders,
    ships: ShipNames,
) -> Orders:
    """Spend one empire's money; gives its orders with the ids of what it built."""
    empire = draft.empires[id]
    yard = opened(work, draft, id, orders.commissions, ships)
    purse = Purse(work, draft, id, orders, yard)
    purse.kept = research.teams_kept(empire, orders)
    number, plan = chosen(orders.plans, Scene(draft, presence, id, empire.capital))
    if empire.debt:
        _debt_first(purse, number, plan)
    purse.allowed = allowed(
        draft.empires[id],
        0
        if orders.missing
        else sum(_written(purse, line) for line in plan.expenditures) + fees.OVERRUN,
    )
    purse.spent, purse.unpaid = 0, ""
    for place, line in enumerate(plan.expenditures):
        _line(purse, line, number, place)
    if yard.unnamed:
        name_fine(work, draft, id, yard.unnamed)
    upkeep.assigned(purse)
    return built(orders, yard.made)


def chosen(plans: tuple[Plan, ...], scene: Scene) -> tuple[int, Plan]:
    """The first plan whose condition holds, with its number; an empty one if there is none."""
    return next(
        ((number, one) for number, one in enumerate(plans) if holds(one.condition, scene)),
        (0, Plan(())),
    )


def _debt_first(purse: Purse, number: int, plan: Plan) -> None:
    """Maintenance of teams, then the debt, from what there is; nothing else while any is left.

    Rule: NV ECO-16, NV ECO-18. Ambiguity: NV A-DEBT-RDT (maintenance never deepens a debt).
    """
    purse.allowed = max(purse.draft.empires[purse.empire].treasury, 0)
    for place, line in enumerate(plan.expenditures):
        if line.kind == "maintain":
            _line(purse, line, number, place)
    purse.has_maintained = True
    empire = purse.draft.empires[purse.empire]
    amount, left = paid_off(empire.debt, empire.treasury)
    if amount:
        telling.paid(
            purse.work,
            purse.draft,
            purse.empire,
            amount,
            "debt_paid",
            rule="NV ECO-16",
            owed=empire.debt,
            left=left,
        )
    purse.draft.empires[purse.empire] = replace(purse.draft.empires[purse.empire], debt=left)
    if left:
        purse.blocked = f"{left} MCr of debt are still unpaid"


def paid_off(debt: int, treasury: int) -> tuple[int, int]:
    """MCr paid of a debt, and MCr still owed. Nothing is borrowed for it.

    >>> paid_off(70, 50)
    (50, 20)

    Rule: NV ECO-16, NV ECO-18.
    """
    amount = min(max(treasury, 0), debt)
    return amount, debt - amount


def allowed(empire: Empire, meant: int) -> int:
    """MCr an empire may spend: what there is, and on credit up to its income of the turn.

    ``meant`` is what the sheet adds up to, with the 50 MCr that validation may go beyond it.
    Rule: NV ECO-15, NV ECO-19. Ambiguity: NV A-DEFICIT-CAP, NV A-DEFICIT-50.
    """
    credit = min(empire.treasury + empire.production, meant)
    return max(empire.treasury, credit, 0)


def _written(purse: Purse, line: Expenditure) -> int:
    """The cost of a line as its sheet claims it, else as it is."""
    if line.kind == "maintain" and purse.has_maintained:
        return 0
    if line.cost is not None:
        return line.cost
    number = _number(purse, line)
    if line.price is not None and number:
        return ceil_div(line.price.numerator * number, line.price.denominator)
    return _known_cost(purse, line, number)


def _number(purse: Purse, line: Expenditure) -> int:
    """The number a line's price applies to; 0 where it pays an amount instead."""
    if line.kind == "maintain":
        return sum(upkeep.wanted(purse, line).values())
    return 0 if line.kind in ("part", "finish", "repair", "send") else line.number


def _known_cost(purse: Purse, line: Expenditure, number: int) -> int:
    empire = purse.draft.empires[purse.empire]
    match line.kind:
        case "ship" if line.name in empire.designs:
            return number * price_of(purse.draft, empire.designs[line.name])
        case "build":
            return number * (UNITS[line.name].cost or 0)
        case "part" | "send":
            return line.amount
        case "finish":
            return purchases.rest_of(purse, line)
        case "repair" | "refit":
            ship = purse.ship(line.id)
            return works.cost_of(purse.work, purse.draft, purse.empire, line, ship)[0]
    return number * _PRICES.get(line.kind, 0)


_PRICES = {
    "maintain": fees.UPKEEP,
    "rdt": fees.TEAM,
    "gate": UNITS["SG"].full_cost or 0,
    "status": fees.REPORT,
    "info": fees.INFO,
    "copy": fees.COPY,
}


def _line(purse: Purse, line: Expenditure, plan: int, place: int) -> None:
    """One expenditure, or the first of its alternatives that can be paid."""
    if line.kind == "maintain" and purse.has_maintained:
        return
    if purse.blocked:
        purse.short(line, purse.blocked, "NV ECO-18", alternative=False)
        return
    if purse.unpaid:
        purse.short(
            line, f"{purse.unpaid} above it could not be paid", "NV ECO-19", alternative=False
        )
        return
    purse.is_short = False
    for number, one in enumerate(line.tries):
        if one.kind in ("repair", "refit"):
            why, rule = services.dock(purse, one, works.tag_of(plan, place, number))
        else:
            why, rule = _KINDS[one.kind](purse, one)
        if not why:
            return
        purse.short(one, why, rule, alternative=number < len(line.or_else))
    if purse.is_short and purse.work.options["expenditures.excess"] == "priority":
        purse.unpaid = purse.said(line)


_KINDS: Mapping[str, Callable[[Purse, Expenditure], Outcome]] = {
    "maintain": upkeep.maintain,
    "rdt": upkeep.create,
    "ship": purchases.ships,
    "build": purchases.units,
    "part": purchases.part,
    "finish": purchases.finish,
    "gate": purchases.gate,
    "status": upkeep.status,
    "info": services.info,
    "copy": services.copy,
    "send": services.send,
}
