"""The ``pbm mail`` commands: fetch, send, read, answer, remind, watch and status."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import asdict

from pbm.cli.examples import example
from pbm.cli.parameters import (
    PROBLEMS,
    WRONG_USE,
    AsJson,
    At,
    Command,
    Folder,
    bytes_of,
    flag,
    opened,
)
from pbm.cli.terminal import progress_bar, say, say_json, say_table, warn
from pbm.kit.english import count

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign
    from pbm.mail.outbound.send import SendRound

commands = typer.Typer(
    name="mail",
    add_completion=False,
    help="Take order sheets in by mail; send receipts and reports.",
    no_args_is_help=True,
    epilog=example("mail"),
)

Folders = Annotated[
    list[Path],
    typer.Argument(metavar="DIR", help="The folder of a campaign, or of several with one mailbox"),
]
Name = Annotated[str, typer.Argument(metavar="ID", help="The mail's name in pbm docket")]
_COLUMNS = ("campaign", "kind", "turn", "player", "address", "state", "at", "reason")


def _open(folders: list[Path]) -> list["Campaign"]:
    from pbm.campaign.campaign import open_campaigns

    return open_campaigns(folders)


@commands.command(cls=Command, epilog=example("mail fetch"))
def fetch(folders: Folders, as_json: AsJson = False, at: At = None) -> None:
    """Fetch new mail: find its sheets, check their passes, queue the answers."""
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


@commands.command(cls=Command, epilog=example("mail send"))
def send(
    folders: Folders,
    again: Annotated[
        bool, flag("--again", "Send also to readers whom a server refused for good")
    ] = False,
    old: Annotated[
        bool, flag("--old", "Send also the reports made before the campaign's first mail")
    ] = False,
    as_json: AsJson = False,
    at: At = None,
) -> None:
    """Send the reports and answers that were not sent yet, each once."""
    from pbm.mail.outbound.send import Wish, send

    with progress_bar() as progress:
        done = send(_open(folders), Wish(again=again, old=old), at=at, progress=progress)
    _show(done, as_json)
    if not done.is_whole:
        raise typer.Exit(PROBLEMS)


def _show(done: "SendRound", as_json: bool, nothing: str = "There was nothing to send.") -> None:
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


@commands.command(cls=Command, epilog=example("mail remind"))
def remind(
    folders: Folders,
    at_once: Annotated[bool, flag("--now", "Remind at once all who were not reminded yet")] = False,
    as_json: AsJson = False,
    at: At = None,
) -> None:
    """Remind players whose orders are due and not in, each once, when it is time."""
    from pbm.mail.outbound.send import Wish, send

    wish = Wish(remind=True, remind_now=at_once, only_remind=True)
    with progress_bar() as progress:
        done = send(_open(folders), wish, at=at, progress=progress)
    _show(done, as_json, "Nobody has to be reminded now.")
    if not done.is_whole:
        raise typer.Exit(PROBLEMS)


@commands.command(cls=Command, epilog=example("mail read"))
def read(folder: Folder, name: Name) -> None:
    """Show a mail that waits for you; pbm docket lists them."""
    from pbm.mail.answering import read_text

    say(read_text(opened(folder), name))


@commands.command(cls=Command, epilog=example("mail answer"))
def answer(
    folder: Folder,
    name: Name,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Your answer as a text; - is standard input"),
    ] = None,
    absent_until: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="TURN", help="Expect no orders from its player before this turn"
        ),
    ] = None,
    done: Annotated[bool, flag("--done", "Set the mail aside without an answer")] = False,
    at: At = None,
) -> None:
    """Answer a mail that waits for you, note an absence, or set the mail aside."""
    from pbm.mail.answering import answer

    if bool(file or absent_until) == done:
        warn("Give a file, --absent-until TURN or both; or --done alone.")
        raise typer.Exit(WRONG_USE)
    text = bytes_of(file).decode("utf-8", "replace") if file else ""
    say(answer(opened(folder), name, text, absent_until=absent_until or 0, at=at))


@commands.command(cls=Command, epilog=example("mail watch"))
def watch(
    folders: Folders,
    every: Annotated[
        int, typer.Option(min=5, max=3600, metavar="SECONDS", help="Rest so long between rounds")
    ] = 60,
    once: Annotated[bool, flag("--once", "Stop after one round")] = False,
) -> None:
    """Fetch, send and remind, round after round, until stopped (Ctrl-C or a signal)."""
    import signal
    from threading import Event

    import pbm.mail.fetch
    from pbm.mail.daemon import Watch

    stop = Event()
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}

    def end(*_what: object) -> None:
        stop.set()
        for one, was in before.items():  # a second signal ends at once what is under way
            signal.signal(one, was)

    for one in before:
        signal.signal(one, end)
    every_folder = list({folder.resolve(): folder for folder in folders}.values())
    watch = Watch(every_folder, pbm.mail.fetch.fetch, stop, _say_now, warn, every)
    if not once:
        _say_now(f"Watching the mail of {count(len(every_folder), 'campaign')}; Ctrl-C ends it.")
    watch.run(1 if once else None)
    if stop.is_set():
        _say_now("Stopped; everything that was begun is done.")
    if watch.has_problems:
        raise typer.Exit(PROBLEMS)


def _say_now(line: str) -> None:
    """Print a line at once, for whoever reads along."""
    say(line)
    sys.stdout.flush()


@commands.command(cls=Command, epilog=example("mail status"))
def status(folders: Folders, as_json: AsJson = False) -> None:
    """List what was sent to whom and when, and what is still to be sent."""
    from pbm.mail.outbound.delivery_table import rows_of

    rows = [asdict(row) for campaign in _open(folders) for row in rows_of(campaign)]
    if as_json:
        say_json(rows)
    elif rows:
        say_table(rows, _COLUMNS)
    else:
        say("Nothing was sent yet, and there is nothing to send.")
