"""Records of a battle and of its result."""

from collections.abc import Collection, Mapping
from typing import Protocol

from msgspec import Struct, field

from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.state import Empire, GateEnd, Ship
from pbm.kit.records import Record


class StateOrDraft(Protocol):
    """A state or a draft."""

    @property
    def empires(self) -> Mapping[str, Empire]:
        """Empires by id."""

    @property
    def ships(self) -> Mapping[str, Ship]:
        """Ships by id."""

    @property
    def gates(self) -> Mapping[str, GateEnd]:
        """Gate ends by id."""

    @property
    def designs(self) -> Mapping[str, Design]:
        """Designs by key."""


class BattleSetting(Record):
    """A battle: its place, who takes part, and what is there.

    ``ships`` ids of all that are there, those aboard others too; ``gates`` ids of placed ends;
    ``units`` of each empire on the planet or landing; ``militia`` at its beginning, ``owner``
    of the planet. ``ground``: surface combat, in which no ship is lost. ``aboard``: ids of
    ships that others carry there, whoever owns them.
    """

    system: str
    empires: tuple[str, ...]
    ships: Collection[str] = ()
    gates: Collection[str] = ()
    units: Mapping[str, Mapping[str, int]] = {}
    militia: int = 0
    owner: str = ""
    ground: bool = False
    aboard: Collection[str] = ()


class Result(Struct):
    """A result that can be carried out; everything by id.

    ``damage`` what each ship loses anew; ``cargo`` units lost aboard; ``lifts`` units that a
    ship takes up from the planet; ``heard``: the last round of which each empire knows, and
    ``noticed``: the alien ships it saw and their outcomes as it saw them, where that is less
    than all; ``units`` lost on the planet by empire; ``militia`` left,
    None if nothing was said; ``control`` likewise.
    """

    rounds: int = 1
    won: tuple[str, ...] | None = None
    damage: dict[str, Damage] = field(default_factory=dict)
    cargo: dict[str, dict[str, int]] = field(default_factory=dict)
    destroyed: list[str] = field(default_factory=list)
    captured: dict[str, str] = field(default_factory=dict)
    retreats: dict[str, str] = field(default_factory=dict)
    gates: list[str] = field(default_factory=list)
    reports: dict[str, str] = field(default_factory=dict)
    heard: dict[str, int] = field(default_factory=dict)
    noticed: dict[str, dict[str, str]] = field(default_factory=dict)
    knows: list[tuple[str, str]] = field(default_factory=list)
    units: dict[str, dict[str, int]] = field(default_factory=dict)
    lifts: dict[str, dict[str, int]] = field(default_factory=dict)
    militia: int | None = None
    control: str | None = None
    suppressed: bool = False
