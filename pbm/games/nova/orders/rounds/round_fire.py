"""Orders to fire on a BATTLE sheet: weapons, their targets and missiles.

Rule: NV SPC-18, NV SPC-53.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.orders.rounds.round_orders import (
    FIRE,
    HOLD,
    Told,
)
from pbm.games.nova.orders.rounds.round_ship import Ship, once, told
from pbm.games.nova.view.record import PartView
from pbm.kit.english import count, listed
from pbm.kit.problems import Problem, Severity, illegal, invalid
from pbm.kit.text import folded
from pbm.sheets.envelope import Line
from pbm.sheets.kinds import WORDS

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


def fire(
    ship: Ship, part: Line, resolver: Resolver, fired: set[str], *, alone: bool
) -> Told | None:
    """Weapons by their names on the chart, by kind, or all, at a counter."""
    form = _SHOT.fullmatch(part.text.strip())
    what = _WEAPON.fullmatch(form["what"].strip() or "--") if form and form["what"] else None
    every = form is not None and not (form["what"] or (form["count"] or "").isdigit())
    if form is None or (what is None and not every):
        weapons = ", ".join(one.name for one in ship.weapons()) or "none"
        has = f"Weapons of {ship.name}: {weapons}" if alone else "Weapons go by name or kind"
        once(
            resolver,
            invalid(
                f'"{part.text}" is no order to fire',
                part.span(),
                reason=f"{has}; targets go by their counters",
                remedy="Write  fire BL1 at c2 , fire 2 ML Dart at c1  or  fire all at c2",
            ),
        )
        return None
    target = _target(ship, part, resolver, int(form["counter"]))
    names = _weapons(ship, part, resolver, form, what, fired, alone=alone)
    missile = _missile(ship, part, resolver, what, names)
    if target is None or not names or missile is None:
        return None
    fired.update(names)
    mode = _MODES.get((form["mode"] or "").casefold(), "")
    position = int(form["position"] or 0)
    shown = f" {missile}" if missile else ""
    shown += f" as {form['mode'].casefold()}" if mode else ""
    where = f" position {position}" if position else ""
    words = f"fire {', '.join(names)}{shown} at c{form['counter']}{where}"
    return told(
        ship,
        FIRE,
        words,
        weapons=tuple(names),
        counter=int(form["counter"]),
        mode=mode,
        missile=missile,
        position=position,
    )


def _target(ship: Ship, part: Line, resolver: Resolver, number: int) -> int | None:
    """The counter of a ship that one fights."""
    foes = {one.counter: one for one in ship.battle.foes}
    foe = foes.get(number)
    known = [f"c{one.counter}" for one in foes.values() if one.enemy and not one.gone]
    remedy = f"Fire at {listed(known, 'or')}" if known else ""
    if foe is None:
        once(
            resolver,
            invalid(f"you know no ship as c{number}", part.span(), remedy=remedy),
        )
        return None
    if foe.gone or not foe.enemy:
        why = "is no more on the map" if foe.gone else "is no enemy of yours"
        once(
            resolver,
            illegal(f"c{number} {why}", part.span(), rule="NV SPC-18", remedy=remedy),
        )
        return None
    if not foe.now:
        once(
            resolver,
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
    resolver: Resolver,
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
        resolver.problems.append(
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
        resolver.problems.append(
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
    ship: Ship, part: Line, resolver: Resolver, what: re.Match[str] | None, names: Sequence[str]
) -> str | None:
    """The missile that is named, "" for none; None if it cannot be fired."""
    word = (what["missile"] or "").strip().strip('"') if what is not None else ""
    if not word:
        return ""
    has = {folded(one): one for one in ship.record.missiles}
    if folded(word) in has and all(name.startswith("ML") for name in names):
        return has[folded(word)]
    once(
        resolver,
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


def hold(
    ship: Ship, _part: Line, _resolver: Resolver, _fired: set[str], *, alone: bool
) -> Told | None:
    """No fire but what is ordered."""
    del alone
    return told(ship, HOLD, "hold all other fire")
