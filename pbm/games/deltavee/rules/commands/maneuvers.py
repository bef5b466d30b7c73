"""Carrying out Maneuver Commands: each as far as the rules let it, in the order written.

Rule: DV 7.1, DV 7.2, DV 7.5, DV 7.6. Ambiguity: DV-A20 to DV-A29, DV-A36, DV-A101.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, OrderRef
from pbm.games.deltavee.orders.commands.maneuvers import (
    Chase,
    CourseChange,
    JumpCommand,
    Maneuver,
    Weave,
    maneuver_words,
    steps,
)
from pbm.games.deltavee.orders.lines.conditions import holds, not_held
from pbm.games.deltavee.rules.commands import chase, weaving
from pbm.games.deltavee.rules.movement import planets, together
from pbm.games.deltavee.rules.telling import not_done
from pbm.games.deltavee.state.command_cost import CHANGE, JUMP, WEAVE, maneuver_cost, short_of
from pbm.games.deltavee.state.energy import spent_more
from pbm.games.deltavee.state.jumps import abort_fault, jump_fault, prepare_fault
from pbm.games.deltavee.state.maneuvers import (
    allowance_fault,
    barred,
    counted,
    stepped,
    weave_units_fault,
    woven,
)
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import JUMPING, PREPARING, Unit
from pbm.games.deltavee.view.audience import of_side


def settle(work: PhaseContext, unit_id: str, step: str) -> None:
    """After a change of velocity in a planet's hex a unit may have begun, or ceased, to land."""
    if step in ("accelerate", "decelerate"):
        units = together.members(work.state, unit_id)
        work.state = work.state.with_units(*(planets.settled(work.state, unit) for unit in units))


