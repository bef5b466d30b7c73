"""The command line: takes words, calls one function, prints; decides nothing.

Exit codes: 0 done, 1 problems in what was given (all shown), 2 wrong use, 3 the campaign is
not as it should be, 130 stopped by Ctrl-C. Heavy modules are imported inside the command that
needs them.
"""

from __future__ import annotations

import sys
from typing import NoReturn

import typer

from pbm.cli import new, rulings, sheets, tools, turns
from pbm.cli.mail import mail
from pbm.cli.parameters import BROKEN, PROBLEMS
from pbm.cli.terminal import warn
from pbm.kit.gc_tuning import collect_rarely

INTERRUPTED = 130  # as shells count a program that Ctrl-C ended

app = typer.Typer(
    name="pbm",
    help="A play-by-mail turn processor: order sheets in, adjudicated turns and reports out.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for part in (new, sheets, turns, rulings, tools):
    app.add_typer(part.commands)
app.add_typer(mail)


def main() -> None:
    """Run the command line; problems become messages and an exit code, never a traceback."""
    collect_rarely()
    try:
        app(standalone_mode=True)
    except KeyboardInterrupt:
        stopped()
    except SystemExit as ended:
        if ended.code == INTERRUPTED:  # Typer takes Ctrl-C for an exit and says nothing
            stopped()
        raise
    except Exception as fault:
        sys.exit(_told(fault))


def stopped() -> NoReturn:
    """Say that Ctrl-C was taken; nothing is half written, whatever it broke off."""
    warn("stopped; nothing is half done, and what was finished before stays")
    sys.exit(INTERRUPTED)


def _told(fault: Exception) -> int:
    """Print what is wrong and give the exit code; an error of our own is raised again."""
    from pbm.kit.problems import Faults, render_all

    if not isinstance(fault, Faults):
        raise fault
    from pbm.kit.problems import CampaignFault

    warn(render_all(fault.problems))
    return BROKEN if isinstance(fault, CampaignFault) else PROBLEMS
