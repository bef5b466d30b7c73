"""The game that docs/new-game.md explains, as it lies in docs/new-game, registered.

As a plugin of pytest (``-p tests.new_game``) it is the one game there is, and what the suites
over all games know of it, they know by its registration.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

import pbm.games
import tests.games
from pbm.engine import registry

PAGE = Path(__file__).parents[1] / "docs" / "new-game.md"
NAME = "race"
FOLDER = PAGE.with_suffix("")


def files() -> dict[str, str]:
    """The files of the game by their paths in a checkout."""
    found = (path for path in sorted(FOLDER.rglob("*")) if path.suffix not in ("", ".pyc"))
    return {one.relative_to(FOLDER).as_posix(): one.read_text(encoding="utf-8") for one in found}


def entry() -> registry.GameEntry:
    """The line that registers it."""
    line = re.search(r"^    Entry\((.*)\)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert line is not None
    name, game, cases = (word.strip(' "') for word in line[1].split(","))
    return registry.GameEntry(name, game, cases)


def build(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Copy its files into a folder, whose games stand beside the checkout's from then on."""
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True)
    for package in (pbm.games, tests.games):
        place = folder / package.__name__.replace(".", "/")
        patch.setattr(package, "__path__", [*package.__path__, str(place)])


def forget() -> None:
    """Let go of its modules."""
    for module in [name for name in sys.modules if f".games.{NAME}" in name]:
        del sys.modules[module]


_alone = pytest.MonkeyPatch()
_folder = tempfile.TemporaryDirectory(prefix="pbm-new-game-")


def pytest_configure() -> None:
    """Make it the one game there is."""
    build(Path(_folder.name), _alone)
    _alone.setattr(registry, "GAMES", (entry(),))


def pytest_unconfigure() -> None:
    """Take it away."""
    _alone.undo()
    _folder.cleanup()
