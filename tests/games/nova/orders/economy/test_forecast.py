"""What a receipt foresees is what the run did, wherever the player could know it.

The turns of the shipped campaigns are read again as they were checked, before each run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.campaign.inbox import counting, entries, text_of
from pbm.engine.types import Reading
from pbm.service import api
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from pbm.turns.submissions import submissions_of
from tests.shipped import played

# What a sheet does not order and its player knows beforehand.
KNOWN = {"production", "fined", "treasury_penalty", "borrowed", "debt_paid", "received"}
_SUM = re.compile(r"= (−?\d+) MCr(?:, (\d+) after the penalty on savings)?\)\Z")


def foreseen(reading: Reading) -> int | None:
    """MCr that a receipt says are left of its one list; None if it does not know."""
    found = [_SUM.search(one.text) for one in reading.understood if "production" in one.text]
    sums = [one for one in found if one is not None]
    if len(found) != 1 or len(sums) != 1:
        return None
    left, after = sums[0].groups()
    return int(after or left.replace("−", "-"))


def could_know(file: Path, empire: str) -> bool:
    """True if nothing changed an empire's treasury in a turn but what its player foresaw."""
    for line in file.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        paths = [change["path"] for change in event["changes"]]
        own = f"empire/{empire}/treasury" in paths
        if own and event["kind"] not in KNOWN and event["order"] is None:
            return False
    return True


def forecasts(name: str) -> Iterator[tuple[str, str, int, int]]:
    """Turn, player, MCr foreseen and MCr left (less than nothing: borrowed) of a campaign."""
    folder = played(name)
    campaign = api.open_campaign(folder)
    chain = in_force(folder)
    for number, stage in enumerate(chain):
        if number < 2 or not stage.name.isdigit():
            continue
        before = game_state_after(campaign, chain[:number])
        state = game_state_after(campaign, chain[: number + 1]).state
        for seat in before.seats:
            texts = [text_of(one) for one in counting(entries(folder, before.due[0], seat.id))]
            main = submissions_of(campaign, before, before.due[0], seat.id, texts).main
            left = None if main is None else foreseen(main.reading)
            empire = state.empires[seat.id]
            if left is not None and could_know(stage.folder / "events.jsonl", seat.id):
                borrowed = before.state.empires[seat.id].debt == 0 and empire.debt // 2
                yield stage.name, seat.id, left, empire.treasury - borrowed


@pytest.mark.parametrize(("name", "least"), [("two-lamps", 6), ("age", 10)])
def test_the_money_left_is_what_the_receipt_foresaw(name: str, least: int) -> None:
    """Rule: NV ECO-10, NV ECO-15."""
    found = list(forecasts(name))
    assert len(found) >= least
    wrong = [one for one in found if one[2] != one[3]]
    assert not wrong
