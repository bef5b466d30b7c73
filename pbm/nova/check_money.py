"""Money and research lines against what their player knows, and what they come to.

Rule: NV ECO-01 to ECO-20, NV ORD-04, NV RES-03 to RES-09.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pbm.nova.amounts import amount_text
from pbm.nova.build_designs import design_of
from pbm.nova.building import Builder
from pbm.nova.check_moves import place_of
from pbm.nova.naming import Record, Roster, folded, is_alien
from pbm.nova.orders import Condition, Expenditure, Orders, Pillage, Plan, Research, Salvage
from pbm.nova.projects import own_level, points_between, table_for
from pbm.nova.refits import refit_cost, refit_faults
from pbm.nova.technology import LT
from pbm.nova.units import UNITS
from pbm.problem import Problem, Severity, illegal

RDT_COST, MAINTAIN_COST = 40, 10  # Rule: NV ECO-45.
STATUS_COST, INFO_COST, COPY_COST = 5, 5, 20  # Rule: NV RES-16, NV PEN-04, NV PEN-05.
MOST_PILLAGE = 180  # Rule: NV ECO-32.
_AT_IC = ("SDU", "PCB", "IC", "TFC")
_AT_WORLD = ("AA", "RA", "C")
_NOT_BUILT = "It will not be built there"


def expenditure(builder: Builder, line: Expenditure) -> None:
    """Says what is wrong with an expenditure."""
    roster = builder.roster
    _price(builder, line)
    at = line.at or str(roster.empire.get("capital") or "")
    match line.kind:
        case "build" if line.name in _AT_WORLD:
            _at_world(builder, at)
        case "ship" | "part" | "build":
            _own_design(builder, line)
            _at_ic(builder, at)
        case "gate":
            for place in filter(None, (at, line.at_other)):
                _at_ic(builder, place)
        case "repair" | "refit":
            _in_dock(builder, line)
        case "maintain" | "status":
            _project(builder, line)
        case "finish":
            _finish(builder, line)


def _price(builder: Builder, line: Expenditure) -> None:
    """The player's price against the real one. Rule: NV ORD-04."""
    each = price_of(builder.roster, line, builder.options)
    if each is not None and line.price is not None and line.price != each:
        builder.warn(f"the price is {each}, not {line.price}; what counts is {each}")
    whole = cost_of(builder.roster, line, builder.options)
    if whole is not None and line.cost is not None and line.cost != whole and not line.up_to:
        builder.warn(f"this comes to {whole} MCr, not {line.cost}")


def _own_design(builder: Builder, line: Expenditure) -> None:
    """Rule: NV UNI-22 (an IC builds its owner's designs only)."""
    if line.kind != "build" and is_alien(builder.roster.designs[folded(line.name)]):
        builder.refuse(
            f"{line.name} is a design of aliens",
            reason="An Industrial Complex builds designs of its owner only",
            rule="NV UNI-22",
            outcome="It will not be built",
        )


def _system(roster: Roster, name: str) -> Record | None:
    return roster.systems.get(folded(name))


def _at_ic(builder: Builder, at: str) -> None:
    """Rule: NV ECO-04, NV ECO-07."""
    system = _system(builder.roster, at)
    if system is None or not (system["yours"] and system["ic"]):
        builder.refuse(
            f"you have no Industrial Complex at {at or 'your home star'}",
            rule="NV ECO-04",
            outcome=_NOT_BUILT,
        )
    elif system.get("ic_barred"):
        builder.refuse(
            f"the Industrial Complex at {at} builds nothing this turn",
            reason="The system was devastated last turn",
            rule="NV ECO-07",
            outcome=_NOT_BUILT,
        )


def _at_world(builder: Builder, at: str) -> None:
    """Rule: NV ECO-03, NV ECO-30."""
    system = _system(builder.roster, at)
    if system is None or not system["yours"] or system["status"] != "WORLD":
        status = "not yours" if system is None or not system["yours"] else system["status"]
        builder.refuse(
            f"armies and colonies are built on worlds of your own; {at} is {status}",
            rule="NV ECO-03",
            outcome=_NOT_BUILT,
        )
    elif system["colonizer"] != "you":
        builder.refuse(
            f"{at} is captured: no armies or colonies are built there",
            rule="NV ECO-30",
            outcome=_NOT_BUILT,
        )


