"""A long campaign of Nova played on disk: what a turn costs and leaves, early and late.

Twelve empires that play at random, sheets in, turns written, 500 of them, no PDFs. Each turn's
CPU seconds, the bytes of its state and events and the process's memory go to a file; the table
says the middle value of every fifty turns.
"""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random  # noqa: TID251  # the players play at random, not the game
from statistics import median
from typing import Any

from pbm import process
from pbm.campaign import Campaign
from pbm.history import standing_after
from pbm.legs import in_force
from tests.bench.measure import cpu_seconds
from tests.nova import random_play

TURNS, EMPIRES = 500, 12
EACH = 50  # turns told of together
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
    """What one turn took and left: CPU seconds, bytes, and the memory of the process in MB."""

    turn: int
    seconds: float
    state: int
    events: int
    ships: int
    memory_mb: int


def begin(folder: Path, empires: int = EMPIRES) -> Campaign:
    """The campaign, begun and set up."""
    scenario = folder.parent / "long.toml"
    scenario.parent.mkdir(parents=True, exist_ok=True)
    scenario.write_text(SCENARIO, encoding="utf-8")
    players = [f"E=EMP{chr(65 + number)}" for number in range(empires)]
    return process.new_campaign(
        folder,
        str(scenario),
        players=players,
        options={"battles": "doctrine"},
        seed="bench",
        at=BEGUN,
    )


def play(campaign: Campaign, turns: int) -> Iterator[Cost]:
    """Turn 0 and so many after it, each from sheets to its folder."""
    random = Random(1)
    settle_marks(campaign)
    for turn in range(turns + 1):
        start = cpu_seconds()
        standing = standing_after(campaign, in_force(campaign.folder))
        sheets = []
        for seat in standing.seats:
            if not seat.closed:
                text = _sheet(campaign, random, standing.state, seat.id, turn)
                sheets.append((f"{seat.id}.txt", text.encode()))
        process.submit(campaign, sheets, at=BEGUN)
        ran = process.run_turn(
            campaign, how=process.How(missing_ok=True, go_on=True, pdfs=False), at=BEGUN
        )
        if ran.folder is None:
            raise RuntimeError(f"turn {turn} stopped: {ran.lines}")
        yield Cost(
            turn,
            round(cpu_seconds() - start, 3),
            (ran.folder / "state.json").stat().st_size,
            (ran.folder / "events.jsonl").stat().st_size,
            len(standing.state.ships),
            resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        )


def settle_marks(campaign: Campaign) -> None:
    """Give each empire the mark its ships' names begin with."""
    for seat in campaign.seats:
        random_play.MARKS[seat.id] = f"Q{seat.id[-1]}"


def _sheet(campaign: Campaign, random: Random, state: Any, player: str, turn: int) -> str:
    name = campaign.name
    if not turn:
        text = random_play.PREGAME.format(player=player, mark=random_play.MARKS[player])
        return text.replace("PREGAME age", f"PREGAME {name}")
    known = campaign.ruleset.known(state, player, campaign.seats, campaign.options)
    lines = random_play._orders(random, known, player)
    return "\n".join([f"ORDERS {name} turn {turn} for {player}", *lines, "END", ""])


def table(costs: list[Cost]) -> str:
    """The middle value of every fifty turns."""
    lines = ["turns      CPU s  state kB  events kB   ships  memory MB"]
    for first in range(1, len(costs), EACH):
        some = costs[first : first + EACH]
        lines.append(
            f"{some[0].turn:>3}-{some[-1].turn:<5} {median(one.seconds for one in some):>6.2f}"
            f"  {median(one.state for one in some) / 1000:>8.1f}"
            f"  {median(one.events for one in some) / 1000:>9.1f}"
            f"  {median(one.ships for one in some):>6.0f}  {some[-1].memory_mb:>9}"
        )
    return "\n".join(lines) + "\n"


def run(folder: Path, turns: int = TURNS, empires: int = EMPIRES) -> list[Cost]:
    """Play it, writing each turn's cost as it comes."""
    costs = []
    campaign = begin(folder / "long-age", empires)
    with (folder / "costs.jsonl").open("w", encoding="utf-8") as file:
        for cost in play(campaign, turns):
            costs.append(cost)
            file.write(json.dumps({key: getattr(cost, key) for key in Cost.__slots__}) + "\n")
            file.flush()
    return costs
