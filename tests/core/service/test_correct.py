"""Rulings that would change nothing, rulings taken back, and a correction in one step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.kit.problems import render_all
from pbm.service.api import (
    Faults,
    How,
    correct,
    kept_of,
    new_campaign,
    replay,
    rerun,
    rule,
    run_turn,
)
from pbm.turns import assemble
from tests.core.table import plain_book, plain_pages, tree

# The ship begins next to planet P1 in 1512 and flies on before it may fire.
VOID = """\
move A1 to 1511 facing 12 speed 3 because of a bet
before 2.attack: set A1.orbit = P1 clockwise because the second page was lost
"""


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A duel after set-up; turn 1 is due."""
    monkeypatch.setattr(assemble, "pages", plain_pages)
    monkeypatch.setattr(assemble, "gm_pages", plain_book)
    begun = new_campaign(
        tmp_path / "c", "knighthawks/duel", players=("A=Ann", "B=Bea"), seed="x", at=when(1)
    )
    run(begun, 2)
    return begun


def when(day: int) -> str:
    return f"2026-03-{day:02d}T12:00:00Z"


def run(campaign: Campaign, day: int, **how: bool) -> Any:
    return run_turn(campaign, how=How(missing_ok=True, pdfs=False, **how), at=when(day))


def keep(campaign: Campaign, text: str, turn: str = "1") -> None:
    rule(campaign, turn, text.encode(), "r.txt", at=when(3))


def states(campaign: Campaign, turn: str = "1") -> list[tuple[str, str]]:
    return [(one.id, one.state) for one in kept_of(campaign, turn)]


def test_a_ruling_that_changes_nothing_stops_the_run(campaign: Campaign) -> None:
    keep(campaign, VOID)
    before = tree(campaign.folder)
    with pytest.raises(Faults) as stopped:
        run(campaign, 4)
    told = render_all(stopped.value.problems)
    assert "R2 changes nothing: set A1.orbit = P1 clockwise" in told
    assert "When 2.attack begins: A1 is not next to P1." in told
    assert "Nothing was run" in told
    assert "withdraw R2" in told
    assert tree(campaign.folder) == before
    # Withdrawn, the other holds; or the run goes on without it.
    keep(campaign, "withdraw R2 because it came to nothing")
    assert states(campaign) == [("R1", "holds"), ("R2", "withdrawn by R3"), ("R3", "holds")]
    assert run(campaign, 4).folder is not None


def test_a_run_may_go_on_with_it_and_says_so_everywhere(campaign: Campaign) -> None:
    keep(campaign, VOID)
    assert run(campaign, 4, go_on=True).folder is not None
    book = json.loads((campaign.folder / "turns/001/gm/book.json").read_text())
    assert [bool(one["void"]) for one in book["rulings"]] == [False, True]
    assert "not next to P1" in book["rulings"][1]["void"]
    listed = states(campaign)
    assert listed[0] == ("R1", "holds")
    assert listed[1][1].startswith("changes nothing. When 2.attack begins: A1 is not next to P1")
    keep(campaign, "set A1.hull = 9 because of a misprint", "0")
    again = rerun(campaign, "0", preview=True)
    assert any(line.startswith("Turn 1: R2 changes nothing") for line in again.lines)


def test_on_a_turn_already_run_it_is_not_kept(campaign: Campaign) -> None:
    run(campaign, 4)
    before = tree(campaign.folder)
    with pytest.raises(Faults) as refused:
        keep(campaign, VOID)
    assert "R2 changes nothing" in render_all(refused.value.problems)
    assert "The rulings were not kept" in render_all(refused.value.problems)
    assert tree(campaign.folder) == before


def test_a_ruling_is_replaced_with_its_history_kept(campaign: Campaign) -> None:
    run(campaign, 4)
    keep(campaign, "set A1.hull = 9 because of a misprint")
    rerun(campaign, "1", pdfs=False, at=when(5))
    keep(
        campaign,
        "withdraw R1 because it was the other ship\nset B1.hull = 9 because of a misprint",
    )
    rerun(campaign, "1", pdfs=False, at=when(6))
    assert [(one.ruling, one.state) for one in kept_of(campaign, "1")] == [
        ("set A1.hull = 9", "withdrawn by R2"),
        ("withdraw R1", "holds"),
        ("set B1.hull = 9", "holds"),
    ]
    packet = json.loads((campaign.folder / "turns/001.r3/reports/ann/packet.json").read_text())
    assert [(one["cause"], one["reason"]) for one in packet["correction"]] == [
        ("Ruled: set B1.hull = 9", "of a misprint"),
        ("No longer ruled: set A1.hull = 9", "it was the other ship"),
    ]
    assert [one["text"] for one in packet["rulings"]] == ["set B1.hull = 9"]
    assert replay(campaign, pdfs=False) == []
    with pytest.raises(Faults, match="R1 is withdrawn already"):
        keep(campaign, "withdraw R1 because of nothing")
    with pytest.raises(Faults, match='"R9" is not a ruling of this turn'):
        keep(campaign, "withdraw R9 because of nothing")


def test_a_correction_is_shown_first_and_made_only_if_agreed(campaign: Campaign) -> None:
    run(campaign, 4)
    before = tree(campaign.folder)
    shown: list[Any] = []

    def agreed(answer: bool) -> Any:
        def look(preview: Any) -> bool:
            shown.append(preview)
            return answer

        return look

    args = (campaign, "1", "set A1.hull = 9", "of a misprint, #2")
    assert correct(*args, agreed=agreed(False)).folders == ()
    assert tree(campaign.folder) == before
    done = correct(*args, agreed=agreed(True), at=when(5))
    assert [folder.name for folder in done.folders] == ["001.r2"]
    assert shown[0].changes == shown[1].changes == done.changes
    assert "hull points: 9; was: 40" in done.changes["Ann"]
    assert kept_of(campaign, "1")[0].reason == "of a misprint, #2"
    assert "corrected = true" in (campaign.folder / "outbox/001.r2.toml").read_text()
    correct(campaign, "1", "set A1.hull = 8", 'of "9"', agreed=agreed(True), at=when(6))
    assert kept_of(campaign, "1")[1].reason == 'of "9"'


def test_a_correction_without_a_reason_is_refused(campaign: Campaign) -> None:
    run(campaign, 4)
    with pytest.raises(Faults, match="This ruling has no reason"):
        correct(campaign, "1", "set A1.hull = 9", " ", agreed=lambda _shown: True)


def test_a_turn_without_rulings_lists_none(campaign: Campaign) -> None:
    assert kept_of(campaign, "1") == kept_of(campaign, "0") == []
