"""Maneuver Commands as a sheet orders them. Rule: DV 7.2."""

from __future__ import annotations

from pbm.drawing.hexgrid import Hex
from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.conditions import ALWAYS, Condition
from pbm.games.deltavee.state.geometry import Direction
from pbm.kit.records import Record


class Change(Record):
    """``accelerate 2``, ``decelerate to 1``, ``left``, ``right 2``.

    kind: accelerate, decelerate, left, right. ``to`` is a velocity to come to, None if
    ``number`` says how many commands.
    """

    kind: str
    number: int = 1
    to: int | None = None


def steps(change: Change, velocity: int) -> tuple[str, ...]:
    """The single commands of a change for a unit with this velocity.

    >>> steps(Change("decelerate", to=1), 3), steps(Change("right", 2), 3)
    (('decelerate', 'decelerate'), ('right', 'right'))
    """
    if change.to is None:
        return (change.kind,) * change.number
    short = change.to - velocity if change.kind == "accelerate" else velocity - change.to
    return (change.kind,) * max(0, short)


class Weave(Record):
    """``weave 2`` (bearing), ``weave to B0411`` (hex), ``weave away from ...`` (away).

    ``away`` are targets, or ``missile``, ``enemy`` for the nearest of them.
    """

    bearing: Direction | None = None
    hex: Hex | None = None
    away: tuple[str, ...] = ()


class Jump(Record):
    """kind: prepare, jump, abort. ``condition`` limits a jump; with ``or_abort`` else abort."""

    kind: str
    condition: Condition = ALWAYS
    or_abort: bool = False


class Chase(Record):
    """Commands the program finds so that the unit meets a target in its next move."""

    targets: tuple[str, ...]


Maneuver = Change | Weave | Jump | Chase


class CommandLine(Record):
    """A ``command`` line of any unit."""

    ref: OrderRef
    commands: tuple[Maneuver, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False