def _in_dock(builder: Builder, line: Expenditure) -> None:
    """Rule: NV ECO-41 to ECO-44."""
    roster = builder.roster
    ship = roster.by_id.get(line.id)
    if ship is None:
        return
    at = place_of(roster, ship)
    if line.at and at != line.at:
        builder.refuse(
            f"{ship['name']} is at {at}, not at {line.at}",
            rule="NV ECO-43",
            outcome="Nothing is done to it",
        )
        return
    _at_ic(builder, at)
    if line.kind == "repair" and not _damaged(ship):
        builder.refuse(
            f"{ship['name']} is not damaged", rule="NV ECO-43", outcome="Nothing is repaired"
        )
    if line.kind == "refit" and (old := roster.designs.get(folded(ship["design"]))) is not None:
        new = roster.designs[folded(line.name)]
        wrong = refit_faults(design_of(roster, old), design_of(roster, new))
        if wrong:
            builder.refuse(
                f"{ship['name']}, a {ship['design']}, cannot be refitted to {line.name}",
                reason=f"{'; '.join(wrong)[:1].upper()}{'; '.join(wrong)[1:]}",
                rule="NV ECO-40",
                outcome="It is not refitted",
            )


def _damaged(ship: Record) -> bool:
    damage = ship["damage"]
    return any(bool(damage.get(key)) for key in ("armour", "structure", "parts", "ie", "jd"))


def _finish(builder: Builder, line: Expenditure) -> None:
    hull = next(one for one in builder.roster.hulls.values() if one["id"] == line.id)
    rest = int(hull["cost"]) - int(hull["paid"])
    if not hull["yours_to_finish"]:
        builder.refuse(
            f"{hull['name']} was begun by others",
            reason="An unfinished ship that was captured can be destroyed or salvaged only",
            rule="NV ECO-09",
            outcome="It is not finished",
        )
    elif line.amount > rest:
        builder.warn(f"{hull['name']} needs {rest} MCr more, not {line.amount}")


# --- research -------------------------------------------------------------------------------


def _named(project: Record) -> str:
    if project["kind"] == "TECH":
        return f"{project['subject']} {project['start']}-{project['goal_level']}"
    return f"{project['kind']} {project['subject']}"


def _projects(roster: Roster) -> list[Record]:
    return list(roster.known.get("projects") or ())


def _project(builder: Builder, line: Expenditure) -> None:
    own = [_named(one) for one in _projects(builder.roster)]
    if not line.project or folded(line.project) in map(folded, own):
        return
    if line.kind == "status" and folded(line.project) in builder.roster.begun:
        return
    builder.refuse(
        f"you have no project {line.project}",
        reason=f"Your projects are {', '.join(own)}" if own else "You have no project",
        rule="NV RES-03",
        outcome="Nothing is paid for it",
    )


def research(builder: Builder, line: Research) -> None:
    """Rule: NV RES-05 to RES-09."""
    roster = builder.roster
    old = _running(roster, line)
    roster.begun.add(folded(_named_line(line)))
    if old is not None:
        _changed(builder, line, old)
    elif line.drop or line.remove:
        builder.refuse(
            f"you have no project {_named_line(line)}",
            rule="NV RES-09",
            outcome="There are no teams to take away",
        )
    elif line.kind == "TECH":
        _new_technology(builder, line)


def _named_line(line: Research) -> str:
    if line.kind == "TECH":
        return f"{line.subject} {line.start}-{line.goal_level}"
    return f"{line.kind} {line.subject}"


def _running(roster: Roster, line: Research) -> Record | None:
    for one in _projects(roster):
        if one["kind"] == line.kind and folded(one["subject"]) == folded(line.subject):
            return one
    return None


def _changed(builder: Builder, line: Research, old: Record) -> None:
    if line.kind == "TECH" and (line.start, line.goal_level) != (
        int(old["start"]),
        int(old["goal_level"]),
    ):
        builder.refuse(
            f"your project on {line.subject} is {_named(old)}",
            reason="The goal of a project cannot be changed once it is begun",
            rule="NV RES-09",
            outcome="It goes on as it was begun",
        )
    teams = int(old["teams"])
    if line.remove > teams:
        builder.refuse(
            f"{_named(old)} has {teams} teams, not {line.remove}",
            rule="NV RES-09",
            outcome=f"All {teams} are taken away, and the project collapses",
        )
    elif line.teams_before is not None and line.teams_before != teams:
        builder.warn(f"{_named(old)} has {teams} teams at the start, not {line.teams_before}")
    _claims(builder, line, str(old["table"]), Fraction(str(old["goal"])))


