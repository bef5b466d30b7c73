"""A BATTLE sheet for one round: every order as it is written, and what may be wrong with it.

Rule: NV SPC-04, NV SPC-08, NV SPC-09, NV SPC-11, NV SPC-16, NV SPC-18, NV SPC-41, NV SPC-53.
"""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.nova.orders.rounds.round_orders import (
    CYCLE,
    FIRE,
    HOLD,
    LAUNCH,
    LEAVE,
    PICK_UP,
    PLOT,
    Told,
)
from pbm.games.nova.orders.rounds.round_reading import ORDERS
from pbm.games.nova.orders.sheet import read
from pbm.games.nova.orders.template import template
from pbm.games.nova.state.orders.standing import BattleItem
from pbm.games.nova.view.record import View
from pbm.kit.problems import Severity
from pbm.sheets.envelope import find_sheets
from tests.games.nova import sheet_table
from tests.games.nova.builders import DEFAULTS
from tests.games.nova.scenes import third_round as r


def told(body: str) -> list[Told]:
    """The orders of a body without a fault."""
    reading = r.read_body(body)
    assert [one.fault for one in reading.problems] == []
    return list(reading.commands.told)


def one(body: str) -> Told:
    (found,) = told(body)
    return found


def faults(body: str, **more: Any) -> list[str]:
    return [problem.fault for problem in r.read_body(body, **more).problems]


# --- orders ---


def test_thrust_adds_up_to_one_change_of_the_vector() -> None:
    plot = one("Africa: plot 2*3 1*1")
    assert (plot.kind, plot.ship, plot.by) == (PLOT, "f-Africa", (3, -4))
    assert plot.words == "plot 1*1 2*3 (4 of IE 4), vector then 2*4"
    assert (plot.ref.line, plot.ref.mailing) == (2, "12/SHOOT/3")
    assert one("Africa: plot none").by == (0, 0)
    assert one("Africa: plot 1*4, 4*4").by == (0, 0)
    assert one("Africa: plot 1*2+1*2").by == (0, -4)


def test_thrust_beyond_the_engine_is_not_allowed_and_its_sum_is_shown() -> None:
    (problem,) = r.read_body("Africa: plot 2*3 1*2").problems
    assert problem.severity is Severity.ILLEGAL
    assert problem.fault == "Africa cannot change its vector by 5 hexes"
    assert problem.reason == (
        "3 in direction 2 + 2 in direction 1 comes to 5, and IE 4 is left to it"
    )
    assert problem.remedy == "Plot 4 or less"
    (problem,) = r.read_body("Lewis: plot 2*1").problems
    assert problem.remedy == "Leave the plot out"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Africa: plot 7*1", "there is no direction 7"),
        ("Africa: plot", '"plot" is not a plot'),
        ("Africa: plot left", '"plot left" is not a plot'),
        ("Gnat: plot 1*1", "Gnat cannot be steered"),
        ("Clark: plot 1*1", "Clark takes no part in this round"),
        ("Nobody: plot 1*1", '"Nobody" is not a ship or class of yours in this battle'),
        ("Afrika plot 1*1", "nothing shows where the ships end and their orders begin"),
        ("Africa: fire", '"fire" is not an order to fire'),
        ("Africa: fire BL1 c1", '"fire BL1 c1" is not an order to fire'),
        ("Africa: fire BL1 at c9", "you know no ship as c9"),
        ("Africa: fire 2 at c1", '"fire 2 at c1" is not an order to fire'),
        ("Cruiser: fire PL1 at c9", "you know no ship as c9"),
        ("Africa: fire BL1 at c3", "c3 is not an enemy of yours"),
        ("Africa: fire BL1 at c4", "c4 is no longer on the map"),
        ("Africa: fire BL1 at c2", "c2 is not detected now"),
        ("Africa: fire PL1 at c1", "Africa has no PL1"),
        ("Crate: fire BL1 at c1", "Crate has no BL1"),
        ("Lewis: fire PL2 at c1", "Lewis cannot fire PL2: 0 such weapons are left"),
        ("Lewis: fire 2 PL at c1", "Lewis cannot fire 2: 1 such weapon is left"),
        ("Africa: fire 4 BL at c1", "Africa cannot fire 4: 3 such weapons are left"),
        ("Africa: fire BL1 at c1; fire BL1 at c1", "Africa cannot fire BL1: 0 such weapons"),
        ("Africa: fire ML Lance at c1", "Africa cannot fire Lance"),
        ("Africa: fire BL Dart at c1", "Africa cannot fire Dart"),
        ("Lewis: fire PL Dart at c1", "Lewis cannot fire Dart"),
        ("Africa: launch", "Africa cannot leave a carrier"),
        ("Crate: launch", "Crate cannot leave a carrier"),
        ("Africa: stay aboard", "Africa cannot stay in a carrier"),
        ("Africa: pick up Gnat", "Africa cannot pick up Gnat"),
        ("Africa: pick up Africa", "Africa cannot pick up Africa"),
        ("Lewis: pick up Africa", "Lewis cannot pick up Africa"),
        ("Lewis: jump", "Lewis cannot jump in this round"),
        ("Gnat: jump", "Gnat cannot jump in this round"),
        ("Erie: jump", "Erie cannot jump in this round"),
        ("Huron: jump out", "Huron cannot jump in this round"),
        ("Africa: range far", '"range far" is not understood here'),
        ("Africa: wait", '"wait" is not understood here'),
        ("NOTE TO GM", "this note to the GM is empty"),
        (
            "Africa: plot none\nAfrica: plot 1*1",
            '"plot 1*1" repeats an order that Africa already has',
        ),
    ],
)
def test_each_fault_is_told(text: str, fault: str) -> None:
    found = faults(text)
    assert len(found) == 1
    assert found[0].startswith(fault)


