"""Commands for what is asked and disputed: questions, rulings, reruns, explanations, proofs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbm.cli.parameters import (
    PROBLEMS,
    WRONG_USE,
    AsJson,
    At,
    Cluster,
    Folder,
    Jobs,
    Turn,
    bytes_of,
    example,
    opened,
)
from pbm.cli.terminal import progress_bar, say, say_json, warn

commands = typer.Typer()


@commands.command(
    epilog=example(
        "pbm explain campaigns/beacon 3 B1",
        "pbm explain campaigns/beacon 3 rook:14",
        "pbm explain campaigns/beacon 3 k3v9w2a",
        "pbm explain --packet packet.json B1",
    )
)
def explain(
    asked: Annotated[
        list[str],
        typer.Argument(
            metavar="DIR TURN WHAT",
            help="WHAT is an event, unit, player, PLAYER:LINE or roll. With --packet: WHAT alone.",
        ),
    ],
    packet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="For a player: from his packet.json and nothing else."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Trace a number: order line, rule, every term and die, what changed, who saw it."""
    from pbm.service import api

    if len(asked) < (3 if packet is None else 1):
        warn("Usage: pbm explain DIR TURN WHAT, or pbm explain --packet FILE WHAT.")
        raise typer.Exit(WRONG_USE)
    if packet is None:
        folder, turn, *words = asked
        found = api.explain(opened(Path(folder)), turn, " ".join(words))
    else:
        found = api.explain_packet(bytes_of(packet), packet.name, " ".join(asked))
    if as_json:
        say_json(found.records)
    else:
        say(found.text)


@commands.command(
    epilog=example(
        "pbm verify packet.json",
        "pbm verify first/packet.json turn-0/packet.json turn-1/packet.json",
        "pbm verify packet.json --sent rook.txt",
    )
)
def verify(
    packet: Annotated[
        list[Path],
        typer.Argument(help="Your packet.json; several of one campaign are compared, too."),
    ],
    key: Annotated[
        str, typer.Option(metavar="KEY", help="The key as your first report told it.")
    ] = "",
    sent: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="A sheet you sent, or its receipt: did it count?"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check sealed dice without the game master: which rolls are proven, which are not."""
    from pbm.service import api

    found = api.verify(
        [(str(path), bytes_of(path)) for path in packet],
        key=key,
        sent=[(str(path), bytes_of(path)) for path in sent or ()],
    )
    if as_json:
        say_json([one.row for one in found.findings])
    else:
        for line in found.lines:
            say(line)
    if not found.ok:
        raise typer.Exit(PROBLEMS)


@commands.command(epilog=example("pbm docket campaigns/beacon"))
def docket(folder: Folder, as_json: AsJson = False) -> None:
    """List the questions that only the game master can answer."""
    from pbm.service import api
    from pbm.service.docket import docket_text

    rows = api.docket(opened(folder))
    if as_json:
        say_json(rows)
    else:
        say(docket_text(rows))


@commands.command(epilog=example("pbm rule campaigns/beacon 3 rulings.txt"))
def rule(
    folder: Folder,
    turn: Turn,
    file: Annotated[Path, typer.Argument(help="Rulings, one a line; docs/rulings.md; - is stdin.")],
    at: At = None,
) -> None:
    """Keep rulings for a turn: its run takes them in, or a rerun if it was run."""
    from pbm.service import api

    path = api.rule(opened(folder), turn, bytes_of(file), file.name, at=at)
    say(f"Kept in {path}.")


@commands.command(
    epilog=example("pbm rerun campaigns/beacon 3 --preview", "pbm rerun campaigns/beacon 3")
)
def rerun(
    folder: Folder,
    turn: Turn,
    preview: Annotated[bool, typer.Option(help="Only show what would change, for whom.")] = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    at: At = None,
) -> None:
    """Run a turn and all later ones again with the rulings and late sheets that came since."""
    from pbm.parallel.workers import workers
    from pbm.service import api

    with progress_bar() as progress, workers(jobs, cluster):
        again = api.rerun(
            opened(folder), turn, preview=preview, jobs=jobs, at=at, progress=progress
        )
    for line in again.lines:
        say(line)
    if again.docket:
        raise typer.Exit(PROBLEMS)
