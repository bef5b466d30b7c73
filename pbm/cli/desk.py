"""Commands that open pages in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pbm.cli.examples import example
from pbm.cli.parameters import Command, bytes_of, flag
from pbm.cli.terminal import say

if TYPE_CHECKING:
    from pbm.desk.server import Server

commands = typer.Typer()

Port = Annotated[
    int, typer.Option(min=0, max=65535, metavar="N", help="Use this port; else a free one")
]
NoBrowser = Annotated[bool, flag("--no-browser", "Print the address, open no browser")]


@commands.command(cls=Command, epilog=example("write"))
def write(
    packet: Annotated[Path, typer.Argument(metavar="PACKET", help="Your newest packet.json")],
    sheet: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the sheet is kept; else orders.txt beside it"),
    ] = None,
    port: Port = 0,
    no_browser: NoBrowser = False,
) -> None:
    """Write a sheet in the browser, with its receipt and the map beside it."""
    from pbm.desk.server import Server
    from pbm.desk.writer import Writer

    writer = Writer(bytes_of(packet), packet.name, sheet or packet.with_name("orders.txt"))
    serve(Server(writer.routes(), port=port, announce=_another), not no_browser)


def serve(server: Server, browser: bool) -> None:
    """Answer until Ctrl-C, and open the address in a browser if there is one."""
    import webbrowser

    say(f"Open {server.address}")
    say("Ctrl-C ends it.")
    if browser:
        webbrowser.open_new_tab(server.address)
    server.serve()


def _another(address: str) -> None:
    say(f"Opened. For another browser: {address}")
