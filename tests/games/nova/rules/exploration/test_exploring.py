"""X, W and O: what a ship sees, what its empire keeps, who hears of it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.exploration.exploring import explore
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import Meeting, Passage, Sight, State
from tests.games.nova.builders import (
    contact,
    design,
    empire,
    ship,
    sight,
    state,
    system,
    told,
    work,
)
from tests.games.nova.contact_lines import line, orders

EYE = ship("Eye", "Scout", at="TEDDY")
STEALTH = {"ann/Ghost": design("Ghost", Component("SX"))}
GHOST = ship("Eye", "Ghost", at="TEDDY")


def explored(
    *things: Any, acts: str = "X", sheets: tuple[Orders, ...] = (), **fields: Any
) -> PhaseContext:
    given = sheets or (orders("ann", line("eye", "F", acts)),)
    done = work(state(*things, **fields), given, phase="H")
    explore(done)
    return done


def seen(done: PhaseContext, name: str = "TEDDY", empire: str = "ann") -> Sight:
    table: State = done.state
    return table.empires[empire].sights[name]


OUTPOST = system(
    "TEDDY",
    colonies=1,
    colonizer="bea",
    ic=True,
    militia=1,
    surface={"bea": {"SDU": 2, "PCB": 1, "AA": 1}},
)


# --- X ---


def test_exploration_shows_all_but_whose_and_how_many() -> None:
    came = Passage("ALGOL", "TEDDY", ("B", "D"), "B")
    bee = ship("Bee", at="TEDDY", owner="bea")
    done = explored(EYE, OUTPOST, bee, passages={"eye": came})
    (event,) = told(done, "explored", "ann")
    assert event.facts == {
        "system": "TEDDY",
        "letters": ["A", "B", "E", "R"],
        "type": 4,
        "status": "OUTPOST",
        "sdu": True,
        "armies": True,
        "ic": True,
        "alien_ships": 1,
        "alien_surface": True,
        "installations": ["PCB"],
        "new": True,
        "ship": "Eye",
        "yours": False,
        "start": "ALGOL",
        "letter": "B > D",
        "back": "B",
    }
    assert "bea" not in repr(event.facts)
    sight_of = seen(done)
    assert (sight_of.explored, sight_of.type, sight_of.status) == (True, 4, "OUTPOST")
    assert sight_of.lines == {"A": "", "B": "", "E": "", "R": ""}
    assert (sight_of.seen, sight_of.explored_on) == (3, 3)


def test_an_empty_system_and_ships_that_did_not_move() -> None:
    (event,) = told(explored(EYE), "explored", "ann")
    assert event.facts["status"] == "NONE"
    assert event.facts["start"] == event.facts["letter"] == event.facts["back"] == ""
    assert not any(event.facts[one] for one in ("sdu", "armies", "ic", "alien_surface"))


def test_a_second_look_keeps_what_was_known() -> None:
    old = sight("TEDDY", lines={"A": "SHOOT"}, explored_on=1, seen=1)
    done = explored(empire("ann", sights={"TEDDY": old}), EYE, OUTPOST)
    assert told(done, "explored")[0].facts["new"] is False
    assert seen(done).explored_on == 1
    assert seen(done).lines["A"] == "SHOOT"
    assert seen(done).seen == 3


def test_an_empire_is_told_once_of_a_system() -> None:
    two = ship("Two", "Scout", at="TEDDY")
    sheet = orders("ann", line("eye two", "F", "X"))
    done = explored(EYE, two, OUTPOST, sheets=(sheet,))
    assert len(told(done, "explored", "ann")) == 1
    assert len(told(done, "was_explored", "bea")) == 1


def test_militia_count_as_armies_and_ones_own_system_is_told_as_such() -> None:
    mine = replace(OUTPOST, owner="ann", colonizer="ann", surface={})
    (event,) = told(explored(EYE, mine), "explored")
    assert (event.facts["yours"], event.facts["armies"]) == (True, True)
    assert event.facts["alien_surface"] is False


# --- who hears of it ---


def test_the_owner_hears_of_it_but_not_by_whom() -> None:
    (event,) = told(explored(EYE, OUTPOST), "was_explored", "bea")
    assert event.facts == {"system": "TEDDY", "seen_by_ships": False, "who": ""}


def test_a_system_without_status_has_nobody_to_hear() -> None:
    bare = replace(OUTPOST, colonies=0, colonizer="")
    assert not told(explored(EYE, bare), "was_explored")
    assert not told(explored(EYE, replace(OUTPOST, owner="", colonizer="")), "was_explored")
    assert not told(explored(EYE, replace(OUTPOST, owner="ann")), "was_explored")


def test_ships_there_name_who_made_contact() -> None:
    bee = ship("Bee", at="TEDDY", owner="bea")
    made = (Meeting("TEDDY", "ann", "bea", friendly=True),)
    knows = empire("bea", contacts={"ann": contact("normal", "K")})
    done = explored(EYE, OUTPOST, bee, knows, meetings=made)
    assert told(done, "was_explored", "bea")[0].facts["who"] == "K"
    other = explored(EYE, OUTPOST, bee, knows, meetings=(Meeting("TEDDY", "ann", "bea"),))
    facts = told(other, "was_explored", "bea")[0].facts
    assert (facts["seen_by_ships"], facts["who"]) == (True, "")


def test_stealth_is_reported_only_by_ships() -> None:
    assert not told(explored(GHOST, OUTPOST, designs=STEALTH), "was_explored")
    assert told(explored(GHOST, OUTPOST, designs=STEALTH), "explored")
    bee = ship("Bee", at="TEDDY", owner="bea")
    assert told(explored(GHOST, OUTPOST, bee, designs=STEALTH), "was_explored", "bea")


def test_the_owner_hears_of_an_xc_that_comes_with_an_sx() -> None:
    two = ship("Two", "Scout", at="TEDDY")
    sheet = orders("ann", line("eye two", "F", "X"))
    done = explored(GHOST, two, OUTPOST, designs=STEALTH, sheets=(sheet,))
    assert [event.facts["ship"] for event in told(done, "explored")] == ["Eye"]
    assert len(told(done, "was_explored", "bea")) == 1


# --- what it takes ---


def test_without_a_working_xc_nothing_is_explored() -> None:
    done = explored(ship("Eye", "Frigate", at="TEDDY"))
    (event,) = told(done, "failed", "ann")
    assert (event.facts["code"], event.facts["why"]) == ("CX", "Eye has no working XC or SX")
    assert "TEDDY" not in done.state.empires["ann"].sights
    lost = replace(EYE, damage=Damage(parts={"XC1": 1}))
    assert told(explored(lost), "failed")


def test_without_an_engine_it_takes_a_tow() -> None:
    stuck = replace(EYE, damage=Damage(parts={"IE1": 2}))
    assert "no working impulse engine" in told(explored(stuck), "failed")[0].facts["why"]
    tug = ship("Tug", at="TEDDY")
    sheet = orders("ann", line("eye", "F", "X"), line("tug", "F", tow="eye"))
    assert told(explored(stuck, tug, sheets=(sheet,)), "explored")


def test_z_asks_for_no_more_than_a_ship_can_do() -> None:
    done = explored(ship("Eye", "Frigate", at="TEDDY"), acts="Z")
    assert not told(done, "failed")
    assert told(explored(EYE, acts="Z"), "explored")


# --- W ---


def test_w_sees_the_warp_point_alone_and_nobody_hears() -> None:
    done = explored(EYE, OUTPOST, acts="W")
    (event,) = told(done, "warp_point_explored", "ann")
    assert event.facts["letters"] == ["A", "B", "E", "R"]
    assert "type" not in event.facts
    assert (seen(done).explored, seen(done).type, seen(done).seen) == (False, -1, 3)
    assert not told(done, "explored")
    assert not told(done, "was_explored")


def test_w_keeps_what_was_known() -> None:
    done = explored(empire("ann", sights={"TEDDY": sight("TEDDY")}), EYE, acts="W")
    assert seen(done).explored is True


def test_w_among_aliens_becomes_x() -> None:
    there = ("ann", "bea")
    met = (Meeting("TEDDY", "ann", "bea", there=there),)
    assert told(explored(EYE, OUTPOST, acts="W", meetings=met), "explored")
    for elsewhere in (
        Meeting("MAVIS", "ann", "bea", there=there),
        Meeting("TEDDY", "bea", "cyd", there=("bea", "cyd")),
        Meeting("TEDDY", "ann", "bea", there=("ann",)),
    ):
        done = explored(EYE, OUTPOST, acts="W", meetings=(elsewhere,))
        assert told(done, "warp_point_explored")


# --- O ---


def test_o_shows_status_and_presence_only() -> None:
    wasp = ship("Eye", at="TEDDY")
    known = empire("ann", sights={"TEDDY": sight("TEDDY")})
    done = explored(known, wasp, OUTPOST, acts="O")
    (event,) = told(done, "observed", "ann")
    shown = {"system", "status", "sdu", "armies", "ic", "ship", "type", "yours"}
    assert set(event.facts) == shown
    assert (event.facts["status"], event.facts["sdu"]) == ("OUTPOST", True)
    assert not told(done, "was_explored")


def test_o_needs_exploration_data() -> None:
    wasp = ship("Eye", at="TEDDY")
    done = explored(wasp, acts="O")
    assert "no exploration data of TEDDY" in told(done, "failed")[0].facts["why"]
    half = empire("ann", sights={"TEDDY": sight("TEDDY", explored=False)})
    assert told(explored(half, wasp, acts="O"), "failed")
    assert not told(explored(wasp, acts="Z"), "failed")


def test_o_beside_x_is_told_once() -> None:
    two = ship("Two", at="TEDDY")
    third = ship("Third", at="TEDDY")
    sheet = orders("ann", line("eye", "F", "X"), line("two third", "F", "O"))
    done = explored(EYE, two, third, OUTPOST, sheets=(sheet,))
    assert told(done, "explored")
    assert not told(done, "observed")
    known = empire("ann", sights={"TEDDY": sight("TEDDY")})
    sheet = orders("ann", line("two third", "F", "O"))
    assert len(told(explored(known, two, third, OUTPOST, sheets=(sheet,)), "observed")) == 1
