"""Rules of the scenarios' own.

The kinds a scenario file may use, each for its ``units``:

- ``alert``: they lie dormant until, in a friendly Command Phase, a die shows ``number`` or less.
- ``jump_beyond``: they alone may jump, and only on or beyond the map ``name``, or above or below it
  (see jumps.py).
- ``orbit_scores``: in orbit they are removed and score ``number`` for their side, and 1 more for
  each of their cargo pods that is not destroyed.
- ``loss_scores``: each of them destroyed scores ``number`` for the enemy, and each of their
  cargo pods destroyed 1.
- ``no_energy_until_damaged``: they spend no energy while their engine is neither damaged nor
  destroyed (see energy.py).
- ``battlecraft_command``: they have one Battle Command, for battlecraft and Rendezvous alone
  (see battle.py).
- ``loss_costs``: each of them destroyed costs its own side ``number``.
- ``kill_scores``: each of them destroyed scores ``number`` for the enemy.
- ``damage_costs``, ``destruction_costs``: more than ``limit`` pods of one of them damaged (or
  destroyed), or destroyed, cost its own side ``number``.
- ``entry_costs``: each of them that comes out of the reserve costs its own side ``number``.
- ``reinforcement``: once one of the others has fired or launched a missile, ``number`` dice are
  thrown in each later turn, and each that shows ``limit`` or less brings on a ship like the
  first, which is in reserve (see reserve.py).
- ``relief``: the first, in reserve, may be brought on once an energy pod of the second is
  damaged, destroyed or empty.
- ``pod_transfer``: the first may hand over an energy pod to the second (see pod_transfer.py).
- ``lands``: they may land though they are not streamlined; with a ``name`` only where that is
  the reading of the option scenario6.landing.
- ``map_moves``: the map ``name`` is taken up when no spaceship or battlecraft is on it any more.

What a log sheet remembers of the start stands beside them: ``log`` (its type), ``missiles``
(how many of the type ``name`` a ship began with); and what the table remembers: ``first_shot``
(in which turn the first of some units was fired), ``agreed`` (both sides want to end the game),
``put_off`` (a pod that a ship put off when its status was ``name``).
Ambiguity: DV-A84 to DV-A86, DV-A88 to DV-A90.
"""

from collections.abc import Iterator, Mapping

from pbm.games.deltavee.state.state import Special, State
from pbm.kit.records import Record

ALERT = "alert"
JUMP_BEYOND = "jump_beyond"
ORBIT_SCORES = "orbit_scores"
LOSS_SCORES = "loss_scores"
LOSS_COSTS = "loss_costs"
BATTLECRAFT_COMMAND = "battlecraft_command"
KILL_SCORES = "kill_scores"
DAMAGE_COSTS = "damage_costs"
DESTRUCTION_COSTS = "destruction_costs"
ENTRY_COSTS = "entry_costs"
REINFORCEMENT = "reinforcement"
RELIEF = "relief"
POD_TRANSFER = "pod_transfer"
MAP_MOVES = "map_moves"
NO_ENERGY_UNTIL_DAMAGED = "no_energy_until_damaged"
LANDS = "lands"

LOG = "log"
MISSILES_AT_START = "missiles"
FIRST_SHOT = "first_shot"
AGREED = "agreed"
PUT_OFF = "put_off"


class Needs(Record):
    """What a kind must have in a scenario file.

    ``units`` is the least number of units it names (0: it may do without), ``number`` and
    ``limit`` the least and the most they may be (None: it has none), ``map`` that its name is
    the letter of a map, ``names`` what else its name may be, ``reserve`` that the first unit is
    in reserve.
    """

    units: int = 1
    number: tuple[int, int] | None = None
    limit: tuple[int, int] | None = None
    map: bool = False
    names: tuple[str, ...] = ()
    reserve: bool = False


_POINTS = (1, 1000)
SPECIAL_KINDS: Mapping[str, Needs] = {
    ALERT: Needs(number=(1, 10)),
    JUMP_BEYOND: Needs(units=0, map=True),
    ORBIT_SCORES: Needs(number=_POINTS),
    LOSS_SCORES: Needs(number=_POINTS),
    LOSS_COSTS: Needs(number=_POINTS),
    BATTLECRAFT_COMMAND: Needs(),
    KILL_SCORES: Needs(number=_POINTS),
    DAMAGE_COSTS: Needs(number=_POINTS, limit=(0, 40)),
    DESTRUCTION_COSTS: Needs(number=_POINTS, limit=(0, 40)),
    ENTRY_COSTS: Needs(number=_POINTS),
    REINFORCEMENT: Needs(units=2, number=(1, 10), limit=(1, 10), reserve=True),
    RELIEF: Needs(units=2, reserve=True),
    POD_TRANSFER: Needs(units=2),
    MAP_MOVES: Needs(units=0, map=True),
    NO_ENERGY_UNTIL_DAMAGED: Needs(),
    LANDS: Needs(names=("battlecraft count", "any ship may land")),
}


def of_unit(state: State, kind: str, unit_id: str) -> Iterator[Special]:
    """The specials of a kind that are for a unit."""
    return (one for one in state.special if one.kind == kind and unit_id in one.units)


def transfer_pairs(state: State) -> Iterator[tuple[str, str]]:
    """Which ship may hand over a pod to which, by their ids."""
    for special in state.special:
        if special.kind == POD_TRANSFER:
            yield from ((special.units[0], taker) for taker in special.units[1:])
