"""The star map of a report: systems, lines, letters, signs, legend."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from pbm.games.nova.report.star_map.arrows import _Around, _arrow
from pbm.games.nova.report.star_map.letters import letter_spots
from pbm.games.nova.report.star_map.lines import Lines, Point
from pbm.games.nova.report.star_map.looks import look_of
from pbm.games.nova.report.star_map.names import Box, names_of
from pbm.games.nova.report.star_map.star_map import StarMap, starmap, unprinted
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.state.state import Sight, State, System
from tests.games.nova.builders import DEFAULTS, SEATS, empire, home, sight, state, system
from tests.games.nova.scenes.report import cluster

SVG = "{http://www.w3.org/2000/svg}"


def mapped(table: State, player: str = "ann") -> StarMap:
    return starmap(build_view(table, player, SEATS, DEFAULTS))


def drawn(table: State) -> ElementTree.Element:
    return ElementTree.fromstring(str(mapped(table).svg))


def words(svg: ElementTree.Element) -> list[str]:
    return [str(one.text) for one in svg.iter(f"{SVG}text")]


def test_the_map_names_systems_types_letters_and_ships() -> None:
    svg = drawn(cluster())
    found = words(svg)
    assert {"VIRUS", "ALGOL", "TEDDY", "SHOOT", "MAVIS"} <= set(found)
    assert {"OP · seen now", "turn 1", "OP"} <= set(found)
    # Each line's letters at both ends, those of unknown ends once.
    assert {"A", "B", "D", "E", "R", "X", "V", "M", "K"} <= set(found)
    assert "5 system" in str(svg.get("aria-label"))
    # Two alien ships at TEDDY, one that was met at ALGOL, whose number is not kept.
    assert found.count("2") >= 1
    assert "?" in found


def test_a_map_of_nothing_has_no_picture() -> None:
    table = state(empire("ann", home="", sights={}), home("ann", owner="bea", colonizer="bea",
                                                          surface={}))  # fmt: skip
    found = mapped(table)
    assert (found.svg, found.text) == (None, "No part of the map is known yet.")


def known(number: int) -> State:
    """A cluster of which so many systems are known."""
    sights = {f"S{n}": replace(sight("TEDDY", lines={}), name=f"S{n}") for n in range(number - 1)}
    grid = {f"S{n}": (n % 20 * 2, n // 20 * 2) for n in range(400)}
    systems = [replace(system("TEDDY"), name=name) for name in sights]
    return state(empire("ann", sights=sights, chart={**grid, "VIRUS": (-2, 0)}), *systems)


@pytest.mark.parametrize("more", [0, 1])
def test_too_many_systems_are_not_drawn(more: int) -> None:
    assert (mapped(known(400 + more)).svg is None) is bool(more)


@pytest.mark.parametrize(("number", "is_printed"), [(150, True), (151, False), (400, False)])
def test_a_map_of_many_systems_is_for_the_screen(number: int, is_printed: bool) -> None:
    """Twice as wide and high there, so that names find room in letters of the same size."""
    view = build_view(known(number), "ann", SEATS, DEFAULTS)
    said = f"The names of {number} systems find no room on paper. The map is in report.html."
    assert unprinted(view) == ("" if is_printed else said)
    assert starmap(view).svg is not None


def test_a_map_that_is_not_drawn_at_all_is_not_sent_to_the_screen() -> None:
    assert unprinted(build_view(known(401), "ann", SEATS, DEFAULTS)) == ""


@pytest.mark.parametrize(
    ("fields", "look"),
    [
        ({"yours": True}, "own"),
        ({"yours": True, "captured": True}, "taken"),
        ({"captured": True}, "alien"),
        ({"alien_surface": True}, "alien"),
        ({"owner": "MINKY"}, "alien"),
        ({"status": "OUTPOST"}, "alien"),
        ({}, "free"),
        ({"explored": False}, "unknown"),
    ],
)
def test_a_system_looks_as_it_is_held(fields: dict[str, Any], look: str) -> None:
    (plain,) = build_view(state(), "", SEATS, DEFAULTS).systems[:1]
    free = replace(plain, captured=False, status="NONE", owner="")
    assert look_of(replace(free, **fields)) == look


def test_the_legend_holds_what_stands_on_the_map() -> None:
    texts = [one.text for one in mapped(cluster()).legend]
    assert texts[:4] == ["yours", "captured by you", "held by aliens", "nobody's"]
    assert "home star" in texts
    lone = state(empire("ann", home="", sights={"TEDDY": sight("TEDDY", explored=False)}),
                 home("ann", owner="bea", colonizer="bea", surface={}))  # fmt: skip
    assert mapped(lone).legend[0].text == "not explored"


def test_kept_places_are_used_and_whole_numbers_only() -> None:
    one = state(empire("ann", sights={"VIRUS": sight("VIRUS"), "ALGOL": sight("ALGOL")},
                       chart={"VIRUS": (0, 0), "ALGOL": (10, 4)}))  # fmt: skip
    svg = drawn(one)
    # Of ten columns and four rows without a system three and one are left.
    discs = [one.get("cx") for one in svg.iter(f"{SVG}circle") if one.get("r") == "19"]
    assert sorted(map(int, filter(None, discs))) == [0, 180]
    text = ElementTree.tostring(svg, encoding="unicode")
    assert "." not in "".join(part for part in text.split() if part[:2] in ("x=", "y=", "d="))


def lone(name: str) -> Sight:
    """A system without lines."""
    return replace(sight("TEDDY", lines={}, letters=()), name=name)


def lone_system(name: str) -> System:
    return replace(system("TEDDY"), name=name)


def ways(places: dict[str, tuple[int, int]]) -> str:
    """The known lines of a map on which VIRUS and TEDDY are joined to ALGOL's far side."""
    sights = {
        "VIRUS": sight("VIRUS", lines={"D": "TEDDY", "X": ""}),
        **{name: lone(name) for name in places if name != "VIRUS"},
    }
    svg = drawn(state(empire("ann", sights=sights, chart=places), *map(lone_system, places)))
    return next(
        str(one.get("d")) for one in svg.iter(f"{SVG}path") if one.get("stroke") == "#7a8794"
    )


