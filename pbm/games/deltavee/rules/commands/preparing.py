"""Prepare Missile and Prepare Battlecraft: what lies face-down atop its ship until launched.

Rule: DV 7.4 Prepare Missile, Prepare Battlecraft, DV 9.1. Ambiguity: DV-A32, DV-A35.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, OrderRef
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.rules.missiles.missiles import counter_fault, made
from pbm.games.deltavee.state.pod_contents import aboard_fault, pod_for
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import ABOARD, PREPARED, Unit
from pbm.games.deltavee.state.usable import prepared_limit
from pbm.games.deltavee.view.audience import of_side
from pbm.kit.english import count


def prepare(work: PhaseContext, ship: Unit, command: Prepare, ref: OrderRef | None) -> str:
    """Carry out a Prepare Command; gives why it cannot be, in a phrase, else ""."""
    if command.battlecraft:
        return _prepare_battlecraft(work, ship, command.battlecraft, ref)
    return _prepare_missile(work, ship, command, ref)


def _prepare_missile(work: PhaseContext, ship: Unit, command: Prepare, ref: OrderRef | None) -> str:
    state: State = work.state
    pod = pod_for(ship, command.missile, command.box)
    if isinstance(pod, str):
        return pod
    limit = prepared_limit(ship)
    atop = sum(one.is_missile for one in state.atop(ship.id))
    if atop >= limit:
        prepared = count(atop, "missile is", "missiles are")
        carry = count(limit, "of its pods carries", "of its pods carry")
        return f"{prepared} prepared and {carry} any"
    if fault := counter_fault(state, ship, command.missile, work.options):
        return fault
    stock = pod.stock[command.missile]
    missile = made(work, ship, command.missile, box=pod.box)
    work.state = work.state.with_new((missile,))
    change = Change(f"unit/{ship.id}/{pod.name}/{command.missile}", stock, stock - 1)
    _tell(work, ship, missile, ref, change)
    return ""


def _prepare_battlecraft(
    work: PhaseContext, ship: Unit, craft_id: str, ref: OrderRef | None
) -> str:
    state: State = work.state
    craft = state.unit(craft_id)
    if why := aboard_fault(ship, craft):
        return why
    if craft.status != ABOARD:
        return f"{craft.designation} is prepared already"
    ready = replace(craft, status=PREPARED, use=replace(craft.use, new=True))
    work.state = state.with_units(ready)
    _tell(work, ship, ready, ref, Change(f"unit/{craft.id}/status", ABOARD, PREPARED))
    return ""


def _tell(work: PhaseContext, ship: Unit, what: Unit, ref: OrderRef | None, change: Change) -> None:
    """Tell everybody the number of counters atop a ship, its side what was put there."""
    work.emit(
        "prepared",
        ship.id,
        rule="DV 7.4",
        order=ref,
        unit=ship.id,
        number=len(work.state.atop(ship.id)),
    )
    work.emit(
        "prepared_unit",
        what.id,
        rule="DV 7.4",
        seen=of_side(work, ship.side),
        order=ref,
        changes=[change],
        unit=ship.id,
        what=what.id,
        type=what.klass,
        designation=what.designation,
        pod=what.pod,
    )
