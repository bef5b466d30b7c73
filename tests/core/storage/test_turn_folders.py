"""Stages on disk: names, records, which of them are in force."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.kit.problems import CampaignFault, Faults, render_all
from pbm.service.api import check_sheet, replay, run_turn, status
from pbm.storage import turn_folders
from pbm.storage.turn_folders import all_stages, folder_name, in_force, mailing_of, stage_named
from pbm.storage.turn_toml import (
    QuestionPart,
    SheetPart,
    TurnHead,
    TurnPart,
    read_head,
    read_turn,
    turn_bytes,
)
from tests.core import table


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    table.set_table(monkeypatch)
    return table.played(tmp_path, 2).folder


@pytest.mark.parametrize(
    ("mailing", "revision", "name"),
    [
        ("0", 1, "000"),
        ("3.2", 1, "003.2"),
        ("12/SHOOT/3", 4, "012@SHOOT@3.r4"),
        ("1234", 1, "1234"),
    ],
)
def test_folders_name_their_mailing(mailing: str, revision: int, name: str) -> None:
    assert folder_name(mailing, revision) == name
    assert mailing_of(name) == (mailing, revision)


@pytest.mark.parametrize("name", ["new", "12", "003.open", ".tmp-003", "003.tmp~", "notes", ""])
def test_other_folders_are_not_stages(name: str) -> None:
    assert mailing_of(name) is None


@pytest.mark.parametrize("mailing", ["", "x", "3/../4", "3 ", "-1"])
def test_other_words_are_not_mailings(mailing: str) -> None:
    with pytest.raises(ValueError, match="is not a mailing"):
        folder_name(mailing)


def test_stages_in_force_follow_each_other(folder: Path) -> None:
    chain = in_force(folder)
    assert [stage.name for stage in chain] == ["new", "000", "001", "002"]
    assert [stage.part.sequence for stage in chain] == [0, 1, 2, 3]
    assert [stage.part.previous for stage in chain[1:]] == [stage.digest for stage in chain[:-1]]
    assert stage_named(chain, "1").name == "001"
    assert stage_named(chain, "002").label == "2"
    with pytest.raises(Faults, match="turn 7 was not run"):
        stage_named(chain, "7")


def test_a_changed_record_is_found(folder: Path) -> None:
    file = folder / "turns/001/turn.toml"
    file.write_text(file.read_text().replace("2026-03-03T20", "2026-03-03T21"))
    with pytest.raises(CampaignFault) as fault:
        in_force(folder)
    said = render_all(fault.value.problems)
    assert "turns/001/turn.toml was changed after it was written" in said
    assert "turns/001/turn.sha256" in said


def test_a_missing_record_is_found(folder: Path) -> None:
    (folder / "turns/001/turn.toml").unlink()
    with pytest.raises(CampaignFault, match=r"turns/001/turn.toml cannot be read"):
        in_force(folder)


def test_a_record_that_is_none_is_found(folder: Path) -> None:
    file = folder / "turns/001/turn.toml"
    good = file.read_text()
    file.write_text(good.replace("sequence = 2", "sequence = two"))
    with pytest.raises(CampaignFault, match="not TOML"):
        all_stages(folder)
    file.write_text(good.replace("sequence", "sequel"))
    with pytest.raises(CampaignFault, match="is not known here"):
        all_stages(folder)
    file.write_text(good.replace("pbm-turn-1", "pbm-turn-9"))
    with pytest.raises(CampaignFault, match="pbm-turn-9"):
        all_stages(folder)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('mailing = "2"', 'mailing = "two"'),
        ('run_at = "2026', 'run_at = "x2026'),
        ('zone = "UTC"', 'zone = "Middle/Earth"'),
        ('file = "orders/', 'file = "../orders/'),
        ('received = "2026-03', 'received = "2026-13'),
    ],
)
def test_values_that_cannot_be_are_refused(folder: Path, old: str, new: str) -> None:
    file = folder / "turns/002/turn.toml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(CampaignFault) as fault:
        in_force(folder)
    assert "does not fit" in render_all(fault.value.problems)


def test_without_a_beginning_there_is_nothing(folder: Path, tmp_path: Path) -> None:
    (folder / "turns/new/turn.toml").unlink()
    with pytest.raises(CampaignFault, match="turns/new"):
        in_force(folder)
    with pytest.raises(CampaignFault, match="turns/new is not there"):
        in_force(tmp_path / "nowhere")


def test_a_record_reads_as_it_was_written() -> None:
    part = TurnPart(
        mailing="3",
        sequence=4,
        run_at=table.RUN,
        chain="0" * 64,
        adjudication=1,
        dice="keyed-1",
        sheets=(
            SheetPart(
                player="ilse",
                number=1,
                received=table.SENT,
                name='odd "name" ä\\.txt',
                file="orders/ilse/1.txt",
                sha256="0",
                in_force=True,
            ),
        ),
        docket=(QuestionPart(id="a", player="b", question="two\nlines", readings=("x", "y")),),
        addresses={"ilse": "ilse@example.org"},
        files={"reports/a b.txt": "00"},
    )
    assert read_turn(turn_bytes(part), "turn.toml") == part


def test_a_new_revision_has_a_free_name(folder: Path) -> None:
    assert turn_folders.free_name(folder, "1") == ("001.r2", 2)
    assert turn_folders.free_name(folder, "3") == ("003", 1)


def test_the_newest_record_is_held_by_its_seal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 1)
    table.send(campaign, table.sheet("Ilse", "2", "add 1"), table.sheet("Bob", "2", "add 1"))
    record = campaign.folder / "turns/001/turn.toml"
    assert (record.with_name("turn.sha256")).read_bytes() == turn_folders.seal(record.read_bytes())
    before = record.read_bytes()
    record.write_bytes(before.replace(b'"ilse@', b'"elsa@', 1))
    assert record.read_bytes() != before
    for look in (status, run_turn, replay):
        with pytest.raises(CampaignFault, match=r"turn\.toml was changed after it was written"):
            look(campaign)
    record.write_bytes(before)
    record.with_name("turn.sha256").unlink()
    with pytest.raises(CampaignFault, match=r"turn\.sha256 is missing"):
        status(campaign)


def test_a_campaign_from_before_there_were_seals_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.set_table(monkeypatch)
    monkeypatch.setattr("pbm.service.create.own_hashes", lambda *_what: {})
    campaign = table.played(tmp_path, 1)
    for found in campaign.folder.glob("turns/*/turn.sha256"):
        found.unlink()
    table.send(campaign, table.sheet("Ilse", "2", "add 1"), table.sheet("Bob", "2", "add 1"))
    run_turn(campaign, at=table.LATER)
    assert (campaign.folder / "turns/002/turn.sha256").is_file()
    assert replay(campaign) == []


@pytest.mark.parametrize("name", ["state.json", "events.jsonl", "orders/ilse/1.txt"])
def test_the_newest_facts_are_looked_at_before_anything_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 1)
    file = campaign.folder / "turns/001" / name
    file.write_bytes(file.read_bytes() + b" ")
    text = table.sheet("Ilse", "2", "add 1")
    with pytest.raises(CampaignFault, match="changed after it was written"):
        status(campaign)
    with pytest.raises(CampaignFault, match="changed after it was written"):
        check_sheet(text, "a.txt", campaign=campaign)
    with pytest.raises(CampaignFault, match="changed after it was written"):
        table.send(campaign, text)


def test_of_a_sealed_record_the_head_is_read_and_the_rest_when_it_is_wanted(folder: Path) -> None:
    stage = in_force(folder)[1]
    assert isinstance(stage.head, TurnHead)
    assert stage.part.sheets
    assert (stage.head.mailing, stage.head.sequence) == (stage.part.mailing, stage.part.sequence)
    assert stage.head.docket == stage.docket == stage.part.docket == ()
    (folder / "turns/000/turn.sha256").unlink()
    (stage,) = [stage for stage in all_stages(folder) if stage.name == "000"]
    assert stage.head == stage.part


def test_a_record_that_changes_while_it_is_read_is_refused(folder: Path) -> None:
    stage = in_force(folder)[1]
    file = stage.folder / "turn.toml"
    data = file.read_bytes()
    file.write_bytes(data + b"\n")
    turn_folders._whole_record.cache_clear()
    with pytest.raises(CampaignFault, match="was changed while it was being read"):
        _ = stage.part
    file.write_bytes(data)
    assert stage.part.mailing == "0"


HEAD = 'format = "pbm-turn-1"\nmailing = "1"\nsequence = 2\nrun_at = "2026-03-02T12:00:00Z"\n'


@pytest.mark.parametrize(
    "text",
    [
        HEAD,  # no table ends it
        '\n[files]\n"a" = "b"\n',
        f"{HEAD.replace('turn-1', 'turn-9')}[files]\n",
        HEAD.replace('"1"', '"one"') + "[files]\n",
        f'{HEAD}previous = """\n[files]\n"""\n',
        f"\0{HEAD}[files]\n",
    ],
)
def test_what_has_no_such_head_is_read_whole(text: str) -> None:
    assert read_head(text.encode()) is None
    head = read_head(f"{HEAD}[files]\nno TOML".encode())
    assert head is not None
    assert head.sequence == 2


def test_the_docket_of_a_record_is_in_its_rest() -> None:
    asked = QuestionPart(id="a", player="b", question="[files]\nhow many?")
    part = TurnPart(
        mailing="3",
        sequence=4,
        run_at=table.RUN,
        chain="",
        adjudication=1,
        dice="x",
        docket=(asked,),
        correction="so\u2028docket = []\u2028said he",  # no end of a line to TOML
        files={"a": "b"},
    )
    head = read_head(turn_bytes(part))
    assert head is not None
    assert head.docket is None
    assert turn_folders.StoredStage(Path("turns/003"), part, "").docket == (asked,)


def test_a_record_that_was_changed_to_another_turn_is_named(folder: Path) -> None:
    """Its seal no longer fits, so it is the file that is wrong and not its folder's name."""
    file = folder / "turns/002/turn.toml"
    file.write_text(file.read_text().replace('mailing = "2"', 'mailing = "3"', 1))
    with pytest.raises(CampaignFault) as fault:
        in_force(folder)
    said = render_all(fault.value.problems)
    assert "turns/002/turn.toml is of turn 3" in said
    assert "The file was changed, or its folder copied or renamed by hand" in said
    assert "put the file back from a copy of the campaign" in said


