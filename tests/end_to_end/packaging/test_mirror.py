"""The tests stand where what they test stands: tests/core mirrors pbm/, tests/games its games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.engine import registry

ROOT = Path(__file__).parents[3]
TESTS, PBM = ROOT / "tests", ROOT / "pbm"
# Tests of a game as a whole: its guide, its rules and cases.
OF_A_GAME = {
    "test_players_guide.py",
    "test_doctrine_guide.py",
    "test_rules_toml.py",
    "test_cases.py",
}


def misplaced(tests: Path, package: Path, at_the_top: set[str]) -> Iterator[str]:
    """The tests below a folder that stand in no package of the same path."""
    for file in sorted(tests.rglob("test_*.py")):
        folder = file.parent.relative_to(tests)
        is_there = (package / folder / "__init__.py").is_file()
        if (file.name not in at_the_top) if folder == Path() else not is_there:
            yield file.relative_to(tests).as_posix()


def test_tests_of_the_core_stand_in_its_packages() -> None:
    assert list(misplaced(TESTS / "core", PBM, set())) == []


@pytest.mark.parametrize("game", registry.names())
def test_tests_of_a_game_stand_in_its_packages(game: str) -> None:
    assert list(misplaced(TESTS / "games" / game, PBM / "games" / game, OF_A_GAME)) == []


def test_a_misplaced_test_is_seen(tmp_path: Path) -> None:
    package = tmp_path / "pbm" / "rules"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for name in ("test_cases.py", "test_top.py", "rules/test_one.py", "rules/deep/test_two.py"):
        file = tmp_path / "tests" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    found = misplaced(tmp_path / "tests", tmp_path / "pbm", {"test_cases.py"})
    assert list(found) == ["rules/deep/test_two.py", "test_top.py"]
