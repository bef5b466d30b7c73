"""``fire 2 ML Dart at c1`` and ``hold fire``: weapons, their targets and missiles.

Rule: NV SPC-16, NV SPC-18, NV SPC-53.
"""

import re
from collections.abc import Iterator, Sequence

from pbm.games.nova.orders.rounds.round_orders import FIRE, HOLD, Told
from pbm.games.nova.orders.rounds.ship_resolver import ShipResolver, order
from pbm.games.nova.view.record import PartView
from pbm.kit.english import count, listed
from pbm.kit.problems import warning
from pbm.kit.text import folded
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


def _fire(resolver: ShipResolver) -> Told | None:
    """Weapons by their names on the chart, by kind, or all, at a counter."""
    text = resolver.line.text
    form = _SHOT.fullmatch(text)
    what = _WEAPON.fullmatch(form["what"].strip() or "--") if form and form["what"] else None
    every = form is not None and not (form["what"] or (form["count"] or "").isdigit())
    if form is None or (what is None and not every):
        weapons = ", ".join(one.name for one in resolver.weapons()) or "none"
        has = f"Weapons of {resolver.fighter.name}: {weapons}"
        resolver.bad_order(
            f'"{text}" is not an order to fire',
            reason=f"{has if resolver.alone else 'Weapons go by name or kind'};"
            " targets go by their counters",
            remedy="Write  fire BL1 at c2 , fire 2 ML Dart at c1  or  fire all at c2",
        )
        return None
    seen = _is_target(resolver, int(form["counter"]))
    names = _weapons(resolver, form, what)
    missile = _missile(resolver, what, names)
    if not seen or not names or missile is None:
        return None
    resolver.fired.update(names)
    mode = (form["mode"] or "").casefold()
    position = int(form["position"] or 0)
    shown = f" {missile}" if missile else ""
    shown += f" as {mode}" if mode else ""
    where = f" position {position}" if position else ""
    return resolver.told(
        FIRE,
        f"fire {', '.join(names)}{shown} at c{form['counter']}{where}",
        weapons=tuple(names),
        counter=int(form["counter"]),
        mode=_MODES.get(mode, ""),
        missile=missile,
        position=position,
    )


def _is_target(resolver: ShipResolver, number: int) -> bool:
    """Whether a counter is that of a ship one fights."""
    foes = {one.counter: one for one in resolver.battle.foes}
    foe = foes.get(number)
    known = [f"c{one.counter}" for one in foes.values() if one.enemy and not one.gone]
    remedy = f"Fire at {listed(known, 'or')}" if known else ""
    if foe is None:
        resolver.bad_order(f"you know no ship as c{number}", remedy=remedy)
        return False
    if foe.gone or not foe.enemy:
        why = "is no longer on the map" if foe.gone else "is not an enemy of yours"
        resolver.refused_order(f"c{number} {why}", rule="NV SPC-18", remedy=remedy)
        return False
    if not foe.now:
        fault = f"c{number} is not detected now"
        reason = (
            f"It was last seen in round {foe.last}; if it is not seen again when "
            "ships fire, these weapons fire as your BATTLE lines say"
        )
        where = resolver.line.span()
        resolver.say_once(warning(fault, where, reason=reason, rule="NV SPC-18"))
    return True


def _weapons(
    resolver: ShipResolver, form: re.Match[str], what: re.Match[str] | None
) -> Sequence[str]:
    """The names of the weapons meant, those that work and have no order yet."""
    ship = resolver.fighter
    meant = list(_meant(resolver, what))
    again = [one.name for one in meant if one.name in resolver.fired]
    names = [one.name for one in meant if one.works and one.name not in again]
    asked = int(form["count"]) if (form["count"] or "").isdigit() else 0
    wanted = form["what"].strip()
    if not meant and resolver.alone:
        has = ", ".join(one.name for one in resolver.weapons()) or "no weapon"
        resolver.say_bad(f"{ship.name} has no {wanted}", reason=f"It has {has}")
    elif not names or asked > len(names):
        broken = [one.name for one in meant if not one.works]
        reasons = [f"{listed(broken)} {_verb(broken, 'do')} not work"] if broken else []
        reasons += [f"{listed(again)} {_verb(again, 'have')} an order already"] if again else []
        left = len(names)
        resolver.cannot(
            f"{ship.name} cannot fire {asked or wanted}: "
            f"{count(left, 'such weapon')} {'is' if left == 1 else 'are'} left",
            reason="; ".join(reasons) or f"It has {count(len(meant), 'of them', 'of them')}",
            rule="NV SPC-18",
            outcome=f"{listed(names)} {'fires' if left == 1 else 'fire'}" if left else "None fires",
        )
    return names[:asked] if asked else names


def _verb(names: Sequence[str], verb: str) -> str:
    return verb if len(names) > 1 else {"do": "does", "have": "has"}[verb]


def _meant(resolver: ShipResolver, what: re.Match[str] | None) -> Iterator[PartView]:
    """Weapons by ``BL1`` (name on the chart), ``BL 15.1`` (first of that size), ``BL``, or all."""
    place = 0
    for one in resolver.weapons():
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
    resolver: ShipResolver, what: re.Match[str] | None, names: Sequence[str]
) -> str | None:
    """The missile that is named, "" for none; None if it cannot be fired."""
    word = (what["missile"] or "").strip().strip('"') if what is not None else ""
    has = {folded(one): one for one in resolver.fighter.missiles}
    if not word or (folded(word) in has and all(name.startswith("ML") for name in names)):
        return has.get(folded(word), "")
    told = f"Its missiles are {', '.join(has.values())}" if has else "It has no missiles to fire"
    fault = f"{resolver.fighter.name} cannot fire {word}"
    resolver.refused_order(fault, reason=told, rule="NV SPC-53")
    return None


def _hold(resolver: ShipResolver) -> Told:
    """No fire but what is ordered."""
    return resolver.told(HOLD, "hold all other fire")


ORDERS = (
    order(
        *("fire", r"fire\b(?!\s+(?:if|within)\b).*", _fire),
        *("fire BL1 at c2", "fire 2 ML Dart at c1"),
    ),
    order("hold fire", r"hold(?:\s+all|\s+other)*(?:\s+fire)?", _hold),
)
