"""Damage of any kind to a campaign's files is said in words; nothing ever ends in a traceback."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.campaign.campaign import open_campaign
from pbm.kit.problems import Faults, render_all
from pbm.service.api import How, docket, replay, run_turn, status, submit
from tests.core import table
from tests.core.table import sheet

FILES = (
    "campaign.toml",
    "scenario.toml",
    "secret.toml",
    "turns/new/turn.toml",
    "turns/new/state.json",
    "turns/001/turn.toml",
    "turns/001/state.json",
    "turns/001/orders/ilse/1.txt",
    "turns/001/rulings.txt",
    "turns/002.open/docket.json",
    "inbox/002/ilse/1.toml",
    "inbox/002/ilse/1.txt",
    "inbox/002/rulings.txt",
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A campaign with a turn that the docket stopped."""
    from pbm.service.api import rule

    with pytest.MonkeyPatch.context() as patch:
        table.set_table(patch)
        folder = tmp_path_factory.mktemp("model")
        campaign = table.played(folder, 0)
        rule(campaign, "1", b"set bob.total = 4 because so", "r.txt", at=table.LATER)
        for turn, order in (("1", "add 2"), ("2", "add 13")):
            texts = [("a", sheet("Ilse", turn, order)), ("b", sheet("Bob", turn, "add 3"))]
            submit(campaign, texts, at=table.LATER)
            run_turn(campaign, at=table.LATER)
        rule(campaign, "2", b"answer T-A3 ilse: yes because so", "r.txt", at=table.LATER)
        yield campaign.folder


@pytest.fixture(scope="module")
def work(model: Path) -> Iterator[Path]:
    """A copy that damage is done to and undone again; at the end it is the model still."""
    folder = model.parent / "work"
    shutil.copytree(model, folder)
    yield folder
    assert table.tree(folder) == table.tree(model)


def use(folder: Path) -> None:
    """All that reads a campaign."""
    campaign = open_campaign(folder)
    status(campaign)
    docket(campaign)
    replay(campaign)
    run_turn(campaign, how=How(dry=True, missing_ok=True), at=table.LATER)


def told(folder: Path) -> str:
    """What the game master reads."""
    try:
        use(folder)
    except Faults as faults:
        return render_all(faults.problems)
    return "All is as it should be."


def told_with(work: Path, name: str, data: bytes | None) -> str:
    """What he reads with these bytes in a file's place, or with none; then it is mended."""
    file = work / name
    good = file.read_bytes()
    try:
        if data is None:
            file.unlink()
        else:
            file.write_bytes(data)
        return told(work)
    finally:
        file.write_bytes(good)


@settings(max_examples=60)
@given(
    name=st.sampled_from(FILES),
    place=st.integers(0, 10**6),
    cut=st.integers(0, 40),
    put=st.binary(max_size=12)
    | st.text(alphabet='[]{}="\n0123456789x.-', max_size=12).map(str.encode),
)
def test_any_damage_is_said_in_words(
    work: Path, name: str, place: int, cut: int, put: bytes
) -> None:
    data = (work / name).read_bytes()
    at = place % (len(data) + 1)
    assert told_with(work, name, data[:at] + put + data[at + cut :])


@settings(max_examples=60)
@given(name=st.sampled_from(FILES), data=st.binary(max_size=60))
def test_any_bytes_in_place_of_a_file_are_said_in_words(work: Path, name: str, data: bytes) -> None:
    assert told_with(work, name, data)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_gone_is_said_in_words(work: Path, name: str) -> None:
    assert told_with(work, name, None)
