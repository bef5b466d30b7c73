"""Blocks of design lines and redesign lines: read, compared, printed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.games.nova.orders.designs.design_block import block_text, read_block, standard_text
from pbm.games.nova.orders.designs.redesign import RedesignLine, read_redesign, redesigned
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design, figures, levels_of
from pbm.kit.problems import Problem
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import body_lines
from pbm.sheets.line import Line
from tests.games.nova.orders.designs.test_design_text import components

HORNET = """
    "Hornet" Class FG   TP Cost = 2  (TA=12)
        COMPONENT    SIZE    COST
           IE  4        -    17
           JD  3        -    14
         2 SI  9        2    18
        10 AR  1        10    10
         4 FP  4        16    16     (FA120,FD4)
           SN 10        1     2
           FC  2        1     6
                                   --        --
                30    83
"""


def lines(text: str) -> tuple[Line, ...]:
    return body_lines(text.encode(), "ships.txt")


def hornet() -> Design:
    return read_block("Hornet", "HUN", lines(HORNET)).design


def said(problems: tuple[Problem, ...] | list[Problem]) -> list[str]:
    return [problem.fault for problem in problems]


# --- blocks -----------------------------------------------------------------------------------


def test_the_books_format_is_read() -> None:
    block = read_block("Hornet", "HUN", lines(HORNET))
    assert not block.problems
    assert not block.unread
    assert [place.line for place in block.places] == [4, 5, 6, 7, 8, 9, 10]
    assert block.design.parts[4] == Component("FP", 4, 4, accuracy=120, damage=4)


@given(st.lists(components(), min_size=1, max_size=8), st.integers(0, 3), st.booleans())
def test_what_is_printed_reads_back(parts: list[Component], tc: int, anew: bool) -> None:
    # Armour and shields stand once; their sums would not be those of the line otherwise.
    once = [p for i, p in enumerate(parts) if p.kind not in {q.kind for q in parts[:i]}]
    design = Design("Mk 2", "HUN", tuple(once), tc, "Mk 1" if anew else "")
    for text in (standard_text(design), "\n".join(block_text(design).splitlines()[1:-1])):
        block = read_block("Mk 2", "HUN", lines(text), design.of)
        assert block.design == design
        assert not block.problems


def test_wrong_sums_are_told_and_not_used() -> None:
    text = HORNET.replace("30    83", "31    78").replace("TP Cost = 2", "TP Cost = 3")
    text = text.replace("IE  4        -    17", "IE  4        -    16").replace("FG", "CT")
    block = read_block("Hornet", "HUN", lines(text))
    assert said(block.problems) == [
        "the class here is FG, not CT",
        "the TP here is 2, not 3",
        "the cost here is 17, not 16",
        "the SSZ here is 30, not 31",
        "the cost here is 83, not 78",
    ]
    assert not any(problem.is_error for problem in block.problems)
    assert block.design == hornet()


def test_a_size_that_follows_from_ratings_is_a_claim() -> None:
    block = read_block("X", "HUN", lines("IE 1\nPA 9 PR 3 PD 5\n2 SI 9 (SR 5)"))
    assert said(block.problems) == ["the size here is 8, not 9", "the SR here is 4, not 5"]


def test_either_tech_point_figure_of_a_redesign_is_right() -> None:
    for points in ("1", "2"):
        text = HORNET.replace("TP Cost = 2", f"TP Cost = {points}")
        assert not read_block("Hornet", "HUN", lines(text), "Wasp").problems
    text = HORNET.replace("TP Cost = 2", "TP Cost = 3")
    assert said(read_block("Hornet", "HUN", lines(text), "Wasp").problems) == [
        "the TP here is 1, not 3"
    ]


def test_lines_not_understood_are_all_told() -> None:
    block = read_block("X", "HUN", lines("IE 1\nBX 15\nintrinsic TC 1\nBL\nintrinsic TC 2"))
    assert said(block.problems) == [
        '"BX" is not a component',
        "the number of the BL is missing",
        "the intrinsic communicator occurs twice",
    ]
    assert block.unread == (2, 4)
    assert block.design.intrinsic_tc == 1


def test_a_redesign_is_headed_by_what_it_is_of() -> None:
    design = replace(hornet(), name="Mk 2", of="Hornet")
    assert block_text(design).splitlines()[0] == 'REDESIGN "Mk 2" of Hornet'


# --- redesign lines ---------------------------------------------------------------------------


def becomes(design: Design, text: str) -> Design:
    line = read_redesign(f"New of Old: {text}")
    assert isinstance(line, RedesignLine)
    return redesigned(design, line)


def test_a_redesign_lifts_what_is_weaker() -> None:
    design = Design("Old", "", (Component("EW", 2, 1), Component("EW", 1, 4)))
    assert levels_of(becomes(design, "EW 3"), "EW") == (3, 3, 4)
    assert levels_of(becomes(design, "EW 5"), "EW") == (5, 5, 5)


def test_a_redesign_for_the_worse_is_taken_as_written() -> None:
    design = Design("Old", "", (Component("EW", 2, 3), Component("EW", 1, 4)))
    assert levels_of(becomes(design, "EW 2"), "EW") == (2, 2, 2)
    drives = Design("Old", "", (Component("JD", 1, 3, lt=4), Component("JD", 1, 2, lt=8)))
    assert [part.lt for part in becomes(drives, "LT 6").parts] == [4, 6]
    assert [part.lt for part in becomes(drives, "LT 9").parts] == [9, 9]
    assert [part.lt for part in becomes(drives, "LT 3").parts] == [3, 3]


def test_a_redesign_names_itself_and_the_old_one() -> None:
    new = becomes(hornet(), "FA 130, FD 5, HF 2, SI 10, TC 1")
    known = figures(new)
    assert (new.name, new.of, new.intrinsic_tc) == ("New", "Hornet", 1)
    assert (known.fa, known.fd, known.hf, known.si, known.sm) == (130, 5, 2, 10, 2)
    assert known.tp == 1


def test_a_redesign_line_that_cannot_be_read() -> None:
    assert isinstance(read_redesign("x"), SyntaxFault)
