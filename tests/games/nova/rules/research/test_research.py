"""Research: teams, projects, dice, what comes of them.

Rule: NV RES-01 to RES-17. Ambiguity: NV A-RDT-FIRST, A-RES-ZERO, A-RES-STEP, A-RES-FRAC,
A-RES-TABLE-FIX, A-RES-PART-C, A-RES-LIMIT-LOST, A-RES-NEG, A-RES-COLLAPSE, A-RES-FEE.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.research import research, research_rolls
from pbm.games.nova.state import projects
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design, figures, new_design_tp
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.designs import DesignSheet
from pbm.games.nova.state.orders.money import Research
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.projects import Project
from pbm.games.nova.state.state import Empire
from pbm.games.nova.state.working_state import Draft, drafting
from tests.games.nova.builders import design, empire, home, ref, state, system, told, work

BL20 = Project("TECH", "BL", Fraction(17), "B", 15, 20, teams=4)
EW1 = Project("TECH", "EW", Fraction(16), "A", 0, 1, teams=2)
NO_DESIGNS = DesignSheet()
TECH = {"BL": 15, "JD": 3, "IE": 2, "FD": 3, "FC": 3, "LT": 8}


def tech(kind: str, start: int, goal: int, add: int = 0, **fields: Any) -> Research:
    return Research(ref(f"{kind} {start}-{goal}"), "TECH", kind, start, goal, add, **fields)


def named(kind: str, subject: str, add: int = 0, **fields: Any) -> Research:
    return Research(ref(f"{kind} {subject}"), kind, subject, add=add, **fields)


def ann(*going: Project, **fields: Any) -> Empire:
    return empire("ann", **{"tech": TECH, "projects": going, **fields})


def assigned(
    *lines: Research,
    going: tuple[Project, ...] = (),
    paid: dict[str, int] | None = None,
    new: int = 0,
    sheet: DesignSheet = NO_DESIGNS,
    **fields: Any,
) -> tuple[PhaseContext, dict[str, int]]:
    """Phase C's end: teams by project, and the work. ``paid`` by subject, all unless told."""
    orders = Orders("ann", research=lines, designs=sheet)
    table = state(ann(*going), **fields)
    made = work(table, [orders], phase="C")
    kept = research.teams_kept(table.empires["ann"], orders)
    if paid is not None:
        kept = {name: paid.get(name[1], 0) for name in kept}
    with drafting(made) as draft:
        left = research.assign(made, draft, "ann", kept, new)
    assert left == sum(event.facts["teams"] for event in told(made, "teams_idle"))
    after = made.state.empires["ann"].projects
    return made, {one.subject: one.teams for one in after}


def why(made: PhaseContext) -> list[str]:
    return [event.facts["why"] for event in told(made, "failed")]


# --- numbers of the book ---


@pytest.mark.parametrize(
    ("kind", "start", "goal", "points", "table"),
    [
        ("BL", 15, 20, 17, "B"),
        ("EW", 0, 1, 16, "A"),
        ("FD", 3, 4, 14, "B"),
        ("FD", 2, 3, 10, "A"),  # 10 > 8
        ("SN", 10, 20, 3, "A"),
        ("JD", 5, 7, 24, "B"),
        ("JD", 5, 8, 39, "A"),
        ("LT", 8, 6, 4, "A"),
        ("LT", 4, 3, 9, "B"),
    ],
)
def test_goal_and_table(kind: str, start: int, goal: int, points: int, table: str) -> None:
    assert projects.points_between(kind, start, goal) == points
    assert projects.table_for(kind, start, goal) == table


def test_a_difference_just_what_is_held_is_table_b() -> None:
    assert projects.points_between("JD", 5, 7) < 25 < projects.points_between("JD", 5, 8)
    assert projects.table_for("SM", 1, 2) == "A"  # 1.5 against 0.5
    assert projects.points_between("FA", 20, 40) == 7  # 9 held


