"""What the pages of Knight Hawks show beside the packet: the map and the record sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.event import Fact
from pbm.knighthawks.hexmap import hexmap
from pbm.knighthawks.log import logs


def art(packet: Mapping[str, Fact]) -> Mapping[str, Any]:
    """The map of a packet or a book, and the record sheets it holds."""
    return {"map": hexmap(packet), "logs": logs(packet)}
