"""Phase F: routes, jump drives, what ends a way, retreats that finish, what ships learn."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.rules.movement import arrivals
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.conditions import Test as Asked
from pbm.games.nova.state.orders.parts import Mover, Units
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Battle, BattleItem, Group
from pbm.games.nova.state.state import Passage, Permit, Retreat, Sight, State, WarpLine
from tests.games.nova.builders import contact, empire, gate_pair, ref, ship, sight, told
from tests.games.nova.builders import state as state_of
from tests.games.nova.scenes.movement import MORE, failures, line, moved, only_one, orders

LENIENT = {"lenient_turns": "3"}  # the table is of turn 3


def state(*things: Any, **fields: Any) -> State:
    return state_of(*things, designs=MORE, **fields)


def test_ships_jump_and_are_in_the_warp_point_of_their_destination() -> None:
    done = moved(state(ship("Stinger")), orders(line("VIRUS", "stinger", to="D > TEDDY")))
    assert done.state.ships["stinger"].at == "TEDDY"
    passage = done.state.passages["stinger"]
    assert (passage.start, passage.end, passage.letters) == ("VIRUS", "TEDDY", ("D", "D"))
    assert (passage.entered_by, passage.planned, passage.of) == ("B", "TEDDY", "ann")
    assert not passage.interdicted
    assert not passage.retreated
    assert not done.events


@pytest.mark.parametrize(
    ("damage", "at", "fault"),
    [
        ({}, "SHOOT", ""),
        ({"JD1": 1}, "TEDDY", "its jump drive makes 2 jumps a turn, and the route takes 3"),
        ({"JD1": 2}, "ALGOL", "its jump drive makes 1 jump a turn, and the route takes 3"),
        ({"JD1": 3}, "VIRUS", "its jump drive does not work"),
    ],
)
def test_a_drive_makes_as_many_jumps_as_it_has_levels(
    damage: dict[str, int], at: str, fault: str
) -> None:
    """NV MOV-01, NV MOV-27."""
    stinger = ship("Stinger", damage=Damage(parts=damage))
    done = moved(state(stinger), orders(line("VIRUS", "stinger", to="D > D > A")))
    assert done.state.ships["stinger"].at == at
    assert failures(done) == ([("Stinger", "", fault)] if fault else [])


def test_ships_of_one_line_go_each_as_far_as_its_own_drive_takes_it() -> None:
    """NV MOV-01, NV MOV-27."""
    wasp = ship("Wasp", damage=Damage(parts={"JD1": 2}))
    sheet = orders(line("VIRUS", "stinger", "wasp", to="D > D > A"))
    done = moved(state(ship("Stinger"), wasp), sheet)
    assert (done.state.ships["stinger"].at, done.state.ships["wasp"].at) == ("SHOOT", "ALGOL")


def test_ships_of_one_line_go_each_from_where_it_is() -> None:
    sheet = orders(line("", "stinger", "wasp", to="D"))
    done = moved(state(ship("Stinger"), ship("Wasp", at="ALGOL")), sheet)
    assert (done.state.ships["stinger"].at, done.state.ships["wasp"].at) == ("ALGOL", "TEDDY")


def test_a_jump_too_far_is_too_far() -> None:
    done = moved(state(ship("Stinger")), orders(line("VIRUS", "stinger", to="D > D > A > X")))
    assert done.state.ships["stinger"].at == "SHOOT"
    assert only_one(done, "failed").rule == "NV MOV-01"


def test_an_impossible_jump_ends_the_way_and_all_orders() -> None:
    done = moved(state(ship("Stinger")), orders(line("VIRUS", "stinger", to="D > B")))
    assert done.state.ships["stinger"].at == "ALGOL"
    assert failures(done) == [("Stinger", "CUSWLT", "line B of ALGOL was used this turn already")]
    assert done.state.stopped == {"stinger": "line B of ALGOL was used this turn already"}
    event = only_one(done, "failed")
    assert (event.facts["at"], event.seen, event.order) == (
        "ALGOL",
        {"ann": ("*",)},
        ref("VIRUS D > B"),
    )


def test_in_lenient_turns_a_fault_stops_no_unit() -> None:
    """Ambiguity: NV A-ORD-STRICT. Both sides of the edge: turn 3 with 3 and with 2."""
    sheet = orders(line("VIRUS", "stinger", to="Q"))
    assert not moved(state(ship("Stinger")), sheet, options=LENIENT).state.stopped
    assert moved(state(ship("Stinger")), sheet, options={"lenient_turns": "2"}).state.stopped


def test_a_ship_that_has_stopped_does_not_jump() -> None:
    table = state(ship("Stinger"), stopped={"stinger": "the whole of its cargo is missing"})
    done = moved(table, orders(line("VIRUS", "stinger", to="D")))
    assert done.state.ships["stinger"].at == "VIRUS"
    assert not done.events


def test_a_ship_must_be_where_its_line_says() -> None:
    done = moved(state(ship("Stinger", at="ALGOL")), orders(line("VIRUS", "stinger", to="D")))
    assert done.state.ships["stinger"].at == "ALGOL"
    assert failures(done) == [("Stinger", "NT", "Stinger is not at VIRUS")]
    done = moved(state(ship("Stinger", at="ALGOL")), orders(line("VIRUS", "stinger", does="X")))
    assert failures(done) == [("Stinger", "NT", "Stinger is not at VIRUS")]


def test_a_line_without_a_start_begins_where_the_ship_is() -> None:
    done = moved(state(ship("Stinger", at="ALGOL")), orders(line("", "stinger", to="D")))
    assert done.state.ships["stinger"].at == "TEDDY"


def test_a_line_without_a_route_moves_nothing() -> None:
    done = moved(state(ship("Stinger")), orders(line("VIRUS", "stinger", does="X")))
    assert done.state.ships["stinger"].at == "VIRUS"
    assert not done.events
    assert not done.state.passages


@pytest.mark.parametrize(
    ("id", "failure"),
    [
        ("=Bee", ("Bee", "NT", "Bee was not built")),
        ("k3v9", ("k3v9", "NT", "it no longer exists")),
        ("wasp", ("Wasp", "NT", "Wasp is no longer yours")),
    ],
)
def test_who_is_not_there_is_told(id: str, failure: tuple[str, str, str]) -> None:
    table = state(ship("Wasp", owner="bea", builder="ann"))
    done = moved(table, orders(line("VIRUS", id, to="D")))
    assert failures(done) == [failure]
    repeated = Orders("ann", movement=(line("VIRUS", id, to="D"),), missing=True)
    assert not moved(table, repeated).events


def test_units_without_a_ship_do_not_jump() -> None:
    units = replace(line("VIRUS"), movers=(Mover(units=Units("AA", 2)),))
    assert not moved(state(), orders(units)).events


def test_of_two_lines_for_a_ship_the_first_holds() -> None:
    lines = (line("VIRUS", "stinger", to="D"), line("VIRUS", "stinger", to="X", n=2))
    done = moved(state(ship("Stinger")), orders(*lines))
    assert done.state.ships["stinger"].at == "ALGOL"
    assert not done.events


def test_carried_ships_move_with_their_carrier() -> None:
    """NV MOV-05."""
    table = state(ship("Mum", "Mother"), ship("Gnat", "Gnat", "", carrier="mum", bay="LB1"))
    sheet = orders(line("VIRUS", "mum", to="D"), line("VIRUS", "gnat", to="X", n=2))
    done = moved(table, sheet)
    assert done.state.ships["gnat"] == table.ships["gnat"]
    assert done.state.ships["mum"].at == "ALGOL"
    assert failures(done) == [("Gnat", "", "Gnat is aboard Mum")]
    done = moved(table, orders(line("VIRUS", "mum", to="D"), line("VIRUS", "gnat", n=2)))
    assert not done.events
    done = moved(table, orders(line("ALGOL", "gnat", to="X")))
    assert failures(done) == [("Gnat", "NT", "Gnat is not at ALGOL")]


def test_ships_without_a_name_of_their_own_obey_nothing() -> None:
    done = moved(state(ship("Frigate-1", unnamed=True)), orders(line("VIRUS", "frigate-1", to="D")))
    assert done.state.ships["frigate-1"].at == "VIRUS"
    assert failures(done) == [("Frigate-1", "", "Frigate-1 was named only now")]


def test_nothing_is_towed_through_a_jump() -> None:
    """NV MOV-05: the tug goes alone, told once."""
    table = state(ship("Tug"), ship("Mate"), ship("Hulk"))
    done = moved(table, orders(line("VIRUS", "tug", "mate", to="D", tow="hulk")))
    assert [done.state.ships[id].at for id in ("tug", "mate", "hulk")] == [
        "ALGOL",
        "ALGOL",
        "VIRUS",
    ]
    assert failures(done) == [
        ("tow Hulk", "", "nothing can be towed through a jump; Hulk is cast off")
    ]
    assert not done.state.stopped
    gone = moved(table, orders(line("VIRUS", "tug", to="D", tow="=Hulk")))
    assert not gone.events


# --- interdiction on the way --------------------------------------------------------------------


def barred(*things: Any, at: str = "TEDDY", **fields: Any) -> State:
    """Bea's Guard (DG 20), which interdicts by default, and Ann's ships."""
    return state(ship("Watch", "Guard", at, "bea"), *things, **fields)


def test_a_ship_that_would_pass_through_is_stopped() -> None:
    done = moved(barred(ship("Stinger")), orders(line("VIRUS", "stinger", to="D > D > A")))
    assert done.state.ships["stinger"].at == "TEDDY"
    assert done.state.passages["stinger"].interdicted
    assert not done.state.stopped
    event = only_one(done, "interdicted")
    assert (event.phase, event.rule, event.seen) == ("G", "NV MOV-11", {"ann": ("*",)})
    assert event.facts == {
        "ship": "Stinger",
        "id": "stinger",
        "at": "TEDDY",
        "planned": "",
        "jumps": 2,
    }
    assert event.order == ref("VIRUS D > D > A")


@pytest.mark.parametrize(("start", "to"), [("ALGOL", "D"), ("TEDDY", "A"), ("TEDDY", "A > X")])
def test_ships_arrive_and_leave_unhindered(start: str, to: str) -> None:
    """Ambiguity: NV A-INT-DEST, NV A-INT-LEAVE."""
    done = moved(barred(ship("Stinger", at=start)), orders(line(start, "stinger", to=to)))
    assert not done.state.passages["stinger"].interdicted
    assert not done.events


def test_gates_are_interdicted_as_lines_are() -> None:
    """Ambiguity: NV A-SG-LINE."""
    ring = gate_pair("Ring", "ALGOL", "PAGAN")
    table = barred(ship("Stinger"), *ring, at="ALGOL")
    done = moved(table, orders(line("VIRUS", "stinger", to="D > gate ring-a")))
    assert done.state.ships["stinger"].at == "ALGOL"
    assert only_one(done, "interdicted").facts["planned"] == "PAGAN"
    foreign = replace(ring[1], owner="bea")
    permit = empire("ann", permits=())
    table = barred(ship("Stinger"), ring[0], foreign, permit, at="ALGOL")
    done = moved(table, orders(line("VIRUS", "stinger", to="D > gate ring-a")))
    assert only_one(done, "interdicted").facts["planned"] == ""


@pytest.mark.parametrize(
    ("to", "lines", "planned"),
    [
        ("D > D > SHOOT", {}, "SHOOT"),
        ("D > D > A", {}, ""),
        ("D > D > A", {"TEDDY": {"A": "SHOOT"}}, ""),
        ("D > TEDDY > A", {"TEDDY": {"A": "SHOOT"}}, "SHOOT"),
        ("D > TEDDY > A > X", {"TEDDY": {"A": "SHOOT"}}, ""),
        ("D > TEDDY > A > X", {"TEDDY": {"A": "SHOOT"}, "SHOOT": {"X": "MINKY"}}, "MINKY"),
        ("D > D > gate no-such", {}, ""),
    ],
)
def test_the_destination_is_named_as_far_as_it_is_known(
    to: str, lines: dict[str, dict[str, str]], planned: str
) -> None:
    sights = {name: Sight(name, lines=known) for name, known in lines.items()}
    table = barred(ship("Stinger"), empire("ann", sights=sights))
    done = moved(table, orders(line("VIRUS", "stinger", to=to)))
    assert done.state.passages["stinger"].planned == planned


def test_the_immune_go_on_unless_told_to_stay_together() -> None:
    """Ambiguity: NV A-INT-MIX. NV MOV-17: DS 20 against DG 20."""
    table = barred(ship("Slip", "Slip"), ship("Stinger"), ship("Other", "Slip"))
    lines = (
        line("VIRUS", "slip", "stinger", to="D > D > A"),
        line("VIRUS", "other", to="D > D > A", n=2),
    )
    ends = [moved(table, orders(*lines)).state.ships[id].at for id in ("slip", "stinger")]
    assert ends == ["SHOOT", "TEDDY"]
    for who, places in (
        (Group("all"), ["TEDDY", "TEDDY", "SHOOT"]),
        (Group("all", at="SHOOT"), ["SHOOT", "TEDDY", "SHOOT"]),
        (Group("armed"), ["SHOOT", "TEDDY", "SHOOT"]),
        (Group("ship", ("slip", "stinger")), ["TEDDY", "TEDDY", "SHOOT"]),
        (Group("ship", ("slip",)), ["SHOOT", "TEDDY", "SHOOT"]),
        (Group("class", name="Slip"), ["SHOOT", "TEDDY", "SHOOT"]),
    ):
        sheet = orders(*lines, battle=(Battle(ref(), who, (BattleItem("together"),)),))
        done = moved(table, sheet)
        assert [done.state.ships[id].at for id in ("slip", "stinger", "other")] == places
    late = Condition(((Asked("round", number=3),),))
    for doctrine in (
        Battle(ref(), Group("all"), (BattleItem("flee"),)),
        Battle(ref(), Group("all"), (BattleItem("together"),), ground=True),
        Battle(ref(), Group("all"), (BattleItem("together", when=late),)),
    ):
        done = moved(table, orders(*lines, battle=(doctrine,)))
        assert done.state.ships["slip"].at == "SHOOT"


def test_staying_together_is_for_those_who_jump() -> None:
    sheet = orders(
        line("VIRUS", "stinger", does="X"),
        battle=(Battle(ref(), Group("all"), (BattleItem("together"),)),),
    )
    assert not moved(barred(ship("Stinger")), sheet).state.passages


def test_a_permit_lets_through_whom_the_owner_met_before() -> None:
    """NV MOV-14: normal contact, made before this turn."""
    sheet = orders(line("VIRUS", "stinger", to="D > D > A"))
    permit = Permit("interdiction", "ann", "")
    for kind, at in (("normal", "SHOOT"), ("full", "SHOOT"), ("minor", "TEDDY")):
        host = empire("bea", permits=(permit,), contacts={"ann": contact(kind, number=1)})
        assert moved(barred(ship("Stinger"), host), sheet).state.ships["stinger"].at == at
    stranger = empire("bea", permits=(permit,))
    assert moved(barred(ship("Stinger"), stranger), sheet).state.ships["stinger"].at == "TEDDY"


# --- retreats -----------------------------------------------------------------------------------


def fleeing(
    to: str, *route: str, start: str = "TEDDY", klass: str = "Frigate", **fields: Any
) -> State:
    """Africa on its retreat, with a state round it."""
    africa = ship("Africa", klass, "", retreat=Retreat(start, to, route), **fields)
    return state(africa)


def test_a_retreat_ends_in_the_next_phase_f() -> None:
    """NV MOV-02, NV MOV-24: no order is needed. Ambiguity: NV A-JUMP-IN-G: the whole drive."""
    done = moved(fleeing("VIRUS", "B", "B"))
    africa = done.state.ships["africa"]
    assert (africa.at, africa.retreat) == ("VIRUS", None)
    passage = done.state.passages["africa"]
    assert passage.retreated
    assert (passage.start, passage.planned, passage.of) == ("TEDDY", "VIRUS", "ann")
    assert not done.events


def test_a_line_repeated_in_a_missed_turn_is_not_held_against_a_retreat() -> None:
    """It was written before the ship fled. Rule: NV ORD-43, NV ORD-32."""
    repeated = replace(orders(line("", "africa")), missing=True)
    done = moved(fleeing("VIRUS", "B", "B"), repeated)
    assert done.state.ships["africa"].at == "VIRUS"
    assert not done.events


def test_a_retreat_goes_as_far_as_the_drive_and_is_free_there() -> None:
    """NV MOV-20. Ambiguity: NV A-RET-FREE."""
    done = moved(fleeing("VIRUS", "B", "B", klass="Slow"))
    africa = done.state.ships["africa"]
    assert (africa.at, africa.retreat) == ("ALGOL", None)
    assert done.state.passages["africa"].planned == "VIRUS"
    assert not done.events


def test_a_retreat_without_a_drive_is_none() -> None:
    done = moved(fleeing("VIRUS", "B", "B", damage=Damage(parts={"JD1": 3})))
    africa = done.state.ships["africa"]
    assert (africa.at, africa.retreat) == ("TEDDY", None)
    assert not done.state.passages


def test_a_retreat_is_interdicted_as_any_way() -> None:
    table = fleeing("VIRUS", "B", "B")
    watch = ship("Watch", "Guard", "ALGOL", "bea")
    done = moved(replace(table, ships={**table.ships, "watch": watch}))
    assert done.state.ships["africa"].at == "ALGOL"
    assert done.state.ships["africa"].retreat is None
    event = only_one(done, "interdicted")
    assert (event.facts["planned"], event.order) == ("VIRUS", None)


def retreating(to: str, start: str = "TEDDY", **more: Any) -> Orders:
    return orders(line(start, "africa", to=to, retreating=True, **more))


def test_orders_may_name_another_way_to_the_same_place() -> None:
    """NV MOV-20: as short as the one found; MAVIS M leads to TEDDY, V to VIRUS."""
    done = moved(fleeing("VIRUS", "B", "B"), retreating("E > V"))
    assert done.state.ships["africa"].at == "VIRUS"
    assert done.state.passages["africa"].letters == ("E", "V")
    assert not done.events


@pytest.mark.parametrize(
    ("sheet", "code", "why"),
    [
        (
            orders(line("TEDDY", "africa", to="B > B")),
            "",
            "it is on a retreat and its line does not say so",
        ),
        (retreating("B > B", start="SHOOT"), "NT", "Africa retreats from TEDDY, not from SHOOT"),
        (retreating("B > Q"), "DNE", "ALGOL has no warp line Q"),
        (retreating("B"), "", "Africa retreats to VIRUS, but this way leads to ALGOL"),
    ],
)
def test_orders_that_a_retreat_does_not_follow(sheet: Orders, code: str, why: str) -> None:
    done = moved(fleeing("VIRUS", "B", "B"), sheet)
    assert done.state.ships["africa"].at == "VIRUS"
    assert done.state.passages["africa"].letters == ("B", "B")
    rest = "; it goes on to VIRUS by the way found when it fled"
    assert failures(done) == [("Africa", code, why + rest)]
    assert not done.state.stopped


def test_a_way_as_short_may_be_taken_a_longer_one_not() -> None:
    done = moved(fleeing("TEDDY", "X", "M", start="VIRUS"), retreating("D > D", start="VIRUS"))
    assert done.state.passages["africa"].letters == ("D", "D")
    done = moved(fleeing("ALGOL", "D", start="VIRUS"), retreating("X > M > B", start="VIRUS"))
    assert failures(done)[0][2].startswith("this way takes 3 jumps, and 1 would be enough")


@pytest.mark.parametrize(("stopped_in", "letters"), [(2, ("X", "M", "B")), (1, ("D", "D"))])
def test_a_detour_is_allowed_for_a_turn(stopped_in: int, letters: tuple[str, ...]) -> None:
    """From VIRUS to TEDDY in three jumps, not two past ALGOL: Ann was stopped there last turn."""
    past = Sight("ALGOL", lines={}, interdicted=stopped_in)
    africa = ship("Africa", "Frigate", "", retreat=Retreat("VIRUS", "TEDDY", ("D", "D")))
    table = state(africa, empire("ann", sights={"VIRUS": sight("VIRUS"), "ALGOL": past}))
    # The way round is one longer: MAVIS leads to TEDDY only by SHOOT.
    mavis = replace(table.systems["MAVIS"], lines={"V": table.systems["MAVIS"].lines["V"]})
    shoot = table.systems["SHOOT"]
    mavis = replace(mavis, lines={**mavis.lines, "M": WarpLine("SHOOT", "B")})
    shoot = replace(shoot, lines={**shoot.lines, "B": WarpLine("MAVIS", "M")})
    table = replace(table, systems={**table.systems, "MAVIS": mavis, "SHOOT": shoot})
    done = moved(table, retreating("X > M > K", start="VIRUS"))
    assert done.state.ships["africa"].at == "TEDDY"
    expected = ("X", "M", "K") if stopped_in == 2 else letters
    assert done.state.passages["africa"].letters == expected


def test_a_retreating_line_without_a_route_says_only_what_to_do() -> None:
    done = moved(fleeing("VIRUS", "B", "B"), retreating("", does="X"))
    assert done.state.ships["africa"].at == "VIRUS"
    assert not done.events


# --- what ships learn ---------------------------------------------------------------------------


def sights(done: Any) -> dict[str, dict[str, str]]:
    return {name: dict(one.lines) for name, one in done.state.empires["ann"].sights.items()}


def test_a_ship_learns_the_name_and_the_letter_back() -> None:
    """NV EXP-04."""
    table = state(ship("Stinger"), empire("ann", sights={"VIRUS": sight("VIRUS")}))
    done = moved(table, orders(line("VIRUS", "stinger", to="D")))
    assert sights(done) == {"VIRUS": {"D": "ALGOL", "X": ""}, "ALGOL": {"B": "VIRUS"}}
    assert not done.state.empires["ann"].sights["ALGOL"].explored


def test_systems_passed_through_stay_unknown() -> None:
    table = state(ship("Stinger"), empire("ann", sights={"VIRUS": sight("VIRUS")}))
    done = moved(table, orders(line("VIRUS", "stinger", to="D > D")))
    assert sights(done) == {"VIRUS": {"D": "", "X": ""}, "TEDDY": {"B": ""}}


def test_what_was_known_is_kept() -> None:
    known = {"VIRUS": sight("VIRUS"), "ALGOL": Sight("ALGOL"), "TEDDY": Sight("TEDDY")}
    table = state(ship("Stinger"), empire("ann", sights=known))
    done = moved(table, orders(line("VIRUS", "stinger", to="D > D")))
    assert sights(done)["TEDDY"] == {"B": "ALGOL"}
    assert sights(done)["ALGOL"] == {"D": "TEDDY"}
    known = {"VIRUS": sight("VIRUS"), "TEDDY": Sight("TEDDY", lines={"B": "ALGOL"})}
    table = state(ship("Stinger"), empire("ann", sights=known))
    done = moved(table, orders(line("VIRUS", "stinger", to="D > D")))
    assert sights(done)["TEDDY"] == {"B": "ALGOL"}


def test_a_gate_shows_only_the_name_of_the_system() -> None:
    table = state(ship("Stinger", at="ALGOL"), *gate_pair("Ring", "ALGOL", "PAGAN"))
    done = moved(table, orders(line("ALGOL", "stinger", to="gate ring-a")))
    assert sights(done)["PAGAN"] == {}
    again = moved(done.state, orders())
    assert sights(again)["PAGAN"] == {}


@pytest.mark.parametrize("fate", ["dead", "taken"])
def test_of_a_lost_ship_nobody_learns_where_it_was(fate: str) -> None:
    """NV MOV-15. Ambiguity: NV A-ACL-DEST."""
    done = moved(
        barred(ship("Stinger")), orders(line("VIRUS", "stinger", to="D > D > A")), reports=False
    )
    ships = dict(done.state.ships)
    stinger = ships.pop("stinger")
    if fate == "taken":
        ships["stinger"] = replace(stinger, owner="bea")
    known = done.state.empires["ann"].sights
    done.state = replace(done.state, ships=ships)
    arrivals.report(done)
    assert done.state.empires["ann"].sights == known
    assert not told(done)


def test_of_a_lost_ship_no_failure_is_told_but_that_of_its_first_jump() -> None:
    sheet = orders(line("VIRUS", "stinger", to="D > Q"), line("VIRUS", "wasp", to="Q", n=2))
    done = moved(state(ship("Stinger"), ship("Wasp")), sheet, reports=False)
    assert done.state.stopped.keys() == {"stinger", "wasp"}
    assert failures(done) == [("Wasp", "DNE", "VIRUS has no warp line Q")]
    kept = done.state
    arrivals.report(done)
    assert failures(done)[1:] == [("Stinger", "DNE", "ALGOL has no warp line Q")]
    assert told(done, "failed")[1].order == ref("VIRUS D > Q")
    ships = {"wasp": kept.ships["wasp"]}
    lost = moved(state(), reports=False)
    lost.state = replace(kept, ships=ships)
    arrivals.report(lost)
    assert not lost.events
    nobody = moved(state(), reports=False)
    nobody.state = replace(kept, orders={})
    arrivals.report(nobody)
    assert told(nobody, "failed")[0].order is None


def test_where_ships_were_stopped_is_kept_in_mind() -> None:
    table = barred(ship("Stinger"), ship("Other"))
    done = moved(table, orders(line("VIRUS", "stinger", "other", to="D > D > A")))
    assert done.state.empires["ann"].sights["TEDDY"].interdicted == 3
    assert len(told(done, "interdicted")) == 2


@pytest.mark.parametrize("first", ["stinger", "wasp"])
def test_what_ships_report_does_not_hang_on_their_order(first: str) -> None:
    """Where Stinger is stopped this turn was not known when Wasp passed through it. NV EXP-04."""
    table = state(ship("Stinger"), ship("Wasp"), empire("ann", sights={"VIRUS": sight("VIRUS")}))
    done = moved(table, orders(line("VIRUS", "wasp", to="D > D")), reports=False)
    stopped = Passage("VIRUS", "ALGOL", ("D",), "B", of="ann", interdicted=True)
    passages = {**done.state.passages, "stinger": stopped}
    second = "wasp" if first == "stinger" else "stinger"
    done.state = replace(done.state, passages={one: passages[one] for one in (first, second)})
    arrivals.report(done)
    assert sights(done)["TEDDY"] == {"B": ""}
    assert sights(done)["ALGOL"] == {"B": "VIRUS"}


def test_without_orders_a_passage_is_told_without_a_line() -> None:
    done = moved(
        barred(ship("Stinger")), orders(line("VIRUS", "stinger", to="D > D > A")), reports=False
    )
    done.state = replace(done.state, orders={})
    arrivals.report(done)
    assert only_one(done, "interdicted").order is None
