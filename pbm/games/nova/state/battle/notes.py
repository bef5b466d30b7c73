"""What happens in a battle, noted as it happens: for reports, for nobody where odds are counted.

A note speaks of fighters by their ids; whoever tells it to an empire puts its own names and
counters in their place. ``seen`` are the empires that perceive it while the battle goes on;
whether they ever hear of it is decided at its end (NV SPC-52).

Kinds, with by, to and facts:
  placed      by; facts at, vector, jumped_in, direction, hexes (scatter, with rolls)
  launched    by (the ship), to (its carrier)              picked_up   by, to
  switched    by; ew, fc, dg as they are from now on (only what changed)
  probed      by "" (who used sensors is not told), to; size, shields, ew, sn, dg, ss; seen: the
              side that probes. ``new``: the first success against this ship
  screened    to; positions (it and its echoes; probes failed); seen: the side that probes
  sensors     facts: none; sensors are in use by a side not named; seen: all other sides
  moved       facts: ships {fighter: [x, z, to x, to z, vector x, vector z, thrust]}; one for
              each side, with what it detects after the movement
  volley      by, to; mode, weapons (names), number, size (of lasers and launchers), distance,
              dropoff, fc, ew, missile, probed, letters, faces, second (dice for effect),
              damages (points by shot, 0 a miss), wasted (why, or ""), echoes (shots at false
              positions); rolls and terms
  struck      by, to; shields, armour, structure: points this volley took; seen: the owner
  hurt        to; seen: sides that detect it: it took structural damage
  blow_up     to; chance, face, blown; rolls
  destroyed   to; cause: damage, blow-up, bomb, carrier
  critical    to; faces, parts, cargo; rolls; seen: the owner
  shields     to; recovered, shields, full; seen: the owner
  cycle       by; what: start, restart, stop, held (by a distortion field)
  jumped      by
  captured    to; captor
  gate_hit    by, facts gate, ...
  apart       facts: distance, directions: sides lost one another, and meet anew or part
  quiet       facts: rounds: nobody could harm anybody; leaves: empires that must
  ended       facts: why
"""

from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable

from pbm.dice.keyed import Roll
from pbm.engine.subtask import Terms
from pbm.kit.facts import Fact
from pbm.kit.records import Record


class BattleNote(Record):
    """One thing that happened, in a round and step of the sequence of play."""

    kind: str
    round: int
    step: str
    seen: tuple[str, ...]
    by: str = ""
    to: str = ""
    facts: Mapping[str, Fact] = {}
    rolls: tuple[Roll, ...] = ()
    terms: tuple[tuple[str, Fact], ...] = ()


Tell = Callable[[BattleNote], None]


class BattleDice(Protocol):
    """Named dice of one battle."""

    def __call__(self, die: str, *name: str, count: int = 1) -> Roll:
        """Roll so many dice under a name that is used once in a battle."""


@runtime_checkable
class RuledDice(Protocol):
    """Dice that know which terms of a sum the game master has struck out."""

    def counted(self, terms: Terms, *name: str) -> Terms:
        """The terms of the sum for a roll of this name, as they count."""


def silent(_note: BattleNote) -> None:
    """Tell nobody."""
