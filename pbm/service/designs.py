"""Ship designs outside a campaign: what ``pbm design`` asks of the game that has them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# The one game with designs; asked by name, as games are, so that nothing else depends on it.
_COMMAND = "pbm.games.nova.tools.design_command"


def show_designs(
    data: bytes,
    file: str,
    *,
    tech: str | None = None,
    preset: str | None = None,
    packet: tuple[bytes, str] | None = None,
) -> Any:
    """Every design of a text with its figures: ``rows``, ``texts``, ``problems``, ``refused``.

    ``tech`` are levels (``BL 15, JD 3``), ``preset`` a sample technology, ``packet`` the bytes
    and name of a packet.json; of these one at most. Faults where one of them is no such thing.
    """
    command = import_module(_COMMAND)
    technology = None
    if tech is not None:
        technology = command.by_levels(tech)
    elif preset is not None:
        technology = command.by_preset(preset)
    elif packet is not None:
        technology = command.by_packet(*packet)
    return command.show(data, file, technology)
