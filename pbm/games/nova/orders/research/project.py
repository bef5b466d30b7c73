"""Lines of RESEARCH: projects, and the teams they get. Rule: NV RES-03 to RES-11."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.orders.prefill import UNWRITTEN, Prefill
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.orders.money import Expenditure, Research
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.projects import (
    TECH,
    is_better,
    own_level,
    points_between,
    table_for,
    written,
)
from pbm.games.nova.view.record import ProjectView
from pbm.kit.problems import Found, Problem, illegal
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.envelope import Sheet
from pbm.sheets.quoting import Name, remark

PROJECTS = ("tech_project", "design_project")  # the grammar's rules for a project


def read(resolver: Resolver, node: Node) -> tuple[Research, ...]:
    """``BL 15-20 B (45) [4] +2 [6]``, ``drop NSD Hornet``."""
    line = line_of(resolver.ref, node)
    _one_technology(resolver, _project(node))
    before, after = line.teams_before, line.teams_after
    if before is not None and after is not None and before + line.add - line.remove != after:
        counts = f"+{line.add}" if line.add or not line.remove else f"-{line.remove}"
        resolver.warn(f"{before} {counts} is not {after} teams; what counts is {counts}")
    return (line,)


def line_of(ref: OrderRef, node: Node) -> Research:
    """A line of RESEARCH as it is written, with nothing said of it."""
    parts = {part.kind: part for part in node.parts}
    fields: dict[str, Any] = {"drop": node.token("DROP") is not None}
    if "table" in parts:
        fields["table"] = parts["table"].word[0].upper()
    if "goal" in parts:
        fields["goal"] = Fraction(parts["goal"].word.replace(",", "."))
    for key, field in (("teams", "teams_before"), ("after", "teams_after")):
        if key in parts:
            fields[field] = parts[key].number
    change = parts.get("change")
    if change is not None:
        fields["add" if change.word.type == "PLUS" else "remove"] = change.number
    return replace(_named(ref, _project(node)), **fields)


def _project(node: Node) -> Node:
    (project,) = (part for part in node.parts if part.kind in PROJECTS)
    return project


def _named(ref: OrderRef, node: Node) -> Research:
    if node.kind == "design_project":
        return Research(ref, node.word.type, bare(node.names[0]))
    start, goal = map(int, node.tokens("NUMBER"))
    return Research(ref, TECH, node.tokens("TECH")[0].upper(), start, goal)


def project_of(resolver: Resolver, node: Node) -> Research:
    """The project that a node of `PROJECTS` names, with no teams. Rule: NV RES-06."""
    _one_technology(resolver, node)
    return _named(resolver.ref, node)


def _one_technology(resolver: Resolver, node: Node) -> None:
    """Say that a project is about one technology alone. Rule: NV RES-06."""
    subject, *again = node.tokens("TECH") or ("",)
    if again and again[0].upper() != subject.upper():
        resolver.bad(
            again[0],
            f"a project is about one technology, not {subject.upper()} and {again[0].upper()}",
            rule="NV RES-06",
        )


def kept(roster: Roster) -> dict[str, int]:
    """Teams that the sheet leaves to each project under way, by `written`, folded.

    Rule: NV RES-13, as `research.teams_kept` has it in the turn.
    """
    lines = {(one.kind, folded(one.subject)): one for one in reversed(roster.projects)}
    found = {}
    for project in roster.view.projects:
        line = lines.get((project.kind, folded(project.subject)))
        left = project.teams
        if line is not None and (line.kind != TECH or written(line) == written(project)):
            left = 0 if line.drop else max(left - line.remove, 0)
        found[folded(written(project))] = left
    return found


def no_project(roster: Roster, line: Expenditure, begun: Sequence[Research] = ()) -> Problem | None:
    """There is no such project to pay for, none that is ``begun`` either. Rule: NV RES-03."""
    own = list(map(written, roster.view.projects))
    running = {folded(one) for one in (*own, *map(written, begun))}
    if not line.project or folded(line.project) in running:
        return None
    return illegal(
        f"you have no project {line.project}",
        None,
        reason=f"Your projects are {', '.join(own)}" if own else "You have no project",
        rule="NV RES-03",
        outcome="Nothing is paid for it",
    )


def check(resolver: Resolver, line: Research) -> Research:
    """A new project against one's technology, an old one against how it stands."""
    old = _running(resolver.roster, line)
    if old is not None:
        _changed(resolver, line, old)
    elif line.drop or line.remove:
        resolver.refuse(
            f"you have no project {written(line)}",
            rule="NV RES-09",
            outcome="There are no teams to take away",
        )
    elif line.kind == TECH:
        _new_technology(resolver, line)
    return line


