"""What a ruling does in Knight Hawks: set a ship's fields, move, add and remove ships."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.drawing.hexgrid import Side
from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Change, Event, Seen
from pbm.engine.field_parsers import RefusedValue, near, of_addition, outcome
from pbm.engine.rulings import Loss, Ruling
from pbm.games.knighthawks.gm.ruling_fields import FIELDS, free_name, hex_of
from pbm.games.knighthawks.state.ship_classes import figures, house_classes
from pbm.games.knighthawks.state.state import IN_PLAY, LOST, SUPPLIES, WAITING, Ship, State
from pbm.games.knighthawks.view.audience import of_records, private
from pbm.kit.facts import Fact

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


def rule(work: PhaseContext, ruling: Ruling) -> None:
    """Carry out a ruling and tell it to those who can see what it changes; or Refused."""
    before: State = work.state
    if ruling.verb == "result":
        _end(work, ruling)
        return
    if ruling.verb == "add":
        after, id = _added(work, ruling)
    else:
        id = _ship(before, ruling.subject).id
        after = _changed(work, ruling, id)
    new, old = after.ship(id), next((ship for ship in before.ships if ship.id == id), None)
    changes = tuple(_changes(old, new)) if old else (Change(f"ship/{id}", None, new.designation),)
    work.state = after
    also = {}
    if ruling.field == "hull" and old and old.status != new.status:
        also["also"] = f"{new.designation} is in play again"
    work.ruled(ruling, _seen(work, ruling, old or new), changes, ship=id, **also)


def undone(then: State, now: State, ruled: Event) -> Loss | None:
    """The loss of a ship that a ruling had in play."""
    id = ruled.facts.get("ship")
    if not isinstance(id, str) or not then.ship(id).in_play or now.ship(id).in_play:
        return None
    ship, was = now.ship(id), then.ship(id).designation
    if ship.status == LOST:
        return Loss(f"{was} left the map", (f"set {was}.status = in play",))
    return Loss(f"{was} was destroyed", (f"set {was}.hull = {then.ship(id).hull}",))


def _changed(work: PhaseContext, ruling: Ruling, id: str) -> State:
    state: State = work.state
    if ruling.verb == "move":
        state = FIELDS.move(state, id, ruling)
    elif ruling.verb == "remove":
        state = FIELDS.set(state, id, "status", LOST)
    else:
        state = FIELDS.set(state, id, ruling.field, ruling.value)
    ship = state.ship(id)
    side = next((seat.side for seat in work.seats if seat.id == ship.owner), ship.side)
    return state.with_ships([replace(ship, side=side)])


def _end(work: PhaseContext, ruling: Ruling) -> None:
    """End the game by the master's word; everybody reads it."""
    if ruling.subject.casefold() != "game":
        raise RefusedValue(
            "Knight Hawks has no battles whose result could be given",
            remedy="result game: draw  or  result game: SIDE  ends the game",
        )
    state: State = work.state
    sides = {side: state.side_names[side] for side in state.sides}
    result, winner = outcome(ruling.value, sides)
    work.state = replace(state, result=result, winner=winner)
    work.ruled(ruling, PUBLIC)
    work.emit("game_over", rule="", winner=winner, title=result)


def _seen(work: PhaseContext, ruling: Ruling, ship: Ship) -> Seen:
    """Ships not yet placed are secret, supplies are as the record sheets are, the rest is open."""
    if ship.status == WAITING:
        return private(work.seats, work.options, ship.owner)
    if ruling.field.startswith("supplies"):
        return of_records(work.seats, work.options, ship.owner)
    return PUBLIC


def _ship(state: State, name: str) -> Ship:
    ship = state.named(name)
    if ship is not None:
        return ship
    known = [word for ship in state.ships for word in (ship.designation, ship.name)]
    listed = ", ".join(ship.designation for ship in state.ships)
    raise RefusedValue(
        f'There is no ship "{name}"', remedy=near(name, known, f"The ships are {listed}")
    )


def _added(work: PhaseContext, ruling: Ruling) -> tuple[State, str]:
    """The state with a new ship, and its id."""
    state: State = work.state
    given = dict(ruling.details)
    words = ("as", "class", "for", "at", *FIELDS.moves)
    of_addition("a new ship", given, words, 'add "NAME" as B7 class "CLASS" for PLAYER at 2018')
    designation = free_name(state, None, given["as"])
    if not (designation.isascii() and designation.isalnum() and len(designation) <= 6):
        raise RefusedValue(
            f'"{designation}" is not a designation',
            remedy="Write up to 6 letters and digits, such as B7",
        )
    fresh = _figures(state, given["class"])
    at = hex_of(state, None, given["at"])
    ship = replace(
        fresh,
        id=work.ids.opaque("ship", designation, length=5),
        designation=designation,
        name=free_name(state, None, ruling.value),
        side=next(seat.side for seat in work.seats if seat.id == given["for"]),
        owner=given["for"],
        at=at,
        path=(at,),
    )
    state = replace(state, ships=(*state.ships, ship))
    for word in FIELDS.moves:
        if word in given:
            state = FIELDS.set(state, ship.id, word, given[word])
    return state, ship.id


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
    raise RefusedValue(
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
