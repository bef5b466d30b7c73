"""Who controls a system: capture, garrison, abandonment, the end of a colony.

Rule: NV ECO-28 to ECO-31, ECO-14, UNI-03, EOT-12, EOT-17, SUR-12, SUR-13.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.exploration import control
from pbm.games.nova.rules.surface_combat import militia
from pbm.games.nova.state.state import GONE, STORED, Empire, Hull, State, System
from pbm.games.nova.state.working_state import drafting
from tests.games.nova.builders import HOMES, empire, gate_pair, home, state, system, told, work


def world(name: str = "TEDDY", **fields: Any) -> System:
    """A colonized system of Bea's, captured or not."""
    values: dict[str, Any] = {"colonies": 2, "colonizer": "bea", **fields}
    return system(name, **values)


def captured_from(table: State, name: str = "TEDDY", captor: str = "ann") -> PhaseContext:
    made = work(table, phase="I")
    with drafting(made) as draft:
        control.capture(made, draft, name, captor)
    return made


def emptied(table: State, name: str = "TEDDY") -> PhaseContext:
    made = work(table, phase="J")
    with drafting(made) as draft:
        control.emptied(made, draft, name, rule="NV EOT-12", why="devastated")
    return made


# --- defence ---


def test_who_defends_a_planet() -> None:
    here = world(surface={"bea": {"SDU": 1}, "cyd": {"C": 2}, "ann": {"AA": 1}})
    assert control.defended_against(here, "ann") == ("bea",)
    assert control.defended_against(here, "bea") == ("ann",)


# --- abandonment ---


def test_a_captured_system_without_an_army_returns_to_its_colonizer() -> None:
    here = world(owner="ann", surface={"ann": {"SDU": 1, "PCB": 1}}, captured_on=2)
    made = work(state(here))
    control.settle(made)
    after = made.state.systems["TEDDY"]
    assert after.owner == "bea" and not after.captured_on
    assert after.surface == {"ann": {"SDU": 1}, "bea": {"PCB": 1}}
    (lost,) = told(made, "system_abandoned")
    (back,) = told(made, "system_returned")
    assert list(lost.seen) == ["ann"] and list(back.seen) == ["bea"]


@pytest.mark.parametrize("armies", [{"AA": 1}, {"RA": 1}])
def test_one_army_holds_it(armies: dict[str, int]) -> None:
    made = work(state(world(owner="ann", surface={"ann": armies})))
    control.settle(made)
    assert made.state.systems["TEDDY"].owner == "ann" and not made.events


def test_an_own_system_needs_no_army_and_a_neutral_one_has_none() -> None:
    made = work(state(world(), world("SHOOT", owner="")))
    control.settle(made)
    assert made.state.systems["TEDDY"].owner == "bea" and not made.events


@pytest.mark.parametrize("colonizer", ["bea", "nobody"])
def test_the_system_of_a_dead_empire_is_nobodys(colonizer: str) -> None:
    dead = empire("bea", eliminated=True)
    made = work(state(world(owner="ann", colonizer=colonizer), dead))
    control.settle(made)
    assert made.state.systems["TEDDY"].owner == ""
    assert told(made, "system_abandoned") and not told(made, "system_returned")


# --- capture ---


def test_installations_are_captured_and_colonies_stay_unused() -> None:
    here = world(
        ic=True,
        militia=2,
        surface={"bea": {"IC": 1, "PCB": 2, "TFC": 1, "C": 3, "SDU": 1}, "ann": {"AA": 1}},
    )
    hull = Hull("h", "Bee", "bea", "bea", "bea/Scout", "TEDDY", 10)
    far = Hull("f", "Far", "bea", "bea", "bea/Scout", "SHOOT", 10)
    ends = gate_pair("Ring", "TEDDY", "SHOOT", "bea", place=STORED)
    table = state(here, *ends, hulls={"h": hull, "f": far})
    made = captured_from(replace(table, gates={one.id: one for one in ends}))
    after = made.state.systems["TEDDY"]
    assert (after.owner, after.colonizer, after.militia, after.ic) == ("ann", "bea", 0, True)
    assert after.captured and after.captured_on == 3
    assert after.surface["ann"] == {"AA": 1, "IC": 1, "PCB": 2, "TFC": 1}
    assert after.surface["bea"] == {"C": 3}
    assert made.state.hulls["h"].owner == "ann" and made.state.hulls["f"].owner == "bea"
    assert made.state.gates["ring-a"].owner == "ann" and made.state.gates["ring-a"].captured
    assert made.state.gates["ring-b"].owner == "bea"
    (taken,) = told(made, "system_captured")
    assert taken.facts["taken"] == {"IC": 1, "PCB": 2, "TFC": 1}
    assert taken.facts["status"] == "SETTLEMENT" and list(taken.seen) == ["ann"]
    (lost,) = told(made, "system_lost")
    assert list(lost.seen) == ["bea"]


