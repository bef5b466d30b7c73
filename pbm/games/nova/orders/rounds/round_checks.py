"""The orders of a BATTLE sheet one by one: how each is written, and what may be wrong with it.

Rule: NV SPC-08, NV SPC-09, NV SPC-11, NV SPC-16, NV SPC-18, NV SPC-41, NV SPC-53.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.reading.building import Builder
from pbm.games.nova.orders.rounds.round_orders import (
    CYCLE,
    FIRE,
    HOLD,
    LAUNCH,
    LEAVE,
    PICK_UP,
    PLOT,
    Told,
)
from pbm.games.nova.orders.rounds.round_words import vector_words
from pbm.games.nova.state.battle.arena import ABOARD, CAPTURED, DESTROYED, IN_PLAY, JUMPED
from pbm.games.nova.state.battle.vectors import DIRECTIONS, length, of_directions
from pbm.games.nova.state.components import ARMED
from pbm.games.nova.view.record import BattleView, FighterView, PartView
from pbm.kit.english import count, listed
from pbm.kit.problems import Problem, Severity, Span, illegal, invalid
from pbm.kit.records import Record
from pbm.kit.text import folded
from pbm.sheets.envelope import Line
from pbm.sheets.kinds import WORDS

_NOBODY = OrderRef("", "", 0, "")
_GONE = {DESTROYED: "was destroyed", JUMPED: "has jumped away", CAPTURED: "was captured"}
_THRUST = re.compile(r"([0-9]+)\s*\*\s*([0-9]{1,3})")
_SHOT = re.compile(
    rf"fire\s++(?:(?P<count>\d{{1,3}}|all)\s++)?(?P<what>(?:{WORDS})??)"
    r"(?:\s++as\s++(?P<mode>beam|pulse))?"
    r"\s*+\bat\s++c?(?P<counter>\d{1,4})(?:\s++position\s++(?P<position>\d{1,2}))?",
    re.IGNORECASE,
)
_WEAPON = re.compile(
    r"(?P<kind>[a-z]{2})(?:(?P<number>\d{1,3})|\s+(?P<level>\d{1,3})(?:\.(?P<place>\d{1,3}))?)?"
    r"(?:\s+(?P<missile>\S.*))?",
    re.IGNORECASE,
)
_MODES = {"beam": "BL", "pulse": "PL"}


class Ship(Record):
    """An own ship as the battle packet shows it, and the battle it is in."""

    record: FighterView
    battle: BattleView

    @property
    def id(self) -> str:
        """The id of the fighter."""
        return self.record.id

    @property
    def name(self) -> str:
        """Its name."""
        return self.record.name

    @property
    def klass(self) -> str:
        """The name of its design."""
        return self.record.design

    @property
    def is_here(self) -> bool:
        """True on the map or aboard a ship."""
        return self.record.state in (IN_PLAY, ABOARD)

    @property
    def in_play(self) -> bool:
        """True on the map."""
        return self.record.state == IN_PLAY

    def absent(self, span: Span) -> Problem:
        """That nothing can be ordered for it."""
        why = _GONE.get(self.record.state, "is not at the warp point")
        return illegal(
            f"{self.name} takes no part in this round", span, reason=f"It {why}", rule="NV SPC-02"
        )

    def weapons(self) -> list[PartView]:
        """Its weapons, lost ones too."""
        return [part for part in self.record.parts if part.kind in ARMED]


class Order(Protocol):
    """Makes an order of a part of a line for one ship."""

    def __call__(
        self, ship: Ship, part: Line, builder: Builder, fired: set[str], *, alone: bool
    ) -> Told | None:
        """The order, or None if there is none; ``alone``: the ship is named for itself."""


def made(text: str) -> Order | None:
    """What makes an order of these words, None if they are an item of BATTLE lines."""
    for form, order in _ORDERS:
        if form.fullmatch(text.strip()):
            return order
    return None


def _told(ship: Ship, kind: str, words: str, **more: Any) -> Told:
    return Told(_NOBODY, ship.id, kind, words, **more)


# --- movement --------------------------------------------------------------------------------


def _plot(
    ship: Ship, part: Line, builder: Builder, _fired: set[str], *, alone: bool
) -> Told | None:
    """Thrust in directions, each with its hexes; what they come to is a change of the vector."""
    rest = part.text.split(None, 1)[1] if " " in part.text.strip() else ""
    parts = [(int(way), int(hexes)) for way, hexes in _THRUST.findall(rest)]
    left = _THRUST.sub("", rest).replace(",", " ").replace("+", " ").split()
    if left not in ([], ["none"]) or not (parts or left):
        _once(
            builder,
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
            _once(
                builder,
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
            builder.problems.append(_aboard(ship, part, "cannot be steered"))
        return None
    by = (0, 0)
    for way, hexes in parts:
        one = of_directions({way: hexes})
        by = (by[0] + one[0], by[1] + one[1])
    most, needed = ship.record.ie, length(by)
    said = " + ".join(f"{hexes} in direction {way}" for way, hexes in parts) or "0"
    if needed > most:
        builder.problems.append(
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
    return _told(ship, PLOT, words, by=by)


def _aboard(ship: Ship, part: Line, what: str) -> Problem:
    return illegal(
        f"{ship.name} {what}",
        part.span(),
        reason=f"It is aboard {ship.record.carrier}",
        rule="NV SPC-11",
        remedy="Order  launch  first",
    )


def _once(builder: Builder, problem: Problem) -> None:
    """Say of an order for several ships once what is wrong with its form."""
    if all((one.fault, one.span) != (problem.fault, problem.span) for one in builder.problems):
        builder.problems.append(problem)


# --- fire ------------------------------------------------------------------------------------


def _fire(ship: Ship, part: Line, builder: Builder, fired: set[str], *, alone: bool) -> Told | None:
    """Weapons by their names on the chart, by kind, or all, at a counter."""
    form = _SHOT.fullmatch(part.text.strip())
    what = _WEAPON.fullmatch(form["what"].strip() or "--") if form and form["what"] else None
    every = form is not None and not (form["what"] or (form["count"] or "").isdigit())
    if form is None or (what is None and not every):
        weapons = ", ".join(one.name for one in ship.weapons()) or "none"
        has = f"Weapons of {ship.name}: {weapons}" if alone else "Weapons go by name or kind"
        _once(
            builder,
            invalid(
                f'"{part.text}" is no order to fire',
                part.span(),
                reason=f"{has}; targets go by their counters",
                remedy="Write  fire BL1 at c2 , fire 2 ML Dart at c1  or  fire all at c2",
            ),
        )
        return None
    target = _target(ship, part, builder, int(form["counter"]))
    names = _weapons(ship, part, builder, form, what, fired, alone=alone)
    missile = _missile(ship, part, builder, what, names)
    if target is None or not names or missile is None:
        return None
    fired.update(names)
    mode = _MODES.get((form["mode"] or "").casefold(), "")
    position = int(form["position"] or 0)
    shown = f" {missile}" if missile else ""
    shown += f" as {form['mode'].casefold()}" if mode else ""
    where = f" position {position}" if position else ""
    words = f"fire {', '.join(names)}{shown} at c{form['counter']}{where}"
    return _told(
        ship,
        FIRE,
        words,
        weapons=tuple(names),
        counter=int(form["counter"]),
        mode=mode,
        missile=missile,
        position=position,
    )


def _target(ship: Ship, part: Line, builder: Builder, number: int) -> int | None:
    """The counter of a ship that one fights."""
    foes = {one.counter: one for one in ship.battle.foes}
    foe = foes.get(number)
    known = [f"c{one.counter}" for one in foes.values() if one.enemy and not one.gone]
    remedy = f"Fire at {listed(known, 'or')}" if known else ""
    if foe is None:
        _once(
            builder,
            invalid(f"you know no ship as c{number}", part.span(), remedy=remedy),
        )
        return None
    if foe.gone or not foe.enemy:
        why = "is no more on the map" if foe.gone else "is no enemy of yours"
        _once(
            builder,
            illegal(f"c{number} {why}", part.span(), rule="NV SPC-18", remedy=remedy),
        )
        return None
    if not foe.now:
        _once(
            builder,
            Problem(
                Severity.WARNING,
                f"c{number} is not detected now",
                part.span(),
                reason=f"It was last seen in round {foe.last}; if it is not seen again when "
                "ships fire, these weapons fire as your BATTLE lines say",
                rule="NV SPC-18",
            ),
        )
    return number


def _weapons(
    ship: Ship,
    part: Line,
    builder: Builder,
    form: re.Match[str],
    what: re.Match[str] | None,
    fired: set[str],
    *,
    alone: bool,
) -> list[str]:
    """The names of the weapons meant, those that work and have no order yet."""
    meant = list(_meant(ship, what))
    names = [one.name for one in meant if one.works and one.name not in fired]
    asked = int(form["count"]) if (form["count"] or "").isdigit() else 0
    if not alone:
        return names[:asked] if asked else names
    if not meant:
        has = ", ".join(one.name for one in ship.weapons()) or "no weapon"
        builder.problems.append(
            invalid(
                f"{ship.name} has no {form['what'].strip()}", part.span(), reason=f"It has {has}"
            )
        )
        return []
    broken = [one.name for one in meant if not one.works]
    again = [one.name for one in meant if one.name in fired]
    if not names or asked > len(names):
        reasons = [f"{listed(broken)} {_do(broken)} not work"] if broken else []
        reasons += [f"{listed(again)} {_have(again)} an order already"] if again else []
        left = len(names)
        builder.problems.append(
            illegal(
                f"{ship.name} cannot fire {asked or form['what'].strip()}: "
                f"{count(left, 'such weapon')} {'is' if left == 1 else 'are'} left",
                part.span(),
                reason="; ".join(reasons) or f"It has {count(len(meant), 'of them', 'of them')}",
                rule="NV SPC-18",
                outcome=f"{listed(names)} {'fires' if left == 1 else 'fire'}"
                if left
                else "None fires",
            )
        )
    return names[:asked] if asked else names


def _do(names: Sequence[str]) -> str:
    return "does" if len(names) == 1 else "do"


def _have(names: Sequence[str]) -> str:
    return "has" if len(names) == 1 else "have"


def _meant(ship: Ship, what: re.Match[str] | None) -> Iterator[PartView]:
    """Weapons by ``BL1`` (name on the chart), ``BL 15.1`` (first of that size), ``BL``, or all."""
    place = 0
    for one in ship.weapons():
        if what is None:
            yield one
        elif one.kind.casefold() == what["kind"].casefold():
            if what["number"]:
                if folded(one.name) == folded(what["kind"] + what["number"]):
                    yield one
            elif not what["level"]:
                yield one
            elif one.level == int(what["level"]):
                place += 1
                if not what["place"] or place == int(what["place"]):
                    yield one


def _missile(
    ship: Ship, part: Line, builder: Builder, what: re.Match[str] | None, names: Sequence[str]
) -> str | None:
    """The missile that is named, "" for none; None if it cannot be fired."""
    word = (what["missile"] or "").strip().strip('"') if what is not None else ""
    if not word:
        return ""
    has = {folded(one): one for one in ship.record.missiles}
    if folded(word) in has and all(name.startswith("ML") for name in names):
        return has[folded(word)]
    _once(
        builder,
        illegal(
            f"{ship.name} cannot fire {word}",
            part.span(),
            reason=f"Its missiles are {', '.join(has.values())}"
            if has
            else "It has no missiles to fire",
            rule="NV SPC-53",
        ),
    )
    return None


def _hold(
    ship: Ship, _part: Line, _builder: Builder, _fired: set[str], *, alone: bool
) -> Told | None:
    del alone
    return _told(ship, HOLD, "hold all other fire")


# --- carriers and leaving --------------------------------------------------------------------


def _launch(
    ship: Ship, part: Line, builder: Builder, _fired: set[str], *, alone: bool, yes: bool
) -> Told | None:
    """Out of a bay; nothing leaves a hold in a battle."""
    out = ship.in_play
    held = not out and ship.record.bay.startswith("CH")
    if out or (held and yes):
        if alone:
            where = "is on the map" if out else "lies in a cargo hold"
            reason = f"{ship.name} {where}"
            builder.problems.append(
                illegal(
                    f"{ship.name} cannot {'leave' if yes else 'stay in'} a carrier",
                    part.span(),
                    reason=reason,
                    rule="NV SPC-11",
                )
            )
        return None
    return _told(ship, LAUNCH, "launch" if yes else "stay aboard", yes=yes)


def _pick_up(
    ship: Ship, part: Line, builder: Builder, _fired: set[str], *, alone: bool
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
            _once(
                builder,
                illegal(
                    f"{ship.name} cannot pick up {name}",
                    part.span(),
                    reason=reason,
                    rule="NV SPC-11",
                ),
            )
        return None
    return _told(ship, PICK_UP, f"pick up {other.name}", other=other.id)


def _leave(
    ship: Ship, part: Line, builder: Builder, _fired: set[str], *, alone: bool, yes: bool
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
            builder.problems.append(
                illegal(
                    f"{ship.name} cannot jump in this round",
                    part.span(),
                    reason=reason,
                    rule="NV SPC-41",
                )
            )
        return None
    return _told(ship, LEAVE, "jump" if yes else "stay", yes=yes)


def _cycle(
    ship: Ship, _part: Line, _builder: Builder, _fired: set[str], *, alone: bool, yes: bool
) -> Told | None:
    del alone
    return _told(ship, CYCLE, "cycle the jump drive" if yes else "stop cycling", yes=yes)


def _form(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE | re.DOTALL)


_ORDERS: Sequence[tuple[re.Pattern[str], Callable[..., Told | None]]] = (
    (_form(r"plot\b.*"), _plot),
    (_form(r"fire\b(?!\s+(?:if|within)\b).*"), _fire),
    (_form(r"hold(?:\s+all|\s+other)*(?:\s+fire)?"), _hold),
    (_form("launch"), partial(_launch, yes=True)),
    (_form(r"stay\s+aboard"), partial(_launch, yes=False)),
    (_form(r"pick\s+up\s+\S.*"), _pick_up),
    (_form(r"jump(?:\s+out)?"), partial(_leave, yes=True)),
    (_form("stay"), partial(_leave, yes=False)),
    (_form(r"stop\s+(?:the\s+)?cycl(?:e|ing)"), partial(_cycle, yes=False)),
    (_form(r"cycle"), partial(_cycle, yes=True)),
)
