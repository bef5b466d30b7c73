"""Research teams in phase C: upkeep, creation, limits, reports."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbm.games.nova.rules.economy.upkeep import reduced, served, teams_cost
from pbm.games.nova.state.orders.money import Research
from pbm.games.nova.state.projects import Project
from pbm.games.nova.state.state import Empire
from tests.games.nova.builders import empire, ref, state, system, told
from tests.games.nova.scenes.economy import buying, line, spent, why

ALL = line("maintain", number=0)
BL, MD, NSD = ("TECH", "BL"), ("TECH", "MD"), ("NSD", "Wasp Mark 2")


def project(kind: str = "TECH", subject: str = "BL", teams: int = 4) -> Project:
    return Project(kind, subject, Fraction(17), "B", 15, 20, 0, teams)


def researching(*projects: Project, treasury: int = 100, **fields: Any) -> Empire:
    return empire("ann", treasury=treasury, projects=projects, tech={"BL": 15}, **fields)


THREE = (project(teams=4), project(subject="MD", teams=2), project("NSD", "Wasp Mark 2", 1))


def teams(made: Any) -> dict[str, int]:
    return {one.subject: one.teams for one in made.state.empires["ann"].projects}


@pytest.mark.parametrize(("new", "old", "mcr"), [(3, 4, 160), (1, 0, 40), (0, 1, 10), (0, 0, 0)])
def test_what_teams_cost(new: int, old: int, mcr: int) -> None:
    assert teams_cost(new, old) == mcr


def test_all_teams_at_ten_each() -> None:
    made = spent(state(researching(*THREE)), buying(ALL))
    assert made.state.empires["ann"].treasury == 30
    assert teams(made) == {"BL": 4, "MD": 2, "Wasp Mark 2": 1}
    (event,) = told(made, "maintained")
    assert (event.facts["teams"], event.facts["amount"]) == (7, 70)


def test_teams_without_upkeep_vanish_from_the_bottom() -> None:
    """Rule: NV RES-03. Ambiguity: NV A-DEBT-RDT."""
    made = spent(state(researching(*THREE, treasury=59)), buying(ALL))
    assert teams(made) == {"BL": 4, "MD": 1}
    assert made.state.empires["ann"].treasury == 9
    assert why(made) == ["20 MCr were missing for 2 teams"]
    none = spent(state(researching(*THREE)), buying())
    assert teams(none) == {}
    broke = spent(state(researching(*THREE, treasury=9)), buying(ALL))
    assert teams(broke) == {}
    assert not told(broke, "maintained")


@pytest.mark.parametrize(
    ("named", "number", "kept"),
    [
        ("BL 15-20", 0, {"BL": 4}),
        ("bl 15-20", 3, {"BL": 3}),
        ("MD", 9, {"MD": 2}),
        ("NSD wasp mark 2", 0, {"Wasp Mark 2": 1}),
        ("", 5, {"BL": 4, "MD": 1}),
    ],
)
def test_teams_of_one_project(named: str, number: int, kept: dict[str, int]) -> None:
    one = line("maintain", number=number, project=named)
    made = spent(state(researching(*THREE)), buying(one))
    assert teams(made) == kept
    assert made.state.empires["ann"].treasury == 100 - 10 * sum(kept.values())


def test_nobody_is_maintained_twice() -> None:
    made = spent(
        state(researching(*THREE)), buying(line("maintain", number=3, project="BL 15-20"), ALL, ALL)
    )
    assert made.state.empires["ann"].treasury == 30
    assert not why(made)


def test_no_team_on_it() -> None:
    made = spent(state(researching(*THREE)), buying(line("maintain", project="EW 1-2")))
    assert "you have no team on EW 1-2" in why(made)


def test_teams_taken_away_want_no_upkeep() -> None:
    """Rule: NV RES-13."""
    lines = (
        Research(ref(), "TECH", "BL", 15, 20, remove=1),
        Research(ref(), "TECH", "MD", 15, 20, drop=True),
    )
    made = spent(state(researching(*THREE)), buying(ALL, research=lines))
    assert teams(made) == {"BL": 3, "Wasp Mark 2": 1}
    assert made.state.empires["ann"].treasury == 60


@pytest.mark.parametrize(
    ("payable", "left"),
    [
        (7, {BL: 4, MD: 2, NSD: 1}),
        (6, {BL: 4, MD: 1, NSD: 1}),
        (4, {BL: 2, MD: 1, NSD: 1}),
        (3, {BL: 1, MD: 1, NSD: 1}),
        (2, {BL: 1, MD: 1, NSD: 0}),
        (1, {BL: 1, MD: 0, NSD: 0}),
        (0, {BL: 0, MD: 0, NSD: 0}),
    ],
)
def test_after_a_missed_turn_projects_shrink_to_one_team(
    payable: int, left: dict[Any, int]
) -> None:
    """Rule: NV ORD-43."""
    assert reduced({BL: 4, MD: 2, NSD: 1}, payable) == left
    made = spent(state(researching(*THREE, treasury=10 * payable)), buying(ALL, missing=True))
    assert teams(made) == {key[1]: number for key, number in left.items() if number}


def test_the_first_projects_are_served_first() -> None:
    assert served({BL: 4, MD: 2}, 5) == {BL: 4, MD: 1}
    assert served({BL: 4, MD: 2}, 9) == {BL: 4, MD: 2}


# --- new teams --------------------------------------------------------------------------------


def more(add: int, subject: str = "BL") -> tuple[Research, ...]:
    return (Research(ref(f"{subject} 15-20 +{add}"), "TECH", subject, 15, 20, add=add),)


def test_new_teams_cost_40_and_no_upkeep() -> None:
    orders = buying(line("rdt", number=2), research=more(2))
    made = spent(state(researching()), orders)
    assert teams(made) == {"BL": 2}
    assert made.state.empires["ann"].treasury == 20


def test_too_few_mcr_for_the_teams() -> None:
    made = spent(state(researching()), buying(line("rdt", number=3), research=more(3)))
    assert "it costs 120 MCr and 100 may still be spent" in why(made)
    some = spent(state(researching()), buying(line("rdt", number=3, up_to=True), research=more(3)))
    assert teams(some) == {"BL": 2}


def test_teams_without_a_project_are_not_created() -> None:
    """Their price comes back. Rule: NV RES-13."""
    made = spent(state(researching()), buying(line("rdt", number=2), research=more(1)))
    assert teams(made) == {"BL": 1}
    assert made.state.empires["ann"].treasury == 60
    (event,) = told(made, "teams_returned")
    assert (event.facts["teams"], event.facts["amount"]) == (1, -40)


@pytest.mark.parametrize(
    ("worlds", "teams_there", "wanted", "created", "reasons"),
    [
        (2, 4, 2, 2, []),
        (2, 4, 3, 2, ["without your home star you may create 2 more teams"]),
        (2, 6, 1, 0, ["without your home star you may create 0 more teams"]),
        (2, 8, 1, 0, ["without your home star you may create 0 more teams"]),
        (1, 1, 2, 2, []),
    ],
)
def test_three_teams_a_world_without_the_home_star(
    worlds: int, teams_there: int, wanted: int, created: int, reasons: list[str]
) -> None:
    """Wherever the upkeep stands in the list. Rule: NV RES-04. Ambiguity: NV A-RES-LIMIT-LOST."""
    own = [system(name, colonies=3, colonizer="ann") for name in ("ALGOL", "TEDDY")[:worlds]]
    table = state(
        researching(project(teams=teams_there), treasury=500, home=""),
        system("VIRUS"),
        *own,
    )
    orders = buying(line("rdt", number=wanted), ALL, research=more(wanted))
    made = spent(table, orders)
    assert teams(made) == {"BL": teams_there + created}
    assert [one for one in why(made) if "home star" in one] == reasons
    assert made.state.empires["ann"].treasury == 500 - 10 * teams_there - 40 * created


def test_limited_teams_too_dear() -> None:
    table = state(researching(treasury=30, home="", capital="ALGOL"), system("VIRUS"), _world())
    made = spent(table, buying(line("rdt", number=4), research=more(4)))
    assert why(made)[:2] == [
        "without your home star you may create 3 more teams",
        "it costs 160 MCr and 30 may still be spent",
    ]


def _world() -> Any:
    return system("ALGOL", colonies=3, colonizer="ann")


# --- reports ----------------------------------------------------------------------------------


def status(name: str = "BL 15-20") -> Any:
    return line("status", project=name)


def test_one_report_a_project_for_5() -> None:
    """Rule: NV RES-16."""
    made = spent(
        state(researching(project(teams=1))), buying(ALL, status(), status("BL"), status("EW 1-2"))
    )
    assert made.state.empires["ann"].treasury == 100 - 10 - 5
    assert made.state.given == {"status/ann//BL20": 1}
    assert why(made) == ["the report on BL is already paid for", "you have no project EW 1-2"]


@pytest.mark.parametrize(("mcr", "bought"), [(14, 0), (15, 1)])
def test_a_report_costs_5(mcr: int, bought: int) -> None:
    made = spent(state(researching(project(teams=1), treasury=mcr)), buying(ALL, status()))
    assert len(told(made, "report_bought")) == bought


def test_a_report_on_a_project_begun_this_turn() -> None:
    orders = buying(line("rdt"), status(), research=more(1))
    made = spent(state(researching()), orders)
    assert made.state.given == {"status/ann//BL20": 1}
    assert made.state.empires["ann"].treasury == 55


def test_a_report_on_what_is_not_begun_is_paid_back() -> None:
    made = spent(state(researching()), buying(status(), research=more(1)))
    assert made.state.given == {}
    assert made.state.empires["ann"].treasury == 100
    assert len(told(made, "report_refunded")) == 1
    gone = buying(status("MD"), research=(Research(ref(), "TECH", "MD", drop=True),))
    assert "you have no project MD" in why(spent(state(researching()), gone))


def test_a_report_on_a_new_design_by_its_name() -> None:
    orders = buying(
        line("rdt"),
        status("NSD Wasp"),
        research=(Research(ref(), "NSD", "Wasp", add=1),),
    )
    made = spent(state(researching()), orders)
    assert len(told(made, "report_bought")) == 1


def test_reports_are_free_where_all_are_given() -> None:
    made = spent(
        state(researching(project(teams=1))),
        buying(ALL, status()),
        options={"research_reports": "all"},
    )
    assert made.state.empires["ann"].treasury == 90
    assert why(made) == ["every project is reported, free of charge"]
