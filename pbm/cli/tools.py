"""Commands beside a campaign: designs, odds, cases of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbm.cli.parameters import (
    PROBLEMS,
    WRONG_USE,
    AsJson,
    Cluster,
    bytes_of,
    example,
    games,
    options_given,
)
from pbm.cli.terminal import progress_bar, say, say_json, say_table, warn

if TYPE_CHECKING:
    pass

commands = typer.Typer()


@commands.command(
    epilog=example("pbm design ships.txt --preset balanced", 'pbm design ships.txt --tech "BL 15"')
)
def design(
    sheet: Annotated[Path, typer.Argument(help="A sheet with designs in it; - is stdin.")],
    tech: Annotated[
        str | None, typer.Option(metavar="LEVELS", help='Technology, such as "BL 15, JD 3".')
    ] = None,
    preset: Annotated[
        str | None, typer.Option(metavar="NAME", help="One of the sample technologies.")
    ] = None,
    packet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An empire's packet.json.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Nova: size, cost, tech points, armour and critical chart of every design of a sheet."""
    from pbm.kit.problems import render_all
    from pbm.service.designs import show_designs

    if sum(given is not None for given in (tech, preset, packet)) > 1:
        warn("Give one of --tech, --preset and --packet.")
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


@commands.command(
    epilog=example(
        'pbm odds packet.json --at SHOOT --enemy "3 Frigate, 1 Hauler"',
        "pbm odds campaigns/age --at SHOOT",
        'pbm odds campaigns/age --at SHOOT --side "VIRUS=Huron, 2 Raider" --side MINKY',
    )
)
def odds(
    where: Annotated[
        Path, typer.Argument(metavar="PACKET|DIR", help="Your packet.json; or the campaign.")
    ],
    at: Annotated[str, typer.Option(metavar="SYSTEM", help="Where the battle is fought.")],
    enemy: Annotated[
        str | None, typer.Option(metavar="SHIPS", help="For a player: whom he may meet.")
    ] = None,
    own: Annotated[
        str | None, typer.Option(metavar="SHIPS", help="For a player: his ships; else those there.")
    ] = None,
    arrives: Annotated[
        bool, typer.Option("--enemy-arrives", help="The enemy jumps in; else it waits there.")
    ] = False,
    designs: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Designs the enemy may have.")
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Your sheet: its BATTLE lines count.")
    ] = None,
    side: Annotated[
        list[str] | None,
        typer.Option(metavar="EMPIRE[=SHIPS]", help="For the game master; once for each side."),
    ] = None,
    ground: Annotated[
        bool, typer.Option("--ground", help="Armies fight for the planet: SHIPS are 4 AA, 2 RA.")
    ] = False,
    battles: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="How often it is fought.")
    ] = 1000,
    seed: Annotated[
        str, typer.Option(metavar="TEXT", help="For the dice: the same seed, the same answer.")
    ] = "odds",
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; else one a core.")] = None,
    cluster: Cluster = "",
    as_json: AsJson = False,
) -> None:
    """Nova: how a battle may end, fought many times by the rules themselves."""
    import os

    from pbm.parallel.workers import workers
    from pbm.service.odds import Times, odds_of_campaign, odds_of_packet

    times = Times(battles, seed, jobs)
    with progress_bar() as progress, workers(jobs or os.cpu_count() or 1, cluster):
        if where.is_dir():
            if given := options_given(enemy=enemy, own=own, designs=designs, sheet=sheet):
                warn(f"{given} is for a packet; a campaign takes --side.")
                raise typer.Exit(WRONG_USE)
            found = odds_of_campaign(
                where, at, sides=side or (), ground=ground, times=times, progress=progress
            )
        else:
            if side or not enemy:
                warn('A packet takes --enemy, such as --enemy "3 Frigate", and no --side.')
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


@commands.command(
    epilog=example("pbm conform tests/rulebook/knighthawks", "pbm conform --asks knighthawks")
)
def conform(
    path: Annotated[list[Path] | None, typer.Argument(help="Cases or folders of cases.")] = None,
    asks: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="List what a case may ask.", autocompletion=games),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run conformance cases: the rules against numbers from the book."""
    from pbm.conformance.runner import asks_of, run_cases

    if asks is not None:
        rows: list[dict[str, Any]] = asks_of(asks)
        if as_json:
            say_json(rows)
        else:
            for row in rows:
                say(f"{row['ask']}: {row['gives']}")
                for argument in row["arguments"].split("; "):
                    say(f"    {argument}")
        return
    if not path:
        warn("Name a case, a folder of cases, or --asks GAME.")
        raise typer.Exit(WRONG_USE)
    rows = run_cases(path)
    if as_json:
        say_json(rows)
    else:
        _say_cases(rows)
    if not rows or any(row["result"] != "pass" for row in rows):
        raise typer.Exit(PROBLEMS)


_RESULTS = (("pass", "passed"), ("fail", "failed"), ("error", "errors"))


def _say_cases(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        if row["result"] != "pass":
            say(f"{row['result'].upper()} {row['id']} [{row['rule']}] {row['file']}")
            say(f"    expected {row['expected']}\n    got      {row['got']}")
    results = [row["result"] for row in rows]
    counts = [f"{results.count(name)} {said}" for name, said in _RESULTS]
    say(", ".join(counts))
