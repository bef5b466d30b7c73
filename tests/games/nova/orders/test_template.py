"""The next sheet as it is prefilled: it reads without a problem and holds what there is."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.nova.orders.sheet import read
from pbm.games.nova.orders.template import template
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.state.state import Permit
from pbm.games.nova.view.record import View
from pbm.kit.problems import Severity, render_all
from tests.games.nova.builders import DEFAULTS, SEATS, gate_pair
from tests.games.nova.builders import contact as contact_of
from tests.games.nova.builders import empire as empire_of
from tests.games.nova.builders import ship as ship_of
from tests.games.nova.builders import state as state_of
from tests.games.nova.sheet_table import (
    contact,
    design,
    gate,
    known,
    read_body,
    sheet_of,
    ship,
    system,
    units,
)


def made(turn: int = 12, options: dict[str, str] | None = None, **more: Any) -> str:
    return template(View.read(known(turn, **more)), "", options or DEFAULTS)


def test_the_sheet_reads_as_it_stands() -> None:
    reading = read_body(made())
    assert not reading.problems, render_all(reading.problems)
    orders = reading.commands
    assert [one.text for one in reading.understood[:2]] == [
        "production 316, to be compared; treasury 50, to be compared",
        "bonus 0, to be compared",
    ]
    assert [line.kind for line in orders.plans[-1].expenditures] == ["maintain"]
    assert orders.plans[-1].expenditures[0].cost == 40
    assert [(line.kind, line.subject, line.add) for line in orders.research] == [
        ("TECH", "MD", 0),
        ("NSD", "Wasp Mark 2", 0),
    ]


def test_every_ship_that_takes_orders_has_a_line() -> None:
    orders = read_body(made()).commands
    lines = {line.movers[0].ship: line for line in orders.movement}
    aboard = ("Gnat", "Runner", "Frigate 1")
    assert set(lines) == {one["id"] for one in known()["ships"] if one["name"] not in aboard}
    (gnat,) = lines["s-valhalla-express"].movers[0].cargo
    assert (gnat.hold, gnat.ship) == ("LB1", "s-gnat")
    assert lines["s-wasp"].movers[0].cargo[0].units.number == 2
    assert lines["s-stinger"].movers[0].cargo is None


def test_the_fields_of_the_printed_form_stand_in_their_order() -> None:
    heads = ["PRODUCTION", "TREASURY", "SALVAGE", "PILLAGE", "RECEIVED", "BONUS", "TOTAL", "EXPEND"]
    heads += ["TREASURY AFTER", "EXPENDITURES", "COMMISSIONS", "RESEARCH", "MOVEMENT"]
    heads += ["GENERAL", "CONDITIONAL", "SPECIAL"]
    text = made()
    places = [text.index(head) for head in heads]
    assert places == sorted(places)


def test_what_cannot_be_ordered_stands_in_remarks() -> None:
    text = made()
    assert "# Runner (Hauler) is on a retreat to VIRUS; it needs no orders" in text
    assert "# Frigate 1 was named by the program; it takes no orders yet" in text
    assert "# Finish Bumble 43" in text
    assert "Spoil" not in text
    assert "SHOOT  Africa  # Frigate; JD 3; damaged" in text


def test_money_of_other_sorts_is_said() -> None:
    empire = {**known()["empire"], "debt": 70, "locked": 20}
    text = made(empire=empire, projects=[])
    assert "# 70 MCr of debt are paid first" in text
    assert "20 MCr more were sent to you, to be spent later" in text
    assert "# TOTAL 366   EXPEND 0   TREASURY AFTER 296" in text
    assert "296 MCr are left" in text
    assert "Maintain" not in text
    assert "# BL 15-20 [0] +4 [4]" in text
    assert not read_body(text, empire=empire, projects=[]).problems


def test_permissions_that_stand_are_remarked() -> None:
    permits = [
        {"kind": "gate", "who": "B", "what": "g-ring-a"},
        {"kind": "interdiction", "who": "B", "what": ""},
        {"kind": "interdiction", "who": "C", "what": "s-carrion"},
        {"kind": "stop", "who": "", "what": "SHOOT"},
        {"kind": "gate", "who": "B", "what": "gone"},
    ]
    text = made(permits=permits)
    for line in (
        "PERMIT B through Ring-A",
        "PERMIT B interdiction all",
        "PERMIT C interdiction of Carrion",
        "STOP own at SHOOT",
        "PERMIT B through gone",
    ):
        assert f"# stands: {line}\n" in text


def test_an_empire_with_nothing_gets_a_sheet_too() -> None:
    keys = ("ships", "systems", "contacts", "designs", "gates", "hulls")
    bare: dict[str, Any] = {key: [] for key in keys}
    empire = {**known()["empire"], "capital": ""}
    text = made(options={**DEFAULTS, "free_orders": "refused"}, empire=empire, **bare)
    assert "# you have no ships" in text
    assert "FREE" not in text
    more: dict[str, Any] = {**bare, "designs": [design("Moth", "IE 2")]}
    assert "# Moth 1 @ 83 at your home" in made(empire=empire, **more)


def test_examples_name_only_what_is_known() -> None:
    assert "# GENERAL all ships: F to B\n" in made()
    assert "# GENERAL all ships: T\n" in made(contacts=[contact("", 1, "minor")])


def test_who_is_out_of_the_game_orders_nothing() -> None:
    text = made(empire={**known()["empire"], "eliminated": True})
    assert text == "  # your empire is out of the game; there is nothing to order\n"


def test_cargo_of_others_and_gate_ends_are_repeated() -> None:
    ships = [ship("Ark", "Hauler", cargo=[units("AA", 2, "B"), units("C", 1, "")])]
    gates = [gate("Ring", "", "") | {"place": "aboard", "usable": False, "carrier": "Ark"}]
    ships.append(ship("Pod", "Scout", at="", carrier="Ark"))
    more: dict[str, Any] = {"ships": ships, "gates": gates, "systems": [system("VIRUS")]}
    text = made(**more)
    assert "VIRUS  Ark (2 AA of B; 1 C; gate Ring; Pod)" in text
    assert not [p for p in read_body(text, **more).problems if p.severity is Severity.INVALID]


def test_contacts_are_listed_as_they_are_known() -> None:
    text = made(contacts=[contact("B", 0, "full", "MINKY"), contact("C", 2, "normal")])
    assert "# you know B (full, MINKY), C (normal)" in text
    assert "# CONTACT full C" in text
    assert "# CONTACT full B" not in text


def test_the_sheet_made_from_a_players_own_view_reads_as_it_stands() -> None:
    other = contact_of("full", "B")
    ann = empire_of("ann", contacts={"bea": other}, permits=(Permit("gate", "bea", "ring-a"),))
    ships = [
        ship_of("Ark", "Hauler", cargo=(("C", 1),)),
        ship_of("Guard"),
        ship_of("Far", at="ALGOL"),
    ]
    state = state_of(ann, *ships, *gate_pair("Ring", "VIRUS", "ALGOL"))
    view = build_view(state, "ann", SEATS, DEFAULTS).written()
    reading = read(
        sheet_of(template(View.read(view), "", DEFAULTS), turn=3), View.read(view), DEFAULTS
    )
    assert not reading.problems, render_all(reading.problems)
    assert {line.movers[0].ship for line in reading.commands.movement} == {"ark", "guard", "far"}


def test_the_pregame_sheet_is_right_as_it_stands() -> None:
    reading = read_body(made(0), "PREGAME", 0)
    assert [p.severity for p in reading.problems] == [Severity.NOTE]
    sheet = reading.commands.pregame
    assert sheet.preset == "stomp"
    assert sheet.keep == 362
    assert len(sheet.purchases) == 5
    assert [len(one.names) for one in sheet.purchases] == [6, 3, 4, 0, 0]


def test_ends_of_gates_lie_in_the_list_of_what_is_there() -> None:
    gate = {"id": "g1", "name": "Tide-A", "at": "VIRUS", "place": "stored", "other": "Tide-B"}
    text = made(gates=[{**gate, "usable": False, "carrier": "", "owner": "you"}])
    (remark,) = [line for line in text.splitlines() if line.strip().startswith("# VIRUS;")]
    block = text[text.index(remark) :].splitlines()[:3]
    assert "Tide-A" in " ".join(block)


@pytest.mark.parametrize(
    ("tech", "line"),
    [({"BL": 18, "SN": 20}, "BL 18-23"), ({"SN": 20}, "SN 20-25"), ({}, "BL 0-5")],
)
def test_the_example_of_research_is_one_the_empire_could_begin(
    tech: dict[str, int], line: str
) -> None:
    empire = {**known()["empire"], "tech": tech}
    assert f"# {line} [0] +4 [4]" in made(projects=[], empire=empire)
