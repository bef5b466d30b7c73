"""The parts that ``./run mutate`` changes: modules, and the quick tests that are about them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Part:
    """Modules that are changed; test files, folders of them, or files of cases."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


def _files(form: str, *names: str) -> tuple[str, ...]:
    return tuple(form.format(name) for name in names)


def _part(game: str, modules: str, tests: str, cases: str = "", more: tuple[str, ...] = ()) -> Part:
    return Part(
        _files(f"pbm/{game}/{{}}.py", *modules.split()),
        (
            *_files(f"tests/{game}/test_{{}}.py", *tests.split()),
            *more,
            *_files(f"tests/cases/{game}/{{}}.case", *cases.split()),
        ),
    )


PARTS: dict[str, Part] = {
    "dice": Part(("pbm/dice.py",), ("tests/core/test_dice.py",)),
    "kh-damage": _part(
        "knighthawks",
        "combat chance damage",  # what weapons.py computes stands when it is imported
        "combat chance defences weapons",
        "combat chances defence",
    ),
    "kh-view": _part("knighthawks", "view audience", "view", "screens combat"),
    "dv-damage": _part("deltavee", "hits damage", "hits fire hulls field", "hits"),
    "dv-view": _part(
        "deltavee", "view audience detection", "view audience detection reserve purchase_part"
    ),
    "nova-damage": _part(
        "nova",
        "damage critical fighting/striking fighting/criticals fighting/accuracy fighting/lasers",
        "works damage",
        "critical hits lasers",
        _files("tests/nova/fighting/test_{}.py", "striking", "criticals", "accuracy", "lasers"),
    ),
    "nova-fire": _part(
        "nova",
        "fighting/gunnery fighting/firing fighting/aftermath",
        "",
        "weapons lasers fights",
        _files(
            "tests/nova/fighting/test_{}.py", "gunnery", "firing", "aftermath", "rounds", "space"
        ),
    ),
    "nova-money": _part(
        "nova",
        "treasury finance purse telling production transfers",
        "finance accounts purchases production services upkeep economy_properties",
        "economy",
    ),
    "nova-sums": _part(
        "nova", "money_sums", "money_sums reading_orders remedies", "orders reading"
    ),
    "nova-view": _part("nova", "view view_reader view_index labels", "view labels secrets"),
    "nova-battle-view": _part("nova", "battle_view", "battle_view round_reading round_pages"),
}
