"""Research against the projects that run. Rule: NV RES-03 to NV RES-16."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbm.games.nova.orders.sheet import read
from pbm.games.nova.view.record import View
from tests.games.nova.builders import DEFAULTS
from tests.games.nova.sheet_table import (
    faults,
    known,
    read_body,
    sheet_of,
)


def test_captured_technology_is_on_table_c() -> None:
    empire = {**known()["empire"], "open": {"BL": 20}}
    assert not read_body("RESEARCH\n BL 15-20 C", empire=empire).problems
    assert faults(read_body("RESEARCH\n BL 15-21 C", empire=empire))
    lag = {**empire, "open": {"LT": 6}}
    assert not read_body("RESEARCH\n LT 8-7 C", empire=lag).problems
    assert faults(read_body("RESEARCH\n LT 8-5 C", empire=lag))


@pytest.mark.parametrize(
    ("body", "lacking"),
    [
        ("EXPENDITURES\n C 1", 0),
        ("EXPENDITURES\n Maintain all\nRESEARCH\n MD 5-7", 0),
        ('EXPENDITURES\n Maintain MD 5-7\n Maintain NSD "Wasp Mark 2"', 0),
        ("EXPENDITURES\n Maintain MD 5-7", 1),
        ('EXPENDITURES\n Maintain NSD "Wasp Mark 2"', 3),
        ("EXPENDITURES\n Maintain MD 5-7 [2]", 2),
        ("EXPENDITURES\n C 1\nRESEARCH\n MD 5-7", 3),
        ("RESEARCH\n MD 5-7 -1", 2),
        ("RESEARCH\n MD 5-7 -3", 0),
        ("RESEARCH\n drop MD 5-7", 0),
        ("PLAN if treasury < 9:\n Maintain all\nPLAN else:\n C 1\nRESEARCH\n MD 5-7", 3),
    ],
)
def test_teams_without_upkeep_are_told_where_teams_are_spoken_of(body: str, lacking: int) -> None:
    """Three work on MD 5-7, one on a design. Rule: NV RES-03."""
    found = [one.fault for one in read_body(body).problems if one.rule == "NV RES-03"]
    assert found == [f"{lacking} team{'s have' if lacking > 1 else ' has'} no upkeep"] * (
        lacking > 0
    )


def test_a_project_stands_on_one_line() -> None:
    reading = read_body("EXPENDITURES\n RDT 2\nRESEARCH\n BL 15-20 +1\n BL 15-25 +1")
    (problem,) = reading.problems
    assert (problem.rule, problem.span.line if problem.span else 0) == ("NV RES-06", 6)
    assert not read_body("EXPENDITURES\n RDT 2\nRESEARCH\n BL 15-20 +1\n FC 3-4 +1").problems


def test_a_design_handed_in_beside_the_orders_counts() -> None:
    beside = sheet_of("DESIGN Moth\n IE 2\nEND DESIGN", "DESIGNS")
    sheet = replace(sheet_of("RESEARCH\n NSD Moth"), beside=(beside,))
    assert not read(sheet, View.read(known()), DEFAULTS).problems
    for body in (
        "DESIGN Moth\n IE 2\nEND DESIGN\nRESEARCH\n NSD Moth",
        "MISSILE Moth MD 1 MA 1 MR 1\nRESEARCH\n NMD Moth",
        "RESEARCH\n drop NSD Moth",
    ):
        assert "was handed in" not in " ".join(faults(read_body(body)))


def test_a_status_report_may_be_bought_for_a_project_that_begins() -> None:
    for body in (
        "RESEARCH BL 15-20\nEXPENDITURES\n Status BL 15-20",
        "EXPENDITURES\n Status BL 15-20\nRESEARCH BL 15-20",
    ):
        assert not read_body(body).problems
    assert faults(read_body("EXPENDITURES\n Status BL 15-21\nRESEARCH BL 15-20"))
