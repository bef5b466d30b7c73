"""Militia: raised by a system's status, lost in combat, back if a defender lived.

Militia are neither built nor moved. Rule: NV UNI-03, NV UNI-07, NV ECO-30, NV SUR-12, NV EOT-17.
Ambiguity: NV A-CAPT-MILITIA, NV A-SUR-MIL-BACK, NV A-SUR-MIL-HOME, NV A-SUR-MIL-REPULSED,
NV A-SUR-MIL-GROW (new colonies raise theirs from the next turn on).
"""

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.state.planets import garrison_status
from pbm.games.nova.state.state import System
from pbm.games.nova.state.units import militia
from pbm.games.nova.state.working_state import drafting


def muster(work: PhaseContext) -> None:
    """Raise the militia of every system before the first round of surface combat.

    Militia raised where none was left are noted: the units for which they return may yet leave.
    """
    with drafting(work) as draft:
        for name, system in draft.systems.items():
            number = mustered(system, work.turn, work.options["militia.repulsed"])
            if number != system.militia:
                draft.systems[name] = replace(system, militia=number)
                if number and not system.militia and system.fought == work.turn - 1:
                    draft.given[key("raised", system.owner, "", name)] = number


def mustered(system: System, turn: int, repulsed: str) -> int:
    """The militia of a system at the start of surface combat in a turn.

    All of it, if a defender lived through last turn's combat or there was no combat. If all
    defenders died together with all invaders, it returns only after a quiet turn (or never).
    """
    if not system.colonies or not system.owner or system.captured:
        return 0
    full = militia(garrison_status(system))
    lived = {system.owner, *system.allies} & set(system.survivors)
    if system.militia or lived or not system.fought:
        return full
    if repulsed == "gone":
        return 0
    return full if system.fought < turn - 1 else 0


def after_combat(status: str, left: int, others: int) -> int:
    """Next turn's militia, by the militia and other defenders that lived. Rule: NV SUR-12."""
    return militia(status) if left or others else 0
