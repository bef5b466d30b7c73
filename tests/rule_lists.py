"""What rules.toml of a tactical game is asked: its entries, its cases, its open questions agree."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from typing import Any

from pbm.engine.options import Option

Entries = Mapping[str, Mapping[str, Any]]
# The rule of each case and the open questions it settles, by its id.
Shown = Mapping[str, tuple[str, Sequence[str]]]


def assert_entry_is_whole(
    entry: Mapping[str, Any], shown: Shown, options: Sequence[Option]
) -> None:
    """An entry names places in the code, cases and options that there are."""
    assert set(entry) <= {"what", "cite", "where", "options", "cases"}
    assert entry["where"]
    assert [case for case in entry["cases"] if not fnmatch.filter(shown, case)] == []
    assert entry["cases"]
    keys = [option.key for option in options]
    assert [key for key in entry.get("options", ()) if key not in keys] == []


def assert_options_named(entries: Entries, asked: Entries, options: Sequence[Option]) -> None:
    """Each option stands with the question of its id, and each question has its own alone."""
    for option in options:
        assert option.key in entries[option.id]["options"], option.id
    for name, entry in asked.items():
        ids = [option.id for option in options if option.key in entry.get("options", ())]
        assert set(ids) <= {name}


def assert_cases_say_so(asked: Entries, shown: Shown) -> None:
    """The cases of an open question name it, and are named by it."""
    for name, entry in asked.items():
        silent = [case for case in entry["cases"] if name not in shown[case][1]]
        assert silent == [], name
    for case, (_rule, questions) in shown.items():
        for question in questions:
            assert case in asked[question]["cases"], (case, question)


def assert_cases_named(entries: Entries, shown: Shown) -> None:
    """Every case is named by some entry."""
    patterns = {case for entry in entries.values() for case in entry["cases"]}
    named = {case for pattern in patterns for case in fnmatch.filter(shown, pattern)}
    assert [case for case in shown if case not in named] == []
