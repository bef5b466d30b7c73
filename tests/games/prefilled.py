"""A campaign of any game for two players, Ann and Bea, who send their prefilled sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbm.campaign.campaign import Campaign
from pbm.service.api import How, new_campaign, run_turn, status, submit, template
from tests.games.contract import Contract
from tests.sheets import as_it_stands

SEATS = ("ann", "bea")
BEGUN = "2026-03-01T12:00:00Z"
TURNS = 3  # set-up is the first


def begin(
    folder: Path, game: Contract, *, host: str = "@example.org", at: str = BEGUN, **more: Any
) -> Campaign:
    """A new campaign of the scenario that the game's contract names."""
    sides = zip(game.sides, SEATS, strict=True)
    players = [f"{side}={seat.title()}:{seat}{host}" for side, seat in sides]
    return new_campaign(folder, game.scenario, players=players, at=at, **more)


def play(folder: Path, game: Contract) -> Campaign:
    """Such a campaign with its first turns run, in a folder that is not there yet."""
    campaign = begin(folder, game, seed="a seed")
    for turn in range(TURNS):
        day = f"2026-03-{turn + 2:02}"
        for hour, seat in enumerate(SEATS if status(campaign).rows else (), 10):
            text = as_it_stands(template(campaign, seat)).encode()
            submit(campaign, [("sheet.txt", text)], at=f"{day}T{hour}:00:00Z")
        run_turn(campaign, how=How(go_on=True, pdfs=False), at=f"{day}T13:00:00Z")
    return campaign
