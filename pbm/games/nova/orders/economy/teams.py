"""Bills of research teams: Maintain, RDT, Status. Rule: NV ECO-45, NV RES-03, NV RES-16."""

from collections.abc import Iterator, Mapping, Sequence

from pbm.games.nova.orders.economy.bill import Bill, fixed
from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.orders.research.project import PROJECTS, kept, no_project, project_of
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.projects import written
from pbm.kit.problems import Found, warning
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name


def _project(resolver: Resolver, node: Node) -> Mapping[str, str]:
    """The project as `written`, "" for all."""
    project = node.part(*PROJECTS)
    return {} if project is None else {"project": written(project_of(resolver, project))}


def _project_words(line: Expenditure, names: Name) -> str:
    """The project; its design in quotes where it must be."""
    kind, _, name = line.project.partition(" ")
    return f"{kind} {names(name)}" if kind in ("NSD", "RSD", "NMD") else line.project or "all"


def number_words(line: Expenditure) -> str:
    """How many are bought."""
    return f"up to {line.number}" if line.up_to else str(line.number)


def _maintain_words(line: Expenditure, names: Name) -> str:
    teams = f" [{line.number}]" if line.number else ""
    return f"Maintain {_project_words(line, names)}{teams}"


def _maintain_cost(roster: Roster, line: Expenditure, _options: Mapping[str, str]) -> int:
    """Of so many teams, or of all that the sheet leaves to the project, or to all projects."""
    teams = kept(roster)
    named = teams if not line.project else [folded(line.project)]
    left = sum(teams.get(one, 0) for one in named)
    return fees.UPKEEP * min(line.number or left, left)


def _check_maintain(resolver: Resolver, line: Expenditure) -> None:
    if (wrong := no_project(resolver.roster, line)) is not None:
        resolver.say(wrong)


# --- together -------------------------------------------------------------------------------


def assigned(orders: Orders) -> Iterator[Found]:
    """Teams bought against teams assigned. Rule: NV RES-13."""
    lists = [plan.bills("rdt") for plan in orders.plans]
    sums = [sum(line.number for line in lines) for lines in lists]
    assigned = sum(line.add for line in orders.research)
    if assigned in sums:
        return
    bought = max(sums)
    refs = [line.ref for line in orders.research if line.add]
    refs += [line.ref for lines in lists for line in lines]
    reason = (
        "Teams go to projects from the top of RESEARCH as long as there are any"
        if bought < assigned
        else "Teams without a project are not created"
    )
    fault = f"{bought} new teams are bought and {assigned} assigned"
    yield refs[0].line, warning(fault, reason=reason, rule="NV RES-13")


def unkept(roster: Roster, orders: Orders) -> Iterator[Found]:
    """Teams that a list leaves without upkeep, if the sheet speaks of any. Rule: NV RES-03.

    Spoken of are those of projects on lines of RESEARCH, and all where a list maintains some.
    """
    lines = {(line.kind, folded(line.subject)) for line in orders.research}
    running = {
        folded(written(one)): (one.kind, folded(one.subject)) for one in roster.view.projects
    }
    spoken = {name for name, project in running.items() if project in lines}
    for plan in orders.plans:
        upkeep = plan.bills("maintain")
        left = _left_out(kept(roster), upkeep)
        lacking = sum(number for name, number in left.items() if upkeep or name in spoken)
        if lacking:
            refs = [line.ref for line in upkeep or plan.expenditures]
            refs += [line.ref for line in orders.research]
            teams_have = "team has" if lacking == 1 else "teams have"
            problem = warning(
                f"{lacking} {teams_have} no upkeep",
                reason="Teams that are not maintained are disbanded, and a project without"
                " a team is lost with all its points",
                rule="NV RES-03",
                remedy="Write  Maintain all  at the top of EXPENDITURES",
            )
            yield refs[0].line, problem


def _left_out(teams: Mapping[str, int], upkeep: Sequence[Expenditure]) -> dict[str, int]:
    """How many of the teams kept the Maintain lines leave out, by project."""
    left = dict(teams)
    for line in upkeep:
        number = line.number
        for name in left:
            if not line.project or folded(line.project) == name:
                paid = min(left[name], number) if line.number else left[name]
                left[name], number = left[name] - paid, number - paid
    return left


def reports(roster: Roster, orders: Orders) -> Iterator[Found]:
    """Reports are paid on projects that run, or are begun on this sheet. Rule: NV RES-16."""
    for line in (one for plan in orders.plans for one in plan.tries if one.kind == "status"):
        if (wrong := no_project(roster, line, orders.research)) is not None:
            yield line.ref.line, wrong


MAINTAIN = Bill(
    "maintain",
    _maintain_words,
    _project,
    price=fixed(fees.UPKEEP),
    cost=_maintain_cost,
    check=_check_maintain,
    usual=0,
)
RDT = Bill(
    "rdt",
    lambda line, _names: f"RDT {number_words(line)}",
    price=fixed(fees.TEAM),
    least=1,
    said="RDT",
)
STATUS = Bill(
    "status",
    lambda line, names: f"Status {_project_words(line, names)}",
    _project,
    price=fixed(fees.REPORT),
)
