"""A long campaign of Nova played on disk: what a turn costs and leaves, early and late.

Twelve empires that play at random, sheets in, turns written, no PDFs. An empire that has some
ships builds none until it has lost one, so the world stops growing and what still grows is the
program's own.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random  # noqa: TID251  # the players play at random, not the game
from statistics import median
from typing import Any

from pbm.campaign.campaign import Campaign
from pbm.service import api
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from tests.games.nova import random_play
from tests.tooling.bench.calibration import calibrate
from tests.tooling.bench.measure import Row, cpu_seconds, seconds_of

EMPIRES = 12
ENOUGH = 5  # ships of an empire that builds no more; a third as many hulls
EACH = 50  # turns whose middle is told
SCENARIO = """game = "nova"
name = "long"
title = "The Long Age"
text = "Twelve empires, and no end."

[[sides]]
id = "E"
name = "Empire"
players_min = 2
players_max = 1000

[map]
each = 4
warp_lines = 4

[[goals]]
method = "time"
earliest = 999
last = 999
by = "production"
"""
BEGUN = "2000-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Cost:
    """What one turn took and left: CPU seconds from its sheets to its folder, and bytes."""

    turn: int
    seconds: float
    state: int
    events: int


def begin(folder: Path, empires: int = EMPIRES) -> Campaign:
    """The campaign, begun and set up."""
    scenario = folder.parent / "long.toml"
    scenario.parent.mkdir(parents=True, exist_ok=True)
    scenario.write_text(SCENARIO, encoding="utf-8")
    players = [f"E=EMP{chr(65 + number)}" for number in range(empires)]
    return api.new_campaign(
        folder,
        str(scenario),
        players=players,
        options={"battles": "doctrine"},
        seed="bench",
        at=BEGUN,
    )


def play(
    campaign: Campaign, turns: int, enough: int = ENOUGH, *, pdfs: bool = False
) -> Iterator[Cost]:
    """So many turns after turn 0 (and it, to begin with), each from sheets to its folder."""
    random = Random(1)
    settle_marks(campaign)
    while True:
        game_state = game_state_after(campaign, in_force(campaign.folder))
        turn = game_state.turn
        if turn > turns:
            return
        open_seats = [seat for seat in game_state.seats if not seat.closed]
        sheets = [
            (
                f"{seat.id}.txt",
                _sheet(campaign, random, game_state.state, seat.id, turn, enough).encode(),
            )
            for seat in open_seats
        ]
        start = cpu_seconds()
        api.submit(campaign, sheets, at=BEGUN)
        ran = api.run_turn(campaign, how=api.How(missing_ok=True, go_on=True, pdfs=pdfs), at=BEGUN)
        done = cpu_seconds()
        if ran.folder is None:
            raise RuntimeError(f"turn {turn} stopped: {ran.lines}")
        yield Cost(
            turn,
            round(done - start, 3),
            (ran.folder / "state.json").stat().st_size,
            (ran.folder / "events.jsonl").stat().st_size,
        )


def settle_marks(campaign: Campaign) -> None:
    """Give each empire the mark its ships' names begin with."""
    for seat in campaign.seats:
        random_play.MARKS[seat.id] = f"Q{seat.id[-1]}"


def _sheet(
    campaign: Campaign, random: Random, state: Any, player: str, turn: int, enough: int
) -> str:
    name = campaign.name
    if not turn:
        text = random_play.PREGAME.format(player=player, mark=random_play.MARKS[player])
        return text.replace("PREGAME age", f"PREGAME {name}")
    known = campaign.ruleset.build_view(state, player, campaign.seats, campaign.options).written()
    lines = list(random_play._orders(random, known, player))
    mark = random_play.MARKS[player]
    if len(known["ships"]) >= enough:
        lines = [line for line in lines if not line.startswith((f"  {mark}scout", "COMMISSIONS"))]
    if len(known["hulls"]) >= enough // 3:
        lines = [line for line in lines if not line.startswith(f"  Part {mark}lance")]
    return "\n".join([f"ORDERS {name} turn {turn} for {player}", *lines, "END", ""])


def rows(turns: int) -> list[Row]:
    """What a late turn takes, what it leaves, and how much of that an early one had.

    Late are the last fifty turns, early those from 101 to 150, or of a shorter campaign the fifty
    before the last fifty. Beside them run calibrations. A ratio of 1 is a turn that does not grow.
    """
    folder = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    first = min(101, turns - 2 * EACH + 1)
    costs: list[Cost] = []
    paces: list[float] = []  # of each turn, the seconds of the last calibration
    for cost in play(begin(folder / "long-age"), turns):
        paces.append(paces[-1] if cost.turn % 5 else seconds_of(calibrate))
        costs.append(cost)
    shutil.rmtree(folder)
    early, late = costs[first : first + EACH], costs[-EACH:]
    taken = [cost.seconds / pace for cost, pace in zip(costs, paces, strict=True)]
    before, after = median(taken[first : first + EACH]), median(taken[-EACH:])
    of = f"turns {early[0].turn} to {early[-1].turn}"
    row = {
        "what": f"Nova: a turn of turns {late[0].turn} to {late[-1].turn}",
        "count": len(late),
        "unit": "turns",
        "per_second": round(1 / median(one.seconds for one in late), 2),
        "calibrations": round(after, 3),
        "ratio": round(before / after, 3),
        "of": of,
    }
    return [row, *(_bytes(name, early, late, of) for name in ("state", "events"))]


def _bytes(name: str, early: Sequence[Cost], late: Sequence[Cost], of: str) -> Row:
    """The bytes of a file of a late turn against those of an early one."""
    before, after = (median(getattr(one, name) for one in some) for some in (early, late))
    return {
        "what": f"Nova: its {name}",
        "count": round(after),
        "unit": "bytes",
        "ratio": round(before / after, 3),
        "of": of,
    }