@pytest.mark.parametrize(
    ("face", "points"),
    [
        (1, (1, 2, 2)),
        *((face, (1, 1, 2)) for face in range(2, 6)),
        (6, (1, 1, 1)),
        *((face, (0, 1, 1)) for face in range(7, 10)),
        (10, (-1, 0, 1)),
    ],
)
def test_the_tables(face: int, points: tuple[int, int, int]) -> None:
    assert tuple(projects.points_rolled(table, face) for table in "ABC") == points


@pytest.mark.parametrize(
    ("goal", "captured", "table"), [(20, 0, "B"), (20, 19, "B"), (20, 20, "C"), (20, 25, "C")]
)
def test_captured_technology_is_on_table_c_up_to_its_level(
    goal: int, captured: int, table: str
) -> None:
    assert projects.table_now(replace(BL20, goal_level=goal), captured) == table


def test_captured_lag_time_counts_downwards() -> None:
    lag = Project("TECH", "LT", Fraction(4), "A", 8, 6)
    assert projects.table_now(lag, 7) == "A" and projects.table_now(lag, 6) == "C"
    assert projects.table_now(lag, 5) == "C"


def test_designs_are_on_table_c() -> None:
    assert projects.table_now(Project("NSD", "Hornet", Fraction(2), "C"), 0) == "C"


def test_how_projects_are_called() -> None:
    assert projects.called(BL20) == "BL20" and projects.written(BL20) == "BL 15-20"
    hornet = Project("NSD", "Hornet", Fraction(2), "C")
    assert projects.called(hornet) == projects.written(hornet) == "NSD Hornet"


def test_what_an_empire_has_itself() -> None:
    assert projects.own_level({"XL": 20}, "BL") == 0
    assert projects.own_level({}, "LT") == 8 and projects.own_level({"LT": 5}, "LT") == 5
    assert projects.own_level({}, "IE") == 1 and projects.own_level({}, "EW") == 0


# --- how many teams ---


@pytest.mark.parametrize(
    ("held", "kept", "may"), [(True, 99, None), (False, 8, 0), (False, 6, 0), (False, 4, 2)]
)
def test_without_a_home_star_three_teams_for_each_world(
    held: bool, kept: int, may: int | None
) -> None:
    """The two worlds are its own, whoever holds them; one settlement does not count.

    Ambiguity: NV A-RES-WORLDS.
    """
    worlds = [
        system("ALGOL", colonies=3, colonizer="ann"),
        system("TEDDY", colonies=3, colonizer="ann", owner="bea"),
        system("SHOOT", colonies=2, colonizer="ann"),
        system("MAVIS", colonies=3, colonizer="bea", owner="ann"),
    ]
    star = home("ann", colonies=3 if held else 0, colonizer="ann" if held else "", owner="")
    star = replace(star, owner="ann" if held else "bea")
    table = state(star, *worlds, ann())
    assert research.may_create(Draft(table), table.empires["ann"], kept, held=False) == may
    gone = replace(table.empires["ann"], home="")
    assert research.may_create(Draft(table), gone, 4, held=False) == (5 if held else 2)
    assert research.may_create(Draft(table), gone, 2, held=True) == (4 if held else 1)


def test_teams_that_want_maintenance_in_the_order_of_the_sheet() -> None:
    jd = Project("TECH", "JD", Fraction(7), "B", 3, 4, teams=1)
    lines = (tech("EW", 0, 1, remove=1), tech("BL", 15, 20, 2), tech("EW", 0, 1, remove=2))
    kept = research.teams_kept(ann(BL20, EW1, jd), Orders("ann", research=lines))
    assert list(kept.items()) == [(("TECH", "EW"), 1), (("TECH", "BL"), 4), (("TECH", "JD"), 1)]
    dropped = (
        tech("BL", 15, 20, drop=True),
        tech("EW", 0, 1, remove=9),
        tech("JD", 3, 9, remove=1),
    )
    kept = research.teams_kept(ann(BL20, EW1, jd), Orders("ann", research=dropped))
    assert sorted(kept.items()) == [(("TECH", "BL"), 0), (("TECH", "EW"), 0), (("TECH", "JD"), 1)]


# --- assignment ---


