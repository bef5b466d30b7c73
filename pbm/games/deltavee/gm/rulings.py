"""What a ruling does in DeltaVee: set fields of units and points, move, add and remove, decide.

A unit is named by side and counter (``1A``, ``2B-03``), or by counter or name alone where
only one bears it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Change, Seen, only
from pbm.engine.field_parsers import Refused, near, number, of_addition, problems_of
from pbm.engine.options import settle
from pbm.engine.rulings import Ruling
from pbm.engine.types import Seat
from pbm.games.deltavee.gm.ruling_fields import (
    FIELDS,
    OPEN_FIELDS,
    SELDOM,
    direction,
    hex_of,
    placed,
    status,
    velocity,
)
from pbm.games.deltavee.options import OPTIONS
from pbm.games.deltavee.rules.telling import contact_lost
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.hulls import stores
from pbm.games.deltavee.state.outfit import craft, in_boxes, places_taken, pod
from pbm.games.deltavee.state.ratings import CLASSES, PODS, STORAGE_POD
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DESTROYED, IN_PLAY, LEFT, SPACESHIP, Unit
from pbm.games.deltavee.view.audience import hidden, of_side
from pbm.games.deltavee.view.view import marked
from pbm.kit.facts import Fact
from pbm.kit.problems import Problem
from pbm.kit.records import Record

_SHOWN = (
    "name",
    "owner",
    "status",
    "direction",
    "velocity",
    "spent",
    "field_up",
    "jump",
    "revealed",
    "dormant",
    "released",
)


class _After(Record):
    """The state after a ruling; the unit it is about ("": none) before and after."""

    state: State
    unit: str = ""


def check_ruling(state: State, ruling: Ruling) -> list[Problem]:
    """What is wrong with a ruling as things stand on the table; empty if it can be done."""
    return problems_of(ruling, lambda: _after(state, ruling, (), None, _DEFAULTS))


_DEFAULTS = settle(OPTIONS, {})[0]


def rule(work: PhaseContext, ruling: Ruling) -> None:
    """Carry out a ruling and tell it to those who can see what it changes.

    One that can no longer be done when its phase comes is recorded with the reason, for the
    game master alone.
    """
    before: State = work.state
    try:
        after = _after(before, ruling, work.seats, work.ids, work.options)
    except Refused as refused:
        work.ruled(ruling, only(), void=refused.why)
        return
    work.state = after.state
    unit = after.state.unit(after.unit) if after.unit else None
    old = next((one for one in before.units if one.id == after.unit), None)
    facts: dict[str, Fact] = {} if unit is None else {"unit": unit.id}
    work.emit(
        "ruling",
        ruling.id,
        rule="",
        seen=PUBLIC if unit is None else _seen(work, ruling, unit),
        changes=tuple(_changes(before, after.state, old, unit)),
        ruling=ruling.reason,
        verb=ruling.verb,
        text=ruling.text,
        **facts,
    )
    if old is not None and unit is not None and _vanishes(old, unit):
        contact_lost(work, unit)
    if after.state.result and not before.result:
        title = after.state.result
        work.emit("game_over", rule="", winner=after.state.winner, title=title)


def _vanishes(old: Unit, unit: Unit) -> bool:
    return old.in_play and not unit.in_play and not old.revealed


def _seen(work: PhaseContext, ruling: Ruling, unit: Unit) -> Seen:
    """What lies open is told to all, the logs and counters lying face down to their side."""
    out_there = unit.in_play or unit.status in (DESTROYED, LEFT)
    if not out_there or (ruling.verb == "set" and ruling.field not in OPEN_FIELDS):
        return of_side(work, unit.side)
    return hidden(work, unit)


def _after(
    state: State,
    ruling: Ruling,
    seats: Sequence[Seat],
    ids: Ids | None,
    options: Mapping[str, str],
) -> _After:
    """The state after a ruling; without seats and ids only as a trial."""
    if ruling.verb == "result":
        return _After(_decided(state, ruling))
    if ruling.verb == "add":
        return _added(state, ruling, seats, ids, options)
    side = _side(state, ruling.subject)
    if side and ruling.verb == "set":
        return _After(_points(state, side, ruling))
    unit = _unit(state, ruling.subject)
    if ruling.verb == "remove":
        return _After(status(state, unit, LEFT), unit.id)
    if ruling.verb == "move":
        state = placed(state, unit, hex_of(state, ruling.value))
        for word, value in ruling.details:
            if word not in _MOVE:
                raise Refused(
                    f'"{word}" says nothing of a move',
                    remedy=near(word, _MOVE, "Write direction or velocity"),
                )
            state = _MOVE[word](state, state.unit(unit.id), value)
        return _After(state, unit.id)
    setter = FIELDS.get(ruling.field)
    if setter is None:
        raise Refused(
            f'"{ruling.field}" is no field of a unit',
            remedy=near(ruling.field, FIELDS, f"The fields are {_field_words()}"),
        )
    return _After(setter(state, unit, ruling.value), unit.id)


_MOVE: Mapping[str, Callable[[State, Unit, str], State]] = {
    "direction": direction,
    "velocity": velocity,
}
_ADD = ("as", "class", "for", "at", "pods", *_MOVE)


def _field_words() -> str:
    plain = [name for name in FIELDS if not name.startswith("pod_") and name not in SELDOM]
    return f"{', '.join(plain)}, pod_1, pod_1.guided and so on"


def _side(state: State, name: str) -> str:
    """The side of this id or name, "" if there is none."""
    wanted = name.casefold()
    for side in state.sides:
        if wanted in (side.casefold(), state.side_names[side].casefold()):
            return side
    return ""


def _points(state: State, side: str, ruling: Ruling) -> State:
    if ruling.field != "points":
        raise Refused(f'"{ruling.field}" is no field of a side', remedy="Write points")
    below = ruling.value.removeprefix("-")
    points = number("points", below, 0, 999) * (1 if below == ruling.value else -1)
    return replace(state, points={**state.points, side: points})


def _decided(state: State, ruling: Ruling) -> State:
    """The game ended by the master's word: a side by id or name, or a draw."""
    if ruling.value.casefold() == "draw":
        return replace(state, result="A draw by the game master's ruling", winner="")
    side = _side(state, ruling.value)
    if not side:
        names = " or ".join([*(state.side_names[one] for one in state.sides), "draw"])
        raise Refused(f'"{ruling.value}" is no result', remedy=f"Write {names}")
    said = f"{state.side_names[side]} wins by the game master's ruling"
    return replace(state, result=said, winner=side)


