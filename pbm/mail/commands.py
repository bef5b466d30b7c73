"""``pbm mail``: fetch, send, watch; takes words, calls one function, prints."""

from __future__ import annotations

import typer

mail = typer.Typer(
    name="mail",
    help="The post office: sheets come in by mail, receipts and reports go out.",
    no_args_is_help=True,
)
