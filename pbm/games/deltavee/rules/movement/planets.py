"""What happens in a planet hex: commands on entering, orbit, landing.

Rule: DV 6.5 Planets. Ambiguity: DV-A75, DV-A76, DV-A77, DV-A87.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.commands.maneuvers import change_words, steps
from pbm.games.deltavee.orders.commands.planet import PlanetLine
from pbm.games.deltavee.orders.lines.conditions import Chain, holds
from pbm.games.deltavee.rules.telling import contact_lost, not_done, orders_of
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.rules.victory.victory import look
from pbm.games.deltavee.state.maneuvers import step_fault, stepped
from pbm.games.deltavee.state.ratings import streamlined
from pbm.games.deltavee.state.specials import LANDS, of_unit
from pbm.games.deltavee.state.state import Planet, State
from pbm.games.deltavee.state.units import LANDED, UNUSED, Unit
from pbm.games.deltavee.view.audience import about, hidden


def entered(work: PhaseContext, unit_id: str, hexes: int) -> int:
    """Give a unit the commands it has for a planet hex it was moved into.

    ``hexes`` is how many it has entered in this move, the planet's included. Gives how many
    are left to move: the new velocity less those, at least 0.
    """
    before: Unit = work.state.unit(unit_id)
    _fresh(work, before)
    done: list[str] = []
    ref: OrderRef | None = None
    for line in _lines(work, unit_id):
        if carried_out := _carry_out(work, unit_id, line):
            done, ref = done + carried_out, line.ref
    state: State = work.state
    unit = state.unit(unit_id)
    left = max(0, unit.velocity - hexes)
    planet = _planet(state, unit)
    work.emit(
        "planet_entered",
        unit.id,
        rule="DV 6.5",
        seen=about(work, unit),
        order=ref,
        unit=unit.id,
        planet=planet.id,
        at=state.maps.label(unit.at),
        commands=done,
        velocity_before=before.velocity,
        velocity=unit.velocity,
        direction_before=before.direction,
        direction=unit.direction,
        hexes_left=left,
    )
    for member in _members(state, unit):
        _tell_orbit(work, member)
    look(work)
    return left


def _planet(state: State, unit: Unit) -> Planet:
    planet = state.planet_at(unit.at)
    if planet is None:
        raise ValueError(f"{state.maps.label(unit.at)} is not a planet's hex")
    return planet


def _members(state: State, unit: Unit) -> tuple[Unit, ...]:
    """The unit, and the one docked to it: both move, and are commanded, as one."""
    dock = state.docked_to(unit.id)
    if dock is None:
        return (unit,)
    return unit, state.unit(dock.other if dock.lead == unit.id else dock.lead)


def _fresh(work: PhaseContext, unit: Unit) -> None:
    """Commands are counted anew in each planet hex."""
    state: State = work.state
    work.state = state.with_units(*(replace(u, use=UNUSED) for u in _members(state, unit)))


def _lines(work: PhaseContext, unit_id: str) -> Iterator[PlanetLine]:
    """The planet lines to carry out, each judged when its turn comes."""
    chain = Chain()
    for line in orders_of(work, work.state.unit(unit_id)).planet:
        unit = work.state.unit(unit_id)
        if chain.takes(line.otherwise, holds(work.state, line.condition, unit)):
            yield line


def _carry_out(work: PhaseContext, unit_id: str, line: PlanetLine) -> list[str]:
    """Issue the commands of one line; what may not be issued is told and left out."""
    done: list[str] = []
    for change in line.commands:
        for step in steps(change, work.state.unit(unit_id).velocity):
            members = _members(work.state, work.state.unit(unit_id))
            if why := _fault(members, step, work):
                written = change_words(change)
                not_done(work, members[0], line.ref, "planet", why, rule="DV 6.5", written=written)
                break
            work.state = work.state.with_units(*(stepped(unit, step) for unit in members))
            done.append(step)
    return done


def _fault(members: tuple[Unit, ...], step: str, work: PhaseContext) -> str:
    """Why a step may not be issued in a planet hex, in a phrase; empty if it may."""
    if step == "decelerate" and members[0].velocity <= 1:
        return "at a planet its velocity may not fall below 1"
    for place, unit in enumerate(members):
        if fault := step_fault(unit, step, work.options, towed=place > 0):
            return fault if place == 0 else f"of the unit docked to it: {fault}"
    return ""


def in_orbit(work: PhaseContext, unit_id: str) -> None:
    """Say that a unit came into orbit if it did, and look whether that decides the game."""
    unit = work.state.unit(unit_id)
    if _tell_orbit(work, unit):
        look(work)


def _tell_orbit(work: PhaseContext, unit: Unit) -> bool:
    """Say that a unit came into orbit; False if it did not."""
    state: State = work.state
    if not state.in_orbit(unit):
        return False
    work.emit(
        "orbiting",
        unit.id,
        rule="DV 6.5",
        seen=about(work, unit),
        unit=unit.id,
        planet=_planet(state, unit).id,
        at=state.maps.label(unit.at),
    )
    return True


def stays_in_orbit(work: PhaseContext, unit: Unit) -> bool:
    """Whether a unit in orbit stays there in its Movement Phase; so it does without an order."""
    for line in orders_of(work, unit).orbit:
        if holds(work.state, line.condition, unit):
            return line.stay
    return True


def may_land(state: State, unit: Unit) -> bool:
    """True for a streamlined unit, and one that the scenario lets land. Ambiguity: DV-A87."""
    return streamlined(unit) or any(of_unit(state, LANDS, unit.id))


def settled(state: State, unit: Unit) -> Unit:
    """The unit after its velocity was changed in a Command Phase: it may have begun to land.

    Only one that may land, reduced to velocity 0 in a planet hex, has. Rule: DV 6.5, DV S6.
    """
    landing = not unit.velocity and may_land(state, unit) and state.planet_at(unit.at) is not None
    return replace(unit, landing=landing)


def land(work: PhaseContext, side: str) -> None:
    """Take every unit of a side that began to land out of play; it is not destroyed."""
    for unit in work.state.of_side(side):
        if not unit.landing or unit.velocity:
            continue
        state: State = work.state
        planet = _planet(state, unit)
        at = state.maps.label(unit.at)
        work.state = out_of_play(state, unit.id, LANDED)
        work.emit(
            "landed",
            unit.id,
            rule="DV 6.5",
            seen=hidden(work, unit),
            unit=unit.id,
            planet=planet.id,
            at=at,
        )
        if not unit.revealed:
            contact_lost(work, unit)
        look(work)
