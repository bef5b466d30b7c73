"""What was done with a campaign is read from it and done again: the same files come out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign
from pbm.service.api import Faults, How, demo, open_campaign, replay, report, rerun, rule, run_turn
from pbm.service.demo import play as demo_module
from pbm.service.timeline import HeldRun, Ruled, Run, Sent, TimelineRerun, steps_of
from tests.core import table
from tests.core.table import sheet
from tests.shipped import CAMPAIGNS

TABLE = "2026-04-01T12:00Z"


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Turns 0 and 1 were run, plainly; the campaign is one of those that are shipped."""
    table.set_table(monkeypatch)
    monkeypatch.setattr(demo_module, "data_dir", lambda _name: tmp_path / "shipped")
    (tmp_path / "shipped").mkdir()
    return table.played(tmp_path / "shipped", 1)


def both(campaign: Campaign, turn: str, at: str, note: str = "") -> None:
    lines = ("add 2", note) if note else ("add 2",)
    table.send(campaign, sheet("Ilse", turn, *lines), sheet("Bob", turn, "add 3"), at=at)


def again(campaign: Campaign, tmp_path: Path) -> None:
    """Play it again; every file is the same."""
    demo(tmp_path / "demo", every=True)
    was, now = table.tree(campaign.folder), table.tree(tmp_path / "demo" / campaign.name)
    assert sorted(was) == sorted(now)
    assert [name for name in was if was[name] != now[name]] == []


def kinds(campaign: Campaign) -> list[type]:
    return [type(step) for step in steps_of(campaign.folder)]


def test_a_plain_campaign(campaign: Campaign, tmp_path: Path) -> None:
    assert kinds(campaign) == [Sent, Sent, Run, Sent, Sent, Run]
    again(campaign, tmp_path)


def test_a_second_demo_replaces_the_first_and_nothing_else(
    campaign: Campaign, tmp_path: Path
) -> None:
    again(campaign, tmp_path)
    again(campaign, tmp_path)
    (tmp_path / "demo" / "eridani" / "campaign.toml").write_bytes(b"title = 'mine'\n")
    with pytest.raises(Faults, match="exists already"):
        demo(tmp_path / "demo")


def test_pdfs_of_the_first_and_last_turn_are_enough(campaign: Campaign, tmp_path: Path) -> None:
    both(campaign, "2", "2026-03-10T12:00Z")
    run_turn(campaign, at="2026-03-11T12:00Z")
    rule(campaign, "1", b"set ilse.total = 4 because of a slip", "a.txt", at="2026-03-12T11:00Z")
    rerun(campaign, "1", at="2026-03-12T12:00Z")
    demo(tmp_path / "demo")
    made = (tmp_path / "demo").glob("*/turns/*/reports/*/report.pdf")
    assert {file.parents[2].name for file in made} == {"new", "001.r2", "002.r2"}
    again = open_campaign(tmp_path / "demo" / "eridani")
    assert not list((again.folder / "turns" / "000").rglob("*.pdf"))
    assert replay(again) == []
    # What was left out comes from the press later, into its turn's own folder.
    remade = report(again, "0", "Ilse")
    assert all(one.same for one in remade)
    printed = again.folder / "turns" / "000" / "reports" / "ilse" / "report.pdf"
    recorded = campaign.folder / "turns" / "000" / "reports" / "ilse" / "report.pdf"
    assert printed.read_bytes() == recorded.read_bytes()
    assert replay(again) == []


def test_only_the_campaigns_asked_for(campaign: Campaign, tmp_path: Path) -> None:
    assert {one.name for one in demo(tmp_path / "demo", only=["eridani"])} == {"eridani"}
    with pytest.raises(Faults, match='"orion" is not a campaign'):
        demo(tmp_path / "other", only=["orion"])


def test_a_note_stops_the_turn_until_it_is_answered(campaign: Campaign, tmp_path: Path) -> None:
    both(campaign, "2", "2026-03-10T12:00Z", "NOTE TO GM may I?")
    assert run_turn(campaign, at="2026-03-11T12:00Z").docket
    (closed,) = table.send(campaign, sheet("Bob", "2", "add 9"), at="2026-03-11T13:00Z")
    assert not closed.accepted
    rule(campaign, "2", b"answer ilse-3: yes because why not", "r.txt", at="2026-03-11T14:00Z")
    run_turn(campaign, at="2026-03-11T15:00Z")
    assert kinds(campaign)[6:] == [Sent, Sent, HeldRun, Sent, HeldRun, Ruled, Run]
    again(campaign, tmp_path)


