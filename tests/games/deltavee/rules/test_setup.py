from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.orders import UnitOrders
from pbm.games.deltavee.orders.setup.place import PlaceLine
from pbm.games.deltavee.orders.setup.pods import PodsLine
from pbm.games.deltavee.rules.setup import set_up
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.packing import pack
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import ABOARD, IN_PLAY
from tests.games.deltavee.builders import ref, told, work
from tests.games.deltavee.scenes import opening, unit

Lines = Mapping[str, Sequence[PlaceLine | PodsLine]]


def at(state: State, label: str | None = None, direction: int | None = None,
       velocity: int | None = None, line: int = 1) -> PlaceLine:  # fmt: skip
    place = None if label is None else state.maps.parse(label)
    way = None if direction is None else Direction(direction)
    return PlaceLine(ref(line), place, way, velocity)


def pods(boxes: Mapping[int, str]) -> PodsLine:
    return PodsLine(ref(7, "pods ..."), boxes)


def done(name: str, lines: Lines | None = None, chosen: Any = None) -> PhaseContext:
    """The set-up of a scenario with these lines by unit."""
    state = opening(name, chosen)
    orders: dict[str, list[UnitOrders]] = {"ann": [], "bea": []}
    for who, written in (lines or {}).items():
        ship = unit(state, who)
        place = tuple(line for line in written if isinstance(line, PlaceLine))
        boxes = tuple(line for line in written if isinstance(line, PodsLine))
        orders[ship.owner].append(UnitOrders(ship.id, place=place, pods=boxes))
    made = work(state, orders, chosen, phase="setup")
    set_up(made)
    return made


def places(made: PhaseContext) -> dict[str, tuple[str, int, int]]:
    """Where each spaceship came to stand."""
    state: State = made.state
    return {
        f"{one.side}{one.designation}": (state.maps.label(one.at), one.direction, one.velocity)
        for one in state.units
        if one.is_ship
    }


def whys(made: PhaseContext) -> list[str]:
    return [event.facts["why"] for event in told(made, "not_done")]


def test_without_a_sheet_every_ship_stands_as_the_scenario_has_it() -> None:
    made = done("tau-ceti")
    assert made.state.turn == 1
    assert made.state.placements == {}
    assert places(made) == {
        "1A": ("A0909", 3, 2),
        "1B": ("A0908", 3, 2),
        "1C": ("A0910", 3, 2),
        "1D": ("A1009", 3, 2),
        "2A": ("A0109", 3, 3),
    }
    assert {one.status for one in made.state.units} == {IN_PLAY, ABOARD}
    assert len(told(made, "placed")) == 5
    assert whys(made) == []


def test_a_ship_goes_where_it_may_and_takes_its_battlecraft_along() -> None:
    state = opening("tau-ceti")
    made = done("tau-ceti", {"2A": [at(state, "A0117", 7)]})
    assert places(made)["2A"] == ("A0117", 7, 3)
    for name in ("2A1", "2A2"):
        assert made.state.maps.label(unit(made.state, name).at) == "A0117"
    event = told(made, "placed")[-1]
    assert (event.order, event.facts["at"]) == (ref(), "A0117")


@pytest.mark.parametrize(
    ("place", "why"),
    [
        (("A0201",), "A0201 is not open to it: A0101, A0102"),
        ((None, None, 2), "velocity 2 is not open to it: 3"),
        ((None, None, 4), "velocity 4 is not open to it: 3"),
    ],
)
def test_a_place_outside_the_freedom_is_refused(place: Any, why: str) -> None:
    made = done("tau-ceti", {"2A": [at(opening("tau-ceti"), *place)]})
    assert whys(made)[0].startswith(why)
    assert places(made)["2A"] == ("A0109", 3, 3)


def test_a_direction_outside_the_freedom_is_refused_and_a_later_line_holds() -> None:
    state = opening("tau-ceti")
    lines = [at(state, "A0808", 4), at(state, "A0808", line=2)]
    made = done("tau-ceti", {"1A": lines})
    assert whys(made) == ["direction 4 is not open to it: 3"]
    assert places(made)["1A"] == ("A0808", 3, 2)


def test_no_two_ships_of_the_company_stand_in_one_hex() -> None:
    state = opening("tau-ceti")
    made = done("tau-ceti", {"1A": [at(state, "A0808")], "1B": [at(state, "A0808")]})
    assert whys(made) == ["A0808 is taken by A"]
    assert (places(made)["1A"][0], places(made)["1B"][0]) == ("A0808", "A0908")


def test_a_ship_without_a_line_makes_room() -> None:
    made = done("tau-ceti", {"1A": [at(opening("tau-ceti"), "A0908")]})
    assert (places(made)["1A"][0], places(made)["1B"][0]) == ("A0908", "A0808")
    assert len({place for name, (place, _, _) in places(made).items() if name[0] == "1"}) == 4


