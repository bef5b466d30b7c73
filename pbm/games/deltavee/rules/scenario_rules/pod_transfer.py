"""Handing over an energy pod from one ship to another, and putting off a pod to make room.

It takes no command and no energy, only that both ships share a hex when their Movement Phase
begins and when it ends. Rule: DV S9. Ambiguity: DV-A90.
"""

from typing import Any

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import EVERYBODY, Change, OrderRef
from pbm.games.deltavee.orders.lines.conditions import holds, not_held
from pbm.games.deltavee.orders.setup.jettison import JettisonLine
from pbm.games.deltavee.orders.setup.transfer import TransferLine
from pbm.games.deltavee.rules.telling import not_done, orders_of, player_orders
from pbm.games.deltavee.state.energy import capacity, emptied_at
from pbm.games.deltavee.state.pod_contents import energy_pod
from pbm.games.deltavee.state.ratings import CLASSES, ENERGY_POD, ENERGY_POD_UNITS, pod_civ
from pbm.games.deltavee.state.specials import PUT_OFF, transfer_pairs
from pbm.games.deltavee.state.state import Special, State
from pbm.games.deltavee.state.units import Part, Unit
from pbm.games.deltavee.view.audience import of_side

RULE = "DV S9"
Pair = tuple[str, str]


def side_by_side(state: State) -> frozenset[Pair]:
    """The pairs that share a hex now."""
    return frozenset(
        (giver, taker)
        for giver, taker in transfer_pairs(state)
        if state.unit(giver).in_play
        and state.unit(taker).in_play
        and state.unit(giver).at == state.unit(taker).at
    )


def end_move(work: PhaseContext, side: str, before: frozenset[Pair]) -> None:
    """Hand over what a side's ships are to, now that all have moved.

    ``before`` are the pairs that shared a hex when the phase began.
    """
    taken: set[str] = set()
    for unit in _writing(work, side, "transfer"):
        for line in orders_of(work, unit).transfer:
            why = _hand_over(work, unit.id, line, before)
            if not why:
                taken.add(line.to)
                break
            not_done(work, unit, line.ref, "transfer", why, rule=RULE, written=line.ref.text)
    for unit in _writing(work, side, "jettison"):
        if unit.id not in taken:
            for jettison in orders_of(work, unit).jettison:
                why = "no pod was handed over to it"
                words = jettison.ref.text
                not_done(work, unit, jettison.ref, "jettison", why, rule=RULE, written=words)


def _writing(work: PhaseContext, side: str, verb: str) -> list[Unit]:
    """The units of a side with lines of a verb, in the order of the sheets."""
    return [
        work.state.unit(own.unit)
        for seat in work.seats
        if seat.side == side
        for own in player_orders(work, seat.id).units.values()
        if getattr(own, verb)
    ]


def _hand_over(
    work: PhaseContext, giver_id: str, line: TransferLine, before: frozenset[Pair]
) -> str:
    """Carry out one line; gives why it cannot be, in a phrase, else ""."""
    state: State = work.state
    giver, taker = state.unit(giver_id), state.unit(line.to)
    pair = (giver.id, taker.id)
    if pair not in tuple(transfer_pairs(state)):
        return f"the scenario lets it hand over nothing to {taker.designation}"
    if not holds(state, line.condition, giver):
        return not_held(state, line.condition, giver)
    for one in (giver, taker):
        if not one.in_play:
            return f"{one.designation} is {one.status}"
    if giver.at != taker.at:
        label = state.maps.label
        return (
            f"{giver.designation} is in {label(giver.at)}, {taker.designation} in {label(taker.at)}"
        )
    if pair not in before:
        return "they did not share a hex when the Movement Phase began"
    pod = energy_pod(giver, line.box)
    if isinstance(pod, str):
        return pod
    room = _room(work, taker)
    if isinstance(room, str):
        return room
    box, put_off = room
    if put_off is not None:
        written = orders_of(work, taker).jettison
        _jettison(work, taker.id, put_off, written[0].ref if written else None)
    _move_pod(work, giver, pod, taker.id, box, line)
    return ""


def units_in(unit: Unit, pod: Part) -> int:
    """The units an energy pod still holds; those used up before it come off first."""
    return max(0, min(ENERGY_POD_UNITS, emptied_at(unit, pod) - unit.spent))


