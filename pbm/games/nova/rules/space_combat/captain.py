"""The decisions of a side in a round, and the knowledge they are based on.

The round asks a captain for each side: before movement, after it, and at its end. A captain is
given a `CaptainView` and nothing else, so that neither a doctrine nor a player's sheet can use
facts the side does not know. The round skips and reports whatever is impossible: thrust beyond the
engines, a weapon that does not work, a target that is not detected.

Rule: NV SPC-04, NV SPC-09, NV SPC-18, NV SPC-30. Ambiguity: NV A-DOCTRINE.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct, field

from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import Place, Seen
from pbm.kit.records import Record

BEST = "*"


class Foe(Record):
    """An alien ship that a side detects now, and what the side knows of it."""

    id: str
    at: Place
    known: Seen


class CaptainView(Struct):
    """All that a side may know when it decides.

    ``own``: its ships in play and the ships aboard them, by id of the fighter, to be read and not
    changed. ``foes``: hostile ships detected now: for movement as they stood at the end of the
    last round, for fire as they stand after movement. ``lost``: hostile ships known to live but
    not detected now. ``others``: detected ships it does not fight. ``started``: the number of
    ships it brought; ``gone``: the number destroyed or captured. ``gates``: hostile star gate
    ends that a probe has recognized.
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


class ReadyForRound(Record):
    """The settings with which a ship goes into a round (step C).

    ``ew``, ``fc``: the name of the installation to use, BEST, or "" for none. ``dg``: generators
    are on. ``probe``: sensors are used; ``ss``: screens are up; both at most at the levels
    ``sn_most`` and ``ss_most`` (-1: at full level). ``launch``: it leaves its carrier. ``cycle``:
    "go" on cycling the jump drive, or "stop".
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
    ``position``: 0 spreads the shots evenly over a screened ship and its echoes, n aims all at
    the n-th position. ``rank``: of a side's attacks on one target those of a lower rank count
    first, whichever ship makes them; within a rank they count in the order given.
    Ambiguity: NV A-FIRE-ORDER.
    """

    target: str
    weapons: tuple[str, ...]
    mode: str = ""
    missile: str = ""
    position: int = 0
    rank: int = 0


# The choices of a ship whose jump drive is ready at the end of a round (step L).
JUMP, RESTART = "jump", "restart"


class Captain(Protocol):
    """Decide for one side.

    Every mapping is by id of an own fighter; a ship left out does as the method says. Answers must
    follow from the view alone and be in a fixed order.
    """

    def ready(self, view: CaptainView) -> Mapping[str, ReadyForRound]:
        """Step C: the settings of each ship; left out: `Ready()`."""

    def steer(self, view: CaptainView) -> Mapping[str, Place]:
        """Step D: the change of vector of each ship; left out: none."""

    def fire(self, view: CaptainView) -> Mapping[str, Sequence[Aim]]:
        """Step F: the aims of each ship, in the order in which damage is to count."""

    def pick_up(self, view: CaptainView) -> Mapping[str, str]:
        """Step K: ships to be taken aboard, with the carrier of each."""

    def leave(self, view: CaptainView) -> Mapping[str, str]:
        """Step L: JUMP or RESTART of ships whose cycle is done; left out: RESTART."""

    def lost(self, view: CaptainView) -> bool:
        """True to jump out when all sides have lost one another. Rule: NV SPC-44."""
