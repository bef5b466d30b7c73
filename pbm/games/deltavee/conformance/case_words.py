"""The words of a DeltaVee set-up in a case, and the fields of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

SIDES = ("1", "2")


class _Table(TypedDict, total=False):
    maps: int
    turn: int
    jumps: bool
    missiles: Mapping[str, int]
    points: Mapping[str, int]


class _Scenario(TypedDict, total=False):
    turn: int
    maps: int


class _Unit(TypedDict, total=False):
    at: str
    direction: int
    velocity: int
    status: Mapping[str, str]
    state: str
    jump: str
    spent: int


class _Planet(TypedDict, total=False):
    at: str
    name: str


class _Asteroids(TypedDict, total=False):
    at: tuple[str, ...]
    around: tuple[str, ...]


class _Player(TypedDict, total=False):
    side: str


class _Victory(TypedDict, total=False):
    kind: str
    title: str
    units: tuple[str, ...]
    number: int


class _Special(TypedDict, total=False):
    units: tuple[str, ...]
    number: int
    limit: int
    name: str


_Dock = TypedDict("_Dock", {"with": str}, total=False)


class _Counter(TypedDict, total=False):
    player: str
    at: str
    direction: int
    velocity: int
    zig: int
    spent: int
    revealed: bool
    contact: int
    prepared: bool
    pod: int


_Craft = TypedDict(
    "_Craft",
    {
        "class": str,
        "name": str,
        "pods": tuple[str, ...],
        "armor": int,
        "status": Mapping[str, str],
        "stock": Mapping[str, Mapping[str, int]],
        "field": bool,
        "jump": str,
        "dormant": bool,
        "landing": bool,
        "log": int,
        "place": tuple[str, ...],
        "directions": tuple[int, ...],
        "velocities": tuple[int, ...],
    },
    total=False,
)


class _Ship(_Counter, _Craft, total=False):
    pass


class _Missile(_Counter, total=False):
    type: str
    civ: int
    by: str
    released: bool


WORDS: Mapping[str, Any] = {
    "SCENARIO": _Scenario,
    "UNIT": _Unit,
    "TABLE": _Table,
    "PLANET": _Planet,
    "ASTEROIDS": _Asteroids,
    "PLAYER": _Player,
    "SHIP": _Ship,
    "BATTLECRAFT": _Ship,
    "MISSILE": _Missile,
    "DOCK": _Dock,
    "VICTORY": _Victory,
    "SPECIAL": _Special,
}
NAMELESS = ("TABLE", "ASTEROIDS")
OFTEN = ("VICTORY", "SPECIAL", "ASTEROIDS")
NEEDED: Mapping[str, tuple[str, ...]] = {
    "PLANET": ("at",),
    "PLAYER": ("side",),
    "SHIP": ("class", "at"),
    "BATTLECRAFT": ("class",),
    "MISSILE": ("type",),
    "DOCK": ("with",),
    "VICTORY": ("kind",),
}
