"""Rules of the scenarios' own.

The kinds a scenario file may use, each for its ``units``:

- ``alert``: they lie dormant until, in a friendly Command Phase, a die shows ``number`` or less.
- ``jump_beyond``: they alone may jump, and only from the map ``name`` or one above or below it
  (see jump_commands.py).
- ``orbit_scores``: in orbit they are removed and score ``number`` for their side, and 1 more for
  each of their cargo pods that is not destroyed.
- ``loss_scores``: each of them destroyed scores ``number`` for the enemy, and each of their
  cargo pods destroyed 1.
- ``battlecraft_command``: they have one Battle Command, for battlecraft and Rendezvous alone
  (see battle.py).
- ``loss_costs``: each of them destroyed costs its own side ``number``.

What a log sheet remembers of the start stands beside them: ``log`` (its type), ``missiles``
(how many of the type ``name`` a ship began with). Ambiguity: DV-A84 to DV-A86.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbm.deltavee.state import IN_PLAY, Special, State, Unit
from pbm.event import Change
from pbm.turn import Work

ALERT = "alert"
JUMP_BEYOND = "jump_beyond"
ORBIT_SCORES = "orbit_scores"
LOSS_SCORES = "loss_scores"
LOSS_COSTS = "loss_costs"
BATTLECRAFT_COMMAND = "battlecraft_command"
KINDS = (ALERT, JUMP_BEYOND, ORBIT_SCORES, LOSS_SCORES, LOSS_COSTS, BATTLECRAFT_COMMAND)

LOG = "log"
MISSILES = "missiles"


def begin_command(work: Work, side: str) -> None:
    """What a side's Command Phase begins with: the die that may alert a dormant ship.

    Rule: DV S4. Ambiguity: DV-A85.
    """
    for special in work.state.special:
        if special.kind == ALERT:
            for unit_id in special.units:
                unit = work.state.unit(unit_id)
                if unit.side == side and unit.dormant and unit.status == IN_PLAY:
                    _alert(work, unit, special.number)


def _alert(work: Work, unit: Unit, most: int) -> None:
    roll = work.roll("d10", "alert", unit.id)
    work.emit(
        "alert_roll",
        unit.id,
        rule="DV S4",
        rolls=[roll],
        unit=unit.id,
        rolled=roll.total,
        needed=most,
    )
    if roll.total > most:
        return
    work.state = work.state.with_units(replace(unit, dormant=False))
    work.emit(
        "alerted",
        unit.id,
        rule="DV S4",
        changes=[Change(f"unit/{unit.id}/dormant", True, False)],
        unit=unit.id,
    )


def of_unit(state: State, kind: str, unit_id: str) -> Iterator[Special]:
    """The specials of a kind that are for a unit."""
    return (one for one in state.special if one.kind == kind and unit_id in one.units)