def test_new_teams_begin_a_project() -> None:
    made, teams = assigned(tech("BL", 15, 20, 4), new=4)
    assert teams == {"BL": 4}
    (project,) = made.state.empires["ann"].projects
    assert (project.goal, project.table, project.start, project.goal_level) == (17, "B", 15, 20)
    (event,) = told(made, "research_begun")
    assert (event.facts["project"], event.facts["goal"]) == ("BL20", 17)


def test_projects_get_new_teams_in_the_order_of_the_sheet() -> None:
    made, teams = assigned(tech("EW", 0, 1, 3), tech("BL", 15, 20, 2), going=(BL20,), new=4)
    assert teams == {"EW": 3, "BL": 5}
    assert list(teams) == ["EW", "BL"]
    assert why(made) == ["1 of 2 new teams were left for this project"]


def test_teams_left_over() -> None:
    made, teams = assigned(tech("BL", 15, 20, 2), new=5)
    assert teams == {"BL": 2}
    (event,) = told(made, "teams_idle")
    assert (event.facts["teams"], event.facts["new"]) == (3, 5)


def test_teams_that_are_not_maintained_are_gone() -> None:
    made, teams = assigned(going=(BL20, EW1), paid={"BL": 3, "EW": 2})
    assert teams == {"BL": 3, "EW": 2}
    (event,) = told(made, "teams_lost")
    assert (event.facts["before"], event.facts["teams"]) == (4, 3)
    made, teams = assigned(tech("BL", 15, 20, 2), going=(BL20,), paid={"BL": 1}, new=2)
    assert teams == {"BL": 3} and told(made, "teams_lost")[0].facts["before"] == 6


def test_a_project_without_teams_collapses_with_its_points() -> None:
    made, teams = assigned(going=(replace(BL20, done=16),), paid={})
    assert teams == {}
    (event,) = told(made, "research_dropped")
    assert event.facts["why"] == "its teams were not maintained" and event.facts["done"] == 16


@pytest.mark.parametrize(
    "line", [tech("BL", 15, 20, drop=True), tech("BL", 15, 20, remove=4)], ids=["drop", "remove"]
)
def test_a_project_whose_teams_are_all_removed_collapses(line: Research) -> None:
    made, teams = assigned(line, going=(BL20, EW1))
    assert teams == {"EW": 2} and not told(made, "teams_lost")
    assert told(made, "research_dropped")[0].facts["why"] == "all its teams were removed"


def test_some_teams_removed() -> None:
    made, teams = assigned(tech("BL", 15, 20, remove=1), going=(BL20,))
    assert teams == {"BL": 3} and not made.events


@pytest.mark.parametrize(
    ("line", "going", "new", "reason"),
    [
        (tech("BL", 15, 21, 1), (BL20,), 1, "BL 15-20 is under way, and goals do not change"),
        (tech("BL", 14, 20, 1), (BL20,), 1, "BL 15-20 is under way, and goals do not change"),
        (tech("EW", 0, 1, drop=True), (BL20,), 0, "you have no such project"),
        (tech("EW", 0, 1), (BL20,), 1, "you have no such project"),
        (tech("EW", 0, 1, 2), (BL20,), 0, "none of your new teams is left for it"),
        (tech("BL", 14, 20, 1), (), 1, "it starts from BL14, but you have BL15"),
        (tech("EW", 1, 2, 1), (), 1, "it starts from EW1, but you have no EW"),
        (tech("BL", 15, 15, 1), (), 1, "BL15 is no better than what you have"),
        (tech("BL", 15, 14, 1), (), 1, "BL14 is no better than what you have"),
        (tech("LT", 8, 9, 1), (), 1, "LT9 is no better than what you have"),
        (tech("LT", 8, 0, 1), (), 1, "LT0 is no better than what you have"),
        (tech("DG", 10, 9, 1), (), 1, "DG9 is no better"),
        (tech("AR", 0, 2, 1), (), 1, "AR"),
        (tech("FP", 0, 2, 1), (), 1, "FP"),
    ],
)
def test_lines_that_stand_for_nothing(
    line: Research, going: tuple[Project, ...], new: int, reason: str
) -> None:
    made, teams = assigned(line, going=going, new=new)
    assert len(why(made)) == 1 and reason in why(made)[0]
    assert teams == {one.subject: one.teams for one in going}


