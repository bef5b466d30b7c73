"""What a side decides in a round, and what it may know when it does.

The round asks a captain for each side: before movement, after it, and at its end. A captain is
given a `SideView` and nothing else, so that neither a doctrine nor a player's sheet can use what
the side does not know. What cannot be done (thrust beyond the engines, a weapon that does not
work, a target that is not detected) the round leaves undone and says so.

Rule: NV SPC-04, NV SPC-09, NV SPC-18, NV SPC-30. Ambiguity: NV A-DOCTRINE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import Place, Seen
from pbm.kit.records import Record

BEST = "*"


class Foe(Record):
    """An alien ship that a side detects now and fights, with what it knows of it."""

    id: str
    at: Place
    known: Seen


@dataclass(slots=True)
class SideView:
    """All that a side may know when it decides.

    ``own`` are its ships in play and those aboard them, by id of the fighter; they may be read,
    not changed. ``foes`` are hostile ships detected now: while plotting movement as they stood
    at the end of the last round, when firing as they stand after it. ``lost``: hostile ships
    known to live of which none is detected now. ``others``: detected ships it does not fight.
    ``started`` counts ships it brought; ``gone`` those destroyed or captured. ``gates``:
    hostile star gate ends, once a probe has told what they are.
    """

    empire: str
    round: int
    own: Mapping[str, Live]
    foes: Mapping[str, Foe]
    others: Mapping[str, Foe] = field(default_factory=dict)
    lost: Mapping[str, Seen] = field(default_factory=dict)
    gates: Mapping[str, Foe] = field(default_factory=dict)
    started: int = 0
    gone: int = 0


class Ready(Record):
    """How a ship goes into a round (step C).

    ``ew``, ``fc``: the name of the installation to use, BEST, or "" for none. ``dg``: generators
    on. ``probe``: sensors are used, ``ss``: screens are up, at most with the levels ``sn_most``
    and ``ss_most`` (-1: with all they have). ``launch``: it leaves its carrier. ``cycle``: "go"
    on cycling its jump drive, or "stop".
    """

    ew: str = BEST
    fc: str = BEST
    dg: bool = True
    probe: bool = True
    ss: bool = True
    launch: bool = True
    cycle: str = "go"
    sn_most: int = -1
    ss_most: int = -1


class Aim(Record):
    """Weapons of one ship, by the names of their installations, fired at one target.

    ``mode``: BL or PL for combination lasers. ``missile``: the name of the missile design.
    ``position``: 0 spreads the shots evenly over a screened ship and its echoes, n puts all on
    the n-th position. ``rank``: of a side's attacks on one target those of a lower rank count
    first, whichever ship makes them, and within a rank those that stand first.
    Ambiguity: NV A-FIRE-ORDER.
    """

    target: str
    weapons: tuple[str, ...]
    mode: str = ""
    missile: str = ""
    position: int = 0
    rank: int = 0


# What a ship does when its jump drive is ready at the end of a round (step L).
JUMP, RESTART = "jump", "restart"


class Captain(Protocol):
    """Decides for one side. Every mapping is by id of an own fighter; what is left out stands.

    Answers must follow from the view alone, and be in a fixed order.
    """

    def ready(self, view: SideView) -> Mapping[str, Ready]:
        """Step C: how each ship goes into the round; left out: `Ready()`."""

    def steer(self, view: SideView) -> Mapping[str, Place]:
        """Step D: by how much each ship changes its vector; left out: not at all."""

    def fire(self, view: SideView) -> Mapping[str, Sequence[Aim]]:
        """Step F: what each ship fires at, in the order in which damage is to count."""

    def pick_up(self, view: SideView) -> Mapping[str, str]:
        """Step K: ships to be taken aboard, with the carrier of each."""

    def leave(self, view: SideView) -> Mapping[str, str]:
        """Step L: JUMP or RESTART of ships whose cycle is done; left out: RESTART."""

    def lost(self, view: SideView) -> bool:
        """True to jump out when all sides have lost one another. Rule: NV SPC-44."""