def test_a_colonizer_takes_his_own_back() -> None:
    surface = {"bea": {"PCB": 1}}
    here = world(owner="bea", colonizer="ann", home_of="", loot={"BL": 15}, surface=surface)
    made = captured_from(state(here))
    after = made.state.systems["TEDDY"]
    assert after.owner == "ann" and not after.captured and after.loot == {}
    (taken,) = told(made, "system_retaken")
    assert taken.facts == {"system": "TEDDY", "status": "SETTLEMENT", "taken": {"PCB": 1}}
    assert not told(made, "system_captured")


def test_a_third_captor_leaves_the_colonizer_what_he_was() -> None:
    here = world(owner="cyd", colonizer="bea", surface={"cyd": {"PCB": 1}}, loot={"BL": 15})
    made = captured_from(state(here, players="abc"))
    after = made.state.systems["TEDDY"]
    assert (after.owner, after.colonizer, after.loot) == ("ann", "bea", {"BL": 15})
    assert list(told(made, "system_lost")[0].seen) == ["cyd"]


def test_a_neutral_system_has_no_loser() -> None:
    made = captured_from(state(world(owner="", colonizer="nobody", surface={"bea": {"C": 1}})))
    assert made.state.systems["TEDDY"].owner == "ann"
    assert made.state.systems["TEDDY"].surface == {"bea": {"C": 1}}
    assert not told(made, "system_lost")


def test_the_technology_of_a_home_star_is_that_before_the_turn() -> None:
    bea = empire("bea", tech={"BL": 20}, tech_before={"BL": 15})
    made = captured_from(state(home("bea"), bea), "MINKY")
    assert made.state.systems["MINKY"].loot == {"BL": 15}
    assert made.state.empires["bea"].home == "MINKY"  # suspended, not lost


# --- the treasury ---


def money(made: PhaseContext) -> int:
    return sum(one.treasury + one.locked for one in made.state.empires.values())


@pytest.mark.parametrize(
    ("treasury", "locked", "taken"), [(100, 0, 100), (100, 30, 130), (-40, 30, 30), (0, 0, 0)]
)
def test_the_treasury_falls_with_its_system(treasury: int, locked: int, taken: int) -> None:
    bea = empire("bea", treasury=treasury, locked=locked)
    made = work(state(home("bea"), world(), bea))
    before = money(made)
    with drafting(made) as draft:
        control.capture(made, draft, "MINKY", "ann")
    ann, bea = made.state.empires["ann"], made.state.empires["bea"]
    assert (ann.locked, ann.treasury, bea.locked) == (taken, 100, 0 if taken else locked)
    assert bea.treasury == min(treasury, 0) and money(made) == before
    assert bool(told(made, "treasury_lost")) == bool(taken)
    if taken:
        (lost,), (won,) = told(made, "treasury_lost"), told(made, "treasury_captured")
        assert lost.facts == won.facts == {"system": "MINKY", "amount": taken}
        assert won.changes[0].after - won.changes[0].before == taken
    assert (bea.capital, bea.treasury_at) == ("TEDDY", "TEDDY")


def test_a_treasury_elsewhere_is_kept() -> None:
    made = captured_from(state(world(), empire("bea")))
    assert made.state.empires["bea"].treasury == 100 and not told(made, "treasury_lost")


# --- the designated home star ---


def seated(*things: Any) -> Empire:
    made = work(state(*things))
    with drafting(made) as draft:
        control.seat(made, draft, "ann")
    found: Empire = made.state.empires["ann"]
    return found


def test_the_richest_world_then_the_richest_system_then_the_name() -> None:
    gone = home("ann", owner="bea")
    world5 = world(colonizer="ann", type=5, colonies=3)
    rich = world("SHOOT", colonizer="ann", type=4, colonies=2)  # 80 MCr, the world only 50
    poor = world("MAVIS", colonizer="ann", type=5, colonies=2)
    assert seated(gone, world5, rich).capital == "TEDDY"
    assert seated(gone, rich, poor).capital == "SHOOT"
    twin = world("ALGOL", colonizer="ann", type=4, colonies=2)
    assert seated(gone, rich, twin).capital == "ALGOL"


def test_what_is_still_held_is_kept() -> None:
    ann = empire("ann", treasury_at="TEDDY")
    held = seated(ann, world(colonizer="ann"))
    assert (held.capital, held.treasury_at) == ("VIRUS", "TEDDY")
    lost = seated(ann, home("ann", owner="bea"), world(colonizer="ann"))
    assert (lost.capital, lost.treasury_at) == ("TEDDY", "TEDDY")
    assert seated(ann, home("ann", owner="bea")).capital == "VIRUS"