def test_a_line_bows_around_a_system_in_its_way() -> None:
    free = {"VIRUS": (0, 0), "TEDDY": (4, 0), "ALGOL": (2, 2)}
    assert ways(free) == "M240 0L0 0"
    blocked = {**free, "ALGOL": (2, 0)}
    assert ways(blocked) == "M240 0Q120 -80 0 0"
    sights = {"VIRUS": sight("VIRUS", lines={"D": "TEDDY"}), "ALGOL": sight("ALGOL", lines={})}
    svg = drawn(state(empire("ann", sights=sights, chart=blocked)))
    top = int(str(svg.get("viewBox")).split()[1])
    assert top <= -40 - 40


# Where no bow of a line from VIRUS to TEDDY helps.
WALL = {"VIRUS": (0, 0), "TEDDY": (16, 0), "ALGOL": (8, 0), "MAVIS": (7, 1), "SHOOT": (7, -1),
        "MINKY": (3, 1), "PAGAN": (3, -1), "S0": (5, 3), "S1": (11, 3), "S2": (13, 3)}  # fmt: skip


def test_a_line_with_systems_in_every_way_is_told_by_arrows() -> None:
    sights = {name: lone(name) for name in WALL}
    sights["VIRUS"] = sight("VIRUS", lines={"D": "TEDDY"})
    sights["TEDDY"] = sight("TEDDY", lines={"A": "VIRUS"})
    found = mapped(state(empire("ann", sights=sights, chart=WALL), *map(lone_system, WALL)))
    svg = ElementTree.fromstring(str(found.svg))
    assert ways(WALL) == ""
    # A name stands beside its system, and at the arrow.
    assert [words(svg).count(name) for name in ("TEDDY", "VIRUS", "MAVIS")] == [2, 2, 1]
    assert {"A", "D"} <= set(words(svg))
    told = str(next(svg.iter(f"{SVG}desc")).text)
    assert "Shown by arrows instead of lines: A of TEDDY to VIRUS and D of VIRUS to TEDDY." in told
    assert any("other end" in one.text for one in found.legend)


def test_letters_that_would_meet_stand_one_behind_the_other() -> None:
    sights = {
        "VIRUS": sight("VIRUS", lines={"D": "ALGOL", "X": "MAVIS"}),
        "ALGOL": sight("ALGOL", lines={}),
        "MAVIS": sight("MAVIS", lines={}),
    }
    chart = {"VIRUS": (0, 0), "ALGOL": (8, 0), "MAVIS": (9, 1)}
    svg = drawn(state(empire("ann", sights=sights, chart=chart)))
    found = {one.text: int(str(one.get("x"))) for one in svg.iter(f"{SVG}text")}
    assert found["D"] < found["X"]


