"""The parts that ``./run mutate`` changes: modules, and the quick tests that are about them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Part:
    """Modules that are changed; test files, folders of them, or files of cases."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


def _files(folder: str, *names: str) -> tuple[str, ...]:
    """The one file of each name, wherever it lies below the folder."""
    found = (sorted((ROOT / folder).rglob(name)) for name in names)
    return tuple(path.relative_to(ROOT).as_posix() for [path] in found)


def _part(game: str, modules: str, tests: str, cases: str = "", more: tuple[str, ...] = ()) -> Part:
    return Part(
        _files(f"pbm/games/{game}", *(f"{name}.py" for name in modules.split())),
        (
            *_files(f"tests/games/{game}", *(f"test_{name}.py" for name in tests.split())),
            *more,
            *_files(f"tests/rulebook/{game}", *(f"{name}.case" for name in cases.split())),
        ),
    )


PARTS: dict[str, Part] = {
    "dice": Part(("pbm/dice/keyed.py",), ("tests/core/dice/test_keyed.py",)),
    "kh-damage": _part(
        "knighthawks",
        "combat chance damage",  # what weapons.py computes stands when it is imported
        "combat chance defences weapons",
        "combat chances defence",
    ),
    "kh-view": _part("knighthawks", "view audience", "view", "screens combat"),
    "dv-damage": _part("deltavee", "rules/fire/hits damage", "hits fire_phase hulls field", "hits"),
    "dv-view": _part(
        "deltavee", "view audience detection", "view audience detection reserve purchase_part"
    ),
    "nova-damage": _part(
        "nova",
        "damage critical striking criticals accuracy lasers",
        "works damage",
        "critical hits lasers",
        _files(
            "tests/games/nova",
            "test_striking.py",
            "test_criticals.py",
            "test_accuracy.py",
            "test_lasers.py",
        ),
    ),
    "nova-fire": _part(
        "nova",
        "gunnery firing aftermath",
        "",
        "weapons lasers fights",
        _files(
            "tests/games/nova",
            "test_gunnery.py",
            "test_firing.py",
            "test_aftermath.py",
            "test_rounds.py",
            "test_space.py",
        ),
    ),
    "nova-money": _part(
        "nova",
        "treasury finance purse rules/telling production economy/payments",
        "finance accounts purchases production services upkeep economy_properties",
        "economy",
    ),
    "nova-sums": _part(
        "nova", "orders/economy/budget", "budget expenditures remedies", "orders reading"
    ),
    "nova-view": _part("nova", "view view_reader view_index labels", "view labels secrets"),
    "nova-battle-view": _part("nova", "battle_view", "battle_view round_reading round_pages"),
}
