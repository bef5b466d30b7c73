"""Reruns: revisions by one switch, corrected reports, later turns adjudicated again."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign, quiet
from pbm.packets.build import Packet
from pbm.service import api
from pbm.service.api import Faults, docket, replay, rerun, rule, run_turn, status
from pbm.service.corrections import StagePair
from pbm.service.rerun import _play_on
from pbm.storage.turn_folders import in_force
from tests.core import table
from tests.core.table import sheet

rerunning: Any = import_module("pbm.service.rerun")


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Turns 0 to 3 were run; turn 4 is due."""
    table.set_table(monkeypatch)
    return table.played(tmp_path, 3)


def names(campaign: Campaign) -> list[str]:
    return [stage.name for stage in in_force(campaign.folder)]


def total(campaign: Campaign, stage: str, player: str) -> int:
    whole = json.loads((campaign.folder / "turns" / stage / "state.json").read_text())
    found: int = whole["state"]["totals"][player]
    return found


def packet(campaign: Campaign, stage: str, player: str) -> Packet:
    found: Packet = json.loads(
        (campaign.folder / "turns" / stage / "reports" / player / "packet.json").read_text()
    )
    return found


def correct(campaign: Campaign, turn: str, text: bytes) -> None:
    rule(campaign, turn, text, "r.txt", at=table.LATER)


def test_a_preview_writes_nothing_and_shows_what_changes(campaign: Campaign) -> None:
    correct(campaign, "2", b"set bob.total = 40 because it was wrong")
    before = table.tree(campaign.folder)
    again = rerun(campaign, "2", preview=True, at="2026-03-09T12:00Z")
    assert again.folders == ()
    assert set(again.changes) == {"Ilse", "Bob"}
    lines = again.changes["Bob"].splitlines()
    was = total(campaign, "002", "bob")
    assert lines[:2] == ["Turn 2:", "  Ruled: set bob.total = 40, because it was wrong."]
    assert f"    total: {was - total(campaign, '001', 'bob') + 40}; was: {was}" in lines
    assert "  Ruled in turn 2: set bob.total = 40, because it was wrong." in lines
    assert "\nThe report of Bob would change:" in again.lines
    assert table.tree(campaign.folder) == before


def test_a_turn_and_all_later_ones_are_made_again(campaign: Campaign) -> None:
    old = {stage: total(campaign, stage, "bob") for stage in ("002", "003")}
    was = total(campaign, "001", "bob")
    correct(campaign, "2", b"set bob.total = 40 because it was wrong")
    before = table.tree(campaign.folder / "turns")
    again = rerun(campaign, "2", at="2026-03-09T12:00Z")
    assert [folder.name for folder in again.folders] == ["002.r2", "003.r2"]
    assert names(campaign) == ["new", "000", "001", "002.r2", "003.r2"]
    # The dice are the same: every later total moves by what the ruling changed.
    for stage in ("002", "003"):
        assert total(campaign, f"{stage}.r2", "bob") - old[stage] == 40 - was
    after = table.tree(campaign.folder / "turns")
    assert {name: after[name] for name in before} == before
    assert replay(campaign) == []
    assert b"rerun_at" in after["002.r2/turn.toml"]


def test_corrected_reports_are_marked_and_sent(campaign: Campaign) -> None:
    correct(campaign, "3", b"set bob.total = 40 because it was wrong")
    rerun(campaign, "3", at="2026-03-09T12:00Z")
    out = (campaign.folder / "outbox/003.r2.toml").read_text()
    assert out.count("corrected = true") == 2
    found = packet(campaign, "003.r2", "bob")
    assert found["corrected"] == "This report replaces the one of 2026-03-05T20:00:00Z."
    assert found["made"] == packet(campaign, "003", "bob")["made"]
    assert packet(campaign, "003", "bob")["corrected"] == ""
    (cause, *_more) = found["correction"]
    assert (cause["cause"], cause["reason"]) == ("Ruled: set bob.total = 40", "it was wrong")
    # A replay makes the same bytes from what is kept with the turn.
    assert replay(campaign) == []
    kept = campaign.folder / "turns/003.r2/correction.json"
    kept.write_bytes(kept.read_bytes().replace(b"40", b"41"))
    assert [one.cause for one in replay(campaign)] == ["altered file"]


