"""Draws the floors of the house from its imports into docs/architecture.md."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "```mermaid\n", "```\n"


def floors() -> list[list[str]]:
    """The packages of each floor, the highest first, as the import contract has them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = (
        contract["layers"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    )
    return [floor.split(" | ") for floor in layers if floor != "__main__"]


def arrows() -> dict[str, set[str]]:
    """Each package with those it imports, without those that it reaches through another."""
    graph = grimp.build_graph("pbm", cache_dir=None)
    packages = [one for floor in floors() for one in floor]
    direct = {
        one: {
            other
            for other in packages
            if other != one
            and graph.direct_import_exists(
                importer=f"pbm.{one}", imported=f"pbm.{other}", as_packages=True
            )
        }
        for one in packages
    }
    return {
        one: others - {far for near in others for far in _reached(direct, near)}
        for one, others in direct.items()
    }


def _reached(direct: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    for one in direct[start]:
        found |= {one, *_reached(direct, one)}
    return found


def picture() -> str:
    """The floors as a Mermaid flowchart: an arrow for each import that no other arrows imply."""
    lines = ["flowchart TB"]
    for number, floor in enumerate(floors()):
        lines += [f"  subgraph {chr(97 + number)}[ ]", f"    {' ~~~ '.join(floor)}", "  end"]
    for one, others in arrows().items():
        if others:
            lines.append(f"  {one} --> {' & '.join(sorted(others))}")
    return "\n".join(lines) + "\n"


def drawn(page: str) -> str:
    """The page with the picture as it is now."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}{picture()}{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
