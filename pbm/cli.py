"""The command line: takes words, calls one function, prints; decides nothing.

Exit codes: 0 done, 1 problems in what was given (all shown), 2 wrong use, 3 the campaign is
not as it should be. Heavy modules are imported inside the command that needs them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbm.console import progress_bar, say, say_json, say_table, warn
from pbm.mail.commands import mail

if TYPE_CHECKING:
    from pbm.campaign import Campaign
    from pbm.many import Fate

OK, PROBLEMS, WRONG_USE, BROKEN = 0, 1, 2, 3
SHOWN = 20  # differences of a replay; what follows from the first is seldom worth reading

app = typer.Typer(
    name="pbm",
    help="A play-by-mail turn processor: order sheets in, adjudicated turns and reports out.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(mail)


def main() -> None:
    """Run the command line; problems become messages and an exit code, never a traceback."""
    try:
        app(standalone_mode=True)
    except KeyboardInterrupt:
        warn("stopped; the campaign is as it was")
        sys.exit(PROBLEMS)
    except Exception as fault:
        sys.exit(_told(fault))


def _told(fault: Exception) -> int:
    """Print what is wrong and give the exit code; an error of our own is raised again."""
    from pbm.problem import Faults, render_all

    if not isinstance(fault, Faults):
        raise fault
    from pbm.store import CampaignFault

    warn(render_all(fault.problems))
    return BROKEN if isinstance(fault, CampaignFault) else PROBLEMS


def _games(incomplete: str) -> list[str]:
    from pbm.games import names

    return [name for name in names() if name.startswith(incomplete)]


def _scenarios(incomplete: str) -> list[str]:
    from pbm.scenarios import shipped

    return [name for name in shipped() if name.startswith(incomplete)]


def _example(*lines: str) -> str:
    return "Example:\n\n" + "\n\n".join(lines)


Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The campaign's folder.")]
Folders = Annotated[
    list[Path], typer.Argument(metavar="DIR...", help="The campaign's folder; or several.")
]
Turn = Annotated[
    str, typer.Argument(metavar="TURN", help="A turn, such as 3, 3.2 (a second half), or new.")
]
AsJson = Annotated[bool, typer.Option("--json", help="A JSON list for scripts.")]
At = Annotated[
    str | None, typer.Option(metavar="TIME", help="Instead of the clock: 2026-12-01T20:00+01:00.")
]
Jobs = Annotated[int, typer.Option(min=1, help="Processes that share the work.")]
Cluster = Annotated[
    str, typer.Option(metavar="ADDRESS", help="A Dask scheduler whose workers share the work.")
]


def _open(folder: Path) -> Campaign:
    from pbm import process

    return process.open_campaign(folder)


def _bytes(path: Path) -> bytes:
    """A file the user named; Faults if it cannot be read."""
    from pbm.problem import Faults, invalid

    try:
        return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as fault:
        raise Faults(invalid(f"{path} cannot be read", reason=fault.strerror or "")) from None


@app.command(epilog=_example("pbm demo", "pbm demo /tmp/tour"))
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

    from pbm import process

    with progress_bar() as progress:
        cores = min(os.cpu_count() or 1, 4)
        played = process.demo(folder, every=every, jobs=jobs or cores, progress=progress)
    rows = [
        {"campaign": p.campaign, "turn": p.turn, "player": p.player, "pdf": str(p.path)}
        for p in played
    ]
    say_table(rows, ("campaign", "turn", "player", "pdf"))
    if played and not every:
        say(f"PDFs of another turn:  pbm report {folder / played[-1].campaign} 1")


@app.command(epilog=_example("pbm scenarios", "pbm scenarios --json"))
def scenarios(as_json: AsJson = False) -> None:
    """List the scenarios that come with the product."""
    from pbm.scenarios import rows, rows_with_ids

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


@app.command(epilog=_example("pbm options knighthawks"))
def options(
    game: Annotated[str, typer.Argument(help="A game's name.", autocompletion=_games)],
    as_json: AsJson = False,
) -> None:
    """List the open questions of a game's rules, their readings, and the defaults."""
    from pbm.games import ruleset

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