def test_who_sees_no_change_keeps_the_very_packet_he_has(campaign: Campaign) -> None:
    # Set-up is secret: only Ilse's own report tells what she hid.
    table.send(campaign, sheet("Ilse", "0", "hide 9"), late=True)
    again = rerun(campaign, "0", at="2026-03-09T12:00Z")
    assert set(again.changes) == {"Ilse"}
    assert "Nothing changes for Bob." in again.lines
    assert names(campaign) == ["new", "000.r2", "001.r2", "002.r2", "003.r2"]
    for stage in ("000", "001", "002", "003"):
        one = (campaign.folder / f"turns/{stage}/reports/bob/packet.json").read_bytes()
        other = (campaign.folder / f"turns/{stage}.r2/reports/bob/packet.json").read_bytes()
        assert one == other
        out = (campaign.folder / f"outbox/{stage}.r2.toml").read_text()
        assert "bob" not in out
        assert "ilse" in out
    assert replay(campaign) == []


def test_without_anything_new_nothing_is_run_again(campaign: Campaign) -> None:
    before = table.tree(campaign.folder)
    again = rerun(campaign, "2", at="2026-03-09T12:00Z")
    assert (again.folders, again.changes) == ((), {})
    assert again.lines[0].startswith("Nothing to run again: no ruling and no late sheet came since")
    assert table.tree(campaign.folder) == before


def test_a_preview_does_not_ask_the_clock(campaign: Campaign) -> None:
    correct(campaign, "2", b"set bob.total = 30 because it was wrong")
    assert rerun(campaign, "2", preview=True, at="2020-01-01T12:00Z").changes


def test_a_change_that_nobody_sees_sends_nothing(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "2", "add 2"), late=True)
    again = rerun(campaign, "2", at="2026-03-09T12:00Z")
    assert again.changes == {}
    assert "No player's report changes." in again.lines
    assert not any(line.startswith("Nothing changes for") for line in again.lines)
    assert "letters = []" in (campaign.folder / "outbox/002.r2.toml").read_text()


def test_a_late_sheet_counts_in_a_rerun_and_a_plain_one_does_not(campaign: Campaign) -> None:
    (refused,) = table.send(campaign, sheet("Ilse", "3", "add 9"))
    assert not refused.accepted
    assert rerun(campaign, "3", preview=True, at="2026-03-09T12:00Z").changes == {}
    before = total(campaign, "003", "ilse")
    table.send(campaign, sheet("Ilse", "3", "add 9"), late=True)
    rerun(campaign, "3", at="2026-03-09T12:00Z")
    assert total(campaign, "003.r2", "ilse") == before + 7
    text = (campaign.folder / "turns/003.r2/turn.toml").read_text()
    assert "late = true" in text
    assert replay(campaign) == []


def test_a_second_rerun_stands_on_the_first(campaign: Campaign) -> None:
    correct(campaign, "2", b"set bob.total = 30 because it was wrong")
    rerun(campaign, "2", at="2026-03-09T12:00Z")
    correct(campaign, "3", b"set ilse.total = 30 because it was wrong")
    again = rerun(campaign, "3", at="2026-03-10T12:00Z")
    assert [folder.name for folder in again.folders] == ["003.r3"]
    assert names(campaign)[-2:] == ["002.r2", "003.r3"]
    table.send(campaign, sheet("Ilse", "4", "add 1"), sheet("Bob", "4", "add 1"))
    assert run_turn(campaign, at="2026-03-11T12:00Z").folder == campaign.folder / "turns/004"
    assert replay(campaign) == []


