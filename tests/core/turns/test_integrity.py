"""What is not as it was written: each file by its name, and where two of them first differ."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.campaign.inbox import entries, open_part
from pbm.kit.problems import CampaignFault, render_all
from pbm.service.api import replay, rerun, rule, run_turn, submit
from pbm.storage.turn_folders import all_stages, in_force
from pbm.turns.history import beginning_faults
from pbm.turns.integrity import _Held, _of_entry, first_difference, open_faults, other_faults
from tests.core import table

pytestmark = pytest.mark.usefixtures("tiny_table")


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """The set-up is done."""
    return table.played(tmp_path, 0)


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """A campaign from before the hashes of its own files were recorded."""
    monkeypatch.setattr("pbm.service.create.own_hashes", lambda *_what: {})
    return table.played(tmp_path, 0)


@pytest.mark.parametrize(
    ("name", "stored", "made", "said"),
    [
        ("a.json", b'{"a": 1}', b'{"a": 1}', ""),
        ("a.json", b'{"a": 1}', b'{"a":1}', ""),
        ("a.json", b"[1]", b"[ 1]", ""),
        ("a.json", b'{"a": [1, 2]}', b'{"a": [1, 3]}', ", first in a.1: 2 then, 3 now"),
        ("a.json", b'{"a": [1]}', b'{"a": [1, 3]}', ", first in a: [1] then, [1, 3] now"),
        ("a.json", b'{"a": 1, "b": 2}', b'{"a": 1}', ", first in b: 2 then, null now"),
        ("a.json", b"{", b"[", ""),
        ("e.jsonl", b"{}\nx\n", b"{}\ny\n", ", first in line 2 (no event)"),
        (
            "e.jsonl",
            b'{"id":"e1","kind":"add","phase":"1"}\n',
            b"",
            ", first in line 1 (e1, add in 1)",
        ),
        ("a.txt", b"one", b"two", ""),
    ],
)
def test_where_two_files_first_differ(name: str, stored: bytes, made: bytes, said: str) -> None:
    assert first_difference(name, stored, made) == said


def test_a_changed_intake_is_named(campaign: Campaign) -> None:
    table.send(campaign, table.sheet("Ilse", "1", "add 2"))
    file = campaign.folder / "inbox/001/ilse/1.toml"
    file.write_text(file.read_text().replace("2026-03-02", "2026-03-01"))
    with pytest.raises(CampaignFault) as fault:
        entries(campaign.folder, "1")
    said = render_all(fault.value.problems)
    assert "inbox/001/ilse/1.toml was changed after it was written" in said
    assert "Put it back from a copy of the campaign" in said
    assert any("inbox/001/ilse/1.toml" in one.file for one in replay(campaign))


def test_a_receipt_from_before_receipts_had_their_hash_is_taken(campaign: Campaign) -> None:
    table.send(campaign, table.sheet("Ilse", "1", "add 2"))
    (entry,) = entries(campaign.folder, "1")
    (campaign.folder / "inbox/001/ilse/1.receipt.txt").write_text("other words")
    assert [one.file for one in replay(campaign)] == ["inbox/001/ilse/1.receipt.txt"]
    older = replace(entry, part=replace(entry.part, receipt=""))
    assert list(_of_entry(campaign.folder, older, _Held(strict=False, receipts=True))) == []


def stopped(campaign: Campaign) -> Path:
    """A campaign whose turn 1 the docket holds up."""
    texts = [("a", table.sheet("Ilse", "1", "add 13")), ("b", table.sheet("Bob", "1", "add 3"))]
    submit(campaign, texts, at=table.LATER)
    run_turn(campaign, at=table.LATER)
    return campaign.folder / "turns/001.open"


def test_a_changed_note_of_what_holds_a_turn_up_is_named(campaign: Campaign) -> None:
    folder = stopped(campaign)
    assert open_part(campaign.folder, "1") is not None
    assert list(open_faults(campaign.folder)) == []
    file = folder / "docket.json"
    file.write_text(file.read_text().replace("T-A3", "T-A4"))
    with pytest.raises(CampaignFault, match="is not as pbm wrote it"):
        open_part(campaign.folder, "1")
    (problem,) = open_faults(campaign.folder)
    assert problem.remedy == "Delete turns/001.open and run the turn again"
    file.unlink()
    (problem,) = open_faults(campaign.folder)
    assert problem.fault == f"turns/001.open/{file.name} is missing"


def test_a_folder_that_is_called_like_none_of_ours_is_left_alone(campaign: Campaign) -> None:
    folder = stopped(campaign)
    shutil.copytree(folder, folder.with_name("mine.open"))
    assert list(open_faults(campaign.folder)) == []


def run_again(campaign: Campaign) -> None:
    """Turn 1, run and run again with a ruling."""
    table.send(campaign, table.sheet("Ilse", "1", "add 2"), table.sheet("Bob", "1", "add 3"))
    run_turn(campaign, at=table.LATER)
    rule(campaign, "1", b"set bob.total = 4 because so", "r.txt", at=table.LATER)
    rerun(campaign, "1", at=table.LATER)


def test_a_seal_that_is_gone_of_a_turn_that_was_run_again_is_missed(campaign: Campaign) -> None:
    run_again(campaign)
    every, chain = all_stages(campaign.folder), in_force(campaign.folder)
    assert list(other_faults(every, chain)) == []
    (campaign.folder / "turns/001/turn.sha256").unlink()
    every, chain = all_stages(campaign.folder), in_force(campaign.folder)
    assert [one.fault for one in other_faults(every, chain)] == ["turns/001/turn.sha256 is missing"]


def test_a_campaign_from_before_there_were_seals_misses_none(older: Campaign) -> None:
    run_again(older)
    for seal in older.folder.glob("turns/*/turn.sha256"):
        seal.unlink()
    assert list(other_faults(all_stages(older.folder), in_force(older.folder))) == []


def test_another_seed_is_found_without_the_hashes_of_the_campaigns_files(older: Campaign) -> None:
    """Older campaigns have the mark of their seed alone."""
    first = in_force(older.folder)[0]
    assert beginning_faults(older, first) == []
    secret = older.folder / "secret.toml"
    secret.write_text(secret.read_text().replace("a seed", "another"))
    (problem,) = beginning_faults(open_campaign(older.folder), first)
    assert problem.fault == (
        "secret.toml, or the name in campaign.toml, was changed after the campaign began"
    )


def test_other_players_are_found_by_the_beginning_they_give(older: Campaign) -> None:
    first = in_force(older.folder)[0]
    file = older.folder / "campaign.toml"
    file.write_text(file.read_text().replace('name = "Bob"', 'name = "Rob"'))
    (problem,) = beginning_faults(open_campaign(older.folder), first)
    assert problem.fault == "campaign.toml or scenario.toml was changed after the campaign began"
    assert problem.reason.endswith("do not lead to the stored beginning")