def test_a_record_changed_with_its_seal_leaves_the_next_turn_hanging(folder: Path) -> None:
    file = folder / "turns/001/turn.toml"
    file.write_text(file.read_text().replace("2026-03-03T20", "2026-03-03T21"))
    file.with_name("turn.sha256").write_bytes(turn_folders.seal(file.read_bytes()))
    with pytest.raises(CampaignFault) as fault:
        in_force(folder)
    assert "turns/002 does not follow from turns/001" in render_all(fault.value.problems)


def test_without_its_seal_a_changed_record_is_found_by_the_next_turn(folder: Path) -> None:
    file = folder / "turns/001/turn.toml"
    file.write_text(file.read_text().replace("2026-03-03T20", "2026-03-03T21"))
    file.with_name("turn.sha256").unlink()
    with pytest.raises(CampaignFault) as fault:
        in_force(folder)
    said = render_all(fault.value.problems)
    assert "turns/002 does not follow from turns/001" in said
    assert "turns/001/turn.toml was changed after it was written" in said


def test_a_changed_pdf_is_not_kept(folder: Path) -> None:
    (stage,) = [one for one in in_force(folder) if one.name == "001"]
    whole = turn_folders.pdfs_of(stage)
    assert sorted(whole) == ["reports/bob", "reports/ilse"]
    (stage.folder / "reports/bob/report.pdf").write_bytes(b"%PDF other")
    (stage.folder / "reports/ilse/report.pdf").unlink()
    assert turn_folders.pdfs_of(stage) == {}
