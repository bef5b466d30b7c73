"""What receipts foresee is what the runs of the shipped campaigns did."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from pbm.campaign.inbox import counting, entries, text_of
from pbm.games.deltavee.orders.fire import fire
from pbm.games.deltavee.orders.lines import reach
from pbm.service import api
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from pbm.turns.submissions import submissions_of
from tests.shipped import played

# Campaigns whose players wrote launches that nothing had prepared, and orders out of reach.
NAMES = ("bmali", "convoy-red", "firepower", "first-shot", "showdown", "tau-kati", "the-bomb")
# What a line that was warned of in these words does not do: the kind of event.
FORESEEN = {
    "nothing prepares": "launched",
    "cannot hit": "fired",
    "tractor beam": "tractored",
    "finds no enemy": "found",
    "is for no ": "",
}
Place = tuple[str, str, str, int]  # campaign, player, stage and line


def warned_of(name: str) -> Iterator[tuple[str, Place]]:
    """The lines of a campaign that a receipt warned of, each with the words."""
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
                    for words in (one for one in FORESEEN if one in problem.fault):
                        assert problem.span is not None
                        yield words, (name, seat.id, due, problem.span.line)


def done(name: str) -> Iterator[tuple[str, Place]]:
    """The kinds of events of a campaign that came of lines of orders."""
    for stage in in_force(played(name)):
        file = stage.folder / "events.jsonl"
        for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
            event = json.loads(line)
            if (order := event["order"]) is not None:
                place = name, order["player"], order["mailing"], order["line"]
                yield event["kind"], place
                if event["facts"].get("found"):
                    yield "found", place


def test_no_line_does_what_its_receipt_said_it_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compared are also the lines that keep the act back themselves, of which nothing is said.

    Rule: DV 5.6, DV 7.4, DV 8.6, DV 9.1.
    """
    assert all(played(name).exists() for name in NAMES)  # made again as they were played
    for module in (reach, fire):
        monkeypatch.setattr(module, "is_guarded", lambda *_: False)
    warned = [one for name in NAMES for one in warned_of(name)]
    events = {one for name in NAMES for one in done(name)}
    assert {words for words, _place in warned} == FORESEEN.keys()
    assert len(warned) >= 15
    assert {"launched", "fired", "tractored", "found"} <= {kind for kind, _place in events}
    wrong = [
        (words, place)
        for words, place in warned
        if any(place == other and FORESEEN[words] in ("", kind) for kind, other in events)
    ]
    assert wrong == []
