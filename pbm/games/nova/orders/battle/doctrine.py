"""Items of BATTLE lines, and what they decide of a round, as ordered or by default.

    range best; target armed > nearest; if own losses >= 50% then flee

A ship's plan holds all items that are for it, the winning ones first. What they come to is asked
anew each round, since conditions are judged then, by what the side knows at that moment.

Rule: NV SPC-01, SPC-18, SPC-30. Ambiguity: NV A-DOCTRINE, NV A-FLEE, NV A-ORD-M.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

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
        field, value = SPACE[chosen.word].reads(chosen.value)
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


class Item(NamedTuple):
    """An item of a line: what may stand behind its word, an example, and what it decides.

    ``reads`` gives the decision, a field of `Doctrine`, and its value.
    """

    form: str
    example: str
    reads: Callable[[str], tuple[str, object]] = _always("", "")


Items = Mapping[str, Item]

_LIST = r"[\w.\"'\-]+(?: [\w.\"'\-]+)*(?: *> *[\w.\"'\-]+(?: [\w.\"'\-]+)*)*"
_LEVEL = r"best|none|\d{1,3}"
_UNITS = r"(?:AA|RA|SDU|MA)(?: *> *(?:AA|RA|SDU|MA))*"
_SOME = r"(?:\d{1,3} )?(?:AA|RA|SDU)"

# Items of BATTLE lines.
SPACE: Items = {
    "range": Item(r"best|close|open|\d{1,3}", "range best", _as_written("goal")),
    "target": Item(
        _LIST,
        "target armed > nearest > big",
        lambda value: ("targets", tuple(one.casefold() for one in listed(value))),
    ),
    "focus": Item("", "focus", _always("spread", False)),
    "spread": Item("", "spread", _always("spread", True)),
    "overkill": Item(
        r"\d(?:\.\d{1,2})?", "overkill 1.2", lambda value: ("overkill", _hundredths(value))
    ),
    "break off": Item(
        r"(?:100|\d{1,2}) ?%?",
        "break off 50%",
        lambda value: ("break_off", int(value.rstrip("% "))),
    ),
    "flee": Item("", "flee", _always("goal", FLEE)),
    "together": Item("", "together", _always("together", True)),
    "EW": Item(_LEVEL, "EW best", _as_written("ew")),
    "FC": Item(_LEVEL, "FC best", _as_written("fc")),
    "SN": Item(r"always|never|\d{1,3}", "SN always", _as_written("sn")),
    "SS": Item(_LEVEL, "SS best", _as_written("ss")),
    "DG": Item("on|off|when strong", "DG when strong", _as_written("dg")),
    "XL": Item("auto|beam|pulse", "XL auto", _as_written("xl")),
    "missiles": Item(_LIST, "missiles Dart > Lance", lambda value: ("missiles", listed(value))),
    "fire": Item(r"if chance >= ?\d{1,3}%?|within \d{1,3}", "fire if chance >= 50", _fire),
    "order": Item(
        _LIST, "order PA > BL", lambda value: ("order", tuple(one.upper() for one in listed(value)))
    ),
    "launch": Item(
        r"r[1-9]\d?|never",
        "launch r1",
        lambda value: ("launch", 0 if value.casefold() == "never" else int(value[1:])),
    ),
    "pick up": Item("", "pick up", _always("pick_up", True)),
    "jump": Item("ready|fleeing|never", "jump fleeing", _as_written("jump")),
    "lost": Item("seek|leave", "lost leave", lambda value: ("seek", value.casefold() == "seek")),
    "capture": Item("", "capture", _always("capture", True)),
}
# Items of GROUND lines.
GROUND: Items = {
    "forward": Item(_UNITS, "forward RA > SDU"),
    "screen": Item(rf"all|none|{_UNITS}", "screen SDU"),
    "match": Item(rf"(?:{_UNITS})?", "match"),
    "double on": Item(_UNITS, "double on SDU > RA"),
    "OS on": Item(_UNITS, "OS on SDU > RA"),
    "land": Item(r"\d{1,3} (?:AA|RA|SDU|PCB) r[1-3]", "land 2 RA r2"),
    "withdraw": Item(rf"(?:{_SOME}(?:, *{_SOME})*)?", "withdraw"),
    "PCB": Item(r"\d{1,2}", "PCB 1"),
    "guard PCB": Item("spread|all", "guard PCB spread"),
}


def decision(item: BattleItem) -> str:
    """What an item decides, so that two of them can be told to be about the same."""
    return SPACE[item.word].reads(item.value)[0]