@app.command(
    epilog=_example(
        "pbm new campaigns/beacon --scenario knighthawks/duel --player A=Rook:rook@example.org "
        "--player B=Heron --option orders=half-turn",
    )
)
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that is not there yet.")],
    scenario: Annotated[
        str,
        typer.Option(metavar="GAME/NAME|FILE", help="What is played.", autocompletion=_scenarios),
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
    from pbm import process

    with progress_bar() as progress:
        campaign = process.new_campaign(
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
        from pbm.sealed_dice import fingerprint

        say(f"Its dice are sealed under the key {fingerprint(campaign.key.public)}.")
    for line in process.remarks(campaign):
        say(line)
    for line in process.status(campaign).lines:
        say(line)


def _pairs(texts: list[str]) -> dict[str, str]:
    from pbm.problem import Faults, invalid

    wrong = [text for text in texts if "=" not in text]
    if wrong:
        raise Faults(*(invalid(f'--option "{text}" is not KEY=VALUE', remedy="") for text in wrong))
    return {text.partition("=")[0].strip(): text.partition("=")[2].strip() for text in texts}


@app.command(epilog=_example("pbm template campaigns/beacon rook > rook.txt"))
def template(
    folder: Folder,
    player: Annotated[str, typer.Argument(help="A player's name.")],
    form: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write it there as a PDF to fill in."),
    ] = None,
) -> None:
    """Print a player's next sheet, prefilled."""
    from pbm import process

    campaign = _open(folder)
    if form is None:
        say(process.template(campaign, player))
        return
    from pbm.store import put_file

    put_file(form, process.form(campaign, player))
    say(f"{form} is the next sheet of {player} as a form; pbm submit takes it filled in")


@app.command(
    epilog=_example(
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
    from pbm.check import check_sheet

    checked = check_sheet(
        _bytes(sheet),
        sheet.name,
        campaign=_open(campaign) if campaign else None,
        packet=_bytes(packet) if packet else None,
    )
    for one in checked:
        say(one.findings)
    if not checked or not all(one.ok for one in checked):
        raise typer.Exit(PROBLEMS)


@app.command(epilog=_example("pbm submit campaigns/beacon rook.txt heron.txt"))
def submit(
    folder: Folder,
    sheet: Annotated[list[Path], typer.Argument(help="Texts with sheets in them; - is stdin.")],
    at: At = None,
    late: Annotated[
        bool, typer.Option(help="Also for a turn that is closed or was run; a rerun counts it.")
    ] = False,
) -> None:
    """Take in order sheets, exactly as mail would, and print the receipts."""
    from pbm import process

    texts = [(path.name, _bytes(path)) for path in sheet]
    received = process.submit(_open(folder), texts, at=at, late=late)
    for one in received:
        say(one.receipt)
    if not all(one.accepted for one in received):
        raise typer.Exit(PROBLEMS)


@app.command(epilog=_example("pbm status campaigns/beacon", "pbm status campaigns/*"))
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
    from pbm import process
    from pbm.glance import sheet_records

    if len(folder) > 1 or brief:
        _say_glances(folder, as_json)
        return
    found = process.status(_open(folder[0]))
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
    from pbm import process
    from pbm.glance import tally
    from pbm.problem import render_all

    with progress_bar() as progress:
        found = process.status_of_many(folders, progress=progress)
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


@app.command(
    epilog=_example(
        "pbm run campaigns/beacon",
        "pbm run campaigns/beacon --dice dice.txt --dry",
        "pbm run campaigns/* --jobs 4",
    )
)
def run(
    folder: Folders,
    mailing: Annotated[
        str | None, typer.Option(help="Which of several open mailings, such as 3.2.")
    ] = None,
    dice: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Real dice; docs/dice.md has the format.")
    ] = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    missing_ok: Annotated[bool, typer.Option(help="Run although a sheet is missing.")] = False,
    go_on: Annotated[bool, typer.Option(help="Run past notes that have no answer.")] = False,
    fresh: Annotated[
        bool, typer.Option(help="After a stop at the docket: let later sheets count.")
    ] = False,
    dry: Annotated[bool, typer.Option(help="Show what would happen; write nothing.")] = False,
    pdfs: Annotated[
        bool, typer.Option("--pdfs/--no-pdfs", help="Make the PDFs; pbm report makes them later.")
    ] = True,
    at: At = None,
    as_json: AsJson = False,
) -> None:
    """Run the turn to its next stop: adjudicate, write reports, fill the outbox.

    Several campaigns are run side by side; one that cannot be run stops no other.
    """
    from pbm import process
    from pbm.executor import workers

    how = process.How(missing_ok=missing_ok, go_on=go_on, fresh=fresh, dry=dry, pdfs=pdfs)
    if len(folder) > 1 and (given := _given(mailing=mailing, dice=dice)):
        warn(f"{given} is for one campaign; name one.")
        raise typer.Exit(WRONG_USE)
    if len(folder) > 1 or as_json:
        if given := _given(mailing=mailing, dice=dice):
            warn(f"{given} and --json do not go together.")
            raise typer.Exit(WRONG_USE)
        with progress_bar() as progress:
            fates = process.run_many(
                folder, how=how, jobs=jobs, cluster=cluster, at=at, progress=progress
            )
        _say_fates(fates, as_json)
        raise typer.Exit(max(fate.code for fate in fates))
    with progress_bar() as progress, workers(jobs, cluster):
        ran = process.run_turn(
            _open(folder[0]),
            mailing,
            how=how,
            dice_script=(dice.name, _bytes(dice)) if dice else None,
            jobs=jobs,
            at=at,
            progress=progress,
        )
    for line in ran.lines:
        say(line)
    if ran.docket:
        raise typer.Exit(PROBLEMS)


def _say_fates(fates: list[Fate], as_json: bool) -> None:
    """What became of each of many campaigns, and on standard error what was wrong."""
    from pbm.problem import render_all

    rows = [
        {
            "campaign": str(fate.folder),
            "turn": fate.ran.mailing if fate.ran else None,
            "did": fate.did,
            "next": list(fate.ran.next) if fate.ran and not fate.ran.docket else [],
            "result": fate.ran.result if fate.ran else "",
            "code": fate.code,
        }
        for fate in fates
    ]
    if as_json:
        said = [[problem.fault for problem in fate.problems] for fate in fates]
        say_json([{**row, "problems": one} for row, one in zip(rows, said, strict=True)])
    else:
        say_table(rows, ("campaign", "turn", "did", "next", "result"))
    for fate in fates:
        if fate.ran is not None and fate.ran.docket:
            warn(f"{fate.folder}:\n" + "\n".join(fate.ran.lines))
        elif fate.problems:
            warn(f"{fate.folder}:\n{render_all(fate.problems)}")


@app.command(
    epilog=_example(
        "pbm report campaigns/beacon 3", "pbm report campaigns/beacon 3 rook --out /tmp"
    )
)
def report(
    folder: Folder,
    turn: Turn,
    player: Annotated[str | None, typer.Argument(help="Only this player's.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to; else into the turn's folder.")
    ] = None,
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Make a turn's reports again from sheets, rulings and set-up; never a copy."""
    from pbm import process
    from pbm.executor import workers

    with progress_bar() as progress, workers(jobs, cluster):
        made = process.report(_open(folder), turn, player, out=out, jobs=jobs, progress=progress)
    rows = [{"player": one.player, "same": one.same, "path": str(one.path)} for one in made]
    say_table(rows, ("player", "same", "path"))
    if not all(one.same for one in made):
        raise typer.Exit(BROKEN)


@app.command(epilog=_example("pbm replay campaigns/beacon", "pbm replay campaigns/beacon 3"))
def replay(
    folder: Folder,
    turn: Annotated[str | None, typer.Argument(metavar="[TURN]", help="Up to this turn.")] = None,
    pdfs: Annotated[
        bool, typer.Option("--pdfs/--no-pdfs", help="Make the PDFs, too (slow).")
    ] = True,
    jobs: Jobs = 1,
    cluster: Cluster = "",
) -> None:
    """Adjudicate again from the stored inputs and compare every recorded hash."""
    from pbm import process
    from pbm.executor import workers

    with progress_bar() as progress, workers(jobs, cluster):
        differences = process.replay(_open(folder), turn, pdfs=pdfs, jobs=jobs, progress=progress)
    for difference in differences[:SHOWN]:
        warn(f"{difference.file}: {difference.cause}. {difference.text}")
    if len(differences) > SHOWN:
        warn(f"and {len(differences) - SHOWN} more; the first names where it begins.")
    if differences:
        raise typer.Exit(BROKEN)
    say("Every file is as it was recorded.")


@app.command(
    epilog=_example(
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
    from pbm import process

    if len(asked) < (3 if packet is None else 1):
        warn("Usage: pbm explain DIR TURN WHAT, or pbm explain --packet FILE WHAT.")
        raise typer.Exit(WRONG_USE)
    if packet is None:
        folder, turn, *words = asked
        found = process.explain(_open(Path(folder)), turn, " ".join(words))
    else:
        found = process.explain_packet(_bytes(packet), packet.name, " ".join(asked))
    if as_json:
        say_json(found.records)
    else:
        say(found.text)


@app.command(
    epilog=_example(
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
    from pbm import process

    found = process.verify(
        [(str(path), _bytes(path)) for path in packet],
        key=key,
        sent=[(str(path), _bytes(path)) for path in sent or ()],
    )
    if as_json:
        say_json([one.row for one in found.findings])
    else:
        for line in found.lines:
            say(line)
    if not found.ok:
        raise typer.Exit(PROBLEMS)


@app.command(epilog=_example("pbm archive campaigns/age", "pbm archive campaigns/age --keep 10"))
def archive(
    folder: Folder,
    keep: Annotated[int, typer.Option(min=1, help="So many of the newest turns stay.")] = 3,
    pdfs: Annotated[
        bool, typer.Option("--pdfs/--no-pdfs", help="Pack PDFs too; pbm report makes them again.")
    ] = True,
    unpack: Annotated[bool, typer.Option("--unpack", help="Undo it for all turns.")] = False,
    as_json: AsJson = False,
) -> None:
    """Pack the files of old turns; everything still works on them."""
    from pbm import process

    with progress_bar() as progress:
        campaign = _open(folder)
        if unpack:
            done = process.unpack(campaign, progress=progress)
        else:
            done = process.archive(campaign, keep=keep, pdfs=pdfs, progress=progress)
    rows = [{"turn": one.folder.name, "before": one.before, "after": one.after} for one in done]
    if as_json:
        say_json(rows)
    elif rows:
        say_table(rows, ("turn", "before", "after"))
        before, after = sum(one.before for one in done), sum(one.after for one in done)
        say(f"{before:,} bytes are {after:,} now.")
    else:
        say("There is nothing to unpack." if unpack else "There is nothing to pack.")


@app.command(epilog=_example("pbm docket campaigns/beacon"))
def docket(folder: Folder, as_json: AsJson = False) -> None:
    """List the questions that only the game master can answer."""
    from pbm import process

    rows = process.docket(_open(folder))
    if as_json:
        say_json(rows)
    elif rows:
        say_table(rows, ("id", "turn", "player", "answered", "question"))
    else:
        say("Nothing is on the docket.")


@app.command(epilog=_example("pbm rule campaigns/beacon 3 rulings.txt"))
def rule(
    folder: Folder,
    turn: Turn,
    file: Annotated[Path, typer.Argument(help="Rulings, one a line; docs/rulings.md; - is stdin.")],
    at: At = None,
) -> None:
    """Keep rulings for a turn: its run takes them in, or a rerun if it was run."""
    from pbm import process

    path = process.rule(_open(folder), turn, _bytes(file), file.name, at=at)
    say(f"Kept in {path}.")


@app.command(
    epilog=_example("pbm rerun campaigns/beacon 3 --preview", "pbm rerun campaigns/beacon 3")
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
    from pbm import process
    from pbm.executor import workers

    with progress_bar() as progress, workers(jobs, cluster):
        again = process.rerun(
            _open(folder), turn, preview=preview, jobs=jobs, at=at, progress=progress
        )
    for line in again.lines:
        say(line)
    if again.docket:
        raise typer.Exit(PROBLEMS)


@app.command(
    epilog=_example("pbm design ships.txt --preset balanced", 'pbm design ships.txt --tech "BL 15"')
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
    from pbm.designs import show_designs
    from pbm.problem import render_all

    if sum(given is not None for given in (tech, preset, packet)) > 1:
        warn("Give one of --tech, --preset and --packet.")
        raise typer.Exit(WRONG_USE)
    shown = show_designs(
        _bytes(sheet),
        sheet.name,
        tech=tech,
        preset=preset,
        packet=(_bytes(packet), packet.name) if packet else None,
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


@app.command(
    epilog=_example(
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

    from pbm.executor import workers
    from pbm.odds import Times, odds_of_campaign, odds_of_packet

    times = Times(battles, seed, jobs)
    with progress_bar() as progress, workers(jobs or os.cpu_count() or 1, cluster):
        if where.is_dir():
            if given := _given(enemy=enemy, own=own, designs=designs, sheet=sheet):
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
                _bytes(where),
                where.name,
                at,
                enemy,
                own=own or "",
                arrives=arrives,
                designs=(_bytes(designs), designs.name) if designs else None,
                sheet=(_bytes(sheet), sheet.name) if sheet else None,
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


def _given(**words: object) -> str:
    """The options of these that were given, as they are typed."""
    return ", ".join(f"--{name}" for name, value in words.items() if value is not None)


@app.command(
    epilog=_example("pbm conform tests/cases/knighthawks", "pbm conform --asks knighthawks")
)
def conform(
    path: Annotated[list[Path] | None, typer.Argument(help="Cases or folders of cases.")] = None,
    asks: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="List what a case may ask.", autocompletion=_games),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run conformance cases: the rules against numbers from the book."""
    from pbm.conform import asks_of, run_cases

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
