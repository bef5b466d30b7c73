"""Lines of a sheet as records, made in a line: activities, codes, movement and standing orders."""

from __future__ import annotations

from typing import Any

from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.conditions import Test as Asked
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import (
    NO_CODES,
    Activity,
    Codes,
    ContactOrder,
    Jump,
    Mover,
    Toward,
    Units,
)
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Action, Group, Standing
from tests.games.nova.builders import ref


def units(text: str) -> Units:
    """``2 AA``, ``AA``, ``2 AA of bea``, ``SG ring-a``."""
    words = text.split()
    owner = words.pop() if "of" in words else ""
    words = [word for word in words if word != "of"]
    if words[0] == "SG":
        return Units("SG", 1, gate=words[1])
    number = int(words.pop(0)) if words[0].isdigit() else 0
    return Units(words[0], number, owner)


def act(code: str, *what: str, **fields: Any) -> Activity:
    """An activity; ``what`` are units as `units` reads them."""
    return Activity(code, tuple(units(one) for one in what), **fields)


def contact(text: str) -> tuple[ContactOrder, ...]:
    """``N``, ``F to bea+cyd``, ``H to others``, ``N to all but bea``, several with commas."""
    found = []
    for part in text.split(", "):
        code, _to, rest = part.partition(" to ")
        if rest == "others":
            toward = Toward(others=True)
        elif rest.startswith("all but "):
            toward = Toward(but=tuple(rest.removeprefix("all but ").split("+")))
        else:
            toward = Toward(to=tuple(rest.split("+")) if rest else ())
        found.append(ContactOrder(code, toward))
    return tuple(found)


def codes(text: str = "", *activities: Activity, **fields: Any) -> Codes:
    """Codes: contact orders (with ``/R`` behind them the second one), and activities if any."""
    said, _slash, default = text.partition("/")
    return Codes(
        contact(said) if said else (), default, activities if activities else None, **fields
    )


def move(start: str, *who: str, to: str = "", codes: Codes = NO_CODES, **fields: Any) -> Movement:
    """A movement line for ships by id (small letters), or units if a word begins with a digit."""
    movers = tuple(
        Mover(units=units(one)) if one[0].isdigit() or one.isupper() else Mover(one) for one in who
    )
    route = tuple(Jump(letter) for letter in to)
    return Movement(ref(f"{start} {' '.join(who)}"), start, movers, route, codes, **fields)


def standing(rank: str, group: Group, codes: Codes, **fields: Any) -> Standing:
    """A general, conditional or special line for one group."""
    otherwise = fields.pop("otherwise", None)
    return Standing(
        ref(rank),
        rank,
        (Action(group, codes),),
        fields.pop("condition", ALWAYS),
        () if otherwise is None else (Action(group, otherwise),),
    )


def when(kind: str, **fields: Any) -> Condition:
    """A condition of one test."""
    return Condition(((Asked(kind, **fields),),))


def sheet(player: str = "ann", *lines: Movement | Standing, **fields: Any) -> Orders:
    """The orders of an empire with these lines."""
    return Orders(
        player,
        movement=tuple(one for one in lines if isinstance(one, Movement)),
        standing=tuple(one for one in lines if isinstance(one, Standing)),
        **fields,
    )


ALL = Group("all")