def test_levels_that_cost_nothing_are_no_project() -> None:
    made, _teams = assigned(tech("DG", 5, 8, 1), new=1)
    assert "it starts from DG5" in why(made)[0]
    made = work(state(ann(tech={"DG": 5})), [Orders("ann", research=(tech("DG", 5, 8, 1),))])
    with drafting(made) as draft:
        research.assign(made, draft, "ann", {}, 1)
    assert why(made) == ["DG8 costs no tech points"]


def test_a_project_stands_once() -> None:
    made, teams = assigned(tech("BL", 15, 20, 1), tech("BL", 15, 20, 1), going=(BL20,), new=2)
    assert teams == {"BL": 5} and why(made) == ["an earlier line is about this project already"]


def test_a_line_of_a_dropped_project_begins_it_anew() -> None:
    drop, anew = tech("BL", 15, 20, drop=True), tech("BL", 15, 25, 1)
    made, teams = assigned(drop, anew, going=(replace(BL20, done=9),), new=1)
    assert teams == {"BL": 1}
    assert made.state.empires["ann"].projects[0].done == 0


def test_a_missing_sheet_goes_on() -> None:
    made = work(state(ann(BL20)), phase="C")
    made.state = replace(made.state, orders={})
    with drafting(made) as draft:
        research.assign(made, draft, "ann", {("TECH", "BL"): 4}, 0)
    assert made.state.empires["ann"].projects == (BL20,)


@given(
    st.lists(st.integers(0, 5), min_size=4, max_size=4),
    st.lists(st.integers(0, 4), min_size=4, max_size=4),
    st.integers(0, 9),
)
def test_no_team_comes_from_nothing(kept: list[int], adds: list[int], new: int) -> None:
    kinds = ("BL", "JD", "FD", "EW")
    goals = {"BL": (15, 20), "JD": (3, 4), "FD": (3, 4), "EW": (0, 1)}
    going = tuple(
        Project("TECH", kind, Fraction(9), "B", *goals[kind], teams=number)
        for kind, number in zip(kinds, kept, strict=True)
        if number
    )
    lines = tuple(tech(kind, *goals[kind], add) for kind, add in zip(kinds, adds, strict=True))
    made, teams = assigned(*lines, going=going, new=new)
    idle = sum(event.facts["teams"] for event in told(made, "teams_idle"))
    assert sum(teams.values()) == sum(kept) + new - idle and idle == max(new - sum(adds), 0)


# --- designs ---

HORNET = design("Hornet", Component("BL", 1, 15), Component("CH", 2, 30))
TINY = Design("Tiny", "ann", (Component("JD", 1, 1, lt=8),))
FRIGATE_2 = replace(
    design("Frigate-2", Component("BL", 1, 15), Component("FC", 1, 3), of="Frigate-1"), empire="ann"
)
FRIGATE_1 = design("Frigate-1", Component("BL", 1, 15), Component("FC", 1, 2))
DART = MissileDesign("Dart", 5, 60, 10)
OLD = {"ann/Frigate-1": FRIGATE_1}


def handed(*designs: Design, missiles: tuple[MissileDesign, ...] = ()) -> DesignSheet:
    return DesignSheet(
        tuple((ref(), one) for one in designs), tuple((ref(), one) for one in missiles)
    )


def test_a_design_handed_in_is_researched() -> None:
    made, teams = assigned(named("NSD", "Hornet", 1), new=1, sheet=handed(HORNET))
    (project,) = made.state.empires["ann"].projects
    assert teams == {"Hornet": 1} and (project.kind, project.table) == ("NSD", "C")
    assert project.goal == new_design_tp(figures(HORNET).cost)
    assert project.design is not None and project.design.empire == "ann"


def test_a_redesign_costs_one_point() -> None:
    line, own = named("RSD", "Frigate-2", 1), {"Frigate-1": "ann/Frigate-1"}
    orders = Orders("ann", research=(line,), designs=handed(FRIGATE_2))
    made = work(state(ann(designs=own), designs=OLD), [orders])
    with drafting(made) as draft:
        research.assign(made, draft, "ann", {}, 1)
    assert not why(made)
    assert made.state.empires["ann"].projects[0].goal == 1


