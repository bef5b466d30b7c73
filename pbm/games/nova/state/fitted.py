"""What still works on a ship: its design less its damage.

Ten thousand ships share a few hundred designs and few are damaged, so what works is found
once for a design, and by itself only for a damaged ship.

Rule: NV MOV-27, NV DSN-18, NV CON-15 (armed). Ambiguity: NV A-CON-ARMED, NV A-SN-MULTI.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from pbm.games.nova.state.components import ARMED, Component
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.state import Ship
from pbm.kit.records import Record


class Fitted(Record):
    """The working parts of a ship.

    ``ie``, ``jd`` the best working drive's level, its lost levels off; ``lt`` of that jump
    drive (0: none). ``kinds`` are all kinds of component of which one still works. ``dg`` and
    ``ds`` the largest. ``os`` the level of each. ``guns``: a weapon other than a missile
    launcher works; ``launchers``: one of these does. ``holds``: names of sound cargo holds;
    ``bays``: name and size of sound launch bays. ``carried``: room it takes itself.
    """

    ssz: int
    carried: int
    cost: int
    ie: int
    jd: int
    lt: int
    kinds: frozenset[str]
    dg: int
    ds: int
    os: tuple[int, ...]
    guns: bool
    launchers: bool
    holds: tuple[str, ...]
    bays: tuple[tuple[str, int], ...]

    @property
    def explores(self) -> bool:
        """True with a working XC or SX. Ambiguity: NV A-SX-XC."""
        return "XC" in self.kinds or "SX" in self.kinds


class _World(Protocol):
    @property
    def designs(self) -> Mapping[str, Design]:
        """Designs by key."""


class Fittings:
    """The working parts of ships, of a state or a draft, remembered by design."""

    def __init__(self, world: _World, sound: dict[str, Fitted] | None = None) -> None:
        self._designs = world.designs
        self._sound = {} if sound is None else sound

    def of(self, ship: Ship) -> Fitted:
        """What works on a ship now."""
        if ship.damage.parts:
            return fitted(self._designs[ship.design], ship.damage.parts)
        sound = self._sound.get(ship.design)
        if sound is None:
            sound = self._sound[ship.design] = _sound(self._designs[ship.design].parts)
        return sound

    def is_armed(self, ship: Ship) -> bool:
        """True if a space weapon works; a launcher only with a missile it may fire.

        Ambiguity: NV A-CON-ARMED.
        """
        works = self.of(ship)
        return works.guns or (works.launchers and bool(ship.missiles))


@lru_cache(maxsize=65536)
def _sound(parts: tuple[Component, ...]) -> Fitted:
    return fitted(Design("", "", parts), {})


def fitted(design: Design, lost: Mapping[str, int]) -> Fitted:
    """What works of a design without the installations (or drive levels) that are lost."""
    whole = figures(design)
    drives: dict[str, tuple[int, int]] = {"IE": (0, 0), "JD": (0, 0)}
    working = []
    for piece in whole.installations:
        gone = lost.get(piece.name, 0)
        if piece.part.kind in drives:
            drive = (piece.part.level - gone, piece.part.lt)
            drives[piece.part.kind] = max(drives[piece.part.kind], drive, key=lambda d: d[0])
            if drive[0] < 1:
                continue
        elif gone:
            continue
        working.append(piece)

    def levels(kind: str) -> list[int]:
        return [piece.part.level for piece in working if piece.part.kind == kind]

    kinds = frozenset(piece.part.kind for piece in working)
    jd, lt = drives["JD"]
    return Fitted(
        ssz=whole.ssz,
        carried=whole.carried,
        cost=whole.cost,
        ie=max(drives["IE"][0], 0),
        jd=max(jd, 0),
        lt=lt if jd > 0 else 0,
        kinds=kinds,
        dg=max(levels("DG"), default=0),
        ds=max(levels("DS"), default=0),
        os=tuple(levels("OS")),
        guns=any(kind in kinds for kind in ARMED if kind != "ML"),
        launchers="ML" in kinds,
        holds=tuple(piece.name for piece in working if piece.part.kind == "CH"),
        bays=tuple((piece.name, piece.part.level) for piece in working if piece.part.kind == "LB"),
    )
