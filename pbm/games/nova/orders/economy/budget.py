"""What the expenditures of a sheet come to, as far as its player knows the prices.

Rule: NV ORD-04, NV ECO-15 to ECO-17, NV ECO-45.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.games.nova.orders.economy.commission import unnamed
from pbm.games.nova.orders.economy.expenditures import cost_of
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.conditions import ALWAYS
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.games.nova.state.orders.sheet import Orders
from pbm.kit.english import ranges, signed
from pbm.kit.problems import Found, Problem, illegal, warning
from pbm.kit.records import Record


class PlanSum(Record):
    """What a list of expenditures comes to, in words, and what is wrong with that."""

    words: str
    problem: Problem | None = None


class Money(Record):
    """What there is to spend: treasury, what aliens sent, production, salvage and pillage, debt.

    Salvage and pillage (``gained``) are as claimed.
    """

    treasury: int
    received: int
    production: int
    gained: int
    debt: int

    @property
    def held(self) -> int:
        """All of it before the debt is paid."""
        return self.treasury + self.received + self.production + self.gained

    @property
    def total(self) -> int:
        """All of it, the debt paid."""
        return self.held - self.debt


def money_of(roster: Roster, orders: Orders) -> Money:
    """The money of a sheet, as far as its player knows it beforehand."""
    empire = roster.empire
    gained = sum(line.claim or 0 for line in orders.salvage)
    gained += sum(line.claim or 0 for line in orders.pillage)
    return Money(empire.treasury, empire.locked, empire.production_next, gained, empire.debt)


class Outlay(Record):
    """A list of expenditures with what its lines cost, and how many of them can be paid.

    The cost of a line is in MCr, or None where it is not known.
    """

    plan: Plan
    costs: tuple[int | None, ...]
    paid: int

    @property
    def bought(self) -> Plan:
        """The list without the lines at its end that cannot be paid."""
        return replace(self.plan, expenditures=self.plan.expenditures[: self.paid])

    @property
    def wanted(self) -> int:
        """The sum of all lines, as far as it is known."""
        return sum(filter(None, self.costs))

    @property
    def unknown(self) -> int:
        """How many lines have no sum that is known."""
        return self.costs.count(None)


def outlay(roster: Roster, orders: Orders, plan: Plan, options: Mapping[str, str]) -> Outlay:
    """A list of expenditures as far as its costs are known."""
    costs = tuple([cost_of(roster, line, options) for line in plan.expenditures])
    return Outlay(plan, costs, _paid(money_of(roster, orders), plan, costs, options))


def plan_sum(roster: Roster, orders: Orders, meant: Outlay, options: Mapping[str, str]) -> PlanSum:
    """What a receipt says of a list. Rule: NV ORD-04, NV ECO-15."""
    money, plan = money_of(roster, orders), meant.plan
    always = plan.condition == ALWAYS  # else there may be more money than is known now
    unknown = meant.unknown
    spent = sum(filter(None, meant.costs[: meant.paid]))
    fines = _fines(roster, orders, meant.bought, options)
    parts = [f"{money.treasury} treasury + {money.production} production"]
    parts += [f"+ {money.received} received"] if money.received else []
    parts += [f"+ {money.gained} salvage and pillage"] if money.gained else []
    parts += [f"− {money.debt} debt"] if money.debt else []
    parts += [f"− {spent} expenditures"]
    parts += [f"− {fines} fines"] if fines else []
    left = money.total - spent - fines
    words = f"({' '.join(parts)} = {signed(left)} MCr"
    if options["treasury.basis"] == "collected" and always and not unknown:
        lost = fees.penalty_on(left, money.production, int(options["treasury.rate"]))
        words += f", {left - lost} after the penalty on savings" if lost else ""
    if unknown:
        words += f", {unknown} of {len(plan.expenditures)} without a known sum"
    problem = None
    left = money.total - meant.wanted
    if always and left < 0 and meant.wanted:
        upkeep = plan.bills("maintain")
        kept = sum([cost_of(roster, line, options) or 0 for line in upkeep])
        owed = money.debt - max(money.held - kept, 0)
        if owed <= 0:
            problem = _borrowing(money, left, plan.expenditures[meant.paid :])
        elif len(upkeep) < len(plan.expenditures):
            problem = _in_debt(money, owed)
    return PlanSum(f"{words})", problem)


def _in_debt(money: Money, owed: int) -> Problem:
    """Rule: NV ECO-16, NV ECO-18."""
    return illegal(
        f"{owed} MCr of your debt of {money.debt} stay unpaid this turn",
        reason="Until a debt is paid nothing is bought but the upkeep of research teams",
        rule="NV ECO-18",
        outcome="Nothing else of this list is bought",
    )


def _paid(money: Money, plan: Plan, costs: Sequence[int | None], options: Mapping[str, str]) -> int:
    """How many lines of a list can be paid, as far as that is known.

    Rule: NV ECO-15, NV ECO-19. Ambiguity: NV A-DEFICIT-CAP, NV A-DEFICIT-50.
    """
    known = [cost for cost in costs if cost is not None]
    if (
        options["expenditures.excess"] != "priority"
        or plan.condition != ALWAYS
        or money.debt
        or len(known) < len(costs)
        or any(one.or_else or one.up_to for one in plan.expenditures)
    ):
        return len(costs)
    left = max(money.held, min(money.held + money.production, sum(known) + fees.OVERRUN))
    for place, cost in enumerate(known):
        if cost > left:
            return place
        left -= cost
    return len(costs)


def _fines(roster: Roster, orders: Orders, plan: Plan, options: Mapping[str, str]) -> int:
    """The fines that a sheet will cost. Rule: NV ORD-09, NV PEN-01 to NV PEN-03."""
    if roster.turn <= int(options["lenient_turns"]):
        return 0
    fined = fees.NAMING * unnamed(roster, orders, plan)
    if options["fines"] == "on":
        fined += fees.FORM * bool(orders.form_faults)
        fined += fees.DESIGNS * bool(orders.designs_among_orders)
    return fined


def _borrowing(money: Money, left: int, unpaid: Sequence[Expenditure]) -> Problem:
    """Rule: NV ECO-15, NV ECO-17."""
    last = ranges([one.ref.line for one in unpaid])
    lines = f": line{'s' if len(unpaid) > 1 else ''} {last}" if unpaid else ""
    most = money.production  # Ambiguity: NV A-DEFICIT-CAP.
    if -left > most:
        return illegal(
            f"this list borrows {-left} MCr",
            reason=f"At most the income of the turn can be borrowed, {most} MCr",
            rule="NV ECO-15",
            outcome=f"What stands last is not bought{lines}",
        )
    reason = f"{-2 * left} MCr are to be paid next turn before anything else is bought"
    return warning(f"this list borrows {-left} MCr", reason=reason, rule="NV ECO-17")


def compared(roster: Roster, orders: Orders, last: Outlay) -> Iterator[Found]:
    """The player's own sums that are not right. Rule: NV ORD-04."""
    money = money_of(roster, orders)
    bonus = roster.claims.get(("bonus", ""))
    total = money.held + (bonus.number if bonus is not None else 0)
    right = {"production": money.production, "treasury": money.treasury, "total": total}
    if not last.unknown:
        right |= {"expend": last.wanted, "after": total - money.debt - last.wanted}
    for claim in roster.claims.values():
        own = right.get(claim.what, claim.number)
        if own != claim.number:
            fault = f"{claim.what} is {own}, not {claim.number}"
            reason = "The sums of a sheet are compared, never used"
            yield claim.ref.line, warning(fault, reason=reason, rule="NV ORD-04")