def _unit(state: State, name: str) -> Unit:
    wanted = name.casefold()
    exact = [unit for unit in state.units if marked(unit).casefold() == wanted]
    called = [
        unit
        for unit in state.units
        if wanted in (unit.designation.casefold(), unit.name.casefold())
    ]
    found = exact or called
    if len(found) == 1:
        return found[0]
    if found:
        names = " or ".join(marked(unit) for unit in found)
        raise Refused(f'"{name}" stands for two units', remedy=f"Write {names}")
    known = [marked(unit) for unit in state.units]
    listed = ", ".join(marked(unit) for unit in state.units if unit.is_ship)
    raise Refused(f'There is no unit "{name}"', remedy=near(name, known, f"The ships are {listed}"))


def _added(
    state: State,
    ruling: Ruling,
    seats: Sequence[Seat],
    ids: Ids | None,
    options: Mapping[str, str],
) -> _After:
    """The state with a new spaceship, undamaged and without battlecraft."""
    given = dict(ruling.details)
    of_addition("a new ship", given, _ADD, 'add "NAME" as C class "CLASS" for PLAYER at A0207')
    counter, klass = given["as"], _class(given["class"])
    if not (counter.isascii() and counter.isalpha() and len(counter) <= 6):
        raise Refused(f'"{counter}" is no counter of a ship', remedy="It is letters, such as C")
    side = next((seat.side for seat in seats if seat.id == given["for"]), "")
    if any((unit.side, unit.designation) == (side, counter) for unit in state.units):
        raise Refused(f'"{counter}" is already a unit of this side')
    kinds = [kind.strip() for kind in given.get("pods", "").split(",") if kind.strip()]
    room = CLASSES.number(klass, "pods")
    needed = places_taken(klass, kinds, options)
    if needed > room:
        spaces = f" of {needed} spaces" if needed > len(kinds) else ""
        raise Refused(f"{len(kinds)} pods{spaces} are too many", f"The class has room for {room}")
    if STORAGE_POD in kinds and not stores(klass):
        raise Refused("It can carry no storage pod", rule="DV EHC")
    for kind in kinds:
        if kind not in PODS.rows and near(kind, PODS.rows, ""):
            raise Refused(f'There is no pod "{kind}"', remedy=near(kind, PODS.rows, ""))
    ship = craft(
        klass,
        tuple(pod(kind, box, klass, options) for box, kind in in_boxes(kinds, str)),
        id=ids.opaque("unit", f"{side}{counter}", "added") if ids else "new",
        designation=counter,
        name=ruling.value,
        side=side,
        owner=given["for"],
        at=hex_of(state, given["at"]),
        direction=Direction(12),
        velocity=0,
        status=IN_PLAY,
    )
    state = state.with_new((ship,))
    for word, part in _MOVE.items():
        if word in given:
            state = part(state, state.unit(ship.id), given[word])
    return _After(state, ship.id)


def _class(name: str) -> str:
    """The row of a spaceship's class by its title."""
    wanted = name.casefold().replace("_", " ")
    ships = [row for row in CLASSES.rows if CLASSES.at(row, "kind") == SPACESHIP]
    for row in ships:
        if wanted in (row.replace("_", " "), str(CLASSES.at(row, "title")).casefold()):
            return row
    titles = [str(CLASSES.at(row, "title")) for row in ships]
    raise Refused(
        f'There is no class "{name}"',
        remedy=near(name, titles, f"The classes are {', '.join(titles)}"),
    )


def _changes(before: State, after: State, old: Unit | None, unit: Unit | None) -> Iterator[Change]:
    for side in after.sides:
        points = before.points.get(side, 0), after.points.get(side, 0)
        if points[0] != points[1]:
            yield Change(f"points/{side}", *points)
    if unit is None:
        return
    path = f"unit/{unit.id}"
    if old is None:
        yield Change(path, None, unit.designation)
        return
    if old.at != unit.at:
        yield Change(f"{path}/at", before.maps.label(old.at), after.maps.label(unit.at))
    for name in _SHOWN:
        values = getattr(old, name), getattr(unit, name)
        if values[0] != values[1]:
            yield Change(f"{path}/{name}", *values)
    for mine, part in zip(old.parts, unit.parts, strict=True):
        if mine.status != part.status:
            yield Change(f"{path}/{part.name}", mine.status, part.status)
        if mine.stock != part.stock:
            yield Change(f"{path}/{part.name}/stock", dict(mine.stock), dict(part.stock))
