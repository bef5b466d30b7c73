"""rules.toml against the checklist, the code, its citations, the options, the cases, the tests."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pbm.games.nova.options import OPTIONS
from tests.case_files import shown

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "pbm" / "games" / "nova"
TESTS = Path(__file__).parents[2]
PAGE = (PACKAGE / "ambiguities.md").read_text(encoding="utf-8")

BOOK: dict[str, Any] = tomllib.loads((PACKAGE / "rules.toml").read_text(encoding="utf-8"))
RULES: dict[str, dict[str, Any]] = BOOK["rules"]
OPEN: dict[str, dict[str, Any]] = BOOK["open"]
ENTRIES = {**RULES, **OPEN}

# How many lines the checklist has in each of its groups.
GROUPS = {"SET": 35, "TEC": 48, "DSN": 39, "UNI": 29, "ECO": 48, "RES": 20, "ORD": 52, "CON": 29}
GROUPS |= {"MOV": 29, "EXP": 10, "SPC": 60, "SUR": 21, "EOT": 22, "REP": 24, "PEN": 12, "VIC": 8}
NUMBERS = [
    f"{group}-{number:02}" for group, last in GROUPS.items() for number in range(1, last + 1)
]

# What the program neither asks nor does: fees, bonds, fire that is announced, expulsion.
PEOPLE = ["SET-05", "SET-06", "SPC-57", "PEN-11", "PEN-12", "VIC-06", "A-GM-FEES"]
# Besides the whole of the fighting in space, those lines of other groups that come with it.
BORDER = """
CON-02 CON-12 CON-13 CON-19 CON-24 CON-26 DSN-14 EOT-07 MOV-06 MOV-15
ORD-26 REP-07 REP-10 REP-16 REP-21 REP-22 UNI-12 UNI-13 UNI-29
"""

_ONE = r"[A-Z]{3}-\d\d"
CITATION = re.compile(rf"\bNV ((?:(?:NV )?{_ONE}(?: to (?:NV )?{_ONE})?(?:, )?)+)")
TAG = re.compile(r"\bA-[A-Z0-9]+(?:-[A-Z0-9]+)*\b")


SHOWN = shown("nova")


@cache
def _text(module: str) -> str:
    """The text of a module, and of the table that it is the reader of."""
    found = (PACKAGE / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
    table = PACKAGE / "tables" / f"{module}.toml"
    return found + (table.read_text(encoding="utf-8") if table.exists() else "")


@cache
def _citations(text: str) -> frozenset[str]:
    """The numbers cited, all of a stretch such as NV ORD-11 to ORD-19."""
    found: set[str] = set()
    for cited in CITATION.findall(re.sub(r"\s+", " ", text)):
        for first, last in re.findall(rf"({_ONE})(?: to (?:NV )?({_ONE}))?", cited):
            end = NUMBERS.index(last) if last else NUMBERS.index(first)
            found |= set(NUMBERS[NUMBERS.index(first) : end + 1])
    return frozenset(found)


def _modules(entry: dict[str, Any]) -> list[str]:
    """The modules of Nova that an entry names; the core cites no game."""
    named = [where.partition(":")[0] for where in entry["where"]]
    return [name for name in named if not name.startswith("pbm.")]


def _is_there(test: str) -> bool:
    file, _, name = test.partition(":")
    path = TESTS / f"{file}.py"
    return path.exists() and (not name or f"def {name}(" in path.read_text(encoding="utf-8"))


def test_every_line_of_the_checklist_and_every_open_question_is_listed() -> None:
    assert list(RULES) == NUMBERS
    assert len(RULES) == 486
    assert all(entry["what"] for entry in ENTRIES.values())
    assert list(OPEN) == re.findall(r"^### (\S+)", PAGE, re.M)


def test_what_is_left_to_people_and_to_the_fighting_is_known() -> None:
    assert [name for name, entry in ENTRIES.items() if entry.get("people")] == PEOPLE
    ruled = {name for name in RULES if RULES[name].get("ruled")}
    fighting = {name for name in RULES if name.startswith("SPC-")}
    assert ruled == fighting | set(BORDER.split())
    # Each of them can be settled by the game master as long as battles are by hand.
    assert [name for name in ruled if "battles" not in RULES[name]["options"]] == []


def test_every_test_that_a_line_names_is_there() -> None:
    named = {test for entry in ENTRIES.values() for test in entry.get("tests", ())}
    assert named
    assert [test for test in named if not _is_there(test)] == []


def test_the_code_of_a_line_cites_its_number() -> None:
    assert [name for name, entry in RULES.items() if entry["cite"] != f"NV {name}"] == []
    places = {name: _modules(entry) for name, entry in RULES.items()}
    assert {
        name: modules
        for name, modules in places.items()
        if modules and not any(name in _citations(_text(module)) for module in modules)
    } == {}


def test_the_code_of_an_open_question_names_it() -> None:
    places = {name: _modules(entry) for name, entry in OPEN.items()}
    assert [
        name
        for name, modules in places.items()
        if modules and not any(name in TAG.findall(_text(module)) for module in modules)
    ] == ["A-MISS-STOMP"]  # of a lost example nothing is left to code


def test_every_citation_is_a_number_of_the_checklist() -> None:
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("tables/*.toml")]):
        _citations(path.read_text(encoding="utf-8"))  # a number that is none is not in the list
    for case, (rule, _questions) in SHOWN.items():
        assert _citations(rule), case
    assert [option.key for option in OPTIONS if not _citations(option.rule)] == []


def test_every_open_question_named_anywhere_is_on_the_page() -> None:
    named: dict[str, str] = {}
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("tables/*.toml")]):
        for tag in re.findall(r"NV (A-[A-Z0-9-]+[A-Z0-9])", path.read_text(encoding="utf-8")):
            named.setdefault(tag, path.name)
    for case, (_rule, questions) in SHOWN.items():
        for question in questions:
            named.setdefault(question, case)
    for option in OPTIONS:
        named.setdefault(option.id, option.key)
    assert {tag: at for tag, at in named.items() if tag not in OPEN} == {}


def test_every_case_stands_with_its_rules() -> None:
    for case, (rule, _questions) in SHOWN.items():
        silent = [name for name in _citations(rule) if case not in RULES[name]["cases"]]
        assert silent == [], case


def test_the_page_of_open_questions_marks_those_of_fighting() -> None:
    entries = dict(re.findall(r"^### (\S+) [^\n]+\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S))
    for name, words in entries.items():
        assert words.startswith("*Fighting.*") == bool(OPEN[name].get("ruled")), name
