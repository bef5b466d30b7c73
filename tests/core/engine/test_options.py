"""Options: defaults, choices, and what is said of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import ValidationError

from pbm.engine.options import Option, options_of, settle

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
    assert [problem.path for problem in problems] == [("round",), ("rond",), ("zzz",)]
    assert problems[0].reason == "the readings are up, down"
    assert problems[1].remedy == 'Did you mean "round"?'
    assert problems[2].remedy == "pbm options lists them"


def _written(folder: Path, name: str, text: str, path: pytest.MonkeyPatch) -> str:
    (folder / name).mkdir()
    (folder / name / "options.toml").write_text(text)
    (folder / name / "__init__.py").touch()
    path.syspath_prepend(folder)
    return name


def test_a_table_gives_readings_and_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = """
        [round]
        id = "X-1"
        rule = "X 1"
        title = "Halves"
        readings = { up = "upwards", down = "downwards" }
        ["days.most"]
        id = "X-2"
        rule = "X 2"
        default = "14"
        least = 1
        most = 60
    """
    assert options_of(_written(tmp_path, "options_given", text, monkeypatch)) == (
        Option("X-1", "round", "up", {"up": "upwards", "down": "downwards"}, "X 1", "Halves"),
        Option("X-2", "days.most", "14", {}, "X 2", least=1, most=60),
    )


@pytest.mark.parametrize(
    "wrong", ['rule = "X 1"', 'id = "X-1"\nrule = "X 1"\nfewest = 1', 'id = 1\nrule = "X 1"']
)
def test_a_faulty_table_stops_the_program(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"options_{sum(wrong.encode())}"
    with pytest.raises(ValidationError):
        options_of(_written(tmp_path, name, f"[round]\n{wrong}\n", monkeypatch))
