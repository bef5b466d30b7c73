"""Design lines: what is written is read, what is printed reads back, what is wrong is said."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.games.nova.orders.designs.design_text import DesignLine, quoted, read_design_line
from pbm.games.nova.orders.designs.missile import missile_text, read_missile
from pbm.games.nova.orders.designs.redesign import RedesignLine, read_redesign
from pbm.games.nova.orders.designs.words import read_levels
from pbm.games.nova.state.amounts import AMOUNT, amount_text
from pbm.games.nova.state.components import KINDS, NUMBERED, RATED, Component, bare_text, part_text
from pbm.games.nova.state.missiles import MissileDesign
from pbm.language.syntax_errors import SyntaxFault

numbers = st.integers(1, 999)


@st.composite
def components(draw: st.DrawFn, kinds: tuple[str, ...] = KINDS) -> Component:
    kind = draw(st.sampled_from(kinds))
    rated = RATED[kind]
    return Component(
        kind,
        draw(numbers),
        30 if kind == "CH" else draw(numbers) if kind in NUMBERED else 0,
        lt=draw(numbers) if kind == "JD" else 0,
        accuracy=draw(numbers) if {"FA", "WA"} & set(rated) else 0,
        damage=draw(numbers) if {"FD", "PD", "WD"} & set(rated) else 0,
        pr=draw(numbers) if "PR" in rated else 0,
    )


@given(components())
def test_what_is_printed_reads_back(part: Component) -> None:
    assert read_design_line(part_text(part)) == DesignLine(part)
    assert part_text(part).startswith(bare_text(part))


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    found = read_design_line(text)
    if isinstance(found, SyntaxFault):
        assert found.fault
        assert 0 <= found.start <= len(text)
        assert found.start < found.end <= len(text) + 1
    assert isinstance(read_redesign(text), (RedesignLine, SyntaxFault))
    assert isinstance(read_missile(text), (MissileDesign, SyntaxFault))
    assert isinstance(read_levels(text), (dict, SyntaxFault))


@given(st.text(alphabet="0123456789 ABCDEFJLPRST-/.,()=", max_size=40))
def test_near_misses_are_read_or_refused(text: str) -> None:
    assert isinstance(read_design_line(text), (DesignLine, SyntaxFault))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("4 BL 15", Component("BL", 4, 15)),
        ("4 bl 15   60   60", Component("BL", 4, 15)),
        ("IE  4        -    17", Component("IE", 1, 4)),
        ("JD4L6", Component("JD", 1, 4, lt=6)),
        ("JD  3        -    14", Component("JD", 1, 3, lt=8)),
        ("JD 3 LT 4", Component("JD", 1, 3, lt=4)),
        ("10 AR  1        10    10", Component("AR", 10, 1)),
        ("10 AR", Component("AR", 10, 1)),
        ("4 FP  4        16    16     (FA120,FD4)", Component("FP", 4, 4, accuracy=120, damage=4)),
        ("PA (PR=3, PD=5)", Component("PA", 1, 0, damage=5, pr=3)),
        ("2 WC 9 18 18 WA 120 WD 4", Component("WC", 2, 0, accuracy=120, damage=4)),
        ("CH 60", Component("CH", 2, 30)),
        ("3 CH", Component("CH", 3, 30)),
        ("CH 0", Component("CH", 1, 0)),
        ("XC 10 10", Component("XC")),
        ("TJ 3 7 20/3", Component("TJ", 1, 3)),
        ("2 SI 9 2 18 (SR 4)", Component("SI", 2, 9)),
    ],
)
def test_forms_of_a_line(text: str, part: Component) -> None:
    found = read_design_line(text)
    assert isinstance(found, DesignLine)
    assert found.part == part


@pytest.mark.parametrize(
    "text", ["----  ----", "COMPONENT    SIZE    COST", "component ssz cost", "   "]
)
def test_lines_that_say_nothing(text: str) -> None:
    assert read_design_line(text) == DesignLine()


def test_heads_and_totals_are_claims() -> None:
    head = read_design_line('"Hornet" Class FG   TP Cost = 2  (TA=12)')
    assert isinstance(head, DesignLine)
    assert dict(head.claims) == {"category": "FG", "TP": 2, "TA": 12}
    short = read_design_line('"Hornet" (fg) TP 2')
    assert isinstance(short, DesignLine)
    assert dict(short.claims) == {"category": "FG", "TP": 2}
    total = read_design_line("      30      78")
    assert isinstance(total, DesignLine)
    assert total.is_total
    assert dict(total.claims) == {"ssz": 30, "cost": 78}


def test_the_intrinsic_communicator() -> None:
    assert read_design_line("intrinsic TC 2") == DesignLine(intrinsic_tc=2)
    assert read_design_line("Intrinsic tc 2  - -") == DesignLine(intrinsic_tc=2)


@pytest.mark.parametrize(
    ("text", "fault", "at"),
    [
        ("BX 15", '"BX" is not a component', 0),
        ("", "the component is missing", 0),
        ("4", "the component is missing", 1),
        ("BL", "the number of the BL is missing", 2),
        ("BL 2.5", "the number of the BL is a whole number", 3),
        ("4.5 BL 15", "how many there are is a whole number", 0),
        ("BL 10000", "the number of the BL is too large", 3),
        ("BL 15 60", "these numbers are not understood", 6),
        ("XC 3", "these numbers are not understood", 3),
        ("BL 15 1 1 1", "these numbers are not understood", 10),
        ("BL 15 FA 3", '"FA" is not understood here', 6),
        ("FP 4 FB 3", '"FB" is not understood here', 5),
        ("FP 4 FA 3 FA 4", "FA occurs twice", 10),
        ("FP 4 FA", "a number is missing: FA", 7),
        ("FP 4 FA FD 4", "a number is missing: FA", 8),
        ("10 AR 2 HF 2", "the hardness factor occurs twice", 12),
        ("intrinsic", "only a communicator is intrinsic", 9),
        ("intrinsic EW 2", "only a communicator is intrinsic", 10),
        ("intrinsic TC 0", "TC 0 is not allowed", 10),
        ("intrinsic TC 2 5", "these numbers are not understood", 15),
        ("BL 15 1/2/3 4", '"/" is not understood here', 9),
    ],
)
def test_faults_of_a_line(text: str, fault: str, at: int) -> None:
    found = read_design_line(text)
    assert isinstance(found, SyntaxFault)
    assert found.fault == fault
    assert found.start == at


def test_a_near_miss_is_named() -> None:
    found = read_design_line("DN 20")
    assert isinstance(found, SyntaxFault)
    assert found.remedy == "Did you mean SN?"
    far = read_design_line("QQQQ 20")
    assert isinstance(far, SyntaxFault)
    assert not far.remedy


def test_redesigns() -> None:
    line = RedesignLine("Frigate-2", "Old Frigate", (("EW", 3), ("LT", 6)))
    assert read_redesign(' Frigate-2 of "Old Frigate": EW 3, LT 6') == line
    for text, fault in (
        ("Frigate-2: EW 3", "this redesign is not understood"),
        ("F-2 of F: BL 20", '"BL" is not understood here'),
        ("F-2 of F: EW 3, EW 4", "EW occurs twice"),
        ("F-2 of F:", "nothing is named"),
        ("F-2 of F: EW x", "a number is missing: EW"),
    ):
        found = read_redesign(text)
        assert isinstance(found, SyntaxFault)
        assert found.fault == fault


def test_missiles() -> None:
    dart = MissileDesign("Dart", 5, 60, 10)
    assert read_missile(" Dart MR 10 MD 5, MA 60") == dart
    assert read_missile(missile_text(dart)) == dart
    for text, fault in (
        ("Dart", "this missile is not understood"),
        ("Dart MD 5", "MA and MR of the missile is missing"),
        ("Dart MD 5 MB 3", '"MB" is not understood here'),
    ):
        found = read_missile(text)
        assert isinstance(found, SyntaxFault)
        assert found.fault == fault


def test_names_are_quoted_where_they_must_be() -> None:
    assert quoted("Hornet") == "Hornet"
    assert quoted("Mark 7") == '"Mark 7"'
    assert quoted("B") == '"B"'  # one letter is a warp line or an empire


def test_amounts() -> None:
    for text in ("15.5", "20/3", "0.0625"):
        assert re.fullmatch(AMOUNT, text)
        assert amount_text(Fraction(text)) == text
    assert not re.fullmatch(AMOUNT, "1/0")


@pytest.mark.parametrize("text", ['"Hornet"{}x', "FG TP 2{}x", "FG TP 2 TA{}x"])
def test_long_rows_of_blanks_are_gone_through_once(text: str) -> None:
    """Gone through for each blank that could begin the next word, this would take minutes."""
    for _ in range(2_000):
        assert isinstance(read_design_line(text.format(" " * 1_900)), SyntaxFault)
