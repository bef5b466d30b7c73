"""How systems of the star map look, by status and owner."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.games.nova.view.record import SystemView
from pbm.kit.records import Record

GROUND = "map-ground"
OWN, ALIEN, INK, PALE = "#1b4f9c", "#b3261e", "#1b1f24", "#56616d"
LINE = "#7a8794"
STATUS = {"OUTPOST": "OP", "SETTLEMENT": "ST", "WORLD": "WD"}


class _Look(Record):
    """How a system looks: filled, hatched or plain."""

    fill: str
    ink: str
    dashed: bool = False


LOOKS: Mapping[str, _Look] = {
    "own": _Look(OWN, "#ffffff"),
    "taken": _Look("url(#own-hatch)", INK),
    "alien": _Look("url(#alien-hatch)", INK),
    "free": _Look("#ffffff", INK),
    "unknown": _Look("#f4f6f8", PALE, dashed=True),
}
STRIPES = {
    "taken": (OWN, "M-9 9L9 -9M-3 13L13 -3M-13 3L3 -13"),
    "alien": (ALIEN, "M-9 -9L9 9M-3 -13L13 3M-13 -3L3 13"),
}
KEY = (
    ("own", "yours"),
    ("taken", "captured by you"),
    ("alien", "held by aliens"),
    ("free", "nobody's"),
    ("unknown", "not explored"),
)


def look_of(system: SystemView) -> str:
    """The key of a system's look."""
    if system.yours:
        return "taken" if system.captured else "own"
    if system.alien_surface or system.owner or system.captured:
        return "alien"
    if not system.explored:
        return "unknown"
    return "alien" if system.status not in ("", "NONE") else "free"