def test_a_sheet_that_came_too_late_counts_after_all(campaign: Campaign, tmp_path: Path) -> None:
    both(campaign, "2", "2026-03-10T12:00Z", "NOTE TO GM may I?")
    run_turn(campaign, at="2026-03-11T12:00Z")
    table.send(campaign, sheet("Bob", "2", "add 9"), at="2026-03-11T13:00Z")
    run_turn(campaign, how=How(fresh=True, go_on=True), at="2026-03-11T15:00Z")
    last = steps_of(campaign.folder)[-1]
    assert isinstance(last, Run)
    assert last.fresh
    assert last.go_on
    again(campaign, tmp_path)


def test_a_late_sheet_a_ruling_and_a_rerun(campaign: Campaign, tmp_path: Path) -> None:
    both(campaign, "2", "2026-03-10T12:00Z")
    rule(campaign, "2", b"set bob.total = 9 because of a slip", "a.txt", at="2026-03-10T13:00Z")
    rule(campaign, "2", b"set ilse.total = 7 because of it", "b.txt", at="2026-03-10T14:00Z")
    run_turn(campaign, at="2026-03-11T12:00Z")
    table.send(campaign, sheet("Bob", "1", "add 9"), at="2026-03-12T12:00Z", late=True)
    table.send(campaign, sheet("Bob", "1", "add 8"), at="2026-03-12T13:00Z")
    rule(campaign, "1", b"set ilse.total = 4 because it was wrong", "c.txt", at="2026-03-12T14:00Z")
    rerun(campaign, "1", at="2026-03-13T12:00Z")
    both(campaign, "3", "2026-03-14T12:00Z")
    run_turn(campaign, at="2026-03-15T12:00Z")
    order = [Sent, Sent, Ruled, Ruled, Run, Sent, Sent, Ruled, TimelineRerun, Sent, Sent, Run]
    assert kinds(campaign)[6:] == order
    again(campaign, tmp_path)


def test_a_rerun_that_asked_something_new(campaign: Campaign, tmp_path: Path) -> None:
    both(campaign, "2", "2026-03-10T12:00Z")
    run_turn(campaign, at="2026-03-11T12:00Z")
    table.send(campaign, sheet("Ilse", "2", "add 13"), at="2026-03-12T12:00Z", late=True)
    assert rerun(campaign, "2", at="2026-03-12T13:00Z").stopped == "2"
    rule(campaign, "2", b"answer T-A3 ilse: yes because so", "a.txt", at="2026-03-12T14:00Z")
    rerun(campaign, "2", at="2026-03-12T15:00Z")
    assert kinds(campaign)[6:] == [Sent, Sent, Run, Sent, Ruled, TimelineRerun]
    again(campaign, tmp_path)


def test_things_of_the_same_second_keep_their_order(campaign: Campaign, tmp_path: Path) -> None:
    for turn in ("2", "3"):
        both(campaign, turn, TABLE)
        text = f"set bob.total = {turn} because it was wrong".encode()
        rule(campaign, turn, text, "r.txt", at=TABLE)
        run_turn(campaign, at=TABLE)
        table.send(campaign, sheet("Bob", turn, "add 9"), at=TABLE, late=True)
    rerun(campaign, "2", at=TABLE)
    assert kinds(campaign)[6:] == [Sent, Sent, Ruled, Run, Sent] * 2 + [TimelineRerun]
    again(campaign, tmp_path)


def test_real_dice_and_a_missing_sheet(campaign: Campaign, tmp_path: Path) -> None:
    table.send(campaign, sheet("Bob", "2", "add 3"), at="2026-03-10T12:00Z")
    run_turn(
        campaign, how=How(missing_ok=True), dice_script=("d.txt", b"7\n"), at="2026-03-11T12:00Z"
    )
    again(campaign, tmp_path)


def test_letters_without_a_sheet_and_with_two(campaign: Campaign, tmp_path: Path) -> None:
    hello = b"Hello there\n"
    table.send(campaign, hello, at="2026-03-10T11:00Z")
    whole = sheet("Ilse", "2", "add 1") + sheet("Bob", "2", "add 2")
    table.send(campaign, whole, whole, at="2026-03-10T12:00Z")
    run_turn(campaign, at="2026-03-11T12:00Z")
    # Two letters that say the same are two letters; one for two players is one.
    assert kinds(campaign)[6:] == [Sent, Sent, Sent, Run]
    again(campaign, tmp_path)


def test_a_step_that_cannot_be_done_again_is_named(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_args: object, **_more: object) -> None:
        raise Faults

    monkeypatch.setattr(demo_module, "run_turn", stop)
    with pytest.raises(Faults, match="eridani: step run of turn 0 cannot be repeated"):
        demo(tmp_path / "demo")


def test_a_run_stopped_by_a_battle_went_past_notes_if_the_one_that_came_through_did() -> None:
    """Else a note would hold it, and what the answer is for would not be on the docket."""
    held = {
        step.turn: step.go_on for step in steps_of(CAMPAIGNS / "age") if isinstance(step, HeldRun)
    }
    assert (held["12"], held["17"], held["18"]) == (False, True, True)
