"""The campaigns under campaigns/: they come out again, byte for byte, from what they keep.

`./run golden` makes them anew after a change that is meant.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.kit import environment
from pbm.service import api
from pbm.service.api import CampaignFault, FileDifference
from pbm.storage.turn_folders import StoredStage, all_stages, in_force
from tests.end_to_end.golden.renew import SHOWCASES, changed, files_of, is_kept, kept_of
from tests.shipped import CAMPAIGNS, NAMES, played

MADE_AGAIN = ("state.json", "events.jsonl", "reports/", "gm/")

# One campaign of each game, and one of half-turns, stand for the rest where a test plays one
# again many times; the rest are tried by ./run test --all.
SAMPLES = ("beacon", "pirates", "two-lamps")

every = pytest.mark.parametrize("name", NAMES)
sampled = pytest.mark.parametrize(
    "name",
    [name if name in SAMPLES else pytest.param(name, marks=pytest.mark.slow) for name in NAMES],
)


def stages(name: str) -> list[StoredStage]:
    return in_force(CAMPAIGNS / name)


def made_again(stage: StoredStage) -> Iterator[Path]:
    """The files of a stage that are made from its inputs and are there."""
    for name in sorted(stage.part.files):
        if name.startswith(MADE_AGAIN) and (stage.folder / name).is_file():
            yield stage.folder / name


def same_versions(name: str) -> bool:
    """True where PDFs come out as they did when the campaign was played."""
    return not environment.changed(stages(name)[0].part.made_with, environment.recorded())


def said(differences: list[FileDifference]) -> str:
    return "\n".join(f"{one.file}: {one.cause}. {one.text}" for one in differences)


def copy(name: str, to: Path) -> Path:
    return Path(shutil.copytree(played(name), to / name))


@every
def test_every_file_that_should_be_kept_is_there(name: str) -> None:
    found = files_of(CAMPAIGNS / name)
    for stage in all_stages(CAMPAIGNS / name):
        for file, recorded in stage.part.files.items():
            data = found.get(f"turns/{stage.name}/{file}")
            if not is_kept(f"turns/{stage.name}/{file}", SHOWCASES.get(name, ""), published=True):
                assert data is None, f"{stage.name}/{file} can be made again"
            else:
                assert data is not None, f"{stage.name}/{file} is missing"
                assert hashlib.sha256(data).hexdigest() == recorded, f"{stage.name}/{file}"


@every
def test_states_events_packets_and_pages_come_out_again(name: str) -> None:
    """Every hash of every turn in force; the differences are told where one does not fit."""
    for stage in in_force(played(name)):
        made = {file for file in stage.part.files if not file.endswith(".pdf")}
        assert all(stage.read(file) is not None for file in made)


@sampled
def test_the_first_reports_are_printed_again(name: str, tmp_path: Path) -> None:
    campaign = api.open_campaign(CAMPAIGNS / name)
    remade = api.report(campaign, "new", out=tmp_path)
    pages = [file for file in stages(name)[0].part.files if file.startswith(("reports/", "gm/"))]
    assert len(remade) == len(pages)
    alike = same_versions(name)
    assert any(one.path.suffix == ".pdf" for one in remade)
    assert not [one.path for one in remade if not one.same and (alike or one.path.suffix != ".pdf")]


@sampled
def test_from_sheets_rulings_and_set_up_alone(name: str, tmp_path: Path) -> None:
    """What can be made again is taken away; all facts and the last reports, PDFs too, come back."""
    root = copy(name, tmp_path)
    campaign = api.open_campaign(root)
    chain = in_force(root)
    kept: dict[Path, bytes] = {}
    for stage in chain:
        for path in made_again(stage):
            if stage is chain[-1]:
                kept[path] = path.read_bytes()
            path.unlink()
    assert kept
    differences = api.replay(campaign, pdfs=False)
    assert not differences, said(differences)
    api.report(campaign, chain[-1].name)
    alike = same_versions(name)
    for path, data in kept.items():
        if path.name in ("state.json", "events.jsonl") or (path.suffix == ".pdf" and not alike):
            continue
        assert path.read_bytes() == data, path


@sampled
@pytest.mark.parametrize(
    "kind",
    ["orders", "state.json", "events.jsonl", "packet.json", "report.html", "dice.txt", "rulings"],
)
def test_one_altered_byte_is_named(name: str, kind: str, tmp_path: Path) -> None:
    root = copy(name, tmp_path)
    held = [
        file
        for stage in in_force(root)
        for file in sorted(stage.folder.rglob("*"))
        if file.is_file()
        and kind in file.relative_to(stage.folder).as_posix().split("orders.txt")[0]
    ]
    if not held:
        pytest.skip(f"{name} has none")
    file = held[len(held) // 2]
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    found = api.replay(api.open_campaign(root), pdfs=False)
    where = file.relative_to(root).as_posix()
    assert where in [one.file for one in found], said(found)
    assert all(one.cause == "altered file" for one in found), said(found)


@sampled
def test_an_altered_record_of_a_turn_is_named(name: str, tmp_path: Path) -> None:
    root = copy(name, tmp_path)
    stage = in_force(root)[1]
    record = stage.folder / "turn.toml"
    record.write_bytes(record.read_bytes().replace(b"run_at", b"# altered\nrun_at", 1))
    with pytest.raises(CampaignFault, match="was changed after it was written"):
        api.replay(api.open_campaign(root), pdfs=False)


@sampled
def test_facts_do_not_need_the_first_state(name: str, tmp_path: Path) -> None:
    root = copy(name, tmp_path)
    (root / "turns" / "new" / "state.json").unlink()
    found = api.replay(api.open_campaign(root), pdfs=False)
    assert not found, said(found)


@every
@pytest.mark.slow
def test_every_page_of_every_turn_is_printed_again(name: str) -> None:
    differences = api.replay(api.open_campaign(CAMPAIGNS / name))
    assert not differences, said(differences)


@every
@pytest.mark.slow
def test_all_that_was_done_can_be_done_again(name: str, tmp_path: Path) -> None:
    """Played again from its texts, rulings, dice and times, a campaign is the same whole."""
    api.demo(tmp_path, only=[name])
    differ = changed(files_of(CAMPAIGNS / name), kept_of(tmp_path / name))
    if not same_versions(name):
        differ = [file for file in differ if not file.endswith((".pdf", "turn.toml", ".toml"))]
    assert not differ


def test_the_samples_are_campaigns() -> None:
    assert set(SAMPLES) <= set(NAMES)
