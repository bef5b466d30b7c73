"""rules.toml against the book's headings, the code, its citations, the options and the cases."""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbm.conformance.case_file import read_cases
from pbm.games.knighthawks.options import OPTIONS
from tests.rule_lists import (
    assert_cases_named,
    assert_cases_say_so,
    assert_entry_is_whole,
    assert_options_named,
)

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


def _cases() -> dict[str, tuple[str, tuple[str, ...]]]:
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for path in sorted(CASES.glob("*.case")):
        for case in read_cases(path.read_text(encoding="utf-8"), path.name)[0]:
            found[case.id] = (case.rule, case.ambiguity)
    return found


SHOWN = _cases()


def _thing(where: str) -> Any:
    module_name, _, name = where.partition(":")
    if not module_name.startswith("pbm."):
        module_name = f"pbm.games.knighthawks.{module_name}"
    found: Any = importlib.import_module(module_name)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _said(where: str) -> str:
    thing = _thing(where)
    module = importlib.import_module(
        thing.fget.__module__ if _is_property(thing) else thing.__module__
    )
    words = f"{thing.__doc__ or ''} {module.__doc__ or ''}"
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
def test_what_a_line_names_is_there(name: str) -> None:
    entry = ENTRIES[name]
    assert_entry_is_whole(entry, SHOWN, OPTIONS)
    assert all(callable(_thing(where)) or _is_property(_thing(where)) for where in entry["where"])


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


def test_an_open_question_with_an_option_has_the_option_of_its_id() -> None:
    assert_options_named(ENTRIES, OPEN, OPTIONS)


def test_the_cases_of_an_open_question_say_so() -> None:
    assert_cases_say_so(OPEN, SHOWN)


def test_every_case_is_named_by_some_line() -> None:
    assert_cases_named(ENTRIES, SHOWN)


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


def test_every_question_is_asked_on_the_page_of_open_questions() -> None:
    page = (PACKAGE / "ambiguities.md").read_text(encoding="utf-8")
    entries = dict(re.findall(r"^### (KH-A\d\d) [^\n]+\n(.*?)(?=^##|\Z)", page, re.M | re.S))
    assert sorted(entries) == sorted(OPEN)
    for name, words in entries.items():
        assert "Default:" in words, name
        named = re.findall(r"Option\s+`([^`]+)`", words)
        assert named == list(OPEN[name].get("options", ())), name
