"""rules.toml against the book's headings, the code, its citations, the options and the cases."""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.case_files import shown
from tests.games.test_contract import thing

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "pbm" / "games" / "knighthawks"
CASES = Path(__file__).parents[2] / "rulebook" / "knighthawks"

BOOK: dict[str, Any] = tomllib.loads((PACKAGE / "rules.toml").read_text(encoding="utf-8"))
RULES: dict[str, dict[str, Any]] = BOOK["rules"]
OPEN: dict[str, dict[str, Any]] = BOOK["open"]
ENTRIES = {**RULES, **OPEN}
HEADINGS = {f"{part} {heading}" for part, listed in BOOK["headings"].items() for heading in listed}

# A citation runs on over capitalised words and the small ones of the headings.
CITATION = re.compile(r"\bKH ([34]|PBM)((?:[ \n]+(?:[A-Z][\w-]*|of|and)(?![\w]))*)")


SHOWN = shown("knighthawks")


def _said(where: str) -> str:
    found = thing("knighthawks", where)
    module = importlib.import_module(
        found.fget.__module__ if _is_property(found) else found.__module__
    )
    words = f"{found.__doc__ or ''} {module.__doc__ or ''}"
    return re.sub(r"\s+", " ", words)


def _is_property(thing: Any) -> bool:
    return isinstance(thing, property)


def _citations(text: str) -> Iterator[str]:
    for part, heading in CITATION.findall(text):
        yield re.sub(r"\s+", " ", f"KH {part}{heading}")


def test_every_line_of_the_rules_and_every_open_question_is_listed() -> None:
    assert list(RULES) == [f"KH-R{number:02}" for number in range(1, 43)]
    assert list(OPEN) == [f"KH-A{number:02}" for number in range(1, 46)]


@pytest.mark.parametrize("name", ENTRIES)
def test_a_line_names_code_that_does_something(name: str) -> None:
    named = [thing("knighthawks", where) for where in ENTRIES[name]["where"]]
    assert all(callable(one) or _is_property(one) for one in named)


@pytest.mark.parametrize("name", RULES)
def test_the_code_of_a_line_cites_its_heading(name: str) -> None:
    entry = RULES[name]
    if entry["cite"] == "KH PBM":  # no heading of the book: what play by mail adds
        return
    assert entry["cite"] in HEADINGS
    assert any(entry["cite"] in _said(where) for where in entry["where"])


@pytest.mark.parametrize("name", OPEN)
def test_the_code_of_an_open_question_names_it(name: str) -> None:
    assert any(name in _said(where) for where in OPEN[name]["where"])


def test_every_citation_is_a_heading_of_the_book() -> None:
    cited: dict[str, str] = {}
    for path in sorted([*PACKAGE.rglob("*.py"), *PACKAGE.rglob("tables/*.toml")]):
        for citation in _citations(path.read_text(encoding="utf-8")):
            cited.setdefault(citation, path.name)
    for case, (rule, _questions) in SHOWN.items():
        for part in rule.split(", "):
            cited.setdefault(part if part.startswith("KH ") else f"KH 4 {part}", case)
    whole = {"KH 3", "KH 4", "KH PBM"}
    assert {c: at for c, at in cited.items() if c not in HEADINGS | whole} == {}
