"""Old turns packed: the same bytes each time, everything works on them, and back again."""

from __future__ import annotations

import gzip
import io
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.kit.problems import CampaignFault, Faults
from pbm.service.api import archive, explain, replay, report, rerun, rule, run_turn, status, unpack
from pbm.service.timeline import steps_of
from pbm.storage.archive_format import (
    PACK_FILE,
    PACK_SEAL,
    PACKED,
    pack_bytes,
    pack_faults,
    packed_files,
)
from pbm.storage.atomic_files import sweep
from pbm.storage.turn_folders import all_stages, in_force
from pbm.turns.history import verify
from tests.core import table
from tests.faults.test_killed import Killed, killed_at, sheets

pytestmark = pytest.mark.usefixtures("tiny_table")


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Turns 0 to 4, the sheets of turn 5 in."""
    campaign = table.played(tmp_path, 4)
    table.send(campaign, *(data for _name, data in sheets("5")), at="2026-03-20T10:00Z")
    return campaign


def contents(campaign: Campaign) -> dict[str, bytes | None]:
    """Every recorded file of every turn, as a command reads it."""
    stages = all_stages(campaign.folder)
    return {
        f"{stage.name}/{name}": stage.read(name) for stage in stages for name in stage.part.files
    }


def test_all_but_the_newest_turns_are_packed(campaign: Campaign) -> None:
    before = contents(campaign)
    heard: list[tuple[str, int, int]] = []
    done = archive(campaign, progress=lambda *said: heard.append(said))
    assert [one.folder.name for one in done] == ["000", "001"]
    assert all(one.before > 0 for one in done)
    assert heard == [("turns packed", 1, 2), ("turns packed", 2, 2)]
    for name in ("000", "001"):
        names = sorted(path.name for path in (campaign.folder / "turns" / name).iterdir())
        assert names == ["packed", "turn.sha256", "turn.toml"]
    assert not (campaign.folder / "turns/002" / PACKED).exists()
    assert not (campaign.folder / "turns/new" / PACKED).exists()
    assert contents(campaign) == before
    assert None not in before.values()
    assert archive(campaign) == []
    assert [one.folder.name for one in archive(campaign, keep=1)] == ["002", "003"]


def test_a_pack_is_a_plain_archive_with_a_plain_seal(campaign: Campaign) -> None:
    archive(campaign)
    folder = campaign.folder / "turns/001" / PACKED
    with tarfile.open(folder / PACK_FILE) as tar:
        assert tar.getnames() == sorted(tar.getnames())
        assert {(one.mtime, one.uid, one.uname) for one in tar} == {(0, 0, "")}
        assert "reports/ilse/packet.json" in tar.getnames()
    subprocess.run(["sha256sum", "-c", "--quiet", PACK_SEAL], cwd=folder, check=True)
    assert (folder / PACK_FILE).read_bytes()[4:8] == bytes(4)  # no time in the head of gzip


def test_the_same_files_give_the_same_pack() -> None:
    one = pack_bytes({"b": b"2", "a/c": b"1" * 1000})
    assert one == pack_bytes({"a/c": b"1" * 1000, "b": b"2"})
    with tarfile.open(fileobj=io.BytesIO(gzip.decompress(one))) as tar:
        assert tar.getnames() == ["a/c", "b"]


def test_everything_works_on_packed_turns(campaign: Campaign, tmp_path: Path) -> None:
    twin = tmp_path / "twin" / "eridani"
    shutil.copytree(campaign.folder, twin)
    other = open_campaign(twin)
    archive(campaign, keep=1)
    assert replay(campaign) == []
    assert status(campaign).lines == status(other).lines
    assert status(campaign).rows == status(other).rows
    assert steps_of(campaign.folder) == steps_of(twin)
    for what in ("ilse", "ilse:2"):
        assert explain(campaign, "1", what) == explain(other, "1", what)
    (made,) = [one for one in report(campaign, "1", "Ilse") if one.path.name == "packet.json"]
    assert made.same
    assert made.path.read_bytes() == (twin / "turns/001/reports/ilse/packet.json").read_bytes()
    archive(campaign, keep=1)  # what report put there is packed already
    assert not made.path.exists()
    for each in (campaign, other):
        run_turn(each, at="2026-03-20T12:00Z")
        rule(each, "1", b"set bob.total = 40 because so\n", "r.txt", at="2026-03-21T12:00Z")
        assert rerun(each, "1", preview=True, at="2026-03-22T12:00Z").changes
        rerun(each, "1", at="2026-03-22T12:00Z")
    assert contents(campaign) == contents(other)
    assert replay(campaign) == []


def test_pages_left_out_are_made_again(campaign: Campaign) -> None:
    archive(campaign, keep=1, pdfs=False)
    first = campaign.folder / "turns/001"
    assert not any(name.endswith(".pdf") for name in packed_files(first))
    assert replay(campaign) == []
    made = report(campaign, "1", "Ilse")
    assert all(one.same for one in made)
    assert (first / "reports/ilse/report.pdf").is_file()


def test_unpacked_it_is_as_it_was(campaign: Campaign) -> None:
    before = table.tree(campaign.folder)
    archive(campaign)
    assert [one.folder.name for one in unpack(campaign)] == ["000", "001"]
    assert table.tree(campaign.folder) == before
    assert unpack(campaign) == []


def test_a_changed_pack_is_found(campaign: Campaign) -> None:
    archive(campaign)
    file = campaign.folder / "turns/001" / PACKED / PACK_FILE
    data = file.read_bytes()
    changed = pack_bytes({**packed_files(campaign.folder / "turns/001"), "orders/bob/1.txt": b"x"})
    file.write_bytes(changed)
    with pytest.raises(CampaignFault, match=r"turns/001/packed/files.tar.gz was changed"):
        run_turn(campaign, at="2026-03-20T12:00Z")
    # With a seal that fits, what it holds does not fit the record.
    (file.parent / PACK_SEAL).write_text(
        subprocess.run(
            ["sha256sum", PACK_FILE], cwd=file.parent, check=True, capture_output=True, text=True
        ).stdout
    )
    assert pack_faults(campaign.folder / "turns/001") == []
    assert [one.file for one in replay(campaign)] == ["turns/001/orders/bob/1.txt"]
    with pytest.raises(CampaignFault, match=r"orders/bob/1.txt was changed"):
        explain(campaign, "1", "ilse")
    file.write_bytes(data[: len(data) // 2])
    with pytest.raises(CampaignFault, match="cannot be read"):
        explain(campaign, "1", "ilse")
    file.unlink()
    with pytest.raises(CampaignFault, match="cannot be read"):
        verify(campaign, in_force(campaign.folder))


def test_a_damaged_turn_is_not_packed(campaign: Campaign) -> None:
    (campaign.folder / "turns/000/events.jsonl").write_text("")
    before = table.tree(campaign.folder)
    with pytest.raises(CampaignFault, match=r"events.jsonl was changed"):
        archive(campaign)
    assert table.tree(campaign.folder) == before
    with pytest.raises(Faults, match="newest turn cannot be packed"):
        archive(campaign, keep=0)


def test_a_pack_cannot_write_elsewhere(campaign: Campaign) -> None:
    archive(campaign)
    folder = campaign.folder / "turns/001" / PACKED
    held = dict(packed_files(folder.parent))
    for name in ("../../evil", "/evil", "turn.toml"):
        (folder / PACK_FILE).write_bytes(pack_bytes({**held, name: b"x"}))
        with pytest.raises(CampaignFault, match="outside its folder"):
            unpack(campaign)
    assert not (campaign.folder / "evil").exists()


def pack_all(campaign: Campaign) -> None:
    archive(campaign, keep=1)


def unpack_all(campaign: Campaign) -> None:
    unpack(campaign)


@pytest.mark.parametrize("do", [pack_all, unpack_all])
def test_killed_at_any_call_every_file_can_be_read(
    tmp_path: Path, do: Callable[[Campaign], None]
) -> None:
    model = table.played(tmp_path, 1)
    if do is unpack_all:
        pack_all(model)
    files = contents(model)

    def again(folder: Path) -> Campaign:
        shutil.rmtree(folder.parent, ignore_errors=True)
        shutil.copytree(model.folder, folder)
        return open_campaign(folder)

    done = again(tmp_path / "done" / "eridani")
    with killed_at(10**9, Killed()) as count:
        do(done)
        calls = count()
    whole = table.tree(done.folder)
    for number in range(1, calls + 1, 1 if calls < 60 else 3):
        campaign = again(tmp_path / "work" / "eridani")
        with pytest.raises(Killed), killed_at(number, Killed()):
            do(campaign)
        assert contents(campaign) == files, number
        verify(campaign, in_force(campaign.folder))
        do(campaign)
        sweep(campaign.folder)
        assert table.tree(campaign.folder) == whole, number


def test_a_changed_pack_is_not_unpacked(campaign: Campaign) -> None:
    archive(campaign)
    before = table.tree(campaign.folder)
    file = campaign.folder / "turns/001" / PACKED / PACK_FILE
    held = packed_files(campaign.folder / "turns/001")
    file.write_bytes(pack_bytes({**held, "orders/bob/1.txt": b"x"}))
    with pytest.raises(CampaignFault, match=r"orders/bob/1.txt was changed"):
        unpack(campaign)
    file.write_bytes(before[f"turns/001/{PACKED}/{PACK_FILE}"])
    assert table.tree(campaign.folder) == before


def test_folders_in_a_pack_are_no_files(tmp_path: Path) -> None:
    """As `tar` makes one by hand."""
    inside = io.BytesIO()
    with tarfile.open(fileobj=inside, mode="w") as tar:
        folder = tarfile.TarInfo("orders")
        folder.type = tarfile.DIRTYPE
        tar.addfile(folder)
        file = tarfile.TarInfo("orders/1.txt")
        file.size = 2
        tar.addfile(file, io.BytesIO(b"hi"))
    (tmp_path / PACKED).mkdir()
    (tmp_path / PACKED / PACK_FILE).write_bytes(gzip.compress(inside.getvalue()))
    assert dict(packed_files(tmp_path)) == {"orders/1.txt": b"hi"}
