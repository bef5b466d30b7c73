"""The whole way with a shipped game and the real press: the same bytes however work is spread."""

from __future__ import annotations

import shutil
from pathlib import Path

from pbm.service import api
from tests.core import table
from tests.sheets import as_it_stands


def begun(folder: Path) -> Path:
    campaign = api.new_campaign(
        folder / "beacon",
        "knighthawks/duel",
        players=["A=Ilse:ilse@example.org", "B=Bob:bob@example.org"],
        seed="a seed",
        at=table.BEGUN,
    )
    return campaign.folder


def played(folder: Path, jobs: int) -> dict[str, bytes]:
    """Set-up and a turn of a duel, with the sheets that the reports came with."""
    campaign = api.open_campaign(folder)
    for newest, at in (("new", table.SENT), ("000", table.RUN)):
        reports = folder / "turns" / newest / "reports"
        texts = [
            ("orders.txt", as_it_stands((reports / player / "orders.txt").read_text()).encode())
            for player in ("ilse", "bob")
        ]
        received = api.submit(campaign, texts, at=at)
        assert all(one.in_force and not one.problems for one in received)
        api.run_turn(campaign, jobs=jobs, at=at)
    return table.tree(folder)


def test_pages_are_the_same_bytes_from_one_process_or_two(tmp_path: Path) -> None:
    campaign = begun(tmp_path)
    one, two = (
        played(Path(shutil.copytree(campaign, tmp_path / name)), jobs)
        for name, jobs in (("one", 1), ("two", 2))
    )
    assert one.keys() == two.keys()
    assert [name for name in one if one[name] != two[name]] == []
    assert one["turns/001/reports/ilse/report.pdf"].startswith(b"%PDF")
    assert api.replay(api.open_campaign(tmp_path / "one"), "1") == []