def _new_technology(builder: Builder, line: Research) -> None:
    level = own_level(builder.roster.empire.get("tech") or {}, line.subject)
    if line.start != level:
        builder.refuse(
            f"your {line.subject} is {level}, not {line.start}",
            rule="NV RES-06",
            outcome="The project is not begun",
        )
        return
    better = line.goal_level < level if line.subject == LT else line.goal_level > level
    if not better or line.goal_level < 1:
        builder.refuse(
            f"{line.subject} {line.goal_level} is no advance on {line.subject} {level}",
            rule="NV RES-05",
            outcome="The project is not begun",
        )
        return
    opened = (builder.roster.empire.get("open") or {}).get(line.subject, 0)
    on_c = bool(opened) and line.goal_level <= opened
    table = "C" if on_c else table_for(line.subject, line.start, line.goal_level)
    _claims(builder, line, table, points_between(line.subject, line.start, line.goal_level))


def _claims(builder: Builder, line: Research, table: str, goal: Fraction) -> None:
    if line.table and line.table != table:
        builder.warn(f"this project is on table {table}, not {line.table}")
    if line.goal is not None and line.goal != goal:
        said, own = amount_text(line.goal), amount_text(goal)
        builder.warn(f"the goal of this project is {own} TP, not {said}")


# --- salvage and pillage --------------------------------------------------------------------


def salvage(builder: Builder, line: Salvage) -> None:
    """Rule: NV ECO-37."""
    roster = builder.roster
    _at_ic_for_salvage(builder, line.at)
    for id in line.ships:
        ship = roster.by_id.get(id)
        if ship is not None and (at := place_of(roster, ship)) != line.at:
            builder.refuse(
                f"{ship['name']} is at {at}, not at {line.at}",
                rule="NV ECO-37",
                outcome="It is not salvaged",
            )


def _at_ic_for_salvage(builder: Builder, at: str) -> None:
    system = _system(builder.roster, at)
    if system is None or not (system["yours"] and system["ic"]) or system["suppressed"]:
        builder.refuse(
            f"you have no unsuppressed Industrial Complex at {at}",
            rule="NV ECO-37",
            outcome="Nothing is salvaged there",
        )


def pillage(builder: Builder, line: Pillage) -> None:
    """Rule: NV ECO-32 to ECO-36."""
    system = builder.roster.systems[folded(line.at)]
    here = {str(unit["kind"]) for unit in system["surface"] if unit["owner"] == "you"}
    if not here & {"AA", "RA", "SDU"}:
        builder.refuse(
            f"you have no armies or SDUs at {line.at}",
            reason="They must be there when the turn begins",
            rule="NV ECO-34",
            outcome="Unless that changes it is not pillaged",
        )
    elif _is_own_world(system) and builder.options["pillage.own_world"] == "no":
        builder.refuse(
            f"{line.at} is a world of your own",
            reason="Its militia would have to be fought first",
            rule="NV ECO-36",
            outcome="It is not pillaged",
        )
    worth = system.get("revenue")
    if line.claim is not None and worth is not None:
        gain = min(int(worth), MOST_PILLAGE)
        if system["colonizer"] == "you" and not system["suppressed"] and gain != line.claim:
            builder.warn(f"pillaging {line.at} gives {gain} MCr, not {line.claim}")


def _is_own_world(system: Record) -> bool:
    return bool(system["status"] == "WORLD" and system["colonizer"] == "you")


# --- sums -----------------------------------------------------------------------------------


def price_of(roster: Roster, line: Expenditure, options: Any) -> int | None:
    """The price of one, in MCr; None where it is not known or there is none."""
    match line.kind:
        case "maintain":
            return MAINTAIN_COST
        case "rdt":
            return RDT_COST
        case "ship" | "part":
            return int(roster.designs[folded(line.name)]["cost"])
        case "build":
            return UNITS[line.name].cost
        case "gate":
            return UNITS["SG"].full_cost
        case "refit":
            return _refit(roster, line, options)
        case "status":
            return STATUS_COST
        case "info":
            return INFO_COST
        case "copy":
            return COPY_COST
        case _:
            return None


