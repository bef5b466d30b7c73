"""The players' guide tells every item of BATTLE lines and every default as they are."""

from __future__ import annotations

import re

from pbm.games.nova.orders.battle.doctrine import PRINTED, SPACE
from pbm.games.nova.orders.battle.item_faults import TARGETS
from pbm.games.nova.orders.battle.targets import CRITERIA, GATES, UNKNOWN_SIZE
from pbm.games.nova.state.components import ARMED
from tests.games.nova.language import TEXT
from tests.games.nova.scenes.doctrine import decided

_ROW = re.compile(r"^\| ([^|`]+) \| (`[^|]+) \| ([^|]+) \|$", re.MULTILINE)
SECTION = TEXT[TEXT.index("## Battles in space") :].split("\n## ")[0]
ROWS = _ROW.findall(SECTION)
LISTED = ("armed", *CRITERIA, GATES, "FG")


def items(cell: str) -> list[str]:
    """What stands in a cell as it would be typed, words for targets left out."""
    return [one for one in re.findall(r"`(.*?)`", cell) if one not in LISTED]


def test_every_word_has_its_row_and_every_item_of_the_table_is_understood() -> None:
    told = [item for _, cell, _ in ROWS for item in items(cell)]
    assert {word for word in SPACE if any(item.startswith(word) for item in told)} == set(SPACE)
    for item in told:
        decided(item)


def test_the_defaults_of_the_table_are_those_of_the_code() -> None:
    defaults = [item for _, _, cell in ROWS for item in items(cell)]
    assert len(defaults) == 12
    for item in defaults:
        if item != "range best":  # what nothing ordered comes to, but for M and for the unarmed
            assert decided(item) == PRINTED, item


def test_every_way_to_choose_a_target_is_told() -> None:
    (cell,) = (cell for _, cell, _ in ROWS if cell.startswith("`target"))
    assert set(re.findall(r"`(\w+)`", cell)) == {*CRITERIA, GATES, "FG"}
    assert set(TARGETS) > {*CRITERIA, GATES}


def test_guesses_are_told_as_they_are() -> None:
    assert f"is taken for {UNKNOWN_SIZE} SSZ" in SECTION


def test_weapons_of_an_order_are_all_kinds_there_are() -> None:
    for kind in ARMED:
        assert decided(f"order {kind}").order == (kind,)
