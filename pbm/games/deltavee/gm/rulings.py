"""What a ruling does in DeltaVee: set fields of units and points, move, add and remove, decide.

A unit is named by side and counter (``1A``, ``2B-03``), or by counter or name alone where
only one bears it.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Change, Event, Seen
from pbm.engine.field_parsers import RefusedValue, near, of_addition, outcome
from pbm.engine.ruling_fields import Whole
from pbm.engine.rulings import Loss, Ruling
from pbm.games.deltavee.gm.ruling_fields import FIELDS, OPEN_FIELDS, hex_of
from pbm.games.deltavee.rules.fire.damage import is_wreck
from pbm.games.deltavee.rules.telling import contact_lost
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.hulls import stores
from pbm.games.deltavee.state.outfit import craft, in_boxes, places_taken, pod
from pbm.games.deltavee.state.ratings import CLASSES, PODS, STORAGE_POD
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import (
    ABOARD,
    DESTROYED,
    IN_PLAY,
    LEFT,
    PREPARED,
    SPACESHIP,
    Unit,
)
from pbm.games.deltavee.view.audience import hidden, of_side
from pbm.games.deltavee.view.view import marked
from pbm.kit.facts import Fact

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


def rule(work: PhaseContext, ruling: Ruling) -> None:
    """Carry out a ruling and tell it to those who can see what it changes; or Refused."""
    before: State = work.state
    after, id = _after(work, ruling)
    work.state = after
    old = next((one for one in before.units if one.id == id), None)
    unit = after.unit(id) if id else None
    facts: dict[str, Fact] = {} if unit is None else {"unit": unit.id}
    seen = PUBLIC if unit is None else _seen(work, ruling, unit)
    work.ruled(ruling, seen, tuple(_changes(before, after, old, unit)), **facts)
    if old is not None and unit is not None and _vanishes(old, unit):
        contact_lost(work, unit)
    if after.result and not before.result:
        work.emit("game_over", rule="", winner=after.winner, title=after.result)


def undone(then: State, now: State, ruled: Event) -> Loss | None:
    """The loss of a unit that a ruling changed; a missile is there to be spent."""
    id = ruled.facts.get("unit")
    if not isinstance(id, str) or then.unit(id).status not in (IN_PLAY, ABOARD, PREPARED):
        return None
    unit, name = now.unit(id), marked(now.unit(id))
    put_in_play = any(one.path == f"unit/{id}/status" for one in ruled.changes)
    if unit.status not in (DESTROYED, LEFT) or (unit.is_missile and not put_in_play):
        return None
    remedy = [f"set {name}.status = in play"]
    if is_wreck(unit):
        part = next(part.name.replace(" ", "_") for part in unit.parts if part.gone)
        remedy.insert(0, f"set {name}.{part} = ok")
    return Loss(f"{name} {'left play' if unit.status == LEFT else 'was destroyed'}", tuple(remedy))


def _vanishes(old: Unit, unit: Unit) -> bool:
    return old.in_play and not unit.in_play and not old.revealed


def _seen(work: PhaseContext, ruling: Ruling, unit: Unit) -> Seen:
    """What lies open is told to all, the logs and counters lying face down to their side."""
    out_there = unit.in_play or unit.status in (DESTROYED, LEFT)
    if not out_there or (ruling.verb == "set" and ruling.field not in OPEN_FIELDS):
        return of_side(work, unit.side)
    return hidden(work, unit)


def _after(work: PhaseContext, ruling: Ruling) -> tuple[State, str]:
    """The state after a ruling, and the unit it is about, "" for none."""
    state: State = work.state
    if ruling.verb == "result":
        names = {side: state.side_names[side] for side in state.sides}
        result, winner = outcome(ruling.value, names)
        return replace(state, result=result, winner=winner), ""
    if ruling.verb == "add":
        return _added(work, ruling)
    side = _side(state, ruling.subject)
    if side and ruling.verb == "set":
        if ruling.field != "points":
            raise RefusedValue(f'"{ruling.field}" is not a field of a side', remedy="Write points")
        points = _POINTS(state, side, ruling.value)
        return replace(state, points={**state.points, side: points}), ""
    id = _unit(state, ruling.subject).id
    if ruling.verb == "remove":
        return FIELDS.set(state, id, "status", LEFT), id
    if ruling.verb == "move":
        return FIELDS.move(state, id, ruling), id
    return FIELDS.set(state, id, ruling.field, ruling.value), id


_POINTS = Whole("points", 999, signed=True)


def _side(state: State, name: str) -> str:
    """The side of this id or name, "" if there is none."""
    wanted = name.casefold()
    for side in state.sides:
        if wanted in (side.casefold(), state.side_names[side].casefold()):
            return side
    return ""


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
        raise RefusedValue(f'"{name}" could be either of two units', remedy=f"Write {names}")
    known = [marked(unit) for unit in state.units]
    listed = ", ".join(marked(unit) for unit in state.units if unit.is_ship)
    raise RefusedValue(
        f'There is no unit "{name}"', remedy=near(name, known, f"The ships are {listed}")
    )


def _added(work: PhaseContext, ruling: Ruling) -> tuple[State, str]:
    """The state with a new spaceship, undamaged and without battlecraft, and its id."""
    state: State = work.state
    given = dict(ruling.details)
    words = ("as", "class", "for", "at", "pods", *FIELDS.moves)
    of_addition("a new ship", given, words, 'add "NAME" as C class "CLASS" for PLAYER at A0207')
    counter, klass = given["as"], _class(given["class"])
    if not (counter.isascii() and counter.isalpha() and len(counter) <= 6):
        raise RefusedValue(
            f'"{counter}" is not the counter of a ship', remedy="It is letters, such as C"
        )
    side = next(seat.side for seat in work.seats if seat.id == given["for"])
    if any((unit.side, unit.designation) == (side, counter) for unit in state.units):
        raise RefusedValue(f'"{counter}" is already a unit of this side')
    kinds = [kind.strip() for kind in given.get("pods", "").split(",") if kind.strip()]
    room = CLASSES.number(klass, "pods")
    needed = places_taken(klass, kinds, work.options)
    if needed > room:
        spaces = f" of {needed} spaces" if needed > len(kinds) else ""
        raise RefusedValue(
            f"{len(kinds)} pods{spaces} are too many", f"The class has room for {room}"
        )
    if STORAGE_POD in kinds and not stores(klass):
        raise RefusedValue("It can carry no storage pod", rule="DV EHC")
    for kind in kinds:
        if kind not in PODS.rows and near(kind, PODS.rows, ""):
            raise RefusedValue(f'There is no pod "{kind}"', remedy=near(kind, PODS.rows, ""))
    ship = craft(
        klass,
        tuple(pod(kind, box, klass, work.options) for box, kind in in_boxes(kinds, str)),
        id=work.ids.opaque("unit", f"{side}{counter}", "added"),
        designation=counter,
        name=ruling.value,
        side=side,
        owner=given["for"],
        at=hex_of(state, None, given["at"]),
        direction=Direction(12),
        velocity=0,
        status=IN_PLAY,
    )
    state = state.with_new((ship,))
    for word in FIELDS.moves:
        if word in given:
            state = FIELDS.set(state, ship.id, word, given[word])
    return state, ship.id


def _class(name: str) -> str:
    """The row of a spaceship's class by its title."""
    wanted = name.casefold().replace("_", " ")
    ships = [row for row in CLASSES.rows if CLASSES.at(row, "kind") == SPACESHIP]
    for row in ships:
        if wanted in (row.replace("_", " "), str(CLASSES.at(row, "title")).casefold()):
            return row
    titles = [str(CLASSES.at(row, "title")) for row in ships]
    raise RefusedValue(
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
