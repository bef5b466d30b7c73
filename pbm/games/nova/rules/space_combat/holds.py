"""Which unit lies in which cargo hold of a ship in battle, and what a lost hold takes with it.

Holds are filled first to last. A large unit lies in several; it dies once a third of its size
is gone, and planet cracker bombs and terraform constructs blow up with the first hold.

Rule: NV SPC-39, MOV-08, DSN-12, UNI-29. Ambiguity: NV A-CARGO-THIRD, NV A-CARGO-ORDER.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from pbm.games.nova.state.battle.stowed import Stowed
from pbm.games.nova.state.components import HOLD
from pbm.games.nova.state.state import Cargo
from pbm.games.nova.state.stowage import holds_of, merged
from pbm.games.nova.state.units import UNITS

EXPLOSIVE = ("PCB", "TFC")
GATE_END = "SG"


def stow(
    holds: Sequence[str],
    cargo: Sequence[Cargo],
    taken: Collection[str] = (),
    ends: Sequence[tuple[str, str]] = (),
) -> tuple[Stowed, ...]:
    """Where the units aboard lie as a battle begins.

    ``holds``: sound holds in the order of the sheet, of which those ``taken`` have a ship in
    them. ``cargo`` in the order in which it was loaded; ``ends``: gate ends that lie in holds,
    id and owner. If the holds do not suffice, some were lost under the last unit before.
    """
    free = [hold for hold in holds if hold not in taken]
    found: list[Stowed] = []
    for kind, owner, end in _units(cargo, ends):
        needed = holds_of(kind)
        under, free = tuple(free[:needed]), free[needed:]
        found.append(Stowed(kind, owner, under, HOLD * (needed - len(under)), end))
    return tuple(found)


def _units(cargo: Sequence[Cargo], ends: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Kind, owner and gate end of every unit, in the order in which they fill the holds."""
    single = [(one.kind, one.owner, "") for one in cargo for _ in range(one.number)]
    dear = UNITS[GATE_END].cost or 0
    cheaper = (place for place, one in enumerate(single) if (UNITS[one[0]].cost or 0) > dear)
    place = next(cheaper, len(single))
    return [*single[:place], *((GATE_END, owner, id) for id, owner in ends), *single[place:]]


def hold_lost(
    stowed: Sequence[Stowed], hold: str
) -> tuple[tuple[Stowed, ...], tuple[Stowed, ...], bool]:
    """A hold is hit: the units that live, those that die, and whether the ship blows up.

    Rule: NV SPC-39. Ambiguity: NV A-CARGO-THIRD.
    """
    alive: list[Stowed] = []
    dead: list[Stowed] = []
    explodes = False
    for one in stowed:
        if hold in one.holds:
            left = tuple(name for name in one.holds if name != hold)
            one = replace(one, holds=left, lost=one.lost + HOLD)
            explodes = explodes or one.kind in EXPLOSIVE
            (dead if one.is_dead else alive).append(one)
        else:
            alive.append(one)
    return tuple(alive), tuple(dead), explodes


def cargo_of(stowed: Sequence[Stowed]) -> tuple[Cargo, ...]:
    """The units that lie in holds as a ship's cargo, gate ends left out."""
    return merged([Cargo(one.kind, one.owner, 1) for one in stowed if not one.end])