def _running(roster: Roster, line: Research) -> ProjectView | None:
    for one in roster.view.projects:
        if one.kind == line.kind and folded(one.subject) == folded(line.subject):
            return one
    return None


def _changed(resolver: Resolver, line: Research, old: ProjectView) -> None:
    if line.kind == TECH and (line.start, line.goal_level) != (old.start, old.goal_level):
        resolver.refuse(
            f"your project on {line.subject} is {written(old)}",
            reason="The goal of a project cannot be changed once it is begun",
            rule="NV RES-09",
            outcome="It goes on as it was begun",
        )
    teams = old.teams
    if line.remove > teams:
        resolver.refuse(
            f"{written(old)} has {teams} teams, not {line.remove}",
            rule="NV RES-09",
            outcome=f"All {teams} are taken away, and the project collapses",
        )
    elif line.teams_before is not None and line.teams_before != teams:
        resolver.warn(f"{written(old)} has {teams} teams at the start, not {line.teams_before}")
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
            f"{line.subject} {line.goal_level} is not an advance on {line.subject} {level}",
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


def line_text(line: Research, names: Name) -> str:
    """The line in the language of the sheets."""
    project = written(line) if line.kind == TECH else f"{line.kind} {names(line.subject)}"
    parts = ["drop"] if line.drop else []
    parts += [project, line.table] if line.table else [project]
    parts += [f"({amount_text(line.goal)})"] if line.goal is not None else []
    parts += [f"[{line.teams_before}]"] if line.teams_before is not None else []
    parts += [f"+{line.add}"] if line.add else [f"-{line.remove}"] if line.remove else []
    parts += [f"[{line.teams_after}]"] if line.teams_after is not None else []
    return " ".join(parts)


def twice(orders: Orders) -> Iterator[Found]:
    """A project stands on one line. Rule: NV RES-06. Ambiguity: NV A-RES-STEP."""
    first: dict[tuple[str, str], int] = {}
    for line in orders.research:
        name = line.kind, folded(line.subject)
        if name in first:
            problem = illegal(
                f"research on {line.subject} is already on line {first[name]}",
                reason="There is one project at a time on a technology or design",
                rule="NV RES-06",
                outcome="This line counts for nothing",
            )
            yield line.ref.line, problem
        first.setdefault(name, line.ref.line)


def undesigned(roster: Roster, orders: Orders, beside: Sequence[Sheet]) -> Iterator[Found]:
    """Designs are handed in when their project is begun. Rule: NV RES-06, NV DSN-03."""
    known = {folded(design.name) for _ref, design in orders.designs.designs}
    known |= {folded(missile.name) for _ref, missile in orders.designs.missiles}
    known |= {folded(one.subject) for one in roster.view.projects}
    text = " ".join(line.text for sheet in beside for line in sheet.lines).casefold()
    for line in orders.research:
        name = folded(line.subject)
        if line.kind != TECH and not line.drop and name not in known and name not in text:
            problem = illegal(
                f'no design "{line.subject}" was handed in',
                reason="It must be handed in when its project is begun",
                rule="NV RES-06",
                outcome="The project is cancelled unless it is",
                remedy=f"Send a DESIGNS sheet with  DESIGN {line.subject}",
            )
            yield line.ref.line, problem


# Technologies of which a few levels more are a common project.
_EXAMPLES = ("BL", "PL", "XL", "SN", "SI")


def prefill(sheet: Prefill) -> Iterator[str]:
    """Projects as they stand, with the teams they begin with. Rule: NV RES-12."""
    projects = sheet.roster.view.projects
    for one in projects:
        project = written(one) if one.kind == TECH else f"{one.kind} {sheet.names(one.subject)}"
        goal, teams = amount_text(Fraction(one.goal)), one.teams
        done = f"  # {one.done} TP so far" if one.done is not None else ""
        yield f"  {project} {one.table} ({goal}) [{teams}] +0 [{teams}]{done}"
    if not projects:
        tech = sheet.roster.empire.tech
        kind = next((one for one in _EXAMPLES if one in tech), "BL")
        level = tech.get(kind, 0)
        line = Research(UNWRITTEN, TECH, kind, level, level + 5, add=4)
        yield from remark(line_text(replace(line, teams_before=0, teams_after=4), sheet.names))


RESEARCH = OrderKind(
    *("research", Research, read, line_text, check), rules=("project_line",), prefill=prefill
)
