from __future__ import annotations

import itertools
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex, parse_hex
from pbm.drawing.tick_boxes import boxes
from pbm.games.knighthawks.report.art import art
from pbm.games.knighthawks.report.forces import forces
from pbm.games.knighthawks.report.hexmap import glyph, hexmap
from pbm.games.knighthawks.report.log import dial
from pbm.games.knighthawks.state.state import LOST, Map, Orbit, State
from pbm.games.knighthawks.view.view import build_view
from tests.core.stories import item_of
from tests.games.knighthawks import packets, worlds

SVG = "{http://www.w3.org/2000/svg}"


def drawn(state: State, player: str = "bea", **packet: Any) -> dict[str, Any]:
    view = build_view(state, player, worlds.SEATS, worlds.options())
    return hexmap(view, packet.get("story", []))


def words(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def at_one_hex(number: int) -> State:
    state = worlds.battle()
    there = [replace(one, at=parse_hex("1010"), path=()) for one in state.ships[:number]]
    return replace(state, ships=tuple(there))


# --- the map --------------------------------------------------------------------------------


def test_the_map_shows_each_ship_and_planet_by_name() -> None:
    found = words(drawn(worlds.battle())["svg"])
    for name in ("A1", "B1", "B2", "B3", "C1", "P1", "P2", "Morrow", "Eve"):
        assert name in found
    assert "A2" not in found


def test_ships_of_one_hex_are_named_or_counted_and_listed() -> None:
    alone = drawn(at_one_hex(1))
    assert "A1" in words(alone["svg"])
    assert alone["stacks"] == []
    state = worlds.battle()
    two = replace(state, ships=(state.ships[2], state.ships[3]))
    assert {"B1", "B2"} <= set(words(drawn(two)["svg"]))
    assert drawn(two)["stacks"] == [{"hex": "1712", "ships": ["B1", "B2"]}]
    living = [replace(one, status="in play") for one in at_one_hex(6).ships]
    six = drawn(replace(state, ships=tuple(living)))
    assert six["stacks"] == [{"hex": "1010", "ships": ["A1", "A2", "B1", "B2", "B3", "C1"]}]
    assert {"B1 B2", "A1 A2", "B3", "C1"} <= set(words(six["svg"]))
    more = [replace(living[0], id=f"more{n}") for n in range(5)]
    seven = drawn(replace(state, ships=(*living, *more)))
    assert {"B1 B2", "7 ships", "B3", "C1"} <= set(words(seven["svg"]))
    assert not any("A1" in said for said in words(seven["svg"]))


def test_what_was_destroyed_is_marked() -> None:
    packet = packets.packet()
    found = art(packet)["map"]
    assert found["wrecks"] == [{"hex": "1209", "ships": ["A2"]}]
    assert "A2" in words(found["svg"])
    assert "destroyed" in [entry["text"] for entry in found["legend"]]
    ship = packet["known"]["ships"][2]
    ship["at"] = "1209"
    assert "A2" in words(art(packet)["map"]["svg"])
    ship["status"] = "destroyed"
    lost = item_of("ev999", kind="ship_destroyed", ships=[ship["id"]])
    packet["story"][0]["items"].append(to_builtins(lost))
    assert {"A2", ship["designation"]} <= set(words(art(packet)["map"]["svg"]))


def test_only_the_part_with_something_in_it_is_drawn() -> None:
    found = drawn(worlds.battle())
    assert not found["whole"]
    # Ships and planets stand in columns 10 to 26; four more on each side fill a page's width.
    assert found["shown"] == {"columns": [4, 32], "rows": [8, 20]}
    small = replace(worlds.battle(), map=Map(29, 21))
    # That are 29 columns, all of a map that has no more.
    assert drawn(small)["shown"] == {"columns": [1, 29], "rows": [8, 20]}
    tiny = replace(at_one_hex(1), map=Map(11, 11), planets=())
    assert drawn(tiny)["shown"] == {"columns": [1, 11], "rows": [3, 11]}
    empty = drawn(replace(worlds.battle(), ships=(), planets=(), map=Map(5, 4)))
    assert empty["whole"]
    assert empty["shown"] == {"columns": [1, 5], "rows": [1, 4]}


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 1), (5, 4), (6, 3)])
def test_every_hexside_is_drawn_once(columns: int, rows: int) -> None:
    empty = replace(worlds.battle(), ships=(), planets=(), map=Map(columns, rows))
    grid = ElementTree.fromstring(drawn(empty)["svg"]).find(f".//{SVG}path")
    assert grid is not None
    sides = list(_sides(grid.attrib["d"]))
    assert len(sides) == len(set(sides))
    expected = set()
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            x, y = 45 * column, 52 * row + (0 if column % 2 else 26)
            ring = [(-30, 0), (-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0)]
            corners = [(x + dx, y + dy) for dx, dy in ring]
            expected |= {frozenset(pair) for pair in itertools.pairwise(corners)}
    assert set(sides) == expected


