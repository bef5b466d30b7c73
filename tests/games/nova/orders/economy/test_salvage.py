"""What salvage and pillage give. Rule: NV ECO-32 to NV ECO-37."""

from __future__ import annotations

import pytest

from tests.games.nova.sheet_table import (
    faults,
    read_body,
    rules,
)


@pytest.mark.parametrize(
    ("line", "worth"),
    [
        ("Stinger at VIRUS", 56),  # 4 BL 15 60, JD 3 23, IE 4 29: half of 112
        ("Africa at SHOOT", 40),  # 105 less a laser 15, a tenth of SSZ 52, structure 3
        ("Bumble at VIRUS", 20),  # 40 paid
        ("2 AA, Ring-B at VIRUS", 120),
    ],
)
def test_what_salvage_gives_is_compared(line: str, worth: int) -> None:
    assert faults(read_body(f"SALVAGE {line} = 1")) == [f"this gives {worth} MCr, not 1"]
    assert not read_body(f"SALVAGE {line} = {worth}").problems


def test_what_salvage_gives_is_not_known_of_all() -> None:
    body = "EXPENDITURES Hornet 1\nCOMMISSIONS VIRUS Hornet: Bee"
    for line in ("AA at VIRUS = 1", "Bee at VIRUS = 1"):
        assert not read_body(f"SALVAGE {line}\n{body}").problems


def test_ones_own_world_may_be_pillaged_if_the_campaign_says_so() -> None:
    assert rules(read_body("PILLAGE VIRUS")) == ["NV ECO-36"]
    assert not read_body("PILLAGE VIRUS", options={"pillage.own_world": "yes"}).problems
