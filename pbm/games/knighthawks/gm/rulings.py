"""What a ruling does in Knight Hawks: set a ship's fields, move, add and remove ships."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.drawing.hexgrid import Side
from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Change, Seen, only
from pbm.engine.field_parsers import Refused, near, of_addition, problems_of
from pbm.engine.rulings import Ruling
from pbm.engine.types import Seat
from pbm.games.knighthawks.gm.ruling_fields import FIELDS, facing, free_name, hex_of, placed, speed
from pbm.games.knighthawks.scenario.scenario import figures, house_classes
from pbm.games.knighthawks.state.state import IN_PLAY, LOST, SUPPLIES, WAITING, Ship, State
from pbm.games.knighthawks.view.audience import of_records, private
from pbm.kit.facts import Fact
from pbm.kit.problems import Problem

# Read once: the turn itself touches no files.
HOUSE_CLASSES = house_classes()

_SHOWN = (
    "name",
    "owner",
    "side",
    "status",
    "at",
    "facing",
    "speed",
    "hull",
    "hull_points",
    "adf",
    "mr",
    "reflective",
    "evades",
    "evading",
)


def check_ruling(state: State, ruling: Ruling) -> list[Problem]:
    """What is wrong with a ruling as things stand on the table; empty if it can be done."""
    if ruling.verb == "result":
        return problems_of(ruling, lambda: _decided(state, ruling))
    return problems_of(ruling, lambda: _after(state, ruling, (), None))


def rule(work: PhaseContext, ruling: Ruling) -> None:
    """Carry out a ruling and tell it to those who can see what it changes.

    One that can no longer be done when its phase comes is recorded with the reason, for the
    game master alone.
    """
    state: State = work.state
    try:
        if ruling.verb == "result":
            _end(work, ruling)
            return
        before, after = _after(state, ruling, work.seats, work.ids)
    except Refused as refused:
        work.ruled(ruling, only(), void=refused.why)
        return
    if before is None:
        work.state = replace(state, ships=(*state.ships, after))
        changes: tuple[Change, ...] = (Change(f"ship/{after.id}", None, after.designation),)
    else:
        work.state = state.with_ships([after])
        changes = tuple(_changes(before, after))
    work.emit(
        "ruling",
        ruling.id,
        rule="",
        seen=_seen(work, ruling, before or after),
        changes=changes,
        ruling=ruling.reason,
        verb=ruling.verb,
        text=ruling.text,
        ship=after.id,
    )


def _end(work: PhaseContext, ruling: Ruling) -> None:
    """End the game by the master's word; everybody reads it."""
    work.state = after = _decided(work.state, ruling)
    work.emit(
        "ruling",
        ruling.id,
        rule="",
        ruling=ruling.reason,
        verb=ruling.verb,
        text=ruling.text,
    )
    work.emit("game_over", rule="", winner=after.winner, title=after.result)


def _decided(state: State, ruling: Ruling) -> State:
    """The game ended: won by a side, by id or name, or drawn."""
    if ruling.subject.casefold() != "game":
        raise Refused(
            "Knight Hawks has no battles whose result could be given",
            remedy="result game: draw  or  result game: SIDE  ends the game",
        )
    if ruling.value.casefold() == "draw":
        return replace(state, result="A draw by the game master's ruling", winner="")
    wanted = ruling.value.casefold()
    for side in state.sides:
        if wanted in (side.casefold(), state.side_names[side].casefold()):
            said = f"{state.side_names[side]} wins by the game master's ruling"
            return replace(state, result=said, winner=side)
    names = " or ".join([*(state.side_names[side] for side in state.sides), "draw"])
    raise Refused(f'"{ruling.value}" is no result', remedy=f"Write {names}")


def _seen(work: PhaseContext, ruling: Ruling, ship: Ship) -> Seen:
    """Ships not yet placed are secret, supplies are as the record sheets are, the rest is open."""
    if ship.status == WAITING:
        return private(work.seats, work.options, ship.owner)
    if ruling.field.startswith("supplies"):
        return of_records(work.seats, work.options, ship.owner)
    return PUBLIC


def _after(
    state: State, ruling: Ruling, seats: Sequence[Seat], ids: Ids | None
) -> tuple[Ship | None, Ship]:
    """The ship before (None if it is new) and after; without seats and ids only as a trial."""
    if ruling.verb == "add":
        return None, _added(state, ruling, seats, ids)
    ship = _ship(state, ruling.subject)
    if ruling.verb == "remove":
        return ship, FIELDS["status"](state, ship, LOST)
    if ruling.verb == "move":
        moved = placed(ship, hex_of(state, ruling.value))
        for word, value in ruling.details:
            moved = _part(word, _MOVE)(moved, value)
        return ship, moved
    setter = FIELDS.get(ruling.field)
    if setter is None:
        raise Refused(
            f'"{ruling.field}" is no field of a ship',
            remedy=near(ruling.field, FIELDS, f"The fields are {', '.join(FIELDS)}"),
        )
    after = setter(state, ship, ruling.value)
    sides = [seat.side for seat in seats if seat.id == after.owner]
    return ship, replace(after, side=sides[0]) if sides else after