@pytest.mark.parametrize("form", [form for order in ORDERS for form in order.help])
def test_every_example_of_the_prefilled_sheet_is_an_order(form: str) -> None:
    reading = r.read_body(f"Africa: {form.replace('SHIP', 'Huron')}")
    assert all(one.severity is not Severity.INVALID for one in reading.problems)
    assert reading.commands.items == {}


def test_why_a_ship_cannot_jump_yet() -> None:
    (problem,) = r.read_body("Lewis: jump").problems
    assert problem.reason == (
        "Its lag time is 8, and its jump drive has cycled 3 rounds: 4 more after this one"
    )


def test_weapons_by_name_by_size_by_kind_or_all() -> None:
    assert one("Africa: fire BL1 at c1").weapons == ("BL1",)
    assert one("Africa: fire BL 15.2 at c1").weapons == ("BL3",)
    assert one("Africa: fire BL 15 at 1").weapons == ("BL2", "BL3")
    assert one("Africa: fire 2 BL at c1").weapons == ("BL1", "BL2")
    assert one("Africa: fire all BL at c1").weapons == ("BL1", "BL2", "BL3")
    assert one("Africa: fire all at c1").weapons == ("BL1", "BL2", "BL3", "XL1", "ML1", "ML2")
    assert one("Africa: fire at c1").weapons == ("BL1", "BL2", "BL3", "XL1", "ML1", "ML2")
    first, second = told("Africa: fire BL1 at c1;; fire 2 BL at c1")
    assert (first.kind, second.weapons) == (FIRE, ("BL2", "BL3"))


def test_mode_missile_and_position_of_a_shot() -> None:
    shot = one("Africa: fire XL1 as pulse at c1")
    assert (shot.mode, shot.words) == ("PL", "fire XL1 as pulse at c1")
    shot = one("Africa: fire 1 ML dart at c1 position 2")
    assert (shot.weapons, shot.missile, shot.position) == (("ML1",), "Dart", 2)
    assert shot.words == "fire ML1 Dart at c1 position 2"


