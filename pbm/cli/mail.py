"""``pbm mail``: fetch, send, watch; takes words, calls one function, prints."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import asdict

from pbm.cli.parameters import PROBLEMS, AsJson, At, example
from pbm.cli.terminal import progress_bar, say, say_json, say_table, warn

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign
    from pbm.mail.outbound.send import Round

mail = typer.Typer(
    name="mail",
    help="The post office: sheets come in by mail, receipts and reports go out.",
    no_args_is_help=True,
    epilog="Example:\n\npbm mail watch campaigns/my-duel",
)

Folders = Annotated[
    list[Path], typer.Argument(metavar="DIR...", help="Campaigns' folders; many share a mailbox.")
]
_COLUMNS = ("campaign", "kind", "turn", "player", "address", "state", "at", "reason")


def _open(folders: list[Path]) -> list[Campaign]:
    from pbm.campaign.campaign import open_campaigns

    return open_campaigns(folders)


@mail.command(epilog=example("pbm mail fetch campaigns/my-duel", "pbm mail fetch campaigns/*"))
def fetch(
    folders: Folders,
    as_json: AsJson = False,
    at: At = None,
) -> None:
    """Take in new mail: find the sheets in it, check their passes, queue the answers."""
    from pbm.kit.problems import render_all
    from pbm.mail.fetch import fetch

    with progress_bar() as progress:
        done = fetch(_open(folders), at=at, progress=progress)
    if as_json:
        say_json([dict(row) for row in done.rows])
    else:
        for line in done.lines:
            say(line)
        if done.rows:
            say_table(done.rows, ("sender", "subject", "became", "why"))
    if done.problems:
        warn(render_all(done.problems))
        raise typer.Exit(PROBLEMS)


@mail.command(epilog=example("pbm mail send campaigns/my-duel", "pbm mail send campaigns/*"))
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
    from pbm.mail.outbound.send import Wish, send

    with progress_bar() as progress:
        done = send(_open(folders), Wish(again=again, old=old), at=at, progress=progress)
    _show(done, as_json)
    if not done.is_whole:
        raise typer.Exit(PROBLEMS)


def _show(done: Round, as_json: bool, nothing: str = "Nothing was left to send.") -> None:
    from pbm.kit.problems import render_all

    rows = [asdict(row) for row in done.rows]
    if as_json:
        say_json(rows)
    else:
        for line in done.lines:
            say(line)
        if rows:
            say_table(rows, _COLUMNS)
        elif not done.problems:
            say(nothing)
    if done.problems:
        warn(render_all(done.problems))


@mail.command(epilog=example("pbm mail remind campaigns/my-duel --now"))
def remind(
    folders: Folders,
    at_once: Annotated[
        bool, typer.Option("--now", help="All who were not reminded yet, whatever the time.")
    ] = False,
    as_json: AsJson = False,
    at: At = None,
) -> None:
    """Remind those whose sheets are not in, when it is time for it; each once."""
    from pbm.mail.outbound.send import Wish, send

    wish = Wish(remind=True, remind_now=at_once, only_remind=True)
    with progress_bar() as progress:
        done = send(_open(folders), wish, at=at, progress=progress)
    _show(done, as_json, "Nobody is to be reminded now.")
    if not done.is_whole:
        raise typer.Exit(PROBLEMS)


@mail.command(epilog=example("pbm mail watch campaigns/my-duel", "pbm mail watch DIR --once"))
def watch(
    folders: Folders,
    every: Annotated[
        int, typer.Option(min=5, max=3600, metavar="SECONDS", help="Rest between two rounds.")
    ] = 60,
    once: Annotated[bool, typer.Option("--once", help="One round, then stop.")] = False,
) -> None:
    """Fetch and send, with reminders, until stopped (Ctrl-C, or a signal to end)."""
    import signal
    from threading import Event

    import pbm.mail.fetch
    from pbm.mail.daemon import Watch

    stop = Event()
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}

    def end(*_what: object) -> None:
        stop.set()
        for one, was in before.items():  # who asks twice does not wait for what is under way
            signal.signal(one, was)

    for one in before:
        signal.signal(one, end)
    every_folder = list({folder.resolve(): folder for folder in folders}.values())
    watch = Watch(every_folder, pbm.mail.fetch.fetch, stop, _told, warn, every)
    if not once:
        _told(f"Watching the mail of {len(every_folder)}; Ctrl-C ends it.")
    watch.run(1 if once else None)
    if stop.is_set():
        _told("Stopped; everything that was begun is done.")
    if watch.has_problems:
        raise typer.Exit(PROBLEMS)


def _told(line: str) -> None:
    """A line that is to be seen at once, whoever reads along."""
    say(line)
    sys.stdout.flush()


@mail.command(epilog=example("pbm mail status campaigns/my-duel", "pbm mail status DIR --json"))
def status(folders: Folders, as_json: AsJson = False) -> None:
    """List who got what when, and what is still to be sent."""
    from pbm.mail.outbound.delivery_table import rows_of

    rows = [asdict(row) for campaign in _open(folders) for row in rows_of(campaign)]
    if as_json:
        say_json(rows)
    elif rows:
        say_table(rows, _COLUMNS)
    else:
        say("Nothing was sent, and nothing is to be sent.")
