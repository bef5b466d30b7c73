"""Rendezvous: docking two units in one hex, a battlecraft into its pod, and undocking.

Rule: DV 7.4 Rendezvous, DV 5.6 Battlecraft, DV EHC Storage Pod.
Ambiguity: DV-A07, DV-A36, DV-A97.
"""

from typing import Any

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Change, OrderRef, Seen
from pbm.games.deltavee.orders.commands.docking import DockWith
from pbm.games.deltavee.orders.lines.targets import called, sought
from pbm.games.deltavee.rules.telling import contact_lost
from pbm.games.deltavee.rules.victory.victory import look
from pbm.games.deltavee.state.pod_contents import pod_fault
from pbm.games.deltavee.state.state import Dock, State
from pbm.games.deltavee.state.units import ABOARD, Unit
from pbm.games.deltavee.view.audience import of_side
from pbm.kit.english import count


def out_of_reach(state: State, ship: Unit, command: DockWith) -> str:
    """Why a ship can be docked with none of the targets now, in a phrase; empty if it can."""
    target = _target(state, ship, command)
    return target if isinstance(target, str) else ""


def dock(work: PhaseContext, ship: Unit, command: DockWith, ref: OrderRef | None) -> str:
    """Dock a ship with the first target that it can be; gives why there is none, else "".

    A battlecraft of the ship goes into its pod and out of play as a unit, and so does a ship
    launched from its storage pod, without field and jump marker. Of any other pair
    the ship leads: its player commands both, it pays. The consent of an enemy is not asked.
    """
    state: State = work.state
    target = _target(state, ship, command)
    if isinstance(target, str):
        return target
    aboard = target.mother == ship.id
    if aboard:
        docked = replace(target, status=ABOARD, landing=False, field_up=False, jump="")
        state = state.with_units(docked)
        tried = tuple(pair for pair in state.tried if target.id not in pair)
        work.state = replace(state, tried=tried)
    else:
        state = state.with_units(replace(target, zig=ship.zig))
        work.state = replace(state, docks=(*state.docks, Dock(ship.id, target.id)))
    _tell(work, "docked", ship, target, ref, aboard=aboard)
    if aboard and not target.revealed:
        contact_lost(work, target)
    look(work)
    return ""


def _target(state: State, ship: Unit, command: DockWith) -> Unit | str:
    why = []
    for target in sought(state, ship, command.targets):
        fault = _fault(state, ship, target)
        if not fault:
            return target
        why.append(f"{called(state, target.id, ship.side)}: {fault}")
    return "; ".join(why) or "none of its targets is in play"


def _fault(state: State, ship: Unit, target: Unit) -> str:
    """Why a ship cannot be docked with a unit, in a phrase; empty if it can."""
    if target.at != ship.at:
        away = state.maps.grid.distance(ship.at, target.at)
        return f"it is {count(away, 'hex', 'hexes')} away"
    if target.is_missile:
        return "nothing docks with a missile"
    if target.velocity != ship.velocity:
        return f"velocities are {ship.velocity} and {target.velocity}"
    if target.direction != ship.direction:
        return f"directions are {ship.direction} and {target.direction}"
    if target.is_battlecraft and target.side == ship.side and target.mother != ship.id:
        return "a battlecraft returns only to the ship it was launched from"
    if target.mother == ship.id and state.docked_to(target.id) is None:
        return pod_fault(ship, target)
    if state.docked_to(ship.id) is not None:
        return "the ship is docked already"
    return "it is docked already" if state.docked_to(target.id) is not None else ""


def undock(work: PhaseContext, ship: Unit, ref: OrderRef | None) -> str:
    """Part a docked pair; gives why it cannot be, else "". Both keep hex and velocity."""
    state: State = work.state
    pair = state.docked_to(ship.id)
    if pair is None:
        return "it is not docked"
    other = state.unit(pair.other if pair.lead == ship.id else pair.lead)
    work.state = replace(state, docks=tuple(one for one in state.docks if one != pair))
    _tell(work, "undocked", ship, other, ref)
    return ""


def _tell(
    work: PhaseContext,
    kind: str,
    ship: Unit,
    other: Unit,
    ref: OrderRef | None,
    aboard: bool = False,
) -> None:
    """Tell of a docking; of an unrevealed battlecraft only its own side."""
    seen: Seen = PUBLIC if other.revealed else of_side(work, other.side)
    facts: dict[str, Any] = {"with": other.id, "aboard": aboard}
    changes = [Change(f"unit/{other.id}/status", other.status, ABOARD)] if aboard else []
    work.emit(
        kind, ship.id, rule="DV 7.4", seen=seen, order=ref, changes=changes, unit=ship.id, **facts
    )