def test_orders_for_classes_and_for_all_pass_over_who_cannot() -> None:
    for named in ("class Cruiser", 'class "Cruiser"', "CLASS cruiser"):
        lines = told(f"{named}: fire PL at c1")
        assert [one.ship for one in lines] == ["f-Erie", "f-Huron", "f-Lewis"], named
    (problem,) = r.read_body("class Huron: hold").problems  # a ship is no class
    assert problem.fault == '"Huron" is not a ship or class of yours in this battle'
    assert [(one.ship, one.weapons) for one in told("Cruiser: fire PL at c1")] == [
        ("f-Erie", ("PL1", "PL2")),
        ("f-Huron", ("PL1", "PL2")),
        ("f-Lewis", ("PL1",)),
    ]
    assert [one.weapons for one in told("Cruiser: fire 1 PL at c1")] == [("PL1",)] * 3
    assert [(one.ship, one.kind) for one in told("all: launch")] == [("f-Gnat", LAUNCH)]
    assert [(one.ship, one.kind) for one in told("all: jump")] == [("f-Africa", LEAVE)]
    assert [one.ship for one in told("all: plot none")] == [
        "f-Africa",
        "f-Erie",
        "f-Huron",
        "f-Lewis",
    ]
    assert [one.ship for one in told("all: pick up Huron")] == ["f-Africa"]


def test_the_order_of_a_ship_goes_before_that_of_its_class_and_of_all() -> None:
    lines = "all: plot none\nCruiser: plot none\nHuron: plot 1*1"
    first, *rest = [one for one in told(lines) if one.ship == "f-Huron"]
    assert first.by == (0, -1)
    assert [one.by for one in rest] == [(0, 0), (0, 0)]
    items = r.read_body("all: EW none\nHuron, Erie: EW best").commands.items
    assert items["f-Huron"] == (BattleItem("EW", "best"), BattleItem("EW", "none"))
    assert items["f-Africa"] == (BattleItem("EW", "none"),)


def test_short_orders() -> None:
    assert one("Africa: hold fire").kind == HOLD
    assert (one("Gnat: launch").kind, one("Gnat: stay aboard").yes) == (LAUNCH, False)
    assert one("Crate: stay aboard").yes is False
    taken = one('Africa: pick up "Huron"')
    assert (taken.kind, taken.other) == (PICK_UP, "f-Huron")
    assert (one("Africa: jump").yes, one("Africa: stay").yes) == (True, False)
    assert (one("Africa: stop cycling").kind, one("Africa: stop cycle").yes) == (CYCLE, False)
    assert one("Huron: cycle").yes is True


def test_items_of_battle_lines_hold_for_the_round() -> None:
    reading = r.read_body("Africa: SN 30; fire within 9; if round >= 3 then DG off")
    assert reading.problems == ()
    words = [item.word for item in reading.commands.items["f-Africa"]]
    assert words == ["SN", "fire", "DG"]
    assert reading.understood[0].text == ("Africa: SN 30; fire within 9; if round >= 3 then DG off")


def test_what_is_understood_of_a_line_holds_though_the_rest_is_not() -> None:
    reading = r.read_body('Africa: plot none; fire BL1 at c9\n"Huron", Nobody: hold')
    assert [one.kind for one in reading.commands.told] == [PLOT, HOLD]
    assert [one.text for one in reading.understood] == [
        "Africa: plot none (0 of IE 4), vector then 3*1",
        "Huron: hold all other fire",
    ]
    assert "This part of line 2 was not read" in reading.problems[0].outcome


def test_a_line_that_goes_on_by_mistake_is_cut_where_other_ships_are_named() -> None:
    reading = r.read_body("Africa: hold;\nHuron plot 1*1;\n plot 7*1\nHuron,\nErie: hold")
    assert [(one.kind, one.ship) for one in reading.commands.told] == [
        (HOLD, "f-Africa"),
        (PLOT, "f-Huron"),
        (HOLD, "f-Huron"),
        (HOLD, "f-Erie"),
    ]
    (problem,) = reading.problems
    assert problem.span is not None
    assert (problem.span.line, problem.span.column) == (4, 2)


def test_the_colon_behind_ships_may_be_left_out() -> None:
    first, second = told('Huron, "Erie" plot 1*1')
    assert (first.ship, second.ship) == ("f-Huron", "f-Erie")
    assert [one.kind for one in told("africa hold fire;\nALL plot none")][:1] == [HOLD]
    head = "BATTLE age turn 12 SHOOT round 3 for VIRUS"
    text = f"{head}: Africa plot 2*3 1*1; fire BL 15.1 at c1\nEND\n"
    (sheet,) = find_sheets(text.encode(), "s.txt", r.KINDS).sheets
    reading = read(sheet, View.read(r.known()), DEFAULTS)
    assert [one.kind for one in reading.commands.told] == [PLOT, FIRE]