def _room(work: PhaseContext, taker: Unit) -> tuple[int, Part | None] | str:
    """The box for a new pod and what is put off for it; or why there is no room.

    As its ``jettison`` line says; else an empty box, a destroyed pod, or an energy pod that is
    damaged or empty.
    """
    for line in orders_of(work, taker).jettison:
        return _as_written(work.state, taker, line)
    boxes = range(1, CLASSES.number(taker.klass, "pods") + 1)
    empty = next((box for box in boxes if taker.pod_in(box) is None), 0)
    if empty:
        return empty, None
    energy = taker.pods_of(ENERGY_POD)
    useless = [pod for pod in (*energy, *taker.pods) if pod.gone]
    useless += [pod for pod in energy if not pod.sound or not units_in(taker, pod)]
    for pod in useless:
        if not held_fault(work.state, taker, pod):
            return pod.box, pod
    return f"all boxes of {taker.designation} are full, and it puts off no pod"


def _as_written(state: State, taker: Unit, line: JettisonLine) -> tuple[int, Part | None] | str:
    whys = []
    for name in line.parts:
        for pod in taker.pods:
            if name in (pod.name, pod.kind):
                fault = held_fault(state, taker, pod)
                if not fault:
                    return pod.box, pod
                whys.append(fault)
    return "; ".join(whys) or f"{taker.designation} has no such pod to put off"


def held_fault(state: State, ship: Unit, pod: Part) -> str:
    """Why a pod cannot be put off, in a phrase: what belongs to it is aboard or prepared."""
    held = [
        unit.designation
        for unit in state.stacked(ship.id)
        if unit.mother == ship.id and (unit.id == pod.holds or unit.pod == pod.box)
    ]
    return f"{pod.name} of {ship.designation} still has {' and '.join(held)}" if held else ""


def _jettison(work: PhaseContext, ship_id: str, pod: Part, order: OrderRef | None) -> None:
    """Put off a pod with all that is in it, as a line says or for want of room.

    One that was hit still counts where hits on pods cost points. Ambiguity: DV-A90.
    """
    ship: Unit = work.state.unit(ship_id)
    lost = units_in(ship, pod) if pod.kind == ENERGY_POD else 0
    left = capacity(ship) - ship.spent - lost
    parts = tuple(part for part in ship.parts if part.name != pod.name)
    after = replace(ship, parts=parts)
    after = replace(after, spent=max(0, capacity(after) - left))
    work.state = work.state.with_units(after)
    if not pod.sound:
        gone = Special(PUT_OFF, (ship.id,), name=pod.status)
        work.state = replace(work.state, special=(*work.state.special, gone))
    work.emit(
        "pod_jettisoned",
        ship.id,
        rule=RULE,
        seen={**of_side(work, ship.side), EVERYBODY: ("unit", "pod")},
        order=order,
        changes=[Change(f"unit/{ship.id}/{pod.name}", pod.kind, None)],
        unit=ship.id,
        pod=pod.name,
        type=pod.kind,
        units=lost,
    )


def _move_pod(
    work: PhaseContext, giver: Unit, pod: Part, taker_id: str, box: int, line: TransferLine
) -> None:
    """Take a pod with its energy from one ship and put it into a box of the other."""
    units = units_in(giver, pod)
    lighter = replace(giver, parts=tuple(part for part in giver.parts if part.name != pod.name))
    left = capacity(giver) - giver.spent - units
    lighter = replace(lighter, spent=max(0, capacity(lighter) - left))
    taker: Unit = work.state.unit(taker_id)
    civ = pod_civ(pod.kind, CLASSES.number(taker.klass, "civ"), pod.civ)
    new = replace(pod, name=f"pod {box}", box=box, civ=civ, told="")
    pods = sorted((*taker.pods, new), key=lambda one: one.box)
    hull = [part for part in taker.parts if not part.is_pod]
    left = capacity(taker) - taker.spent + units
    fuller = replace(taker, parts=(*hull, *pods))
    fuller = replace(fuller, spent=max(0, capacity(fuller) - left))
    work.state = work.state.with_units(lighter, fuller)
    to: dict[str, Any] = {"with": taker.id}
    work.emit(
        "pod_transferred",
        giver.id,
        rule=RULE,
        seen={**of_side(work, giver.side), EVERYBODY: ("unit", "with", "type")},
        order=line.ref,
        changes=[
            Change(f"unit/{giver.id}/{pod.name}", pod.kind, None),
            Change(f"unit/{taker.id}/{new.name}", None, pod.kind),
            Change(f"unit/{giver.id}/spent", giver.spent, lighter.spent),
            Change(f"unit/{taker.id}/spent", taker.spent, fuller.spent),
        ],
        unit=giver.id,
        pod=new.name,
        type=pod.kind,
        units=units,
        **to,
    )
