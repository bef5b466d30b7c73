"""Coming into play: launched missiles and battlecraft, as contacts until they are revealed.

Rule: DV 7.4 Launch Battlecraft, DV 9.4, DV 9.9. Ambiguity: DV-A15, DV-A65.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbm.deltavee.audience import hidden, shows_direction
from pbm.deltavee.interception import meet
from pbm.deltavee.state import IN_PLAY, State, Unit
from pbm.deltavee.telling import destroyed
from pbm.event import Change, OrderRef, Seen
from pbm.turn import Work


def enter(
    work: Work,
    unit: Unit,
    *,
    ref: OrderRef | None = None,
    item: str = "",
    changes: Sequence[Change] = (),
) -> None:
    """Bring a unit into play where it stands in this record; its mother launched it.

    ``unit`` is new to the state or prepared in it. ``item`` is what launched it (``pod 2``,
    ``extra``). Enemies get it as a contact, under its former number if it had one. A missile
    in a planet's hex is destroyed; else what it meets in its hex is intercepted, so after
    this the unit may be gone. Rule: DV 2.5, DV 9.0, DV 9.4. Ambiguity: DV-A65, DV-A73.
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
    work.emit(
        "launched",
        unit.id,
        rule="DV 7.4" if unit.is_battlecraft else "DV 9.9" if by.is_missile else "DV 9.4",
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
    )
    if not unit.revealed:
        _appear(work, unit)
    _arrive(work, unit)


def _appear(work: Work, unit: Unit) -> None:
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


def _arrive(work: Work, unit: Unit) -> None:
    """What the hex brings about. Ambiguity: DV-A65 (no check for asteroids), DV-A73."""
    meet(work, unit.id)
    planet = work.state.planet_at(unit.at)
    if unit.is_missile and planet is not None and work.state.unit(unit.id).in_play:
        destroyed(work, work.state.unit(unit.id), rule="DV 6.5", why="planet")
