"""Slips that many players make get a remedy that can be copied."""

from __future__ import annotations

import re

import pytest

from pbm.kit.problems import Severity
from tests.games.deltavee.sheet_table import read_body


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("battle dock with B and C", "dock with B > C"),
        ("dock with A, B", "dock with A > B"),
        ("weave away from A and B", "weave away from A > B"),
        ("fire laser burst at A and B", "fire laser burst at A > B"),
        ("tractor A and B: right", "tractor A > B: right"),
        ("prepare guided and A1", "prepare guided; prepare A1"),
        ("prepare A1 and guided", "prepare A1; prepare guided"),
        ("launch A1 and A2", "launch A1; launch A2"),
        ("hold fire at A", "hold fire until turn >= 4"),
        ("launch guided", "pod 1: launch guided"),
        ("launch guided towards A", "pod 1: launch guided towards A"),
        ("fire laser burst at A until A destroyed", "until destroyed"),
    ],
)
def test_a_slip_is_answered_with_the_right_line(line: str, remedy: str) -> None:
    (problem,) = read_body(f"SHIP A\n  {line}").problems
    assert problem.severity is Severity.INVALID
    written = re.split(r" {2}", problem.remedy)[1]
    assert written == remedy


@pytest.mark.parametrize(
    "line",
    [
        "battle dock with A > B",
        "weave away from A > B",
        "fire laser burst at A > B",
        "tractor A > B: right",
        "hold fire until turn >= 4",
        "fire laser burst at A until destroyed",
        "chase A > B",
    ],
)
def test_the_remedies_are_read(line: str) -> None:
    problems = read_body(f"SHIP A\n  {line}").problems
    assert not [one for one in problems if one.severity is Severity.INVALID]


def test_the_missiles_of_a_ship_are_controlled_one_by_one() -> None:
    (problem,) = read_body("SHIP B\n  control 3 and 7").problems
    assert problem.remedy == "Write  control 3; control 7"


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        # another fault in a line that holds no slip, or one before it
        ("control 3, serch", 'Did you mean "search"?'),
        ("pod 1: launch guidd", 'Did you mean "guided"?'),
        ("pod 1: launch guided toward", ""),
        ("hold fire if turm >= 4", 'Did you mean "turn" instead of "turm"?'),
        ("refuel A1, 6", ""),
        ("fire laser burst at A until brdge destroyed", 'Did you mean "bridge"?'),
    ],
)
def test_other_faults_keep_their_own_remedy(line: str, remedy: str) -> None:
    (problem,) = read_body(f"SHIP A\n  {line}").problems
    assert problem.remedy == remedy


def test_a_launch_without_its_pod_names_one_that_holds_such_a_missile() -> None:
    (problem,) = read_body("SHIP C\n  launch guided").problems
    assert problem.remedy == "Write  pod 2: launch guided"


def test_words_behind_a_unit_that_are_no_name_of_it_are_warned_of() -> None:
    reading = read_body("SHIP A Pelican (Corco Iota)\n  field try")
    (note,) = reading.problems
    assert note.severity is Severity.WARNING
    assert note.fault == '"Pelican" is neither an order nor a name of A (Lance)'
    assert not read_body("SHIP A Lance (Sword)\n  field try").problems
