"""What the expenditures of a sheet come to, as far as its player knows the prices.

Rule: NV ORD-04, NV ECO-15 to ECO-17, NV ECO-45.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbm.games.nova.orders.economy.expenditures import cost_of
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.games.nova.state.orders.sheet import Orders
from pbm.kit.problems import Problem, Severity, illegal
from pbm.kit.records import Record


class PlanSum(Record):
    """What a list of expenditures comes to, in words, and what is wrong with that."""

    words: str
    problem: Problem | None = None


class SumsOf(Record):
    """What each list comes to in words, and the player's own sums with the right numbers."""

    plans: tuple[PlanSum, ...]
    claims: tuple[tuple[str, int], ...]


def sums_of(roster: Roster, orders: Orders, options: Any) -> SumsOf:
    """What a receipt says of the money. Rule: NV ORD-04, NV ECO-15."""
    money = money_of(roster, orders)
    plans = tuple(_plan_sum(roster, plan, money, options) for plan in orders.plans)
    return SumsOf(plans, tuple(_own_sums(roster, orders, money, options)))


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
    claims = [line.claim for line in orders.salvage] + [line.claim for line in orders.pillage]
    gained = sum(claim or 0 for claim in claims)
    production = empire.production_next
    debt = empire.debt
    received = empire.locked
    return Money(empire.treasury, received, production, gained, debt)


def _spent(roster: Roster, plan: Plan, options: Any) -> tuple[int, int]:
    """The sum of a list, and how many lines of it have no sum that is known."""
    costs = [cost_of(roster, line, options) for line in plan.expenditures]
    return sum(cost or 0 for cost in costs), sum(cost is None for cost in costs)


def _plan_sum(roster: Roster, plan: Plan, money: Money, options: Any) -> PlanSum:
    spent, unknown = _spent(roster, plan, options)
    parts = [f"{money.treasury} treasury + {money.production} production"]
    parts += [f"+ {money.received} received"] if money.received else []
    parts += [f"+ {money.gained} salvage and pillage"] if money.gained else []
    parts += [f"- {money.debt} debt"] if money.debt else []
    left = money.total - spent
    words = f"({' '.join(parts)} - {spent} expenditures = {left} MCr"
    if unknown:
        words += f", {unknown} of {len(plan.expenditures)} without a known sum"
    always = plan.condition == Condition()  # else there may be more money than is known now
    problem = None
    if always and left < 0 and spent:
        upkeep, _unknown = _spent(roster, Plan(_upkeep(plan)), options)
        owed = money.debt - max(money.held - upkeep, 0)
        others = len(_upkeep(plan)) < len(plan.expenditures)
        if owed <= 0:
            problem = _borrowing(money, left)
        elif others:
            problem = _in_debt(money, owed)
    return PlanSum(f"{words})", problem)


def _upkeep(plan: Plan) -> tuple[Expenditure, ...]:
    return tuple(line for line in plan.expenditures if line.kind == "maintain")


def _in_debt(money: Money, owed: int) -> Problem:
    """Rule: NV ECO-16, NV ECO-18."""
    return illegal(
        f"{owed} MCr of your debt of {money.debt} stay unpaid this turn",
        reason="Until a debt is paid nothing is bought but the upkeep of research teams",
        rule="NV ECO-18",
        outcome="Nothing else of this list is bought",
    )


def _borrowing(money: Money, left: int) -> Problem:
    """Rule: NV ECO-15, NV ECO-17."""
    most = money.production  # Ambiguity: NV A-DEFICIT-CAP.
    if -left > most:
        return illegal(
            f"this list borrows {-left} MCr",
            reason=f"At most the income of the turn can be borrowed, {most} MCr",
            rule="NV ECO-15",
            outcome="What stands last is not bought",
        )
    reason = f"{-2 * left} MCr are to be paid next turn before anything else is bought"
    return Problem(
        Severity.WARNING, f"this list borrows {-left} MCr", reason=reason, rule="NV ECO-17"
    )


def _own_sums(
    roster: Roster, orders: Orders, money: Money, options: Any
) -> Iterator[tuple[str, int]]:
    spent, unknown = _spent(roster, orders.plans[-1], options)
    right = {"production": money.production, "treasury": money.treasury}
    right["total"] = money.total + money.debt + (orders.claims.bonus or 0)
    if not unknown:
        right["expend"] = spent
        right["after"] = money.total + (orders.claims.bonus or 0) - spent
    for key in orders.claims.refs:
        if key in right:
            yield key, right[key]
