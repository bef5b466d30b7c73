"""Every line a sheet can hold has a pair of cases that differ by it alone, and come out otherwise.

The pairs are the cases ``DV-DOC-NAME-a`` and ``-b``. What a pair shows are the forms of the
grammar in which its two lines differ; together the pairs show every form there is, so a line
that is new in the language needs a pair.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from lark import Token
from msgspec.structs import replace

from pbm.conformance.case_file import Case, read_cases
from pbm.conformance.runner import run_case
from pbm.games.deltavee.orders.sheet import parser
from tests.language_forms import forms_there_are, plain_grammar

FOLDER = Path(__file__).parents[3] / "rulebook" / "deltavee"
GUIDE = Path(__file__).parents[4] / "docs" / "players" / "deltavee.md"
SHEETS = ("ORDERS", "SETUP")


def _doctrine() -> dict[str, Case]:
    found: dict[str, Case] = {}
    for path in sorted(FOLDER.glob("doctrine-*.case")):
        cases, problems = read_cases(path.read_text(encoding="utf-8"), path.name)
        assert not problems, problems
        found |= {case.id: case for case in cases}
    return found


CASES = _doctrine()
PAIRS = sorted({name[:-2] for name in CASES})


def _lines(case: Case) -> list[str]:
    """The lines of all sheets of a case, in order."""
    return [text.strip() for step in case.steps if step.word in SHEETS for _, text in step.block]


def _only(one: list[str], other: list[str]) -> tuple[list[str], list[str]]:
    """What is left of two lists without what they begin and end with alike."""
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return one, other


def _rest(case: Case) -> tuple[object, ...]:
    """Everything of a case but its sheets, dice and expectations."""
    steps = [
        (step.word, step.rest, [text for _, text in step.block])
        for step in case.steps
        if step.word not in (*SHEETS, "DICE", "EXPECT")
    ]
    return case.rule, case.ambiguity, case.options, steps


def _words(case: Case, word: str) -> list[str]:
    return [
        text.strip()
        for step in case.steps
        if step.word == word
        for text in (step.rest, *(text for _, text in step.block))
        if text.strip()
    ]


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_differs_by_one_line_of_a_sheet(name: str) -> None:
    one, other = CASES[f"{name}-a"], CASES[f"{name}-b"]
    assert _rest(one) == _rest(other)
    mine, theirs = _only(_lines(one), _lines(other))
    # A line that needs its unit named anew brings the header of the next unit along.
    assert len(mine) == 1 and len(theirs) <= 1, (mine, theirs)


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_has_the_same_dice_as_far_as_both_roll(name: str) -> None:
    one, other = (_faces(CASES[f"{name}-{tag}"]) for tag in "ab")
    assert one[: len(other)] == other or other[: len(one)] == one


def _faces(case: Case) -> list[str]:
    """The scripted dice of a case: faces in order, or lines of named dice."""
    lines = _words(case, "DICE")
    return lines if any(":" in line for line in lines) else " ".join(lines).split()


@pytest.mark.parametrize("name", PAIRS)
def test_what_one_of_a_pair_expects_is_not_so_with_the_line_of_the_other(name: str) -> None:
    one, other = CASES[f"{name}-a"], CASES[f"{name}-b"]
    for case, instead in ((one, other), (other, one)):
        expected = [step for step in instead.steps if step.word == "EXPECT"]
        done = [step for step in case.steps if step.word != "EXPECT"]
        assert run_case(replace(case, steps=(*done, *expected))).result == "fail"


# --- the forms of the language ----------------------------------------------------------------

# Words that add nothing to what stands beside them, and what a player fills in.
_FILLING = {"HEXES", "HEX_WORD", "UNITS", "COMPARE", "NAME", "NUMBER", "QUOTED"}
Form = tuple[str, ...]


@cache
def _forms(line: str) -> dict[str, set[Form]]:
    """The forms of a line by the words they hold: names alone, and a rule with its keywords."""
    found: dict[str, set[Form]] = {}
    for part in plain_grammar("deltavee", parser()).parse(line).iter_subtrees() if line else ():
        words = " ".join(str(word).casefold() for word in part.scan_values(_is_token))
        names = sorted({child.type for child in part.children if isinstance(child, Token)})
        keywords = [name for name in names if name[0] != "_" and name not in _FILLING]
        forms = {(str(part.data),), (str(part.data), *keywords), *((name,) for name in names)}
        found.setdefault(f"{part.data} {words}", set()).update(forms)
    return found


def _is_token(value: object) -> bool:
    return isinstance(value, Token)


def _shown(one: str, other: str) -> set[Form]:
    """The forms in which two lines differ."""
    mine, theirs = _forms(one), _forms(other)
    differing = [forms for text, forms in mine.items() if text not in theirs]
    differing += [forms for text, forms in theirs.items() if text not in mine]
    return set().union(*differing)


@cache
def _shown_by_pairs() -> frozenset[Form]:
    found: set[Form] = set()
    for name in PAIRS:
        mine, theirs = _only(_lines(CASES[f"{name}-a"]), _lines(CASES[f"{name}-b"]))
        found |= _shown(" ".join(mine), " ".join(theirs))
    return frozenset(found)


def test_every_form_of_the_language_has_a_pair() -> None:
    assert {
        (str(name),) for name in forms_there_are("deltavee", parser())
    } - _shown_by_pairs() == set()


def _of_the_guide() -> list[str]:
    shown = r"```(?:orders|setup|purchase)[^\n]*\n(.*?)```"
    blocks = re.findall(shown, GUIDE.read_text("utf-8"), re.DOTALL)
    lines = [line.partition("#")[0].strip() for block in blocks for line in block.splitlines()]
    return [line for line in lines if line]


@pytest.mark.parametrize("line", dict.fromkeys(_of_the_guide()))
def test_every_line_of_the_guide_has_its_pairs(line: str) -> None:
    forms = set().union(*_forms(line).values())
    assert forms - _shown_by_pairs() == set()


def test_a_form_without_a_pair_is_found() -> None:
    assert ("floor",) not in _shown("energy floor 7", "energy floor 7")
    shown = _shown("command if energy >= 7: right", "command if energy >= 8: right")
    assert {("test_energy", "ENERGY"), ("NUMBER",), ("command", "COMMAND")} <= shown
    assert ("change", "RIGHT") not in shown
    assert ("floor", "ENERGY", "FLOOR") in _shown("energy floor 7", "")
