"""Commands about order sheets, and the status of campaigns."""

from pathlib import Path
from typing import Annotated

import typer

from pbm.cli.examples import PBM, example
from pbm.cli.parameters import (
    PROBLEMS,
    WRONG_USE,
    AsJson,
    At,
    Command,
    Folder,
    Folders,
    bytes_of,
    flag,
    opened,
    texts_of,
)
from pbm.cli.terminal import progress_bar, say, say_json, say_table, warn

commands = typer.Typer()


@commands.command(cls=Command, epilog=example("template"))
def template(
    folder: Folder,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The player's name")],
    form: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it to this file as a PDF to fill in")
    ] = None,
) -> None:
    """Print a player's next order sheet, prefilled."""
    from pbm.service import status

    campaign = opened(folder)
    if form is None:
        say(status.template(campaign, player))
        return
    from pbm.storage.atomic_files import put_file

    put_file(form, status.form(campaign, player))
    say(f"{form} is the next sheet of {player}, as a form; {PBM} submit takes it filled in.")


@commands.command(cls=Command, epilog=example("check"))
def check(
    sheet: Annotated[
        Path, typer.Argument(metavar="SHEET", help="A text with a sheet in it; - is standard input")
    ],
    packet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For players: your newest packet.json")
    ] = None,
    campaign: Annotated[
        Path | None, typer.Option(metavar="DIR", help="For game masters: the campaign's folder")
    ] = None,
) -> None:
    """Check an order sheet: print what its receipt would say, and store nothing."""
    from pbm.intake.check import check_sheet

    if campaign and packet:
        warn("Give either --packet or --campaign, not both.")
        raise typer.Exit(WRONG_USE)
    checked = check_sheet(
        bytes_of(sheet),
        sheet.name,
        campaign=opened(campaign) if campaign else None,
        packet=bytes_of(packet) if packet else None,
    )
    for one in checked:
        say(one.findings)
    if not checked or not all(one.ok for one in checked):
        raise typer.Exit(PROBLEMS)


@commands.command(cls=Command, epilog=example("submit"))
def submit(
    folder: Folder,
    sheet: Annotated[
        list[Path],
        typer.Argument(metavar="SHEET", help="Texts with sheets in them; - is standard input"),
    ],
    late: Annotated[
        bool,
        flag(
            "--late", "Take sheets also for a turn that is closed or was run; a rerun counts them"
        ),
    ] = False,
    at: At = None,
) -> None:
    """Take in order sheets as if they came by mail, and print the receipts."""
    from pbm.intake.submit import submit

    received = submit(opened(folder), texts_of(sheet), at=at, late=late)
    for one in received:
        say(one.receipt)
    if not all(one.accepted for one in received):
        raise typer.Exit(PROBLEMS)


@commands.command(cls=Command, epilog=example("status"))
def status(
    folder: Folders,
    brief: Annotated[
        bool, flag("--brief", "Print one line, as for each of several campaigns")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show what is due in a campaign, whose sheets are in and what is open.

    Several campaigns get a line each. A campaign that cannot be read does not hide the others.
    """
    from pbm.service.status import status
    from pbm.service.status_many import sheet_records

    if len(folder) > 1 or brief:
        _say_glances(folder, as_json)
        return
    found = status(opened(folder[0]))
    if as_json:
        say_json(sheet_records(found))
        return
    for line in found.lines:
        say(line)
    if found.rows:
        said = ("said",) if any(row["said"] for row in found.rows) else ()
        say_table(found.rows, ("stage", "player", "sheet", "received", "problems", *said))


def _say_glances(folders: list[Path], as_json: bool) -> None:
    """Print a line for each of many campaigns; what is wrong goes to standard error."""
    from pbm.kit.problems import render_all
    from pbm.service.status_many import status_of_many, tally

    with progress_bar() as progress:
        found = status_of_many(folders, progress=progress)
    if as_json:
        say_json([one.record for one in found])
    else:
        lines = [one.line for one in found]
        docket = ("docket",) if any(line["docket"] for line in lines) else ()
        due = ("deadline",) if any(line["deadline"] for line in lines) else ()
        say_table(lines, ("campaign", "turn", "stands", *due, *docket, "what"))
        say(f"\n{tally(found)}")
    for one in found:
        if one.problems:
            warn(f"{one.folder}:\n{render_all(one.problems)}")
    raise typer.Exit(max(one.code for one in found))
