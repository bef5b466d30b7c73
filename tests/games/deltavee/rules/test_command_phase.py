"""The Command Phase as a whole: what comes first, which lines hold, what is told (DV 3.0, 7.0)."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.deltavee.orders.commands.control import Control
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.orders.lines.conditions import ConditionTest
from pbm.games.deltavee.orders.orders import MoveOrder, Orders, UnitOrders
from pbm.games.deltavee.rules.command_phase import command_side
from pbm.games.deltavee.state.state import Dock
from tests.games.deltavee.builders import ref, ship, shot, state, told, work
from tests.games.deltavee.lines import battle, command, commanded, given, only, pod, spent, whys

NEAR = ConditionTest("within", unit="enemy", number=5)
FAR = ConditionTest("within", unit="enemy", number=5, negated=True)


@pytest.mark.parametrize(
    ("cap", "before", "after"), [("9", 4, 5), ("9", 8, 9), ("9", 9, 9), ("none", 9, 10)]
)
def test_unguided_missiles_grow_faster(cap: str, before: int, after: int) -> None:
    missile = shot(1, "01", "unguided", "A0909", 12, before)
    run = commanded([missile], options={"velocity.cap": cap})
    assert run.state.unit("101").velocity == after
    assert len(told(run, "course")) == after - before


@pytest.mark.parametrize("type", ["guided", "intelligent", "mims"])
def test_no_other_missile_does(type: str) -> None:
    run = commanded([shot(1, "01", type, "A0909", 12, 4)])
    assert run.state.unit("101").velocity == 4


def test_nor_do_the_enemys() -> None:
    run = commanded([shot(2, "01", "unguided", "A0909", 12, 4)])
    assert run.state.unit("201").velocity == 4


def test_an_unguided_missile_takes_no_command() -> None:
    run = commanded([shot(1, "01", "unguided", "A0909", 12, 4)], given("101", "right"))
    assert whys(run) == ["an unguided missile takes no Maneuver Commands"]


@pytest.mark.parametrize(("before", "leaked", "after"), [(141, 3, 150), (0, 10, 16), (144, 0, 150)])
def test_a_damaged_energy_pod_leaks_first(before: int, leaked: int, after: int) -> None:
    """A Flute, its energy pod damaged, then two commands for a block of 6."""
    pods = (pod("energy", 1, "flute", status="D"),)
    flute = ship(1, "A", "flute", "A0909", 12, 1, pods=pods, spent=before)
    run = commanded([flute], given("1a", "accelerate, right"))
    assert spent(run) == after
    assert [event.facts["units"] for event in told(run, "energy_leaked")] == [leaked] * (leaked > 0)
    assert all(event.shown_to("bea") is None for event in told(run, "energy_leaked"))


def test_lines_are_carried_out_in_the_order_written() -> None:
    """Active Search first, so that a later line sees what it found; the battle line between."""
    units = [
        ship(1, "A", "flute", "B0609", 12, 2, pods=("heavy weapon",)),
        shot(2, "07", "unguided", "B0604", 6, 1, contact=1),
    ]
    seen = ConditionTest("revealed", unit="207")
    run = commanded(
        units,
        given(
            "1a",
            command("right", when=seen, line=1),
            battle(Search(), line=2),
            command("left", when=seen, line=3),
        ),
    )
    assert run.state.unit("1a").direction == 11
    (event,) = told(run, "not_done")
    assert event.order is not None
    assert (event.order.line, event.facts["why"]) == (1, "its condition did not hold")
    assert event.facts["written"] == "right"


def test_else_lines_of_one_word_make_a_chain() -> None:
    units = [
        ship(1, "A", "flute", "B0609", 12, 2, pods=("heavy weapon",)),
        ship(2, "A", "dagger", "B0605", 6, 1),
    ]
    run = commanded(
        units,
        given(
            "1a",
            command("right", when=FAR, line=1),
            battle(Search(), when=NEAR, line=2),
            command("left", line=3, otherwise=True),
            command("right 3", line=4, otherwise=True),
            battle(Search(), line=5, otherwise=True),
        ),
    )
    assert run.state.unit("1a").direction == 11
    assert [(e.order.line, e.facts["why"]) for e in told(run, "not_done") if e.order] == [
        (1, "its condition did not hold"),
        (4, "an earlier line was carried out"),
        (5, "an earlier line was carried out"),
    ]
    assert told(run, "not_done")[-1].facts["written"] == "active search"


def test_two_lines_hold_one_after_the_other_and_share_what_is_allowed() -> None:
    run = commanded([ship(1, "A", "sword", "B0609", 12, 3)], given("1a", "right 3", "left, left 2"))
    assert run.state.unit("1a").direction == 1
    assert whys(run) == ["1 of 2 done, then: it has had its 5 Maneuver Commands"]
    assert spent(run) == 6


def test_guided_missiles_wait_for_their_ship() -> None:
    flute = ship(1, "A", "flute", "B0609", 12, 2, pods=("heavy weapon",))
    missiles = [shot(1, f"A-0{n}", "guided", "B0603", 12, 2, mother="1a", pod=1) for n in (1, 2)]
    run = commanded(
        [flute, *missiles],
        given("1a-01", "right"),
        given("1a-02", "right"),
        given("1a", battle(Control("1a-02"))),
    )
    assert [run.state.unit(one.id).direction for one in missiles] == [12, 1]
    assert whys(run) == ["its ship did not control it"]
    assert only(run, "controlled").facts == {"missile": "1a-02", "unit": "1a"}
    assert only(run, "controlled").shown_to("bea") is None


def test_the_order_of_changes_does_not_tell_what_missiles_are() -> None:
    """Ship, then missiles by number: guided, unguided, intelligent; on demand in another order."""
    flute = ship(1, "A", "flute", "B0609", 12, 2, pods=("heavy weapon",))
    missiles = [
        shot(1, "03", "intelligent", "B0601", 12, 2),
        shot(1, "02", "unguided", "B0601", 12, 2),
        shot(1, "A-01", "guided", "B0601", 12, 2, mother="1a", pod=1),
    ]
    lines = {
        "1a": given("1a", battle(Control("1a-01")), "right"),
        "1a-01": given("1a-01", "right"),
        "103": given("103", "right"),
    }
    for first, expected in (
        (None, ["1a", "1a-01", "102", "103"]),
        (MoveOrder(ref(), ("103", "1a-01")), ["103", "1a", "102", "1a-01"]),
    ):
        orders = Orders("ann", lines, move_order=first)
        run = work(state(flute, *missiles), {"ann": orders}, phase="1.command")
        command_side(run, "1")
        assert [event.facts["unit"] for event in told(run, "course")] == expected
        assert whys(run) == []


def test_lines_for_all_missiles() -> None:
    flute = ship(1, "A", "flute", "B0609", 12, 2, pods=("heavy weapon",))
    missiles = [shot(1, f"A-0{n}", "guided", "B0603", 12, 2, mother="1a", pod=1) for n in (1, 2)]
    free = shot(1, "03", "intelligent", "B0603", 12, 2)
    orders = Orders(
        "ann",
        {"1a": given("1a", battle(Control("1a-02")))},
        {"missile": UnitOrders("", commands=(command("right"),))},
    )
    run = work(state(flute, *missiles, free), {"ann": orders}, phase="1.command")
    command_side(run, "1")
    assert [unit.direction for unit in run.state.units] == [12, 12, 1, 1]
    assert [(e.facts["unit"], e.facts["why"]) for e in told(run, "not_done")] == [
        ("1a-01", "its ship did not control it")
    ]


def test_lines_for_all_missiles_that_some_cannot_follow_are_told_once() -> None:
    free = shot(1, "09", "intelligent", "B0603", 12, 2)
    plain = [shot(1, f"0{n}", "unguided", "B0601", 12, 2) for n in (1, 2, 3)]
    bound = [shot(1, f"A-0{n}", "guided", "B0602", 12, 2, mother="1a", pod=1) for n in (4, 5)]
    flute = ship(1, "A", "flute", "B0609", 12, 2, pods=("heavy weapon",))
    own = given("103", "left")
    orders = Orders("ann", {"103": own}, {"missile": UnitOrders("", commands=(command("right"),))})
    run = work(state(flute, *plain, *bound, free), {"ann": orders}, phase="1.command")
    command_side(run, "1")
    assert run.state.unit("109").direction == 1
    told_of = [(e.facts["unit"], e.facts.get("missiles"), e.facts["why"])
               for e in told(run, "not_done")]  # fmt: skip
    unable = "an unguided missile takes no Maneuver Commands"
    assert told_of == [
        ("103", None, unable),
        ("101", ["101", "102"], unable),
        ("1a-04", ["1a-04", "1a-05"], "its ship did not control it"),
    ]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"status": "destroyed"}, "it is destroyed"),
        ({"status": "aboard"}, "it is aboard"),
        ({"dormant": True}, "it is not alerted"),
    ],
)
def test_lines_of_units_that_are_not_commanded(fields: dict[str, Any], why: str) -> None:
    unit = ship(1, "A", "dagger", "B0609", 12, 2, **fields)
    run = commanded([unit], given("1a", command("right 2", "accelerate")))
    assert whys(run) == [why]
    assert told(run, "not_done")[0].facts["written"] == "right 2, accelerate"


def test_only_spaceships_take_battle_commands() -> None:
    craft = ship(1, "A1", "terwillicker_x", "B0609", 12, 2)
    run = commanded([craft], given("1a1", battle(Search())))
    assert whys(run) == ["only a spaceship takes Battle Commands"]


def test_a_towed_ship_gets_its_battle_commands() -> None:
    units = (
        ship(1, "A", "sword", "B0609", 12, 2),
        ship(1, "B", "flute", "B0609", 12, 2, pods=("heavy weapon",)),
    )
    run = commanded(
        state(*units, docks=(Dock("1a", "1b"),)), given("1b", battle(Prepare("guided", 1)))
    )
    assert whys(run) == []
    assert only(run, "prepared").facts == {"unit": "1b", "number": 1}


def test_without_a_sheet_nothing_is_commanded() -> None:
    run = commanded([ship(1, "A", "sword", "B0609", 12, 2), ship(2, "A", "sword", "B0603", 6, 2)])
    assert run.events == []


def seen_by_enemy(run: Any) -> list[Any]:
    return [shown for event in run.events if (shown := event.shown_to("bea")) is not None]


@pytest.mark.parametrize("what", ["intelligent", "mims", "guided", "battlecraft"])
def test_an_enemy_sees_the_same_whatever_a_contact_is(what: str) -> None:
    """One faster: an unguided missile by itself, any other unrevealed unit by a command."""
    flute = ship(1, "A", "flute", "B0609", 12, 2, pods=("heavy weapon",))
    fields: dict[str, Any] = {"contact": 2, "mother": "1a", "pod": 1}
    plain = commanded([flute, shot(1, "X", "unguided", "B0601", 12, 2, **fields)])
    if what == "battlecraft":
        unit = ship(1, "X", "terwillicker_x", "B0601", 12, 2, revealed=False, **fields)
    else:
        unit = shot(1, "X", what, "B0601", 12, 2, **fields)
    control = given("1a", battle(Control("1x"))) if what == "guided" else given("1a")
    run = commanded([flute, unit], control, given("1x", "accelerate"))
    assert whys(run) == []
    assert seen_by_enemy(run) == seen_by_enemy(plain)
    assert len(seen_by_enemy(run)) == 1
