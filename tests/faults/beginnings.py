"""How campaigns that were played began: the first turns of one, played anew by today's code."""

from __future__ import annotations

from pathlib import Path

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.service.demo.play import begin_like, take_step
from pbm.service.timeline import Run, steps_of
from tests.shipped import CAMPAIGNS


def beginning(name: str, folder: Path, runs: int) -> Campaign:
    """A campaign's set-up and so many runs, with its own texts, rulings and times.

    What is kept of the campaign itself may lack pages and be of older templates; of this one every
    file is there and is what is made today.
    """
    model = open_campaign(CAMPAIGNS / name)
    campaign = begin_like(model, folder / name)
    for step in steps_of(model.folder):
        take_step(campaign, step, pdfs=True, jobs=1)
        runs -= isinstance(step, Run)
        if not runs:
            break
    return campaign
