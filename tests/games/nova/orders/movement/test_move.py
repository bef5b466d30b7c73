"""Movement lines against what their player knows. Rule: NV ORD-07, NV ORD-11 to NV ORD-32."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.nova.state.orders.parts import (
    Activity,
    Codes,
    ContactOrder,
    Jump,
    SetUp,
    Toward,
    Units,
)
from tests.games.nova.sheet_table import (
    gate,
    read_body,
    rules,
    ship,
    units,
)


def moved(body: str, **more: Any) -> Any:
    (line,) = read_body(f"MOVEMENT\n{body}", **more).commands.movement
    return line


def test_a_movement_line_holds_all_its_parts() -> None:
    line = moved("VIRUS Stinger > D=ALGOL > TEDDY N/R, O, M+3 retreat X setup 4/7")
    assert line.start == "VIRUS"
    assert [mover.ship for mover in line.movers] == ["s-stinger"]
    assert line.route == (Jump("D", "ALGOL"), Jump(system="TEDDY"))
    assert line.codes.contact == (ContactOrder("N"),)
    assert line.codes.default == "R"
    assert line.codes.activities == (Activity("O"), Activity("M", number=3))
    assert (line.retreat, line.setup) == ("X", SetUp(4, 7))


def test_no_codes_leave_a_unit_its_defaults() -> None:
    assert moved("VIRUS Stinger").codes == Codes()
    assert moved("VIRUS Stinger N").codes.activities is None


def test_cargo_is_as_written_and_none_written_is_as_it_is() -> None:
    line = moved('VIRUS Wasp, "Valhalla Express" (LB1: Pup (RA), Gnat; 2 AA of B), Stinger (empty)')
    as_it_is, loaded, empty = (mover.cargo for mover in line.movers)
    assert as_it_is is None
    assert empty == ()
    pup, gnat, armies = loaded
    assert (pup.hold, pup.ship, pup.cargo[0].units) == ("LB1", "s-pup", Units("RA"))
    assert (gnat.hold, gnat.ship) == ("LB1", "s-gnat")
    assert (armies.hold, armies.units) == ("", Units("AA", 2, "B"))


def test_h_is_left_out_for_unarmed_ships_only() -> None:
    reading = read_body("MOVEMENT\n VIRUS Stinger, Pup > D F to B, H, O")
    armed, unarmed = reading.commands.movement
    assert [mover.ship for mover in armed.movers] == ["s-stinger"]
    assert [one.code for one in armed.codes.contact] == ["F", "H"]
    assert [mover.ship for mover in unarmed.movers] == ["s-pup"]
    assert unarmed.codes.contact == (ContactOrder("F", Toward(("B",))),)
    assert unarmed.route == armed.route
    (line,) = read_body("MOVEMENT\n VIRUS Pup N/H").commands.movement
    assert (line.codes.contact, line.codes.default) == ((ContactOrder("N"),), "")


def test_interdiction_is_left_out_for_ships_that_jump() -> None:
    reading = read_body("MOVEMENT\n SHOOT Carrion > X N, I, M")
    (line,) = reading.commands.movement
    assert [one.code for one in line.codes.activities] == ["M"]
    (line,) = read_body("MOVEMENT\n SHOOT Carrion > X I").commands.movement
    assert line.codes.activities is None
    (line,) = read_body("MOVEMENT\n SHOOT Carrion I").commands.movement
    assert [one.code for one in line.codes.activities] == ["I"]


def test_a_ship_obeys_its_first_line() -> None:
    reading = read_body("MOVEMENT\n VIRUS Stinger > D\n VIRUS Stinger, Pup > X\n VIRUS Stinger N")
    one, other = reading.commands.movement
    assert [mover.ship for mover in (*one.movers, *other.movers)] == ["s-stinger", "s-pup"]
    assert rules(reading) == ["NV ORD-48", "NV ORD-48"]


def test_what_cannot_be_ordered_is_left_out() -> None:
    body = 'MOVEMENT\n VIRUS "Frigate 1" N\n SHOOT Runner N\n retreating SHOOT Africa N'
    reading = read_body(body)
    assert not reading.commands.movement
    assert rules(reading) == ["NV ORD-41", "NV ORD-32", "NV ORD-32"]


def test_a_line_that_must_fail_is_kept_since_orders_are_carried_out_to_the_letter() -> None:
    reading = read_body("MOVEMENT\n VIRUS Africa > Q N\n VIRUS Stinger > D > B > X > B X, E")
    assert len(reading.commands.movement) == 2
    assert rules(reading) == ["NV ORD-07", "NV ORD-07", "NV ORD-07", "NV ORD-23", "NV ORD-22"]


@pytest.mark.parametrize(
    ("route", "code"),
    [
        ("VIRUS Stinger > D > D > A", ""),
        ("VIRUS Stinger > D > D > A > Q", "MOV-01"),
        ("VIRUS Stinger > D > D > E > V", "IS"),
        ("VIRUS Stinger > D > B", "CUSWLT"),
        ("VIRUS Stinger > D > D > E > M", "CUSWLT"),
        ("VIRUS Stinger > X > VIRUS", "CUSWLT"),
        ("VIRUS Stinger > VIRUS", "IS"),
        ("VIRUS Stinger > Q", "DNE"),
        ("VIRUS Stinger > D=TEDDY", "NDC"),
        ("ALGOL Scout-3 > MAVIS", "NDC"),
        ("TEDDY Scout-3 > MAVIS", "NV ORD-07"),
        ("VIRUS Stinger > TEDDY", ""),
        ("VIRUS Stinger > B > A > C", ""),
        ("VIRUS Stinger > gate Ring-A", "NT"),
        ("VIRUS Stinger > D > D > gate Ring-A", ""),
        ("VIRUS Stinger > D > D > gate Ring-A > Q", "MOV-01"),
        ("VIRUS Stinger > D > gate Bridge", ""),
    ],
)
def test_a_route_is_judged_by_what_its_player_knows(route: str, code: str) -> None:
    said = [f"{p.fault} {p.rule}" for p in read_body(f"MOVEMENT\n {route}").problems]
    assert (code in said[0]) if code else not said


def test_a_place_that_is_not_known_cannot_be_wrong() -> None:
    lost = ship("Ghost", at="", carrier="Nobody")
    assert not read_body("MOVEMENT\n VIRUS Ghost", ships=[lost]).problems


def test_what_is_aboard_carried_ships_can_be_established() -> None:
    ships = [
        ship("Ark", "Hauler"),
        ship("Pod", "Hauler", at="", carrier="Ark", bay="LB1", cargo=[units("C", 1, "you")]),
    ]
    for cargo in ("", " (LB1: Pod)", " (Pod (C))", " (IC)"):
        assert not read_body(f"MOVEMENT\n VIRUS Ark{cargo} > D E", ships=ships).problems
    assert rules(read_body("MOVEMENT\n VIRUS Ark (empty) > D E", ships=ships)) == ["NV ORD-22"]
    gates = [gate("End", "", "") | {"place": "aboard", "usable": False, "carrier": "Ark"}]
    assert not read_body("MOVEMENT\n VIRUS Ark > D E", ships=ships[:1], gates=gates).problems
    assert not read_body("MOVEMENT\n MAVIS 3 AA A").problems


def test_the_gates_of_others_are_jumped_through_and_no_more() -> None:
    for line in ("PERMIT C through Bridge", "DESTROY Bridge", "TRANSFER gate Bridge at ALGOL to C"):
        assert read_body(line).commands.form_faults == 1


@pytest.mark.parametrize(("cargo", "rule"), [("2 C", []), ("2 C, IC", ["NV DSN-12"])])
def test_cargo_is_held_against_the_holds(cargo: str, rule: list[str]) -> None:
    assert rules(read_body(f"MOVEMENT\n VIRUS Wasp ({cargo})")) == rule


def test_a_ship_with_bays_is_left_to_the_loading() -> None:
    ships = [ship("Ark", "Hauler", capacity={"holds": 1, "bays": [60]})]
    assert not read_body("MOVEMENT\n VIRUS Ark (2 C)", ships=ships).problems


def test_ships_that_carry_each_other_are_nowhere() -> None:
    ships = [ship("One", at="", carrier="Two"), ship("Two", at="", carrier="One")]
    assert not read_body("MOVEMENT\n VIRUS One", ships=ships).problems


def test_what_a_ship_to_come_will_carry_is_not_known() -> None:
    body = "EXPENDITURES Hauler 1\nCOMMISSIONS VIRUS Hauler: Bee\nMOVEMENT VIRUS Bee > D E"
    assert rules(read_body(body)) == ["NV ORD-22"]
    assert not read_body(body.replace("Bee >", "Bee (C) >")).problems
