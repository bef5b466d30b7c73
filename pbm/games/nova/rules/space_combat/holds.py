"""The units in each cargo hold of a ship in battle, and the losses with a hold.

Holds are filled from first to last. A large unit takes several; it dies once a third of its size
is gone. Planet cracker bombs and terraform constructs blow up with the first hold.

Rule: NV SPC-39, MOV-08, DSN-12, UNI-29. Ambiguity: NV A-CARGO-THIRD, NV A-CARGO-ORDER.
"""

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
    """The hold of each unit aboard as a battle begins.

    ``holds``: working holds in the order of the sheet; the ``taken`` ones contain a ship.
    ``cargo``: in the order in which it was loaded. ``ends``: gate ends in holds, by id and owner.
    If there are too few holds, some of those under the last unit were lost before.
    """
    free = [hold for hold in holds if hold not in taken]
    found: list[Stowed] = []
    for kind, owner, end in _units(cargo, ends):
        needed = holds_of(kind)
        under, free = tuple(free[:needed]), free[needed:]
        found.append(Stowed(kind, owner, under, HOLD * (needed - len(under)), end))
    return tuple(found)


def _units(cargo: Sequence[Cargo], ends: Sequence[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Kind, owner and gate end of every unit, in the order that fills the holds."""
    single = [(one.kind, one.owner, "") for one in cargo for _ in range(one.number)]
    dear = UNITS[GATE_END].cost or 0
    cheaper = (place for place, one in enumerate(single) if (UNITS[one[0]].cost or 0) > dear)
    place = next(cheaper, len(single))
    return [*single[:place], *((GATE_END, owner, id) for id, owner in ends), *single[place:]]


def hold_lost(
    stowed: Sequence[Stowed], hold: str
) -> tuple[tuple[Stowed, ...], tuple[Stowed, ...], bool]:
    """Lose a hold: the units that live, the units that die, whether the ship blows up.

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
    """The units in holds as a ship's cargo, without gate ends."""
    return merged([Cargo(one.kind, one.owner, 1) for one in stowed if not one.end])
