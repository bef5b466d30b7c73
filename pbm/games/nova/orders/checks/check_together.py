"""What is said of a sheet's lines together: names for ships built, teams bought, limits.

Rule: NV ECO-03, NV ORD-41, NV RES-05, NV RES-06.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pbm.games.nova.orders.economy.plans import is_unconditional
from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.orders.research.project import no_project
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Expenditure, Research
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.projects import written
from pbm.games.nova.view.record import ProjectView
from pbm.kit.problems import Problem, Severity, illegal
from pbm.sheets.envelope import Sheet

Found = tuple[int, Problem]
Built = tuple[str, str]  # place and design

ARMIES = ("AA", "RA")
WORLD_ARMIES, HOME_ARMIES = 2, 4  # a turn. Rule: NV ECO-03.


def together(
    roster: Roster, orders: Orders, options: Mapping[str, str], beside: Sequence[Sheet]
) -> Iterator[Found]:
    """Problems that no line shows by itself, each with the number of its line."""
    yield from _names(roster, orders, options)
    yield from _teams(orders)
    yield from _unkept(roster, orders)
    yield from _twice(orders)
    yield from _armies(roster, orders)
    yield from _designs(roster, orders, beside)
    yield from _sends(orders)
    yield from _reports(roster, orders)


def _reports(roster: Roster, orders: Orders) -> Iterator[Found]:
    """Reports are paid on projects that run, or are begun on this sheet. Rule: NV RES-16."""
    for plan in orders.plans:
        for line in (one for top in plan.expenditures for one in (top, *top.or_else)):
            wrong = no_project(roster, line, orders.research) if line.kind == "status" else None
            if wrong is not None:
                yield line.ref.line, wrong


def _sends(orders: Orders) -> Iterator[Found]:
    """Transfers of MCr are not conditional. Rule: NV ECO-46."""
    for plan in orders.plans:
        for line in (one for top in plan.expenditures for one in (top, *top.or_else)):
            if line.kind == "send" and not is_unconditional(line, orders.plans):
                yield (
                    line.ref.line,
                    illegal(
                        "a transfer of MCr cannot be conditional",
                        reason="It does not stand in every list of expenditures",
                        rule="NV ECO-46",
                        outcome="Nothing is sent",
                        remedy="Write the same line into each list",
                    ),
                )


def _bought(orders: Orders) -> Iterator[Expenditure]:
    """What the list that always holds buys."""
    yield from orders.plans[-1].expenditures


def _names(roster: Roster, orders: Orders, options: Mapping[str, str]) -> Iterator[Found]:
    """As many names as ships, by place and design. Rule: NV ORD-41, NV PEN-01, NV ORD-09."""
    lenient = roster.turn <= int(options["lenient_turns"])
    capital = roster.empire.capital
    built: Counter[Built] = Counter()
    lines: dict[Built, int] = {}
    for plan in orders.plans:
        most: Counter[Built] = Counter()
        for line in plan.expenditures:
            most += _most_of(line, capital)
        for line in plan.expenditures:
            for key in _most_of(line, capital):
                lines.setdefault(key, line.ref.line)
        built |= most
    named: Counter[Built] = Counter()
    for one in orders.commissions:
        named[one.at, one.design] += len(one.names)
        lines.setdefault((one.at, one.design), one.ref.line)
    for key in sorted(built | named):
        at, design = key
        if named[key] < built[key]:
            lacking = built[key] - named[key]
            has, names = ("has", "a name") if lacking == 1 else ("have", f"{lacking} names")
            price = ", as yet without a fine" if lenient else f" for {fees.NAMING} MCr each"
            yield (
                lines[key],
                Problem(
                    Severity.WARNING,
                    f"{lacking} of {built[key]} {design} built at {at} {has} no name",
                    reason=f"The program names them{price}, and they obey no orders this turn",
                    rule="NV ORD-41",
                    remedy=f"Write under COMMISSIONS  {at} {design}: and {names}",
                ),
            )
        elif named[key] > built[key]:
            fault = f"{named[key]} names for {built[key]} {design} built at {at}"
            yield (
                lines[key],
                Problem(Severity.WARNING, fault, reason="Names that are left over are not used"),
            )


def _most_of(line: Expenditure, capital: str) -> Counter[Built]:
    """The most ships a line can build, by place and design; one of its alternatives counts."""
    most: Counter[Built] = Counter()
    for one in (line, *line.or_else):
        if one.kind == "ship":
            most |= Counter({(one.at or capital, one.name): one.number})
    return most


def _teams(orders: Orders) -> Iterator[Found]:
    """Teams bought against teams assigned. Rule: NV RES-13."""
    lists = [[line for line in plan.expenditures if line.kind == "rdt"] for plan in orders.plans]
    sums = [sum(line.number for line in lines) for lines in lists]
    assigned = sum(line.add for line in orders.research)
    bought = max(sums)
    if assigned in sums:
        return
    refs = [line.ref for line in orders.research if line.add]
    refs += [line.ref for lines in lists for line in lines]
    fault = f"{bought} new teams are bought and {assigned} assigned"
    reason = (
        "Teams go to projects from the top of RESEARCH as long as there are any"
        if bought < assigned
        else "Teams without a project are not created"
    )
    yield refs[0].line, Problem(Severity.WARNING, fault, reason=reason, rule="NV RES-13")


def _unkept(roster: Roster, orders: Orders) -> Iterator[Found]:
    """Teams that a list leaves without upkeep, if the sheet speaks of any. Rule: NV RES-03.

    Spoken of are those of projects on lines of RESEARCH, and all where a list maintains some.
    """
    kept: dict[str, int] = {}
    spoken: set[str] = set()
    for one in roster.view.projects:
        line = _line_of(orders, one)
        name, teams = folded(written(one)), one.teams
        less = 0 if line is None else teams if line.drop else line.remove
        kept[name] = max(teams - less, 0)
        if line is not None:
            spoken.add(name)
    for plan in orders.plans:
        upkeep = [line for line in plan.expenditures if line.kind == "maintain"]
        left = _left_out(kept, upkeep)
        lacking = sum(number for name, number in left.items() if upkeep or name in spoken)
        refs = [line.ref for line in upkeep or plan.expenditures]
        refs += [line.ref for line in orders.research]
        if lacking:
            teams_have = "team has" if lacking == 1 else "teams have"
            yield (
                refs[0].line,
                Problem(
                    Severity.WARNING,
                    f"{lacking} {teams_have} no upkeep",
                    reason="Teams that are not maintained are disbanded, and a project without"
                    " a team is lost with all its points",
                    rule="NV RES-03",
                    remedy="Write  Maintain all  at the top of EXPENDITURES",
                ),
            )


def _line_of(orders: Orders, project: ProjectView) -> Research | None:
    """The first line of RESEARCH that speaks of a running project."""
    name = project.kind, folded(project.subject)
    return next((one for one in orders.research if (one.kind, folded(one.subject)) == name), None)


def _left_out(kept: Mapping[str, int], upkeep: Sequence[Expenditure]) -> dict[str, int]:
    """How many of the teams kept the Maintain lines leave out, by project."""
    left = dict(kept)
    for line in upkeep:
        number = line.number
        for name in left:
            if not line.project or folded(line.project) == name:
                paid = min(left[name], number) if line.number else left[name]
                left[name], number = left[name] - paid, number - paid
    return left


def _twice(orders: Orders) -> Iterator[Found]:
    """A project stands on one line. Rule: NV RES-06. Ambiguity: NV A-RES-STEP."""
    first: dict[tuple[str, str], int] = {}
    for line in orders.research:
        name = line.kind, folded(line.subject)
        if name in first:
            yield (
                line.ref.line,
                illegal(
                    f"research on {line.subject} stands on line {first[name]} already",
                    reason="There is one project at a time on a technology or design",
                    rule="NV RES-06",
                    outcome="This line counts for nothing",
                ),
            )
        first.setdefault(name, line.ref.line)


def _armies(roster: Roster, orders: Orders) -> Iterator[Found]:
    """Two armies a turn on a world, four on a home star. Rule: NV ECO-03."""
    capital = roster.empire.capital
    built: Counter[str] = Counter()
    for line in _bought(orders):
        if line.kind != "build" or line.name not in ARMIES:
            continue
        at = line.at or capital
        built[at] += line.number
        system = roster.systems.get(folded(at))
        most = HOME_ARMIES if system is not None and system.home else WORLD_ARMIES
        if built[at] > most:
            yield (
                line.ref.line,
                illegal(
                    f"{built[at]} armies at {at} are too many",
                    reason=f"At most {most} are built there in a turn",
                    rule="NV ECO-03",
                    outcome=f"{built[at] - most} of them will not be built",
                ),
            )
            built[at] = most


def _designs(roster: Roster, orders: Orders, beside: Sequence[Sheet]) -> Iterator[Found]:
    """Designs are handed in when their project is begun. Rule: NV RES-06, NV DSN-03."""
    handed = {folded(design.name) for _ref, design in orders.designs.designs}
    handed |= {folded(missile.name) for _ref, missile in orders.designs.missiles}
    running = {folded(one.subject) for one in roster.view.projects}
    text = " ".join(line.text for sheet in beside for line in sheet.lines).casefold()
    for line in orders.research:
        name = folded(line.subject)
        if line.kind == "TECH" or line.drop or name in handed | running or name in text:
            continue
        yield (
            line.ref.line,
            illegal(
                f'no design "{line.subject}" was handed in',
                reason="It must be handed in when its project is begun",
                rule="NV RES-06",
                outcome="The project is cancelled unless it is",
                remedy=f"Send a DESIGNS sheet with  DESIGN {line.subject}",
            ),
        )
