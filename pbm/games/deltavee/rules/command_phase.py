"""The Command Phase of one side: detection, then commands to each unit.

Rule: DV 3.0, DV 7.0. Ambiguity: DV-A17, DV-A18, DV-A24, DV-A35, DV-A42, DV-A101.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.deltavee.orders.commands.battle import BattleLine, PhaseLine, battle_words
from pbm.games.deltavee.orders.commands.maneuvers import CommandLine, JumpCommand, maneuver_words
from pbm.games.deltavee.orders.lines.conditions import EARLIER, Chain, holds, not_held
from pbm.games.deltavee.orders.lines.targets import called
from pbm.games.deltavee.orders.orders import UnitOrders
from pbm.games.deltavee.rules.commands.battle import Battles, is_controlled
from pbm.games.deltavee.rules.commands.maneuvers import Maneuvers
from pbm.games.deltavee.rules.detection import detect
from pbm.games.deltavee.rules.movement.moving_order import moving_order
from pbm.games.deltavee.rules.movement.together import tell_course, towed_by
from pbm.games.deltavee.rules.scenario_rules import alert, reserve
from pbm.games.deltavee.rules.telling import not_done, orders_of, player_orders
from pbm.games.deltavee.state.energy import leak, spent_more
from pbm.games.deltavee.state.maneuvers import barred
from pbm.games.deltavee.state.ratings import top_velocity
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import GUIDED, UNGUIDED, Unit
from pbm.games.deltavee.view.audience import of_side


def command_side(work: PhaseContext, side: str) -> None:
    """Carry out the Command Phase of a side."""
    alert.begin_command(work, side)
    reserve.begin_command(work, side)
    detect(work, side)
    hastened = _hasten_unguided(work, side)
    _leak(work, side)
    phase = _CommandPhase(work, side, hastened)
    phase.run()
    phase.tell_idle()


def _hasten_unguided(work: PhaseContext, side: str) -> dict[str, Unit]:
    """Make every unguided missile in play one faster; gives them as they were before, by id.

    Rule: DV 7.1. Ambiguity: DV-A18, DV-A19.
    """
    top = top_velocity(work.options)
    before = [
        unit
        for unit in work.state.of_side(side)
        if unit.klass == UNGUIDED and (top is None or unit.velocity < top)
    ]
    work.state = work.state.with_units(
        *(replace(unit, velocity=unit.velocity + 1) for unit in before)
    )
    return {unit.id: unit for unit in before}


def _leak(work: PhaseContext, side: str) -> None:
    """Let damaged energy pods lose units. Rule: DV 8.9 Energy Pod. Ambiguity: DV-A42."""
    for unit in work.state.of_side(side):
        units = leak(unit)
        if not units:
            continue
        after = spent_more(unit, units)
        work.state = work.state.with_units(after)
        work.emit(
            "energy_leaked",
            unit.id,
            rule="DV 8.9",
            seen=of_side(work, side),
            changes=[Change(f"unit/{unit.id}/spent", unit.spent, after.spent)],
            unit=unit.id,
            units=units,
        )


class _CommandPhase:
    """The lines of all units of a side, unit after unit.

    What changes of a missile is told when its turn comes, whatever it is: the order of the
    changes an enemy sees does not tell which of their contacts are unguided, or guided.
    """

    def __init__(self, work: PhaseContext, side: str, hastened: Mapping[str, Unit]) -> None:
        self._work = work
        self._side = side
        self._hastened = hastened
        self._done: set[str] = set()
        # Missiles that lines for all missiles came to nothing for: by owner, type and reason.
        self._left_out: dict[tuple[str, str, str], list[Unit]] = {}

    def run(self) -> None:
        """Command every unit in its order, then those that may only now be commanded.

        These are battlecraft launched meanwhile, and missiles that were to come before the
        ship that took them under control.
        """
        for unit_id in self._order():
            self._command(unit_id)
        for unit in self._work.state.of_side(self._side):
            if unit.id not in self._done and not unit.dormant:
                self._command(unit.id)

    def _order(self) -> list[str]:
        """The moving order, each towed ship of the side after the others: it may undock."""
        found = moving_order(self._work, self._side)
        state: State = self._work.state
        return found + [
            unit.id
            for unit in state.of_side(self._side)
            if not unit.dormant and towed_by(state, unit.id)
        ]

    def _command(self, unit_id: str) -> None:
        """Carry out the lines of a unit, those of a guided missile only under control."""
        unit: Unit = self._work.state.unit(unit_id)
        if not unit.in_play or (unit.klass == GUIDED and not is_controlled(unit)):
            return
        self._done.add(unit_id)
        if unit_id in self._hastened:
            tell_course(self._work, (self._hastened[unit_id],))
        self._carry_out(unit)

    def _carry_out(self, unit: Unit) -> None:
        work = self._work
        if unit.klass == UNGUIDED and self._follows_general(unit):
            self._leave_out(unit, barred(unit))
            return
        maneuvers = Maneuvers(work, unit.id)
        battles = Battles(work, unit.id)
        chains = {CommandLine: Chain(), BattleLine: Chain()}
        for line in orders_of(work, unit).commands:
            now = work.state.unit(unit.id)
            held = holds(work.state, line.condition, now)
            chain = chains[type(line)]
            ruled_out = line.otherwise and chain.held
            chain.takes(line.otherwise, held and _acts(work.state, line, now, battles))
            if ruled_out or not held:
                unmet = "" if held else not_held(work.state, line.condition, now)
                self._tell_not_done(unit, line, unmet or EARLIER)
            elif isinstance(line, BattleLine):
                for step in line.steps:
                    battles.carry_out(step, line.ref)
            elif why := self._maneuver_fault(unit):
                self._tell_not_done(unit, line, why)
            else:
                maneuvers.carry_out(line.commands, line.ref)
        maneuvers.end()

    def _maneuver_fault(self, unit: Unit) -> str:
        """Why no line of Maneuver Commands of a unit counts, in a phrase; empty if they do."""
        work = self._work
        if lead := towed_by(work.state, unit.id):
            return f"it is docked to {called(work.state, lead, self._side)}, which tows it"
        launched = not unit.is_missile and work.state.unit(unit.id).use.new
        if launched and work.options["battlecraft.command_on_launch"] == "no":
            return "it was launched in this phase"
        return ""

    def _follows_general(self, missile: Unit) -> bool:
        """True for a missile without lines of its own: those for all missiles hold for it."""
        return not player_orders(self._work, missile.owner).of(missile.id).commands

    def _leave_out(self, missile: Unit, why: str) -> None:
        """Tell later, once for all of them, that lines for all missiles came to nothing."""
        self._left_out.setdefault((missile.owner, missile.klass, why), []).append(missile)

    def _tell_not_done(
        self, unit: Unit, line: PhaseLine, why: str, missiles: Sequence[str] = ()
    ) -> None:
        work = self._work
        if isinstance(line, BattleLine):
            words = [battle_words(work.state, self._side, one.command) for one in line.steps]
            written = "; ".join(words)
        else:
            words = [maneuver_words(work.state, self._side, one) for one in line.commands]
            written = ", ".join(words)
        what = "battle" if isinstance(line, BattleLine) else "command"
        not_done(work, unit, line.ref, what, why, rule="DV 7.0", written=written, missiles=missiles)

    def tell_idle(self) -> None:
        """Tell why the lines of units that were not commanded at all came to nothing."""
        work = self._work
        for seat in work.seats:
            if seat.side == self._side:
                for own in player_orders(work, seat.id).units.values():
                    self._tell_idle(work.state.unit(own.unit), own)
        for unit in work.state.of_side(self._side):
            # Lines for all missiles hold for every one that is in play.
            if unit.klass == GUIDED and unit.id not in self._done and self._follows_general(unit):
                self._leave_out(unit, _idle(unit))
        for (_owner, _type, why), missiles in self._left_out.items():
            for line in orders_of(work, missiles[0]).commands:
                self._tell_not_done(missiles[0], line, why, [one.id for one in missiles])

    def _tell_idle(self, unit: Unit, orders: UnitOrders) -> None:
        if unit.id not in self._done:
            for line in orders.commands:
                self._tell_not_done(unit, line, _idle(unit))


def _acts(state: State, line: PhaseLine, unit: Unit, battles: Battles) -> bool:
    """True unless every command of a line has a condition of its own that does not hold."""
    if isinstance(line, BattleLine):
        return any(battles.is_wanted(step) for step in line.steps)
    return any(
        not isinstance(one, JumpCommand) or one.or_abort or holds(state, one.condition, unit)
        for one in line.commands
    )


def _idle(unit: Unit) -> str:
    """Why a unit was given no command, in a phrase."""
    if not unit.in_play:
        return f"it is {unit.status}"
    if unit.dormant:
        return "it is not alerted"
    return "its ship did not control it"
