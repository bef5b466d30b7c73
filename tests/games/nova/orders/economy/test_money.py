"""Money: what salvage, pillage and destruction give and cost, and a player's own sums."""

from __future__ import annotations

import pytest

from tests.games.nova.sheet_table import (
    faults,
    read_body,
    rules,
)

# --- what salvage and pillage give. Rule: NV ECO-32 to NV ECO-37 --------------


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


# --- what is destroyed. Rule: NV ECO-13 ---------------------------------------


@pytest.mark.parametrize("mcr", [0, -1])
def test_there_must_be_something_to_destroy(mcr: int) -> None:
    reading = read_body(f"DESTROY {mcr} MCr")
    assert faults(reading) == ["there is nothing to destroy"]
    assert reading.commands.destroy == ()
    assert read_body("DESTROY 1 MCr").commands.destroy[0].number == 1


# --- sums as a player has them. Rule: NV ORD-04 -------------------------------


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("TREASURY 50 TREASURY 50", '"TREASURY" occurs twice'),
        ("TREASURY 50 TREASURY AFTER 366", ""),
        ("RECEIVED B 100\nRECEIVED 3 FROM B", "what B sent occurs twice"),
        ("RECEIVED B 100\nRECEIVED 3 FROM C", ""),
    ],
)
def test_each_sum_stands_once(written: str, fault: str) -> None:
    assert faults(read_body(written)) == ([fault] if fault else [])


def test_what_an_unknown_empire_sent_is_not_compared() -> None:
    reading = read_body("RECEIVED ZORN 100\nRECEIVED 3 FROM ZORN")
    assert len(faults(reading)) == 2
    assert all("ZORN" in fault for fault in faults(reading))
    assert reading.understood == ()
