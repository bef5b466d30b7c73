"""Lines of a known form are read without the parser, and as the parser would have them read."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.engine.types import Reading
from pbm.games.nova.orders import forms
from pbm.games.nova.orders.order_parser import marks_for
from pbm.language.parser import LineParser
from tests.games.nova.sheet_forms import EXPENDITURES, MOVEMENT
from tests.games.nova.sheet_table import known, read_body, ship, system

LINES = [written for written, _printed in MOVEMENT]
BILLS = [written for written, _printed in EXPENDITURES]
# Names of a player that fit a place, that fit another, and that nobody has; words of orders.
WORDS = (
    *("VIRUS", "shoot", '"Old Home"', "Stinger", "africa", '"Valhalla Express"', "Gnat", "Frigate"),
    *("Ring-A", "Bumble", "Nobody", "B", "X", "to", "retreat", "star", "aa", "LB1", "m", "Hornet"),
    *("at", "|", ";", "2", "=", ">"),
)


def forget() -> None:
    for known_forms in forms.FORMS.values():
        known_forms.clear()


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    forget()
    yield
    forget()


def read(line: str, section: str = "MOVEMENT", **more: Any) -> Reading:
    return read_body(f"{section}\n{line}", **more)


def parsed(
    line: str, monkeypatch: pytest.MonkeyPatch, section: str = "MOVEMENT", **more: Any
) -> list[str]:
    """The texts that the parser is asked for while the line is read."""
    asked: list[str] = []
    parse = LineParser.parse

    def spied(self: LineParser, text: str, *others: Any) -> Any:
        asked.append(text)
        return parse(self, text, *others)

    with monkeypatch.context() as patched:
        patched.setattr(LineParser, "parse", spied)
        read(line, section, **more)
    return [text for text in asked if text != section]


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_read_the_second_time_as_the_first(line: str) -> None:
    assert read(line) == read(line)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("VIRUS Stinger > D=ALGOL > TEDDY N, X", "shoot africa > D=virus > MAVIS N, X"),
        ("VIRUS Stinger, Pup > D N/R retreat VIRUS", "SHOOT Africa, Hulk > D N/R retreat MAVIS"),
        ('SHOOT "Valhalla Express" N retreat "Old Home"', 'SHOOT "Hulk" N retreat "VIRUS"'),
        ("VIRUS Wasp (2 C, IC) E (1 C)", "SHOOT Tug (2 C, IC) E (1 C)"),
        ("SHOOT Tug K, M tow Hulk", "SHOOT Hulk K, M tow Tug"),
        ("VIRUS 3 AA, SDU T", "SHOOT 3 AA, SDU T"),
        ("VIRUS: Stinger>D=ALGOL N,X", "SHOOT: Africa>D=MAVIS N,X"),
        ('VIRUS "Pup", Stinger> TEDDY retreat D', 'SHOOT "Hulk", Tug> VIRUS retreat D'),
        ("retreating SHOOT Runner > B", "retreating VIRUS Stinger > B"),
    ],
)
def test_names_in_other_places_need_no_parser(
    first: str, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read(second)
    forget()
    read(first)
    assert parsed(second, monkeypatch) == []
    assert read(second) == whole


@pytest.mark.parametrize("letter", ascii_uppercase)
def test_other_warp_lines_need_no_parser(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    second = f"SHOOT Africa > {letter}=MAVIS > {letter} N retreat {letter}"
    whole = read(second)
    forget()
    read("VIRUS Stinger > D=ALGOL > B N retreat D")
    for _time in range(2):
        assert parsed(second, monkeypatch) == []
        assert read(second) == whole
    (line,) = whole.commands.movement
    assert [one.letter for one in line.route] == [letter, letter]
    assert line.retreat == letter


# As wide as a window: a mail program may have put its end on the line below.
WIDE = "VIRUS Stinger > D=ALGOL > TEDDY N, X retreat VIRUS setup 4/7 tow Hulk"


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        (f"{WIDE}\nSHOOT Africa > D=VIRUS > MAVIS N, X", False),
        (f"{WIDE}\nNobody Africa > D=VIRUS > MAVIS N, X", True),
        (f"{WIDE}\n> B", True),
        (f"{WIDE}\n, X", True),
    ],
)
def test_a_wide_line_goes_on_only_with_what_cannot_be_read_alone(
    body: str, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read(body)
    forget()
    read(WIDE)
    read("VIRUS Stinger > D=ALGOL > TEDDY N, X")
    assert (WIDE in parsed(body, monkeypatch)) is asked
    assert read(body) == whole


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # of another kind than the first had there
        ("VIRUS Stinger > D N", "Stinger Stinger > D N"),
        ("VIRUS Stinger > D N", "VIRUS Ring-A > D N"),
        ("VIRUS Stinger > D N retreat VIRUS", "VIRUS Stinger > D N retreat Pup"),
        # which nobody has
        ("VIRUS Stinger > D N", "VIRUS Nobody > D N"),
        # names that are not looked up among the ships and systems
        ("VIRUS Wasp (Pup) L", "VIRUS Wasp (Pup) L"),
        ("VIRUS Stinger > gate Ring-A N", "VIRUS Stinger > gate Ring-A N"),
        ("SHOOT Africa S to B", "SHOOT Africa S to B"),
        ("SHOOT Carrion I (stop own, not Hulk)", "SHOOT Carrion I (stop own, not Hulk)"),
        # other orders, and a letter that no warp line has
        ("VIRUS Stinger > D N", "VIRUS Stinger > D K"),
        ("VIRUS Stinger > D N", "VIRUS Stinger > É N"),
        # lines of a word or two, which may mean something else
        ("VIRUS Stinger", "VIRUS Pup"),
        ("VIRUS Stinger > D:", "VIRUS Pup > D:"),
        # lines that a mail program may have broken
        ("VIRUS Stinger > D N", "VIRUS Stinger > D N\n> X"),
        ("VIRUS Stinger > D N", "VIRUS Stinger,\n  Pup > D N"),
        ('"Old Home" "Valhalla Express"', '"VIRUS" "Stinger"'),
        # lines with a fault
        ("VIRUS Stinger > D N, X, X", "VIRUS Pup > D N, X, X"),
    ],
)
def test_other_lines_go_through_the_parser(
    first: str, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read(second)
    forget()
    read(first)
    assert parsed(second, monkeypatch)
    assert read(second) == whole


def test_a_line_behind_the_name_of_its_section_has_no_form() -> None:
    read_body("MOVEMENT VIRUS Stinger > D N")
    assert forms.FORMS["movement"] == {}


@pytest.mark.parametrize("name", ["Retreat", "Ret", "Q"])
def test_who_has_a_name_like_a_word_of_orders_gets_no_forms(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own: dict[str, Any] = {"ships": [ship("Stinger", "Hornet"), ship(name)]}
    read("VIRUS Stinger > D N retreat VIRUS")
    assert parsed("VIRUS Stinger > D N retreat VIRUS", monkeypatch, **own)
    assert parsed("VIRUS Stinger > D N retreat VIRUS", monkeypatch) == []


def test_a_word_of_a_longer_one_of_orders_is_no_name_in_a_form() -> None:
    # "defence" alone is no word of orders, but "system defence unit" is one.
    marks = marks_for(frozenset(("defence", "bee", "7th", "u.s.s.")))
    assert sorted(marks) == ['"7th"', '"bee"', '"defence"', '"u.s.s."', "bee"]


def test_a_letter_means_the_system_of_that_name_to_who_knows_one() -> None:
    read("VIRUS Stinger > D N retreat X")
    own: dict[str, Any] = {"systems": [*known()["systems"], system("D"), system("X")]}
    (line,) = read("VIRUS Stinger > D N retreat X", **own).commands.movement
    assert [(one.letter, one.system) for one in line.route] == [("", "D")]


def test_what_is_left_of_a_line_behind_a_design_has_a_form_of_its_own() -> None:
    read("VIRUS Stinger > D N")
    reading = read("DESIGN Sting; IE1; JD1 L8; END DESIGN; 2 BL 15")
    (problem,) = reading.problems
    assert problem.span is not None
    assert problem.span.text[problem.span.column - 1 :] == "2 BL 15"


def test_only_so_many_forms_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "_MOST_FORMS", 2)
    for letter in "BDX":
        read(f"VIRUS Stinger > {letter} N")
        assert 0 < len(forms.FORMS["movement"]) <= 2


@pytest.mark.parametrize("line", BILLS)
def test_a_bill_is_read_the_second_time_as_the_first(line: str) -> None:
    assert read(line, "EXPENDITURES") == read(line, "EXPENDITURES")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("AA 2 @ 30 at VIRUS", "AA 2 @ 30 at shoot"),
        ("Hornet 1 @ 83 at VIRUS", "frigate-2 1 @ 83 at SHOOT"),
        ("IC up to 3", "IC up to 3"),
        ("RDT 2 @ 40", "RDT 2 @ 40"),
        ("Maintain all @ 10", "Maintain all @ 10"),
    ],
)
def test_bills_of_a_known_form_need_no_parser(
    first: str, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read(second, "EXPENDITURES")
    forget()
    read(first, "EXPENDITURES")
    assert parsed(second, monkeypatch, "EXPENDITURES") == []
    assert read(second, "EXPENDITURES") == whole


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # names of another kind
        ("AA 2 @ 30 at VIRUS", "AA 2 @ 30 at Pup"),
        ("Hornet 1 at VIRUS", "Pup 1 at VIRUS"),
        # what else bills name
        ("Hornet 1 at VIRUS as Bee", "Hornet 1 at VIRUS as Bee"),
        ("Maintain MD 5-7 @ 10", "Maintain MD 5-7 @ 10"),
        ("Refit Africa to Frigate-2 at SHOOT", "Refit Africa to Frigate-2 at SHOOT"),
        ("SG at VIRUS + SHOOT", "SG at VIRUS + SHOOT"),
        # several on a line
        ("AA 2 @ 30; RA 2 @ 20", "AA 2 @ 30; RA 2 @ 20"),
        ("AA 2 at VIRUS;", "AA 2 at SHOOT;"),
    ],
)
def test_other_bills_go_through_the_parser(
    first: str, second: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = read(second, "EXPENDITURES")
    forget()
    read(first, "EXPENDITURES")
    assert parsed(second, monkeypatch, "EXPENDITURES")
    assert read(second, "EXPENDITURES") == whole


def test_a_bill_instead_of_the_one_above_stays_one() -> None:
    lines = "AA 2 @ 30 at VIRUS\n| RA 2 @ 20 at VIRUS"
    first, second = read(lines, "EXPENDITURES"), read(lines, "EXPENDITURES")
    assert first == second
    (plan,) = second.commands.plans
    assert [len(one.or_else) for one in plan.expenditures] == [1]


def test_below_a_plan_that_was_not_understood_no_bill_counts() -> None:
    read("AA 2 @ 30 at VIRUS", "EXPENDITURES")
    reading = read("AA 2 @ 30 at SHOOT", "PLAN if chicken")
    assert reading.commands.plans[-1].expenditures == ()
    forget()
    assert reading == read("AA 2 @ 30 at SHOOT", "PLAN if chicken")


SHEETS = {"EXPENDITURES": BILLS, "MOVEMENT": LINES}


@given(
    st.sampled_from([(section, line) for section in SHEETS for line in SHEETS[section]]), st.data()
)
def test_any_line_is_read_as_without_forms(written: tuple[str, str], data: st.DataObject) -> None:
    """Words of a line are replaced by others; the forms are those of all lines before."""
    section, line = written
    words = line.split()
    for at in data.draw(st.sets(st.integers(0, len(words) - 1), max_size=3)):
        words[at] = data.draw(st.sampled_from(WORDS))
    for one in SHEETS[section]:
        read(one, section)
    found = read(" ".join(words), section)
    forget()
    assert found == read(" ".join(words), section)