def _ship(state: State, name: str) -> Ship:
    ship = state.named(name)
    if ship is not None:
        return ship
    known = [word for ship in state.ships for word in (ship.designation, ship.name)]
    listed = ", ".join(ship.designation for ship in state.ships)
    raise Refused(f'There is no ship "{name}"', remedy=near(name, known, f"The ships are {listed}"))


_Part = Callable[[Ship, str], Ship]
_MOVE: Mapping[str, _Part] = {
    "facing": lambda ship, value: replace(ship, facing=facing(value)),
    "speed": speed,
}
_ADD = ("as", "class", "for", "at", *_MOVE)


def _part(word: str, parts: Mapping[str, _Part]) -> _Part:
    if word not in parts:
        raise Refused(
            f'"{word}" says nothing of a move', remedy=near(word, parts, "Write facing or speed")
        )
    return parts[word]


def _added(state: State, ruling: Ruling, seats: Sequence[Seat], ids: Ids | None) -> Ship:
    given = dict(ruling.details)
    of_addition("a new ship", given, _ADD, 'add "NAME" as B7 class "CLASS" for PLAYER at 2018')
    designation = free_name(state, given["as"])
    if not (designation.isascii() and designation.isalnum() and len(designation) <= 6):
        raise Refused(
            f'"{designation}" is no designation', remedy="It is letters and digits, such as B7"
        )
    figures = _figures(state, given["class"])
    at = hex_of(state, given["at"])
    ship = replace(
        figures,
        id=ids.opaque("ship", designation, length=5) if ids else "",
        designation=designation,
        name=free_name(state, ruling.value),
        side=next((seat.side for seat in seats if seat.id == given["for"]), ""),
        owner=given["for"],
        at=at,
        path=(at,),
    )
    for word, part in _MOVE.items():
        if word in given:
            ship = part(ship, given[word])
    return ship


def _figures(state: State, name: str) -> Ship:
    """A fresh ship of a class: as those of it in the game began, else as the house has it."""
    wanted = name.casefold().replace("_", " ")
    for ship in state.ships:
        if ship.klass.casefold() == wanted:
            return _fresh(
                replace(ship, hull=ship.hull_points, supplies=dict(ship.supplies_at_start))
            )
    for key, klass in HOUSE_CLASSES.items():
        if wanted in (key.casefold().replace("_", " "), klass.title.casefold()):
            return replace(_fresh(state.ships[0]), **figures(klass))
    titles = [klass.title for klass in HOUSE_CLASSES.values()]
    titles = list(dict.fromkeys([*(ship.klass for ship in state.ships), *titles]))
    raise Refused(
        f'There is no class "{name}"',
        remedy=near(name, titles, f"The classes are {', '.join(titles)}"),
    )


def _fresh(ship: Ship) -> Ship:
    return replace(
        ship,
        status=IN_PLAY,
        facing=Side(12),
        speed=0,
        orbit=None,
        screen=None,
        evading=False,
        came_from=None,
        turns_made=0,
        left_orbits=(),
    )


def _changes(before: Ship, after: Ship) -> Iterator[Change]:
    path = f"ship/{before.id}"
    for name in _SHOWN:
        old, new = _plain(getattr(before, name)), _plain(getattr(after, name))
        if old != new:
            yield Change(f"{path}/{name}", old, new)
    if before.orbit != after.orbit:
        yield Change(f"{path}/orbit", _orbit(before), _orbit(after))
    if before.screened != after.screened:
        yield Change(f"{path}/screen", before.screened, after.screened)
    for name in ("supplies", "supplies_at_start"):
        old_supplies, new_supplies = getattr(before, name), getattr(after, name)
        for supply in SUPPLIES:
            old, new = old_supplies.get(supply, 0), new_supplies.get(supply, 0)
            if old != new:
                yield Change(f"{path}/{name}/{supply}", old, new)


def _plain(value: object) -> Fact:
    return value if isinstance(value, (bool, int)) else str(value)


def _orbit(ship: Ship) -> Fact:
    if ship.orbit is None:
        return None
    return {"planet": ship.orbit.planet, "clockwise": ship.orbit.clockwise}
