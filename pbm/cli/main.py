"""The command line: takes words, calls one function, prints; decides nothing.

Exit codes: 0 done, 1 problems in what was given (all shown), 2 wrong use, 3 the campaign is
damaged, 130 stopped by Ctrl-C. Heavy modules are imported inside the command that needs them.
"""

import sys
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from pbm.cli.examples import PBM, example
from pbm.cli.parameters import BROKEN, PROBLEMS, take_words
from pbm.cli.terminal import warn
from pbm.kit.gc_tuning import collect_rarely

INTERRUPTED = 130  # as shells count a program that Ctrl-C ended


def _new() -> typer.Typer:
    from pbm.cli.new import commands

    return commands


def _desk() -> typer.Typer:
    from pbm.cli.desk import commands

    return commands


def _sheets() -> typer.Typer:
    from pbm.cli.sheets import commands

    return commands


def _turns() -> typer.Typer:
    from pbm.cli.turns import commands

    return commands


def _rulings() -> typer.Typer:
    from pbm.cli.rulings import commands

    return commands


def _mail() -> typer.Typer:
    from pbm.cli.mail import commands

    return commands


def _tools() -> typer.Typer:
    from pbm.cli.tools import commands

    return commands


# The help's panels and the commands in each, in the order in which they are needed, each with what
# loads the module that has it.
PANELS = {
    "Begin": dict.fromkeys(("demo", "scenarios", "options", "new"), _new),
    "Each turn": {
        "desk": _desk,
        "template": _sheets,
        "submit": _sheets,
        "status": _sheets,
        "docket": _rulings,
        "run": _turns,
        "report": _turns,
    },
    "When someone objects": dict.fromkeys(("explain", "rule", "correct", "rerun"), _rulings),
    "By mail": {"mail": _mail},
    "Tools for players": {
        "write": _desk,
        "check": _sheets,
        "verify": _rulings,
        "share": _rulings,
        "design": _tools,
        "odds": _tools,
    },
    "Tools for engineers": {"replay": _turns, "archive": _turns, "conform": _tools},
}


class Commands(Mapping[str, Any]):
    """All commands in the order of ``PANELS``, each made when it is first asked for."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}
        self._places = {
            name: (panel, load) for panel, names in PANELS.items() for name, load in names.items()
        }

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            panel, load = self._places[name]
            self._made[name] = made = typer.main.get_command(_alone(load(), name))
            made.rich_help_panel = panel  # type: ignore[attr-defined]
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _alone(commands: typer.Typer, name: str) -> typer.Typer:
    """The command of this name alone; all of them where they have the name together."""
    if commands.info.name == name:
        return commands
    alone = typer.Typer(add_completion=False)
    alone.registered_commands = [
        one
        for one in commands.registered_commands
        if one.callback is not None and name == (one.name or one.callback.__name__)
    ]
    return alone


class Guide(TyperGroup):
    """All commands, in the panels and the order of ``PANELS``."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands: Any = Commands()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words before the command's name."""
        take_words(self, ctx)
        return super().parse_args(ctx, args)


app = typer.Typer(
    name="pbm",
    cls=Guide,
    help="Run play-by-mail games: order sheets in, turns played by the rules, reports out.",
    epilog=example(""),
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def words() -> None:
    """Do nothing before the command."""


def main() -> None:
    """Run the command line; problems become messages and an exit code."""
    collect_rarely()
    try:
        app(prog_name=PBM, standalone_mode=True)
    except KeyboardInterrupt:
        stopped()
    except SystemExit as ended:
        if ended.code == INTERRUPTED:  # Typer takes Ctrl-C for an exit and says nothing
            stopped()
        raise
    except Exception as fault:
        sys.exit(_report(fault))


def stopped() -> NoReturn:
    """Say that Ctrl-C was taken; whatever it broke off, nothing is half written."""
    warn("Stopped. Nothing is half done; everything that was finished before is kept.")
    sys.exit(INTERRUPTED)


def _report(fault: Exception) -> int:
    """Print the problems and return the exit code; raise other errors again."""
    from pbm.kit.problems import Faults, render_all

    if not isinstance(fault, Faults):
        raise fault
    from pbm.kit.problems import CampaignFault

    warn(render_all(fault.problems))
    return BROKEN if isinstance(fault, CampaignFault) else PROBLEMS
