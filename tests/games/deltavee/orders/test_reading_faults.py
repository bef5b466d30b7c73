"""How far a fault in a line of a sheet reaches."""

from __future__ import annotations

import pytest

from pbm.games.deltavee.orders.sheet import read
from pbm.games.deltavee.view.record import View
from pbm.kit.problems import Severity
from tests.games.deltavee.builders import DEFAULTS
from tests.games.deltavee.orders.test_reading_forms import canonical, invalid
from tests.games.deltavee.sheet_table import known, read_body, sheet_of


@pytest.mark.parametrize("line", ["battle searching", "battle active search if range to enemies"])
def test_a_faulty_battle_line_is_no_header(line: str) -> None:
    reading = read_body(f"SHIP B\n  {line}\n  field try")
    (problem,) = reading.problems
    assert problem.outcome.endswith("was not read; your other 2 lines were")
    assert canonical(reading, "1b") == ["field try"]


def test_a_misspelt_battlecraft_is_a_header() -> None:
    reading = read_body("SHIP B\nBATTLECRFT A1\n  energy floor 4")
    (problem,) = reading.problems
    assert problem.outcome == "This line and the order below it (line 4) were not read"
    assert not canonical(reading, "1b")


@pytest.mark.parametrize(
    ("line", "kept", "faults"),
    [
        # a part that is no order, in the middle, first and last
        ("battle search; serch; undock", ["battle active search; undock"], 1),
        ("battle serch; undock", ["battle undock"], 1),
        ("battle search; undok", ["battle active search"], 1),
        ("battle serch; undok", [], 1),
        ("field try; commnd right; search", ["battle active search", "field try"], 1),
        # the condition at the head of the line stays with the parts behind it
        (
            "battle if turn >= 4: feild on; search",
            ["battle if turn >= 4: active search"],
            1,
        ),
        ("if turn >= 4 then feild on; search", ["battle if turn >= 4: active search"], 1),
        ("battle if turm >= 4: field on; search", [], 1),
        ("battle if turn >= 4 feild on; search", [], 1),
        ("command if turn >= 4: rihgt; search", [], 1),
        # nothing behind "else" is left without what is before it
        ("command rihgt; else left", [], 1),
        ("command right; else lfet; search", [], 1),
        ("command if turn >= 4: rihgt, else left", [], 1),
        # a semicolon in brackets and quotes divides nothing
        ("battle search if (turn = 4; turn = 5); undok", [], 1),
        ('battle prepare "A;9"; search', ["battle active search"], 1),
        # a part that names what is not there
        ("battle prepare A9; search", ["battle active search"], 1),
        ("battle prepare A9; dock with Q", [], 2),
        ("battle if turn >= 4: prepare A9; search", ["battle if turn >= 4: active search"], 1),
        ("pod 1: laser burst at Q, else laser burst at A", ["pod 1: laser burst at A"], 1),
        ("pod 1: laser burst at Q, else laser burst at X", [], 2),
        ("hits engine, brigde, cargo", ["hits engine"], 2),
        ("hits brigde", [], 1),
        ("hits energy, light wea", ["hits energy pod, light weapon"], 0),
        ("hits pod 4-3, pod 2", ["hits pod 2"], 1),
        ("hits pod 3-100, pod 2", ["hits pod 2"], 1),
        ("own hits pod 3, crwe", ["own hits pod 3"], 1),
        # what says "else" goes with an order that is not taken
        ("command if A9 within 3: right, else left", [], 1),
        ("command if turn = 4: chase Q, else left; field try", ["field try"], 1),
        # a condition behind several commands
        ("command accelerate, right if turn = 4; field try", ["field try"], 1),
        ("command if turn = 4: right, left if docked, else right", [], 1),
        ("command right, else left; right", ["command right", "command else left"], 1),
    ],
)
def test_each_part_of_a_line_is_read_for_itself(line: str, kept: list[str], faults: int) -> None:
    reading = read_body(f"SHIP A\n  {line}")
    assert canonical(reading, "1a") == kept
    assert len(invalid(reading)) == faults
    for problem in reading.problems:
        if problem.severity is Severity.INVALID:
            part = "This part of line 3 was not read" if kept else "Line 3 was not read"
            assert problem.outcome.startswith(part)


def test_a_header_stands_where_the_order_behind_it_is_not_understood() -> None:
    reading = read_body("SHIP B: feild try; search\n  field never\nSHIP A: rihgt\n  field try")
    assert canonical(reading, "1b") == ["battle active search", "field never"]
    assert canonical(reading, "1a") == ["field try"]
    assert [p.fault for p in reading.problems] == [
        '"feild" is unexpected here',
        '"rihgt" is unexpected here',
    ]


def test_a_header_with_a_condition_is_lost_if_nothing_is_left_behind_it() -> None:
    reading = read_body("SHIP B if docked: rihgt; left\nSHIP A if docked: rihgt\n  field try")
    assert canonical(reading, "1b") == ["command if docked: left"]
    assert canonical(reading, "1a") == []
    assert reading.problems[-1].outcome == "This line and the order below it (line 4) were not read"


