"""Commands that run turns, make their reports again, compare and pack them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbm.cli.examples import PBM, example
from pbm.cli.parameters import (
    BROKEN,
    PROBLEMS,
    WRONG_USE,
    AsJson,
    At,
    Cluster,
    Command,
    Folder,
    Folders,
    Jobs,
    Turn,
    bytes_of,
    flag,
    opened,
    options_given,
)
from pbm.cli.terminal import progress_bar, say, say_json, say_table, warn
from pbm.pages.book_tables import BookPart

if TYPE_CHECKING:
    from pbm.service.run_many import RunOutcome

SHOWN = 20  # differences of a replay; most others follow from the first

commands = typer.Typer()


@commands.command(cls=Command, epilog=example("run"))
def run(
    folder: Folders,
    dry: Annotated[bool, flag("--dry", "Show what would happen; write nothing")] = False,
    missing_ok: Annotated[
        bool, flag("--missing-ok", "Run although sheets are missing; those players play by default")
    ] = False,
    go_on: Annotated[
        bool, flag("--go-on", "Run although notes have no answer, or a ruling changes nothing")
    ] = False,
    fresh: Annotated[
        bool, flag("--fresh", "Count sheets that came while the docket held the turn")
    ] = False,
    stage: Annotated[
        str | None,
        typer.Option(metavar="STAGE", help="Run this one of several stages that are due: 3.2"),
    ] = None,
    dice: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use real dice, written as docs/dice.md shows"),
    ] = None,
    beacon: Annotated[
        str,
        typer.Option(
            metavar="VALUE", help="The public value that sealed dice take in; else it is asked for"
        ),
    ] = "",
    no_pdfs: Annotated[
        bool, flag("--no-pdfs", f"Make no PDFs; {PBM} report makes them when they are wanted")
    ] = False,
    at: At = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
    as_json: AsJson = False,
) -> None:
    """Run a turn to its next stop: play it, write the reports, fill the outbox.

    Several campaigns are run side by side. A campaign that cannot run does not stop the others.
    """
    from pbm.kit.problems import render_all
    from pbm.parallel.workers import workers
    from pbm.service import api

    how = api.How(missing_ok=missing_ok, go_on=go_on, fresh=fresh, dry=dry, pdfs=not no_pdfs)
    if len(folder) > 1 and (given := options_given(stage=stage, dice=dice, beacon=beacon or None)):
        warn(f"Give {given} with one campaign only.")
        raise typer.Exit(WRONG_USE)
    if len(folder) > 1 or as_json:
        if given := options_given(stage=stage, dice=dice):
            warn(f"Give either {given} or --json, not both.")
            raise typer.Exit(WRONG_USE)
        with progress_bar() as progress:
            outcomes = api.run_many(
                folder, how=how, jobs=jobs, cluster=cluster, at=at, progress=progress
            )
        _say_outcomes(outcomes, as_json)
        raise typer.Exit(max(outcome.code for outcome in outcomes))
    with progress_bar() as progress, workers(jobs, cluster):
        campaign = opened(folder[0])

        def once(value: str) -> api.Ran:
            return api.run_turn(
                campaign,
                stage,
                how=how,
                dice_script=(dice.name, bytes_of(dice)) if dice else None,
                beacon=value,
                jobs=jobs or 1,
                at=at,
                progress=progress,
            )

        try:
            ran = once(beacon)
        except api.BeaconNeeded as needed:
            if not sys.stdin.isatty():
                raise
            warn(render_all(needed.problems))
            ran = once(typer.prompt("Public value"))
    for line in ran.lines:
        say(line)
    if ran.docket:
        raise typer.Exit(PROBLEMS)


def _say_outcomes(outcomes: list["RunOutcome"], as_json: bool) -> None:
    """Print how each of many campaigns ran; what is wrong goes to standard error."""
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


@commands.command(cls=Command, epilog=example("report"))
def report(
    folder: Folder,
    turn: Turn,
    player: Annotated[
        str | None, typer.Argument(metavar="PLAYER", help="Only this player's reports")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write to this folder; else to the turn's")
    ] = None,
    part: Annotated[
        BookPart | None, typer.Option(help="Print this part of the GM's book alone")
    ] = None,
    about: Annotated[
        str,
        typer.Option(
            metavar="WORDS", help="Of that part, only what has these words in its heading"
        ),
    ] = "",
    no_pdfs: Annotated[
        bool, flag("--no-pdfs", "Leave out the PDFs, which take most of the time")
    ] = False,
    jobs: Jobs = None,
    cluster: Cluster = "",
) -> None:
    """Make a turn's reports again from sheets, rulings and set-up, and compare them."""
    from pbm.parallel.workers import workers
    from pbm.service import api

    if part is not None:
        if player != "gm" or no_pdfs:
            raise typer.BadParameter("--part prints a part of gm, the game master's book")
        with progress_bar() as progress:
            campaign = opened(folder)
            paths = list(api.report_part(campaign, turn, part, out or Path(), about, progress))
        for path in paths:
            say(str(path))
        return
    if about:
        raise typer.BadParameter("--about chooses from a part of the game master's book: --part")
    with progress_bar() as progress, workers(jobs, cluster):
        made = api.report(
            opened(folder),
            turn,
            player,
            out=out,
            pdfs=not no_pdfs,
            jobs=jobs or 1,
            progress=progress,
        )
    rows = [{"player": one.player, "same": one.same, "path": str(one.path)} for one in made]
    say_table(rows, ("player", "same", "path"))
    one = made[0]
    other = [row.path.name for row in made if not row.same]
    verdict = f"not what was sent: {', '.join(other)}" if other else "byte for byte what was sent"
    say(f"This is revision {one.revision} of the turn (turns/{one.stage}), {verdict}.")
    if not all(one.same for one in made):
        raise typer.Exit(BROKEN)