def _sides(path: str) -> Any:
    at = (0, 0)
    for command, numbers in re.findall(r"([Mhl])([^Mhl]*)", path):
        parts = [int(part) for part in numbers.replace("-", " -").split()]
        if command == "M":
            at = (parts[0], parts[1])
            continue
        to = (at[0] + parts[0], at[1] + (parts[1] if command == "l" else 0))
        yield frozenset((at, to))
        at = to


def test_a_huge_map_stays_small_and_legible() -> None:
    state = replace(worlds.battle(), map=Map(200, 200))
    far = replace(state.ships[0], at=Hex(200, 200), path=(), came_from=None)
    found = drawn(state.with_ships([far]))
    assert found["shown"] == {"columns": [1, 200], "rows": [8, 200]}
    assert len(found["svg"]) < 400_000
    assert "0551" not in words(found["svg"])
    assert "0550" in words(found["svg"])


def test_sides_differ_by_shape_and_the_own_one_is_filled() -> None:
    view = build_view(worlds.battle(), "bea", worlds.SEATS, worlds.options())
    marks = {
        name: glyph(view, side, facing, station=station, screen=station)
        for name, side, facing, station in (
            ("A1", "A", 4, False),
            ("B1", "B", 10, False),
            ("B3", "B", 12, True),
            ("C1", "C", 6, False),
        )
    }
    shapes = {name: re.findall(r' d="([^"]*)"', mark) for name, mark in marks.items()}
    assert len({shape[0] for shape in shapes.values()}) == 4
    assert 'fill="#ffffff"' in marks["A1"]
    assert 'fill="#ffffff"' not in marks["B1"]
    assert "stroke-dasharray" in marks["B3"]
    assert "rotate(300)" in marks["B1"]
    up = glyph(view, "B")
    assert "rotate(0)" in up


def test_tracks_follow_the_path_and_only_of_what_moved() -> None:
    svg = drawn(worlds.battle())["svg"]
    lines = [line.attrib["points"] for line in ElementTree.fromstring(svg).iter(f"{SVG}polyline")]
    assert len(lines) == 2
    # 2013, 1913, 1812, 1712
    assert "900,702 855,676 810,650 765,624" in lines


def test_where_ships_may_be_placed_is_shown_at_set_up() -> None:
    found = drawn(worlds.before_set_up())
    assert "where you may place your ships" in [entry["text"] for entry in found["legend"]]
    assert found["svg"].count("z") > 36


@settings(max_examples=30, deadline=None)
@given(worlds.states(), st.sampled_from(["ann", "bea", ""]))
def test_any_table_gives_a_sound_picture_in_whole_numbers(state: State, player: str) -> None:
    found = drawn(state, player)
    for svg in (found["svg"], *(entry["svg"] for entry in found["legend"])):
        root = ElementTree.fromstring(svg)
        for element in root.iter():
            for name in ("x", "y", "cx", "cy", "r", "d", "points", "width", "height"):
                assert "." not in element.attrib.get(name, "")
    named = set(words(found["svg"])) | {s for stack in found["stacks"] for s in stack["ships"]}
    view = build_view(state, player, worlds.SEATS, worlds.options()).written()
    for ship in view["ships"]:
        if ship["status"] in ("in play", "waiting"):
            assert ship["designation"] in named


def test_a_ship_off_the_map_does_not_stretch_it() -> None:
    state = worlds.battle()
    gone = replace(state.ships[0], status=LOST, at=Hex(0, 3), path=(Hex(-1, 3),))
    assert drawn(state.with_ships([gone]))["shown"]["columns"][0] >= 1


# --- record sheets --------------------------------------------------------------------------


def crosses(svg: str) -> tuple[int, int]:
    """Boxes of a picture, and how many are crossed."""
    outline, *strokes = (
        path.attrib["d"] for path in ElementTree.fromstring(svg).iter(f"{SVG}path")
    )
    return outline.count("z"), strokes[0].count("M") // 2 if strokes else 0


@pytest.mark.parametrize(("number", "marked"), [(1, 0), (15, 6), (25, 25), (26, 1), (120, 119)])
def test_boxes_are_marked_off(number: int, marked: int) -> None:
    assert crosses(boxes(number, marked, "boxes")) == (number, marked)


