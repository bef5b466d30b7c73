"""Arguments, options and exit codes that commands share; reading of named files."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign

OK, PROBLEMS, WRONG_USE, BROKEN = 0, 1, 2, 3


def games(incomplete: str) -> list[str]:
    """List the games whose names begin so, for completion in a shell."""
    from pbm.engine.registry import names

    return [name for name in names() if name.startswith(incomplete)]


def scenarios_named(incomplete: str) -> list[str]:
    """List the scenarios whose names begin so, for completion in a shell."""
    from pbm.campaign.scenarios import shipped

    return [name for name in shipped() if name.startswith(incomplete)]


def flag(name: str, text: str) -> Any:
    """An option that is given or not: without a type, and without an opposite."""
    return typer.Option(name, metavar="", help=text)


class _Taken:
    """Takes what was typed as text or as a path; what is neither is Typer's own to read.

    For that Typer loads pydantic, which takes longer than Typer itself.
    """

    def __init__(self, made: Callable[[Any], Any]) -> None:
        self._made = made

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value of a parameter; BadParameter where Typer finds a fault."""
        try:
            return self._made(value)
        except ValueError:
            param._runtime_param = None
            return param.get_runtime_param().coerce(value, param=param, ctx=ctx)


def _text(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise ValueError
    return value


def _path(value: Any) -> Path | None:
    if value is None:
        return None
    path = Path(value)
    if os.path.lexists(path) and not os.access(path, os.R_OK):
        raise ValueError
    return path


def _nothing(value: Any) -> None:
    if value is not None:
        raise ValueError


_MADE: Mapping[Any, Callable[[Any], Any]] = {
    str: _text,
    Path: _path,
    list[str]: lambda values: [_text(one) for one in values or ()],
    list[Path]: lambda values: [_path(one) for one in values or ()],
}


def take_words(command: Any, ctx: Any) -> None:
    """Let a command take its words by themselves, without asking Typer where that is possible."""
    for param in command.get_params(ctx):
        made = _MADE.get(param.type_descriptor.annotation, _nothing)
        param._runtime_param = _Taken(made)


class Command(TyperCommand):
    """A command whose usage reads ``pbm run [OPTIONS] DIR...``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words behind the command's name."""
        take_words(self, ctx)
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """List the parts of the usage line, without braces around what must be given."""
        pieces = super().collect_usage_pieces(ctx)
        return [piece.replace("{", "").replace("}", "") for piece in pieces]


Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The campaign's folder")]
Folders = Annotated[
    list[Path], typer.Argument(metavar="DIR", help="The folder of a campaign, or of several")
]
Turn = Annotated[
    str, typer.Argument(metavar="TURN", help="A turn: 3, 3.2 (its second stage) or new")
]
AsJson = Annotated[bool, flag("--json", "Print a JSON list, for scripts")]
At = Annotated[
    str | None,
    typer.Option(metavar="TIME", help="Use this time, not the clock: 2026-12-01T20:00+01:00"),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help="Share the work among so many processes; else one a core, if there is much",
    ),
]
Cluster = Annotated[
    str,
    typer.Option(metavar="ADDRESS", help="Share the work among the workers of a Dask scheduler"),
]


def opened(folder: Path) -> "Campaign":
    """Open the campaign of a folder; CampaignFault if it is not a campaign."""
    from pbm.campaign.campaign import open_campaign

    return open_campaign(folder)


def bytes_of(path: Path) -> bytes:
    """Read a file that the user named; Faults if it cannot be read."""
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
    """Read the files that the user named; Faults for each that cannot be read."""
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
    """Name those of the options that were given, as they are typed."""
    return ", ".join(f"--{name}" for name, value in words.items() if value is not None)