@commands.command(cls=Command, epilog=example("replay"))
def replay(
    folder: Folder,
    turn: Annotated[str | None, typer.Argument(metavar="TURN", help="Stop after this turn")] = None,
    no_pdfs: Annotated[
        bool, flag("--no-pdfs", "Leave out the PDFs, which take most of the time")
    ] = False,
    put_back: Annotated[
        bool, flag("--put-back", "Write missing files whose hashes come out as recorded")
    ] = False,
    jobs: Jobs = None,
    cluster: Cluster = "",
) -> None:
    """Play all turns again from the stored inputs and compare every recorded hash."""
    from pbm.parallel.workers import workers
    from pbm.service import api

    with progress_bar() as progress, workers(jobs, cluster):
        differences = api.replay(
            opened(folder),
            turn,
            pdfs=not no_pdfs,
            put_back=put_back,
            jobs=jobs or 1,
            progress=progress,
        )
    for difference in differences[:SHOWN]:
        warn(f"{difference.file}: {difference.cause}. {difference.text}")
    if len(differences) > SHOWN:
        warn(
            f"and {len(differences) - SHOWN} more; begin with the first, which may explain the rest"
        )
    if differences:
        raise typer.Exit(BROKEN)
    say("Every file is as it was recorded.")


@commands.command(cls=Command, epilog=example("archive"))
def archive(
    folder: Folder,
    keep: Annotated[
        int, typer.Option(min=1, metavar="N", help="Leave so many of the newest turns as they are")
    ] = 3,
    no_pdfs: Annotated[
        bool, flag("--no-pdfs", f"Leave the PDFs out; {PBM} report makes them again")
    ] = False,
    unpack: Annotated[bool, flag("--unpack", "Unpack all turns again")] = False,
    as_json: AsJson = False,
) -> None:
    """Pack the files of old turns; every command still works on them."""
    from pbm.service import api

    with progress_bar() as progress:
        campaign = opened(folder)
        if unpack:
            done = api.unpack(campaign, progress=progress)
        else:
            done = api.archive(campaign, keep=keep, pdfs=not no_pdfs, progress=progress)
    rows = [{"turn": one.folder.name, "before": one.before, "after": one.after} for one in done]
    if as_json:
        say_json(rows)
    elif rows:
        say_table(rows, ("turn", "before", "after"))
        before, after = sum(one.before for one in done), sum(one.after for one in done)
        say(f"{before:,} bytes before, {after:,} bytes after.")
    else:
        say("There is nothing to unpack." if unpack else "There is nothing to pack.")