def _refit(roster: Roster, line: Expenditure, options: Any) -> int | None:
    ship = roster.by_id.get(line.id)
    old = roster.designs.get(folded(ship["design"])) if ship is not None else None
    if old is None:
        return None
    new = design_of(roster, roster.designs[folded(line.name)])
    free = options.get("refit.intangibles") == "free"
    was = design_of(roster, old)
    return None if refit_faults(was, new) else refit_cost(was, new, free)


def cost_of(roster: Roster, line: Expenditure, options: Any) -> int | None:
    """What a whole line costs at most, in MCr; None where that is not known."""
    each = price_of(roster, line, options)
    match line.kind:
        case "maintain":
            return MAINTAIN_COST * (line.number or teams_of(roster, line.project))
        case "rdt" | "ship" | "build":
            return None if each is None else each * line.number
        case "finish":
            hull = next(one for one in roster.hulls.values() if one["id"] == line.id)
            return line.amount or int(hull["cost"]) - int(hull["paid"])
        case "part" | "send":
            return line.amount
        case "repair":
            return line.amount or line.cost
        case _:
            return each


def teams_of(roster: Roster, project: str) -> int:
    """Teams on a project, or on all."""
    return sum(
        int(one["teams"])
        for one in _projects(roster)
        if not project or folded(_named(one)) == folded(project)
    )


@dataclass(frozen=True, slots=True)
class PlanSum:
    """What a list of expenditures comes to, in words, and what is wrong with that."""

    words: str
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class SumsOf:
    """What each list comes to in words, and the player's own sums with the right numbers."""

    plans: tuple[PlanSum, ...]
    claims: tuple[tuple[str, int], ...]


def sums_of(roster: Roster, orders: Orders, options: Any) -> SumsOf:
    """What a receipt says of the money. Rule: NV ORD-04, NV ECO-15."""
    money = money_of(roster, orders)
    plans = tuple(_plan_sum(roster, plan, money, options) for plan in orders.plans)
    return SumsOf(plans, tuple(_own_sums(roster, orders, money, options)))


@dataclass(frozen=True, slots=True)
class Money:
    """What there is to spend: treasury, production, salvage and pillage as claimed, debt."""

    treasury: int
    production: int
    gained: int
    debt: int

    @property
    def total(self) -> int:
        """All of it, the debt paid."""
        return self.treasury + self.production + self.gained - self.debt


def money_of(roster: Roster, orders: Orders) -> Money:
    """The money of a sheet, as far as its player knows it beforehand."""
    empire = roster.empire
    claims = [line.claim for line in orders.salvage] + [line.claim for line in orders.pillage]
    gained = sum(claim or 0 for claim in claims)
    production = int(empire.get("production_next") or 0)
    debt = int(empire.get("debt") or 0)
    return Money(int(empire["treasury"]), production, gained, debt)


def _spent(roster: Roster, plan: Plan, options: Any) -> tuple[int, int]:
    """The sum of a list, and how many lines of it have no sum that is known."""
    costs = [cost_of(roster, line, options) for line in plan.expenditures]
    return sum(cost or 0 for cost in costs), sum(cost is None for cost in costs)


def _plan_sum(roster: Roster, plan: Plan, money: Money, options: Any) -> PlanSum:
    spent, unknown = _spent(roster, plan, options)
    parts = [f"{money.treasury} treasury + {money.production} production"]
    parts += [f"+ {money.gained} salvage and pillage"] if money.gained else []
    parts += [f"- {money.debt} debt"] if money.debt else []
    left = money.total - spent
    words = f"({' '.join(parts)} - {spent} expenditures = {left} MCr"
    if unknown:
        words += f", {unknown} of {len(plan.expenditures)} without a known sum"
    always = plan.condition == Condition()  # else there may be more money than is known now
    problem = _borrowing(money, left) if always and left < 0 and spent else None
    return PlanSum(f"{words})", problem)


def _borrowing(money: Money, left: int) -> Problem:
    """Rule: NV ECO-15, NV ECO-17."""
    most = money.production + money.gained
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
