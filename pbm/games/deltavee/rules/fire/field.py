"""A force field at the moment of interception: one that is active, or raised just in time.

Rule: DV 9.8, DV 8.9 (force fields). Ambiguity: DV-A44, DV-A57, DV-A70, DV-A71.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.deltavee.orders.doctrine.field import FieldLine
from pbm.games.deltavee.orders.lines.conditions import holds, not_held
from pbm.games.deltavee.rules.fire.damage import wiped_out
from pbm.games.deltavee.rules.fire.hits import struck
from pbm.games.deltavee.rules.telling import not_done, orders_of
from pbm.games.deltavee.state.command_cost import energy_units, left_over
from pbm.games.deltavee.state.energy import blocks_left, left, spent_more
from pbm.games.deltavee.state.hulls import broken_fields, laid_open
from pbm.games.deltavee.state.ratings import burn_rate
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit
from pbm.games.deltavee.state.usable import field_class, field_damage, fields, has_emergency_field
from pbm.games.deltavee.view.audience import private

HITS = {1: 3, 2: 1}  # Hit Table rolls by the class of the field
BELOW_CIV = 2  # the die must be this much below the Civ Level, or more


def protects(work: PhaseContext, unit_id: str, missile: Unit, meeting: str) -> int:
    """The class of the field that stands against a missile, raised now if need be; 0: none.

    ``meeting`` is the number of their meeting in the phase.
    """
    unit: Unit = work.state.unit(unit_id)
    if not unit.field_up and not _raised(work, unit, missile, meeting):
        return 0
    return field_class(unit)


def hold(work: PhaseContext, unit_id: str, missile: Unit, strength: int, meeting: str) -> None:
    """The hits that reach a ship through its field.

    All are rolled for even if one of them destroys the field, but none once the ship is
    gone. Where one of several fields is destroyed already, all behind it is destroyed, and
    the hits are as many as through a class 1 field.
    Rule: DV EHC Missile Hit Chart. Ambiguity: DV-A57, DV-A96.
    """
    unit: Unit = work.state.unit(unit_id)
    gaps = broken_fields(unit)
    rolls = HITS[1 if gaps else strength]
    work.emit("field_held", unit_id, rule="DV 9.8", unit=unit_id, number=rolls)
    if gaps:
        wiped_out(work, unit_id, gaps, laid_open(unit), by=missile.id)
    for number in range(1, rolls + 1):
        name = ("field hit", unit_id, missile.id, meeting, str(number))
        struck(work, unit_id, name=name, rule="DV 9.8", by=missile.id)


def _raised(work: PhaseContext, unit: Unit, missile: Unit, meeting: str) -> bool:
    """Try to raise the field of a ship at the moment of interception, if its player would."""
    if not fields(unit):
        return False
    lines = orders_of(work, unit).field
    line = next((one for one in lines if holds(work.state, one.condition, unit)), None)
    if line is None and any(one.attempt for one in lines):
        for one in lines:
            if one.attempt:
                _untried(work, unit, one, not_held(work.state, one.condition, unit))
        return False
    if line is not None and not line.attempt:
        return False
    if why := _fault(unit):
        _untried(work, unit, line, why)
        return False
    needed = unit.civ - BELOW_CIV
    roll = work.roll("d10", "field", unit.id, missile.id, meeting)
    success = roll.total <= needed
    work.emit(
        "field_attempt",
        unit.id,
        rule="DV 9.8",
        order=None if line is None else line.ref,
        rolls=[roll],
        unit=unit.id,
        rolled=roll.total,
        needed=needed,
        success=success,
    )
    if success:
        _raise(work, unit)
    return success


def _fault(unit: Unit) -> str:
    """Why a field cannot be raised at interception, in a phrase; empty if it can."""
    if not has_emergency_field(unit):
        return field_damage(unit)
    if not blocks_left(unit):
        return (
            f"an Energy Block is {energy_units(burn_rate(unit))}, of which {left_over(left(unit))}"
        )
    return ""


def _raise(work: PhaseContext, unit: Unit) -> None:
    """Put the field up for an Energy Block; a jump marker stays. Ambiguity: DV-A27, DV-A44."""
    state: State = work.state
    after = replace(spent_more(unit, burn_rate(unit)), field_up=True)
    units = after.spent - unit.spent
    work.state = state.with_units(after)
    work.emit("field_raised", unit.id, rule="DV 9.8", unit=unit.id, how="emergency")
    if not units:
        return
    work.emit(
        "energy_used",
        unit.id,
        rule="DV 9.8",
        seen=private(work, unit),
        changes=[Change(f"unit/{unit.id}/spent", unit.spent, after.spent)],
        unit=unit.id,
        units=units,
        left=left(after),
    )


def _untried(work: PhaseContext, unit: Unit, line: FieldLine | None, why: str) -> None:
    """Tell the ship's player that the field was not tried, which is so without a line too."""
    not_done(
        work,
        unit,
        None if line is None else line.ref,
        "field",
        why,
        rule="DV 9.8",
        written="field try" if line is None else line.ref.text,
    )