def test_a_company_points_and_flies_as_its_first_line_says() -> None:
    state = opening("convoy-red")
    made = done("convoy-red", {"1B": [at(state, None, 5, 4)], "1C": [at(state, None, 6, None)]})
    assert whys(made) == ["all its company must point to 5, as was written for B"]
    assert {places(made)[name][1:] for name in ("1A", "1B", "1C", "1D", "1E")} == {(5, 4)}
    assert {places(made)[name][1:] for name in ("2A", "2B", "2C")} == {(12, 3)}


def test_direction_and_velocity_may_come_from_different_lines() -> None:
    state = opening("convoy-red")
    made = done("convoy-red", {"2A": [at(state, None, 9)], "2C": [at(state, None, None, 6)]})
    assert {places(made)[name][1:] for name in ("2A", "2B", "2C")} == {(9, 6)}
    again = done("convoy-red", {"2A": [at(state, None, 9, 5)], "2C": [at(state, None, 9, 6)]})
    assert whys(again) == ["all its company must have velocity 5, as was written for A"]


@pytest.mark.parametrize(("velocity", "allowed"), [(0, True), (4, True), (5, False)])
def test_the_convoy_flies_at_most_four(velocity: int, allowed: bool) -> None:
    made = done("convoy-red", {"1A": [at(opening("convoy-red"), None, None, velocity)]})
    assert (whys(made) == []) is allowed
    assert places(made)["1A"][2] == (velocity if allowed else 3)


# --- pods into boxes ------------------------------------------------------------------------


def kinds(state: State, who: str) -> list[str]:
    return [pod.kind for pod in unit(state, who).pods]


def test_pods_go_into_the_boxes_a_player_names() -> None:
    boxes = {1: "energy", 2: "battlecraft", 3: "heavy weapon", 4: "heavy weapon",
             5: "battle communications"}  # fmt: skip
    made = done("first-shot", {"1A": [pods(boxes)]})
    ship = unit(made.state, "1A")
    assert {pod.box: pod.kind for pod in ship.pods} == boxes
    assert [pod.name for pod in ship.pods] == [f"pod {box}" for box in range(1, 6)]
    assert unit(made.state, "1A1").pod == 2
    event = told(made, "pods")[0]
    assert event.facts["boxes"]["1"] == "energy"
    assert event.shown_to("bea") is None
    assert event.order is not None


def test_pods_not_named_fill_the_other_boxes_in_their_order() -> None:
    made = done("first-shot", {"1A": [pods({1: "energy"})]})
    assert kinds(made.state, "1A") == [
        "energy", "heavy weapon", "heavy weapon", "battle communications", "battlecraft",
    ]  # fmt: skip


def test_two_battlecraft_keep_their_own_pods() -> None:
    made = done("tau-ceti", {"2A": [pods({1: "battlecraft", 5: "battlecraft"})]})
    assert [unit(made.state, name).pod for name in ("2A1", "2A2")] == [1, 5]
    held = {pod.box: pod.holds for pod in unit(made.state, "2A").pods if pod.holds}
    assert held == {1: unit(made.state, "2A1").id, 5: unit(made.state, "2A2").id}


@pytest.mark.parametrize(
    ("boxes", "why"),
    [
        ({6: "energy"}, "there is no box 6: its boxes are 1 to 5"),
        ({0: "energy"}, "there is no box 0: its boxes are 1 to 5"),
        ({1: "arsenal"}, "it carries no arsenal pod"),
        ({1: "energy", 2: "energy"}, "it carries 1 energy pod, not more"),
        (dict.fromkeys(range(1, 4), "heavy weapon"), "it carries 2 heavy weapon pods, not more"),
    ],
)
def test_boxes_that_cannot_be_filled_are_refused(boxes: dict[int, str], why: str) -> None:
    made = done("first-shot", {"1A": [pods(boxes)]})
    assert whys(made) == [why]
    assert kinds(made.state, "1A")[0] == "heavy weapon"


def test_pods_that_are_alike_have_nothing_to_arrange() -> None:
    state = opening("first-shot")
    ship = unit(state, "2A")
    held = state.placements[ship.id]
    fixed = {**state.placements, ship.id: type(held)(held.hexes, (Direction(3), Direction(4)),
                                                    held.velocities, False)}  # fmt: skip
    orders = [UnitOrders(ship.id, pods=(pods({1: "energy"}),))]
    made = work(replace(state, placements=fixed), {"bea": orders}, phase="setup")
    set_up(made)
    assert whys(made) == ["its pods stand where they are"]
    assert not [event for event in told(made, "pods") if event.facts["unit"] == ship.id]


def test_empty_boxes_may_be_left_anywhere() -> None:
    ship = unit(opening("first-shot"), "1A")
    fewer = ship.parts[:3] + ship.pods[:2]
    packed, why = pack(replace(ship, parts=fewer), {5: "heavy weapon"})
    assert why == ""
    assert [pod.box for pod in packed.pods] == [1, 5]
