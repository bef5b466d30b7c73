"""Options: defaults, choices, and what is said of a wrong one."""

from __future__ import annotations

import pytest

from pbm.engine.options import Option, settle

ROUND = Option("X-1", "round", "up", {"up": "up", "down": "down"}, "X 1")
DAYS = Option("X-2", "days", "14", {}, "X 2", least=1, most=60)


def test_defaults_stand_where_nothing_is_chosen() -> None:
    assert settle([ROUND, DAYS], {}) == ({"round": "up", "days": "14"}, [])


def test_a_choice_stands() -> None:
    values, problems = settle([ROUND, DAYS], {"round": "down", "days": "60"})
    assert (values, problems) == ({"round": "down", "days": "60"}, [])


@pytest.mark.parametrize("value", ["0", "61", "-1", "x", "", "1.5", "²", "9" * 5_000])
def test_a_number_stays_within_its_bounds(value: str) -> None:
    values, problems = settle([DAYS], {"days": value})
    assert values == {"days": "14"}
    assert problems[0].reason == "expected a whole number from 1 to 60"


def test_a_wrong_reading_or_key_is_named_with_what_would_do() -> None:
    values, problems = settle([ROUND], {"round": "sideways", "rond": "up", "zzz": "1"})
    assert values == {"round": "up"}
    assert [problem.fault for problem in problems] == [
        '"sideways" is not a reading of option round',
        '"rond" is not an option of this game',
        '"zzz" is not an option of this game',
    ]
    assert problems[0].reason == "the readings are up, down"
    assert problems[1].remedy == 'Did you mean "round"?'
    assert problems[2].remedy == "pbm options lists them"