def test_orders_that_are_illegal_now_are_listed_and_on_the_docket(campaign: Campaign) -> None:
    correct(campaign, "2", b"set ilse.total = 59 because it was wrong")
    again = rerun(campaign, "2", at="2026-03-09T12:00Z")
    assert again.illegal == ("Ilse, turn 3, line 2 is not allowed any more: 2 takes you beyond 60",)
    assert any("On the docket: Ilse" in line for line in again.lines)
    rows = docket(campaign)
    assert [(row["id"], row["turn"], row["answered"]) for row in rows] == [("ilse-2", "3", False)]
    assert status(campaign).questions == 1
    assert replay(campaign) == []
    correct(campaign, "3", b"answer ilse-2: it stays so because it was your own fault")
    assert docket(campaign)[0]["answered"]
    assert status(campaign).questions == 0


def test_orders_that_were_illegal_before_are_not_listed_again(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "4", "add 1", "add 21"), sheet("Bob", "4", "add 1"))
    run_turn(campaign, at="2026-03-08T12:00Z")
    correct(campaign, "4", b"set bob.total = 5 because it was wrong")
    assert rerun(campaign, "4", at="2026-03-09T12:00Z").illegal == ()


def test_a_turn_that_now_ends_the_game_drops_the_later_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 3, goal=55)
    correct(campaign, "1", b"set bob.total = 54 because it was wrong")
    again = rerun(campaign, "1", at="2026-03-09T12:00Z")
    assert [folder.name for folder in again.folders] == ["001.r2"]
    assert again.lines[-1] == (
        "The reports of turns 2 and 3 no longer count; those that were sent stay sent."
    )
    assert names(campaign) == ["new", "000", "001.r2"]
    assert status(campaign).result == "bob wins"
    # And back again: the later turns are revisions, the dropped ones stay as they are.
    correct(campaign, "1", b"set bob.total = 0 because it was right")
    rerun(campaign, "1", at="2026-03-10T12:00Z")
    assert names(campaign) == ["new", "000", "001.r3"]
    run_turn(campaign, at="2026-03-11T12:00Z")
    run_turn(campaign, at="2026-03-11T13:00Z")
    assert names(campaign) == ["new", "000", "001.r3", "002.r2", "003.r2"]
    assert replay(campaign) == []


def test_a_later_turn_that_asks_now_is_open_again(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "3", "add 13"), late=True)
    again = rerun(campaign, "2", at="2026-03-09T12:00Z")
    assert [folder.name for folder in again.folders] == ["002.r2"]
    assert again.stopped == "3"
    assert [row["id"] for row in again.docket] == ["T-A3 ilse"]
    assert again.lines[-1] == "Turn 3 is open again: it waits for your answers."
    assert status(campaign).due == ("3",)
    assert run_turn(campaign, at="2026-03-10T12:00Z").folder is None
    correct(campaign, "3", b"answer T-A3 ilse: yes because so")
    run_turn(campaign, at="2026-03-10T12:00Z")
    assert names(campaign)[-1] == "003.r2"


def test_a_turn_that_asks_itself_is_not_run_again(campaign: Campaign) -> None:
    table.send(campaign, sheet("Ilse", "3", "add 13"), late=True)
    before = table.tree(campaign.folder)
    again = rerun(campaign, "3", at="2026-03-09T12:00Z")
    assert again.folders == ()
    assert again.docket[0]["id"] == "T-A3 ilse"
    assert "cannot be run again until pbm rule has answers" in again.lines[0]
    assert table.tree(campaign.folder) == before
    # Nothing is played behind it.
    chain = in_force(campaign.folder)
    place = [stage.label for stage in chain].index("2")
    steps = list(_play_on(campaign, chain, place, quiet))
    assert [isinstance(one, StagePair) for one in steps] == [True, False]


def test_what_a_rerun_asks_can_be_answered(campaign: Campaign) -> None:
    """The question is new; it stands nowhere but in what `pbm rerun` said."""
    table.send(campaign, sheet("Ilse", "3", "add 13"), late=True)
    assert rerun(campaign, "3", at="2026-03-09T12:00Z").stopped == "3"
    with pytest.raises(Faults, match='"T-A3 bob" is not on the docket'):
        correct(campaign, "3", b"answer T-A3 bob: yes because so")
    correct(campaign, "3", b"answer t-a3 ilse: yes because so")
    again = rerun(campaign, "3", at="2026-03-09T13:00Z")
    assert [folder.name for folder in again.folders] == ["003.r2"]
    assert not again.stopped
    # What was answered so stays on the docket: a later ruling of the turn finds it there.
    correct(campaign, "3", b"set bob.total = 40 because it was wrong")
    correct(campaign, "3", b"answer T-A3 ilse: no because it was a slip")
    assert replay(campaign) == []


