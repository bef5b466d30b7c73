"""What the commands share: how their words are asked for, exit codes, files that are named."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign

OK, PROBLEMS, WRONG_USE, BROKEN = 0, 1, 2, 3


def games(incomplete: str) -> list[str]:
    """Games that begin so, for a shell that completes words."""
    from pbm.engine.registry import names

    return [name for name in names() if name.startswith(incomplete)]


def scenarios_named(incomplete: str) -> list[str]:
    """Scenarios that begin so, for a shell that completes words."""
    from pbm.campaign.scenarios import shipped

    return [name for name in shipped() if name.startswith(incomplete)]


def example(*lines: str) -> str:
    """The foot of a command's help: how it is typed."""
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


def opened(folder: Path) -> Campaign:
    """The campaign of a folder; CampaignFault if it is none."""
    from pbm.service import api

    return api.open_campaign(folder)


def bytes_of(path: Path) -> bytes:
    """A file the user named; Faults if it cannot be read."""
    from pbm.kit.problems import Faults, invalid

    try:
        return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except IsADirectoryError:
        fault = invalid(
            f"{path} cannot be read",
            reason="it is a folder",
            remedy=f"Name the files in it, for example {path / '*.txt'}",
        )
    except PermissionError:
        fault = invalid(
            f"{path} cannot be read",
            reason="you may not read it, or may not enter a folder on its path",
            remedy="Let whoever runs pbm read it (chmod), or copy it to a folder of your own",
        )
    except OSError as error:
        fault = invalid(
            f"{path} cannot be read",
            reason=error.strerror or "",
            remedy="Check its name and its folder",
        )
    raise Faults(fault)


def texts_of(paths: Sequence[Path]) -> list[tuple[str, bytes]]:
    """Name and bytes of files the user named; Faults for all that cannot be read."""
    from pbm.kit.problems import Faults, Problem

    found: list[tuple[str, bytes]] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            found.append((path.name, bytes_of(path)))
        except Faults as fault:
            problems += fault.problems
    if problems:
        raise Faults(*problems)
    return found


def options_given(**words: object) -> str:
    """The options of these that were given, as they are typed."""
    return ", ".join(f"--{name}" for name, value in words.items() if value is not None)
