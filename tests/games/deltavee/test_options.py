"""The options against the page of open questions."""

from __future__ import annotations

import re
from importlib.resources import files

from pbm.games.deltavee.options import OPTIONS

PAGE = files("pbm.games.deltavee").joinpath("ambiguities.md").read_text(encoding="utf-8")
ENTRIES = dict(re.findall(r"^### (DV-A\d+) [^\n]+\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S))


def test_every_question_has_its_default() -> None:
    assert len(ENTRIES) > 90
    assert [name for name, words in ENTRIES.items() if "Default:" not in words] == []


def test_the_page_names_every_option_at_its_question_and_no_other() -> None:
    named = {(name, key) for name in ENTRIES for key in _options(ENTRIES[name])}
    assert named == {(one.id, one.key) for one in OPTIONS if one.id.startswith("DV-A")}


def _options(words: str) -> list[str]:
    return re.findall(r"Option\s+`([^`]+)`", words)


def test_keys_are_one_each_and_defaults_are_readings() -> None:
    keys = [option.key for option in OPTIONS]
    assert len({*keys}) == len(keys)
    assert [option.key for option in OPTIONS if option.fault_of(option.default)] == []
