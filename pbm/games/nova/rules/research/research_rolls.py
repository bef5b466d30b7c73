"""The rolls of research and what a finished project brings."""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import only
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules import telling
from pbm.games.nova.state import fees
from pbm.games.nova.state.projects import Project, called, key_of, points_rolled, table_now
from pbm.games.nova.state.state import Empire
from pbm.games.nova.state.working_state import Draft, drafting


def finish(work: PhaseContext) -> None:
    """Phase L: every team rolls; projects that reach their goal are done.

    Rule: NV RES-10, NV RES-11, NV EOT-14.
    """
    with drafting(work) as draft:
        for empire_id in list(draft.empires):
            if draft.empires[empire_id].projects:
                _roll_all(work, draft, empire_id)


def _roll_all(work: PhaseContext, draft: Draft, empire_id: str) -> None:
    going: list[Project] = []
    for project in draft.empires[empire_id].projects:
        after = _rolled(work, draft, empire_id, project)
        if after.done >= after.goal:
            _done(work, draft, empire_id, after)
        else:
            going.append(after)
    draft.empires[empire_id] = replace(draft.empires[empire_id], projects=tuple(going))


def _rolled(work: PhaseContext, draft: Draft, empire_id: str, project: Project) -> Project:
    """The project after this turn's dice; progress is reported only to those who may know it.

    The dice are in the game master's group whether a report was bought or not, so that
    buying one changes no face.
    """
    empire = draft.empires[empire_id]
    kind = table_now(project, opened_before(draft, empire, project.subject))
    shown = only(empire_id) if work.options["research_reports"] == "all" else only()
    name = called(project)
    parts = ("research", empire_id, name.replace("/", "-"))
    roll = work.roll("d10", *parts, count=project.teams, seen=shown)
    found = [points_rolled(kind, face) for face in roll.faces]
    terms = work.counted(
        (("before", project.done), *((f"team {n}", points) for n, points in enumerate(found, 1))),
        *parts,
    )
    after = replace(project, done=sum(points for _team, points in terms))
    work.emit(
        "research_rolled",
        empire_id,
        *key_of(project),
        rule="NV RES-10",
        seen=shown,
        rolls=(roll,),
        terms=terms,
        project=name,
        table=kind,
        done=after.done,
        goal=project.goal,
        teams=project.teams,
    )
    if draft.given.get(key("status", empire_id, "", name)) and after.done < after.goal:
        work.emit_to(
            "research_status",
            empire_id,
            *key_of(project),
            rule="NV RES-16",
            project=name,
            done=after.done,
            goal=project.goal,
        )
    return after


def opened_before(draft: Draft, empire: Empire, kind: str) -> int:
    """The level of a technology that pillage opened to an empire before this turn, 0 for none.

    What is opened this turn counts from the next one on. Ambiguity: NV A-RES-TABLE-FIX.
    """
    now = empire.open.get(kind, 0)
    return draft.given.get(key("opened", empire.id, "", kind), now)


def _done(work: PhaseContext, draft: Draft, empire_id: str, project: Project) -> None:
    """Reports the project, gives what it brings, and gives back the price of its report.

    Designs that use a new technology are handed in from next turn on. Rule: NV RES-15.
    """
    empire = draft.empires[empire_id]
    name = called(project)
    if project.design is not None:
        design_key = f"{empire_id}/{project.subject}"
        draft.designs[design_key] = project.design
        empire = replace(empire, designs={**empire.designs, project.subject: design_key})
    elif project.missile is not None:
        empire = replace(
            empire,
            missiles={**empire.missiles, project.subject: project.missile},
            missiles_from={**empire.missiles_from, project.subject: work.turn},
        )
    else:
        empire = replace(empire, tech={**empire.tech, project.subject: project.goal_level})
    draft.empires[empire_id] = empire
    work.emit_to(
        "research_done",
        empire_id,
        *key_of(project),
        rule="NV RES-11",
        project=name,
        project_kind=project.kind,
        subject=project.subject,
        teams=project.teams,
    )
    if draft.given.get(key("status", empire_id, "", name)):
        telling.paid(
            work, draft, empire_id, -fees.REPORT, "report_refunded", rule="NV RES-16", project=name
        )
