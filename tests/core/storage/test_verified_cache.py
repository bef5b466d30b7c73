"""What was found whole is not read again, unless the disk says that anything of it changed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.kit.problems import CampaignFault, render_all
from pbm.service.api import How, archive, replay, run_turn
from pbm.storage import verified_cache
from pbm.storage.atomic_files import LOCK, put_note
from pbm.storage.turn_folders import StoredStage, in_force
from pbm.turns import history
from tests.core import table


class Reading:
    """Which stages' files are held against their hashes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stages: list[str] = []
        real = history.faults_of

        def watched(stage: StoredStage, *, pages: bool = True) -> list[object]:
            if pages:
                self.stages.append(stage.name)
            return list(real(stage, pages=pages))

        monkeypatch.setattr(history, "faults_of", watched)

    def of_a_run(self, campaign: Campaign, dry: bool = False) -> list[str]:
        self.stages.clear()
        run_turn(campaign, how=How(missing_ok=True, dry=dry), at="2026-03-20T12:00Z")
        return self.stages


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Four turns, on a disk on which a file is never too new."""
    table.set_table(monkeypatch)
    monkeypatch.setattr(verified_cache, "SETTLED_NS", -(10**15))
    return table.played(tmp_path, 3)


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Reading:
    return Reading(monkeypatch)


def test_a_run_reads_the_turns_that_it_does_not_know(campaign: Campaign, reading: Reading) -> None:
    assert reading.of_a_run(campaign) == ["003"]
    assert reading.of_a_run(campaign) == ["004"]
    (campaign.folder / LOCK).write_bytes(b"")
    assert reading.of_a_run(campaign) == ["new", "000", "001", "002", "003", "004", "005"]


def test_files_that_are_too_new_are_read_again(
    campaign: Campaign, reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verified_cache, "SETTLED_NS", 10**15)
    (campaign.folder / LOCK).write_bytes(b"")
    assert len(reading.of_a_run(campaign)) == 5
    assert len(reading.of_a_run(campaign)) == 6


def test_a_change_is_found_though_size_and_time_are_put_back(
    campaign: Campaign, reading: Reading
) -> None:
    file = campaign.folder / "turns/001/events.jsonl"
    before, data = file.stat(), file.read_bytes()
    file.write_bytes(data[:-2] + bytes([data[-2] ^ 1]) + data[-1:])
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(CampaignFault) as fault:
        reading.of_a_run(campaign)
    assert "turns/001/events.jsonl was changed" in render_all(fault.value.problems)
    assert reading.stages == ["001", "003"]
    file.write_bytes(data)
    assert reading.of_a_run(campaign) == ["001", "003"]
    assert reading.of_a_run(campaign) == ["004"]


def test_an_input_that_is_gone_is_found(campaign: Campaign, reading: Reading) -> None:
    (campaign.folder / "turns/002/orders/bob/1.txt").unlink()
    (campaign.folder / "inbox/002/bob/1.txt").unlink()
    with pytest.raises(CampaignFault, match=r"turns/002/orders/bob/1.txt is missing"):
        reading.of_a_run(campaign)


def test_a_file_that_can_be_made_again_may_go(campaign: Campaign, reading: Reading) -> None:
    (campaign.folder / "turns/002/reports/bob/report.html").unlink()
    assert reading.of_a_run(campaign) == ["002", "003"]
    assert reading.of_a_run(campaign) == ["004"]


def test_a_copy_of_a_campaign_is_read(campaign: Campaign, reading: Reading, tmp_path: Path) -> None:
    again = tmp_path / "copy" / "eridani"
    shutil.copytree(campaign.folder, again)
    assert reading.of_a_run(open_campaign(again)) == ["new", "000", "001", "002", "003"]


def test_a_file_that_is_elsewhere_is_looked_at_there(campaign: Campaign, reading: Reading) -> None:
    file, there = campaign.folder / "turns/001/events.jsonl", campaign.folder.parent / "there"
    file.rename(there)
    file.symlink_to(there)
    assert reading.of_a_run(campaign) == ["001", "003"]
    assert reading.of_a_run(campaign) == ["004"]
    there.write_bytes(there.read_bytes().swapcase())
    with pytest.raises(CampaignFault, match=r"turns/001/events.jsonl was changed"):
        reading.of_a_run(campaign)


@pytest.mark.parametrize(
    "notes",
    [
        *(b"\xff", b"[]", b"{", b'{"format":"pbm-noted-1"}', b'{"format":"x","whole":{}}'),
        b'{"format":"pbm-noted-1","names":[],"whole":{"000":[0,"x"]}}',
        b'{"format":"pbm-noted-1","names":["a\\u0000b"],"whole":{"000":[0,"x"]}}',
        b'{"format":"pbm-noted-1","names":["turn.toml"],"whole":{"000":[0,"x"],"new":1}}',
        b"[" * 10**5,
    ],
)
def test_spoilt_notes_are_none(campaign: Campaign, reading: Reading, notes: bytes) -> None:
    put_note(campaign.folder, notes)
    assert len(reading.of_a_run(campaign)) == 5
    assert reading.of_a_run(campaign) == ["004"]


def test_a_dry_run_notes_nothing(campaign: Campaign, reading: Reading) -> None:
    before = (campaign.folder / LOCK).read_bytes()
    assert reading.of_a_run(campaign, dry=True) == ["003"]
    assert (campaign.folder / LOCK).read_bytes() == before


def test_a_packed_turn_is_held_by_its_pack(campaign: Campaign, reading: Reading) -> None:
    reading.of_a_run(campaign)
    archive(campaign, keep=1)
    assert reading.of_a_run(campaign) == ["004"]  # the packs are new, and are not opened
    pack = campaign.folder / "turns/001/packed/files.tar.gz"
    data = pack.read_bytes()
    pack.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(CampaignFault, match=r"turns/001/packed/files.tar.gz was changed"):
        reading.of_a_run(campaign)


def test_a_replay_reads_everything(
    campaign: Campaign, reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading.of_a_run(campaign)
    monkeypatch.setattr(verified_cache.VerifiedCache, "is_whole", lambda _self, _stage: True)
    file = campaign.folder / "turns/001/gm/book.json"
    file.write_bytes(file.read_bytes() + b" ")
    assert [one.file for one in replay(open_campaign(campaign.folder))] == [
        "turns/001/gm/book.json"
    ]


def test_nothing_is_noted_where_the_lock_cannot_be_written(campaign: Campaign) -> None:
    (campaign.folder / LOCK).unlink()
    known = verified_cache.VerifiedCache(campaign.folder)
    chain = in_force(campaign.folder)
    assert [stage.name for stage in chain if known.is_whole(stage)] == []
    known.keep([known.look_at(stage) for stage in chain])
    assert not (campaign.folder / LOCK).exists()


def test_a_file_that_cannot_be_looked_at_is_not_noted(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verified_cache, "_names", lambda _stage: ["turn.toml", "x" * 5000])
    known = verified_cache.VerifiedCache(campaign.folder)
    looked = known.look_at(in_force(campaign.folder)[1])
    assert looked.mark == ""
    known.keep([looked])
    assert b'"000"' not in (campaign.folder / LOCK).read_bytes()