def test_an_else_goes_with_the_line_that_can_never_be_carried_out() -> None:
    reading = read_body("SHIP A\n  battle if turn = 3: refuel A1 16, else search")
    assert canonical(reading, "1a") == []
    assert [p.fault for p in reading.problems] == ["A cannot do this: refuel A1 16"]


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("fire laser burst at Q > A", "fire burster: laser burst at A"),
        ("fire laser burst at own B > A", "fire burster: laser burst at A"),
        ("fire laser burst at contact 9 > A", "fire burster: laser burst at A"),
        ("command chase own A > B", "command chase B"),
        ("command weave away from Q > A", "command weave away from A"),
        ("battle dock with Q > B", "battle dock with B"),
        ("hits on Q and A: engine", "hits on A: engine"),
    ],
)
def test_of_several_targets_only_the_one_that_is_not_there_is_left_out(
    line: str, kept: str
) -> None:
    reading = read_body(f"SHIP A\n  {line}")
    assert canonical(reading, "1a") == [kept]
    (problem,) = [one for one in reading.problems if one.outcome]  # beside one of reach
    assert problem.severity is Severity.WARNING
    assert problem.outcome == "It was left out; the rest of the line stands"


def test_a_target_out_of_play_is_warned_of_as_ever() -> None:
    reading = read_body("SHIP A\n  fire laser burst at Q > C > A")
    assert [(p.fault, p.outcome) for p in reading.problems] == [
        (
            '"Q" is not an enemy unit that you know of',
            "It was left out; the rest of the line stands",
        ),
        ("enemy C (Dagger) is out of play", "It does not count here"),
    ]


def test_a_unit_that_is_not_there_is_left_out_of_the_move_order() -> None:
    reading = read_body("MOVE ORDER 05, Q, A")
    assert [one.text for one in reading.understood] == ["move order 05, A"]
    assert reading.problems[0].severity is Severity.WARNING
    assert invalid(read_body("MOVE ORDER Q")) == ['"Q" is not a unit of your side']


@pytest.mark.parametrize(
    ("line", "fault", "remedy"),
    [
        ("command if turn >= 3O: right", '"3O" is not a number: it contains a letter', "30"),
        ("command if turn >= l2: right", '"l2" is not a number: it contains a letter', "12"),
        ("fire laser burst at A chance >= O", '"O" is not a number: it contains a letter', "0"),
        ("fire laser burst at A chance >= N", '"N" is not a number', ""),
        ("command if turn >= >: right", '">" is not a number', ""),
        ("fire laser burst at A chance ~ 3", '"~" is not a comparison', ""),
        ("energy floor 1000000", "1000000 is too large a number", ""),
        ("command if turn 4: right", '"4" is not understood here', ">= 4"),
    ],
)
def test_a_faulty_number_has_a_message_of_its_own(line: str, fault: str, remedy: str) -> None:
    (problem,) = read_body(f"SHIP A\n  {line}").problems
    assert problem.fault == fault
    said = "Write a comparison before it, such as  {}" if remedy == ">= 4" else "Did you mean {}?"
    assert problem.remedy == (said.format(remedy) if remedy else "")


def test_the_missiles_are_named_that_there_are_to_control() -> None:
    (problem,) = read_body("SHIP A\n  control 12").problems
    assert problem.fault == "there is no missile 12 of yours"
    assert problem.remedy == "This ship has A-07"
    (problem,) = read_body("ALL SHIPS\n  control 12").problems
    assert problem.remedy == "There are B-03 and A-07"
    (problem,) = read_body("SHIP C\n  control 12").problems
    assert problem.remedy == "One that has none yet is meant by  control guided"


def test_a_dormant_unit_is_told_that_its_orders_wait() -> None:
    reading = read_body("SHIP B\n  field try\n  hits engine", B={"dormant": True})
    (note,) = reading.problems
    assert (note.severity, note.fault) == (Severity.NOTE, "B is dormant")
    assert note.span is not None
    assert note.span.line == 3
    assert not read_body("SHIP B\n  field try").problems


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pods 1 cargo", '"cargo" can mean standard cargo or buffered cargo'),
        ("pods 1 weapon", ""),
        ("pods 1 crwe", '"crwe" is not a kind of pod'),
        ("pods 1 engine", '"engine" is not a kind of pod'),
    ],
)
def test_a_kind_of_pod_may_be_cut_short_while_it_is_clear(line: str, said: str) -> None:
    reading = read_body(f"SHIP A\n  {line}", turn=0)
    assert invalid(reading) == ([said] if said else [])


def test_an_enemy_battlecraft_aboard_its_ship_is_called_so() -> None:
    seen = known(3)
    seen["aboard"] = [craft for craft in seen["units"] if craft["id"] == "2a1"]
    seen["units"] = [unit for unit in seen["units"] if unit["id"] != "2a1"]
    seen["aboard"] = [{**craft, "ship": "2a"} for craft in seen["aboard"]]
    body = "SHIP A\n  fire laser burst at A1"
    (problem,) = read(sheet_of(body), View.read(seen), DEFAULTS).problems
    assert problem.fault == '"A1" is aboard enemy A'
    assert problem.remedy == "Name A, or another unit"


@pytest.mark.parametrize(
    ("placed", "said"),
    [
        ("bearing 2 dir 3", "1 is placed"),
        ("bearing 2 dir 3, bearing 4 dir 4", "2 are placed"),
    ],
)
def test_how_many_missiles_of_four_are_placed(placed: str, said: str) -> None:
    (problem,) = read_body(f"MISSILE 05\n  release {placed}").problems
    assert problem.fault == f"a MIMS releases 4 missiles, {said}"
