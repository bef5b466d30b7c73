"""Battle Commands of a ship, by priority, as many as its pods allow.

Rule: DV 7.3, DV 7.4, DV 7.5. Ambiguity: DV-A24, DV-A26, DV-A30, DV-A31, DV-A33, DV-A38.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import EVERYBODY, EVERYTHING, Change, OrderRef
from pbm.games.deltavee.orders.commands.battle import Battle, BattleStep, battle_words
from pbm.games.deltavee.orders.commands.control import Control
from pbm.games.deltavee.orders.commands.docking import DockWith, Undock
from pbm.games.deltavee.orders.commands.field_switch import FieldSwitch
from pbm.games.deltavee.orders.commands.launch import Launch
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.commands.refuel import Refuel
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.orders.commands.tractor import Tractor
from pbm.games.deltavee.orders.lines.conditions import Attempt, holds, not_held
from pbm.games.deltavee.rules.commands import battlecraft, tractor
from pbm.games.deltavee.rules.commands.preparing import prepare
from pbm.games.deltavee.rules.detection import search
from pbm.games.deltavee.rules.movement import docking
from pbm.games.deltavee.rules.telling import not_done
from pbm.games.deltavee.state import specials
from pbm.games.deltavee.state.command_cost import short_of
from pbm.games.deltavee.state.energy import left, spent_more
from pbm.games.deltavee.state.ratings import burn_rate
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import GUIDED, Unit, sorting
from pbm.games.deltavee.state.usable import (
    battle_commands,
    control_fault,
    field_class,
    field_damage,
    fields,
    search_range,
)
from pbm.games.deltavee.view.audience import of_side, own_side
from pbm.kit.english import count, listed


class Battles:
    """The Battle Commands of one ship in one Command Phase."""

    def __init__(self, work: PhaseContext, ship_id: str) -> None:
        self._work = work
        self._id = ship_id

    @property
    def _ship(self) -> Unit:
        ship: Unit = self._work.state.unit(self._id)
        return ship

    def carry_out(self, step: BattleStep, ref: OrderRef) -> None:
        """Carry out one Battle Command, or tell why not."""
        why = self._why_not(step, ref)
        if not why:
            return
        work, ship = self._work, self._ship
        words = battle_words(work.state, ship.side, step.command)
        what = "refuel" if isinstance(step.command, Refuel) else "battle"
        not_done(work, ship, ref, what, why, rule="DV 7.4", written=words)

    def is_wanted(self, step: BattleStep) -> bool:
        """True if the condition of a command itself holds now."""
        return holds(self._work.state, step.condition, self._ship, self._attempt(step.command))

    def _why_not(self, step: BattleStep, ref: OrderRef) -> str:
        work, ship, command = self._work, self._ship, step.command
        if not ship.in_play:
            return f"it is out of play ({ship.status})"
        if not ship.is_ship:
            return "only a spaceship takes Battle Commands"
        if not holds(work.state, step.condition, ship, attempt := self._attempt(command)):
            return not_held(work.state, step.condition, ship, attempt)
        if isinstance(command, Refuel):
            return battlecraft.refuel(work, ship, command, ref)
        free = isinstance(command, Undock) and work.options["undock"] == "free"
        if not free and (why := self._allotment_fault(command) or _field_fault(ship, command)):
            return why
        used, why = self._carry_out(command, ref)
        if used and not free:
            self._count()
        return why

    def _attempt(self, command: Battle) -> Attempt:
        """What an ``if in range`` asks of this command."""
        state = self._work.state
        if isinstance(command, Tractor):
            return Attempt(out_of_range=tractor.out_of_range(state, self._ship, command))
        if isinstance(command, DockWith):
            return Attempt(out_of_range=docking.out_of_reach(state, self._ship, command))
        return Attempt()

    def _allotment_fault(self, command: Battle) -> str:
        ship = self._ship
        allowed = battle_commands(ship, self._work.options)
        if _for_battlecraft(command):
            allowed += self._for_battlecraft_alone(allowed)
        if ship.use.battle < allowed:
            return ""
        if not allowed:
            return "its pods give no Battle Command"
        return f"it has had its {count(allowed, 'Battle Command')}"

    def _for_battlecraft_alone(self, allowed: int) -> int:
        """The Battle Command of a ship whose pods give none, by option or scenario."""
        state: State = self._work.state
        by_scenario = any(specials.of_unit(state, specials.BATTLECRAFT_COMMAND, self._id))
        by_option = self._work.options["basic_battle_command"] == "battlecraft"
        return int(not allowed and (by_scenario or by_option))

    def _count(self) -> None:
        ship = self._ship
        counted = replace(ship, use=replace(ship.use, battle=ship.use.battle + 1))
        self._work.state = self._work.state.with_units(counted)

    def _carry_out(self, command: Battle, ref: OrderRef) -> tuple[bool, str]:
        """Carry out one command; gives whether it was used, and why not (all of it) was done."""
        work, ship = self._work, self._ship
        if isinstance(command, Tractor):
            return tractor.pull(work, ship, command, ref)
        if isinstance(command, Prepare):
            why = prepare(work, ship, command, ref)
        elif isinstance(command, Control):
            why = control(work, ship, command, ref)
        elif isinstance(command, Launch):
            why = battlecraft.launch(work, ship, command, ref)
        elif isinstance(command, FieldSwitch):
            why = (raise_field if command.up else lower_field)(work, ship, ref)
        elif isinstance(command, DockWith):
            why = docking.dock(work, ship, command, ref)
        elif isinstance(command, Search):
            search(work, ship, search_range(ship), ref)
            why = ""
        else:
            why = docking.undock(work, ship, ref)
        return not why, why


def _for_battlecraft(command: Battle) -> bool:
    """True for what the Battle Command for battlecraft alone may be used for."""
    if isinstance(command, Prepare):
        return bool(command.battlecraft)
    return isinstance(command, (Launch, DockWith, Undock))


def _field_fault(ship: Unit, command: Battle) -> str:
    """Why an active force field forbids a command, in a phrase; empty if it does not.

    Ambiguity: DV-A26 (the field may be deactivated).
    """
    if not ship.field_up or isinstance(command, (Prepare, Search, FieldSwitch)):
        return ""
    return "its force field is active"


def control(work: PhaseContext, ship: Unit, command: Control, ref: OrderRef | None) -> str:
    """Take a guided missile of a ship under control; gives why it cannot be, else "".

    Its own lines are carried out when its turn comes.
    Rule: DV 7.4 Control Guided Missile. Ambiguity: DV-A33 (once a phase).
    """
    missile = work.state.unit(command.missile) if command.missile else _latest(work.state, ship)
    if isinstance(missile, str):
        return missile
    if missile.klass != GUIDED or missile.mother != ship.id:
        return f"{missile.designation} is not a guided missile of this ship"
    if not missile.in_play:
        return f"{missile.designation} is not in play"
    if why := control_fault(work.state, missile):
        return why
    if is_controlled(missile):
        return f"{missile.designation} has been controlled in this phase"
    under_control = replace(missile, use=replace(missile.use, battle=1))
    work.state = work.state.with_units(under_control)
    work.emit(
        "controlled",
        missile.id,
        rule="DV 7.4",
        seen=of_side(work, ship.side),
        order=ref,
        missile=missile.id,
        unit=ship.id,
    )
    return ""


def _latest(state: State, ship: Unit) -> Unit | str:
    """The guided missile launched last that a ship can take under control, or why there is none.

    One without energy is useless, and comes after all others.
    """
    own = [one for one in state.of_side(ship.side) if (one.klass, one.mother) == (GUIDED, ship.id)]
    whys = {
        one.designation: "controlled in this phase"
        if is_controlled(one)
        else control_fault(state, one)
        for one in own
    }
    free = [one for one in own if not whys[one.designation]]
    if free:
        return max(free, key=lambda one: (left(one) > 0, sorting(one)))
    return (
        listed(f"{name}: {why}" for name, why in whys.items())
        or "no guided missile of it is in play"
    )


def is_controlled(missile: Unit) -> bool:
    """True for a guided missile that its ship has taken under control in this phase."""
    return missile.use.battle > 0


def raise_field(work: PhaseContext, ship: Unit, ref: OrderRef | None) -> str:
    """Activate a force field for an Energy Block; gives why it cannot be, else ""."""
    if ship.field_up:
        return "its force field is active already"
    if not fields(ship):
        return "it has no force field"
    if not field_class(ship):
        return field_damage(ship)
    block = burn_rate(ship)
    if short := short_of(ship, block):
        return short
    raised = replace(spent_more(ship, block), field_up=True)
    work.state = work.state.with_units(raised)
    seen = dict.fromkeys(own_side(work.seats, ship.side), EVERYTHING)
    work.emit(
        "field_raised",
        ship.id,
        rule="DV 7.4",
        seen={**seen, EVERYBODY: ("unit", "how")},
        order=ref,
        changes=[Change(f"unit/{ship.id}/spent", ship.spent, raised.spent)],
        unit=ship.id,
        how="command",
        units=raised.spent - ship.spent,
    )
    return ""


def lower_field(work: PhaseContext, ship: Unit, ref: OrderRef | None) -> str:
    """Deactivate a force field, for no energy; gives why it cannot be, else ""."""
    if not ship.field_up:
        return "its force field is not active"
    work.state = work.state.with_units(replace(ship, field_up=False))
    work.emit("field_lowered", ship.id, rule="DV 7.4", order=ref, unit=ship.id)
    return ""
