"""Research lines against what their player knows. Rule: NV RES-03 to RES-09."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.orders.money import Expenditure, Research
from pbm.games.nova.state.projects import is_better, own_level, points_between, table_for
from pbm.games.nova.view.record import ProjectView
from pbm.kit.problems import Problem, illegal


def named(project: ProjectView) -> str:
    """A project as expenditures name it."""
    if project.kind == "TECH":
        return f"{project.subject} {project.start}-{project.goal_level}"
    return f"{project.kind} {project.subject}"


def projects(roster: Roster) -> list[ProjectView]:
    """The player's projects."""
    return list(roster.view.projects)


def no_project(roster: Roster, line: Expenditure, begun: Sequence[Research] = ()) -> Problem | None:
    """There is no such project to pay for, none that is ``begun`` either. Rule: NV RES-03."""
    own = [named(one) for one in projects(roster)]
    running = {folded(one) for one in (*own, *map(_named_line, begun))}
    if not line.project or folded(line.project) in running:
        return None
    return illegal(
        f"you have no project {line.project}",
        None,
        reason=f"Your projects are {', '.join(own)}" if own else "You have no project",
        rule="NV RES-03",
        outcome="Nothing is paid for it",
    )


def research(resolver: Resolver, line: Research) -> None:
    """Rule: NV RES-05 to RES-09."""
    roster = resolver.roster
    old = _running(roster, line)
    if old is not None:
        _changed(resolver, line, old)
    elif line.drop or line.remove:
        resolver.refuse(
            f"you have no project {_named_line(line)}",
            rule="NV RES-09",
            outcome="There are no teams to take away",
        )
    elif line.kind == "TECH":
        _new_technology(resolver, line)


def _named_line(line: Research) -> str:
    if line.kind == "TECH":
        return f"{line.subject} {line.start}-{line.goal_level}"
    return f"{line.kind} {line.subject}"


def _running(roster: Roster, line: Research) -> ProjectView | None:
    for one in projects(roster):
        if one.kind == line.kind and folded(one.subject) == folded(line.subject):
            return one
    return None


def _changed(resolver: Resolver, line: Research, old: ProjectView) -> None:
    if line.kind == "TECH" and (line.start, line.goal_level) != (
        old.start,
        old.goal_level,
    ):
        resolver.refuse(
            f"your project on {line.subject} is {named(old)}",
            reason="The goal of a project cannot be changed once it is begun",
            rule="NV RES-09",
            outcome="It goes on as it was begun",
        )
    teams = old.teams
    if line.remove > teams:
        resolver.refuse(
            f"{named(old)} has {teams} teams, not {line.remove}",
            rule="NV RES-09",
            outcome=f"All {teams} are taken away, and the project collapses",
        )
    elif line.teams_before is not None and line.teams_before != teams:
        resolver.warn(f"{named(old)} has {teams} teams at the start, not {line.teams_before}")
    _claims(resolver, line, old.table, Fraction(old.goal))


def _new_technology(resolver: Resolver, line: Research) -> None:
    level = own_level(resolver.roster.empire.tech, line.subject)
    if line.start != level:
        resolver.refuse(
            f"your {line.subject} is {level}, not {line.start}",
            rule="NV RES-06",
            outcome="The project is not begun",
        )
        return
    if not is_better(line.subject, line.goal_level, level) or line.goal_level < 1:
        resolver.refuse(
            f"{line.subject} {line.goal_level} is no advance on {line.subject} {level}",
            rule="NV RES-05",
            outcome="The project is not begun",
        )
        return
    opened = resolver.roster.empire.open.get(line.subject, 0)
    on_c = bool(opened) and not is_better(line.subject, line.goal_level, opened)
    table = "C" if on_c else table_for(line.subject, line.start, line.goal_level)
    _claims(resolver, line, table, points_between(line.subject, line.start, line.goal_level))


def _claims(resolver: Resolver, line: Research, table: str, goal: Fraction) -> None:
    if line.table and line.table != table:
        resolver.warn(f"this project is on table {table}, not {line.table}")
    if line.goal is not None and line.goal != goal:
        said, own = amount_text(line.goal), amount_text(goal)
        resolver.warn(f"the goal of this project is {own} TP, not {said}")
