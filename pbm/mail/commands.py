"""``pbm mail``: fetch, send, watch; takes words, calls one function, prints."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbm.console import progress_bar, say, say_json, say_table, warn

if TYPE_CHECKING:
    from pbm.campaign import Campaign
    from pbm.mail.sending import Round

mail = typer.Typer(
    name="mail",
    help="The post office: sheets come in by mail, receipts and reports go out.",
    no_args_is_help=True,
)

PROBLEMS = 1
Folders = Annotated[
    list[Path], typer.Argument(metavar="DIR...", help="Campaigns' folders; many share a mailbox.")
]
AsJson = Annotated[bool, typer.Option("--json", help="A JSON list for scripts.")]
At = Annotated[
    str | None, typer.Option(metavar="TIME", help="Instead of the clock: 2026-12-01T20:00+01:00.")
]
_COLUMNS = ("campaign", "kind", "turn", "player", "address", "state", "at", "reason")


def _example(*lines: str) -> str:
    return "Example:\n\n" + "\n\n".join(lines)


def _open(folders: list[Path]) -> list[Campaign]:
    from pbm.campaign import open_campaign

    found = {folder.resolve(): folder for folder in folders}
    return [open_campaign(folder) for folder in found.values()]


@mail.command(epilog=_example("pbm mail send campaigns/my-duel", "pbm mail send campaigns/*"))
def send(
    folders: Folders,
    again: Annotated[
        bool, typer.Option("--again", help="Also to readers whom a server refused for good.")
    ] = False,
    old: Annotated[
        bool, typer.Option("--old", help="Also reports from before the campaign's first mail.")
    ] = False,
    as_json: AsJson = False,
    at: At = None,
) -> None:
    """Send reports and answers that were not sent yet; each goes once."""
    from pbm.mail.sending import Wish
    from pbm.mail.sending import send as send_round

    with progress_bar() as progress:
        done = send_round(_open(folders), Wish(again=again, old=old), at=at, progress=progress)
    _show(done, as_json)
    if not done.is_whole:
        raise typer.Exit(PROBLEMS)


def _show(done: Round, as_json: bool) -> None:
    from pbm.problem import render_all

    rows = [asdict(row) for row in done.rows]
    if as_json:
        say_json(rows)
    else:
        for line in done.lines:
            say(line)
        if rows:
            say_table(rows, _COLUMNS)
        elif not done.problems:
            say("Nothing was left to send.")
    if done.problems:
        warn(render_all(done.problems))


@mail.command(epilog=_example("pbm mail status campaigns/my-duel", "pbm mail status DIR --json"))
def status(folders: Folders, as_json: AsJson = False) -> None:
    """List who got what when, and what is still to be sent."""
    from pbm.mail.listing import rows_of

    rows = [asdict(row) for campaign in _open(folders) for row in rows_of(campaign)]
    if as_json:
        say_json(rows)
    elif rows:
        say_table(rows, _COLUMNS)
    else:
        say("Nothing was sent, and nothing is to be sent.")
