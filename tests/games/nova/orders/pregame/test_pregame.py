"""The pregame sheet, designs and missiles, with every sum. Numbers are the book's."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.types import Reading
from pbm.games.nova.orders.pregame.sums import pregame_sums
from pbm.games.nova.state.orders.designs import Pregame
from pbm.kit.problems import Severity
from tests.games.nova.sheet_table import known, read_body

HORNET = """\
DESIGN Hornet
  IE 4
  JD 3
  2 SI 9
  10 AR 1
  4 FP 4 FA 120 FD 4
  SN 10
  FC 2
END DESIGN
"""


def pregame(body: str, **more: Any) -> Reading:
    return read_body(body, "PREGAME", 0, **more)


def said(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems if p.severity is not Severity.NOTE]


def sums(reading: Reading) -> str:
    return next(p.fault for p in reading.problems if " bought = " in p.fault)


def test_the_books_own_start_is_worked_out() -> None:
    """Harry Hun: type 7, 3900 MCr; his levels cost 247 TP by the chart, his Hornet 2 TP."""
    reading = pregame(f"HOME TYPE 7\nTECH preset hun\n{HORNET}BUY Hornet 2 @ 83 as Sting, Buzz\n")
    sheet = reading.commands.pregame
    assert (sheet.home_type, sheet.preset, sheet.tech["FA"]) == (7, "hun", 120)
    assert [design.name for _ref, design in sheet.designs] == ["Hornet"]
    assert not said(reading)
    assert sums(reading) == "3900 − 2470 technology − 20 designs − 166 bought = 1244 MCr"
    assert pregame_sums(sheet)["designs"] == 20


@pytest.mark.parametrize(("home", "money"), [(8, 3500), (7, 3900), (6, 4300), (5, 4700)])
def test_a_lower_home_star_gives_more_money(home: int, money: int) -> None:
    assert sums(pregame(f"HOME TYPE {home}")).startswith(f"{money} − 0")


def test_who_buys_nothing_is_warned() -> None:
    """What the prefilled sheet held does not stay by itself."""
    warned = "this sheet buys nothing: no technology, no design, no ship, no unit"
    assert said(pregame("HOME TYPE 7")) == [warned]
    assert said(pregame("")) == [warned]
    assert said(pregame("KEEP 3500")) == []  # he knows
    for bought in ("TECH BL 3", "BUY IC 1", "DESIGN Pod\n  IE 1\n  1 CH\nEND DESIGN"):
        assert warned not in said(pregame(bought))
    assert warned not in said(pregame("BUY Hornat 2"))


def test_a_misspelt_purchase_is_asked_back() -> None:
    def remedy(line: str) -> str:
        found = pregame(f"TECH preset hun\n{HORNET}{line}").problems
        return next(one.remedy for one in found if one.severity is Severity.INVALID)

    assert remedy("BUY Honret 2") == "Did you mean Hornet?"
    assert remedy("BUY Xyzzyx 2") == ""


@pytest.mark.parametrize("home", [4, 9])
def test_a_home_star_is_of_type_5_to_8(home: int) -> None:
    reading = pregame(f"HOME TYPE {home}")
    assert said(reading) == [f"a home star cannot be of type {home}"]
    assert reading.commands.pregame == Pregame()


def test_of_two_lines_that_exclude_each_other_the_first_counts() -> None:
    reading = pregame(
        "HOME TYPE 7\nHOME TYPE 6\nTECH preset hun\nTECH preset stomp\nKEEP 1\nKEEP 2"
    )
    assert [one for one in said(reading) if "twice" in one] == [
        "home occurs twice",
        "preset occurs twice",
        "keep occurs twice",
    ]
    sheet = reading.commands.pregame
    assert (sheet.home_type, sheet.preset, sheet.keep) == (7, "hun", 1)
    assert sheet.tech == pregame("TECH preset hun").commands.pregame.tech
    assert len(reading.commands.pregame.refs) == 3


def test_own_levels_stand_before_those_of_a_preset() -> None:
    for body in ("TECH preset stomp\nTECH BL 20", "TECH BL 20\nTECH preset stomp"):
        assert pregame(body).commands.pregame.tech["BL"] == 20
    assert pregame('TECH preset "David Stomp"').commands.pregame.preset == "stomp"


def test_technology_is_known_before_designs_and_designs_before_purchases() -> None:
    reading = pregame(f"BUY Hornet 1 as Sting\n{HORNET}TECH preset hun")
    assert not said(reading)


def test_fractions_of_tech_points_round_up_once() -> None:
    assert "− 63 technology" in sums(pregame("TECH SN 25"))
    assert "− 125 technology" in sums(pregame("TECH SN 25, MA 25"))


def test_advice_on_technology_is_a_note() -> None:
    for level, advised in ((43, False), (44, True)):
        notes = [p.fault for p in pregame(f"TECH BL {level}").problems]
        assert any("is worth" in note for note in notes) != advised


@pytest.mark.parametrize(("armies", "refused"), [(4, False), (5, True)])
def test_armies_may_be_limited(armies: int, refused: bool) -> None:
    reading = pregame(f"BUY AA {armies}", options={"pregame.army_limit": "4"})
    assert bool(said(reading)) == refused
    assert not said(pregame(f"BUY AA {armies}"))


def test_too_much_is_said_with_its_sum() -> None:
    assert not said(pregame("BUY TFC 3"))
    assert said(pregame("BUY TFC 4")) == ["this spends 3600 MCr of 3500"]


def test_what_stands_last_is_not_bought_and_not_counted() -> None:
    reading = pregame("TECH preset hun\nHOME TYPE 8\nBUY TFC 1\nBUY C 2")
    assert sums(reading) == "3500 − 2470 technology − 0 designs − 1020 bought = 10 MCr"
    assert not said(reading)
    reading = pregame("TECH preset hun\nBUY C 1\nBUY TFC 1\nBUY C 2\nKEEP 10")
    assert said(reading) == [
        "this spends 3550 MCr of 3500",
        "what is kept is 70 MCr, not 10",
    ]
    (over,) = [one for one in reading.problems if "spends" in one.fault]
    assert over.outcome == "What stands last is not bought: 2 C"


ARMED = "DESIGN Gun\n IE 1\n 1 BL 5\nEND DESIGN\n"


@pytest.mark.parametrize(
    ("tech", "bought", "faults"),
    [
        ("TECH BL 5", "BUY Gun 1 as Ann", []),
        ("TECH BL 5", "BUY C 1", ["you begin without an armed ship"]),
        (
            "TECH BL 4",
            "BUY Gun 2 as Ann, Bob",
            [
                'design "Gun": BL 5 is beyond your technology',
                "2 Gun cannot be bought",
                "you begin without an armed ship",
            ],
        ),
    ],
)
def test_a_position_without_an_armed_ship_is_said(
    tech: str, bought: str, faults: list[str]
) -> None:
    reading = pregame(f"{tech}\n{ARMED}{bought}")
    assert sorted(said(reading)) == sorted(faults)
    if "Gun" in bought and faults:
        assert "− 0 designs − 0 bought" in sums(reading)


def test_levels_may_stand_behind_a_preset() -> None:
    one, two = (
        pregame("TECH preset stomp, BL 20, IE 2"),
        pregame("TECH preset stomp\nTECH BL 20, IE 2"),
    )
    assert one.commands.pregame.tech == two.commands.pregame.tech
    assert one.understood[0].text.endswith("), BL 20 (64 TP), IE 2 (31 TP)")


def test_names_of_ships_that_are_bought() -> None:
    reading = pregame(f"TECH preset hun\n{HORNET}BUY Hornet 3 as Sting\nBUY RA 2 as Blues")
    assert said(reading) == [
        "2 of 3 Hornet have no name of yours",
        "RA are not called by names; what follows as does not count",
    ]
    assert said(pregame("BUY AA 2 @ 31 = 62")) == [
        "one AA costs 30 MCr, not 31",
        "this comes to 60 MCr, not 62",
    ]
    ships, armies = reading.commands.pregame.purchases
    assert (ships.number, ships.names) == (3, ("Sting",))
    assert (armies.name, armies.number, armies.names) == ("RA", 2, ())


@pytest.mark.parametrize(
    "bought", ["BUY Hornet 2 as Ant, Ant", "BUY SG 1 as A\nBUY Hornet 1 as A-B"]
)
def test_a_name_given_twice_is_said(bought: str) -> None:
    """NV ORD-41: of ships, and of ships and ends of gates."""
    (fault,) = said(pregame(f"TECH preset hun\n{HORNET}{bought}"))
    assert fault in ('"Ant" is given twice', '"A-B" is given twice')


def test_the_number_may_stand_first() -> None:
    for line in ("BUY 3 AA", "BUY: AA x3", "BUY AA 3"):
        (bought,) = pregame(line).commands.pregame.purchases
        assert (bought.name, bought.number) == ("AA", 3)
    assert pregame("TECH BL 15 JD3").commands.pregame.tech == {"BL": 15, "JD": 3}


@pytest.mark.parametrize("name", ["SG", "sg", '"SG"'])
def test_a_star_gate_is_bought_with_both_its_ends(name: str) -> None:
    """Each end costs 180 MCr. Ambiguity: NV A-SG-PRICE."""
    reading = pregame(f"BUY {name} 2 as Ring, Arch")
    assert sums(reading) == "3500 − 0 technology − 0 designs − 720 bought = 2780 MCr"
    (bought,) = reading.commands.pregame.purchases
    assert (bought.name, bought.number, bought.names) == ("SG", 2, ("Ring", "Arch"))
    assert "Ring-A and Ring-B, Arch-A and Arch-B" in reading.understood[0].text


@pytest.mark.parametrize("both", ["Tide, Ebb", "Tide + Ebb"])
def test_a_gate_bought_before_turn_1_has_one_name_for_both_ends(both: str) -> None:
    (problem,) = [one for one in pregame(f"BUY SG as {both}").problems if one.remedy]
    assert problem.fault == "2 names for 1 star gate"
    assert "Tide-A and Tide-B" in problem.reason
    assert problem.remedy == "Write  BUY SG 1 as Tide"


def test_units_bought_before_turn_1_have_no_names() -> None:
    reading = pregame("BUY RA as Tom")
    assert said(reading) == ["RA are not called by names; what follows as does not count"]
    assert reading.commands.pregame.purchases[0].number == 1


def test_teams_are_not_bought_before_turn_1() -> None:
    assert said(pregame("BUY RDT 3")) == ["teams cannot be bought before turn 1"]


def test_what_is_kept_is_compared() -> None:
    assert not said(pregame("KEEP 3500"))
    assert said(pregame("KEEP 3499")) == ["what is kept is 3500 MCr, not 3499"]


def test_resigning_and_notes_stand_on_a_pregame_sheet_too() -> None:
    reading = pregame("RESIGN\nNOTE TO GM sorry")
    assert reading.commands.resign is not None
    assert [(item.id, item.question) for item in reading.docket] == [("ann-pregame-3", "sorry")]


# --- designs --------------------------------------------------------------------------------


def designs(body: str, **more: Any) -> Reading:
    return read_body(body, "DESIGNS", **more)


def test_a_design_may_end_where_the_next_begins() -> None:
    reading = designs("DESIGN Moth\n IE 2\nDESIGN Fly\n IE 1\nEND DESIGN\nMISSILES Dart")
    assert [one.name for _ref, one in reading.commands.designs.designs] == ["Moth", "Fly"]
    assert reading.commands.designs.missile_list == ("Dart",)
    assert "SSZ" in reading.understood[0].text


@pytest.mark.parametrize("line", ["BATTLE default: flee", "STOP own at SHOOT", "FREE dance"])
def test_any_order_ends_a_design(line: str) -> None:
    reading = read_body(
        f"DESIGN Moth\n IE 2\n{line}", empire={**known()["empire"], "tech": {"IE": 2}}
    )
    assert not said(reading)
    assert [one.name for _ref, one in reading.commands.designs.designs] == ["Moth"]
    assert len(reading.understood) == 2


def test_a_redesign_is_made_from_the_old_design() -> None:
    empire = {**known()["empire"], "tech": {"EW": 5, "FC": 5, "BL": 15, "JD": 3, "IE": 2}}
    reading = designs("REDESIGN Frigate-3 of Frigate: EW 4, FC 5", empire=empire)
    assert not said(reading)
    ((_ref, made),) = reading.commands.designs.designs
    assert made.of == "Frigate"
    assert [part.level for part in made.parts if part.kind in ("EW", "FC")] == [4, 5]


def test_a_redesign_may_be_written_out() -> None:
    empire = {**known()["empire"], "tech": {"EW": 5, "FC": 5, "BL": 15, "JD": 3, "IE": 2}}
    lines = "2 BL 15\nEW 2\n1 DC\nJD3\nIE 2\nFC 4"
    reading = designs(f"REDESIGN Frigate-3 of Frigate\n{lines}\nEND DESIGN", empire=empire)
    assert not said(reading)
    ((_ref, made),) = reading.commands.designs.designs
    assert made.of == "Frigate"
    reading = designs("REDESIGN Frigate-3 of Moth\nIE 2\nEND DESIGN")
    assert said(reading) == ['"Moth" is not a design of yours']
    assert not reading.commands.designs.designs


def test_a_redesign_of_a_design_of_the_same_sheet() -> None:
    empire = {**known()["empire"], "tech": {"FC": 5, "JD": 3, "IE": 2}}
    reading = designs("DESIGN Moth\n IE 2\n FC 3\nREDESIGN Moth-2 of Moth: FC 4", empire=empire)
    assert [one.of for _ref, one in reading.commands.designs.designs] == ["", "Moth"]


def test_a_block_with_a_bad_line_gives_no_design() -> None:
    reading = designs("DESIGN Moth\n IE 2\n 2 BL\nEND DESIGN")
    assert not reading.commands.designs.designs
    assert reading.commands.form_faults == 1


def test_missiles_may_be_listed_with_new_ones() -> None:
    reading = designs("MISSILE Fly MD 1 MA 1 MR 1\nMISSILES Dart, Fly")
    assert reading.commands.designs.missile_list == ("Dart", "Fly")
    assert "(size 1)" in reading.understood[0].text
    assert not designs("MISSILES Drat").commands.designs.missile_list