def test_a_misspelt_ship_and_a_misspelt_order_are_pointed_out() -> None:
    (problem,) = r.read_body("Afrika: hold").problems
    assert problem.remedy == 'Did you mean "Africa"?'
    (problem,) = r.read_body("Xyz, , Huron: hold").problems
    assert problem.remedy.startswith("Write Africa, Crate")
    (problem,) = r.read_body("Africa: wait").problems
    assert problem.reason.startswith("Orders are plot, fire, hold fire")


def test_a_note_goes_to_the_game_master_under_a_name_of_its_own() -> None:
    (item,) = r.read_body("NOTE TO GM look at c1").docket
    assert (item.id, item.question) == ("ann-battle-SHOOT-3-2", "look at c1")


# --- sheets ---


def test_a_sheet_for_a_battle_that_does_not_wait_is_refused() -> None:
    (problem,) = r.read_body("Africa: hold", "MINKY round 3").problems
    assert problem.fault == "no battle needs a sheet for turn 12/MINKY/3"
    assert problem.reason == "Sheets are due from SHOOT round 3"
    (problem,) = r.read_body("Africa: hold", over="alone").problems
    assert problem.reason == ""


def test_other_sheets_are_refused_in_a_battle_and_battle_sheets_out_of_it() -> None:
    text = "ORDERS age turn 12 for VIRUS\nEND\n"
    (sheet,) = find_sheets(text.encode(), "s.txt", r.KINDS).sheets
    (problem,) = read(sheet, View.read(r.known()), DEFAULTS).problems
    assert problem.fault == "a battle takes no ORDERS sheet"
    reading = sheet_table.read_body("Africa: hold", "BATTLE")
    assert reading.problems[0].fault == "no battle needs a sheet from you"


def test_the_prefilled_sheet_reads_without_a_fault_and_orders_nothing() -> None:
    body = template(View.read(r.known()), "12/SHOOT/3", DEFAULTS)
    assert "  # c2: ship, last seen in round 1 at 3*20 with vector 3*3\n" in body
    assert "  # c1: FG, at 2*1 3*3 with vector 4*1\n" in body
    assert "  # c3: ship, no enemy, at" in body
    assert "weapons BL1 (BL 20), BL2, BL3 (BL 15)," in body
    assert "weapons PL1 (PL 12); c1 at 4" in body
    assert "Clark" not in body
    reading = r.read_body(body)
    assert reading.problems == ()
    assert (reading.commands.told, dict(reading.commands.items)) == ((), {})
    assert reading.understood[0].text == "Africa: as your BATTLE lines say"
    assert template(View.read(r.known()), "12/MINKY/1", DEFAULTS) == ""


def test_a_ship_of_two_words_is_quoted_on_the_prefilled_sheet() -> None:
    view = r.known()
    view["battles"][0]["own"][0]["name"] = "Old Nan"
    assert '"Old Nan": doctrine' in template(View.read(view), "12/SHOOT/3", DEFAULTS)


def test_long_rows_of_blanks_are_gone_through_once() -> None:
    """Gone through for each blank that could begin the next word, this would take hours."""
    fire = ",\n".join(f"fire{' ' * 1_800}a" for _ in range(20))
    assert any("is not an order to fire" in fault for fault in faults(f"Africa: {fire}"))


def test_list_marks_and_full_stops_do_no_harm() -> None:
    marked = r.read_body("- Africa: fire BL1 at c1.\n2) all: EW none!\nNOTE TO GM thanks.")
    plain = r.read_body("Africa: fire BL1 at c1\nall: EW none\nNOTE TO GM thanks.")
    assert [one.text for one in marked.understood] == [one.text for one in plain.understood]
    assert marked.docket == plain.docket
    (note,) = [one for one in marked.problems if one not in plain.problems]
    assert note.fault == "lines 2-3: list marks, full stops and the like were left out"
