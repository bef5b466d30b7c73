"""The page on architecture names what is there, and the floors as the contract has them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.tooling.tools.floor_plan import drawn, floors

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table behind a heading."""
    table = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_every_place_to_change_is_there() -> None:
    places = [where.strip("`") for _what, where in rows("I want to change ... -> here")]
    assert len(places) >= 30
    assert not [place for place in places if not (ROOT / place).exists()]


def test_every_module_that_is_named_is_there() -> None:
    names = {path.name for top in ("pbm", "tests") for path in (ROOT / top).rglob("*.py")}
    named = re.findall(r"`[\w/]*?(\w+\.py)`", PAGE)
    assert named
    assert not [name for name in named if name not in names]


def test_the_floors_are_those_of_the_contract() -> None:
    said = [re.findall(r"pbm/(\w+)", packages) for _floor, packages, _duty in rows("The floors")]
    assert said == floors()


def test_the_picture_is_that_of_the_imports() -> None:
    assert drawn(PAGE) == PAGE, "./run floors draws it again"
