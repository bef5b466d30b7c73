"""What is understood but not allowed: both sides of each edge, and what becomes of the line."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.types import Reading
from pbm.games.knighthawks.orders.reading import label_of, read
from pbm.games.knighthawks.orders.roster import Roster
from pbm.games.knighthawks.orders.ship_orders import ship_lines
from pbm.games.knighthawks.orders.ways import Plot
from pbm.games.knighthawks.view.record import View
from pbm.kit.problems import Severity, render_all
from tests.games.knighthawks.sheet_table import OPTIONS_IN_FORCE, known, read_body, sheet_of

NAME = label_of(Roster(View.read(known())))
ORBIT = {"orbit": {"planet": "pp1", "clockwise": True}, "speed": 0}


def rules(reading: Reading) -> list[str]:
    return [p.rule for p in reading.problems if p.severity is Severity.ILLEGAL]


def faults(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems]


def kept(reading: Reading, ship: str) -> list[str]:
    return [line.strip() for line in ship_lines(reading.commands.of(ship), NAME)][1:]


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("speed 11", ""),
        ("speed 12", "KH 3 Acceleration"),
        ("speed 1", ""),
        ("stay", "KH 3 Stopping"),
        ("speed 0", "KH 3 Stopping"),
        ("speed 5 plot 5", ""),
        ("speed 5 plot 4", "KH 3 Speed"),
        ("speed 5 plot 6", "KH 3 Speed"),
        ("plot 1 R 1 R 1 R 1 R 1", ""),
        ("plot 1 R 1 R 1 R 1 R 1 R 1", "KH 3 Turning"),
        ("plot 1 R 2", ""),
        ("plot R 2", "KH 3 Turning"),
        ("plot 2 R 1", ""),
        ("plot 2 R R 1", "KH 3 Turning"),
        ("plot 1 R 2 L 3", ""),
        ("plot 1 R 3 L 4", "KH 3 Planets"),
        ("close on A1 speed 11", ""),
        ("close on A1 speed 12", "KH 3 Acceleration"),
        ("orbit P1 clockwise", "KH 3 Orbiting Planets"),
        ("leave orbit speed 3", "KH 3 Orbiting Planets"),
    ],
)
def test_a_movement_is_checked(move: str, rule: str) -> None:
    reading = read_body(f"SHIP B1\n  move {move}")
    assert rules(reading) == ([rule] if rule else [])
    assert len(kept(reading, "sb1")) == 1  # the run makes the nearest legal movement of it


@pytest.mark.parametrize(
    ("move", "duty"),
    [
        ("speed 4 plot 1 L 1 R 1 L 1 R", False),
        ("speed 4 plot 1 L 1 R 1 L 1", True),
        ("speed 4", True),
        ("close on A1 speed 4", False),
        ("close on A1 speed 3", True),
        ("close on A1", False),
        ("orbit P1 clockwise", True),
        ("stay", True),
        ("leave orbit face 2 plot 1 L 1 R 1 L 1 R 1", False),
        ("leave orbit face 2 plot 4", True),
    ],
)
def test_the_duty_after_evading_is_checked(move: str, duty: bool) -> None:
    state: dict[str, Any] = {"at": "1009", "speed": 4}
    state |= ORBIT if "leave" in move else {}
    wanted = ["KH 4 Evasive Maneuvers"] if duty else []
    assert rules(read_body(f"SHIP B1\n  move if evading: {move}", B1=state)) == wanted
    assert rules(read_body(f"SHIP B1\n  move {move}", B1={**state, "evading": True})) == wanted
    assert not rules(read_body(f"SHIP B1\n  move {move}", B1={**state}))
    other = read_body(f"SHIP B1\n  move if not evading: {move}", B1={**state, "evading": True})
    assert not rules(other)


def test_what_becomes_of_a_movement_that_is_not_allowed() -> None:
    reading = read_body("SHIP B1\n  move if A1 within 3: speed 12\n  move speed 12")
    assert [problem.outcome for problem in reading.problems] == [
        "If its condition holds, the nearest legal movement will be made instead",
        "The nearest legal movement will be made instead",
    ]


def test_a_ship_beside_a_planet_may_orbit_it() -> None:
    assert not rules(read_body("SHIP B2\n  move orbit P1 clockwise"))
    assert rules(read_body("SHIP B2\n  move orbit P1 clockwise", B2={"at": "1008"}))


def test_the_speed_at_which_orbit_is_entered_is_an_option() -> None:
    body, adf = "SHIP B2\n  move orbit P1 clockwise", {"orbit.max_speed": "adf"}
    assert not rules(read_body(body, options=adf, B2={"speed": 4}))
    assert rules(read_body(body, options=adf, B2={"speed": 5})) == ["KH 3 Orbiting Planets"]
    assert not rules(read_body(body, B2={"speed": 5}))


def test_an_orbit_goes_on_in_its_own_direction() -> None:
    assert not rules(read_body("SHIP B3\n  move orbit P1 clockwise"))
    assert rules(read_body("SHIP B3\n  move orbit P1 counterclockwise"))


def test_a_ship_leaves_orbit_within_its_adf() -> None:
    for speed, rule in ((0, "KH 3 Orbiting Planets"), (1, ""), (4, ""), (5, "KH 3 Acceleration")):
        reading = read_body(f"SHIP B2\n  move leave orbit face 2 speed {speed}", B2=ORBIT)
        assert rules(reading) == ([rule] if rule else [])


def test_a_plot_out_of_orbit_must_not_meet_the_planet() -> None:
    beside = {"at": "1009", "speed": 0, **ORBIT}  # P1 is the hex below it, at its side 6
    ahead = read_body("SHIP B2\n  move leave orbit face 6 speed 2", B2=beside)
    assert rules(ahead) == ["KH 3 Planets"]
    assert not rules(read_body("SHIP B2\n  move leave orbit face 12 speed 2", B2=beside))
    assert not rules(read_body("SHIP B2\n  move leave orbit speed 2", B2=beside))


def test_a_ship_leaves_orbit_with_the_facing_it_has_unless_the_line_says_another() -> None:
    beside = {"at": "1009", "speed": 0, "facing": 6, **ORBIT}  # P1 is the hex at its side 6
    for move, rule in (
        ("speed 2", ["KH 3 Planets"]),
        ("leave orbit speed 2", ["KH 3 Planets"]),
        ("speed 2, face 12", []),
        ("leave orbit face 12 speed 2", []),
        ("speed 2, face A1", []),  # where A1 will be is open
    ):
        assert rules(read_body(f"SHIP B2\n  move {move}", B2=beside)) == rule


@pytest.mark.parametrize("move", ["close on A1 speed 0", "leave orbit towards 1010 speed 0"])
def test_no_goal_leaves_orbit_at_speed_0(move: str) -> None:
    assert rules(read_body(f"SHIP B2\n  move {move}", B2=ORBIT)) == ["KH 3 Orbiting Planets"]
    assert rules(read_body(f"SHIP B2\n  move {move.replace(' 0', ' 1')}", B2=ORBIT)) == []


@pytest.mark.parametrize("face", ["face A1", "face 12"])
def test_a_line_about_facing_alone_does_not_stop_a_ship(face: str) -> None:
    def found(**fields: Any) -> list[str]:
        return rules(read_body(f"SHIP B1\n  move {face}", B1=fields))

    assert found(speed=1) == ["KH 3 Turning"]
    assert found(speed=0) == []
    assert found(at="1009", **ORBIT) == []
    assert found(speed=0, evading=True) == ["KH 4 Evasive Maneuvers"]
    assert found(speed=6, evading=True) == ["KH 4 Evasive Maneuvers"]


def test_what_else_a_condition_asks_does_not_undo_a_duty() -> None:
    def found(condition: str) -> list[str]:
        return rules(read_body(f"SHIP B1\n  move if {condition}: speed 6", B1={"evading": True}))

    assert found("A1 within 3") == ["KH 4 Evasive Maneuvers"]
    assert found("not evading or A1 within 3") == ["KH 4 Evasive Maneuvers"]
    assert found("not evading and A1 within 3") == []
    assert found("not evading or A1 within 3 and not evading") == []


def test_a_plot_from_orbit_leads_anywhere() -> None:
    assert not read_body("SHIP B2\n  move plot 4", B2=ORBIT).problems
    assert not read_body("SHIP B2\n  move stay, face 8", B2=ORBIT).problems


@pytest.mark.parametrize(
    "move", ["speed 1", "close on A1", "leave orbit speed 1", "leave orbit close on A1"]
)
def test_a_station_cannot_move(move: str) -> None:
    reading = read_body(f"SHIP B3\n  move {move}")
    assert rules(reading) == ["KH 3 Acceleration"]
    assert reading.problems[0].outcome == "It will move as it would without an order"
    assert reading.problems[0].remedy == ""


@pytest.mark.parametrize("move", ["stay", "speed 0", "face 4", "straight on"])
def test_a_station_may_stay_and_rotate(move: str) -> None:
    assert not rules(read_body(f"SHIP B3\n  move {move}"))


def test_leaving_the_map_is_a_warning() -> None:
    reading = read_body("SHIP B1\n  move plot 1 L 1 L 5")
    assert faults(reading) == ["this plot takes B1 off the map"]
    assert reading.problems[0].severity is Severity.WARNING
    assert not read_body("SHIP B1\n  move plot 1 L 1 L 4").problems


def test_a_flying_ship_does_not_rotate() -> None:
    reading = read_body("SHIP B1\n  move speed 6, face 2")
    assert rules(reading) == ["KH 3 Turning"]
    assert kept(reading, "sb1") == ["move speed 6"]
    assert not read_body("SHIP B2\n  move speed 0, face 2").problems
    assert not read_body("SHIP B1\n  move close on A1, face A2").problems


def test_screens_need_supply() -> None:
    assert not rules(read_body("SHIP B2\n  move speed 3, screen"))
    used_up = read_body("SHIP B3\n  screen")
    never = read_body("SHIP B1\n  move speed 6, screen")
    assert rules(used_up) == rules(never) == ["KH 4 Masking Screen"]
    assert (kept(used_up, "sb3"), kept(never, "sb1")) == ([], ["move speed 6"])
    assert (used_up.problems[0].reason, never.problems[0].reason) == ("It has used all 2", "")


def test_dropping_a_screen_that_is_not_up_is_a_warning() -> None:
    assert faults(read_body("SHIP B2\n  drop screen")) == ["B2 has no screen up now"]
    up = {"screen": {"made_at": "1009", "orbit_moves_left": 0}}
    assert not read_body("SHIP B2\n  drop screen", B2=up).problems


@pytest.mark.parametrize("weapon", ["LC", "LB", "RB"])
def test_weapons_that_fire_defensively(weapon: str) -> None:
    assert not rules(read_body(f"SHIP B2\n  defence {weapon} at nearest"))


@pytest.mark.parametrize(
    ("line", "ship"), [("defence T at nearest", "B2"), ("defence AR at nearest", "B1")]
)
def test_weapons_that_do_not(line: str, ship: str) -> None:
    reading = read_body(f"SHIP {ship}\n  {line}")
    assert rules(reading) == ["KH 4 Defensive Attacks"]
    assert kept(reading, f"s{ship.lower()}") == []
    assert not rules(read_body(f"SHIP {ship}\n  {line.split(' at ')[0]} hold"))


def test_rocket_batteries_in_defence_are_an_option() -> None:
    body = "SHIP B2\n  defence RB at nearest"
    assert rules(read_body(body, options={"rocket_battery.mpo": "yes"}))
    assert not rules(read_body(body, options={"rocket_battery.mpo": "no"}))


def test_a_target_that_cannot_be_one_is_said() -> None:
    reading = read_body("SHIP B2\n  attack LC at B1 > A3 > A1 > A1 > B2")
    assert kept(reading, "sb2") == ["attack LC at B1 > A3 > A1 > B2"]  # the run says why not
    assert sorted(faults(reading)) == [
        "Doom (A3) is out of play",
        "Scimitar (B1) is on your own side",
        "Zz'Nakk (B2) is on your own side",
    ]


def test_a_hidden_ship_and_a_misspelt_one_read_the_same() -> None:
    table = known()
    table["ships"] = [ship for ship in table["ships"] if ship["designation"] != "A2"]

    def said(name: str) -> str:
        body = f"SHIP B2\n  attack LC at {name}\n  move if {name} within 4: ram {name}\nSHIP {name}"
        reading = read(sheet_of(body), View.read(table), OPTIONS_IN_FORCE)
        assert len(reading.problems) == 4
        return render_all(reading.problems).replace(name, "NAME")

    assert said("A2") == said("Q7")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("attack T at A1, keep 1", "B2 has no torpedos left"),
        ("attack RB at A1, keep 3", ""),
        ("attack RB at A1, keep 4", "this keeps 4 of 4 RB, so nothing will be fired"),
        ("attack LC at A1, keep 1", "LC uses no supply, so there is nothing to keep"),
        ("attack RB at A1, within 3", ""),
        ("attack RB at A1, within 4", "within 4 is more than the range 3 of RB"),
        ("attack LC at A1, hex 1205", "only defensive fire chooses a hex"),
        ("attack LC at A1, first in arc", "only defensive fire chooses a hex"),
        ("attack LC at A1, chance >= 100", ""),
        ("attack LC at A1, chance > 100", "a chance is from 0 to 100 per cent, not 101"),
        ("icm torpedo 1, keep 3", ""),
        ("icm torpedo 1, keep 4", "this keeps 4 of 4 ICMs, so none will be used"),
        ("icm until chance <= 0", ""),
        ("icm until chance < 0", "a chance is from 0 to 100 per cent, not -1"),
    ],
)
def test_supplies_ranges_and_chances(line: str, fault: str) -> None:
    assert faults(read_body(f"SHIP B2\n  {line}")) == ([fault] if fault else [])


def test_a_weapon_by_its_kind_or_its_label() -> None:
    assert kept(read_body("SHIP B3\n  attack LB at A1"), "sb3") == ["attack LB at A1"]
    assert kept(read_body("SHIP B3\n  attack lb2 at A1"), "sb3") == ["attack LB2 at A1"]
    other = read_body("SHIP B2\n  attack LB2 at A1")  # another ship of hers has one
    assert [p.severity for p in other.problems] == [Severity.ILLEGAL]
    nobody = read_body("SHIP B2\n  attack LB7 at A1")
    assert [p.severity for p in nobody.problems] == [Severity.INVALID]


def test_only_some_ships_evade() -> None:
    assert not rules(read_body("SHIP B1\n  evade always"))
    assert rules(read_body("SHIP B2\n  evade always")) == ["KH 4 Evasive Maneuvers"]
    assert not read_body("SHIP B2\n  evade never").problems
    fleet = read_body("FLEET\n  evade always")
    assert not fleet.problems
    assert fleet.understood[1].text == "evade always (for B1)"


def test_a_fleet_line_is_said_once_however_many_ships_it_is_for() -> None:
    reading = read_body("FLEET\n  attack LB at Foo")
    assert faults(reading) == ['"Foo" is not a ship you know of']
    none = read_body("FLEET\n  attack PL at A1")
    assert faults(none) == ["no ship of yours can carry out this line"]
    both = read_body(
        "SHIP B1\n  move stay\nSHIP B2\n  move stay\nSHIP B3\n  move stay\nFLEET\n  move stay"
    )
    assert both.understood[-1].text == "for no ship: each of your ships has its own move line"


def test_what_is_said_of_several_ships_of_a_fleet_line_is_said_once() -> None:
    empty = {"supplies": {"icm": 0, "masking_screen": 0}}
    started = {"supplies_at_start": {"icm": 4, "masking_screen": 0}}
    body = "FLEET\n  icm torpedo 2"
    two = read_body(body, B1={**empty, **started}, B2={**empty, **started})
    assert faults(two) == [
        "each of B1 and B2 has used all its 4 ICMs",
        "B3 has used all its 6 ICMs",
    ]
    one = read_body(body, B1=empty, B2={**empty, **started})
    assert faults(one) == ["B2 has used all its 4 ICMs", "B3 has used all its 6 ICMs"]


def test_a_misspelt_ship_is_suggested_with_its_name() -> None:
    (problem,) = read_body("SHIP Scimetar\n  move stay").problems
    assert problem.remedy == "Did you mean Scimitar (B1)?"


def test_the_other_orders_of_a_line_stand_where_one_is_not_understood() -> None:
    def understood(line: str) -> list[str]:
        return [one.text for one in read_body(f"SHIP B1\n  {line}").understood[1:]]

    assert understood("attack AR att A1; LB at A2") == ["attack LB at A2"]
    assert understood("move sped 3; attack LB at A2") == ["attack LB at A2"]
    assert understood("attack LB att A2") == []
    assert understood("attack if A1 within 3: AR att A1; LB at A2") == ["attack LB at A2"]


def test_only_what_counts_is_not_warned_about() -> None:
    assert not read_body("SHIP B1\n  move if A1 within 3: stay\n  move speed 6").problems[1:]
    never = read_body(
        "SHIP B1\n  move speed 6\n  move speed 7\n  screen if turn = 3\n"
        "  evade never\n  evade always"
    )
    assert [p.fault for p in never.problems if p.severity is Severity.WARNING] == [
        "this move line of B1 never counts",
        "this evade line of B1 never counts",
    ]


@pytest.mark.parametrize(
    ("line", "reasons"),
    [
        ("place at 0909 facing 4 speed 4", []),
        ("place at 0909 facing 4 speed 5", ["Its speed may be 0 to 4, not 5"]),
        ("place at 0909 facing 6", ["It may face 2, 4, not 6"]),
        ("place at 0908", ["0908 is not one of its 4 hexes, 0909 to 1009"]),
        ("place at 0911 orbit P1 clockwise", []),
        ("place at 0909 orbit P1 clockwise", ["0909 is 2 hexes from P1 at 1010, not next to it"]),
        ("place at 0911 orbit P1 clockwise speed 1", ["A ship in orbit has speed 0, not 1"]),
    ],
)
def test_a_placing_is_checked(line: str, reasons: list[str]) -> None:
    reading = read_body(f"SHIP B2\n  {line}", turn=0)
    assert [problem.reason for problem in reading.problems] == reasons
    assert len(reading.commands.of("sb2").place) == 1


def test_an_outcome_counts_the_lines_that_were_read() -> None:
    reading = read_body("SHIP B1\n  move sped\n  attack LB at A1; LB at Foo\n  evade always")
    assert [problem.outcome for problem in reading.problems] == [
        "Line 3 was not read; your other 2 lines were",
        "This part of line 4 was not read; the rest of it was",
    ]
    (part,) = read_body("SHIP B1\n  attack LB at A1; LB at Foo\n  evade always").problems
    outcome = "This part of line 3 was not read; the rest of it was, and so were your other 2 lines"
    assert part.outcome == outcome
    assert read_body("mvoe").problems[0].outcome == "Line 2 was not read"


def test_a_straight_move_keeps_the_last_speed() -> None:
    (line,) = read_body("SHIP B1\n  move straight on").commands.of("sb1").move
    assert line.way == Plot(None, ())


@pytest.mark.parametrize(
    "header", ["SHPI B2", "Frigate B2", "FLET", "SHIP B9", "ship", "SHIP B2 B1", "SHIP B2, B9"]
)
def test_orders_below_a_faulty_header_belong_to_no_unit(header: str) -> None:
    reading = read_body(f"SHIP B1\n  evade always\n{header}\n  move speed 3\n  attack LB hold")
    assert kept(reading, "sb1") == ["evade always"]
    assert list(reading.commands.ships) == ["sb1"]
    (problem,) = reading.problems
    assert "the orders below it (lines 5-6)" in problem.outcome


def test_an_order_that_is_not_understood_leaves_the_header_alone() -> None:
    reading = read_body("SHIP B1\n  mvoe speed 6\n  evade always")
    assert kept(reading, "sb1") == ["evade always"]


def test_a_comma_at_the_end_swallows_no_order() -> None:
    reading = read_body("SHIP B1\n  attack LB at A1,\n  evade always,\nSHIP B2\n  move stay")
    assert kept(reading, "sb1") == ["attack LB at A1", "evade always"]
    assert kept(reading, "sb2") == ["move stay"]
    assert [p.fault for p in reading.problems] == [
        "line 3 ends with a comma",
        "line 4 ends with a comma",
    ]
    note = read_body("SHIP B1\nNOTE TO GM thanks,\n  move speed 6")
    assert [item.question for item in note.docket] == ["thanks,"]
    assert kept(note, "sb1") == ["move speed 6"]


@pytest.mark.parametrize(
    ("targets", "left"), [("A3", False), ("B1", False), ("A3 > A1", True), ("A4 > any", True)]
)
def test_a_line_without_a_target_still_keeps_its_weapon(targets: str, left: bool) -> None:
    reading = read_body(f"SHIP B2\n  attack LC at {targets}")
    assert ("this line has no target left" in faults(reading)) is not left
    assert len(reading.commands.of("sb2").attack) == 1


def test_a_movement_without_a_target() -> None:
    gone = read_body("SHIP B1\n  move close on A3\n  move speed 6")
    assert "this movement has no target" in faults(gone)
    assert kept(gone, "sb1")[0] == "move close on A3"
    itself = read_body("SHIP B1\n  move close on B1 > A1\n  move ram B1")
    assert kept(itself, "sb1") == ["move close on A1"]
    assert not read_body("SHIP B1\n  move close on A1 > A1").problems
    unknown = read_body("SHIP B1\n  move close on A1 > Q7")
    assert (faults(unknown), kept(unknown, "sb1")) == (['"Q7" is not a ship you know of'], [])


@pytest.mark.parametrize(
    ("lines", "never"),
    [
        (["torpedo 1", "rocket 1"], 0),
        (["torpedo 1", "torpedo 2"], 1),
        (["torpedo 1", "torpedo 2, rocket 1"], 0),
        (["until chance <= 40", "RB 2"], 1),
        (["never", "until chance <= 40"], 1),
        (["keep 2", "torpedo 1"], 0),
        (["torpedo 1", "keep 2"], 0),
    ],
)
def test_an_icm_line_that_never_counts(lines: list[str], never: int) -> None:
    reading = read_body("\n".join(["SHIP B2", *(f"  icm {line}" for line in lines)]))
    assert faults(reading) == ["this icm line of B2 never counts"] * never


def test_a_fleet_line_that_is_for_no_ship_is_warned_of() -> None:
    ships = "".join(f"SHIP {name}\n  move stay\n" for name in ("B1", "B2", "B3"))
    reading = read_body(f"{ships}FLEET\n  screen if A1 within 9")
    (problem,) = [one for one in reading.problems if one.span and one.span.line == 9]
    assert problem.fault == "this move line is for no ship"
    assert problem.severity is Severity.WARNING
    assert problem.reason == "Each of your ships has its own move line"


def test_several_ships_in_one_line_get_the_same_orders() -> None:
    reading = read_body("SHIP B1, B2\n  attack LB at A1\n  attack AR at A1")
    assert kept(reading, "sb1") == ["attack LB at A1", "attack AR at A1"]
    assert kept(reading, "sb2") == ["attack LB at A1"]
    assert [one.text for one in reading.understood][1:] == ["attack LB at A1", "attack AR at A1"]
    assert [one.fault for one in reading.problems] == ['B2 has no "AR"']
    reading = read_body("SHIP B1, B2\n  attack LC at A1")
    assert [one.text for one in reading.understood][1:] == ["attack LC at A1"]
    assert [one.fault for one in reading.problems] == ['B1 has no "LC"']


def test_a_target_that_nothing_brings_into_reach_is_warned_of() -> None:
    """The Scimitar moves 11 hexes at most, 6 and its ADF of 5; its laser battery reaches 9."""
    far: dict[str, Any] = {"A1": {"at": "2605", "speed": 0, "adf": 0}}
    near: dict[str, Any] = {"A1": {"at": "2505", "speed": 0, "adf": 0}}  # 20 hexes: 11 and 9
    (problem,) = read_body("SHIP B1\n  attack LB at A1", **far).problems
    assert problem.severity is Severity.WARNING
    assert problem.fault == (
        "A1 is 21 hexes away: the two ships can move 11 together, and LB reaches 9"
    )
    assert not read_body("SHIP B1\n  attack LB at A1", **near).problems
    assert not read_body("SHIP B1\n  attack LB at A1 > A2", **far).problems
    assert not read_body("SHIP B1\n  attack LB at nearest", **far).problems


@pytest.mark.parametrize(
    ("limits", "guarded"),
    [
        (", within 9", True),
        (", within 10", False),
        (", chance >= 1", True),
        (" if range to A1 <= 9", True),
        (" if range to A1 <= 10", False),
        (" if range to A1 < 10", True),
        (" if range to A2 <= 9", False),
        (" if range to A1 >= 2", False),
        (" if A1 within 9", True),
        (" if A1 within 10", False),
        (" if not A1 within 9", False),
        (" if enemy within 9", False),
        (" if chance >= 1", True),
        (" if chance >= 0", False),
        (" if turn = 3", False),
        (" if turn = 3 and A1 within 9", True),
        (" if turn = 3 or A1 within 9", False),
    ],
)
def test_what_a_line_itself_keeps_for_a_nearer_target_is_not_warned_of(
    limits: str, guarded: bool
) -> None:
    """The laser battery reaches 9 hexes. Rule: KH 4 Weapon Systems."""
    far: dict[str, Any] = {"A1": {"at": "2605", "speed": 0, "adf": 0}}
    faults = [one.fault for one in read_body(f"SHIP B1\n  attack LB at A1{limits}", **far).problems]
    assert len([one for one in faults if "hexes away" in one]) == (not guarded)


def test_a_condition_for_another_turn_is_warned_of() -> None:
    for number, warned in ((3, 0), (4, 1)):  # the sheet is for turn 3
        reading = read_body(f"SHIP B1\n  evade only if turn >= {number}")
        assert [one.fault for one in reading.problems] == ["this condition cannot hold"] * warned
    reading = read_body("FLEET\n  evade only if turn >= 4")
    assert [one.fault for one in reading.problems] == ["this condition cannot hold"]


def test_a_fleet_line_of_a_player_without_ships_is_warned_of() -> None:
    gone = {"yours": False}
    (problem,) = read_body("FLEET\n  evade always", B1=gone, B2=gone, B3=gone).problems
    assert problem.fault == "this evade line is for no ship"
    assert problem.reason == "You have no ship in play"
