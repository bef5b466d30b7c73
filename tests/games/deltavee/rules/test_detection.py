"""Detection, Active Search and their secrets (DV 3.0, 7.4)."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.events import PUBLIC
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.rules.detection import reveal
from tests.games.deltavee.builders import ship, shot, state, told, work
from tests.games.deltavee.lines import battle, commanded, given, only, pod


def contact(designation: str, at: str, number: int, **fields: Any) -> Any:
    return shot(2, designation, "unguided", at, 6, 3, contact=number, **fields)


def revealed(run: Any) -> list[str]:
    return [str(event.facts["unit"]) for event in told(run, "detected")]


def test_within_three_hexes() -> None:
    """A Dagger at A0909: A1208 is 3 away, A1309 4."""
    dagger = ship(1, "A", "dagger", "A0909", 3, 2)
    run = commanded([dagger, contact("01", "A1208", 1), contact("02", "A1309", 2)])
    assert revealed(run) == ["201"]
    assert [run.state.unit(one).revealed for one in ("201", "202")] == [True, False]
    assert only(run, "detected").facts == {
        "unit": "201",
        "how": "detection",
        "by": "1a",
        "what": "missile",
        "klass": "unguided",
        "title": "unguided missile",
        "designation": "01",
        "name": "",
        "at": "A1208",
        "direction": 6,
        "velocity": 3,
    }


@pytest.mark.parametrize(("reading", "found"), [("yes", ["201"]), ("no", [])])
def test_battlecraft_detect_by_option(reading: str, found: list[str]) -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0909", 3, 2)
    run = commanded([craft, contact("01", "A1208", 1)], options={"detect.battlecraft": reading})
    assert revealed(run) == found


@pytest.mark.parametrize(
    "fields", [{"status": "aboard"}, {"status": "landed"}, {"dormant": True}], ids=str
)
def test_who_is_not_there_detects_nothing(fields: dict[str, Any]) -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0909", 3, 2, **fields)
    run = commanded([craft, contact("01", "A1208", 1)])
    assert revealed(run) == []


def test_missiles_detect_nothing_and_one_sees_what_is_seen() -> None:
    missile = shot(1, "03", "intelligent", "A0909", 3, 2)
    known = contact("01", "A1208", 1, revealed=True)
    assert revealed(commanded([missile, contact("02", "A1208", 2), known])) == []


def test_the_nearest_detects_ships_before_battlecraft() -> None:
    units = (
        ship(1, "A1", "terwillicker_x", "A0909", 3, 2),
        ship(1, "B", "dagger", "A0909", 3, 2),
        ship(1, "A", "dagger", "A0609", 3, 2),
    )
    run = commanded([*units, contact("01", "A0809", 2), contact("02", "A0709", 1)])
    assert [(event.facts["unit"], event.facts["by"]) for event in told(run, "detected")] == [
        ("202", "1a"),
        ("201", "1b"),
    ]


def test_an_unrevealed_battlecraft_that_detects_is_not_named() -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0909", 3, 2, revealed=False, contact=5)
    run = commanded([craft, contact("01", "A1208", 1)])
    event = only(run, "detected")
    own, others = event.shown_to("ann"), event.shown_to("bea")
    assert own is not None
    assert others is not None
    assert own["facts"]["by"] == "1a1"
    assert "by" not in others["facts"]
    assert others["facts"]["designation"] == "01"


def test_what_is_revealed_is_so_once() -> None:
    made = work(state(contact("01", "A1208", 1)))
    unit = made.state.unit("201")
    reveal(made, (unit, unit), rule="DV 8.0", how="fire")
    assert [event.facts["by"] for event in told(made, "detected")] == [""]


@pytest.mark.parametrize(
    ("comm", "far", "found"),
    [
        ("ok", 10, ["2x", "2y"]),
        ("V", 10, ["2x", "2y"]),
        ("D", 6, ["2x"]),
        ("X", 6, ["2x"]),
    ],
)
def test_active_search_at_ten_with_battle_communications(
    comm: str, far: int, found: list[str]
) -> None:
    """A Sword at A0909: x is 5 away, y 10, z 11."""
    pods = (
        pod("heavy weapon", 1, "sword"),
        pod("battle communications", 2, "sword", status=comm),
    )
    sword = ship(1, "A", "sword", "A0909", 3, 2, pods=pods)
    units = [sword, contact("x", "A1004", 1), contact("y", "B0309", 2), contact("z", "B0409", 3)]
    run = commanded(units, given("1a", battle(Search())))
    assert revealed(run) == found
    assert only(run, "searched").facts == {"unit": "1a", "range": far, "found": len(found)}


def test_active_search_at_six_without() -> None:
    flute = ship(1, "A", "flute", "B0609", 3, 2, pods=("heavy weapon",))
    units = [flute, contact("x", "B0603", 1), contact("y", "B0602", 2)]
    assert revealed(commanded(units, given("1a", battle(Search())))) == ["2x"]


def test_what_is_prepared_is_not_searched_out() -> None:
    flute = ship(1, "A", "flute", "B0609", 3, 2, pods=("heavy weapon",))
    hidden = contact("x", "B0609", 0, status="prepared")
    run = commanded([flute, hidden], given("1a", battle(Search())))
    assert revealed(run) == []
    assert only(run, "searched").facts["found"] == 0


def test_a_search_is_told_whole_and_leaves_ones_own_contacts_face_down() -> None:
    """Rule: DV 7.4."""
    flute = ship(1, "A", "flute", "B0609", 3, 2, pods=("heavy weapon",))
    own = shot(1, "z", "unguided", "B0608", 6, 3, contact=1)
    run = commanded([flute, own, contact("x", "B0603", 1)], given("1a", battle(Search())))
    searched, found = only(run, "searched"), only(run, "detected")
    assert (searched.rule, searched.seen) == ("DV 7.4", PUBLIC)
    assert searched.facts == {"unit": "1a", "range": 6, "found": 1}
    assert searched.order is not None
    assert (found.rule, found.seen) == ("DV 7.4", PUBLIC)
    assert (found.facts["unit"], found.facts["how"], found.facts["by"]) == (
        "2x", "active search", "1a",
    )  # fmt: skip
    assert not run.state.unit("1z").revealed


def test_detection_names_its_rule_and_is_told_to_all() -> None:
    dagger = ship(1, "A", "dagger", "A0909", 3, 2)
    event = only(commanded([dagger, contact("01", "A1208", 1)]), "detected")
    assert (event.rule, event.seen) == ("DV 3.0", PUBLIC)


def test_one_that_is_revealed_already_hides_none_behind_it() -> None:
    made = work(state(contact("01", "A1208", 1, revealed=True), contact("02", "A1209", 2)))
    units = [made.state.unit(one) for one in ("201", "202")]
    reveal(made, units, rule="DV 8.0", how="fire")
    assert revealed(made) == ["202"]
    assert told(made, "detected")[0].rule == "DV 8.0"
