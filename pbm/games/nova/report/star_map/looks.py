"""How systems of the star map look, by status and owner."""

from collections.abc import Iterable, Mapping

from pbm.games.nova.view.record import SystemView
from pbm.kit.records import Record

GROUND = "map-ground"
OWN, ALIEN, INK, PALE = "#1b4f9c", "#b3261e", "#1b1f24", "#56616d"
LINE = "#7a8794"
RADIUS = 19  # of a system's disc
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


# Of the empires on the game master's map, one after the other; then the letters tell.
PATTERNS = (
    (OWN, "M-2 10L10 -2M-6 6L6 -6M2 14L14 2"),
    (ALIEN, "M-2 -2L10 10M-6 2L6 14M2 -6L14 6"),
    ("#1d6b38", "M0 4h8"),
    ("#8a4b00", "M4 0v8"),
    ("#6a2c91", "M0 4h8M4 0v8"),
    ("#00606b", "M-1 9L9 -1M-1 -1L9 9"),
    (INK, "M0 2h4M4 6h4"),
    (PALE, "M2 0v4M6 4v4"),
)


def short_names(names: Iterable[str]) -> dict[str, str]:
    """The first letters of each name that no other begins with.

    >>> short_names(["MERSY", "MINKY", "VIRUS", "VI"])
    {'MERSY': 'ME', 'MINKY': 'MI', 'VI': 'VI', 'VIRUS': 'VIR'}
    """
    all = sorted({*names})
    return {
        name: next(
            (
                name[:n]
                for n in range(1, len(name))
                if not any(other.startswith(name[:n]) for other in all if other != name)
            ),
            name,
        )
        for name in all
    }


def look_of(system: SystemView) -> str:
    """The key of a system's look."""
    if system.yours:
        return "taken" if system.captured else "own"
    if system.alien_surface or system.owner or system.captured:
        return "alien"
    if not system.explored:
        return "unknown"
    return "alien" if system.status not in ("", "NONE") else "free"
