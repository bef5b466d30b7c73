"""The command line: takes words, calls one function, prints; decides nothing.

Exit codes: 0 done, 1 problems in what was given (all shown), 2 wrong use, 3 the campaign is
damaged, 130 stopped by Ctrl-C. Heavy modules are imported inside the command that needs them.
"""

import sys
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from pbm.cli import desk, new, rulings, sheets, tools, turns
from pbm.cli.examples import PBM, example
from pbm.cli.mail import mail
from pbm.cli.parameters import BROKEN, PROBLEMS
from pbm.cli.terminal import warn
from pbm.kit.gc_tuning import collect_rarely

INTERRUPTED = 130  # as shells count a program that Ctrl-C ended

# The help's panels and the commands in each, in the order in which they are needed.
PANELS = {
    "Begin": ("demo", "scenarios", "options", "new"),
    "Each turn": ("desk", "template", "submit", "status", "docket", "run", "report"),
    "When someone objects": ("explain", "rule", "correct", "rerun"),
    "By mail": ("mail",),
    "Tools for players": ("write", "check", "verify", "share", "design", "odds"),
    "Tools for engineers": ("replay", "archive", "conform"),
}


class Guide(TyperGroup):
    """All commands, in the panels and the order of ``PANELS``."""

    def list_commands(self, ctx: Any) -> list[str]:
        """List the names of the commands, panel by panel."""
        panels = {name: panel for panel, names in PANELS.items() for name in names}
        for name, command in self.commands.items():
            command.rich_help_panel = panels[name]  # type: ignore[attr-defined]
        return sorted(super().list_commands(ctx), key=list(panels).index)


app = typer.Typer(
    name="pbm",
    cls=Guide,
    help="Run play-by-mail games: order sheets in, turns played by the rules, reports out.",
    epilog=example(""),
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for part in (new, sheets, turns, rulings, tools, desk):
    app.add_typer(part.commands)
app.add_typer(mail)


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
