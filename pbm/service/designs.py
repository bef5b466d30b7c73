"""Show the designs of a sheet without a campaign: the work of ``pbm design``."""

from typing import Any

from pbm.engine import registry

TOOL = "design"


def show_designs(
    data: bytes,
    file: str,
    *,
    tech: str | None = None,
    preset: str | None = None,
    packet: tuple[bytes, str] | None = None,
) -> Any:
    """Work out every design of a text: ``rows``, ``texts``, ``problems``, ``refused``.

    ``tech`` are levels (``BL 15, JD 3``), ``preset`` a sample technology, ``packet`` the bytes
    and name of a packet.json; give at most one. Faults if it cannot be read.
    """
    game = registry.ruleset(registry.having(TOOL)[0].name)
    return game.tools[TOOL](data, file, tech, preset, packet)
