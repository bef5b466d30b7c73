"""Research: teams are assigned in phases C and D, roll in phase L.

The money for teams is spent in phase C (finance.py), which asks `teams_kept` how many are to
be maintained and hands over, by `assign`, how many were paid.

Projects are nowhere on the map and nothing attacks them; they are shared with nobody.

Rule: NV RES-01 to NV RES-17, NV RES-19, NV RES-20.
Ambiguity: NV A-RDT-FIRST, NV A-RES-NEG, NV A-RES-COLLAPSE, NV A-RES-START-TEAMS, NV A-RES-STEP,
NV A-RES-FRAC, NV A-RES-FEE, NV A-RES-TABLE-FIX, NV A-RES-DESIGN-TECH.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.research.research_rolls import opened_before
from pbm.games.nova.state.design import REDESIGN_TP, Design, figures, new_design_tp
from pbm.games.nova.state.legality import faults, missile_faults, redesign_faults, with_intrinsic_tc
from pbm.games.nova.state.missiles import RESEARCH_TP
from pbm.games.nova.state.orders.money import Research
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.projects import (
    NMD,
    NSD,
    RSD,
    TECH,
    Key,
    Project,
    called,
    is_better,
    key_of,
    own_level,
    points_between,
    table_for,
    table_now,
    written,
)
from pbm.games.nova.state.state import Empire
from pbm.games.nova.state.working_state import Draft

MISSILE_TP = RESEARCH_TP  # NV DSN-22
TEAMS_A_WORLD = 3  # NV RES-04
_SHIPS = (NSD, RSD)


def teams_kept(empire: Empire, orders: Orders) -> dict[Key, int]:
    """Teams that want maintenance, by project in the order of priority.

    Projects of the sheet come first, in its order; removed teams want none. Rule: NV RES-13.
    """
    going = {key_of(project): project for project in empire.projects}
    kept: dict[Key, int] = {}
    for line in orders.research:
        project = going.get((line.kind, line.subject))
        if project is not None and key_of(project) not in kept and _is_of(line, project):
            less = project.teams if line.drop else line.remove
            kept[key_of(project)] = max(project.teams - less, 0)
    for name, project in going.items():
        kept.setdefault(name, project.teams)
    return kept


def _is_of(line: Research, project: Project) -> bool:
    """True if a line speaks of a project under way: start and goal are those it has."""
    if project.kind != TECH:
        return True
    return (line.start, line.goal_level) == (project.start, project.goal_level)


def may_create(draft: Draft, empire: Empire, kept: int, *, held: bool) -> int | None:
    """The most teams that may be created; None for no limit. ``kept`` are those maintained.

    ``held``: worlds that others captured do not count.

    Rule: NV RES-04. Ambiguity: NV A-RES-LIMIT-LOST, NV A-RES-WORLDS.
    """
    if empire.home and draft.systems[empire.home].owner == empire.id:
        return None
    worlds = sum(
        system.status == "WORLD"
        and system.colonizer == empire.id
        and not (held and system.captured)
        for system in draft.systems.values()
    )
    return max(TEAMS_A_WORLD * worlds - kept, 0)


def assign(
    work: PhaseContext, draft: Draft, empire_id: str, maintained: Mapping[Key, int], new: int
) -> int:
    """Put the teams that were paid to the projects of the sheet, in its order.

    ``maintained`` by project; what of it is less than there was has vanished. ``new`` teams
    were created; gives how many of these found no project. One without any team collapses.
    """
    empire = draft.empires[empire_id]
    orders = draft.base.orders.get(empire_id) or Orders(empire_id, missing=True)
    before = {key_of(project): project for project in empire.projects}
    wanted = teams_kept(empire, orders)
    left = new
    found: dict[Key, Project] = {}
    for line in orders.research:
        name = (line.kind, line.subject)
        old = before.get(name)
        why = _misplaced(line, old, name in found)
        if why:
            _refused(work, empire_id, line, *why)
            continue
        kept = maintained.get(name, 0) if old is not None else 0
        added = min(line.add, left)
        if line.drop and old is not None:
            del before[name]
            _collapsed(work, empire_id, old, "all its teams were removed", line.ref)
            continue
        if old is None and not added:
            _refused(work, empire_id, line, "none of your new teams is left for it", "NV RES-13")
            continue
        project = old or _begun(work, draft, empire, orders, line, list(found.values()))
        if project is None:
            continue
        left -= added
        if added < line.add:
            why = f"{added} of {line.add} new teams were left for this project", "NV RES-13"
            _refused(work, empire_id, line, *why)
        before.pop(name, None)
        found[name] = _manned(work, empire_id, project, kept, wanted.get(name, 0), added, line.ref)
    for name, old in before.items():
        kept = maintained.get(name, 0)
        found[name] = _manned(work, empire_id, old, kept, wanted[name], 0, None)
    if left:
        work.emit_to("teams_idle", empire_id, rule="NV RES-13", teams=left, new=new)
    draft.empires[empire_id] = replace(
        draft.empires[empire_id], projects=tuple(one for one in found.values() if one.teams)
    )
    return left


def _misplaced(line: Research, old: Project | None, named: bool) -> tuple[str, str] | None:
    """Why a line of research stands for nothing, and the rule; None if it does."""
    if named:
        return "an earlier line is about this project already", "NV RES-06"
    if old is None and (line.drop or not line.add):
        return "you have no such project, and the line adds no team to begin it", "NV RES-14"
    if old is not None and not _is_of(line, old):
        return f"{written(old)} is under way, and goals do not change", "NV RES-09"
    return None


def _refused(work: PhaseContext, empire: str, line: Research, why: str, rule: str) -> None:
    name = called(line)
    telling.failed(work, empire, line.ref, "", name, why, rule=rule)


def _manned(
    work: PhaseContext,
    empire: str,
    project: Project,
    kept: int,
    wanted: int,
    added: int,
    ref: OrderRef | None,
) -> Project:
    """The project with its teams of this turn; without any it collapses. Rule: NV RES-14.

    ``kept`` of the ``wanted`` old teams were maintained, ``added`` are new.
    """
    teams = kept + added
    if not teams:
        why = "its teams were not maintained" if wanted else "all its teams were removed"
        _collapsed(work, empire, project, why, ref)
    elif kept < wanted:
        work.emit_to(
            "teams_lost",
            empire,
            *key_of(project),
            rule="NV RES-03",
            order=ref,
            project=called(project),
            before=wanted + added,
            teams=teams,
        )
    return replace(project, teams=teams)


def _collapsed(
    work: PhaseContext, empire: str, project: Project, why: str, ref: OrderRef | None
) -> None:
    work.emit_to(
        "research_dropped",
        empire,
        *key_of(project),
        rule="NV RES-14",
        order=ref,
        project=called(project),
        done=project.done,
        why=why,
    )


def _begun(
    work: PhaseContext,
    draft: Draft,
    empire: Empire,
    orders: Orders,
    line: Research,
    others: Sequence[Project],
) -> Project | None:
    """A new project, or None with the reason told. ``others`` were begun by earlier lines."""
    make = _technology if line.kind == TECH else _missile if line.kind == NMD else _design
    made: _Made = make(draft, empire, orders, line)
    taken = {one.subject for one in (*empire.projects, *others) if one.kind in _SHIPS}
    if line.kind in _SHIPS and line.subject in taken:
        made = f'a design "{line.subject}" is being researched already', "NV ORD-36"
    if isinstance(made, Project):
        work.emit_to(
            "research_begun",
            empire.id,
            *key_of(made),
            rule="NV RES-06",
            order=line.ref,
            project=called(line),
            goal=made.goal,
            table=table_now(made, opened_before(draft, empire, made.subject)),
        )
        return made
    _refused(work, empire.id, line, *made)
    return None


_Made = Project | tuple[str, str]


def _technology(_draft: Draft, empire: Empire, _orders: Orders, line: Research) -> _Made:
    own = own_level(empire.tech, line.subject)
    if line.start != own:
        has = f"you have {line.subject}{own}" if own else f"you have no {line.subject}"
        return f"it starts from {line.subject}{line.start}, but {has}", "NV RES-06"
    if not is_better(line.subject, line.goal_level, own) or line.goal_level < 1:
        return f"{called(line)} is no better than what you have", "NV RES-05"
    try:
        goal = points_between(line.subject, own, line.goal_level)
    except ValueError as fault:
        return str(fault), "NV RES-05"
    if goal <= 0:
        return f"{called(line)} costs no tech points", "NV RES-05"
    kind = table_for(line.subject, own, line.goal_level)
    return Project(TECH, line.subject, goal, kind, own, line.goal_level)


def _design(draft: Draft, empire: Empire, orders: Orders, line: Research) -> _Made:
    """A ship design or redesign: handed in with these orders, else the project is cancelled."""
    handed = {design.name: design for _ref, design in orders.designs.designs}
    design = handed.get(line.subject)
    if design is None:
        return f'no design "{line.subject}" was handed in with these orders', "NV RES-06"
    if line.subject in empire.designs:
        return f'you have a design "{line.subject}" already', "NV ORD-36"
    if (line.kind == RSD) != bool(design.of):
        form = "a redesign" if design.of else "a new design"
        return f'"{line.subject}" was handed in as {form}', "NV DSN-33"
    wrong = _design_faults(draft, empire, design)
    if wrong:
        return "; ".join(wrong), "NV TEC-41"
    own = replace(design, empire=empire.id)
    if line.kind == NSD:
        own = with_intrinsic_tc(own, empire.tech)
    points = new_design_tp(figures(own).cost) if line.kind == NSD else REDESIGN_TP
    return Project(line.kind, line.subject, Fraction(points), "C", design=own)


def _design_faults(draft: Draft, empire: Empire, design: Design) -> list[str]:
    if not design.of:
        return [f"{one.fault}: {one.reason}" for one in faults(design, empire.tech)]
    old = empire.designs.get(design.of)
    if old is None:
        return [f'you have no design "{design.of}" to be redesigned']
    return [
        f"{one.fault}: {one.reason}"
        for one in redesign_faults(draft.designs[old], design, empire.tech)
    ]


def _missile(_draft: Draft, empire: Empire, orders: Orders, line: Research) -> _Made:
    handed = {missile.name: missile for _ref, missile in orders.designs.missiles}
    missile = handed.get(line.subject)
    if missile is None:
        return f'no missile "{line.subject}" was handed in with these orders', "NV RES-06"
    if line.subject in empire.missiles:
        return f'you have a missile "{line.subject}" already', "NV ORD-36"
    wrong = missile_faults(missile, empire.tech)
    if wrong:
        return "; ".join(f"{one.fault}: {one.reason}" for one in wrong), "NV DSN-22"
    return Project(NMD, line.subject, Fraction(MISSILE_TP), "C", missile=missile)
