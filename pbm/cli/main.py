"""The command line: takes words, calls one function, prints; decides nothing.

Exit codes: 0 done, 1 problems in what was given (all shown), 2 wrong use, 3 the campaign is
damaged, 130 stopped by Ctrl-C. Heavy modules are imported inside the command that needs them.
"""

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from pbm.cli.examples import PBM, example
from pbm.cli.parameters import BROKEN, PROBLEMS, take_words
from pbm.cli.terminal import warn
from pbm.kit.gc_tuning import collect_rarely

INTERRUPTED = 130  # as shells count a program that Ctrl-C ended

# The help's panels and the commands in each, in the order in which they are needed, each with the
# module here that has it.
PANELS = {
    "Begin": {"demo": "new", "scenarios": "new", "options": "new", "new": "new"},
    "Each turn": {
        **{"desk": "desk", "template": "sheets", "submit": "sheets", "status": "sheets"},
        **{"docket": "rulings", "run": "turns", "report": "turns"},
    },
    "When someone objects": dict.fromkeys(("explain", "rule", "correct", "rerun"), "rulings"),
    "By mail": {"mail": "mail"},
    "Tools for players": {
        **{"write": "desk", "check": "sheets", "verify": "rulings", "share": "rulings"},
        **{"design": "tools", "odds": "tools"},
    },
    "Tools for engineers": {"replay": "turns", "archive": "turns", "conform": "tools"},
}


class Commands(Mapping[str, Any]):
    """All commands in the order of ``PANELS``, each made when it is first asked for."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}
        self._places = {
            name: (panel, module)
            for panel, names in PANELS.items()
            for name, module in names.items()
        }

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            panel, module = self._places[name]
            commands: typer.Typer = import_module(f"pbm.cli.{module}").commands
            self._made[name] = made = typer.main.get_command(_alone(commands, name))
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
        take_words(self)
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
