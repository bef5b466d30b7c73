"""One jump of a route: lines, letters, names, star gates, and why one cannot be made."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.rules.movement.routes import ShipWay, step
from pbm.games.nova.state.orders.parts import Jump
from pbm.games.nova.state.state import ABOARD, GONE, STORED, Permit, State, System, WarpLine
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import empire, gate_pair, state, system

RING = gate_pair("Ring", "ALGOL", "PAGAN")


def walked(table: State, start: str, *jumps: Jump, player: str = "ann", turn: int = 3) -> ShipWay:
    """The way after these jumps, or as far as it went."""
    way = ShipWay(start, start)
    draft = Draft(table)
    for one in jumps:
        if not way.why:
            step(draft, turn, player, way, one)
    return way


def to(name: str) -> Jump:
    return Jump(system=name)


def test_a_jump_takes_the_line_of_its_letter() -> None:
    way = walked(state(), "VIRUS", Jump("D"))
    assert (way.at, way.entered_by, way.letters, way.why) == ("ALGOL", "B", ["D"], "")


def test_a_jump_finds_the_line_to_a_system() -> None:
    way = walked(state(), "VIRUS", to("MAVIS"), to("TEDDY"))
    assert (way.at, way.entered_by, way.letters) == ("TEDDY", "E", ["X", "M"])


def test_letter_and_name_together_must_agree() -> None:
    assert walked(state(), "VIRUS", Jump("D", "ALGOL")).at == "ALGOL"
    way = walked(state(), "VIRUS", Jump("D", "MAVIS"))
    assert (way.at, way.code, way.rule) == ("VIRUS", "NDC", "NV MOV-26")
    assert way.why == "line D of VIRUS does not lead to MAVIS"


@pytest.mark.parametrize(
    ("jumps", "at", "code", "why"),
    [
        ([to("TEDDY")], "VIRUS", "NDC", "no warp line joins VIRUS and TEDDY"),
        ([to("NOWHERE")], "VIRUS", "NDC", "no warp line joins VIRUS and NOWHERE"),
        ([Jump("Q")], "VIRUS", "DNE", "VIRUS has no warp line Q"),
        ([to("VIRUS")], "VIRUS", "IS", "it is at VIRUS already"),
        ([Jump("D"), to("ALGOL")], "ALGOL", "IS", "it is at ALGOL already"),
        (
            [Jump("D"), Jump("B")],
            "ALGOL",
            "CUSWLT",
            "line B of ALGOL was used this turn already",
        ),
        (
            [Jump("D"), to("TEDDY"), to("MAVIS"), to("VIRUS")],
            "MAVIS",
            "IS",
            "it began the turn at VIRUS",
        ),
        (
            [Jump("D"), to("TEDDY"), to("ALGOL")],
            "TEDDY",
            "CUSWLT",
            "line B of TEDDY was used this turn already",
        ),
    ],
)
def test_impossible_jumps(jumps: list[Jump], at: str, code: str, why: str) -> None:
    way = walked(state(), "VIRUS", *jumps)
    assert (way.at, way.code, way.why) == (at, code, why)


def twice_joined() -> tuple[System, ...]:
    """ALGOL and TEDDY joined by a second line, Y and Z."""
    algol, teddy = system("ALGOL"), system("TEDDY")
    return (
        replace(algol, lines={**algol.lines, "Y": WarpLine("TEDDY", "Z")}),
        replace(teddy, lines={**teddy.lines, "Z": WarpLine("ALGOL", "Y")}),
    )


def test_by_name_an_unused_line_is_taken_before_a_used_one() -> None:
    way = walked(state(*twice_joined()), "VIRUS", to("ALGOL"), to("TEDDY"), to("ALGOL"))
    assert (way.at, way.letters) == ("ALGOL", ["D", "D", "Z"])
    way = walked(state(*twice_joined()), "VIRUS", *map(to, ("ALGOL", "TEDDY") * 2))
    assert (way.at, way.code) == ("ALGOL", "CUSWLT")


def test_a_second_line_to_the_start_is_no_way_back() -> None:
    way = walked(state(*twice_joined()), "ALGOL", Jump("D"), Jump("Z"))
    assert (way.at, way.code) == ("TEDDY", "IS")


# --- star gates ---------------------------------------------------------------------------------


def test_a_gate_is_one_jump_among_others() -> None:
    way = walked(state(*RING), "VIRUS", Jump("D"), Jump(gate="ring-a"), Jump("P"))
    assert (way.at, way.letters, way.entered_by) == ("TEDDY", ["D", "*", "P"], "R")


def test_no_letter_leads_back_from_a_gate() -> None:
    assert walked(state(*RING), "ALGOL", Jump(gate="ring-a")).entered_by == ""


def test_a_gate_takes_a_ship_once_a_turn_either_way() -> None:
    table = state(*RING)
    way = walked(table, "VIRUS", Jump("D"), Jump(gate="ring-a"), Jump(gate="ring-b"))
    assert (way.at, way.code) == ("PAGAN", "CUSWLT")
    assert way.why == "Ring-B was used this turn already"


def test_no_gate_leads_to_the_start() -> None:
    way = walked(state(*RING), "PAGAN", Jump("P"), Jump("B"), Jump(gate="ring-a"))
    assert (way.at, way.code) == ("ALGOL", "IS")


@pytest.mark.parametrize("id", ["ring-b", "no-such"])
def test_a_gate_must_be_where_the_ship_is(id: str) -> None:
    way = walked(state(*RING), "ALGOL", Jump(gate=id))
    assert (way.at, way.code, way.rule) == ("ALGOL", "DNE", "NV UNI-14")


def test_a_gate_that_is_not_placed_is_no_gate() -> None:
    stored = replace(RING[0], place=STORED)
    assert walked(state(stored, RING[1]), "ALGOL", Jump(gate="ring-a")).code == "DNE"


@pytest.mark.parametrize(
    ("far", "why"),
    [
        ({"place": GONE}, "Ring-A leads nowhere: Ring-B no longer exists"),
        ({"place": ABOARD}, "Ring-A leads nowhere: Ring-B is not in a warp point"),
        ({"place": STORED}, "Ring-A leads nowhere: Ring-B is not in a warp point"),
        ({"moved": 3}, "Ring-B was placed only this turn"),
        ({"owner": "bea", "place": GONE}, "Ring-A leads nowhere"),
        ({"owner": "bea", "place": STORED}, "Ring-A leads nowhere"),
        ({"owner": "bea", "moved": 3}, "Ring-A leads nowhere"),
    ],
)
def test_why_a_gate_is_closed(far: dict[str, Any], why: str) -> None:
    table = state(RING[0], replace(RING[1], **far))
    way = walked(table, "VIRUS", Jump("D"), Jump(gate="ring-a"))
    assert (way.at, way.why, way.rule) == ("ALGOL", why, "NV UNI-17")


def test_a_gate_whose_other_end_was_given_up_leads_nowhere() -> None:
    way = walked(state(replace(RING[0], pair="")), "ALGOL", Jump(gate="ring-a"))
    assert way.why == "Ring-A leads nowhere"


def test_a_gate_is_open_the_turn_after_it_was_placed() -> None:
    near = replace(RING[0], moved=3)
    assert walked(state(near, RING[1]), "ALGOL", Jump(gate="ring-a")).why == (
        "Ring-A was placed only this turn"
    )
    assert walked(state(near, RING[1]), "ALGOL", Jump(gate="ring-a"), turn=4).at == "PAGAN"
    foreign = replace(RING[1], owner="bea")
    assert walked(state(RING[0], foreign), "ALGOL", Jump(gate="ring-a")).at == "PAGAN"


@pytest.mark.parametrize(
    ("permits", "at"),
    [
        ((), "ALGOL"),
        ((Permit("gate", "bea", "ring-a"),), "PAGAN"),
        ((Permit("gate", "bea", ""),), "PAGAN"),
        ((Permit("gate", "bea", "ring-b"),), "ALGOL"),
        ((Permit("gate", "cyd", "ring-a"),), "ALGOL"),
        ((Permit("interdiction", "bea", ""),), "ALGOL"),
    ],
)
def test_who_may_pass_through_a_gate(permits: tuple[Permit, ...], at: str) -> None:
    """NV UNI-15: leave of the controller of the end that is entered."""
    table = state(*RING, empire("ann", permits=permits))
    way = walked(table, "ALGOL", Jump(gate="ring-a"), player="bea")
    assert way.at == at
    assert bool(way.why) == (at == "ALGOL")


def test_nobody_gives_leave_for_an_end_of_nobody() -> None:
    table = state(replace(RING[0], owner=""), RING[1])
    assert walked(table, "ALGOL", Jump(gate="ring-a")).why == "you may not pass through Ring-A"


def test_leave_at_the_far_end_is_not_asked_for() -> None:
    """Ambiguity: NV A-SG-EXIT."""
    table = state(RING[0], replace(RING[1], owner="bea"))
    assert walked(table, "ALGOL", Jump(gate="ring-a")).at == "PAGAN"
