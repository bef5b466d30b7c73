"""Commands about order sheets and where a campaign stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbm.cli.parameters import (
    PROBLEMS,
    WRONG_USE,
    AsJson,
    At,
    Folder,
    Folders,
    bytes_of,
    example,
    opened,
    texts_of,
)
from pbm.cli.terminal import progress_bar, say, say_json, say_table, warn

if TYPE_CHECKING:
    pass

commands = typer.Typer()


@commands.command(epilog=example("pbm template campaigns/beacon rook > rook.txt"))
def template(
    folder: Folder,
    player: Annotated[str, typer.Argument(help="A player's name.")],
    form: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write it there as a PDF to fill in."),
    ] = None,
) -> None:
    """Print a player's next sheet, prefilled."""
    from pbm.service import api

    campaign = opened(folder)
    if form is None:
        say(api.template(campaign, player))
        return
    from pbm.storage.atomic_files import put_file

    put_file(form, api.form(campaign, player))
    say(f"{form} is the next sheet of {player} as a form; pbm submit takes it filled in")


@commands.command(
    epilog=example(
        "pbm check rook.txt --packet packet.json", "pbm check rook.txt --campaign campaigns/beacon"
    )
)
def check(
    sheet: Annotated[Path, typer.Argument(help="A text with a sheet in it; - is standard input.")],
    campaign: Annotated[
        Path | None, typer.Option(metavar="DIR", help="For the game master.")
    ] = None,
    packet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="For a player: his packet.json.")
    ] = None,
) -> None:
    """Say what the receipt would say about a sheet; nothing is stored."""
    from pbm.intake.check import check_sheet

    if campaign and packet:
        warn("Give one of --campaign and --packet.")
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


@commands.command(epilog=example("pbm submit campaigns/beacon rook.txt heron.txt"))
def submit(
    folder: Folder,
    sheet: Annotated[list[Path], typer.Argument(help="Texts with sheets in them; - is stdin.")],
    at: At = None,
    late: Annotated[
        bool, typer.Option(help="Also for a turn that is closed or was run; a rerun counts it.")
    ] = False,
) -> None:
    """Take in order sheets, exactly as mail would, and print the receipts."""
    from pbm.service import api

    received = api.submit(opened(folder), texts_of(sheet), at=at, late=late)
    for one in received:
        say(one.receipt)
    if not all(one.accepted for one in received):
        raise typer.Exit(PROBLEMS)


@commands.command(epilog=example("pbm status campaigns/beacon", "pbm status campaigns/*"))
def status(
    folder: Folders,
    brief: Annotated[
        bool, typer.Option("--brief", help="A line for each campaign, for a single one too.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say where a campaign stands: what is waited for, whose sheets are in, what is open.

    Of several campaigns each has a line; one that cannot be read hides no other.
    """
    from pbm.service import api
    from pbm.service.status_many import sheet_records

    if len(folder) > 1 or brief:
        _say_glances(folder, as_json)
        return
    found = api.status(opened(folder[0]))
    if as_json:
        say_json(sheet_records(found))
        return
    for line in found.lines:
        say(line)
    if found.rows:
        said = ("said",) if any(row["said"] for row in found.rows) else ()
        say_table(found.rows, ("mailing", "player", "sheet", "received", "problems", *said))


def _say_glances(folders: list[Path], as_json: bool) -> None:
    """Where each of many campaigns stands, and on standard error what was wrong."""
    from pbm.kit.problems import render_all
    from pbm.service import api
    from pbm.service.status_many import tally

    with progress_bar() as progress:
        found = api.status_of_many(folders, progress=progress)
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
