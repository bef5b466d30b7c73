"""Events and state written and read, and a long campaign played again."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from msgspec.structs import replace

from pbm.engine.context import GameState
from pbm.engine.events import CHAIN_START, chained, unchained
from pbm.games.nova.game import RULESET
from pbm.games.nova.state.state import State
from pbm.service.api import open_campaign, replay
from pbm.turns.state_file import game_state_bytes, read_game_state
from tests.tooling.bench import long, nova
from tests.tooling.bench.measure import Row, measure, paced

EMPIRES, COPIES = 200, 15  # together a state of about 48 MB
TURNS = 100
PRINTED = 1  # turns with PDFs: of what takes so long few are enough


def of_events() -> list[Row]:
    """The events of a turn of 10,000 ships as the lines of events.jsonl, and back."""
    begin = nova.cluster(100)
    events = nova.play(begin, nova.sheets(begin)).events
    lines = list(chained(events, CHAIN_START))
    found = measure(
        lambda: list(chained(events, CHAIN_START)), lambda: list(unchained(lines, CHAIN_START))
    )
    count = len(events)
    return [
        paced(f"Nova: events {done}", count, "events", found, place)
        for place, done in enumerate(("written", "read"))
    ]


def large_state() -> State:
    """A state of about fifty megabytes: the same two hundred empires over and over."""
    begin = nova.cluster(EMPIRES)
    again = range(COPIES)
    return replace(
        begin,
        systems={f"{key}.{n}": one for n in again for key, one in begin.systems.items()},
        empires={f"{key}.{n}": one for n in again for key, one in begin.empires.items()},
        ships={f"{key}.{n}": one for n in again for key, one in begin.ships.items()},
        designs={f"{key}.{n}": one for n in again for key, one in begin.designs.items()},
    )


def of_state() -> list[Row]:
    """A state of about fifty megabytes to bytes and back."""
    game_state = GameState(nova.TURN, 0, (str(nova.TURN),), nova.seats(2), large_state())
    data = game_state_bytes(game_state)
    found = measure(
        lambda: game_state_bytes(game_state),
        lambda: read_game_state(RULESET, data, "state.json"),
        runs=2,
    )
    return [
        paced(f"Nova: a state of {len(data) / 1e6:.0f} MB {done}", len(data), "bytes", found, place)
        for place, done in enumerate(("written", "read"))
    ]


def of_replay() -> list[Row]:
    """A campaign of a hundred turns replayed, against its runs; one of a few turns with PDFs."""
    return [
        _replayed(TURNS, pdfs=False, what=f"{TURNS} turns of two empires"),
        _replayed(PRINTED, pdfs=True, what=f"set-up and {PRINTED} turn, with PDFs,"),
    ]


def _replayed(turns: int, *, pdfs: bool, what: str) -> Row:
    folder = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    root = folder / "played" / "long-age"

    def run() -> None:
        shutil.rmtree(root.parent, ignore_errors=True)
        for _cost in long.play(long.begin(root, 2), turns, pdfs=pdfs):
            pass

    def again() -> None:
        assert replay(open_campaign(root), pdfs=pdfs) == []

    found = measure(run, again, runs=2)
    shutil.rmtree(folder)
    row = paced(
        f"Nova: {what} replayed",
        turns,
        "turns",
        found,
        1,
        of="the runs themselves, sheets handed in and all",
    )
    return row | {"times": round(found.seconds[1] / found.seconds[0], 3)}