def test_a_missile_costs_one_point() -> None:
    orders = Orders("ann", research=(named("NMD", "Dart", 1),), designs=handed(missiles=(DART,)))
    levels = {**TECH, "MD": 5, "MA": 60, "MR": 10}
    made = work(state(ann(tech=levels)), [orders])
    with drafting(made) as draft:
        research.assign(made, draft, "ann", {}, 1)
    (project,) = made.state.empires["ann"].projects
    assert (project.goal, project.table, project.missile) == (1, "C", DART)


@pytest.mark.parametrize(
    ("line", "sheet", "reason"),
    [
        (named("NSD", "Hornet", 1), handed(), 'no design "Hornet" was handed in'),
        (named("NSD", "Scout", 1), handed(replace(HORNET, name="Scout")), 'a design "Scout" al'),
        (named("RSD", "Hornet", 1), handed(HORNET), '"Hornet" was handed in as a new design'),
        (named("NSD", "Frigate-2", 1), handed(FRIGATE_2), "was handed in as a redesign"),
        (named("RSD", "Frigate-2", 1), handed(FRIGATE_2), 'no design "Frigate-1" to be redesigned'),
        (
            named("NSD", "Big", 1),
            handed(design("Big", Component("BL", 1, 16))),
            "BL",
        ),
        (named("NMD", "Dart", 1), handed(), 'no missile "Dart" was handed in'),
        (named("NMD", "Dart", 1), handed(missiles=(DART,)), "MD"),
    ],
)
def test_designs_that_are_not_researched(line: Research, sheet: DesignSheet, reason: str) -> None:
    made, teams = assigned(line, new=1, sheet=sheet)
    assert teams == {} and len(why(made)) == 1 and reason in why(made)[0]


def test_a_redesign_must_be_one() -> None:
    worse = replace(FRIGATE_2, parts=FRIGATE_1.parts)
    orders = Orders("ann", research=(named("RSD", "Frigate-2", 1),), designs=handed(worse))
    own = {"Frigate-1": "ann/Frigate-1"}
    made = work(state(ann(designs=own), designs=OLD), [orders])
    with drafting(made) as draft:
        research.assign(made, draft, "ann", {}, 1)
    assert len(why(made)) == 1


def test_a_missile_one_has_already() -> None:
    orders = Orders("ann", research=(named("NMD", "Dart", 1),), designs=handed(missiles=(DART,)))
    made = work(state(ann(missiles={"Dart": DART})), [orders])
    with drafting(made) as draft:
        research.assign(made, draft, "ann", {}, 1)
    assert why(made) == ['you have a missile "Dart" already']


def test_a_design_under_research_gets_more_teams() -> None:
    going = Project("NSD", "Hornet", Fraction(9), "C", teams=1, design=HORNET)
    made, teams = assigned(named("NSD", "Hornet", 2), going=(going,), new=2)
    assert teams == {"Hornet": 3} and not made.events


def test_a_name_under_research_is_taken() -> None:
    going = Project("NSD", "Hornet", Fraction(2), "C", teams=1, design=HORNET)
    made, teams = assigned(named("RSD", "Hornet", 1), going=(going,), new=1, sheet=handed(HORNET))
    assert teams == {"Hornet": 1} and "being researched already" in why(made)[0]
    lines = (named("NSD", "Hornet", 1), named("RSD", "Hornet", 1))
    made, teams = assigned(*lines, new=2, sheet=handed(HORNET))
    assert "being researched already" in why(made)[0]


# --- phase L ---


def finished(
    *going: Project, faces: str = "", options: dict[str, str] | None = None, **fields: Any
) -> PhaseContext:
    given = fields.pop("given", {})
    made = work(state(ann(*going, **fields), given=given), options=options, faces=faces, phase="L")
    research_rolls.finish(made)
    return made


