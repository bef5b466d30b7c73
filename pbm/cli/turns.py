"""Commands that run turns, and keep and remake what came of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbm.cli.parameters import (
    BROKEN,
    PROBLEMS,
    WRONG_USE,
    AsJson,
    At,
    Cluster,
    Folder,
    Folders,
    Jobs,
    Turn,
    bytes_of,
    example,
    opened,
    options_given,
)
from pbm.cli.terminal import progress_bar, say, say_json, say_table, warn

if TYPE_CHECKING:
    from pbm.service.run_many import RunOutcome

SHOWN = 20  # differences of a replay; what follows from the first is seldom worth reading

commands = typer.Typer()


@commands.command(
    epilog=example(
        "pbm run campaigns/beacon",
        "pbm run campaigns/beacon --dice dice.txt --dry",
        "pbm run campaigns/* --jobs 4",
    )
)
def run(
    folder: Folders,
    mailing: Annotated[
        str | None, typer.Option(help="Which of several open mailings, such as 3.2.")
    ] = None,
    dice: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Real dice; docs/dice.md has the format.")
    ] = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    missing_ok: Annotated[bool, typer.Option(help="Run although a sheet is missing.")] = False,
    go_on: Annotated[bool, typer.Option(help="Run past notes that have no answer.")] = False,
    fresh: Annotated[
        bool, typer.Option(help="After a stop at the docket: let later sheets count.")
    ] = False,
    dry: Annotated[bool, typer.Option(help="Show what would happen; write nothing.")] = False,
    pdfs: Annotated[
        bool, typer.Option("--pdfs/--no-pdfs", help="Make the PDFs; pbm report makes them later.")
    ] = True,
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Run the turn to its next stop: adjudicate, write reports, fill the outbox.

    Several campaigns are run side by side; one that cannot be run stops no other.
    """
    from pbm.parallel.workers import workers
    from pbm.service import api

    how = api.How(missing_ok=missing_ok, go_on=go_on, fresh=fresh, dry=dry, pdfs=pdfs)
    if len(folder) > 1 and (given := options_given(mailing=mailing, dice=dice)):
        warn(f"{given} is for one campaign; name one.")
        raise typer.Exit(WRONG_USE)
    if len(folder) > 1 or as_json:
        if given := options_given(mailing=mailing, dice=dice):
            warn(f"{given} and --json do not go together.")
            raise typer.Exit(WRONG_USE)
        with progress_bar() as progress:
            outcomes = api.run_many(
                folder, how=how, jobs=jobs, cluster=cluster, at=at, progress=progress
            )
        _say_outcomes(outcomes, as_json)
        raise typer.Exit(max(outcome.code for outcome in outcomes))
    with progress_bar() as progress, workers(jobs, cluster):
        ran = api.run_turn(
            opened(folder[0]),
            mailing,
            how=how,
            dice_script=(dice.name, bytes_of(dice)) if dice else None,
            jobs=jobs,
            at=at,
            progress=progress,
        )
    for line in ran.lines:
        say(line)
    if ran.docket:
        raise typer.Exit(PROBLEMS)


def _say_outcomes(outcomes: list[RunOutcome], as_json: bool) -> None:
    """What became of each of many campaigns, and on standard error what was wrong."""
    from pbm.kit.problems import render_all

    rows = [
        {
            "campaign": str(outcome.folder),
            "turn": outcome.ran.mailing if outcome.ran else None,
            "did": outcome.did,
            "next": list(outcome.ran.next) if outcome.ran and not outcome.ran.docket else [],
            "result": outcome.ran.result if outcome.ran else "",
            "code": outcome.code,
        }
        for outcome in outcomes
    ]
    if as_json:
        said = [[problem.fault for problem in outcome.problems] for outcome in outcomes]
        say_json([{**row, "problems": one} for row, one in zip(rows, said, strict=True)])
    else:
        say_table(rows, ("campaign", "turn", "did", "next", "result"))
    for outcome in outcomes:
        if outcome.ran is not None and outcome.ran.docket:
            warn(f"{outcome.folder}:\n" + "\n".join(outcome.ran.lines))
        elif outcome.problems:
            warn(f"{outcome.folder}:\n{render_all(outcome.problems)}")


@commands.command(
    epilog=example("pbm report campaigns/beacon 3", "pbm report campaigns/beacon 3 rook --out /tmp")
)
def report(
    folder: Folder,
    turn: Turn,
    player: Annotated[str | None, typer.Argument(help="Only this player's.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to; else into the turn's folder.")
    ] = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Make a turn's reports again from sheets, rulings and set-up; never a copy."""
    from pbm.parallel.workers import workers
    from pbm.service import api

    with progress_bar() as progress, workers(jobs, cluster):
        made = api.report(opened(folder), turn, player, out=out, jobs=jobs, progress=progress)
    rows = [{"player": one.player, "same": one.same, "path": str(one.path)} for one in made]
    say_table(rows, ("player", "same", "path"))
    if not all(one.same for one in made):
        raise typer.Exit(BROKEN)


@commands.command(epilog=example("pbm replay campaigns/beacon", "pbm replay campaigns/beacon 3"))
def replay(
    folder: Folder,
    turn: Annotated[str | None, typer.Argument(metavar="[TURN]", help="Up to this turn.")] = None,
    pdfs: Annotated[
        bool, typer.Option("--pdfs/--no-pdfs", help="Make the PDFs, too (slow).")
    ] = True,
    put_back: Annotated[
        bool, typer.Option("--put-back", help="Write missing files that come out as recorded.")
    ] = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Adjudicate again from the stored inputs and compare every recorded hash."""
    from pbm.parallel.workers import workers
    from pbm.service import api

    with progress_bar() as progress, workers(jobs, cluster):
        differences = api.replay(
            opened(folder), turn, pdfs=pdfs, put_back=put_back, jobs=jobs, progress=progress
        )
    for difference in differences[:SHOWN]:
        warn(f"{difference.file}: {difference.cause}. {difference.text}")
    if len(differences) > SHOWN:
        warn(f"and {len(differences) - SHOWN} more; the first names where it begins.")
    if differences:
        raise typer.Exit(BROKEN)
    say("Every file is as it was recorded.")


@commands.command(
    epilog=example("pbm archive campaigns/age", "pbm archive campaigns/age --keep 10")
)
def archive(
    folder: Folder,
    keep: Annotated[int, typer.Option(min=1, help="So many of the newest turns stay.")] = 3,
    pdfs: Annotated[
        bool, typer.Option("--pdfs/--no-pdfs", help="Pack PDFs too; pbm report makes them again.")
    ] = True,
    unpack: Annotated[bool, typer.Option("--unpack", help="Undo it for all turns.")] = False,
    as_json: AsJson = False,
) -> None:
    """Pack the files of old turns; everything still works on them."""
    from pbm.service import api

    with progress_bar() as progress:
        campaign = opened(folder)
        if unpack:
            done = api.unpack(campaign, progress=progress)
        else:
            done = api.archive(campaign, keep=keep, pdfs=pdfs, progress=progress)
    rows = [{"turn": one.folder.name, "before": one.before, "after": one.after} for one in done]
    if as_json:
        say_json(rows)
    elif rows:
        say_table(rows, ("turn", "before", "after"))
        before, after = sum(one.before for one in done), sum(one.after for one in done)
        say(f"{before:,} bytes are {after:,} now.")
    else:
        say("There is nothing to unpack." if unpack else "There is nothing to pack.")
