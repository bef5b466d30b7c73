"""Plays the shipped campaigns again by the product's own steps, for whoever wants to see one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbm.assets import data_dir
from pbm.campaign import CAMPAIGN_FILE, SCENARIO_FILE, Campaign, Progress, open_campaign, quiet
from pbm.creation import new_campaign
from pbm.desk import REPORTS, RULINGS_FILE
from pbm.history import given_of
from pbm.inbox import mailing_folder
from pbm.intake import submit
from pbm.legs import NEW, TURNS, StoredLeg, all_legs
from pbm.problem import Faults, invalid
from pbm.running import run_turn
from pbm.store import locked, put_file

SHIPPED = "campaigns"


@dataclass(frozen=True, slots=True)
class Played:
    """One PDF that was made: of which campaign and turn, for whom, and where it is."""

    campaign: str
    turn: str
    player: str
    path: Path


def demo(folder: Path, *, jobs: int = 1, progress: Progress = quiet) -> list[Played]:
    """See `pbm.process.demo`."""
    shipped = shipped_campaigns()
    legs = {path: first_run(path) for path in shipped}
    steps = sum(len(found) + 1 for found in legs.values())
    played: list[Played] = []
    done = 0
    for path in shipped:
        model = open_campaign(path)
        target = folder / path.name
        progress(f"{path.name}: new", done, steps)
        campaign = begin_like(model, target)
        played += _pdfs(campaign, NEW, target / TURNS / NEW)
        done += 1
        for leg in legs[path]:
            progress(f"{path.name}: turn {leg.label}", done, steps)
            played += _leg(campaign, leg, jobs)
            done += 1
    progress("played", steps, steps)
    return played


def shipped_campaigns() -> list[Path]:
    """The campaigns that come with the product, by name; Faults if there are none."""
    try:
        root = data_dir(SHIPPED)
    except FileNotFoundError:
        raise Faults(invalid("no campaign comes with this installation")) from None
    return sorted(path.parent for path in root.glob(f"*/{CAMPAIGN_FILE}"))


def first_run(path: Path) -> list[StoredLeg]:
    """The legs of a campaign as they were first run, without its reruns."""
    return [leg for leg in all_legs(path) if leg.part.revision == 1 and leg.label != NEW]


def begin_like(model: Campaign, folder: Path) -> Campaign:
    """A new campaign with the players, options, dice and begin of another."""
    part = model.part
    return new_campaign(
        folder,
        str(model.folder / SCENARIO_FILE),
        players=[f"{one.side}={one.name}:{one.address}" for one in part.players],
        options=part.options,
        seed=model.seed.decode(),
        at=part.begun,
        published=part.published,
        schedule=part.schedule.model_dump(mode="json"),
    )


def _leg(campaign: Campaign, leg: StoredLeg, jobs: int) -> list[Played]:
    """Hand in what was handed in, rule what was ruled, run; the PDFs of the turn."""
    given = given_of(leg)
    for text in given.texts:
        submit(campaign, [(text.name, text.data)], at=text.received, late=text.late)
    if given.rulings:
        with locked(campaign.folder):
            put_file(mailing_folder(campaign.folder, given.mailing) / RULINGS_FILE, given.rulings)
    ran = run_turn(
        campaign,
        leg.part.mailing,
        dice_script=None if given.script is None else ("dice.txt", given.script),
        jobs=jobs,
        missing_ok=True,
        go_on=given.go_on,
        at=leg.part.run_at,
    )
    if ran.folder is None:
        raise Faults(invalid(f"turn {leg.label} of {campaign.name} stopped", reason=ran.lines[0]))
    return _pdfs(campaign, leg.label, ran.folder)


def _pdfs(campaign: Campaign, turn: str, folder: Path) -> list[Played]:
    return [
        Played(campaign.name, turn, path.parent.name, path)
        for path in sorted((folder / REPORTS).rglob("*.pdf"))
    ]
