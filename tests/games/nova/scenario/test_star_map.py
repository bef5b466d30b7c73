"""Maps drawn by hand: how they are written, and what is wrong in one."""

from __future__ import annotations

import pytest

from pbm.games.nova.scenario.star_map import check_line, check_system, drawn, jumps_between, reached
from pbm.games.nova.state.state import System, WarpLine

SYSTEMS = ("VIRUS 8 home", "ALGOL 5", "TEDDY 0", "MINKY 8 home")
LINES = ("VIRUS D - ALGOL B", "ALGOL D - TEDDY B", "TEDDY A - MINKY K")


def faults(systems: tuple[str, ...] = SYSTEMS, lines: tuple[str, ...] = LINES) -> list[str]:
    return [problem.fault for problem in drawn(systems, lines)[1]]


def test_a_line_is_drawn_from_both_ends() -> None:
    """Each end has a letter of its own. Ambiguity: NV A-WL-LETTERS."""
    map, problems = drawn(SYSTEMS, LINES)
    assert not problems
    assert map.homes == ("VIRUS", "MINKY")
    assert map.systems["VIRUS"] == System("VIRUS", 8, {"D": WarpLine("ALGOL", "B")})
    assert map.systems["ALGOL"].lines == {"B": WarpLine("VIRUS", "D"), "D": WarpLine("TEDDY", "B")}
    assert (map.systems["TEDDY"].type, map.systems["TEDDY"].owner) == (0, "")


@pytest.mark.parametrize("text", ["VIRUS 8 home", "ALGOL 0", "A 1", "O'RION-2 5", "ABCDEFGHIJKL 3"])
def test_a_system_is_a_name_and_a_type(text: str) -> None:
    assert check_system(text) == text


@pytest.mark.parametrize(
    "text", ["VIRUS", "VIRUS 9", "virus 5", "VIRUS 5 home star", "2VIRUS 5", "ABCDEFGHIJKLM 3"]
)
def test_anything_else_is_no_system(text: str) -> None:
    with pytest.raises(ValueError, match="is not a system; write a name in capitals"):
        check_system(text)
    assert faults((*SYSTEMS, text)) == [f'"{text}" is not a system']


def test_a_line_joins_two_letters() -> None:
    assert check_line("VIRUS D - ALGOL B") == "VIRUS D - ALGOL B"
    assert check_line("VIRUS D-ALGOL B") == "VIRUS D-ALGOL B"


@pytest.mark.parametrize("text", ["VIRUS - ALGOL", "VIRUS DD - ALGOL B", "VIRUS d - ALGOL B", ""])
def test_anything_else_is_no_line(text: str) -> None:
    with pytest.raises(ValueError, match="is not a warp line; write system, letter"):
        check_line(text)
    assert faults(lines=(*LINES, text)) == [f'"{text}" is not a warp line']


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("VIRUS X - SHOOT A", 'line "VIRUS X - SHOOT A": there is no system SHOOT'),
        ("ALGOL X - ALGOL Y", 'line "ALGOL X - ALGOL Y" leads from ALGOL to itself'),
        ("VIRUS D - TEDDY X", 'line "VIRUS D - TEDDY X": VIRUS has a line D already'),
        ("VIRUS X - TEDDY A", 'line "VIRUS X - TEDDY A": TEDDY has a line A already'),
    ],
)
def test_a_line_that_cannot_be(line: str, fault: str) -> None:
    map, problems = drawn(SYSTEMS, (*LINES, line))
    assert [problem.fault for problem in problems] == [fault]
    assert map == drawn(SYSTEMS, LINES)[0]


def test_a_letter_taken_is_told_with_where_it_leads() -> None:
    (problem,) = drawn(SYSTEMS, (*LINES, "VIRUS D - TEDDY X"))[1]
    assert (problem.reason, problem.rule) == ("it leads to ALGOL", "NV SET-18")


def test_two_systems_have_two_names() -> None:
    assert faults((*SYSTEMS, "ALGOL 3")) == ["two systems are called ALGOL"]


@pytest.mark.parametrize(("type", "wrong"), [(7, True), (8, False)])
def test_a_home_star_begins_as_type_8(type: int, wrong: bool) -> None:
    """Only its player may reduce it. Rule: NV SET-16, NV SET-27."""
    found = faults((f"VIRUS {type} home", *SYSTEMS[1:]))
    assert found == (["home star VIRUS is of type 7"] if wrong else [])


def test_every_system_can_be_reached() -> None:
    assert faults(lines=LINES[:2]) == ["no way leads from VIRUS to MINKY"]
    assert faults(tuple(text.removesuffix(" home") for text in SYSTEMS), LINES[:2]) == []


def test_no_more_than_ten_lost_systems_are_named() -> None:
    lost = tuple(f"LOST{number} 1" for number in range(12))
    assert len(faults((*SYSTEMS, *lost))) == 10


def test_jumps_are_counted_along_the_shortest_way() -> None:
    systems = drawn(SYSTEMS, (*LINES, "VIRUS X - MINKY X"))[0].systems
    assert jumps_between(systems, "VIRUS") == {"VIRUS": 0, "ALGOL": 1, "MINKY": 1, "TEDDY": 2}
    assert jumps_between(systems, "VIRUS", 1) == {"VIRUS": 0, "ALGOL": 1, "MINKY": 1}
    assert jumps_between(systems, "VIRUS", 0) == {"VIRUS": 0}
    assert reached(systems, "TEDDY") == set(systems)
