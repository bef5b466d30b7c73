"""Battle Commands as a sheet orders them. Rule: DV 7.4, DV 10.4."""

from __future__ import annotations

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.conditions import ALWAYS, Condition
from pbm.games.deltavee.orders.maneuver_commands import Change, Weave
from pbm.games.deltavee.state.geometry import Direction
from pbm.kit.records import Record


class Prepare(Record):
    """``prepare guided from 1``, ``prepare A1`` (a battlecraft's id)."""

    missile: str = ""
    box: int = 0
    battlecraft: str = ""


class Control(Record):
    """``control 03``: the missile may then be given the commands of its own lines.

    Empty (``control guided``): the last launched of those the ship does not control yet, which
    may have had no number when the sheet was written.
    """

    missile: str = ""


class Launch(Record):
    """``launch A1 bearing 2 dir same speed +1``; None: the program chooses.

    Without bearing: the hex straight ahead, or the first clockwise that is free to it.
    ``direction`` None is the ship's; ``speed`` is relative to the ship's velocity.
    """

    battlecraft: str
    bearing: Direction | None = None
    direction: Direction | None = None
    speed: int = 0


class Search(Record):
    """``active search``."""


class Field(Record):
    """``field on``, ``field off``."""

    up: bool


class Tractor(Record):
    """``tractor B > A: decelerate 2``; ``box`` 0: the first tractor pod not yet used."""

    targets: tuple[str, ...]
    commands: tuple[Change | Weave, ...]
    box: int = 0


class DockWith(Record):
    """``dock with B``."""

    targets: tuple[str, ...]


class Undock(Record):
    """``undock``."""


class Refuel(Record):
    """``refuel A1 full``, ``refuel A1 6``: units, None for full. It takes no Battle Command."""

    battlecraft: str
    units: int | None = None


Battle = Prepare | Control | Launch | Search | Field | Tractor | DockWith | Undock | Refuel


class BattleStep(Record):
    """One Battle Command with its own ``if``."""

    command: Battle
    condition: Condition = ALWAYS


class BattleLine(Record):
    """A ``battle`` line: commands by priority, as many as the allotment allows."""

    ref: OrderRef
    steps: tuple[BattleStep, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False
