"""Every item of a BATTLE line is a decision; every decision has a default; the first item wins."""

from __future__ import annotations

import pytest
from msgspec.structs import fields

from pbm.games.nova.orders.battle.doctrine import (
    FLEE,
    PRINTED,
    SPACE,
    Doctrine,
    Plan,
    decision,
    doctrine,
    listed,
)
from pbm.games.nova.rules.space_combat.judging import IN_BATTLE, judged, losses
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.conditions import Test as Asked
from pbm.games.nova.state.orders.standing import BattleItem
from tests.games.nova.scenes.doctrine import decided, foe, own, plan, view


def test_without_lines_the_printed_defaults_hold() -> None:
    assert doctrine(Plan(), lambda _: True) == PRINTED == Doctrine()


@pytest.mark.parametrize(
    ("item", "field", "value"),
    [
        ("range BEST", "goal", "best"),
        ("range close", "goal", "close"),
        ("range open", "goal", "open"),
        ("range 12", "goal", "12"),
        ("flee", "goal", FLEE),
        ("target armed > FG > nearest", "targets", ("armed", "fg", "nearest")),
        ("focus", "spread", False),
        ("spread", "spread", True),
        ("overkill 1.2", "overkill", 120),
        ("overkill 1.25", "overkill", 125),
        ("overkill 2", "overkill", 200),
        ("break off 50%", "break_off", 50),
        ("break off 100", "break_off", 100),
        ("together", "together", True),
        ("EW best", "ew", "best"),
        ("EW none", "ew", "none"),
        ("FC 3", "fc", "3"),
        ("SN never", "sn", "never"),
        ("SN 10", "sn", "10"),
        ("SS none", "ss", "none"),
        ("DG when strong", "dg", "when strong"),
        ("DG off", "dg", "off"),
        ("XL pulse", "xl", "pulse"),
        ("missiles lance > Dart", "missiles", ("Lance", "Dart")),
        ("fire if chance >= 50%", "chance", 50),
        ("fire within 9", "within", 9),
        ("order PA > bl", "order", ("PA", "BL")),
        ("launch r3", "launch", 3),
        ("launch never", "launch", 0),
        ("pick up", "pick_up", True),
        ("jump ready", "jump", "ready"),
        ("lost leave", "seek", False),
        ("lost seek", "seek", True),
        ("capture", "capture", True),
    ],
)
def test_each_item_decides_one_thing(item: str, field: str, value: object) -> None:
    made = decided(item)
    assert getattr(made, field) == value
    rest = {one.name for one in fields(Doctrine)} - {field}
    assert all(getattr(made, one) == getattr(PRINTED, one) for one in rest)


def test_every_word_of_the_sheet_is_a_decision() -> None:
    for word, one in SPACE.items():
        _, _, value = one.example.partition(word)
        field = decision(BattleItem(word, value.strip()))
        assert field in {one.name for one in fields(Doctrine)}


def test_the_first_item_on_a_thing_wins() -> None:
    items = (BattleItem("range", "9"), BattleItem("flee"), BattleItem("EW", "none"))
    made = doctrine(Plan(items), lambda _: True)
    assert (made.goal, made.ew) == ("9", "none")


def test_only_items_for_the_ship_itself_let_it_stay() -> None:
    items = (BattleItem("EW", "none"), BattleItem("range", "9"))
    assert doctrine(Plan(items, own=2), lambda _: True).stays
    assert not doctrine(Plan(items, own=1), lambda _: True).stays


def test_a_condition_chooses_between_two_items() -> None:
    text = "if round >= 3 then flee else range 9"
    assert decided(text, passes=lambda _: True).goal == FLEE
    assert decided(text).goal == "9"
    assert decided("if round >= 3 then flee").goal == ""


SIDE = view(own("a"), own("b"), foe(1), round=3, started=4, gone=1, others={"x": foe(7)})
EMPTY = view(own("a"), round=3)


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("round >= 3", True),
        ("round > 3", False),
        ("own losses >= 25%", True),
        ("own losses >= 26%", False),
        ("own ships < 3", True),
        ("own ships < 2", False),
        ("aliens >= 2", True),
        ("aliens >= 3", False),
        ("alone", False),
        ("not alone", True),
        ("won", False),
        ("lost", False),
    ],
)
def test_tests_are_judged_as_the_side_knows_the_battle(text: str, holds: bool) -> None:
    (item,) = plan(f"if {text} then flee").items
    assert item.when.holds(judged(SIDE)) is holds


def test_a_side_that_sees_nobody_is_alone_and_has_won() -> None:
    passes = judged(EMPTY)
    assert passes(Asked("alone"))
    assert passes(Asked("won"))
    searching = judged(view(own("a"), lost={"x": foe(2).known}))
    assert not searching(Asked("alone"))
    assert not searching(Asked("won"))
    assert not judged(view(own("a"), others={"x": foe(2)}))(Asked("alone"))
    assert judged(view())(Asked("lost"))


def test_losses_count_ships_in_percent_of_those_brought() -> None:
    assert losses(view(started=3, gone=1)) == 33
    assert losses(view(started=0)) == 0


def test_the_tests_of_a_battle_are_known() -> None:
    kinds = {"round", "losses", "ships", "aliens", "alone", "won", "lost"}
    assert set(IN_BATTLE) == kinds
    assert Condition(((Asked("round", number=9, negated=True),),)).holds(judged(SIDE))


def test_a_list_may_have_names_in_quotes() -> None:
    assert listed('"Dart 2" > Lance') == ("Dart 2", "Lance")
