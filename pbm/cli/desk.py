"""Commands that open pages in a browser."""

import sys
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


@commands.command(cls=Command, epilog=example("desk"))
def desk(
    folder: Annotated[
        list[Path] | None,
        typer.Argument(metavar="DIR", help="Campaigns; else those in this folder"),
    ] = None,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="Answer other machines at this address of yours, to whoever has the password",
        ),
    ] = "",
    port: Port = 0,
    no_browser: NoBrowser = False,
) -> None:
    """Open the game master's desk in the browser: sheets, questions, runs, reports, disputes."""
    from pbm.desk.desk_routes import campaigns_in, desk_routes
    from pbm.desk.server import HOST, Server

    routes = desk_routes(folder or campaigns_in(Path()))
    password = typer.prompt("Password", hide_input=sys.stdin.isatty()) if host else ""
    server = Server(routes, port=port, host=host or HOST, password=password, announce=_another)
    serve(server, not (no_browser or host))


def serve(server: "Server", browser: bool) -> None:
    """Answer until Ctrl-C, and open the address in a browser if there is one."""
    import webbrowser

    say(f"Open {server.address}")
    say("Ctrl-C ends it.")
    if browser:
        webbrowser.open_new_tab(server.address)
    server.serve()


def _another(address: str) -> None:
    say(f"Opened. For another browser: {address}")
