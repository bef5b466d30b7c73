"""The options against the page of open questions."""

from __future__ import annotations

import re
from importlib.resources import files

from pbm.deltavee.options import OPTIONS
from pbm.options import settle

PAGE = files("pbm.deltavee").joinpath("ambiguities.md").read_text(encoding="utf-8")
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


def test_no_reading_without_effect_can_be_chosen() -> None:
    """The cases show the effect of every other reading."""
    idle = {option.key: option for option in OPTIONS if option.idle}
    assert sorted(idle) == ["energy_pods.two_for_one", "extra_craft", "scenario6.landing"]
    for key, option in idle.items():
        for reading in option.readings:
            settled, problems = settle(OPTIONS, {key: reading})
            assert settled[key] == option.default
            assert [problem.reason for problem in problems] == (
                [] if reading == option.default else [option.idle]
            )
    (problem,) = settle(OPTIONS, {"extra_craft": "yes"})[1]
    assert problem.fault == '"yes" cannot be chosen for option extra_craft'
    assert "scenarios 6 to 10" in problem.reason
