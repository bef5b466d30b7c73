"""BATTLE and GROUND lines are parsed and kept; conditions in them are read like any other."""

from __future__ import annotations

import pytest

from pbm.games.nova.orders.battle.doctrine import GROUND, SPACE
from pbm.games.nova.state.orders.standing import BattleItem, Group
from pbm.kit.problems import Severity
from tests.games.nova.sheet_table import read_body


def test_a_battle_line_holds_who_whom_and_what() -> None:
    (line,) = read_body("BATTLE Africa, Hulk vs B at SHOOT: range best; flee").commands.battle
    assert line.who == Group("ship", ("s-africa", "s-hulk"), at="SHOOT")
    assert (line.versus, line.ground) == ("B", False)
    assert line.items == (BattleItem("range", "best"), BattleItem("flee"))


def test_the_default_is_for_all() -> None:
    (line,) = read_body("GROUND default at MAVIS: match").commands.battle
    assert line.who == Group("all", at="MAVIS")
    assert line.ground


def test_several_groups_make_several_lines() -> None:
    lines = read_body("BATTLE armed ships, class Hornet, Africa: flee").commands.battle
    assert [line.who.what for line in lines] == ["ship", "armed", "class"]


def test_an_item_may_have_a_condition() -> None:
    body = "BATTLE default: if own losses >= 50% and not contact b then flee else range 9"
    (line,) = read_body(body).commands.battle
    (item,) = line.items
    assert (item.word, item.condition) == ("flee", "own losses >= 50% and not contact B")
    (tests,) = item.when.any_of
    assert [(one.kind, one.empire, one.negated) for one in tests] == [
        ("losses", "", False),
        ("contact", "B", True),
    ]
    assert (item.otherwise, item.instead) == ("range 9", BattleItem("range", "9"))


def test_lists_of_units_may_be_as_long_as_wanted() -> None:
    for item in (
        "screen SDU > RA",
        "screen all",
        "screen none",
        "double on SDU > RA > AA",
        "match MA",
    ):
        assert not read_body(f"GROUND default: {item}").problems
    for item in ("withdraw", "withdraw RA", "withdraw 2 RA, SDU", "land 2 PCB r3"):
        assert not read_body(f"GROUND default: {item}").problems
    for item in ("screen", "withdraw MA", "land 2 MA r2", "land 2 RA r4", "PCB"):
        assert read_body(f"GROUND default: {item}").problems


@pytest.mark.parametrize(
    ("ground", "word"), [(False, one) for one in SPACE] + [(True, one) for one in GROUND]
)
def test_the_example_of_every_item_is_understood(ground: bool, word: str) -> None:
    example = (GROUND if ground else SPACE)[word].example
    reading = read_body(f"{'GROUND' if ground else 'BATTLE'} default: {example}")
    assert not reading.problems
    ((item,),) = (line.items for line in reading.commands.battle)
    assert f"{item.word} {item.value}".strip() == example


@pytest.mark.parametrize("item", ["range", "range 1000", "flee now", "overkill", "dance", ""])
def test_what_is_no_item_is_refused(item: str) -> None:
    reading = read_body(f"BATTLE default: {item}; ")
    assert reading.problems
    assert not reading.commands.battle


def test_a_head_that_is_not_understood_is_refused() -> None:
    reading = read_body("BATTLE Africa and Hulk: flee")
    assert [p.fault for p in reading.problems] == ['"and" is unexpected here']
    assert not reading.commands.battle


def test_space_and_ground_have_items_of_their_own() -> None:
    assert read_body("GROUND default: flee").problems
    assert read_body("BATTLE default: screen SDU").problems


def test_a_condition_that_is_not_understood_is_refused() -> None:
    reading = read_body("GROUND default: if the moon is full then match")
    assert reading.problems
    assert not reading.commands.battle


