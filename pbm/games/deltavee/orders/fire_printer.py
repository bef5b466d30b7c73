"""Fire, doctrine and set-up in the language of the sheets again, and whole sheets of orders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pbm.games.deltavee.orders.battle_commands import BattleLine
from pbm.games.deltavee.orders.doctrine_lines import (
    FieldLine,
    InterceptLine,
    OrbitLine,
    PlanetLine,
    ReleaseLine,
)
from pbm.games.deltavee.orders.fire_lines import (
    FireLine,
    FireWay,
    FloorLine,
    HitsLine,
    HoldLine,
    MissileLaunch,
)
from pbm.games.deltavee.orders.maneuver_commands import CommandLine
from pbm.games.deltavee.orders.order_printer import (
    battle_words,
    command_words,
    condition_words,
    placing_words,
    planet_words,
    prefix,
    when,
)
from pbm.games.deltavee.orders.orders import MoveOrder, Orders, UnitOrders
from pbm.games.deltavee.orders.reading.names import Names
from pbm.games.deltavee.orders.setup_lines import (
    EnterLine,
    JettisonLine,
    PlaceLine,
    PodsLine,
    TransferLine,
)
from pbm.games.deltavee.state.ratings import PODS
from pbm.games.deltavee.state.units import BATTLECRAFT, MISSILE, MISSILE_TYPES, SPACESHIP

HEADS = {SPACESHIP: "SHIP", BATTLECRAFT: "BATTLECRAFT", MISSILE: "MISSILE"}
ALL_HEADS = {
    SPACESHIP: "ALL SHIPS",
    BATTLECRAFT: "ALL BATTLECRAFT",
    MISSILE: "ALL MISSILES",
    **{kind: f"ALL {kind.upper()}" for kind in MISSILE_TYPES},
}
_PLAIN = ("any", "weapon pods", "bridge", "engine", "force field", "hull", "grid", "module")
_NUMBERED = re.compile(r"(?:pod|force field) [0-9]+\Z")


def print_orders(orders: Orders, names: Names, kinds: Mapping[str, str]) -> str:
    """The body of a sheet that says exactly these orders; ``kinds`` gives each unit's kind."""
    lines = ["agree to end"] if orders.agree else []
    lines += _queue("move", orders.move_order, names)
    lines += _queue("missile", orders.missile_order, names)
    for kind, unit in orders.all.items():
        lines += [ALL_HEADS[kind], *unit_lines(unit, names)]
    for unit_id, unit in orders.units.items():
        head = f"{HEADS[kinds[unit_id]]} {names.plain(unit_id)}"
        lines += [head, *unit_lines(unit, names)]
    return "".join(f"{line}\n" for line in lines)


def _queue(word: str, order: MoveOrder | None, names: Names) -> Iterator[str]:
    if order is not None:
        yield queue_words(word, order, names)


def queue_words(word: str, order: MoveOrder, names: Names) -> str:
    """A move order or missile order; ``word`` says which."""
    return f"{word} order {', '.join(map(names.own, order.units))}"


def unit_lines(unit: UnitOrders, names: Names) -> Iterator[str]:
    """The lines of one unit, without its header."""
    for part in (
        unit.place,
        unit.pods,
        unit.commands,
        unit.fire,
        unit.hits,
        unit.hold,
        unit.floor,
        unit.field,
        unit.intercept,
        unit.planet,
        unit.orbit,
        unit.release,
        unit.enter,
        unit.transfer,
        unit.jettison,
    ):
        for line in part:
            yield f"  {line_words(line, names)}"


