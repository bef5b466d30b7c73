"""A dormant ship that a die may alert in a friendly Command Phase.

Rule: DV S4. Ambiguity: DV-A85.
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Change
from pbm.games.deltavee.state import specials
from pbm.games.deltavee.state.units import IN_PLAY, Unit


def begin_command(work: PhaseContext, side: str) -> None:
    """What a side's Command Phase begins with: the die that may alert a dormant ship.

    Rule: DV S4. Ambiguity: DV-A85.
    """
    for special in work.state.special:
        if special.kind == specials.ALERT:
            for unit_id in special.units:
                unit = work.state.unit(unit_id)
                if unit.side == side and unit.dormant and unit.status == IN_PLAY:
                    _alert(work, unit, special.number)


def _alert(work: PhaseContext, unit: Unit, most: int) -> None:
    roll = work.roll("d10", "alert", unit.id)
    work.emit(
        "alert_roll",
        unit.id,
        rule="DV S4",
        rolls=[roll],
        unit=unit.id,
        rolled=roll.total,
        needed=most,
    )
    if roll.total > most:
        return
    work.state = work.state.with_units(replace(unit, dormant=False))
    work.emit(
        "alerted",
        unit.id,
        rule="DV S4",
        changes=[Change(f"unit/{unit.id}/dormant", True, False)],
        unit=unit.id,
    )