def test_missiles_are_known_by_the_names_they_were_given() -> None:
    figures = {"md": 5, "ma": 60, "mr": 10, "size": 8, "from": 9}
    missiles = [{"name": name, **figures} for name in ("Dart", "Big One")]
    body = 'BATTLE default: missiles "big  one" > dart > Drat'
    reading = read_body(body, missiles=missiles)
    ((item,),) = (line.items for line in reading.commands.battle)
    assert item.value == '"Big One" > Dart > Drat'
    (problem,) = reading.problems
    assert (problem.severity, problem.fault) == (
        Severity.WARNING,
        '"Drat" is not a missile of yours',
    )
    assert problem.remedy == 'Did you mean "Dart"?'


def test_a_missile_that_is_like_none_has_no_remedy() -> None:
    (problem,) = read_body('BATTLE default: missiles "Big  Bang"').problems
    assert (problem.fault, problem.remedy) == ('"Big Bang" is not a missile of yours', "")


@pytest.mark.parametrize(
    ("items", "faults"),
    [
        ("target FG > Nearest > GATES", []),
        ("target frigate", ['"frigate" is not a way to choose a target']),
        ("order bl > XL", []),
        ("order SN", ['"SN" is not a weapon']),
        ("range best; if round >= 3 then range 9", []),
        ("range best; flee", ['"flee" decides the same as "range best"']),
        ("focus; target big; spread", ['"spread" decides the same as "focus"']),
        ("fire within 9; fire if chance >= 5", []),
        ("EW 3; dance; EW none", ['"dance" is not understood here', '"EW none" decides the same']),
        ("break off 101%", ['"break off 101%" is not understood here']),
        ("break off 100%", []),
    ],
)
def test_words_of_items_are_looked_up_and_told_once(items: str, faults: list[str]) -> None:
    problems = read_body(f"BATTLE default: {items}").problems
    assert len(problems) == len(faults)
    for problem, fault in zip(problems, faults, strict=True):
        assert problem.fault.startswith(fault)


def test_armies_and_colonies_have_no_battle_line() -> None:
    for who in ("armies", "colonies"):
        reading = read_body(f"BATTLE {who}, Africa: flee")
        assert [one.fault for one in reading.problems] == [f"{who} take no part in space combat"]
    assert not read_body("GROUND armies: match").problems


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("GROUND Africa: OS on SDU", []),
        ("GROUND Africa: OS on SDU; screen SDU; PCB 1", ['"screen SDU"', '"PCB 1"']),
        ("GROUND class Hornet: if sdu = 0 then withdraw", ['"if sdu = 0 then withdraw"']),
        ("GROUND armed ships: OS on SDU", ["a GROUND line for armed ships does nothing"]),
        ("GROUND colonies: match", ["a GROUND line for colonies does nothing"]),
    ],
)
def test_what_a_ground_line_cannot_say_of_ships_is_pointed_out(
    line: str, faults: list[str]
) -> None:
    problems = read_body(line).problems
    assert len(problems) == len(faults)
    for problem, fault in zip(problems, faults, strict=True):
        assert problem.fault.startswith(fault)
        assert problem.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("item", "remedy"),
    [
        ("range clsoe", "Did you mean  range close ?"),
        ("range far", "Did you mean  range best ?"),
        ("launch r0", "Did you mean  launch r1 ?"),
        ("if round > 3 flee", "Write  if own losses >= 50% then flee"),
        ("flee if own losses > 50%", "Write  if own losses >= 50% then flee"),
        ("fire if chance > 20", "Did you mean  fire if chance >= 50 ?"),
    ],
)
def test_what_was_meant_by_an_item_is_guessed(item: str, remedy: str) -> None:
    (problem,) = read_body(f"BATTLE default: {item}").problems
    assert problem.remedy == remedy


def test_a_test_without_then_is_told_for_armies_too() -> None:
    (problem,) = read_body("GROUND default: if sdu = 0 PCB 1").problems
    assert problem.remedy == "Write  if own losses >= 50% then PCB 1"


def test_long_rows_of_blanks_are_gone_through_once() -> None:
    """Gone through for each blank that could begin the next word, this would take hours."""
    items = ",\n".join(f"if{' ' * 1_800}a" for _ in range(100))
    reading = read_body(f"BATTLE default: {items}")
    assert not reading.commands.battle
    assert all(problem.severity is Severity.INVALID for problem in reading.problems)
