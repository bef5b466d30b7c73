"""Designs outside a campaign: what ``pbm design`` asks of the game that has them."""

from __future__ import annotations

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
    """Every design of a text with its figures: ``rows``, ``texts``, ``problems``, ``refused``.

    ``tech`` are levels (``BL 15, JD 3``), ``preset`` a sample technology, ``packet`` the bytes
    and name of a packet.json; of these one at most. Faults where one of them is no such thing.
    """
    game = registry.ruleset(registry.having(TOOL)[0].name)
    return game.tools[TOOL](data, file, tech, preset, packet)
