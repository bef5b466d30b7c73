"""The tractor beam: Maneuver Commands to another spaceship or battlecraft, friend or enemy.

Rule: DV 5.6 Tractor Beam, DV 7.4, DV 7.5. Ambiguity: DV-A37.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.context import PhaseContext
from pbm.engine.events import EVERYBODY, EVERYTHING, Change, OrderRef
from pbm.games.deltavee.orders.commands.maneuvers import CourseChange, Weave, maneuver_words, steps
from pbm.games.deltavee.orders.commands.tractor import Tractor
from pbm.games.deltavee.orders.lines.targets import called, sought
from pbm.games.deltavee.rules.commands import weaving
from pbm.games.deltavee.rules.commands.maneuvers import settle
from pbm.games.deltavee.rules.movement import mapping, together
from pbm.games.deltavee.state.command_cost import short_of
from pbm.games.deltavee.state.energy import spent_more
from pbm.games.deltavee.state.maneuvers import changed, counted, weave_units_fault, woven
from pbm.games.deltavee.state.ratings import TRACTOR, burn_rate, top_velocity
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DAMAGED, Part, Unit
from pbm.games.deltavee.state.usable import tractor_power, tractors
from pbm.games.deltavee.view.audience import own_side
from pbm.kit.records import Record

COST = 2  # times the target's Burn Rate for each command


class _Plan(Record):
    """The commands a beam will issue: steps, and hexes to weave to; why others are left out."""

    done: tuple[str | Hex, ...]
    faults: tuple[str, ...]


def out_of_range(state: State, ship: Unit, command: Tractor) -> str:
    """Why no tractor pod of the ship reaches a target, in a phrase; empty if one does."""
    pod = _pod(ship, command.box)
    if isinstance(pod, str):
        return pod
    target = _target(state, ship, pod, command)
    return target if isinstance(target, str) else ""


def pull(
    work: PhaseContext, ship: Unit, command: Tractor, ref: OrderRef | None
) -> tuple[bool, str]:
    """Use a tractor beam; gives whether it was used, and why not all of it was done.

    All its energy is spent at once or none. At a counter that lies face down it is used in any
    case: what it is, or that no command moves it, is not found out for nothing (DV 2.5).
    """
    state: State = work.state
    pod = _pod(ship, command.box)
    if isinstance(pod, str):
        return False, pod
    target = _target(state, ship, pod, command)
    if isinstance(target, str):
        return False, target
    most, _ = tractor_power(pod)
    held = called(state, target.id, ship.side)
    if target.is_missile:
        plan = _Plan((), (f"{held} is a missile, which no beam can hold",))
    else:
        plan = _planned(work, target, held, command.commands, most)
    faults = "; ".join(plan.faults)
    units = together.members(state, target.id)
    cost = COST * sum(burn_rate(unit) for unit in units) * len(plan.done)
    if why := short_of(ship, cost) if plan.done else faults:
        hidden = not target.revealed and target.side != ship.side
        if hidden:
            work.state = state.with_units(_beamed(ship, pod))
        return hidden, why
    payer = spent_more(ship, cost)
    work.state = state.with_units(_beamed(payer, pod))
    for act in plan.done:
        if isinstance(act, Hex):
            mapping.entered(work, act)
    _tell(work, ship, payer, target, plan, ref)
    _issue(work, target.id, plan)
    return True, faults


def _beamed(ship: Unit, pod: Part) -> Unit:
    """The ship with a tractor pod used in this phase."""
    return replace(ship, use=replace(ship.use, tractors=(*ship.use.tractors, pod.box)))


def _pod(ship: Unit, box: int) -> Part | str:
    """The tractor pod in a box, by default the first not yet used; or why there is none."""
    working = [pod for pod in tractors(ship) if box in (0, pod.box)]
    unused = [pod for pod in working if pod.box not in ship.use.tractors]
    if unused:
        return unused[0]
    if working:
        return "its tractor beam has been used in this phase"
    broken = next((pod for pod in ship.pods_of(TRACTOR) if box in (0, pod.box)), None)
    if broken is None:
        return f"pod {box} is not a tractor beam" if box else "it has no tractor beam"
    return f"{broken.name} is {'damaged' if broken.status == DAMAGED else 'destroyed'}"


def _target(state: State, ship: Unit, pod: Part, command: Tractor) -> Unit | str:
    """The first target in reach that is not known for a missile, or why there is none."""
    _, reach = tractor_power(pod)
    held = {unit.id for unit in together.members(state, ship.id)}
    why = []
    for target in sought(state, ship, command.targets):
        name = called(state, target.id, ship.side)
        away = state.maps.grid.distance(ship.at, target.at)
        if target.id in held:
            why.append(f"{name} is docked to it")
        elif away > reach:
            why.append(f"{name} is {away} hexes away, the beam reaches {reach}")
        elif target.is_missile and (target.revealed or target.side == ship.side):
            why.append(f"a tractor beam cannot hold {name}")
        else:
            return target
    return "; ".join(why) or "none of its targets is in play"


def _planned(
    work: PhaseContext, target: Unit, held: str, commands: Sequence[CourseChange | Weave], most: int
) -> _Plan:
    """What of the commands may be issued, each judged as if those before it were carried out.

    ``held`` is what the player calls the unit in the beam.
    """
    state: State = work.state
    done: list[str | Hex] = []
    faults: list[str] = []
    for command in commands:
        wanted: Sequence[str | Weave] = (
            (command,)
            if isinstance(command, Weave)
            else steps(command, state.unit(target.id).velocity)
        )
        for one in wanted:
            if len(done) == most:
                faults.append(f"the beam issues {most} command{'s' if most > 1 else ''}")
                break
            units = together.members(state, target.id)
            act, why = _judged(work, state, units, one)
            if act is None:
                words = one if isinstance(one, str) else maneuver_words(state, "", one)
                faults.append(f"{words}: {_of(held, why)}")
                break
            state = _after(work, state, units, act)
            done.append(act)
    return _Plan(tuple(done), tuple(dict.fromkeys(faults)))


def _of(held: str, why: str) -> str:
    """A reason of the unit in the beam, told so that nobody takes it for the ship's own."""
    if why.startswith("its "):
        return f"{held}'s {why.removeprefix('its ')}"
    return f"{held}{why.removeprefix('it')}" if why.startswith("it ") else why


