"""Commands that need no campaign: design, odds, conform."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from pbm.cli.examples import example
from pbm.cli.parameters import (
    PROBLEMS,
    WRONG_USE,
    AsJson,
    Cluster,
    Command,
    bytes_of,
    flag,
    games,
    options_given,
)
from pbm.cli.terminal import progress_bar, say, say_json, say_table, warn

commands = typer.Typer()


@commands.command(cls=Command, epilog=example("design"))
def design(
    sheet: Annotated[
        Path,
        typer.Argument(metavar="SHEET", help="A sheet with designs in it; - is standard input"),
    ],
    tech: Annotated[
        str | None, typer.Option(metavar="LEVELS", help='Technology levels: "BL 15, JD 3"')
    ] = None,
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="One of the sample technologies")
    ] = None,
    packet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The technology of your packet.json")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Nova: show size, cost, tech points, armour and critical chart of designs."""
    from pbm.kit.problems import render_all
    from pbm.service.designs import show_designs

    if sum(given is not None for given in (tech, preset, packet)) > 1:
        warn("Give only one of --tech, --preset and --packet.")
        raise typer.Exit(WRONG_USE)
    shown = show_designs(
        bytes_of(sheet),
        sheet.name,
        tech=tech,
        preset=preset,
        packet=(bytes_of(packet), packet.name) if packet else None,
    )
    if as_json:
        say_json(shown.rows)
    else:
        for text in shown.texts:
            say(f"{text}\n\n")
    if shown.problems:
        (warn if as_json else say)(render_all(shown.problems))
    if shown.refused:
        raise typer.Exit(PROBLEMS)


@commands.command(cls=Command, epilog=example("odds"))
def odds(
    where: Annotated[
        Path,
        typer.Argument(metavar="PACKET|DIR", help="Your packet.json, or the campaign's folder"),
    ],
    at: Annotated[str, typer.Option(metavar="SYSTEM", help="The system of the battle")],
    enemy: Annotated[
        str | None, typer.Option(metavar="SHIPS", help="For players: the enemy you may meet")
    ] = None,
    own: Annotated[
        str | None,
        typer.Option(metavar="SHIPS", help="For players: your ships; else all you have there"),
    ] = None,
    arrives: Annotated[
        bool, flag("--enemy-arrives", "The enemy jumps in; else it waits there")
    ] = False,
    designs: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Designs the enemy may have")
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Your sheet, whose BATTLE lines count")
    ] = None,
    side: Annotated[
        list[str] | None,
        typer.Option(metavar="EMPIRE[=SHIPS]", help="For game masters: a side; once for each"),
    ] = None,
    ground: Annotated[
        bool, flag("--ground", "Armies fight for the planet; SHIPS are then 4 AA, 2 RA")
    ] = False,
    battles: Annotated[
        int, typer.Option(min=1, max=1_000_000, metavar="N", help="How often to fight it")
    ] = 1000,
    seed: Annotated[
        str,
        typer.Option(
            metavar="TEXT", help="The seed of the dice: the same seed gives the same answer"
        ),
    ] = "odds",
    jobs: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Fight in so many processes; else one a core"),
    ] = None,
    cluster: Cluster = "",
    as_json: AsJson = False,
) -> None:
    """Nova: fight a battle many times by the rules and show how it may end."""
    import os

    from pbm.parallel.workers import workers
    from pbm.service.odds import Times, odds_of_campaign, odds_of_packet

    times = Times(battles, seed, jobs)
    with progress_bar() as progress, workers(jobs or os.cpu_count() or 1, cluster):
        if where.is_dir():
            if given := options_given(enemy=enemy, own=own, designs=designs, sheet=sheet):
                warn(f"{given} goes with a packet; with a campaign give --side.")
                raise typer.Exit(WRONG_USE)
            found = odds_of_campaign(
                where, at, sides=side or (), ground=ground, times=times, progress=progress
            )
        else:
            if side or not enemy:
                warn('With a packet give --enemy, such as --enemy "3 Frigate", and no --side.')
                raise typer.Exit(WRONG_USE)
            found = odds_of_packet(
                bytes_of(where),
                where.name,
                at,
                enemy,
                own=own or "",
                arrives=arrives,
                designs=(bytes_of(designs), designs.name) if designs else None,
                sheet=(bytes_of(sheet), sheet.name) if sheet else None,
                ground=ground,
                times=times,
                progress=progress,
            )
    for remark in found.remarks:
        warn(remark)
    if as_json:
        say_json(found.rows)
        return
    say(f"{found.text}\n")
    say_table(found.sides, ("side", "wins", "loses", "flees", "open", "number", "lost", "lost_mcr"))
    say("")
    columns = (
        ("side", "units", "number", "lost")
        if ground
        else ("side", "class_or_ship", "number", "lost", "jumped_out")
    )
    say_table(found.losses, columns)


@commands.command(cls=Command, epilog=example("conform"))
def conform(
    path: Annotated[
        list[Path] | None, typer.Argument(metavar="CASE", help="Files of cases, or folders of them")
    ] = None,
    asks: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="List what a case may ask", autocompletion=games),
    ] = None,
    events: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", help="List kinds of events and their fields", autocompletion=games
        ),
    ] = None,
    list_dice: Annotated[
        bool, typer.Option("--list-dice", help="List all dice that a case lacks")
    ] = False,
    junit: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the results as JUnit XML")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run conformance cases: compare the program with numbers from the rulebook."""
    from pbm.conformance import results, runner
    from pbm.storage.atomic_files import put_file

    if asks is not None or events is not None:
        of = runner.asks_of if asks is not None else runner.events_of
        listed = of(asks or events or "")
        if as_json:
            say_json(listed)
        else:
            _say_listed(listed)
        return
    if not path:
        warn("Give a file of cases, a folder of them, --asks GAME or --events GAME.")
        raise typer.Exit(WRONG_USE)
    rows = runner.run_cases(path, list_dice=list_dice)
    if junit is not None:
        put_file(junit, results.junit(rows).encode())
    if as_json:
        say_json(results.records(rows))
    else:
        for line in results.report(rows):
            say(line)
    if not rows or any(row.result != runner.PASS for row in rows):
        raise typer.Exit(PROBLEMS)


def _say_listed(rows: Sequence[Mapping[str, Any]]) -> None:
    """A name with its sentence, its arguments or fields below it."""
    for row in rows:
        if "ask" in row:
            say(f"{row['ask']}: {row['gives']}")
            for argument in row["arguments"].split("; "):
                say(f"    {argument}")
        else:
            say(f"{row['kind']}: {row['about']}")
            say(f"    {', '.join(row['fields'])}")
