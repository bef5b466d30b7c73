"""What receipts foresee of launches is what the runs of the shipped campaigns did."""

from __future__ import annotations

import json
from collections.abc import Iterator

from pbm.campaign.inbox import counting, entries, text_of
from pbm.service import api
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from pbm.turns.submissions import submissions_of
from tests.shipped import played

# Campaigns whose players wrote launches that nothing had prepared.
NAMES = ("convoy-red", "firepower", "first-shot", "the-bomb")
Place = tuple[str, str, int]  # player, stage and line


def warned_of(name: str) -> Iterator[Place]:
    """The launches of a campaign that a receipt warned of."""
    campaign = api.open_campaign(played(name))
    chain = in_force(campaign.folder)
    for number in range(1, len(chain)):
        before = game_state_after(campaign, chain[:number])
        for due in before.due:
            for seat in before.seats:
                found = counting(entries(campaign.folder, due, seat.id))
                texts = [text_of(one) for one in found]
                main = submissions_of(campaign, before, due, seat.id, texts).main
                for problem in () if main is None else main.reading.problems:
                    if problem.fault.startswith("nothing prepares"):
                        assert problem.span is not None
                        yield seat.id, due, problem.span.line


def launched(name: str) -> Iterator[Place]:
    """The lines of a campaign by which something was launched."""
    for stage in in_force(played(name)):
        file = stage.folder / "events.jsonl"
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            event = json.loads(line)
            order = event["order"]
            if event["kind"] == "launched" and order is not None:
                yield order["player"], order["mailing"], order["line"]


def test_nothing_is_launched_by_a_line_that_was_warned_of() -> None:
    """Rule: DV 9.1."""
    warned = [(name, place) for name in NAMES for place in warned_of(name)]
    done = {(name, place) for name in NAMES for place in launched(name)}
    assert len(warned) >= 10
    assert len(done) > len(warned)
    assert not [one for one in warned if one in done]
