"""Fires and launches as a sheet orders them. Rule: DV 8.0, DV 9.1."""

from __future__ import annotations

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.conditions import ALWAYS, Condition
from pbm.games.deltavee.state.geometry import Direction
from pbm.kit.records import Record


class Shot(Record):
    """One way to use a fire: ``laser barrage at A > A1, chance >= 3``.

    type: laser burst, laser barrage, particle burst, particle barrage. ``until``: "destroyed"
    or a part's name (stop when it is destroyed); ``most`` fires at one target (0: any number).
    """

    type: str
    targets: tuple[str, ...]
    condition: Condition = ALWAYS
    until: str = "destroyed"
    most: int = 0


class MissileLaunch(Record):
    """One way to use a fire: ``launch guided prepared towards B speed +1 if range 4-9``.

    ``missile`` is its type, ``prepared`` asks for one atop the ship. ``towards`` are targets:
    then the program chooses hex and direction where they are not given.
    """

    missile: str
    prepared: bool = False
    bearing: Direction | None = None
    direction: Direction | None = None
    speed: int = 0
    towards: tuple[str, ...] = ()
    condition: Condition = ALWAYS


FireWay = Shot | MissileLaunch


class FireLine(Record):
    """One ``fire``, ``pod`` or ``extra`` line.

    ``item``: burster, ``pod 2``, extra; ``source`` is the item an extra fire comes from.
    ``ways`` are tried from the top. Lines for the same item are alternatives from the top,
    each fire of the item takes the first line and way that can be carried out.
    """

    ref: OrderRef
    item: str
    ways: tuple[FireWay, ...]
    condition: Condition = ALWAYS
    otherwise: bool = False
    source: str = ""


class HitsLine(Record):
    """What to hit first, ``hits``; with ``own``, what to lose first (asteroids).

    ``parts``: names, pod kinds, ``weapon pods``, ``any``. ``on`` empty: on every target.
    ``finish``: prefer a part that the hit destroys.
    """

    ref: OrderRef
    parts: tuple[str, ...]
    on: tuple[str, ...] = ()
    finish: bool = False
    own: bool = False


class HoldLine(Record):
    """``hold fire`` while the condition does not hold (an unrevealed battlecraft)."""

    ref: OrderRef
    until: Condition


class FloorLine(Record):
    """``energy floor 30``: fire spends nothing below."""

    ref: OrderRef
    units: int
