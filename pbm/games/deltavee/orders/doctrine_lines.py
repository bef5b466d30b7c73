"""What a unit does when something happens to it: doctrine lines of a sheet."""

from __future__ import annotations

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.conditions import ALWAYS, Condition
from pbm.games.deltavee.orders.maneuver_commands import Change
from pbm.games.deltavee.state.geometry import Direction
from pbm.kit.records import Record


class FieldLine(Record):
    """The emergency field: ``field try | never | try if ...``."""

    ref: OrderRef
    attempt: bool
    condition: Condition = ALWAYS


class InterceptLine(Record):
    """``intercept always | never | chance >= 5 | not B, C | only A`` (Civ 8), and ``first``.

    ``first`` is the preference among equals.
    """

    ref: OrderRef
    attempt: bool = True
    least_chance: int = 0
    spare: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


class PlanetLine(Record):
    """``planet: right 2, accelerate 1`` on entering a planet hex; empty: nothing."""

    ref: OrderRef
    commands: tuple[Change, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False


class OrbitLine(Record):
    """``orbit: stay | leave``."""

    ref: OrderRef
    stay: bool
    condition: Condition = ALWAYS


class Released(Record):
    """One missile of a MIMS: bearing, direction, speed relative to the MIMS."""

    bearing: Direction
    direction: Direction
    speed: int = 0


class ReleaseLine(Record):
    """``release at range <= 5 of A, fan`` or with four placements; ``keep``: do not."""

    ref: OrderRef
    keep: bool = False
    condition: Condition = ALWAYS
    missiles: tuple[Released, ...] = ()
