"""Launching: missiles of ships and of a MIMS, and how whatever is launched comes into play.

Rule: DV 7.4 Launch Battlecraft, DV 9.0 to DV 9.4, DV 9.9. Ambiguity: DV-A63 to DV-A65.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, OrderRef, Seen
from pbm.games.deltavee.orders.doctrine.release import Released, ReleaseLine
from pbm.games.deltavee.orders.fire.missile_launch import MissileLaunch
from pbm.games.deltavee.orders.lines.conditions import holds, not_held
from pbm.games.deltavee.orders.lines.targets import wanted
from pbm.games.deltavee.rules.missiles import launch_hexes, missiles
from pbm.games.deltavee.rules.missiles.interception import meet
from pbm.games.deltavee.rules.missiles.launch_hexes import LaunchSpot
from pbm.games.deltavee.rules.telling import destroyed, not_done, orders_of
from pbm.games.deltavee.state.geometry import turned
from pbm.games.deltavee.state.ratings import MOST_SPEED
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import IN_PLAY, MIMS, MISSILE, UNGUIDED, Part, Unit
from pbm.games.deltavee.view.audience import hidden, of_side, shows_direction


def enter(
    work: PhaseContext,
    unit: Unit,
    *,
    ref: OrderRef | None = None,
    item: str = "",
    changes: Sequence[Change] = (),
    limit: str = "",
) -> None:
    """Bring a unit into play where it stands in this record; its mother launched it.

    ``unit`` is new to the state or prepared in it. ``item`` is what launched it (``pod 2``,
    ``extra``), ``limit`` why it has not the velocity that was ordered. Enemies get it as a contact,
    under its former number if it had one. A missile in a planet's hex is destroyed; else what it
    meets in its hex is intercepted, so after this the unit may be gone.
    Rule: DV 2.5, DV 9.0, DV 9.4. Ambiguity: DV-A65, DV-A73.
    """
    state: State = work.state
    prepared = any(one.id == unit.id for one in state.units)
    contacts = dict(state.contacts)
    if not unit.revealed and not unit.contact:
        contacts[unit.side] = contacts.get(unit.side, 0) + 1
        unit = replace(unit, contact=contacts[unit.side])
    unit = replace(unit, status=IN_PLAY, use=replace(unit.use, new=True))
    state = state.with_units(unit) if prepared else state.with_new((unit,))
    work.state = replace(state, contacts=contacts)
    by = state.unit(unit.mother)
    more: dict[str, Any] = {"limit": limit} if limit else {}
    work.emit(
        "launched",
        unit.id,
        rule="DV 7.4" if not unit.is_missile else "DV 9.9" if by.is_missile else "DV 9.4",
        seen=hidden(work, unit),
        order=ref,
        changes=changes,
        unit=unit.id,
        by=by.id,
        item=item,
        type=unit.klass,
        designation=unit.designation,
        at=state.maps.label(unit.at),
        direction=unit.direction,
        velocity=unit.velocity,
        prepared=prepared,
        **more,
    )
    if not unit.revealed:
        _appear(work, unit)
    _arrive(work, unit)


def _appear(work: PhaseContext, unit: Unit) -> None:
    """Show its enemies a new contact: its number, hex, velocity and, by option, direction."""
    names: tuple[str, ...] = ("unit", "contact", "at", "velocity")
    if shows_direction(work.options):
        names = (*names, "direction")
    seen: Seen = {seat.id: names for seat in work.seats if seat.side != unit.side}
    work.emit(
        "contact_appeared",
        unit.id,
        rule="DV 2.5",
        seen=seen,
        unit=unit.id,
        contact=unit.contact,
        at=work.state.maps.label(unit.at),
        velocity=unit.velocity,
        direction=unit.direction,
    )


def _arrive(work: PhaseContext, unit: Unit) -> None:
    """What the hex brings about. Ambiguity: DV-A65 (no check for asteroids), DV-A73."""
    meet(work, unit.id)
    planet = work.state.planet_at(unit.at)
    if unit.is_missile and planet is not None and work.state.unit(unit.id).in_play:
        destroyed(work, work.state.unit(unit.id), rule="DV 6.5", why="planet")


def launch(
    work: PhaseContext, unit_id: str, way: MissileLaunch, ref: OrderRef | None, item: str, box: int
) -> str:
    """Launch a missile from a pod of a ship; gives why it cannot be, in a phrase, else "".

    ``item`` is the fire it uses, which the caller counts: ``pod 2``, or ``extra`` with the
    pod's ``box``. A prepared missile must be of that pod. Rule: DV 9.0 to DV 9.4.
    Ambiguity: DV-A10, DV-A32, DV-A64.
    """
    state: State = work.state
    ship = state.unit(unit_id)
    if not holds(state, way.condition, ship):
        return not_held(state, way.condition, ship)
    if ship.field_up:
        return "its force field is active"
    source = missiles.source(state, ship, way.missile, box, atop=way.prepared)
    if isinstance(source, str):
        return source
    fault = missiles.counter_fault(state, ship, way.missile, work.options)
    if fault and isinstance(source, Part):
        return fault
    spot = _spot(work, ship, way)
    if isinstance(spot, str):
        return spot
    changes = []
    if isinstance(source, Part):
        before = source.stock[way.missile]
        changes = [Change(f"unit/{ship.id}/{source.name}/{way.missile}", before, before - 1)]
        source = missiles.made(work, ship, way.missile, box=box)
    limit = launch_hexes.limit_of(ship, way.speed, work.options)
    made = _placed(work, ship, source, spot, way.speed)
    enter(work, made, ref=ref, item=item, changes=changes, limit=limit)
    return ""


def _spot(work: PhaseContext, ship: Unit, way: MissileLaunch) -> LaunchSpot | str:
    """Where a missile is placed, or why it cannot be."""
    state: State = work.state
    if abs(way.speed) > MOST_SPEED:
        return f"a missile is launched at velocity {ship.velocity}, one more or one less"
    found = launch_hexes.fitting(state, ship, work.options, way.bearing, way.direction)
    if isinstance(found, str):
        return found
    if not way.towards:
        return launch_hexes.straightest(state, ship, found)
    targets = wanted(state, ship, way.towards)
    if not targets:
        return "none of its targets is in play"
    velocity = launch_hexes.launch_velocity(ship, way.speed, work.options)
    missile = replace(ship, klass=way.missile, kind=MISSILE, velocity=velocity)
    return launch_hexes.nearest(state, ship, found, missile, targets[0], work.options)


def _placed(work: PhaseContext, by: Unit, missile: Unit, spot: LaunchSpot, speed: int) -> Unit:
    """The missile as it comes into play. Rule: DV 9.4. Ambiguity: DV-A07 (reminder)."""
    velocity = launch_hexes.launch_velocity(by, speed, work.options)
    return replace(missile, at=spot.at, direction=spot.direction, velocity=velocity, zig=0)


# --- MIMS -----------------------------------------------------------------------------------

RELEASED = 4
# The fan: bearing and direction as positions from those of the MIMS, and speed. Two go straight
# on where it points through a hexside, one of them faster.
_FAN_SIDE = ((-2, -1, 0), (0, 0, 0), (0, 0, 1), (2, 1, 0))
_FAN_CORNER = ((-1, -1, 0), (-1, 0, 0), (1, 0, 0), (1, 1, 0))


def release(work: PhaseContext, mims_id: str) -> None:
    """Launch the four unguided missiles of a MIMS if its lines say so; without any it keeps them.

    The first line that can be carried out counts; ``keep`` ends the search if its condition
    holds. Rule: DV 9.9. Ambiguity: DV-A63.
    """
    mims: Unit = work.state.unit(mims_id)
    if mims.klass != MIMS or mims.released or not mims.in_play:
        return
    for line in orders_of(work, mims).release:
        held = holds(work.state, line.condition, mims)
        if line.keep:
            if held:
                return
            continue
        found = _salvo(work, mims, line) if held else not_held(work.state, line.condition, mims)
        if not isinstance(found, str):
            _release(work, mims, line, found)
            return
        not_done(work, mims, line.ref, "release", found, rule="DV 9.9", written=line.ref.text)


def _salvo(work: PhaseContext, mims: Unit, line: ReleaseLine) -> list[tuple[LaunchSpot, int]] | str:
    """The placements and speeds of all four, or why they cannot be launched."""
    if mims.use.new and work.options["mims.launch_same_phase"] == "no":
        return "it was launched in this phase"
    if why := missiles.counter_fault(work.state, mims, UNGUIDED, work.options, RELEASED):
        return why
    if not line.missiles:
        return _fan(work, mims)
    if len(line.missiles) != RELEASED:
        return f"it launches {RELEASED} missiles at once, not {len(line.missiles)}"
    found = []
    for number, one in enumerate(line.missiles, 1):
        spot = _explicit(work, mims, one)
        if isinstance(spot, str):
            return f"missile {number} of {RELEASED}: {spot}"
        found.append((spot, one.speed))
    return found


def _explicit(work: PhaseContext, mims: Unit, one: Released) -> LaunchSpot | str:
    way = MissileLaunch(UNGUIDED, bearing=one.bearing, direction=one.direction, speed=one.speed)
    return _spot(work, mims, way)


def _fan(work: PhaseContext, mims: Unit) -> list[tuple[LaunchSpot, int]] | str:
    """The fan; what would stand off the maps or in a planet's hex goes to another hex."""
    state: State = work.state
    corner = not state.maps.grid.is_side(mims.direction)
    found = []
    for bearing, direction, speed in _FAN_CORNER if corner else _FAN_SIDE:
        pointing = turned(mims.direction, direction)
        open_spots = launch_hexes.fitting(state, mims, work.options, None, pointing)
        if isinstance(open_spots, str):
            return f"of its fan the missile pointing at {pointing}: {open_spots}"
        first = turned(mims.direction, bearing)
        found.append((launch_hexes.beside(state, open_spots, first), speed))
    return found


def _release(
    work: PhaseContext, mims: Unit, line: ReleaseLine, salvo: list[tuple[LaunchSpot, int]]
) -> None:
    """Bring the four into play, one after the other; the MIMS is then an intelligent missile."""
    work.state = work.state.with_units(replace(mims, released=True))
    made = [
        _placed(work, mims, missiles.made(work, mims, UNGUIDED), spot, speed)
        for spot, speed in salvo
    ]
    work.emit(
        "released",
        mims.id,
        rule="DV 9.9",
        seen=of_side(work, mims.side),
        order=line.ref,
        unit=mims.id,
        missiles=[one.id for one in made],
    )
    for one, (_spot_of, speed) in zip(made, salvo, strict=True):
        enter(work, one, ref=line.ref, limit=launch_hexes.limit_of(mims, speed, work.options))
