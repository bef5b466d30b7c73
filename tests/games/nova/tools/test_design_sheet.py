"""Whole sheets of designs, and what ``pbm design`` shows of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.games.nova.orders.designs.design_block import block_text
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.legality import faults
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.tools.design_command import by_packet, show
from pbm.games.nova.tools.design_sheet import completed, entry_faults, read_design_sheet
from pbm.games.nova.view.record import DesignView, EmpireView, YouView, empty_view
from pbm.kit.problems import Faults
from pbm.service.designs import show_designs
from pbm.sheets.envelope import body_lines
from pbm.sheets.envelope_faults import MOST_BYTES, MOST_CHARACTERS, MOST_LINES
from tests.games.nova.orders.designs.test_design_block import hornet, lines, said

TECH = "FC 2, FA 120, FD 4, IE 4, JD 3, SN 20, SI 9, SM 4, TC 2"
SHEET = f"""
TECH {TECH}
DESIGN "Hornet"
  IE 4
  JD3 L8
  4 FP 4 FA 120 FD 4
  FC 1
END DESIGN
REDESIGN Hornet-2 of hornet: FC 2
MISSILE Hornet MD 5 MA 60 MR 10
MISSILES Hornet
"""


def test_a_whole_sheet() -> None:
    sheet = read_design_sheet(lines(SHEET), "HUN", {})
    assert not sheet.problems
    assert [entry.what.name for entry in sheet.entries] == ["Hornet", "Hornet-2", "Hornet"]
    assert sheet.levels is not None
    assert sheet.levels["FA"] == 120
    first, second, missile = sheet.entries
    assert second.old == first.what
    assert not entry_faults(first, sheet.levels)
    assert not entry_faults(second, sheet.levels)
    assert [fault.fault for fault in entry_faults(second, sheet.levels, turn=0)] == [
        "no redesigns before turn 1"
    ]
    assert isinstance(missile.what, MissileDesign)
    assert len(entry_faults(missile, sheet.levels)) == 3
    assert completed(missile, sheet.levels) == missile
    assert completed(second, sheet.levels) == second


def test_a_redesign_of_a_design_that_is_known_already() -> None:
    text = "REDESIGN Mk2 of Hornet: FC 4"
    (entry,) = read_design_sheet(lines(text), "HUN", {"Hornet": hornet()}).entries
    assert entry.old == hornet()


def test_a_redesign_written_out() -> None:
    new = replace(hornet(), name="Mk 2", of="Hornet")
    new = replace(new, parts=(*new.parts[:-1], Component("FC", 1, 4)))
    text = f"{block_text(hornet())}\n{block_text(new)}"
    first, second = read_design_sheet(lines(text), "HUN", {}).entries
    assert (first.what, second.what, second.old) == (hornet(), new, hornet())
    assert not entry_faults(second, {"FC": 4, "FA": 120, "FD": 4, "IE": 4, "JD": 3})


def test_a_fault_stands_at_its_own_line() -> None:
    text = "DESIGN X\nIE 1\nJD 3\nEND DESIGN\nREDESIGN Y of X: LT 1\n"
    new, again = read_design_sheet(lines(text), "HUN", {}).entries
    (fault,) = entry_faults(new, {})
    assert (fault.fault, new.place(fault).line) == ("JD 3 is beyond your technology", 3)
    (fault,) = entry_faults(again, {})
    assert (fault.fault, again.place(fault).line) == ("LT 1 is beyond your technology", 5)
    (none,) = faults(Design("X", "", ()), {})
    assert new.place(none).line == 1


@pytest.mark.parametrize(
    ("text", "told", "names"),
    [
        ("DESIGN X\nIE 1", ["the end of this design is missing"], []),
        (
            "DESIGN X\nIE 1\nDESIGN Y\nIE 1\nEND DESIGN",
            ["the end of this design is missing"],
            ["Y"],
        ),
        (
            "DESIGN X\nIE 1\nMISSILE D MD 1 MA 1 MR 1",
            ["the end of this design is missing"],
            ["D"],
        ),
        ("DESIGN X\nIE\nEND DESIGN", ["the number of the IE is missing"], []),
        (
            "DESIGN X\nIE 1\nEND DESIGN\nDESIGN x\nIE 1\nEND DESIGN",
            ["there are two designs called x"],
            ["X"],
        ),
        ("BL 15", ["this line is outside every design"], []),
        ("REDESIGN Y of X: EW 2", ["there is no design X"], []),
        ("REDESIGN Y: EW 2", ["this redesign is not understood"], []),
        ("REDESIGN Y of X\nIE 1\nEND DESIGN", ["there is no design X"], []),
        (
            "DESIGN X\nIE 1\nEND OF DESIGN\nREDESIGN Y of X: EW 2, FC 1",
            ["X has no EW, FC to improve"],
            ["X"],
        ),
        ("MISSILE Dart", ["this missile is not understood"], []),
        ("TECH preset hawk", ['"hawk" is not a sample technology; they are balanced'], []),
        ("TECH BL", ["a number is missing: BL"], []),
    ],
)
def test_faults_of_a_sheet(text: str, told: list[str], names: list[str]) -> None:
    sheet = read_design_sheet(lines(text), "HUN", {})
    assert [fault.split(", stretched")[0] for fault in said(sheet.problems)] == told
    assert [entry.what.name for entry in sheet.entries] == names


def test_tech_lines_add_up_and_own_levels_stand_before_a_preset() -> None:
    """As the prefilled pregame sheet has them, and the other way round."""
    stomp = read_design_sheet(lines("TECH preset stomp"), "", {}).levels or {}
    for text in ("TECH preset stomp\nTECH IE 2, FC 1", "TECH FC 1\nTECH preset stomp\nTECH IE 2"):
        assert read_design_sheet(lines(text), "", {}).levels == {**stomp, "IE": 2, "FC": 1}


def test_a_sample_technology_on_the_sheet() -> None:
    assert read_design_sheet(lines("TECH preset Stomp"), "", {}).levels == {
        "BL": 18,
        "FC": 4,
        "JD": 4,
        "SN": 20,
        "SI": 9,
        "SM": 4,
        "TC": 2,
    }


@given(st.text(max_size=200))
def test_any_text_gives_designs_and_problems(text: str) -> None:
    read_design_sheet(lines(text), "HUN", {})


# --- the command ------------------------------------------------------------------------------


def shown(text: str, **given: Any) -> Any:
    return show_designs(text.encode(), "ships.txt", **given)


def test_the_command_shows_figures_and_charts() -> None:
    found = shown(SHEET, tech=TECH + ", MD 5, MA 60, MR 10")
    assert not found.problems
    assert not found.refused
    hornet, again, missile = found.rows
    assert (hornet["ssz"], hornet["class"], hornet["cost"], hornet["tp"]) == (17, "FG", 41, 2)
    assert hornet["critical"][0]["rolls"] == "001-137"
    assert (again["kind"], again["of"], again["tp"]) == ("redesign", "Hornet", 1)
    assert (missile["size"], missile["exact_size"], missile["tp"]) == (8, "7.7", 1)
    assert "Force beams reach 3 hexes" in found.texts[0]
    assert "Shields: none" in found.texts[0]
    assert "size 8 (7.7 before rounding)" in found.texts[2]


def test_a_hauler_shows_its_holds_and_communicator() -> None:
    text = "DESIGN Hauler\nIE 1\n6 CH\n2 LB 10\n2 SI 3\nEND DESIGN"
    (row,) = shown(text, tech="TC 1, SI 3, SM 2").rows
    assert (row["holds"], row["bays"], row["intrinsic_tc"]) == (6, [10, 10], 1)
    (said,) = shown(text).texts
    assert "Cargo holds: 6; launch bays: 10, 10" in said
    assert "Shields: 2 of 3, 6 points, 1 back each round" in said
    assert "unarmed" in said
    (said,) = shown("DESIGN Hauler\nIE 1\n1 CH\nEND DESIGN").texts
    assert "Cargo holds: 1; launch bays: none" in said


def test_without_technology_its_limits_are_not_checked() -> None:
    text = "DESIGN X\nIE 99\nEND DESIGN"
    found = shown(text)
    assert said(found.problems) == ["limits of technology were not checked"]
    assert not found.refused
    assert said(shown(text, preset="warp").problems) == ["X: IE 99 is beyond your technology"]
    assert shown(text, preset="warp").refused
    assert said(shown("TECH IE 3\n" + text).problems) == ["X: IE 99 is beyond your technology"]
    assert shown("TECH IE 3\n" + text, tech="IE 99").problems == ()


def test_sheets_as_they_are_sent() -> None:
    body = "DESIGN X\nIE 1\nFC 1\nEND DESIGN\nREDESIGN Y of X: FC 2\n"
    sent = f"DESIGNS age turn 3 for HUN\n{body}END\n"
    assert [row["name"] for row in shown(sent, tech="FC 2").rows] == ["X", "Y"]
    before = f"PREGAME age turn 0 for HUN\nHOME TYPE 7\nTECH FC 2\n{body}BUY X 3\nEND\n"
    assert said(shown(before).problems) == ["Y: no redesigns before turn 1"]


def test_orders_beside_a_design_are_passed_over() -> None:
    sent = "ORDERS age turn 3 for HUN\nMOVEMENT\nDESIGN X\nIE 1\nEND DESIGN\nFREE text\nEND\n"
    found = shown(sent, tech="FC 2")
    assert [row["name"] for row in found.rows] == ["X"]
    assert not found.problems


def test_a_text_without_designs() -> None:
    assert said(shown("").problems) == ["ships.txt holds no design"]
    assert said(shown("TECH IE 3").problems) == ["ships.txt holds no design"]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"tech": "BX 3"}, '--tech: "BX" is not understood here'),
        ({"preset": "hawk"}, '"hawk" is not a sample technology'),
        ({"packet": (b"{}", "packet.json")}, "packet.json is not a packet of a Nova empire"),
        ({"packet": (b"\xff[", "p.json")}, "p.json is not a packet of a Nova empire"),
    ],
)
def test_technology_that_is_none(given: dict[str, Any], told: str) -> None:
    with pytest.raises(Faults) as fault:
        shown("", **given)
    assert fault.value.problems[0].fault.startswith(told)


def test_the_technology_of_a_packet() -> None:
    view = replace(
        empty_view(3, YouView(player="ann", name="Ann")),
        empire=EmpireView(name="VIRUS", tech={"FC": 4}),
        designs=[
            DesignView(
                name="Hornet",
                kind="design",
                lines=["IE 1", "FC 2", "nonsense", "intrinsic TC 1"],
                ssz=1,
                category="",
                cost=20,
                tp=0,
                armour=0,
                shields=0,
                of="",
                chart=[],
            )
        ],
    )
    data = json.dumps({"known": view.written()}).encode()
    technology = by_packet(data, "packet.json")
    assert technology.levels == {"FC": 4}
    assert technology.designs["Hornet"].intrinsic_tc == 1
    found = show(b"REDESIGN Mk2 of Hornet: FC 4", "ships.txt", technology)
    assert [row["cost"] for row in found.rows] == [18]  # 0.1 + 5 + 12, rounded up
    assert not found.problems


# --- bare lines -------------------------------------------------------------------------------


def test_bare_lines_are_read_as_a_sheets_are() -> None:
    found = lines("IE 1  # remark\n\n  BL 15,\n 4 CH\n")
    assert [(line.number, line.text) for line in found] == [(1, "IE 1"), (3, "BL 15, 4 CH")]


@pytest.mark.parametrize(
    "data",
    [b" " * (MOST_BYTES + 1), b"\n" * (MOST_LINES + 1), b"x" * (MOST_CHARACTERS + 1)],
)
def test_a_text_that_is_too_large(data: bytes) -> None:
    with pytest.raises(Faults):
        body_lines(data, "ships.txt")