def _judged(
    work: PhaseContext, state: State, units: Sequence[Unit], one: str | Weave
) -> tuple[str | Hex | None, str]:
    """A step or the hex of a Weave if it may be issued to the units, else None and why not."""
    controlled = work.options["tractor.limits"] == "as controlled"
    if isinstance(one, Weave):
        why = weave_units_fault(units) if controlled else ""
        return (None, why) if why else weaving.weave_hex(state, units[0], one)
    why = (
        together.units_fault(units, one, work.options)
        if controlled
        else _marker_fault(work, units[0], one)
    )
    return (None, why) if why else (one, "")


def _marker_fault(work: PhaseContext, unit: Unit, step: str) -> str:
    """What no beam can do: a velocity for which there is no marker."""
    top = top_velocity(work.options)
    if step == "decelerate" and not unit.velocity:
        return "its velocity is 0"
    if step == "accelerate" and top is not None and unit.velocity >= top:
        return f"{top} is the greatest velocity"
    return ""


def _after(work: PhaseContext, state: State, units: Sequence[Unit], act: str | Hex) -> State:
    """The state after a command of the beam."""
    counted_in = (_counted(work, unit, act) for unit in units)
    if isinstance(act, Hex):
        return state.with_units(*(replace(unit, at=act) for unit in counted_in))
    return state.with_units(*(changed(unit, act) for unit in counted_in))


def _counted(work: PhaseContext, unit: Unit, act: str | Hex) -> Unit:
    """The unit with a command of the beam counted against its own number of commands.

    It costs the unit nothing, nor does it make its own next command its second.
    """
    if work.options["tractor.limits"] != "as controlled":
        return unit
    if isinstance(act, Hex):
        return woven(unit)
    return counted(unit, velocity=act in ("accelerate", "decelerate"))


def _tell(
    work: PhaseContext, ship: Unit, payer: Unit, target: Unit, plan: _Plan, ref: OrderRef | None
) -> None:
    label = work.state.maps.label
    words = [f"weave to {label(one)}" if isinstance(one, Hex) else one for one in plan.done]
    seen = dict.fromkeys(own_side(work.seats, ship.side), EVERYTHING)
    work.emit(
        "tractored",
        ship.id,
        rule="DV 5.6",
        seen={**seen, EVERYBODY: ("unit", "target", "commands")},
        order=ref,
        changes=[Change(f"unit/{ship.id}/spent", ship.spent, payer.spent)],
        unit=ship.id,
        target=target.id,
        commands=words,
        units=payer.spent - ship.spent,
    )


def _issue(work: PhaseContext, target_id: str, plan: _Plan) -> None:
    """Carry the plan out on the table; a Weave may end in a missile's hex."""
    before = together.members(work.state, target_id)
    for act in plan.done:
        units = together.members(work.state, target_id)
        if not isinstance(act, Hex):
            work.state = _after(work, work.state, units, act)
            settle(work, target_id, act)
            continue
        together.tell_course(work, before)
        work.state = work.state.with_units(*(_counted(work, unit, act) for unit in units))
        together.weave(work, target_id, act)
        if not work.state.unit(target_id).in_play:
            return
        before = together.members(work.state, target_id)
    together.tell_course(work, before)
