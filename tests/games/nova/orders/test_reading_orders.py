"""What becomes of lines that are read: what is kept of them, and what is left out."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.types import Reading
from pbm.games.nova.orders.addressing import addressed, built, coming, joined
from pbm.games.nova.orders.catalogue import line_text
from pbm.games.nova.orders.sheet import read
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.dealings import PermitLine
from pbm.games.nova.state.orders.designs import DesignSheet
from pbm.games.nova.state.orders.parts import (
    Activity,
    Codes,
    ContactOrder,
    Jump,
    SetUp,
    Toward,
    Units,
)
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.view.record import View
from pbm.kit.problems import Severity
from tests.games.nova.builders import DEFAULTS
from tests.games.nova.sheet_table import (
    NAMES,
    contact,
    gate,
    known,
    read_body,
    sheet_of,
    ship,
    system,
    units,
)


def moved(body: str, **more: Any) -> Any:
    (line,) = read_body(f"MOVEMENT\n{body}", **more).commands.movement
    return line


def faults(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems]


def rules(reading: Reading) -> list[str]:
    return [p.rule for p in reading.problems if p.severity is Severity.ILLEGAL]


# --- movement -------------------------------------------------------------------------------


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


# --- expenditures ---------------------------------------------------------------------------


def test_the_list_that_always_holds_stands_last() -> None:
    reading = read_body(
        "EXPENDITURES\n Scout 1\nPLAN if treasury < 9:\n RDT 1\nPLAN if received 5 from B:\n"
        "COMMISSIONS VIRUS Scout: Bee\nRESEARCH BL 15-20 +1"
    )
    plans = reading.commands.plans
    assert [len(plan.expenditures) for plan in plans] == [1, 0, 1]
    assert plans[-1].condition == Condition()
    assert plans[0].condition.any_of[0][0].number == 9


def test_expenditures_with_nothing_of_its_own_is_the_heading_of_the_lists_below() -> None:
    reading = read_body("EXPENDITURES\nPLAN if treasury < 9:\n IC 1\nPLAN else:\n C 2\n C 1")
    assert not faults(reading)
    assert [len(plan.expenditures) for plan in reading.commands.plans] == [1, 2]
    reading = read_body("EXPENDITURES\n C 1\nPLAN else:\n C 2")
    assert "there are two lists of expenditures that always hold" in faults(reading)


def test_without_a_list_that_always_holds_nothing_is_bought() -> None:
    plans = read_body("PLAN if treasury < 9:\n RDT 1").commands.plans
    assert [len(plan.expenditures) for plan in plans] == [1, 0]
    assert plans[-1].condition == Condition()


def test_a_list_whose_condition_was_not_read_is_never_carried_out() -> None:
    for head in ("PLAN fi treasury < 9:", "PLAN if won:"):
        reading = read_body(f"{head}\n RDT 1\n | RDT 2")
        assert [plan.expenditures for plan in reading.commands.plans] == [()]
        assert "(3-4)" in reading.problems[0].outcome


def test_a_misspelt_section_is_read_all_the_same() -> None:
    reading = read_body("EXPENDITURSE\n Scout 1\nMOVMENT\n VIRUS Stinger > D")
    assert len(reading.commands.plans[-1].expenditures) == 1
    assert len(reading.commands.movement) == 1
    assert reading.commands.form_faults == 2


@pytest.mark.parametrize(
    ("body", "sums"),
    [
        ("EXPENDITURES", "50 treasury + 316 production - 0 expenditures = 366 MCr)"),
        ("EXPENDITURES\n Scout 2\n Send 6 to B", "- 86 expenditures = 280 MCr)"),
        ("EXPENDITURES\n Maintain all\n Status MD 5-7 Info X Copy designs", "- 70 expenditures"),
        ("EXPENDITURES\n Maintain MD 5-7", "- 30 expenditures"),
        ("EXPENDITURES\n Maintain MD 5-7 [2]", "- 20 expenditures"),
        ("EXPENDITURES\n SG at VIRUS as A1 + A2\n TFC 0", "- 360 expenditures = 6 MCr)"),
        ("EXPENDITURES\n Part Hornet 40\n Finish Bumble 3", "- 43 expenditures"),
        ("EXPENDITURES\n Finish Bumble", "- 43 expenditures"),
        # Armour 9, structure 3, a laser 15, and a tenth of SSZ 52 for the engine.
        ("EXPENDITURES\n Repair Africa\n Scout 1", "- 73 expenditures"),
        ("EXPENDITURES\n Repair Africa: armour, IE", "- 15 expenditures"),
        ("EXPENDITURES\n Repair Africa up to 20", "- 18 expenditures"),
        ("EXPENDITURES\n Finish Bumble\n Repair Bumble", "1 of 2 without a known sum)"),
        ("EXPENDITURES\n Finish Bumble\n Repair Bumble up to 9", "- 52 expenditures"),
        ("EXPENDITURES\n Refit Africa to Frigate-2", "- 27 expenditures"),  # FC 4 12, EW 3 15
        ("EXPENDITURES\n Refit Africa to Hornet", "1 of 1 without a known sum"),
        ("EXPENDITURES\n C 1\n SALVAGE Scout-3 at ALGOL = 20", "+ 20 salvage and pillage - 60"),
    ],
)
def test_the_receipt_says_what_a_list_comes_to(body: str, sums: str) -> None:
    reading = read_body(body)
    assert sums in next(one.text for one in reading.understood if one.line == 2)


@pytest.mark.parametrize("item", ["C@60", "AA;"])
def test_an_item_written_closely_begins_no_section(item: str) -> None:
    reading = read_body(f"EXPENDITURES\n {item}\n AA 1")
    assert len(reading.commands.plans[-1].expenditures) == 2
    assert not reading.problems


def test_debt_is_paid_first() -> None:
    empire = {**known()["empire"], "debt": 70}
    reading = read_body("EXPENDITURES", empire=empire)
    assert "- 70 debt - 0 expenditures = 296 MCr" in reading.understood[0].text


@pytest.mark.parametrize(("debt", "rule"), [(326, ""), (327, "NV ECO-18")])
def test_a_debt_that_stays_lets_teams_be_kept_and_no_more(debt: int, rule: str) -> None:
    """366 MCr, of which 40 keep the teams."""
    empire = {**known()["empire"], "debt": debt}
    reading = read_body("EXPENDITURES\n Maintain all\n Copy designs", empire=empire)
    assert rules(reading) == ([rule] if rule else [])
    assert not read_body("EXPENDITURES\n Maintain all", empire=empire).problems


@pytest.mark.parametrize(
    ("teams", "rule"), [(9, ""), (10, "NV ECO-17"), (17, "NV ECO-17"), (18, "NV ECO-15")]
)
def test_borrowing_ends_at_the_income_of_the_turn(teams: int, rule: str) -> None:
    reading = read_body(f"EXPENDITURES\n RDT {teams}\nRESEARCH BL 15-20 +{teams}")
    assert [p.rule for p in reading.problems] == ([rule] if rule else [])


def test_a_built_ship_needs_a_place_that_can_build_it() -> None:
    barred = system("VIRUS", yours=True, ic=True, ic_barred=True)
    assert rules(read_body("EXPENDITURES\n SDU 1", systems=[barred])) == ["NV ECO-07"]
    assert rules(read_body("EXPENDITURES\n SDU 1", systems=[])) == ["NV ECO-04"]
    assert rules(read_body("EXPENDITURES\n AA 1", systems=[])) == ["NV ECO-03"]
    empire = {**known()["empire"], "capital": ""}
    reading = read_body("EXPENDITURES\n SDU 1\n AA 1", empire=empire)
    assert "you have no Industrial Complex at your home star" in faults(reading)


@pytest.mark.parametrize(
    ("line", "worth"),
    [
        ("Stinger at VIRUS", 56),  # 4 BL 15 60, JD 3 23, IE 4 29: half of 112
        ("Africa at SHOOT", 40),  # 105 less a laser 15, a tenth of SSZ 52, structure 3
        ("Bumble at VIRUS", 20),  # 40 paid
        ("2 AA, Ring-B at VIRUS", 120),
    ],
)
def test_what_salvage_gives_is_compared(line: str, worth: int) -> None:
    assert faults(read_body(f"SALVAGE {line} = 1")) == [f"this gives {worth} MCr, not 1"]
    assert not read_body(f"SALVAGE {line} = {worth}").problems


def test_what_salvage_gives_is_not_known_of_all() -> None:
    body = "EXPENDITURES Hornet 1\nCOMMISSIONS VIRUS Hornet: Bee"
    for line in ("AA at VIRUS = 1", "Bee at VIRUS = 1"):
        assert not read_body(f"SALVAGE {line}\n{body}").problems


def test_ones_own_world_may_be_pillaged_if_the_campaign_says_so() -> None:
    assert rules(read_body("PILLAGE VIRUS")) == ["NV ECO-36"]
    assert not read_body("PILLAGE VIRUS", options={"pillage.own_world": "yes"}).problems


def test_the_designs_of_others_cannot_be_built() -> None:
    body = 'EXPENDITURES\n "alien Moth" 1\nCOMMISSIONS VIRUS "alien Moth": Bee'
    assert rules(read_body(body)) == ["NV UNI-22"]


# --- research -------------------------------------------------------------------------------


def test_captured_technology_is_on_table_c() -> None:
    empire = {**known()["empire"], "open": {"BL": 20}}
    assert not read_body("RESEARCH\n BL 15-20 C", empire=empire).problems
    assert faults(read_body("RESEARCH\n BL 15-21 C", empire=empire))
    lag = {**empire, "open": {"LT": 6}}
    assert not read_body("RESEARCH\n LT 8-7 C", empire=lag).problems
    assert faults(read_body("RESEARCH\n LT 8-5 C", empire=lag))


@pytest.mark.parametrize(
    ("body", "lacking"),
    [
        ("EXPENDITURES\n C 1", 0),
        ("EXPENDITURES\n Maintain all\nRESEARCH\n MD 5-7", 0),
        ('EXPENDITURES\n Maintain MD 5-7\n Maintain NSD "Wasp Mark 2"', 0),
        ("EXPENDITURES\n Maintain MD 5-7", 1),
        ('EXPENDITURES\n Maintain NSD "Wasp Mark 2"', 3),
        ("EXPENDITURES\n Maintain MD 5-7 [2]", 2),
        ("EXPENDITURES\n C 1\nRESEARCH\n MD 5-7", 3),
        ("RESEARCH\n MD 5-7 -1", 2),
        ("RESEARCH\n MD 5-7 -3", 0),
        ("RESEARCH\n drop MD 5-7", 0),
        ("PLAN if treasury < 9:\n Maintain all\nPLAN else:\n C 1\nRESEARCH\n MD 5-7", 3),
    ],
)
def test_teams_without_upkeep_are_told_where_teams_are_spoken_of(body: str, lacking: int) -> None:
    """Three work on MD 5-7, one on a design. Rule: NV RES-03."""
    found = [one.fault for one in read_body(body).problems if one.rule == "NV RES-03"]
    assert found == [f"{lacking} team{'s have' if lacking > 1 else ' has'} no upkeep"] * (
        lacking > 0
    )


def test_a_project_stands_on_one_line() -> None:
    reading = read_body("EXPENDITURES\n RDT 2\nRESEARCH\n BL 15-20 +1\n BL 15-25 +1")
    (problem,) = reading.problems
    assert (problem.rule, problem.span.line if problem.span else 0) == ("NV RES-06", 6)
    assert not read_body("EXPENDITURES\n RDT 2\nRESEARCH\n BL 15-20 +1\n FC 3-4 +1").problems


def test_a_design_handed_in_beside_the_orders_counts() -> None:
    beside = sheet_of("DESIGN Moth\n IE 2\nEND DESIGN", "DESIGNS")
    sheet = replace(sheet_of("RESEARCH\n NSD Moth"), beside=(beside,))
    assert not read(sheet, View.read(known()), DEFAULTS).problems
    for body in (
        "DESIGN Moth\n IE 2\nEND DESIGN\nRESEARCH\n NSD Moth",
        "MISSILE Moth MD 1 MA 1 MR 1\nRESEARCH\n NMD Moth",
        "RESEARCH\n drop NSD Moth",
    ):
        assert "was handed in" not in " ".join(faults(read_body(body)))


def test_a_status_report_may_be_bought_for_a_project_that_begins() -> None:
    for body in (
        "RESEARCH BL 15-20\nEXPENDITURES\n Status BL 15-20",
        "EXPENDITURES\n Status BL 15-20\nRESEARCH BL 15-20",
    ):
        assert not read_body(body).problems
    assert faults(read_body("EXPENDITURES\n Status BL 15-21\nRESEARCH BL 15-20"))


# --- diplomacy and standing orders ----------------------------------------------------------


def test_empires_go_by_letter_or_name_in_any_case() -> None:
    for who in ("B", "b", "MINKY", '"minky"'):
        (line,) = read_body(f"DATA TEDDY to {who}").commands.data
        assert line.to == "B"


def test_the_gates_of_others_are_jumped_through_and_no_more() -> None:
    for line in ("PERMIT C through Bridge", "DESTROY Bridge", "TRANSFER gate Bridge at ALGOL to C"):
        assert read_body(line).commands.form_faults == 1


def test_one_permission_a_line_for_each_empire() -> None:
    lines = read_body("PERMIT B + C through Ring-A\nSTOP own at SHOOT").commands.permits
    assert [(one.kind, one.who, one.what) for one in lines] == [
        ("gate", "B", "g-ring-a"),
        ("gate", "C", "g-ring-a"),
        ("stop", "", "SHOOT"),
    ]


def test_only_what_is_explored_is_told() -> None:
    reading = read_body('DATA TEDDY, "Old Home" to B')
    assert [line.systems for line in reading.commands.data] == [("TEDDY",)]
    assert not read_body('DATA "Old Home" to B').commands.data


def test_h_on_aliens_alone_is_left_out_of_a_condition() -> None:
    reading = read_body("CONDITIONAL if aliens >= 1 or contact C: Africa: H, O; Hulk: N/H")
    one, other = (action.codes for action in reading.commands.standing[0].actions)
    assert (one.contact, [act.code for act in one.activities]) == ((), ["O"])
    assert (other.contact, other.default) == ((ContactOrder("N"),), "")
    reading = read_body("CONDITIONAL if aliens >= 1 and contact C: Africa: H")
    assert not reading.problems
    assert not read_body("SPECIAL if aliens >= 1: Africa: H").problems


def test_contacts_are_judged_by_what_they_need() -> None:
    assert not read_body("CONTACT introduce B to C").problems
    assert not read_body("CONTACT as introduced first").problems
    both = [contact("B", 0, "full"), contact("C", 0, "full")]
    assert not read_body("CONTACT full through B", contacts=both).problems


# --- the whole sheet ------------------------------------------------------------------------


def test_a_bad_line_spoils_no_other() -> None:
    reading = read_body("MOVEMENT\n VIRUS Stinger > > D\n VIRUS Pup > D\nGENERAL all ships: N")
    assert len(reading.commands.movement) == 1
    assert len(reading.commands.standing) == 1
    assert reading.commands.form_faults == 1


def test_a_line_that_goes_on_by_mistake_is_cut_where_the_next_begins() -> None:
    reading = read_body("MOVEMENT\n VIRUS Stinger >\n VIRUS Pup > D\n SHOOT Tug,\nDATA TEDDY to B")
    assert [line.movers[0].ship for line in reading.commands.movement] == ["s-pup"]
    assert len(reading.commands.data) == 1
    assert reading.commands.form_faults == 2
    reading = read_body("NOTE TO GM hello,\n it is me")
    assert [item.question for item in reading.docket] == ["hello, it is me"]
    reading = read_body("NOTE TO GM hello,\nMOVEMENT\n VIRUS Pup")
    assert len(reading.commands.movement) == 1


def test_designs_among_orders_are_read_and_counted() -> None:
    body = (
        "DESIGN Moth\n  IE 2\n  JD3\nEND DESIGN\nMISSILE Fly MD 1 MA 1 MR 1\nMOVEMENT\n VIRUS Pup"
    )
    orders = read_body(body).commands
    assert [design.name for _ref, design in orders.designs.designs] == ["Moth"]
    assert [missile.name for _ref, missile in orders.designs.missiles] == ["Fly"]
    assert orders.designs_among_orders == 2
    assert len(orders.movement) == 1


def test_resigning_is_remembered_with_its_line() -> None:
    reading = read_body("RESIGN")
    assert reading.commands.resign.line == 2
    assert reading.understood[0].text == "RESIGN: you give up your empire"


def test_free_orders_may_be_refused_by_the_campaign() -> None:
    reading = read_body("FREE dance", options={"free_orders": "refused"})
    assert not reading.commands.free
    assert not reading.docket
    assert rules(reading) == ["NV ORD-10"]


# --- addressing -----------------------------------------------------------------------------

EVERYTHING = """\
RECEIVED B 100
SALVAGE 2 RA of B at ALGOL
PILLAGE MAVIS lift 2 AA of B, SDU
EXPENDITURES
  Send 40 to B
  Scout 1
  | Send 30 to B
  SG at VIRUS as Ring-D + Ring-E
