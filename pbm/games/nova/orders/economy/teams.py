"""Bills of research teams: Maintain, RDT, Status. Rule: NV ECO-45, NV RES-03, NV RES-16."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.games.nova.orders.code_printer import Names
from pbm.games.nova.orders.economy.bill import Bill, fixed
from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.orders.research.project import PROJECTS, no_project, project_of
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.projects import written
from pbm.language.parse_tree import Node


def _project(resolver: Resolver, node: Node) -> Mapping[str, str]:
    """The project as `written`, "" for all."""
    project = node.part(*PROJECTS)
    return {} if project is None else {"project": written(project_of(resolver, project))}


def _project_words(line: Expenditure, names: Names) -> str:
    """The project; its design in quotes where it must be."""
    kind, _, name = line.project.partition(" ")
    return f"{kind} {names(name)}" if kind in ("NSD", "RSD", "NMD") else line.project or "all"


def number_words(line: Expenditure) -> str:
    """How many are bought."""
    return f"up to {line.number}" if line.up_to else str(line.number)


def _maintain_words(line: Expenditure, names: Names) -> str:
    teams = f" [{line.number}]" if line.number else ""
    return f"Maintain {_project_words(line, names)}{teams}"


def _maintain_cost(roster: Roster, line: Expenditure, _options: Mapping[str, str]) -> int:
    """Of so many teams, or of all on the project, or on all projects."""
    teams = line.number or sum(
        one.teams
        for one in roster.view.projects
        if not line.project or folded(written(one)) == folded(line.project)
    )
    return fees.UPKEEP * teams


def _check_maintain(resolver: Resolver, line: Expenditure) -> None:
    if (wrong := no_project(resolver.roster, line)) is not None:
        resolver.say(wrong)


MAINTAIN = Bill(
    "maintain",
    _maintain_words,
    _project,
    price=fixed(fees.UPKEEP),
    cost=_maintain_cost,
    check=_check_maintain,
    usual=0,
)
RDT = Bill("rdt", lambda line, _names: f"RDT {number_words(line)}", price=fixed(fees.TEAM), least=1)
STATUS = Bill(
    "status",
    lambda line, names: f"Status {_project_words(line, names)}",
    _project,
    price=fixed(fees.REPORT),
)