def test_set_up_before_set_up_is_no_turn(campaign: Campaign) -> None:
    with pytest.raises(Faults, match="new cannot be run again"):
        rerun(campaign, "new", at="2026-03-09T12:00Z")


def test_a_killed_rerun_changes_nothing(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later turns are written first; without the first revision none of them counts."""
    real = rerunning.put_folder
    written: list[str] = []

    def killed(path: Path, files: Any) -> None:
        if len(written) == 2:
            raise KeyboardInterrupt
        written.append(path.name)
        real(path, files)

    correct(campaign, "1", b"set bob.total = 40 because it was wrong")
    monkeypatch.setattr(rerunning, "put_folder", killed)
    with pytest.raises(KeyboardInterrupt):
        rerun(campaign, "1", at="2026-03-09T12:00Z")
    assert written == ["002.r2", "003.r2"]
    assert names(campaign) == ["new", "000", "001", "002", "003"]
    monkeypatch.setattr(rerunning, "put_folder", real)
    again = rerun(campaign, "1", at="2026-03-09T12:00Z")
    assert [folder.name for folder in again.folders] == ["001.r2", "002.r3", "003.r3"]
    assert names(campaign)[2:] == ["001.r2", "002.r3", "003.r3"]
    assert replay(campaign) == []


def test_a_long_rerun_holds_few_turns_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each turn is written as soon as the next is played; the first alone waits for the end."""
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 8)
    correct(campaign, "1", b"set bob.total = 40 because it was wrong")
    done: list[str] = []
    real_play, real_put = rerunning.play_stored, rerunning.put_folder

    def play(*args: Any) -> Any:
        done.append(f"play {args[2].label}")
        return real_play(*args)

    def put(path: Path, files: Any) -> None:
        done.append(f"put {path.name}")
        real_put(path, files)

    monkeypatch.setattr(rerunning, "play_stored", play)
    monkeypatch.setattr(rerunning, "put_folder", put)
    rerun(campaign, "1", at="2026-03-20T12:00Z")
    assert done[:5] == ["play 1", "play 2", "play 3", "put 002.r2", "play 4"]
    assert done[-4:] == ["play 8", "put 007.r2", "put 008.r2", "put 001.r2"]
    assert replay(campaign) == []


def test_a_rerun_that_cannot_be_done_leaves_nothing(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = rerunning.play

    def play(campaign: Campaign, game_state: Any, given: Any, **more: Any) -> Any:
        if given.mailing == "3":
            raise Faults()
        return real(campaign, game_state, given, **more)

    correct(campaign, "1", b"set bob.total = 40 because it was wrong")
    before = table.tree(campaign.folder)
    monkeypatch.setattr(rerunning, "play", play)
    with pytest.raises(Faults):
        rerun(campaign, "1", at="2026-03-20T12:00Z")
    assert table.tree(campaign.folder) == before


def test_dropped_turns_stay_dropped_after_a_later_rerun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last revision names what is dropped; a rerun that replaces it names it again."""
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 3, goal=55)
    correct(campaign, "2", b"set bob.total = 54 because it was wrong")
    rerun(campaign, "1", at="2026-03-09T12:00Z")
    assert names(campaign) == ["new", "000", "001.r2", "002.r2"]
    assert in_force(campaign.folder)[-1].part.drops == ("003",)
    correct(campaign, "2", b"set ilse.total = 3 because it was wrong")
    rerun(campaign, "2", at="2026-03-10T12:00Z")
    assert names(campaign) == ["new", "000", "001.r2", "002.r3"]
    assert replay(campaign) == []


def test_process_names_everything_it_promises() -> None:
    assert all(hasattr(api, name) for name in api.__all__)
