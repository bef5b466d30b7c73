"""Events and state written and read, and a long campaign played again."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from pbm.event import CHAIN_START, chained, unchained
from pbm.nova.game import RULESET
from pbm.process import replay
from pbm.ruleset import Seat
from pbm.standing import read_standing, standing_bytes
from pbm.turn import Standing
from tests.bench import long, nova
from tests.bench.measure import Row, measure

EMPIRES = 3_000  # whose state is about 48 MB
TURNS = 100


def of_events() -> list[Row]:
    """The events of a turn of 10,000 ships as the lines of events.jsonl, and back."""
    begin = nova.cluster(100)
    events = nova.play(begin, nova.sheets(begin), packets=False)
    lines = list(chained(events, CHAIN_START))
    found = measure(
        lambda: list(chained(events, CHAIN_START)), lambda: list(unchained(lines, CHAIN_START))
    )
    count = len(events)
    return [
        {
            "what": f"Nova: events {done}",
            "count": count,
            "unit": "events",
            "per_second": found.per_second(count, place),
            "calibrations": found.calibrations(place),
        }
        for place, done in enumerate(("written", "read"))
    ]


def of_state() -> list[Row]:
    """A state of about 50 MB to bytes and back."""
    begin = nova.cluster(EMPIRES)
    players = tuple(Seat(id, one.name, "E") for id, one in begin.empires.items())
    standing = Standing(nova.TURN, 0, (str(nova.TURN),), players, begin)
    data = standing_bytes(RULESET, standing)
    found = measure(
        lambda: standing_bytes(RULESET, standing),
        lambda: read_standing(RULESET, data, "state.json"),
    )
    return [
        {
            "what": f"Nova: a state of {len(data) / 1e6:.0f} MB {done}",
            "count": len(data),
            "unit": "bytes",
            "per_second": found.per_second(len(data), place),
            "calibrations": found.calibrations(place),
        }
        for place, done in enumerate(("written", "read"))
    ]


def of_replay() -> list[Row]:
    """A campaign of 100 turns, two empires: its replay against its runs, without PDFs."""
    folder = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    campaign = long.begin(folder / "long-age", 2)

    def run() -> None:
        shutil.rmtree(folder / "again", ignore_errors=True)
        again = long.begin(folder / "again" / "long-age", 2)
        for _cost in long.play(again, TURNS):
            pass

    for _cost in long.play(campaign, TURNS):
        pass
    found = measure(run, lambda: replay(campaign, pdfs=False), runs=2)
    assert replay(campaign, pdfs=False) == []
    shutil.rmtree(folder)
    return [
        {
            "what": f"Nova: {TURNS} turns of two empires replayed",
            "count": TURNS,
            "unit": "turns",
            "per_second": found.per_second(TURNS, 1),
            "calibrations": found.calibrations(1),
            "ratio": round(found.seconds[0] / found.seconds[1], 3),
            "of": "the runs themselves, sheets handed in and all",
        }
    ]