def line_words(line: Any, names: Names) -> str:
    """Any line of a unit."""
    match line:
        case CommandLine():
            return command_words(line, names)
        case BattleLine():
            return battle_words(line, names)
        case PlanetLine():
            return planet_words(line, names)
        case FireLine():
            return fire_words(line, names)
        case HitsLine():
            return _hits(line, names)
        case HoldLine():
            return f"hold fire until {condition_words(line.until, names)}"
        case FloorLine():
            return f"energy floor {line.units}"
        case FieldLine():
            return f"field {'try' if line.attempt else 'never'}{when(line.condition, names)}"
        case InterceptLine():
            return _intercept(line, names)
        case OrbitLine():
            return f"orbit {prefix(line.condition, names)}{'stay' if line.stay else 'leave'}"
        case ReleaseLine():
            return _release(line, names)
        case PodsLine():
            return _pods(line)
        case EnterLine():
            return _enter(line, names)
        case TransferLine():
            pod = f"pod {line.box}" if line.box else "energy pod"
            return f"transfer {pod} to {names.own(line.to)}{when(line.condition, names)}"
        case JettisonLine():
            return f"jettison {', '.join(map(_part, line.parts))}"
        case _:
            return _place(line, names)


def fire_words(line: FireLine, names: Names) -> str:
    """A fire, pod or extra line."""
    ways = ", else ".join(way_words(way, names) for way in line.ways)
    start = prefix(line.condition, names, otherwise=line.otherwise)
    if line.item == "burster":
        return f"fire {start}burster: {ways}"
    source = f" from {line.source}" if line.source else ""
    return f"{line.item}{source}: {start}{ways}"


def way_words(way: FireWay, names: Names) -> str:
    """One way to use a fire."""
    if isinstance(way, MissileLaunch):
        return _launch(way, names)
    words = f"{way.type} at {names.targets(way.targets)}"
    if way.until != "destroyed":
        words += f", until {_part(way.until)} destroyed"
    if way.most:
        words += f", at most {way.most}"
    return words + when(way.condition, names)


def _launch(way: MissileLaunch, names: Names) -> str:
    words = ["launch", way.missile, *(["prepared"] if way.prepared else [])]
    if way.towards:
        words.append(f"towards {names.targets(way.towards)}")
    words += placing_words(way.bearing, way.direction, way.speed)
    return " ".join(words) + when(way.condition, names)


def _hits(line: HitsLine, names: Names) -> str:
    verb = "own hits" if line.own else "hits"
    on = f" on {names.targets(line.on, ' and ')}:" if line.on else ""
    finish = ["finish"] if line.finish else []
    return f"{verb}{on} {', '.join([*map(_part, line.parts), *finish])}"


def _part(word: str) -> str:
    """A part as a sheet names it: kinds of pods that have no row of their own in quotes."""
    if word in _PLAIN or _NUMBERED.match(word):
        return word
    return _kind(f"{word} pod" if word in ("energy", "battlecraft") else word)


def _kind(word: str) -> str:
    known = word in PODS.rows or word.removesuffix(" pod") in PODS.rows
    return word if known else f'"{word}"'


def _intercept(line: InterceptLine, names: Names) -> str:
    if not line.attempt:
        return "intercept never"
    words = [f"chance >= {line.least_chance}"] if line.least_chance else []
    for word, units in (("not", line.spare), ("only", line.only), ("first", line.first)):
        if units:
            words.append(f"{word} {names.targets(units)}")
    return f"intercept {', '.join(words) or 'always'}"


def _release(line: ReleaseLine, names: Names) -> str:
    start = f"release {prefix(line.condition, names)}"
    if line.keep:
        return f"{start}keep"
    missiles = (
        " ".join(placing_words(one.bearing, one.direction, one.speed)) for one in line.missiles
    )
    return f"{start}{', '.join(missiles) or 'fan'}"


def _place(line: PlaceLine, names: Names) -> str:
    words = [] if line.at is None else [f"at {names.hex(line.at)}"]
    words += [] if line.direction is None else [f"dir {line.direction}"]
    words += [] if line.velocity is None else [f"velocity {line.velocity}"]
    return " ".join(words if line.at is not None else ["place", *words])


def _enter(line: EnterLine, names: Names) -> str:
    words = _place(line.place, names).removeprefix("place").strip()
    if not words:
        return f"enter {prefix(line.condition, names)}".rstrip(" :")
    return f"enter {words}{when(line.condition, names)}"


def _pods(line: PodsLine) -> str:
    return "pods " + ", ".join(f"{box} {_kind(kind)}" for box, kind in line.boxes.items())
