"""The orders of a BATTLE sheet one by one: how each is written, and what may be wrong with it.

Rule: NV SPC-08, NV SPC-09, NV SPC-11, NV SPC-16, NV SPC-18, NV SPC-41, NV SPC-53.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.rounds.round_fire import fire, hold
from pbm.games.nova.orders.rounds.round_orders import (
    CYCLE,
    LAUNCH,
    LEAVE,
    PICK_UP,
    PLOT,
    Told,
)
from pbm.games.nova.orders.rounds.round_ship import Ship, once, told
from pbm.games.nova.orders.rounds.round_words import vector_words
from pbm.games.nova.state.battle.arena import IN_PLAY
from pbm.games.nova.state.battle.vectors import DIRECTIONS, length, of_directions
from pbm.kit.english import count
from pbm.kit.problems import Problem, illegal, invalid
from pbm.kit.text import folded
from pbm.sheets.envelope import Line

_THRUST = re.compile(r"([0-9]+)\s*\*\s*([0-9]{1,3})")


class Order(Protocol):
    """Makes an order of a part of a line for one ship."""

    def __call__(
        self, ship: Ship, part: Line, resolver: Resolver, fired: set[str], *, alone: bool
    ) -> Told | None:
        """The order, or None if there is none; ``alone``: the ship is named for itself."""


def made(text: str) -> Order | None:
    """What makes an order of these words, None if they are an item of BATTLE lines."""
    for form, order in _ORDERS:
        if form.fullmatch(text.strip()):
            return order
    return None


# --- movement --------------------------------------------------------------------------------


def _plot(
    ship: Ship, part: Line, resolver: Resolver, _fired: set[str], *, alone: bool
) -> Told | None:
    """Thrust in directions, each with its hexes; what they come to is a change of the vector."""
    rest = part.text.split(None, 1)[1] if " " in part.text.strip() else ""
    parts = [(int(way), int(hexes)) for way, hexes in _THRUST.findall(rest)]
    left = _THRUST.sub("", rest).replace(",", " ").replace("+", " ").split()
    if left not in ([], ["none"]) or not (parts or left):
        once(
            resolver,
            invalid(
                f'"{part.text}" is no plot',
                part.span(),
                reason="A plot is thrust in directions 1 to 6, each with its hexes",
                remedy="Write  plot 2*3 1*1 , or  plot none",
            ),
        )
        return None
    for way, _hexes in parts:
        if way not in DIRECTIONS:
            once(
                resolver,
                invalid(
                    f"there is no direction {way}",
                    part.span(),
                    reason="Directions go from 1, straight up, clockwise to 6",
                    rule="NV SPC-09",
                ),
            )
            return None
    if not ship.in_play:
        if alone:
            resolver.problems.append(_aboard(ship, part, "cannot be steered"))
        return None
    by = (0, 0)
    for way, hexes in parts:
        one = of_directions({way: hexes})
        by = (by[0] + one[0], by[1] + one[1])
    most, needed = ship.record.ie, length(by)
    said = " + ".join(f"{hexes} in direction {way}" for way, hexes in parts) or "0"
    if needed > most:
        resolver.problems.append(
            illegal(
                f"{ship.name} cannot change its vector by {count(needed, 'hex', 'hexes')}",
                part.span(),
                reason=f"{said} comes to {needed}, and IE {most} is left to it",
                rule="NV SPC-09",
                outcome="It is steered as your BATTLE lines say",
                remedy=f"Plot {most} or less" if most else "Leave the plot out",
            )
        )
        return None
    old = ship.record.vector
    new = (old[0] + by[0], old[1] + by[1])
    words = f"plot {vector_words(by)} ({needed} of IE {most}), vector then {vector_words(new)}"
    return told(ship, PLOT, words, by=by)


def _aboard(ship: Ship, part: Line, what: str) -> Problem:
    return illegal(
        f"{ship.name} {what}",
        part.span(),
        reason=f"It is aboard {ship.record.carrier}",
        rule="NV SPC-11",
        remedy="Order  launch  first",
    )


# --- carriers and leaving --------------------------------------------------------------------


def _launch(
    ship: Ship, part: Line, resolver: Resolver, _fired: set[str], *, alone: bool, yes: bool
) -> Told | None:
    """Out of a bay; nothing leaves a hold in a battle."""
    out = ship.in_play
    held = not out and ship.record.bay.startswith("CH")
    if out or (held and yes):
        if alone:
            where = "is on the map" if out else "lies in a cargo hold"
            reason = f"{ship.name} {where}"
            resolver.problems.append(
                illegal(
                    f"{ship.name} cannot {'leave' if yes else 'stay in'} a carrier",
                    part.span(),
                    reason=reason,
                    rule="NV SPC-11",
                )
            )
        return None
    return told(ship, LAUNCH, "launch" if yes else "stay aboard", yes=yes)


def _pick_up(
    ship: Ship, part: Line, resolver: Resolver, _fired: set[str], *, alone: bool
) -> Told | None:
    """A ship that lies beside this one with full shields at the end of the round."""
    name = part.text.split(None, 2)[2].strip().strip('"')
    others = {folded(one.name): one for one in ship.battle.own if one.state == IN_PLAY}
    other = others.get(folded(name))
    bays = [one.name for one in ship.record.parts if one.kind == "LB" and one.works]
    if other is None or other.id == ship.id or not bays:
        if alone or other is None:
            reason = (
                "It has no launch bay that works"
                if other is not None and not bays
                else f'"{name}" is no other ship of yours on the map'
            )
            once(
                resolver,
                illegal(
                    f"{ship.name} cannot pick up {name}",
                    part.span(),
                    reason=reason,
                    rule="NV SPC-11",
                ),
            )
        return None
    return told(ship, PICK_UP, f"pick up {other.name}", other=other.id)


def _leave(
    ship: Ship, part: Line, resolver: Resolver, _fired: set[str], *, alone: bool, yes: bool
) -> Told | None:
    """Jump out at the end of the round, if the drive is ready by then."""
    record = ship.record
    left = record.lag - max(record.cycle, 0) - 1
    if yes and (not ship.in_play or not record.jd or left > 0):
        if alone:
            reason = (
                f"It is aboard {record.carrier}"
                if not ship.in_play
                else "Its jump drive does not work"
                if not record.jd
                else f"Its lag time is {record.lag}, and its jump drive has cycled "
                f"{count(max(record.cycle, 0), 'round')}: {left} more after this one"
            )
            resolver.problems.append(
                illegal(
                    f"{ship.name} cannot jump in this round",
                    part.span(),
                    reason=reason,
                    rule="NV SPC-41",
                )
            )
        return None
    return told(ship, LEAVE, "jump" if yes else "stay", yes=yes)


def _cycle(
    ship: Ship, _part: Line, _resolver: Resolver, _fired: set[str], *, alone: bool, yes: bool
) -> Told | None:
    del alone
    return told(ship, CYCLE, "cycle the jump drive" if yes else "stop cycling", yes=yes)


def _form(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE | re.DOTALL)


_ORDERS: Sequence[tuple[re.Pattern[str], Callable[..., Told | None]]] = (
    (_form(r"plot\b.*"), _plot),
    (_form(r"fire\b(?!\s+(?:if|within)\b).*"), fire),
    (_form(r"hold(?:\s+all|\s+other)*(?:\s+fire)?"), hold),
    (_form("launch"), partial(_launch, yes=True)),
    (_form(r"stay\s+aboard"), partial(_launch, yes=False)),
    (_form(r"pick\s+up\s+\S.*"), _pick_up),
    (_form(r"jump(?:\s+out)?"), partial(_leave, yes=True)),
    (_form("stay"), partial(_leave, yes=False)),
    (_form(r"stop\s+(?:the\s+)?cycl(?:e|ing)"), partial(_cycle, yes=False)),
    (_form(r"cycle"), partial(_cycle, yes=True)),
)
