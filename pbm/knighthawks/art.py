"""What the pages of Knight Hawks show beside the packet: map, tables of ships, record sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.event import Fact
from pbm.knighthawks.forces import forces
from pbm.knighthawks.hexmap import hexmap
from pbm.knighthawks.log import logs


def art(packet: Mapping[str, Fact]) -> Mapping[str, Any]:
    """The map of a packet or a book, its tables of ships, and the record sheets it holds."""
    return {"map": hexmap(packet), "forces": forces(packet["known"]), "logs": logs(packet)}
