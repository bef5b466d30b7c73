"""Who keeps a turn from being run, and in which words the game master is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign
from pbm.kit.problems import Faults
from pbm.service.api import How, run_turn, status
from tests.core import table
from tests.core.table import LATER, sheet


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    table.set_table(monkeypatch)
    return table.played(tmp_path, 0)


def said(campaign: Campaign) -> dict[str, str]:
    return {row["player"]: row["said"] for row in status(campaign).rows}


def test_a_sheet_that_says_wait_is_not_ready(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "1", "WAIT", "add 2"), sheet("Bob", "1", "FINAL", "add 3"))
    found = status(campaign)
    assert not found.ready
    assert said(campaign) == {"Ilse": "WAIT", "Bob": "FINAL"}
    with pytest.raises(Faults) as stopped:
        run_turn(campaign, at=LATER)
    (one,) = stopped.value.problems
    assert one.fault == "Ilse's sheet for turn 1 says WAIT"
    assert "run with --missing-ok to use this one" in one.remedy
    ran = run_turn(campaign, how=How(missing_ok=True), at=LATER)
    assert ran.missing == ()
    assert "Ilse's sheet says WAIT; it was used as it is." in ran.lines


def test_a_later_sheet_without_wait_is_ready(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "1", "WAIT", "add 2"), sheet("Bob", "1", "add 3"))
    assert not status(campaign).ready
    table.send(campaign, sheet("Ilse", "1", "add 2"))
    assert status(campaign).ready
    assert run_turn(campaign, at=LATER).folder is not None


def test_an_absent_player_does_not_hold_up_the_turn(campaign: Campaign) -> None:
    table.send(campaign, sheet("Bob", "1", "ABSENT until turn 3", "add 3"), sheet("Ilse", "1"))
    run_turn(campaign, at=LATER)
    table.send(campaign, sheet("Ilse", "2", "add 2"), at=LATER)
    assert status(campaign).ready
    assert said(campaign)["Bob"] == "ABSENT until turn 3"
    ran = run_turn(campaign, at=LATER)
    assert ran.missing == ("Bob",)
    assert "Bob sent no sheet: ABSENT until turn 3." in ran.lines
    # For turn 3 itself he is back.
    table.send(campaign, sheet("Ilse", "3", "add 2"), at=LATER)
    assert not status(campaign).ready
    with pytest.raises(Faults, match="Bob has sent no sheet for turn 3"):
        run_turn(campaign, at=LATER)


def test_an_absent_player_with_a_waiting_sheet_does_not_hold_up_the_turn(
    campaign: Campaign,
) -> None:
    table.send(
        campaign,
        sheet("Bob", "1", "WAIT", "ABSENT until turn 3", "add 3"),
        sheet("Ilse", "1", "add 1"),
    )
    assert status(campaign).ready
    assert run_turn(campaign, at=LATER).missing == ()


def test_all_players_who_are_not_ready_are_named_at_once(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "1", "WAIT", "add 2"))
    with pytest.raises(Faults) as stopped:
        run_turn(campaign, at=LATER)
    assert [one.fault for one in stopped.value.problems] == [
        "Ilse's sheet for turn 1 says WAIT",
        "Bob has sent no sheet for turn 1",
    ]