def test_every_team_rolls_and_the_player_is_told_nothing() -> None:
    made = finished(BL20, faces="research ann BL20: 1 6 0 9")
    (project,) = made.state.empires["ann"].projects
    assert project.done == 2 + 1 + 0 + 1
    (event,) = made.events
    assert event.kind == "research_rolled" and dict(event.seen) == {}
    assert event.terms == (
        ("before", 0),
        ("team 1", 2),
        ("team 2", 1),
        ("team 3", 0),
        ("team 4", 1),
    )


def test_table_a_may_sink_below_nothing() -> None:
    made = finished(EW1, faces="research ann EW1: 0 0")
    assert made.state.empires["ann"].projects[0].done == -2


def test_reports_every_turn_are_an_option() -> None:
    made = finished(EW1, faces="research ann EW1: 1 7", options={"research_reports": "all"})
    assert list(made.events[0].seen) == ["ann"] and made.events[0].facts["done"] == 1


@pytest.mark.parametrize(("done", "level"), [(15, 15), (16, 20)])
def test_a_project_is_done_at_its_goal(done: int, level: int) -> None:
    made = finished(replace(BL20, teams=1, done=done), faces="research ann BL20: 6")
    after = made.state.empires["ann"]
    assert after.tech["BL"] == level and len(after.projects) == (level == 15)
    assert len(told(made, "research_done", "ann")) == (level == 20)


@pytest.mark.parametrize(("done", "over"), [(4, False), (5, True)])
def test_a_goal_with_fractions_needs_the_next_whole_point(done: int, over: bool) -> None:
    sensors = Project("TECH", "SN", Fraction(576, 100), "B", 10, 26, done=done, teams=1)
    made = finished(sensors, faces="research ann SN26: 6")
    assert (made.state.empires["ann"].tech.get("SN") == 26) == over


def test_a_design_can_be_bought_next_turn() -> None:
    going = Project("NSD", "Hornet", Fraction(1), "C", teams=1, design=HORNET)
    made = finished(going)
    assert made.state.designs["ann/Hornet"] == HORNET
    assert made.state.empires["ann"].designs["Hornet"] == "ann/Hornet"
    (event,) = told(made, "research_done")
    assert event.facts["project"] == "NSD Hornet" and event.facts["project_kind"] == "NSD"


def test_a_design_that_costs_nothing_is_done_in_its_first_turn() -> None:
    going = Project("NSD", "Tiny", Fraction(0), "C", teams=1, design=TINY)
    assert "Tiny" in finished(going).state.empires["ann"].designs


def test_a_missile_is_noted_with_its_turn() -> None:
    going = Project("NMD", "Dart", Fraction(1), "C", teams=1, missile=DART)
    after = finished(going).state.empires["ann"]
    assert after.missiles == {"Dart": DART} and after.missiles_from == {"Dart": 3}


def test_nobody_rolls_without_projects() -> None:
    assert not finished().events


def test_a_report_that_was_bought() -> None:
    paid = {"status/ann//BL20": 1}
    made = finished(BL20, faces="research ann BL20: 1 1 1 1", given=paid)
    (event,) = told(made, "research_status", "ann")
    assert (event.facts["done"], event.facts["goal"]) == (8, 17)
    assert made.state.empires["ann"].treasury == 100


def test_its_price_comes_back_if_the_project_succeeds() -> None:
    paid = {"status/ann//BL20": 1}
    made = finished(replace(BL20, done=16), faces="research ann BL20: 1 1 1 1", given=paid)
    assert not told(made, "research_status")
    (event,) = told(made, "report_refunded", "ann")
    assert event.facts["amount"] == -5 and made.state.empires["ann"].treasury == 105


@pytest.mark.parametrize(
    ("level", "given", "table"),
    [
        (20, {}, "C"),
        (19, {}, "B"),
        (20, {"opened/ann//BL": 0}, "B"),
        (25, {"opened/ann//BL": 20}, "C"),
        (25, {"opened/ann//BL": 19}, "B"),
    ],
    ids=["open", "below", "opened this turn", "open before too", "not far enough before"],
)
def test_pillaged_technology_counts_from_the_next_turn(
    level: int, given: dict[str, int], table: str
) -> None:
    made = finished(replace(BL20, teams=1), open={"BL": level}, given=given)
    assert told(made, "research_rolled")[0].facts["table"] == table