class Maneuvers:
    """The Maneuver Commands of one unit, and of what is docked to it, in one Command Phase."""

    def __init__(self, work: PhaseContext, unit_id: str) -> None:
        self._work = work
        self._id = unit_id
        self._ref: OrderRef | None = None
        # A Prepare Jump marker of an earlier phase, which asks for Jump or Abort Jump now.
        self._ready = self._unit.jump == PREPARING
        self._begin()

    @property
    def _unit(self) -> Unit:
        unit: Unit = self._work.state.unit(self._id)
        return unit

    def _begin(self) -> None:
        self._done: list[str] = []
        self._before = together.members(self._work.state, self._id)

    def carry_out(self, commands: Sequence[Maneuver], ref: OrderRef) -> None:
        """Carry out the commands of a line; what of them cannot be done is told and left out."""
        self._ref = ref
        self._begin()
        for command in commands:
            if why := self._carry_out(command):
                self._refuse(command, why)
        self._tell()

    def _refuse(self, command: Maneuver, why: str) -> None:
        work = self._work
        words = maneuver_words(work.state, self._unit.side, command)
        not_done(work, self._unit, self._ref, "command", why, rule="DV 7.1", written=words)

    def _carry_out(self, command: Maneuver) -> str:
        """Carry out one command; gives why it was not, or not wholly, done."""
        if not self._unit.in_play:
            return f"it is out of play ({self._unit.status})"
        if isinstance(command, CourseChange):
            return self._change(command)
        if isinstance(command, Weave):
            return self._weave(command)
        if isinstance(command, JumpCommand):
            return self._jump(command)
        return self._chase(command)

    def _change(self, change: CourseChange) -> str:
        wanted = steps(change, self._unit.velocity)
        if not wanted:
            return f"its velocity is {self._unit.velocity}"
        for place, step in enumerate(wanted):
            if why := self._step(step):
                return why if place == 0 else f"{place} of {len(wanted)} done, then: {why}"
        return ""

    def _step(self, step: str) -> str:
        """Issue one Accelerate, Decelerate or Direction Change; gives why it was not."""
        work = self._work
        units = together.members(work.state, self._id)
        cost = maneuver_cost(units, CHANGE, work.options)
        if why := together.units_fault(units, step, work.options) or short_of(units[0], cost):
            return why
        payer, *others = (stepped(unit, step) for unit in units)
        work.state = work.state.with_units(spent_more(payer, cost), *others)
        settle(work, self._id, step)
        self._done.append(step)
        return ""

    def _weave(self, weave: Weave) -> str:
        work = self._work
        units = together.members(work.state, self._id)
        if why := weave_units_fault(units):
            return why
        at, why = weaving.weave_hex(work.state, units[0], weave)
        cost = maneuver_cost(units, WEAVE, work.options)
        if at is None or (why := short_of(units[0], cost)):
            return why
        payer, *others = (woven(unit) for unit in units)
        work.state = work.state.with_units(spent_more(payer, cost), *others)
        self._done.append(maneuver_words(work.state, payer.side, weave))
        self._tell()
        together.weave(work, self._id, at)
        self._begin()
        return ""

    def _jump(self, jump: JumpCommand) -> str:
        work, unit = self._work, self._unit
        kind = jump.kind
        if kind == "jump" and not holds(work.state, jump.condition, unit):
            if not jump.or_abort:
                return not_held(work.state, jump.condition, unit)
            kind = "abort"
        if kind == "abort":
            why = abort_fault(unit)
        elif kind == "prepare":
            why = prepare_fault(work.state, unit, work.options)
        else:
            why = jump_fault(work.state, unit, work.options, ready=self._ready)
        # An abort is compulsory where no jump is made, so it can always be paid.
        cost = 0 if kind == "abort" else maneuver_cost((unit,), JUMP, work.options)
        if why or (why := short_of(unit, cost)):
            return why
        free = work.options["jump.needs_maneuver_allowance"] == "no" or self._ready
        if kind != "abort" and not free:
            unit = counted(unit)
        self._mark(spent_more(unit, cost), kind)
        return ""

    def _mark(self, unit: Unit, kind: str) -> None:
        """Place, turn or take away the jump marker."""
        marker = {"prepare": PREPARING, "jump": JUMPING, "abort": ""}[kind]
        work = self._work
        work.state = work.state.with_units(replace(unit, jump=marker))
        self._ready = False
        self._done.append(maneuver_words(work.state, unit.side, JumpCommand(kind)))
        self._tell()
        self._begin()
        work.emit("jump_marked", unit.id, rule="DV 7.2", order=self._ref, unit=unit.id, jump=marker)

    def end(self) -> None:
        """Abort a jump for which neither Jump nor Abort Jump was ordered. Ambiguity: DV-A25."""
        if self._ready and self._unit.in_play and self._unit.jump == PREPARING:
            self._ref = None
            self._begin()
            self._mark(self._unit, "abort")

    def _chase(self, command: Chase) -> str:
        work, unit = self._work, self._unit
        if why := barred(unit) or allowance_fault(unit, changes_velocity=True):
            return why
        self._tell()
        self._begin()
        found = chase.chosen(work, self._id, command.targets)
        if found is None:
            return "no unit of its list is in play"
        chase.tell(work, self._id, found, self._ref)
        for step in found.steps:
            self._step(step)
        return ""

    def _tell(self) -> None:
        """Tell the unit's side of the commands carried out, and everybody what they changed."""
        if not self._done:
            return
        work, state = self._work, self._work.state
        before, after = self._before[0], self._unit
        work.emit(
            "commanded",
            after.id,
            rule="DV 7.2",
            seen=of_side(work, after.side),
            order=self._ref,
            changes=_changes(self._before, state),
            unit=after.id,
            commands=list(self._done),
            velocity_before=before.velocity,
            velocity=after.velocity,
            direction_before=before.direction,
            direction=after.direction,
            units=after.spent - before.spent,
        )
        self._done.clear()
        together.tell_course(work, self._before)


def _changes(before: Sequence[Unit], state: State) -> list[Change]:
    """What the commands changed of the units."""
    found = []
    for old in before:
        new = state.unit(old.id)
        for name in ("velocity", "direction", "spent"):
            was, now = getattr(old, name), getattr(new, name)
            if was != now:
                found.append(Change(f"unit/{old.id}/{name}", was, now))
    return found
