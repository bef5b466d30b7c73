"""What items of BATTLE lines decide: each decision of a round, as ordered or by default.

    range best; target armed > nearest; if own losses >= 50% then flee

A ship's plan holds all items that are for it, the winning ones first. What they come to is asked
anew each round, since conditions are judged then, by what the side knows at that moment.

Rule: NV SPC-01, SPC-18, SPC-30. Ambiguity: NV A-DOCTRINE, NV A-FLEE, NV A-ORD-M.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbm.games.nova.state.orders.conditions import Test
from pbm.games.nova.state.orders.standing import BattleItem
from pbm.kit.records import Record

# What a ship strives for; else a number of hexes to be held.
BEST_RANGE, CLOSE, OPEN, FLEE = "best", "close", "open", "flee"


class Plan(Record):
    """Items of BATTLE lines for one ship, in the order in which they win.

    The first ``own`` of them stand in lines that are not for all ships alike.
    """

    items: tuple[BattleItem, ...] = ()
    own: int = 0


class Doctrine(Record):
    """All decisions that are made beforehand; what stands here is the default.

    ``goal``: BEST_RANGE, CLOSE, OPEN, FLEE or hexes, "" if nothing is ordered; ``stays``: it is
    ordered for this ship or its kind, so that it does not flee for want of arms. ``targets``: what
    comes first (see battle/targets.py). ``spread``: fire is spread evenly. ``overkill``, percent of
    what should destroy a target; ``break_off``, percent of the ships brought (-1: half of them,
    unless the side is the stronger still); ``chance`` in percent and ``within`` in hexes (-1: any)
    below which and beyond which no weapon fires.
    ``ew``, ``fc``, ``ss``: best, none or a level; ``sn``: always, never or a level. ``order``:
    kinds of weapon whose damage counts first. ``launch``: the round, 0 for never. ``seek``: it
    looks for enemies that all lost one another.
    """

    goal: str = ""
    stays: bool = False
    targets: tuple[str, ...] = ()
    spread: bool = False
    overkill: int = 120
    break_off: int = -1
    together: bool = False
    ew: str = "best"
    fc: str = "best"
    sn: str = "always"
    ss: str = "best"
    dg: str = "when strong"
    xl: str = "auto"
    missiles: tuple[str, ...] = ()
    chance: int = 0
    within: int = -1
    order: tuple[str, ...] = ()
    launch: int = 1
    pick_up: bool = False
    jump: str = "fleeing"
    seek: bool = True
    capture: bool = False


PRINTED = Doctrine()


def doctrine(plan: Plan, passes: Callable[[Test], bool]) -> Doctrine:
    """What a plan comes to while these tests pass; for each decision the first item wins."""
    found: dict[str, Any] = {}
    for place, item in enumerate(plan.items):
        chosen = item if item.when.holds(passes) else item.instead
        if chosen is None:
            continue
        field, value = _READ[chosen.word](chosen.value)
        if field not in found:
            found[field] = value
            if field == "goal":
                found["stays"] = place < plan.own
    return Doctrine(**found)


def _as_written(field: str) -> Callable[[str], tuple[str, object]]:
    return lambda value: (field, value.casefold())


def _always(field: str, value: object) -> Callable[[str], tuple[str, object]]:
    return lambda _value: (field, value)


def listed(value: str) -> tuple[str, ...]:
    """The parts of a list such as ``Dart > Lance``.

    >>> listed('armed > "Dart 2">big')
    ('armed', 'Dart 2', 'big')
    """
    return tuple(part.strip().strip('"') for part in value.split(">"))


def _hundredths(value: str) -> int:
    whole, _, part = value.partition(".")
    return 100 * int(whole) + int(part.ljust(2, "0"))


def _fire(value: str) -> tuple[str, object]:
    limit = int("".join(sign for sign in value if sign.isdigit()))
    return ("within" if value.casefold().startswith("within") else "chance"), limit


# Each item's word: the decision it is about and what is decided, from what follows the word.
_READ: Mapping[str, Callable[[str], tuple[str, object]]] = {
    "range": _as_written("goal"),
    "flee": _always("goal", FLEE),
    "target": lambda value: ("targets", tuple(one.casefold() for one in listed(value))),
    "focus": _always("spread", False),
    "spread": _always("spread", True),
    "overkill": lambda value: ("overkill", _hundredths(value)),
    "break off": lambda value: ("break_off", int(value.rstrip("% "))),
    "together": _always("together", True),
    "EW": _as_written("ew"),
    "FC": _as_written("fc"),
    "SN": _as_written("sn"),
    "SS": _as_written("ss"),
    "DG": _as_written("dg"),
    "XL": _as_written("xl"),
    "missiles": lambda value: ("missiles", listed(value)),
    "fire": _fire,
    "order": lambda value: ("order", tuple(one.upper() for one in listed(value))),
    "launch": lambda value: ("launch", 0 if value.casefold() == "never" else int(value[1:])),
    "pick up": _always("pick_up", True),
    "jump": _as_written("jump"),
    "lost": lambda value: ("seek", value.casefold() == "seek"),
    "capture": _always("capture", True),
}


WORDS = tuple(_READ)


def decision(item: BattleItem) -> str:
    """What an item decides, so that two of them can be told to be about the same."""
    return _READ[item.word](item.value)[0]