def test_the_masters_map_has_every_system() -> None:
    found = mapped(cluster(), "")
    assert "7 systems" in str(found.svg)
    texts = [one.text for one in found.legend]
    assert texts == [
        "nobody's", "M MINKY", "P PAGAN", "V VIRUS",
        "under a name: the ships of each empire, as 3 M", "home star",
    ]  # fmt: skip


@pytest.mark.parametrize("aliens", [0, 2])
def test_a_letter_makes_way_for_a_marker(aliens: int) -> None:
    # SHOOT lies up to the left of TEDDY: its letter would stand under the alien ships' sign.
    sights = {
        "TEDDY": sight("TEDDY", lines={"A": "SHOOT"}, alien_ships=aliens),
        "SHOOT": sight("SHOOT", lines={"K": "TEDDY"}),
    }
    table = state(empire("ann", home="", sights=sights, chart={"TEDDY": (2, 1), "SHOOT": (0, 0)}))
    svg = drawn(table)
    spots = {
        str(one.text): (int(one.get("x", "")), int(one.get("y", "")))
        for one in svg.iter(f"{SVG}text")
        if one.text in ("A", "TEDDY")
    }
    across, down = (spots["A"][n] - spots["TEDDY"][n] for n in (0, 1))
    far = across**2 + (down + 43) ** 2
    assert (far > 35**2) is bool(aliens)


def test_where_every_way_is_blocked_an_arrow_points_as_truly_as_it_can() -> None:
    """All twelve hours and the ways between are looked at; what blocks them all decides nothing."""
    everywhere = [(-500, -500, 500, 500)] * 3
    arrow = _arrow((0, 0), "K", "FAR", (100, 0), [], _Around([], [], [], [], everywhere), 15)
    assert (arrow.letter, arrow.to, arrow.way) == ("K", "FAR", (100, 0))
    assert _arrow((0, 0), "K", "FAR", (0, -9), [], _Around([], [], [], [], everywhere), 15).way == (
        0,
        -100,
    )


@pytest.mark.parametrize("size", [15, 49, 50, 90])
def test_an_arrow_of_a_large_map_has_its_letter_though_the_tip_is_nearer(size: int) -> None:
    arrow = _arrow((0, 0), "K", "FAR", (100, 0), [], _Around([], [], [], [], []), size)
    found = letter_spots(
        {}, {"A": (0, 0)}, Lines({}, {}, frozenset()), {"A": [arrow]}, [], [], size
    )
    assert list(found) == [("K", (23 + size // 2, 0))]


def arrow_letters(boxes: list[Box], points: dict[str, Point]) -> list[tuple[str, Point]]:
    """Those of an arrow to the right of a system, in letters of 15."""
    arrow = _arrow((0, 0), "K", "FAR", (100, 0), [], _Around([], [], [], [], []), 15)
    lines = Lines({}, {}, frozenset())
    return list(letter_spots({}, {"A": (0, 0), **points}, lines, {"A": [arrow]}, boxes, [], 15))


def test_the_letter_of_an_arrow_is_left_out_rather_than_set_upon_a_name() -> None:
    """The table of systems has it. Upon another system it may stand."""
    room = (20, -10, 200, 10)
    assert arrow_letters([], {"B": (40, 0)}) == [("K", (30, 0))]
    assert arrow_letters([room], {}) == []
    assert arrow_letters([(200, -10, 300, 10)], {}) == [("K", (30, 0))]


@pytest.mark.parametrize(("high", "rows"), [(0, ("ALGOL", "3 V", "WD · V")), (1, ("ALGOL", "3 V"))])
def test_rows_under_a_name_give_way_where_there_is_no_room(
    high: int, rows: tuple[str, ...]
) -> None:
    """Between lines 40 apart there is room for two rows of 15, not for three."""
    walls = [((-400, y), (400, y)) for y in (-90, -60, -45, -20, 20, 45, 60, 90)] if high else []
    walls += [((x, -400), (x, 400)) for x in (-110, 110)] if high else []
    tracks = {("A", str(n)): wall for n, wall in enumerate(walls)}
    lines = Lines({}, tracks, frozenset())
    found = names_of({"ALGOL": ("ALGOL", "3 V", "WD · V")}, {"ALGOL": (0, 0)}, lines, [], 15)
    assert found["ALGOL"].rows == rows