# --- the end of a colony ---


def test_an_emptied_planet_has_nothing_left() -> None:
    here = world(
        ic=True,
        militia=2,
        fought=2,
        survivors=("ann",),
        surface={"bea": {"RA": 1}, "cyd": {"AA": 2}},
    )
    hull = Hull("h", "Bee", "bea", "bea", "bea/Scout", "TEDDY", 10)
    far = Hull("f", "Far", "bea", "bea", "bea/Scout", "SHOOT", 10)
    ends = [
        *gate_pair("Ring", "TEDDY", "SHOOT", "ann", place=STORED),
        *gate_pair("Arc", "TEDDY", "SHOOT", "ann"),
    ]
    table = state(here, hulls={"h": hull, "f": far}, players="abc")
    made = emptied(replace(table, gates={one.id: one for one in ends}))
    after = made.state.systems["TEDDY"]
    assert after == replace(system("TEDDY"), lines=after.lines)
    assert list(made.state.hulls) == ["f"]
    assert made.state.gates["ring-a"].place == GONE and made.state.gates["ring-b"].place == STORED
    assert made.state.gates["arc-a"].at == "TEDDY"
    bea, cyd, ann = told(made, "system_emptied")
    assert (bea.facts["lost"], bea.facts["lost_things"]) == ({"RA": 1}, ["Bee"])
    assert [one.facts["was"] for one in (bea, cyd, ann)] == ["own", "", ""]
    assert cyd.facts["lost"] == {"AA": 2} and ann.facts["lost_things"] == ["Ring-A"]
    assert [list(one.seen) for one in (bea, cyd, ann)] == [["bea"], ["cyd"], ["ann"]]


def test_a_captured_planet_that_is_emptied_was_nobodys_own() -> None:
    made = emptied(state(replace(world(type=6), owner="ann")))
    told_to = {next(iter(one.seen)): one.facts["was"] for one in told(made, "system_emptied")}
    assert told_to == {"ann": "captured", "bea": "lost"}


def test_a_destroyed_home_star_is_gone_for_good() -> None:
    made = emptied(state(home("bea"), world(type=6)), "MINKY")
    bea = made.state.empires["bea"]
    assert (bea.home, bea.capital, bea.treasury_at, bea.treasury) == ("", "TEDDY", "TEDDY", 100)
    assert made.state.systems["MINKY"].home_of == ""
    assert told(made, "home_destroyed", "bea") and told(made, "seat_moved", "bea")


def test_an_empty_planet_is_nobodys_loss() -> None:
    assert not emptied(state(system("TEDDY"))).events


# --- militia ---


@pytest.mark.parametrize(
    ("colonies", "home_of", "number"),
    [(0, "", 0), (1, "", 1), (2, "", 2), (3, "", 3), (3, "b", 10)],
)
def test_militia_by_status(colonies: int, home_of: str, number: int) -> None:
    here = system("TEDDY", colonies=colonies, colonizer="bea", home_of=home_of)
    assert militia.mustered(here, 3, "return") == number


@pytest.mark.parametrize(
    ("fields", "turn", "option", "number"),
    [
        ({"owner": "ann"}, 3, "return", 0),
        ({"owner": ""}, 3, "return", 0),
        ({"fought": 2, "militia": 1}, 3, "return", 2),
        ({"fought": 2, "survivors": ("bea",)}, 3, "return", 2),
        ({"fought": 2, "survivors": ("ann",)}, 3, "return", 0),
        ({"fought": 2}, 3, "return", 0),
        ({"fought": 2}, 4, "return", 2),
        ({"fought": 2}, 4, "gone", 0),
        ({"fought": 2, "militia": 1}, 3, "gone", 2),
    ],
    ids=[
        "captured",
        "neutral",
        "militia lived",
        "a defender lived",
        "only an invader lived",
        "all died",
        "a quiet turn",
        "never again",
        "lived, never again",
    ],
)
def test_militia_after_combat(fields: dict[str, Any], turn: int, option: str, number: int) -> None:
    assert militia.mustered(world(**fields), turn, option) == number


def test_militia_of_the_example_comes_back_whole() -> None:
    assert militia.after_combat("WORLD", 1, 0) == 3
    assert militia.after_combat("WORLD", 0, 1) == 3
    assert militia.after_combat("WORLD", 0, 0) == 0


def test_muster_raises_what_is_missing() -> None:
    made = work(state(world(militia=0), world("SHOOT", militia=2)), phase="I")
    militia.muster(made)
    systems = made.state.systems
    assert (systems["TEDDY"].militia, systems["SHOOT"].militia) == (2, 2)
    assert systems[HOMES["ann"]].militia == 10
