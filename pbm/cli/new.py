"""Commands that begin: the demo, the scenarios, the options, a new campaign."""

from pathlib import Path
from typing import Annotated

import typer

from pbm.cli.examples import PBM, example
from pbm.cli.parameters import WRONG_USE, AsJson, At, Command, flag, games, scenarios_named
from pbm.cli.terminal import open_page, progress_bar, say, say_json, say_table, warn

commands = typer.Typer()


@commands.command(cls=Command, epilog=example("demo"))
def demo(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder to play in; made where it is missing")
    ] = Path("demo"),
    every_campaign: Annotated[
        bool, flag("--all", "Play every campaign that comes with the program, not one of each game")
    ] = False,
    every: Annotated[
        bool, flag("--every", "Make the PDFs of every turn, not only of the first and the last")
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Make pages in so many processes; else one a core, at most 4"
        ),
    ] = None,
) -> None:
    """Play a short campaign of each game, and show what was made on one page."""
    import os

    from pbm.service import api

    only = () if every_campaign else api.SHORT
    cores = min(os.cpu_count() or 1, 4)
    with progress_bar() as progress:
        played = api.demo(folder, only=only, every=every, jobs=jobs or cores, progress=progress)
        page = api.demo_page(folder, played, PBM, progress)
    open_page(page)


@commands.command(cls=Command, epilog=example("scenarios"))
def scenarios(as_json: AsJson = False) -> None:
    """List the scenarios that come with the program."""
    from pbm.campaign.scenarios import rows, rows_with_ids

    if as_json:
        say_json(rows())
        return
    listed = rows_with_ids()
    shown = [
        {
            "scenario": f"{row['game']}/{row['name']}",
            "players": str(row["players_min"])
            if row["players_min"] == row["players_max"]
            else f"{row['players_min']}-{row['players_max']}",
            "sides": row["sides"],
            "title": row["title"],
        }
        for row in listed
    ]
    say_table(shown, ("scenario", "players", "sides", "title"))


@commands.command(cls=Command, epilog=example("options"))
def options(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The name of a game", autocompletion=games)
    ],
    as_json: AsJson = False,
) -> None:
    """List the open questions of a game's rules: each reading, and the default."""
    from pbm.engine.registry import ruleset

    found = ruleset(game).all_options
    if as_json:
        say_json(
            [
                {
                    "id": option.id,
                    "key": option.key,
                    "default": option.default,
                    "readings": dict(option.readings),
                    "rule": option.rule,
                }
                for option in found
            ]
        )
        return
    for option in found:
        say(f"{option.key} = {option.default}    {option.title} [{option.id}, {option.rule}]")
        for value, meaning in option.readings.items():
            say(f"    {value}: {meaning}")
        if not option.readings:
            say(f"    a whole number from {option.least} to {option.most}")


@commands.command(cls=Command, epilog=example("new"))
def new(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The campaign's folder, which must not be there yet"),
    ],
    scenario: Annotated[
        str,
        typer.Option(
            metavar="GAME/NAME|FILE", help="The scenario to play", autocompletion=scenarios_named
        ),
    ],
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=NAME[:ADDRESS]", help="A player and the side; once for each"),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=VALUE", help=f"An option of the rules; see {PBM} options GAME"),
    ] = None,
    schedule: Annotated[
        str | None,
        typer.Option(
            metavar="DAYS HOUR ZONE",
            help='The deadline of each turn, days after the run before: "7 20:00 Europe/Berlin"',
        ),
    ] = None,
    sealed: Annotated[
        bool, flag("--sealed", f"Seal the dice, so that each player can check them ({PBM} verify)")
    ] = False,
    beacon: Annotated[
        str | None,
        typer.Option(
            metavar="SOURCE",
            help="The public value that sealed dice take in each turn: a drand chain, a lottery "
            "or any other in your words; none for none. With --sealed alone drand:quicknet, which "
            "needs a schedule",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The seed of the dice; else a random one")
    ] = None,
    published: Annotated[
        bool, flag("--published", "Keep secret.toml under version control (for examples)")
    ] = False,
    no_pdfs: Annotated[
        bool, flag("--no-pdfs", f"Make no PDFs; {PBM} report makes them when they are wanted")
    ] = False,
    at: At = None,
) -> None:
    """Begin a campaign: its folder, the first reports and the first order sheets."""
    from pbm.service import api

    if beacon is not None and not sealed:
        warn("Give --beacon with --sealed.")
        raise typer.Exit(WRONG_USE)
    source = "" if not sealed or beacon == "none" else beacon or "drand:quicknet"
    with progress_bar() as progress:
        campaign = api.new_campaign(
            folder,
            scenario,
            players=player or (),
            options=_pairs(option or []),
            seed=seed,
            at=at,
            published=published,
            schedule=api.read_schedule(schedule) if schedule else None,
            sealed=sealed,
            beacon=source,
            pdfs=not no_pdfs,
            progress=progress,
        )
    say(f"{campaign.folder} is ready.")
    if campaign.key is not None:
        from pbm.dice.sealed import fingerprint

        say(f"The dice are sealed with the key {fingerprint(campaign.key.public)}.")
        if campaign.part.beacon:
            say(f"Each turn takes in a public value of {campaign.part.beacon}: pbm run --beacon.")
    if unnamed := api.unnamed(campaign, player or ()):
        say(unnamed)
    for line in api.remarks(campaign):
        say(line)
    for line in api.status(campaign).lines:
        say(line)


def _pairs(texts: list[str]) -> dict[str, str]:
    from pbm.kit.problems import Faults, invalid

    wrong = [text for text in texts if "=" not in text]
    if wrong:
        raise Faults(
            *(
                invalid(
                    f'--option "{text}" is not KEY=VALUE',
                    remedy=f"{PBM} options GAME lists keys and values",
                )
                for text in wrong
            )
        )
    return {text.partition("=")[0].strip(): text.partition("=")[2].strip() for text in texts}
