"""rules.toml against the book's numbers, the code, its citations, the options and the cases."""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbm.kit.tables import Table
from tests.case_files import shown
from tests.games.test_contract import thing

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "pbm" / "games" / "deltavee"
CASES = Path(__file__).parents[2] / "rulebook" / "deltavee"

BOOK: dict[str, Any] = tomllib.loads((PACKAGE / "rules.toml").read_text(encoding="utf-8"))
RULES: dict[str, dict[str, Any]] = BOOK["rules"]
OPEN: dict[str, dict[str, Any]] = BOOK["open"]
ENTRIES = {**RULES, **OPEN}

# The sections of each rule, its general one ".0", and the scenarios.
SECTIONS = {1: 0, 2: 6, 3: 0, 4: 9, 5: 8, 6: 8, 7: 7, 8: 9, 9: 9, 10: 4, 11: 0}
NUMBERS = [f"{rule}.{part}" for rule, last in SECTIONS.items() for part in range(last + 1)]
NUMBERS += [f"S{number}" for number in range(1, 11)]
ENHANCED = ("EHC", "EAL", "EHIT", "COST")

_NUMBER = r"[A-Z]{3,4}\b|S\d+|\d+(?:\.\d+)?"
CITATION = re.compile(rf"\bDV ({_NUMBER})(?: to DV ({_NUMBER}))?")


SHOWN = shown("deltavee")


def _said(where: str) -> str:
    """The docstrings of a thing and its module, or the text of a table's file."""
    found = thing("deltavee", where)
    if isinstance(found, Table):
        name = where.partition(":")[2].lower()
        return (PACKAGE / "tables" / f"{name}.toml").read_text(encoding="utf-8")
    module_name = getattr(found, "__module__", None) or found.__name__
    module = importlib.import_module(module_name)
    return re.sub(r"\s+", " ", f"{found.__doc__ or ''} {module.__doc__ or ''}")


def _citations(text: str) -> Iterator[str]:
    """The numbers cited, all of a stretch such as DV 6.0 to DV 6.8."""
    for first, last in CITATION.findall(re.sub(r"\s+", " ", text)):
        if last:
            yield from NUMBERS[NUMBERS.index(first) : NUMBERS.index(last) + 1]
        yield first


def _questions(text: str) -> set[str]:
    """The open questions named, all of a stretch such as DV-A20 to DV-A29."""
    found = set(re.findall(r"DV-A\d+", text))
    for first, last in re.findall(r"DV-A(\d+) to DV-A(\d+)", text):
        found |= {f"DV-A{number:02}" for number in range(int(first), int(last) + 1)}
    return found


def _covers(cited: str, wanted: str) -> bool:
    """True for the section itself or the general one of its rule."""
    return cited in (wanted, f"{wanted.partition('.')[0]}.0")


def test_every_line_of_the_rules_and_every_open_question_is_listed() -> None:
    numbers = range(1, 157)
    assert list(RULES) == [f"DV-R{number:03}" for number in numbers]
    page = (PACKAGE / "ambiguities.md").read_text(encoding="utf-8")
    assert list(OPEN) == re.findall(r"^### (DV-A\d+)", page, re.M)


@pytest.mark.parametrize("name", RULES)
def test_the_code_of_a_line_cites_its_number(name: str) -> None:
    number = RULES[name]["cite"].removeprefix("DV ")
    if number == "PBM":  # no number of the book: what play by mail adds
        return
    assert number in (*NUMBERS, *ENHANCED)
    said = [cited for where in RULES[name]["where"] for cited in _citations(_said(where))]
    assert any(_covers(cited, number) for cited in said), said


@pytest.mark.parametrize("name", OPEN)
def test_the_code_of_an_open_question_names_it(name: str) -> None:
    assert any(name in _questions(_said(where)) for where in OPEN[name]["where"])


def test_every_citation_is_a_number_of_the_book() -> None:
    cited: dict[str, str] = {}
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("tables/*.toml")]):
        for citation in _citations(path.read_text(encoding="utf-8")):
            cited.setdefault(citation, path.name)
    for case, (rule, _questions_of_it) in SHOWN.items():
        for part in rule.split(", "):
            assert part.startswith("DV "), case
            cited.setdefault(part.removeprefix("DV "), case)
    known = {*NUMBERS, *ENHANCED, "PBM"}
    assert {number: at for number, at in cited.items() if number not in known} == {}
