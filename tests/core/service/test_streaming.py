"""A replay holds one turn at a time, however long the campaign is."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbm.service import replay as replay_module
from pbm.service.api import archive, replay
from pbm.turns import assemble
from pbm.turns.play import Played
from pbm.turns.stage_draft import MadeStage, StageDraft
from tests.core import table


@pytest.fixture
def few_objects() -> Iterator[None]:
    """Only what a test makes is looked through, not all that other tests left."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("few_objects")
@pytest.mark.parametrize("packed", [False, True])
def test_a_replay_streams(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool) -> None:
    table.set_table(monkeypatch)
    campaign = table.played(tmp_path, 8)
    if packed:
        archive(campaign, keep=1)
    alive: list[int] = []
    right = assemble.print_pages

    def counted(*args: Any, **named: Any) -> MadeStage:
        gc.collect()
        kinds = (StageDraft, MadeStage, Played)
        alive.append(sum(isinstance(one, kinds) for one in gc.get_objects()))
        return right(*args, **named)

    monkeypatch.setattr(replay_module, "print_pages", counted)
    assert replay(campaign) == []
    assert len(alive) == 10  # new, and turns 0 to 8
    # The turn at hand, and the one before it until the next is there.
    assert max(alive) == max(alive[:4])
    assert max(alive) <= 6
