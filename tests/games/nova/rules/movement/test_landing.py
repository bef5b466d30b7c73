"""What it takes to get to a planet, to land on it, to be lifted off it.

Rule: NV ORD-25, EXP-05, EXP-06, ECO-25, CON-22, ECO-33, MOV-22.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import planetside
from pbm.games.nova.rules.exploration import establishing
from pbm.games.nova.rules.exploration.evacuation import lifted
from pbm.games.nova.rules.movement import landing
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import ABOARD, STORED, Cargo, Meeting, Passage, Ship, State, System
from pbm.games.nova.state.working_state import Draft, drafting
from tests.games.nova.builders import (
    design,
    empire,
    gate_pair,
    ship,
    sight,
    state,
    system,
    told,
    work,
)
from tests.games.nova.lines import act, codes, move, sheet, units

FRIENDS = Meeting("TEDDY", "ann", "bea", friendly=True)
FOES = Meeting("TEDDY", "ann", "bea", hostile=True)


def knows(id: str = "ann", *names: str, **fields: Any) -> Any:
    """An empire that has explored TEDDY, or these."""
    return empire(id, sights={name: sight(name) for name in (names or ("TEDDY",))}, **fields)


def colony(of: str = "ann", **fields: Any) -> System:
    return system("TEDDY", **{"colonies": 1, "colonizer": of, **fields})


def loaded(*cargo: Any, name: str = "Bull", **fields: Any) -> Ship:
    return ship(name, "Hauler", **{"at": "TEDDY", "cargo": cargo, **fields})


def landed(
    *things: Any, what: Any = (), orders: tuple[Orders, ...] = (), **fields: Any
) -> PhaseContext:
    """Phase H with a ship ordered L."""
    mine = sheet("ann", move("TEDDY", "bull", codes=codes("", act("L", *what))))
    made = work(state(knows(), *things, **fields), orders or (mine,), phase="H")
    landing.land(made)
    return made


def why(made: PhaseContext, empire: str = "ann") -> list[str]:
    return [event.facts["why"] for event in told(made, "failed", empire)]


# --- getting there ---


def reach(one: Ship, *things: Any, orders: tuple[Orders, ...] = ()) -> str:
    draft = Draft(work(state(one, *things), orders).state)
    return planetside.cannot_reach(draft, Effective(draft), one)[0]


def test_exploration_data_are_needed() -> None:
    assert reach(loaded()) == "you have no exploration data of TEDDY"
    assert "data" in reach(loaded(), empire("ann", sights={"TEDDY": sight("TEDDY", False)}))
    assert reach(loaded(), knows()) == ""


def test_an_impulse_engine_or_a_tow_is_needed() -> None:
    dead = loaded(damage=Damage(parts={"IE1": 2}))
    assert "no working impulse engine" in reach(dead, knows())
    assert reach(loaded(damage=Damage(parts={"IE1": 1})), knows()) == ""
    tow = sheet("ann", move("TEDDY", "tug", tow="bull"))
    assert reach(dead, knows(), ship("Tug", at="TEDDY"), orders=(tow,)) == ""
    assert reach(dead, knows(), ship("Tug", at="SHOOT"), orders=(tow,)) != ""
    weak = ship("Tug", at="TEDDY", damage=Damage(parts={"IE1": 2}))
    assert reach(dead, knows(), weak, orders=(tow,)) != ""
    assert reach(dead, knows(), orders=(tow,)) != ""


# --- cargo ---


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ([], [("AA", 3), ("SDU", 1)]),
        (["2 AA"], [("AA", 2)]),
        (["AA"], [("AA", 3)]),
        (["5 AA", "SDU"], [("AA", 3), ("SDU", 1)]),
        (["2 AA", "2 AA"], [("AA", 2), ("AA", 1)]),
        (["AA", "AA"], [("AA", 3)]),
        (["1 AA of bea"], [("AA", 1)]),
        (["C"], []),
    ],
)
def test_what_an_order_takes_of_the_cargo(
    wanted: list[str], expected: list[tuple[str, int]]
) -> None:
    one = loaded(("AA", 3), ("SDU", 1), Cargo("AA", "bea", 1), ("C", 1))
    found = planetside.taken(one, [units(text) for text in wanted], ("AA", "SDU"))
    assert [(cargo.kind, cargo.number) for cargo in found] == expected
    assert all((cargo.owner == "bea") == ("of bea" in str(wanted)) for cargo in found)


def test_two_lots_of_one_kind() -> None:
    one = loaded(("AA", 2), ("AA", 2))
    assert sum(c.number for c in planetside.taken(one, [units("3 AA")], ("AA",))) == 3
    left = planetside.unloaded(one, [Cargo("AA", "ann", 3)])
    assert left.cargo == (Cargo("AA", "ann", 1),)
    assert planetside.unloaded(one, [Cargo("AA", "bea", 3)]) == one


def test_what_is_short() -> None:
    one = loaded(("AA", 2))
    assert planetside.short_of(one, [units("2 AA"), units("AA")]) == ""
    said = "2 of the 3 AA are aboard and no RA is aboard"
    assert planetside.short_of(one, [units("3 AA"), units("RA")]) == said
    lone = loaded(("AA", 1))
    said = "1 of the 2 AA is aboard, none of the 2 C is aboard and no IC is aboard"
    assert planetside.short_of(lone, [units("2 AA"), units("2 C"), units("1 IC")]) == said


# --- L ---


def test_armies_and_installations_land_on_an_own_planet() -> None:
    made = landed(colony(), loaded(("AA", 2), ("SDU", 1), ("C", 1)))
    assert made.state.systems["TEDDY"].surface == {"ann": {"AA": 2, "SDU": 1}}
    assert made.state.ships["bull"].cargo == (Cargo("C", "ann", 1),)
    (event,) = told(made, "landed")
    assert event.facts["units"] == {"AA": 2, "SDU": 1} and event.facts["ship"] == "Bull"
    assert list(event.seen) == ["ann"] and not told(made, "aliens_landed")


@pytest.mark.parametrize(
    ("cargo", "what", "reason", "left"),
    [
        ((), (), "nothing that lands is aboard", 0),
        ((("C", 1),), (), "nothing that lands is aboard", 0),
        ((("C", 1),), ("1 C",), "C is established with E, not landed", 0),
        ((("AA", 2),), ("3 AA",), "2 of the 3 AA are aboard", 2),
        ((Cargo("AA", "bea", 2),), ("AA of bea",), "AA of another empire land by its own", 0),
    ],
)
def test_what_cannot_land_is_told(
    cargo: Any, what: tuple[str, ...], reason: str, left: int
) -> None:
    made = landed(colony(), loaded(*cargo), what=what)
    assert [one[: len(reason)] for one in why(made)] == [reason]
    assert made.state.systems["TEDDY"].units("ann", "AA") == left
    assert made.state.systems["TEDDY"].units("bea", "AA") == 0


def test_without_data_nothing_lands() -> None:
    made = landed(colony(), loaded(("AA", 2)), empire("ann"))
    assert why(made) == ["you have no exploration data of TEDDY"]


@pytest.mark.parametrize(
    ("meetings", "lands"),
    [((), False), ((FRIENDS,), True), ((FRIENDS, FOES), False), ((FOES,), False)],
    ids=["not met", "friends", "both", "foes"],
)
def test_the_surface_of_others_must_be_friendly(meetings: Any, lands: bool) -> None:
    made = landed(colony("bea"), loaded(("AA", 2)), meetings=meetings)
    assert made.state.systems["TEDDY"].units("ann", "AA") == (2 if lands else 0)
    assert why(made) == ([] if lands else ["the surface of TEDDY is not friendly"])
    seen = [event.facts for event in told(made, "aliens_landed", "bea")]
    assert seen == ([{"system": "TEDDY"}] if lands else [])


def test_a_planet_that_nobody_controls_is_not_friendly() -> None:
    made = landed(colony("bea", owner=""), loaded(("AA", 2)))
    assert why(made) == ["the surface of TEDDY is not friendly"]


# --- landings that wait for a colony ---


def late(*cargo: Any, activities: tuple[str, ...] = ("L", "E"), **fields: Any) -> PhaseContext:
    mine = sheet("ann", move("TEDDY", "bull", codes=codes("", *map(act, activities))))
    made = work(state(knows(), loaded(*cargo), **fields), [mine], phase="H")
    landing.land(made)
    assert not made.events
    made.phase = "K"
    establishing.establish(made)
    return made


def test_units_land_where_a_colony_is_being_established() -> None:
    made = late(("AA", 1), ("C", 1))
    assert made.state.systems["TEDDY"].surface == {"ann": {"AA": 1}}
    assert made.state.systems["TEDDY"].colonies == 1


def test_without_one_they_stay_aboard() -> None:
    made = late(("AA", 1), activities=("L",))
    assert why(made) == ["there is no colony on TEDDY to land by"]
    assert made.state.ships["bull"].cargo == (Cargo("AA", "ann", 1),)


def test_who_landed_already_does_not_land_again() -> None:
    mine = sheet("ann", move("TEDDY", "bull", codes=codes("", act("L", "1 AA"))))
    made = work(state(knows(), colony(), loaded(("AA", 2))), [mine], phase="H")
    landing.land(made)
    with drafting(made) as draft:  # devastated in phase J
        draft.systems["TEDDY"] = system("TEDDY")
    made.phase = "K"
    establishing.establish(made)
    assert made.state.ships["bull"].cargo == (Cargo("AA", "ann", 1),) and not why(made)


# --- units aboard alien ships ---


def carried(*things: Any, line: Any = None, **fields: Any) -> PhaseContext:
    """Ann's two armies aboard Bea's Wasp, which she orders to land."""
    mine = sheet("ann", line or move("ALGOL", "2 AA", codes=codes("", act("L"))))
    passages = {"wasp": Passage("ALGOL", "TEDDY", ("D",), "B")}
    wasp = ship("Wasp", "Hauler", "TEDDY", "bea", cargo=(Cargo("AA", "ann", 2), ("RA", 1)))
    usual: tuple[Any, ...] = (colony("bea"), knows("bea"), wasp)
    return landed(*usual, *things, orders=(mine,), **{"passages": passages, **fields})


def test_units_aboard_an_alien_ship_land_by_their_own_orders() -> None:
    made = carried(meetings=(FRIENDS,))
    assert made.state.systems["TEDDY"].surface == {"ann": {"AA": 2}}
    assert made.state.ships["wasp"].cargo == (Cargo("RA", "bea", 1),)
    (event,) = told(made, "landed")
    assert list(event.seen) == ["ann"] and event.facts["ship"] == ""
    assert event.facts["system"] == "TEDDY" and told(made, "aliens_landed", "bea")


@pytest.mark.parametrize(
    ("things", "fields", "reason"),
    [
        ((), {}, "the surface of TEDDY is not friendly"),
        ((system("TEDDY"),), {}, "there is no colony on TEDDY to land by"),
        ((empire("bea"),), {}, "the ship that carries them cannot get to the planet"),
    ],
)
def test_and_are_told_why_not(things: Any, fields: Any, reason: str) -> None:
    assert why(carried(*things, **fields)) == [reason]


@pytest.mark.parametrize(
    ("line", "number"),
    [
        (move("ALGOL", "1 AA", codes=codes("", act("L"))), 1),
        (move("ALGOL", "1 AA", "1 AA", codes=codes("", act("L"))), 2),
        (move("ALGOL", "3 AA", codes=codes("", act("L"))), 2),
        (move("ALGOL", "AA", codes=codes("", act("L"))), 2),
        (move("VIRUS", "2 AA", codes=codes("", act("L"))), 0),
        (move("ALGOL", "2 AA", codes=codes("", act("A"))), 0),
        (move("ALGOL", "2 AA of bea", codes=codes("", act("L"))), 0),
        (move("ALGOL", "2 RA", "bull", codes=codes("", act("L"))), 0),
        (move("ALGOL", "2 AA"), 0),
    ],
)
def test_how_many_land(line: Any, number: int) -> None:
    made = carried(line=line, meetings=(FRIENDS,))
    assert made.state.systems["TEDDY"].units("ann", "AA") == number


def test_a_carrier_at_rest_gone_or_fled() -> None:
    line = move("TEDDY", "AA", codes=codes("", act("L")))
    assert (
        carried(line=line, meetings=(FRIENDS,), passages={})
        .state.systems["TEDDY"]
        .units("ann", "AA")
    )
    obeys = carried(line=line, meetings=(FRIENDS,), passages={}, aborted={"wasp": "told to"})
    assert not obeys.state.systems["TEDDY"].units("ann", "AA")
    short = {"wasp": Passage("TEDDY", "TEDDY", ("D",), "B", interdicted=True)}
    stopped = carried(line=line, meetings=(FRIENDS,), passages=short)
    assert not stopped.state.systems["TEDDY"].units("ann", "AA")
    fled = carried(line=line, meetings=(FRIENDS,), passages={}, fled=("wasp",))
    assert not fled.state.systems["TEDDY"].units("ann", "AA")
    stray = ship("Wasp", "Hauler", "", "bea", cargo=(Cargo("AA", "ann", 2), Cargo("AA", "x", 1)))
    assert not why(carried(stray, line=line, passages={}))
    odd = ship("Wasp", "Hauler", "TEDDY", "bea", cargo=(Cargo("AA", "nobody", 1),))
    assert not why(carried(odd, line=line, passages={}))
    both = move("TEDDY", "1 AA", "1 AA", "1 AA", codes=codes("", act("L")))
    made = carried(line=both, meetings=(FRIENDS,), passages={})
    assert made.state.systems["TEDDY"].units("ann", "AA") == 2
    lots = (Cargo("AA", "ann", 1), Cargo("AA", "ann", 1))
    wasp = ship("Wasp", "Hauler", "TEDDY", "bea", cargo=lots)
    one = move("TEDDY", "1 AA", codes=codes("", act("L")))
    made = carried(wasp, line=one, meetings=(FRIENDS,), passages={})
    assert made.state.systems["TEDDY"].units("ann", "AA") == 1


# --- lifting off ---

BARGE = {"ann/Barge": design("Barge", Component("CH", 6, 30))}


def up(
    *ships: Ship, first: tuple[str, ...] = (), there: Any = None, **fields: Any
) -> tuple[dict[str, int], State]:
    here = colony(surface={"ann": there or {"AA": 2, "PCB": 1, "C": 1}, "bea": {"AA": 1}})
    made = work(state(knows(), here, *ships, designs=BARGE, **fields))
    with drafting(made) as draft:
        saved = lifted(draft, Effective(draft), "ann", "TEDDY", [units(one) for one in first])
    return saved, made.state


def barge(name: str, **fields: Any) -> Ship:
    return ship(name, "Barge", **{"at": "TEDDY", **fields})


def test_six_holds_save_what_is_worth_most() -> None:
    saved, after = up(barge("A"))
    assert saved == {"PCB": 1} and after.ships["a"].cargo == (Cargo("PCB", "ann", 1),)
    assert after.systems["TEDDY"].surface == {"ann": {"AA": 2, "C": 1}, "bea": {"AA": 1}}
    saved, after = up(barge("A"), barge("B"))
    assert saved == {"PCB": 1, "AA": 2, "C": 1}
    assert after.systems["TEDDY"].surface == {"bea": {"AA": 1}}


def test_orders_say_what_goes_first() -> None:
    assert up(barge("A"), first=("1 AA", "MA", "1 AA of bea"))[0] == {"AA": 2, "C": 1}
    assert up(barge("A"), first=("C",))[0] == {"C": 1, "AA": 2}


def test_what_is_in_the_holds_takes_room() -> None:
    assert up(barge("A", cargo=(("RA", 1),)))[0] == {"AA": 2, "C": 1}
    assert up(barge("A", cargo=(("RA", 5),)))[0] == {"AA": 1}
    boat = ship("Boat", "Scout", "", carrier="a", bay="CH1")
    assert up(barge("A"), boat)[0] == {"AA": 2, "C": 1}
    bayed = ship("Boat", "Scout", "", carrier="a", bay="LB1")
    assert up(barge("A"), bayed)[0] == {"PCB": 1}
    hurt = barge("A", damage=Damage(parts={"CH1": 5}))
    assert up(hurt)[0] == {"AA": 2, "C": 1}


@pytest.mark.parametrize(("bay", "expected"), [("", {}), ("LB1", {"PCB": 1})])
def test_a_gate_end_in_the_holds_takes_six(bay: str, expected: dict[str, int]) -> None:
    one, other = gate_pair("Ring", "", "SHOOT", place=ABOARD)
    ends = {"ring-a": replace(one, carrier="a", bay=bay), "ring-b": replace(other, carrier="x")}
    assert up(barge("A"), gates=ends)[0] == expected


def test_ships_that_are_not_there_lift_nothing() -> None:
    dead = barge("C", damage=Damage(parts={"IE1": 2}))
    assert up(barge("A", at="SHOOT"), barge("B", owner="bea", builder="ann"), dead)[0] == {}


def test_stored_gate_ends_are_saved_too() -> None:
    ends = {one.id: one for one in gate_pair("Ring", "TEDDY", "TEDDY", place=STORED)}
    saved, after = up(barge("A"), gates=ends, there={"AA": 1}, first=("SG ring-b",))
    assert saved == {"SG": 1} and after.gates["ring-b"].carrier == "a"
    assert after.gates["ring-a"].place == STORED
    saved, _after = up(barge("A"), barge("B"), gates=ends, there={"AA": 1})
    assert saved["SG"] == 1 and saved["AA"] == 1


def test_units_of_one_kind_lie_together() -> None:
    _saved, after = up(barge("A", cargo=(("RA", 1), ("AA", 1))), there={"AA": 2})
    assert after.ships["a"].cargo == (Cargo("RA", "ann", 1), Cargo("AA", "ann", 3))
