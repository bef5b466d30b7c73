"""Commands for questions and disputes: docket, rule, correct, rerun, explain, verify, share."""

import re
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import asdict

from pbm.cli.examples import PBM, example
from pbm.cli.parameters import (
    PROBLEMS,
    WRONG_USE,
    AsJson,
    At,
    Cluster,
    Command,
    Folder,
    Jobs,
    Turn,
    bytes_of,
    flag,
    opened,
)
from pbm.cli.terminal import progress_bar, say, say_json, say_table, warn

commands = typer.Typer()


@commands.command(cls=Command, epilog=example("explain"))
def explain(
    asked: Annotated[
        list[str],
        typer.Argument(
            metavar="DIR TURN WHAT",
            help="WHAT: an event, a unit, a player, 'PLAYER line 4', 'attack UNIT' or a roll; with "
            "--packet only WHAT",
        ),
    ],
    packet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="For players: explain from your packet.json alone"),
    ] = None,
    depth: Annotated[
        str,
        typer.Option(
            metavar="DEPTH",
            help="sentence, sum or everything; else a list for a unit, and all of one event",
        ),
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Trace a number: its order line, rule, terms and dice, its effect, who saw it."""
    from pbm.service import api

    if len(asked) < (3 if packet is None else 1):
        warn(f"Usage: {PBM} explain DIR TURN WHAT, or {PBM} explain --packet FILE WHAT.")
        raise typer.Exit(WRONG_USE)
    if packet is None:
        folder, turn, *words = asked
        if turn.casefold() == "turn":
            turn, *words = words
        found = api.explain(opened(Path(folder)), turn, " ".join(words), depth)
    else:
        found = api.explain_packet(bytes_of(packet), packet.name, " ".join(asked), depth)
    if as_json:
        say_json(found.records)
    else:
        say(found.text)


@commands.command(cls=Command, epilog=example("verify"))
def verify(
    packet: Annotated[
        list[Path],
        typer.Argument(
            metavar="PACKET", help="Your packet.json; several of one campaign are compared as well"
        ),
    ],
    key: Annotated[
        str, typer.Option(metavar="KEY", help="The key that your first report named")
    ] = "",
    sent: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Say whether this sheet, mail or receipt of yours counted"
        ),
    ] = None,
    published: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Compare with the campaign's folder, once it is published"
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check sealed dice without the game master: which rolls are proven."""
    from pbm.service import api

    found = api.verify(
        [(str(path), bytes_of(path)) for path in packet],
        key=key,
        sent=[(str(path), _as_received(path)) for path in sent or ()],
        folder=api.published_folder(opened(published)) if published else None,
    )
    if as_json:
        say_json([one.row for one in found.findings])
    else:
        for line in found.lines:
            say(line)
    if not found.ok:
        raise typer.Exit(PROBLEMS)


@commands.command(cls=Command, epilog=example("share"))
def share(
    packet: Annotated[Path, typer.Argument(metavar="PACKET", help="Your packet.json")],
    out: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to write to")],
    report: Annotated[bool, flag("--report", "Write the report of it too")] = False,
) -> None:
    """Write a packet for showing round, without your orders, messages and addresses."""
    from pbm.service import api
    from pbm.storage.atomic_files import put_file

    for name, data in api.shared_files(bytes_of(packet), packet.name, report=report).items():
        put_file(out / name, data)
        say(f"Written: {out / name}.")


_HEADER = re.compile(
    rb"(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:From|Return-Path):", re.IGNORECASE
)


def _as_received(path: Path) -> bytes:
    """Read a text that was sent; of a mail, the text that the game master's program stores."""
    data = bytes_of(path)
    if data.startswith(b"%PDF-"):
        from pbm.pages.pdf_form import text_of_form

        return text_of_form(data).encode()
    if not _HEADER.match(data):
        return data
    from pbm.mail.inbound.mime import read_mail

    return read_mail(data).text.encode("utf-8", "replace")


@commands.command(cls=Command, epilog=example("docket"))
def docket(folder: Folder, as_json: AsJson = False) -> None:
    """List the questions that only the game master can answer."""
    from pbm.service import api
    from pbm.service.docket import docket_text

    rows = api.docket(opened(folder))
    if as_json:
        say_json(rows)
    else:
        say(docket_text(rows))


@commands.command(cls=Command, epilog=example("rule"))
def rule(
    folder: Folder,
    turn: Turn,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="Rulings, one a line (docs/rulings.md); - is standard input; none: list",
        ),
    ] = None,
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Keep rulings for a turn, or list them; its next run, or rerun, applies them."""
    from pbm.service import api

    if file is not None:
        path = api.rule(opened(folder), turn, bytes_of(file), file.name, at=at)
        say(f"Kept in {path}.")
        for one in api.kept_of(opened(folder), turn):
            if one.state.startswith(("holds; ", "did not last")):
                say(f"{one.id} {one.state.removeprefix('holds; ')}.")
        return
    rows = [asdict(one) for one in api.kept_of(opened(folder), turn)]
    if as_json:
        say_json(rows)
    elif rows:
        say_table(rows, ("id", "ruling", "reason", "state", "kept"))
    else:
        say(f"No ruling is kept for turn {turn}.")


@commands.command(cls=Command, epilog=example("correct"))
def correct(
    folder: Folder,
    turn: Turn,
    ruling: Annotated[
        str, typer.Argument(metavar="RULING", help="One ruling, such as set UNIT.FIELD = VALUE")
    ],
    because: Annotated[
        str, typer.Option(metavar="TEXT", help="The reason, which the players concerned read")
    ],
    preview: Annotated[bool, flag("--preview", "Only show what would change for whom")] = False,
    yes: Annotated[bool, flag("--yes", "Do not ask")] = False,
    at: At = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
) -> None:
    """Correct a turn with one ruling: show what changes, ask, run again, fill the outbox."""
    from pbm.parallel.workers import workers
    from pbm.service import api

    def agreed(shown: api.RerunResult) -> bool:
        for line in shown.lines:
            say(line)
        return not preview and (yes or typer.confirm("Correct the turn?"))

    with workers(jobs, cluster):
        done = api.correct(
            opened(folder), turn, ruling, because, agreed=agreed, jobs=jobs or 1, at=at
        )
    if done.folders:
        say(f"Written: {', '.join(one.name for one in done.folders)}. The outbox is filled.")
    else:
        say("Nothing was written.")
    if done.docket:
        raise typer.Exit(PROBLEMS)


@commands.command(cls=Command, epilog=example("rerun"))
def rerun(
    folder: Folder,
    turn: Turn,
    preview: Annotated[bool, flag("--preview", "Only show what would change for whom")] = False,
    at: At = None,
    jobs: Jobs = None,
    cluster: Cluster = "",
) -> None:
    """Run a turn and all later ones again, with new rulings and late sheets."""
    from pbm.parallel.workers import workers
    from pbm.service import api

    with progress_bar() as progress, workers(jobs, cluster):
        again = api.rerun(
            opened(folder), turn, preview=preview, jobs=jobs or 1, at=at, progress=progress
        )
    for line in again.lines:
        say(line)
    if again.docket:
        raise typer.Exit(PROBLEMS)