PLAN if received 5 from B:
COMMISSIONS VIRUS Scout: Bee
MOVEMENT
  VIRUS Bee (Ring-D, Pup (2 AA of B)) > D > gate Ring-D F to B, H to all but B, E (Ring-D)
  VIRUS Stinger S to B, O
  VIRUS 2 AA of B
  SHOOT Carrion I (pass B, stop own, not Bee) tow Bee
  SHOOT Tug (2 AA)
PERMIT B through Ring-D
PERMIT B of Bee
STOP own at SHOOT
TRANSFER Bee, Ring-D at VIRUS to B if contact B
DATA TEDDY to B
CONTACT introduce B to C
CONDITIONAL if contact B: Bee: F to B; TRANSFER Bee at VIRUS to B; else all ships but Bee: N
BATTLE Bee vs B: flee
"""


def test_labels_become_the_ids_of_seats() -> None:
    orders = read_body(EVERYTHING).commands
    assert "'B'" in str(orders)
    found = addressed(orders, {"B": "bea", "C": "cyd"})
    text = str(found)
    assert "'B'" not in text
    assert "'C'" not in text
    assert str(orders).count("'B'") == text.count("'bea'")
    assert addressed(orders, {}) is orders


def test_names_to_come_become_ids_once_they_are_built() -> None:
    orders = read_body(EVERYTHING).commands
    ids = {coming("Bee"): "id-bee", coming("Ring-D"): "id-d"}
    text = str(built(orders, ids))
    assert "'=" not in text
    assert text.count("'id-bee'") == str(orders).count("'=Bee'") == 9
    assert text.count("'id-d'") == str(orders).count("'=Ring-D'") == 5
    assert built(orders, {}) is orders


def test_lines_that_hold_nothing_of_the_kind_stay_the_same_objects() -> None:
    orders = read_body(EVERYTHING).commands
    found = built(addressed(orders, {"B": "bea"}), {"=Bee": "x"})
    assert found.movement[-1] is orders.movement[-1]
    assert found.movement[0] is not orders.movement[0]


def test_designs_of_other_sheets_join_the_orders() -> None:
    orders = Orders("ann")
    one = read_body("DESIGN Moth\n IE 2\nMISSILES Dart", "DESIGNS").commands
    other = read_body("MISSILE Fly MD 1 MA 1 MR 1", "DESIGNS").commands
    found = joined(orders, [one, other]).designs
    assert [design.name for _ref, design in found.designs] == ["Moth"]
    assert [missile.name for _ref, missile in found.missiles] == ["Fly"]
    assert found.missile_list == ("Dart",)
    assert joined(orders, [Orders("ann")]) is orders
    assert isinstance(found, DesignSheet)


def test_permits_know_their_kinds() -> None:
    (line,) = read_body("PERMIT B interdiction all").commands.permits
    assert isinstance(line, PermitLine)
    assert (line.kind, line.what, line.revoke) == ("interdiction", "", False)


# --- odds and ends --------------------------------------------------------------------------


def test_a_name_that_is_a_word_of_orders_must_be_quoted() -> None:
    systems = [system("VIRUS"), system("Data")]
    reading = read_body("MOVEMENT\n Data Stinger", systems=systems)
    assert reading.problems[0].remedy == (
        '"Data" is also a word of orders: write your Data in quotes'
    )
    assert not read_body('MOVEMENT\n "Data" Pup', systems=systems).commands.form_faults


def test_a_misread_alternative_spoils_no_other_line() -> None:
    reading = read_body("EXPENDITURES\n Hornet 1\n | Hronet 1\n | Scout 1")
    (line,) = reading.commands.plans[-1].expenditures
    assert [one.name for one in line.or_else] == ["Scout"]


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


def test_an_order_of_ones_own_prints_as_it_was_written() -> None:
    (line,) = read_body("FREE: dance").commands.free
    assert line_text(line, NAMES) == "FREE dance"


def test_repairs_and_refits_of_ships_that_are_not_there_yet_are_kept() -> None:
    body = "EXPENDITURES\n Finish Bumble\n Repair Bumble\n Refit Bumble to Frigate-2"
    reading = read_body(body)
    assert [line.id for line in reading.commands.plans[-1].expenditures] == [
        "h-bumble",
        "=Bumble",
        "=Bumble",
    ]
    assert not reading.problems


@pytest.mark.parametrize("word", ["exp", "EXPEND:", "Res", "comm"])
def test_a_section_may_be_cut_short_where_its_word_stands_alone(word: str) -> None:
    assert not read_body(f"{word}\n").problems


def test_a_section_cut_short_is_no_design_where_designs_are_bought() -> None:
    orders = read_body("EXPENDITURES\n RDT 1\nresea\n BL 15-20 +1\n").commands
    assert [line.kind for line in orders.plans[-1].expenditures] == ["rdt"]
    assert [line.subject for line in orders.research] == ["BL"]


@pytest.mark.parametrize("word", ["ex", "m", "movements"])
def test_a_word_too_short_or_no_section_is_told(word: str) -> None:
    assert read_body(f"{word}\n").problems


def test_a_name_of_several_words_wants_quotes() -> None:
    reading = read_body("MOVEMENT\n VIRUS Valhalla Express > D\n")
    assert reading.problems[0].remedy == (
        'A name of several words stands in quotes: write "Valhalla Express"'
    )


# --- names of what is built -----------------------------------------------------------------


def test_a_ship_is_named_where_it_is_bought() -> None:
    reading = read_body("EXPENDITURES\n Hornet 2 as Bee, Fly\nMOVEMENT\n VIRUS Bee > D X")
    (line,) = reading.commands.commissions
    assert (line.at, line.design, line.names) == ("VIRUS", "Hornet", ("Bee", "Fly"))
    assert [mover.ship for mover in reading.commands.movement[0].movers] == ["=Bee"]
    assert not [one for one in faults(reading) if "name" in one]
    assert reading.understood[1].text == "Hornet 2 as Bee + Fly"


@pytest.mark.parametrize(
    ("turn", "lenient", "said"),
    [
        (2, "2", "them, as yet without a fine, and"),
        (3, "2", "them for 10 MCr each, and"),
        (1, "0", "them for 10 MCr each, and"),
    ],
)
def test_the_fine_for_a_ship_without_a_name_is_told_when_there_is_one(
    turn: int, lenient: str, said: str
) -> None:
    options = {"lenient_turns": lenient}
    reading = read_body("EXPENDITURES\n Hornet", turn=turn, options=options)
    (found,) = [one for one in reading.problems if "no name" in one.fault]
    assert f"The program names {said} they obey no orders" in found.reason


def test_two_plans_may_name_the_same_ship() -> None:
    body = "PLAN if treasury > 900: Hornet 1 as Bee\nPLAN else: Hornet 1 as Bee"
    reading = read_body(body)
    assert [line.names for line in reading.commands.commissions] == [("Bee",)]
    assert not faults(reading)


def test_too_few_and_too_many_names_behind_as_are_told() -> None:
    few = read_body("EXPENDITURES\n Hornet 2 as Bee")
    assert faults(few) == ["1 of 2 Hornet built at VIRUS has no name"]
    many = read_body("EXPENDITURES\n Hornet 1 as Bee + Fly")
    assert faults(many) == ["2 names for 1 Hornet built at VIRUS"]


def test_a_name_that_is_taken_is_not_given_behind_as_either() -> None:
    reading = read_body("EXPENDITURES\n Hornet 1 as Stinger")
    assert 'you have a ship "Stinger" already' in faults(reading)
    assert not reading.commands.commissions


def test_what_has_no_name_takes_none() -> None:
    reading = read_body("EXPENDITURES\n RDT 1 as Bee\n Part Frigate 2 of 83 as Fly + Ant")
    assert faults(reading)[:2] == [
        'nothing of this line can be called "Bee"',
        '"Ant" is a second name for one ship',
    ]


@pytest.mark.parametrize("bought", ["SDU", "Hornet", "RDT", "build SDU"])
def test_up_to_stands_before_what_is_bought_or_behind(bought: str) -> None:
    word, _, rest = bought.rpartition(" ")
    before = f"{word} up to 2 {rest}".strip()
    made = [
        read_body(f"EXPENDITURES\n {text}").commands.plans[-1].expenditures[0]
        for text in (before, f"{bought} up to 2")
    ]
    assert replace(made[0], ref=made[1].ref) == made[1]
    assert (made[0].number, made[0].up_to) == (2, True)
