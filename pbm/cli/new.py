"""Commands that begin a campaign: what there is to play, and a new one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbm.cli.parameters import AsJson, At, example, games, scenarios_named
from pbm.cli.terminal import progress_bar, say, say_json, say_table

if TYPE_CHECKING:
    pass

commands = typer.Typer()


@commands.command(epilog=example("pbm demo", "pbm demo /tmp/tour"))
def demo(
    folder: Annotated[
        Path, typer.Argument(metavar="[DIR]", help="Where to play; made if it is not there.")
    ] = Path("demo"),
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes for making pages; else one a core, to 4.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--every", help="PDFs of every turn, not of the first and last alone.")
    ] = False,
) -> None:
    """Play the shipped order sheets of every game and list the PDFs that were made."""
    import os

    from pbm.service import api

    with progress_bar() as progress:
        cores = min(os.cpu_count() or 1, 4)
        played = api.demo(folder, every=every, jobs=jobs or cores, progress=progress)
    rows = [
        {"campaign": p.campaign, "turn": p.turn, "player": p.player, "pdf": str(p.path)}
        for p in played
    ]
    say_table(rows, ("campaign", "turn", "player", "pdf"))
    if played and not every:
        say(f"PDFs of another turn:  pbm report {folder / played[-1].campaign} 1")


@commands.command(epilog=example("pbm scenarios", "pbm scenarios --json"))
def scenarios(as_json: AsJson = False) -> None:
    """List the scenarios that come with the product."""
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


@commands.command(epilog=example("pbm options knighthawks"))
def options(
    game: Annotated[str, typer.Argument(help="A game's name.", autocompletion=games)],
    as_json: AsJson = False,
) -> None:
    """List the open questions of a game's rules, their readings, and the defaults."""
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


@commands.command(
    epilog=example(
        "pbm new campaigns/beacon --scenario knighthawks/duel --player A=Rook:rook@example.org "
        "--player B=Heron --option orders=half-turn",
    )
)
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is not there yet.")],
    scenario: Annotated[
        str,
        typer.Option(
            metavar="GAME/NAME|FILE", help="What is played.", autocompletion=scenarios_named
        ),
    ],
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="For the dice; else drawn at random.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=NAME[:ADDRESS]", help="A player; once for each."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="A reading of an open question.")
    ] = None,
    published: Annotated[
        bool, typer.Option(help="Keep secret.toml under version control (for examples).")
    ] = False,
    sealed: Annotated[
        bool, typer.Option("--sealed", help="Dice that each player can check by pbm verify.")
    ] = False,
    at: At = None,
) -> None:
    """Begin a campaign: its folder, the first reports, and the sheets players fill in."""
    from pbm.service import api

    with progress_bar() as progress:
        campaign = api.new_campaign(
            folder,
            scenario,
            players=player or (),
            options=_pairs(option or []),
            seed=seed,
            at=at,
            published=published,
            sealed=sealed,
            progress=progress,
        )
    say(f"{campaign.folder} is ready.")
    if campaign.key is not None:
        from pbm.dice.sealed import fingerprint

        say(f"Its dice are sealed under the key {fingerprint(campaign.key.public)}.")
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
        raise Faults(*(invalid(f'--option "{text}" is not KEY=VALUE', remedy="") for text in wrong))
    return {text.partition("=")[0].strip(): text.partition("=")[2].strip() for text in texts}
