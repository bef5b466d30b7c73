"""What Maneuver Commands cost, in energy units.

Rule: DV 7.5, DV 7.6, DV 7.7, DV 8.9 (engine). Ambiguity: DV-A27, DV-A29, DV-A36, DV-A39,
DV-A40, DV-A41.
"""

from collections.abc import Mapping, Sequence

from pbm.games.deltavee.state.energy import left
from pbm.games.deltavee.state.ratings import burn_rate, status_of
from pbm.games.deltavee.state.units import DAMAGED, ENGINE, Unit
from pbm.kit.english import count

# Kinds of Maneuver Command as far as energy goes: a change of velocity or direction, others.
CHANGE, WEAVE, JUMP = "change", "weave", "jump"


def maneuver_cost(units: Sequence[Unit], kind: str, options: Mapping[str, str]) -> int:
    """What the next Maneuver Command of a kind costs; the first of the units pays.

    ``units`` are the unit commanded and the one docked to it: a block is the sum of both burn
    rates. The second change of velocity or direction in a phase costs a block, no other does;
    with a damaged engine every command costs one.
    """
    payer = units[0]
    if payer.is_missile:
        return 1
    block = sum(burn_rate(unit) for unit in units)
    printed = block if kind == WEAVE or (kind == CHANGE and payer.use.changes == 1) else 0
    if status_of(payer, ENGINE) != DAMAGED:
        return printed
    return block + printed if options["engine_damaged"] == "add" else block


def energy_units(units: int) -> str:
    """A number of energy units in words: ``1 energy unit``."""
    return count(units, "energy unit")


def short_of(payer: Unit, units: int) -> str:
    """Why a unit cannot spend so many energy units, in a phrase; empty if it can."""
    has = left(payer)
    return f"it takes {energy_units(units)}, of which {left_over(has)}" if units > has else ""


def left_over(units: int) -> str:
    """How many energy units are left: ``1 is left``, ``0 are left``."""
    return count(units, "is left", "are left")