def test_a_record_sheet_for_each_own_ship() -> None:
    first, second = art(packets.packet())["logs"]
    assert (first["designation"], second["designation"]) == ("B1", "B2")
    assert first["hull"] == "9 of 15"
    assert crosses(first["hull_boxes"]) == (15, 6)
    assert [supply["left"] for supply in first["supplies"]] == ["3 of 4"]
    assert crosses(first["supplies"][0]["boxes"]) == (4, 1)
    assert first["remarks"] == ["Evaded: its next move makes at least 4 turns"]
    assert second["remarks"] == ["Masking screen made in 1712"]
    assert [weapon["label"] for weapon in second["weapons"]] == ["LC", "LB1, LB2", "T"]
    assert second["weapons"][0] == {
        "label": "LC",
        "name": "laser cannon",
        "range": "10",
        "damage": "2d10",
        "bounds": "forward field, range diffusion",
    }
    assert first["weapons"][0]["damage"] == "2d10 + 4"


def test_the_book_holds_the_record_sheets_of_all() -> None:
    book = art(packets.book())
    found = {log["designation"]: log for log in book["logs"]}
    assert list(found) == ["A1", "B1", "B2", "B3", "C1"]
    (gone,) = book["gone"]
    assert gone.startswith("A2 ") and gone.endswith(" (destroyed)")
    assert found["B3"]["remarks"] == [
        "Station",
        "In orbit of Morrow (P1), clockwise",
        "Masking screen made in 1910, 3 moves left",
    ]


def test_the_dial_points_where_the_ship_faces() -> None:
    svg = dial(10)
    assert "rotate(300)" in svg
    bold = [
        t.text for t in ElementTree.fromstring(svg).iter(f"{SVG}text") if "bold" in str(t.attrib)
    ]
    assert bold == ["10"]


# --- tables ---------------------------------------------------------------------------------


def test_tables_put_own_ships_first_and_the_lost_last() -> None:
    tables = forces(build_view(worlds.battle(), "bea", worlds.SEATS, worlds.options()))
    assert [table["title"] for table in tables] == [
        "Your ships",
        "Other ships of your side",
        "Sathar, as known",
        "Pirates, as known",
        "Out of play",
    ]
    assert [row["designation"] for row in tables[0]["rows"]] == ["B1", "B2"]
    own, enemy = tables[0]["rows"][1], tables[2]["rows"][0]
    assert own["weapons"] == "LC, LB1, LB2, T"
    assert own["supplies"] == "2 torpedos, 4 ICMs, 1 masking screen"
    assert enemy["supplies"] == "not known"
    assert tables[4]["rows"][0]["remarks"] == "destroyed"


def test_the_game_master_sees_one_table_a_side() -> None:
    tables = forces(build_view(worlds.battle(), "", worlds.SEATS, worlds.options()))
    assert [table["title"] for table in tables] == [
        "Sathar",
        "Spacefleet",
        "Pirates",
        "Out of play",
    ]


def test_the_book_counts_the_supplies_of_every_ship() -> None:
    found = art(packets.book())["forces"]
    assert found[0]["rows"][0]["supplies"] == "2 torpedos, 4 ICMs, 1 masking screen"
    assert [row["designation"] for row in found[1]["rows"]] == ["B1", "B2", "B3"]


def test_before_set_up_all_ships_are_listed_and_no_place_of_others() -> None:
    state = worlds.before_set_up()
    tables = forces(build_view(state, "bea", worlds.SEATS, worlds.options()))
    assert {one["title"]: [row["designation"] for row in one["rows"]] for one in tables} == {
        "Your ships": ["B1", "B2"],
        "Other ships of your side": ["B3"],
        "Sathar, as known": ["A1", "A2"],
        "Pirates, as known": ["C1"],
    }
    assert {row["remarks"] for one in tables for row in one["rows"]} == {"to be placed"}
    assert [bool(one["rows"][0]["at"]) for one in tables] == [True, False, False, False]
    record = build_view(state, "bea", worlds.SEATS, worlds.options()).written()
    gm = build_view(state, "", worlds.SEATS, worlds.options()).written()
    book = art({"known": gm, "records": [record], "story": []})["forces"]
    assert [row["at"] for one in book for row in one["rows"] if one["title"] == "Spacefleet"] == [
        ships["at"] for ships in record["ships"]
    ]


def test_remarks_on_other_states() -> None:
    state = worlds.battle()
    plain = replace(state.ship("idbeab1"), reflective=False, evading=False, supplies={})
    left = replace(state.ship("idbeab2"), status=LOST)
    tables = forces(
        build_view(state.with_ships([plain, left]), "bea", worlds.SEATS, worlds.options())
    )
    row = tables[0]["rows"][0]
    assert row["remarks"] == "no reflective hull"
    assert row["supplies"] == "none"
    assert [one["remarks"] for one in tables[-1]["rows"]] == ["destroyed", "left the map"]
    counter = replace(state.ship("idbobb3"), orbit=Orbit("planet1", clockwise=False))
    bob = forces(build_view(state.with_ships([counter]), "bob", worlds.SEATS, worlds.options()))
    assert "in orbit of Morrow (P1), counterclockwise" in bob[0]["rows"][0]["remarks"]
