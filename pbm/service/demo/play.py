"""Play the shipped campaigns again, step by step, as their game masters did."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from pbm.campaign.campaign import (
    CAMPAIGN_FILE,
    SCENARIO_FILE,
    Campaign,
    Progress,
    open_campaign,
    quiet,
)
from pbm.intake.submit import Via, submit, submit_mailed
from pbm.kit.assets import data_dir
from pbm.kit.file_part import document_of
from pbm.kit.problems import Faults, Problem, invalid
from pbm.parallel.workers import workers
from pbm.service.create import new_campaign
from pbm.service.rerun import rerun
from pbm.service.rulings import rule
from pbm.service.run import How, run_turn
from pbm.service.timeline import HeldRun, Ruled, Run, Sent, Step, TimelineRerun, steps_of
from pbm.storage.atomic_files import drop_folder

SHIPPED = "campaigns"
SHORT = ("lantern", "pirates", "two-lamps")  # a few turns of each game, for the first minute
Prints = Run | TimelineRerun


def demo(
    folder: Path,
    *,
    only: Sequence[str] = (),
    every: bool = False,
    jobs: int = 1,
    progress: Progress = quiet,
) -> list[Campaign]:
    """Play the shipped campaigns of every game again in a folder.

    ``only`` names campaigns; without it all are played. Every step is repeated at its time:
    sheets, rulings, runs, reruns. PDFs are made of the first and the last turn, or of ``every``
    turn; ``report`` makes the others. Returns the campaigns played. Campaigns of an earlier
    demo in the folder are replaced. Faults if a step can no longer be repeated.
    """
    with workers(jobs):
        return _demo(folder, only, every, jobs, progress)


def _demo(
    folder: Path, only: Sequence[str], every: bool, jobs: int, progress: Progress
) -> list[Campaign]:
    shipped = shipped_campaigns(only)
    steps = {path: steps_of(path) for path in shipped}
    # Pages take most of the time: those of the beginning, of runs and of reruns.
    total = sum(1 + sum(isinstance(step, Prints) for step in found) for found in steps.values())
    played: list[Campaign] = []
    done = 0
    for path in shipped:
        model = open_campaign(path)
        target = folder / path.name
        progress(f"{path.name}: new", done, total)
        _make_room(model, target)
        campaign = begin_like(model, target)
        played.append(campaign)
        done += 1
        last = [step for step in steps[path] if isinstance(step, Prints)][-1:]
        for step in steps[path]:
            if isinstance(step, Prints):
                progress(f"{path.name}: turn {step.turn}", done, total)
                done += 1
            try:
                take_step(campaign, step, every or step in last, jobs)
            except Faults as faults:
                raise Faults(_not_again(campaign, step), *faults.problems) from None
    progress("played", total, total)
    return played


def shipped_campaigns(only: Sequence[str] = ()) -> list[Path]:
    """List the campaigns that come with the program; Faults if they are missing."""
    try:
        root = data_dir(SHIPPED)
    except FileNotFoundError:
        raise Faults.invalid("this installation has no campaigns to play") from None
    found = {path.parent.name: path.parent for path in sorted(root.glob(f"*/{CAMPAIGN_FILE}"))}
    unknown = [name for name in only if name not in found]
    if unknown:
        reason = f"the campaigns are {', '.join(found)}"
        raise Faults(*(invalid(f'"{name}" is not a campaign', reason=reason) for name in unknown))
    return [path for name, path in found.items() if not only or name in only]


def _make_room(model: Campaign, target: Path) -> None:
    """Delete the campaign that an earlier demo left; anything else stays."""
    file = target / CAMPAIGN_FILE
    if file.is_file() and file.read_bytes() == (model.folder / CAMPAIGN_FILE).read_bytes():
        drop_folder(target)


def begin_like(model: Campaign, folder: Path) -> Campaign:
    """Begin a campaign with the players, options, dice and time of another."""
    part = model.part
    return new_campaign(
        folder,
        str(model.folder / SCENARIO_FILE),
        players=[f"{one.side}={one.name}:{one.address}" for one in part.players],
        options=part.options,
        seed=model.seed.decode(),
        at=part.begun,
        published=part.published,
        schedule=document_of(part.schedule),
        key=model.key,
        scheme=part.dice,
    )


def take_step(campaign: Campaign, step: Step, pdfs: bool, jobs: int) -> None:
    """Repeat one step, with the PDFs of its pages if asked for."""
    match step:
        case Sent(at, name, data, late, mail, sent, player, mailing):
            if mail:
                via = Via(mail, sent, "right")
                submit_mailed(campaign, (name, data), player, mailing, via, at=at)
            else:
                submit(campaign, [(name, data)], at=at, late=late)
        case Ruled(at, turn, name, data):
            rule(campaign, turn, data, name, at=at)
        case HeldRun(at, turn, go_on):
            how = How(missing_ok=True, go_on=go_on)
            if run_turn(campaign, turn, how=replace(how, dry=True), at=at).docket:
                run_turn(campaign, turn, how=how, at=at)
        case Run(at, turn, script, go_on, fresh):
            ran = run_turn(
                campaign,
                turn,
                how=How(missing_ok=True, go_on=go_on, fresh=fresh, pdfs=pdfs),
                dice_script=None if script is None else ("dice.txt", script),
                jobs=jobs,
                at=at,
            )
            if ran.folder is None:
                raise Faults.invalid(f"turn {turn} stopped at the docket", reason=ran.lines[1])
        case TimelineRerun(at, turn):
            rerun(campaign, turn, pdfs=pdfs, jobs=jobs, at=at)


def _not_again(campaign: Campaign, step: Step) -> Problem:
    turn = "" if isinstance(step, Sent) else f" of turn {step.turn}"
    return invalid(
        f"{campaign.name}: step {type(step).__name__.casefold()}{turn} cannot be repeated",
        reason=f"it was taken at {step.at}",
    )
